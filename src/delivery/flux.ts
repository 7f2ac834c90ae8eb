import { posix } from 'node:path';
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Delivered, DeliveryContext, Engine, EngineTraits, kubeconfigTarget, Target } from './engine';
import { FluxSettings, FluxSourceKind } from './flux-options';
import { keepNulls } from './nulls';
import { createObjects, Folders } from './placement';
import {
  HelmRelease, HelmReleaseSpec, HelmReleaseSpecChartRefKind, HelmReleaseSpecChartSpecSourceRefKind, HelmReleaseSpecDriftDetectionMode,
  HelmReleaseSpecInstallCrds, HelmReleaseSpecUpgradeCrds,
} from '../imports/helm.toolkit.fluxcd.io';
import {
  Kustomization, KustomizationSpecDeletionPolicy, KustomizationSpecHealthCheckExprs, KustomizationSpecSourceRefKind,
} from '../imports/kustomize.toolkit.fluxcd.io';
import { HelmRepository, OciRepository, OciRepositorySpecLayerSelectorOperation } from '../imports/source.toolkit.fluxcd.io';
import { skipsChartCrds } from '../lib/chart-crds';
import { ClusterSecret, Manifest, Release } from '../lib/component';
import { Fault, refuse, show } from '../lib/fault';
import { hubName } from '../lib/hub-names';
import { dnsSubdomain } from '../lib/names';
import { Ordered } from '../lib/order';
import { kubectlDelete } from '../lib/teardown';

/** Flux's usual namespace, and the name of what `flux bootstrap` makes in it. */
const FLUX_SYSTEM = 'flux-system';
/** Folder of what the hub reads first. */
const HUB = 'hub';
const KUBECONFIG = 'Kubeconfig';

/** Where Flux's own objects of one stack are, what they are called, and how they reach the cluster. */
interface Hub {
  readonly name: string;
  readonly namespace: string;
  readonly kubeConfig?: { readonly secretRef: { readonly name: string; readonly key: string } };
}

/** HelmReleases and manifests in a folder for each component, and a Kustomization for each folder. */
export class FluxEngine implements Engine {
  public readonly name = 'flux';
  public readonly traits: EngineTraits;

  constructor(private readonly settings: FluxSettings) {
    const { remote = false } = settings;
    this.traits = {
      rendersTemplates: false,
      upgradesChartCrds: true,
      removesCrds: true,
      uninstallsCharts: true,
      usesSecrets: remote,
      valuesAsObject: true,
      storesValues: true,
      layout: 'folders',
      secretFaults: remote ? secrets => this.secretFaults(secrets) : undefined,
    };
  }

  public deliver(scope: Construct, components: readonly Ordered[], context: DeliveryContext): Delivered {
    const folders = new Folders(scope, this.name);
    const hub = this.hub(context);
    const first = folders.create(HUB);
    return new Map(components.map(component => {
      const { data: { key }, release, manifests = [] } = component.installation;
      const folder = folders.create(key);
      const objects = [
        ...createObjects(first, [this.kustomization(component, hub)]),
        ...release ? this.createRelease(folder, release, hubName(hub.name, key), hub) : [],
        ...createObjects(folder, manifests.map(unsubstituted)),
      ];
      return [key, objects];
    }));
  }

  public target(secrets: readonly ClusterSecret[]): Target | undefined {
    const secret = this.settings.remote ? secrets.find(({ type }) => type === KUBECONFIG) : undefined;
    return secret && kubeconfigTarget(secret, this.secretNamespace(secret));
  }

  public readonly beforeRemoval = () => 'Suspend your Kustomization that covers the hub folder first, or it restores what is deleted.';

  public removal({ installation: { data: { key }, release, manifests = [] } }: Ordered, context: DeliveryContext): string {
    const hub = this.hub(context);
    const { namespace, kubeConfig } = hub;
    const name = hubName(hub.name, key);
    const { prune = true } = this.settings;
    const onHub = release && !prune ? this.releaseObjects(release, name, hub) : [];
    const inCluster = prune ? manifests.filter(isKept) : manifests;
    return [
      `kubectl delete kustomization ${name} -n ${namespace}`,
      // these stay when their Kustomization goes, and kubectl finds manifests in the cluster only
      ...onHub.length > 0 ? [kubectlDelete(onHub)] : [],
      ...inCluster.length > 0 ? [`${kubeConfig ? 'KUBECONFIG=CLUSTER ' : ''}${kubectlDelete(inCluster)}`] : [],
    ].join(' && ');
  }

  public readme(folder: string): string {
    return README.replaceAll('DIR', folder) + (this.settings.remote ? README_REMOTE : '');
  }

  public extraFiles(files: readonly string[]): Record<string, string> {
    const resources = files.filter(file => posix.dirname(file) === HUB).map(file => `  - ${file}\n`);
    return { 'kustomization.yaml': `${KUSTOMIZATION_FILE}resources:\n${resources.join('')}` };
  }

