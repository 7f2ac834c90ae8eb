import type { ArgoCdDeliveryOptions } from './argo-cd-options';
import type { CrossplaneDeliveryOptions } from './crossplane-options';
import { Engine } from './engine';
import type { FluxDeliveryOptions } from './flux-options';
import { HelmChartDeliveryOptions, HelmChartEngine, helmChartOptions } from './helm-chart';
import type { PlainDeliveryOptions } from './plain';

/** The engine that carries the components to the cluster. */
export class Delivery {
  /**
   * HelmChart objects for the Helm controller of k3s and RKE2, and manifests as they are, in numbered files.
   *
   * Apply with `kubectl apply --server-side -f`, again until it succeeds, or put the files into k3s' manifests folder.
   *
   * @see https://docs.k3s.io/add-ons/helm
   *
   * @example
   * import { Delivery, HelmFailurePolicy, ServingStack } from 'cdk8s-serving-stack';
   *
   * new ServingStack(app, 'west', {
   *   delivery: Delivery.helmChart({ failurePolicy: HelmFailurePolicy.ABORT }),
   * });
   */
  public static helmChart(options: HelmChartDeliveryOptions = {}): Delivery {
    return new Delivery(new HelmChartEngine(helmChartOptions(options)));
  }

  /**
   * HelmReleases and manifests for Flux 2.6 or newer, a folder for each component, and a Kustomization for each folder that says
   * what comes before it. In an App made with FOLDER_PER_CHART_FILE_PER_RESOURCE.
   *
   * Let a Kustomization of yours read the folder `hub` of the output, which applies the others in order.
   *
   * @see https://fluxcd.io/flux/components/kustomize/kustomizations/
   *
   * @example
   * import { Delivery, ServingStack } from 'cdk8s-serving-stack';
   *
   * new ServingStack(app, 'west', { delivery: Delivery.flux({ path: 'clusters/west' }) });
   */
  public static flux(options: FluxDeliveryOptions): Delivery {
    return new Delivery(engines().flux(options));
  }

  /**
   * Applications for Argo CD, one for each component, which renders charts itself; manifests in a folder for each component; and an app
   * of apps that makes the Applications. In an App made with FOLDER_PER_CHART_FILE_PER_RESOURCE.
   *
   * Commit the output, then apply its folder `root` by hand, once. Sync waves follow the order of installation; Argo CD waits between
   * them only with a health check for Applications, and everything settles without it too, by retry. Throws what is wrong with the options.
   *
   * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/cluster-bootstrapping/
   *
   * @example
   * import { Delivery, ServingStack } from 'cdk8s-serving-stack';
   *
   * new ServingStack(app, 'west', {
   *   delivery: Delivery.argoCd({
   *     repoUrl: 'https://git.example.com/clusters.git',
   *     path: 'clusters/west',
   *   }),
   * });
   */
  public static argoCd(options: ArgoCdDeliveryOptions): Delivery {
    return new Delivery(engines().argoCd(options));
  }

  /**
   * Objects as kubectl applies them, in numbered files: charts rendered by Helm while the app is synthesized, manifests as they are.
   *
   * Apply with `kubectl apply --server-side -f`, again until it succeeds. Needs Helm 3.14 or newer where it is synthesized, and the
   * charts' repositories or a folder that has the charts; no cluster is read. Creating a stack throws what Helm fails with.
   *
   * @see https://helm.sh/docs/helm/helm_template/
   *
   * @example
   * import { Delivery, ServingStack } from 'cdk8s-serving-stack';
   *
   * new ServingStack(app, 'west', { delivery: Delivery.plain({ kubernetesVersion: '1.34.0' }) });
   */
  public static plain(options: PlainDeliveryOptions = {}): Delivery {
    return new Delivery(engines().plain(options));
  }

  /**
   * Releases, Objects, ProviderConfigs and Usages for a control plane with Crossplane 2, provider-helm and provider-kubernetes, which
   * install into the cluster of the stack's `secrets`.
   *
   * What comes too early is tried again until it succeeds; Usages keep what is needed until what needs it is removed. The cluster is
   * reached by one Kubeconfig and at most one cloud identity; a part that works alone has no secrets, and is reached by the
   * ProviderConfigs of a stack with the same name and namespace. Throws what is wrong with the options.
   *
   * @see https://docs.crossplane.io/latest/managed-resources/usages/
   *
   * @example
   * import { Delivery, SecretType, ServingStack } from 'cdk8s-serving-stack';
   *
   * new ServingStack(app, 'west', {
   *   delivery: Delivery.crossplane({ name: 'west', namespace: 'clusters' }),
   *   secrets: [{ type: SecretType.KUBECONFIG, name: 'west-kubeconfig', key: 'kubeconfig' }],
   * });
   */
  public static crossplane(options: CrossplaneDeliveryOptions): Delivery {
    return new Delivery(engines().crossplane(options));
  }

  /**
   * Carries components by an engine whose options were checked already.
   *
   * @internal
   */
  public static _of(engine: Engine): Delivery {
    return new Delivery(engine);
  }

  /** @internal */
  public readonly _engine: Engine;

  private constructor(engine: Engine) {
    this._engine = engine;
  }
}

/** The engines but the default one, which an app that does not ask for them need not load. */
function engines(): typeof import('./engines') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./engines');
}
