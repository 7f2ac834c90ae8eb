import { ArgoCdEngine } from './argo-cd';
import { ARGO_CD_FIELDS, ArgoCdDeliveryOptions, argoCdFaults, argoCdOptionsAt, argoCdSettings } from './argo-cd-options';
import { CrossplaneEngine } from './crossplane';
import { CROSSPLANE_FIELDS, CrossplaneDeliveryOptions, crossplaneFaults, crossplaneSettings, crossplaneSettingsAt } from './crossplane-options';
import { Engine } from './engine';
import { FluxEngine } from './flux';
import { FLUX_FIELDS, FluxDeliveryOptions, fluxFaults, fluxSettings, fluxSettingsAt } from './flux-options';
import { HELM_CHART_FIELDS, HelmChartDeliveryOptions, HelmChartEngine, helmChartOptions } from './helm-chart';
import { PLAIN_FIELDS, PlainDeliveryOptions, PlainEngine } from './plain';
import { Fault } from '../lib/fault';
import { Field } from '../lib/schema';

/** What the command knows of a stack before its delivery is made. */
export interface Place {
  readonly name: string;
  readonly namespace?: string;
  /** Folder that the stack is written to, from the root of its repository; unknown outside of one. */
  readonly folder?: string;
}

interface EngineKind {
  /** The options that a configuration file may have. */
  readonly fields: Record<string, Field>;
  readonly make: (options: any, place: Place) => Delivery;
  /** What the options and the place lack together, by paths below the delivery. */
  readonly faults?: (options: any, place: Place) => Fault[];
}

/** Every engine by the name that the command gives it. */
export const ENGINES: Readonly<Record<string, EngineKind>> = {
  'helm-chart': { fields: HELM_CHART_FIELDS, make: options => Delivery.helmChart(options) },
  'flux': { fields: FLUX_FIELDS, make: (options, place) => Delivery._of(new FluxEngine(fluxSettingsAt(options, place))), faults: fluxFaults },
  'argo-cd': { fields: ARGO_CD_FIELDS, make: (options, place) => Delivery.argoCd(argoCdOptionsAt(options, place)), faults: argoCdFaults },
  'plain': { fields: PLAIN_FIELDS, make: options => Delivery.plain(options) },
  'crossplane': {
    fields: CROSSPLANE_FIELDS,
    make: (options, place) => Delivery._of(new CrossplaneEngine(crossplaneSettingsAt(options, place))),
    faults: crossplaneFaults,
  },
};

/** The engine that carries the components to the cluster. */
export class Delivery {
  /**
   * HelmChart objects for the Helm controller of k3s and RKE2, and manifests as they are, in numbered files.
   *
   * Apply with `kubectl apply --server-side -f`, again until it succeeds, or put the files into k3s' manifests folder.
   *
   * @see https://docs.k3s.io/add-ons/helm
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
   */
  public static flux(options: FluxDeliveryOptions): Delivery {
    return new Delivery(new FluxEngine(fluxSettings(options)));
  }

  /**
   * Applications for Argo CD, one for each component, which renders charts itself; manifests in a folder for each component; and an app
   * of apps that makes the Applications. In an App made with FOLDER_PER_CHART_FILE_PER_RESOURCE.
   *
   * Commit the output, then apply its folder `root` by hand, once. Sync waves follow the order of installation; Argo CD waits between
   * them only with a health check for Applications, and everything settles without it too, by retry. Throws what is wrong with the options.
   *
   * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/cluster-bootstrapping/
   */
  public static argoCd(options: ArgoCdDeliveryOptions): Delivery {
    return new Delivery(new ArgoCdEngine(argoCdSettings(options)));
  }

  /**
   * Objects as kubectl applies them, in numbered files: charts rendered by Helm while the app is synthesized, manifests as they are.
   *
   * Apply with `kubectl apply --server-side -f`, again until it succeeds. Needs Helm 3.14 or newer where it is synthesized, and the
   * charts' repositories or a folder that has the charts; no cluster is read. Creating a stack throws what Helm fails with.
   *
   * @see https://helm.sh/docs/helm/helm_template/
   */
  public static plain(options: PlainDeliveryOptions = {}): Delivery {
    return new Delivery(new PlainEngine(options));
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
   */
  public static crossplane(options: CrossplaneDeliveryOptions): Delivery {
    return new Delivery(new CrossplaneEngine(crossplaneSettings(options)));
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