  /** What keeps a hub from reaching the cluster by these Secrets. */
  private secretFaults(secrets: ReadonlyArray<Partial<ClusterSecret>>): Fault[] {
    const { namespace } = this.settings;
    const kubeconfigs = secrets.flatMap((secret, i) => secret?.type === KUBECONFIG ? [i] : []);
    return secrets.flatMap((secret, i): Fault[] => {
      if (secret?.type === undefined) {
        return [];
      }
      if (secret.type !== KUBECONFIG) {
        return [{ path: [i, 'type'], problem: `Flux reaches a cluster by a kubeconfig alone, not by ${secret.type}`, fix: 'remove the entry' }];
      }
      if (i !== kubeconfigs[0]) {
        return [{ path: [i, 'type'], problem: `entry ${kubeconfigs[0]} is a Kubeconfig already`, fix: 'leave one, a cluster has one kubeconfig' }];
      }
      return namespace === undefined || secret.namespace === undefined || secret.namespace === namespace ? [] : [{
        path: [i, 'namespace'],
        problem: `${show(secret.namespace)} is not ${show(namespace)}, the namespace of the delivery, and Flux looks for the Secret there`,
        fix: 'leave one of the two out',
      }];
    });
  }

  private hub({ id, secrets }: DeliveryContext): Hub {
    const { name = id, namespace, remote } = this.settings;
    const problem = dnsSubdomain(name);
    refuse(problem ? [{ path: ['name'], problem: problem.problem, fix: `${problem.fix}: set name in the options of Delivery.flux()` }] : []);
    if (!remote) {
      return { name, namespace: namespace ?? FLUX_SYSTEM };
    }
    const secret = secrets.find(({ type }) => type === KUBECONFIG);
    if (!secret) {
      throw new Error(`${id}: delivery flux with remote needs a kubeconfig, which only a ServingStack has among its secrets`);
    }
    return {
      name,
      namespace: this.secretNamespace(secret),
      kubeConfig: { secretRef: { name: secret.name, key: secret.key } },
    };
  }

  private secretNamespace({ namespace }: ClusterSecret): string {
    return namespace ?? this.settings.namespace ?? this.settings.defaultNamespace ?? FLUX_SYSTEM;
  }

  private kustomization({ installation: { data, release, manifests = [] }, dependsOn }: Ordered, hub: Hub): Manifest {
    const { path, interval = INTERVAL, retryInterval = '2m', timeout = TIMEOUT, prune = true, sourceRef = {} } = this.settings;
    const { kind = FluxSourceKind.GIT_REPOSITORY, name = FLUX_SYSTEM, namespace = FLUX_SYSTEM } = sourceRef;
    const healthChecks = HEALTH_CHECKS.filter(check => manifests.some(made => made.apiVersion === check.apiVersion && made.kind === check.kind));
    return Kustomization.manifest({
      metadata: { name: hubName(hub.name, data.key), namespace: hub.namespace },
      spec: {
        interval,
        retryInterval,
        timeout,
        sourceRef: { kind: kind as string as KustomizationSpecSourceRefKind, name, namespace },
        path: `./${posix.join(path, data.key)}`,
        prune,
        deletionPolicy: deletionPolicy(manifests, prune),
        wait: true,
        dependsOn: dependsOn.length > 0 ? dependsOn.map(key => ({ name: hubName(hub.name, key) })) : undefined,
        healthCheckExprs: healthChecks.length > 0 ? healthChecks : undefined,
        // a HelmRelease stays on the hub, and reaches the cluster by itself
        kubeConfig: release ? undefined : hub.kubeConfig,
      },
    }) as Manifest;
  }

  private createRelease(folder: Construct, release: Release, name: string, hub: Hub): ApiObject[] {
    const objects = createObjects(folder, this.releaseObjects(release, name, hub));
    keepNulls(objects[1], '/spec/values', release.values);
    return objects;
  }

  private releaseObjects(release: Release, name: string, hub: Hub): Manifest[] {
    const metadata = { name, namespace: hub.namespace };
    return [
      this.source(release, metadata),
      // values may hold what a user's patch adds later, so that they are left alone whatever they hold now
      withoutSubstitution(HelmRelease.manifest({ metadata, spec: this.releaseSpec(release, name, hub) }) as Manifest),
    ];
  }

  private source({ chart: { repository, name }, version }: Release, metadata: Manifest['metadata']): Manifest {
    const { interval = INTERVAL } = this.settings;
    return (isOci(repository) ? OciRepository.manifest({
      metadata,
      spec: {
        interval,
        url: `${repository}/${name}`,
        // a tag cannot have the plus of a version
        ref: { tag: version.replaceAll('+', '_') },
        layerSelector: { mediaType: CHART_LAYER, operation: OciRepositorySpecLayerSelectorOperation.COPY },
      },
    }) : HelmRepository.manifest({ metadata, spec: { interval, url: repository } })) as Manifest;
  }

