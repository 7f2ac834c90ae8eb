import { Construct } from 'constructs';
import { Delivered, Engine, EngineTraits } from './engine';
import { placeInOrder, refuseUnorderedOutput } from './placement';
import { HelmChart, HelmChartSpecFailurePolicy } from '../imports/helm.cattle.io';
import { Manifest, Release } from '../lib/component';
import { refuse } from '../lib/fault';
import { Ordered } from '../lib/order';
import { check, Field } from '../lib/schema';
import { kubectlDelete } from '../lib/teardown';
import { yamlText } from '../lib/yaml-text';

/** What k3s does when an installation or an upgrade fails. */
export enum HelmFailurePolicy {
  /** Leave the failed release as it is, for a person to look at. */
  ABORT = 'abort',
  /** Uninstall and install again; a release that failed to upgrade is removed too, with all that it runs. */
  REINSTALL = 'reinstall',
}

/** Options of k3s HelmChart delivery. */
export interface HelmChartDeliveryOptions {
  /**
   * What k3s does when a release fails.
   *
   * @see https://docs.k3s.io/add-ons/helm
   * @default - not set: k3s reinstalls
   */
  readonly failurePolicy?: HelmFailurePolicy;
}

/** The fields of HelmChartDeliveryOptions. */
export const HELM_CHART_FIELDS = {
  failurePolicy: { type: 'string', values: Object.values(HelmFailurePolicy) },
} satisfies Record<string, Field>;

/** The options, or an error that says what is wrong with them. */
export function helmChartOptions(options: HelmChartDeliveryOptions): HelmChartDeliveryOptions {
  const { faults, value } = check(options ?? {}, { type: 'map', fields: HELM_CHART_FIELDS }, 'props');
  refuse(faults);
  return value;
}

/** HelmChart objects for the controller that k3s and RKE2 bring, manifests as they are. */
export class HelmChartEngine implements Engine {
  public readonly name = 'helm-chart';
  public readonly traits: EngineTraits = {
    rendersTemplates: false,
    upgradesChartCrds: false,
    removesCrds: true,
    uninstallsCharts: true,
    usesSecrets: false,
    valuesAsObject: false,
    storesValues: true,
    layout: 'files',
  };

  constructor(private readonly options: HelmChartDeliveryOptions) {}

  public deliver(scope: Construct, components: readonly Ordered[]): Delivered {
    refuseUnorderedOutput(scope);
    return placeInOrder(scope, components, ({ installation }) => [
      ...installation.release ? [this.helmChart(installation.release)] : [],
      ...installation.manifests ?? [],
    ]);
  }

  public readonly beforeRemoval = () => 'Take the files out of a k3s manifests folder first, where they are in one.';

  public removal({ installation: { release, manifests = [] } }: Ordered): string {
    // the controller uninstalls the release before it lets the HelmChart go
    return release ? `kubectl delete helmchart ${release.chart.release} -n kube-system` : kubectlDelete(manifests);
  }

  public readme(folder: string): string {
    return README.replaceAll('DIR', folder) + (this.options.failurePolicy === HelmFailurePolicy.ABORT ? '' : README_REINSTALL);
  }

  private helmChart({ chart, version, namespace, values }: Release): Manifest {
    const oci = chart.repository.startsWith('oci://');
    return HelmChart.manifest({
      // the controller reads HelmCharts in every namespace, but k3s keeps its own here, and deletes a chart with its namespace
      metadata: { name: chart.release, namespace: 'kube-system' },
      spec: {
        repo: oci ? undefined : chart.repository,
        chart: oci ? `${chart.repository}/${chart.name}` : chart.name,
        version,
        targetNamespace: namespace,
        valuesContent: yamlText(values),
        failurePolicy: this.options.failurePolicy as HelmChartSpecFailurePolicy | undefined,
      },
    });
  }
}

const README = `# How to apply this folder

The files are numbered in the order of installation. A first apply meets kinds whose chart is still installing, so repeat it
until it succeeds:

    until kubectl apply --server-side -f DIR; do sleep 10; done

Or copy the files into \`/var/lib/rancher/k3s/server/manifests\` (\`rke2\` instead of \`k3s\` on RKE2), which retries by itself.
Other clusters need helm-controller (https://github.com/k3s-io/helm-controller) first.

Watch it settle with \`kubectl get helmcharts,jobs -n kube-system\` and \`kubectl get gateways -n modelplane-system\`.
`;

const README_REINSTALL = `
A release that fails is uninstalled and installed again, also when it was an upgrade that failed: with all that it runs, and where its CRDs
go with it, as those of ai-gateway-crds do, with every object of their kinds. The delivery's option \`failurePolicy: abort\` leaves it as it is.
`;