  private releaseSpec(release: Release, source: string, { kubeConfig }: Hub): HelmReleaseSpec {
    const { chart, version, namespace, values } = release;
    const skipsCrds = skipsChartCrds(release);
    const { interval = INTERVAL, timeout = TIMEOUT, driftDetection } = this.settings;
    const disableWait = chart.wait ? undefined : true;
    return {
      interval,
      timeout,
      releaseName: chart.release,
      targetNamespace: namespace,
      // where the Helm command looks; the namespace of the HelmRelease, which is the default, is not in a remote cluster
      storageNamespace: namespace,
      ...isOci(chart.repository)
        ? { chartRef: { kind: HelmReleaseSpecChartRefKind.OCI_REPOSITORY, name: source } }
        : { chart: { spec: { chart: chart.name, version, sourceRef: { kind: HELM_REPOSITORY, name: source } } } },
      install: {
        crds: skipsCrds ? HelmReleaseSpecInstallCrds.SKIP : HelmReleaseSpecInstallCrds.CREATE_REPLACE,
        disableWait,
        // without end: nothing runs yet that a retry could harm, and nobody may be there to start it again
        remediation: { retries: -1 },
      },
      upgrade: {
        crds: skipsCrds ? HelmReleaseSpecUpgradeCrds.SKIP : HelmReleaseSpecUpgradeCrds.CREATE_REPLACE,
        disableWait,
        // each ends in a rollback of what runs
        remediation: { retries: 3 },
      },
      rollback: disableWait && { disableWait },
      driftDetection: driftDetection && { mode: driftDetection as string as HelmReleaseSpecDriftDetectionMode },
      kubeConfig,
      values,
    };
  }
}

const { HELM_REPOSITORY } = HelmReleaseSpecChartSpecSourceRefKind;
const CHART_LAYER = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';
const INTERVAL = '1h';
const TIMEOUT = '10m';

/** A condition that is true, and of the object as it is now. */
function conditionHolds(type: string): string {
  return `status.conditions.exists(c, c.type == '${type}' && c.status == 'True' && c.observedGeneration == metadata.generation)`;
}

/** What is ready only once a condition says so that Flux does not know; all else it judges by itself. */
const HEALTH_CHECKS: readonly KustomizationSpecHealthCheckExprs[] = [
  { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', current: conditionHolds('Programmed') },
  { apiVersion: 'trust.cert-manager.io/v1alpha1', kind: 'Bundle', current: conditionHolds('Synced') },
];

/**
 * What takes other things with it: a CRD all objects of its kind, as Helm too spares, and a Namespace the record of a release that is
 * still being uninstalled, whose webhooks would then stay and refuse what they see.
 */
function isKept({ kind }: Manifest): boolean {
  return kind === 'CustomResourceDefinition' || kind === 'Namespace';
}

/** What becomes of a component's objects when its Kustomization is deleted. */
function deletionPolicy(manifests: readonly Manifest[], prune: boolean): KustomizationSpecDeletionPolicy | undefined {
  if (manifests.some(isKept)) {
    return KustomizationSpecDeletionPolicy.ORPHAN;
  }
  // who deletes Kustomizations one after the other removes no component before those that depend on it are gone
  return prune ? KustomizationSpecDeletionPolicy.WAIT_FOR_TERMINATION : undefined;
}

/** Leaves an object alone whose text Flux would change where a user's Kustomization substitutes variables. */
function unsubstituted(manifest: Manifest): Manifest {
  return /\$[${]/.test(JSON.stringify(manifest)) ? withoutSubstitution(manifest) : manifest;
}

function withoutSubstitution(manifest: Manifest): Manifest {
  const annotations = { ...manifest.metadata.annotations, 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' };
  return { ...manifest, metadata: { ...manifest.metadata, annotations } };
}

function isOci(repository: string): boolean {
  return repository.startsWith('oci://');
}

const KUSTOMIZATION_FILE = `# The Kustomizations that the hub reads first, in the order of installation. The other folders are theirs.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
`;

const README = `# How to apply this folder

Commit it to the repository that Flux reads. It needs Flux 2.6 or newer, with helm-controller.

Where a Kustomization of yours covers it already, as the one of \`flux bootstrap\` does for its path, that is all. Otherwise create
one with the path of this folder, or apply once by hand:

    kubectl apply -k DIR

Only \`hub/\` is applied so: a Kustomization for each component, which reads the folder of that name in the order of installation.
Never let another Kustomization read those folders.

Watch it settle with \`flux get kustomizations -A --watch\` and \`flux get helmreleases -A\`. A component that fails is tried again.

Before you remove it, as below, suspend your Kustomization that covers it, or Flux makes again what you delete. Each step waits until the
component is gone. Remove this folder from the repository last.
`;

const README_REMOTE = `
CLUSTER stands for a file with the kubeconfig of the cluster that is served; all else is done where Flux runs.
`;
