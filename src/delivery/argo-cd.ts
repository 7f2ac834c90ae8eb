import { posix } from 'node:path';
import { Construct } from 'constructs';
import { ArgoCdSettings, IN_CLUSTER } from './argo-cd-options';
import { README } from './argo-cd-readme';
import { Delivered, DeliveryContext, Engine, EngineTraits, Target } from './engine';
import { createObjects, Folders } from './placement';
import { Application, ApplicationSpec, ApplicationSpecIgnoreDifferences, ApplicationSpecSyncPolicy, AppProject } from '../imports/argoproj.io';
import { ChartData, Manifest, Release } from '../lib/component';
import { refuse } from '../lib/fault';
import { hubName } from '../lib/hub-names';
import { cutBytes, dnsSubdomain } from '../lib/names';
import { compare, Ordered } from '../lib/order';
import { kubectlDelete } from '../lib/teardown';
import { mergeValues, Values } from '../lib/values';
import { yamlText } from '../lib/yaml-text';

/** Folders of the Applications, and of the one that makes them. */
const HUB = 'hub';
const ROOT = 'root';

const WAVE = 'argocd.argoproj.io/sync-wave';
const IGNORE_HEALTH = 'argocd.argoproj.io/ignore-healthcheck';
const FINALIZER = 'resources-finalizer.argocd.argoproj.io';
/** All that an AppProject has room for. */
const DESCRIPTION_BYTES = 255;

/**
 * Namespace of Applications whose objects are cluster-scoped, and so in none: an AppProject that limits namespaces refuses
 * Applications without one.
 */
const NO_NAMESPACE = 'default';

/** What AKS adds to the namespaceSelector of every webhook, and restores as often as it is removed. */
const AKS_SELECTORS = ['control-plane', 'kubernetes.azure.com/managedby'];

/** 20 attempts over the best part of an hour: longer than any component takes to install that others may have to wait for. */
const RETRY = { limit: 20, backoff: { duration: '10s', factor: 2, maxDuration: '3m' } };

/** An Application for each component, with its chart or with a folder of its manifests, and an app of apps. */
export class ArgoCdEngine implements Engine {
  public readonly name = 'argo-cd';
  public readonly traits: EngineTraits = {
    rendersTemplates: true,
    upgradesChartCrds: true,
    removesCrds: false,
    uninstallsCharts: true,
    usesSecrets: false,
    valuesAsObject: false,
    storesValues: true,
    layout: 'folders',
  };

  constructor(private readonly settings: ArgoCdSettings) {}

  public deliver(scope: Construct, components: readonly Ordered[], { id }: DeliveryContext): Delivered {
    const folders = new Folders(scope, this.name);
    const name = this.settings.name ?? id;
    const problem = dnsSubdomain(name);
    refuse(problem ? [{ path: [scope.node.path], ...problem, fix: 'give the delivery a name that is one' }] : []);
    const installed = components.filter(({ installation: { release, manifests = [] } }) => release || manifests.length > 0);
    createObjects(folders.create(ROOT), [this.appOfApps(name), ...this.settings.appProject ? [this.appProject(name, installed)] : []]);
    const hub = folders.create(HUB);
    return new Map(installed.map(component => {
      const { data, manifests = [] } = component.installation;
      const late = manifests.map(manifest => data.readyAfterDependents?.includes(manifest.kind) ? withoutHealth(manifest) : manifest);
      return [data.key, [
        ...createObjects(hub, [this.application(name, component)]),
        ...manifests.length > 0 ? createObjects(folders.create(data.key), late) : [],
      ]];
    }));
  }

  public target(): Target {
    const { server, name = server! } = this.settings.destination;
    return { cluster: name, fix: 'set stacks.NAME.delivery.destination in the file of --config, unless each has an Argo CD of its own' };
  }

  public beforeRemoval({ id }: DeliveryContext): string {
    const { name, namespace } = this.metadata(this.settings.name ?? id, ROOT);
    return `Deleting the app of apps, \`kubectl delete application ${name} -n ${namespace}\`, takes all of these steps by itself. To go step by step, `
      + `stop it first: \`kubectl patch application ${name} -n ${namespace} --type merge -p '{"spec":{"syncPolicy":{"automated":null}}}'\`.`;
  }

  public removal({ installation: { data, manifests = [] } }: Ordered, { id }: DeliveryContext): string {
    const { name, namespace } = this.metadata(this.settings.name ?? id, data.key);
    const stay = manifests.filter(isNamespace);
    return [`kubectl delete application ${name} -n ${namespace}`, ...stay.length > 0 ? [kubectlDelete(stay)] : []].join(' && ');
  }

  public readme(folder: string): string {
    const { namespace, appProject } = this.settings;
    const words = { STACK: folder, NAMESPACE: namespace, APP: hubName(folder, ROOT), AND_PROJECT: appProject ? ' and its AppProject' : '' };
    return Object.entries(words).reduce((text, [word, value]) => text.replaceAll(word, value), README);
  }

  private application(name: string, { installation, rank }: Ordered): Manifest {
    const { data, release, manifests = [] } = installation;
    const ignoreDifferences = release ? changedInCluster(release) : [];
    // without the finalizer a Namespace stays, with what others keep in it
    const stays = manifests.some(isNamespace);
    return Application.manifest({
      metadata: {
        ...this.metadata(name, data.key),
        annotations: { [WAVE]: String(rank) },
        finalizers: stays ? undefined : [FINALIZER],
      },
      spec: {
        project: this.settings.appProject ? projectName(name) : this.settings.project,
        source: release ? chartSource(release) : this.folderSource(data.key),
        destination: { ...this.settings.destination, namespace: data.namespace ?? NO_NAMESPACE },
        ignoreDifferences: ignoreDifferences.length > 0 ? ignoreDifferences : undefined,
        syncPolicy: this.syncPolicy(
          // the kinds of a component may be those of a chart that is still installing
          'SkipDryRunOnMissingResource=true',
          ...ignoreDifferences.length > 0 ? ['RespectIgnoreDifferences=true'] : [],
        ),
      },
    });
  }

  /** Makes the Applications; not one of them, so that it cannot delete itself. */
  private appOfApps(name: string): Manifest {
    return Application.manifest({
      metadata: { ...this.metadata(name, ROOT), finalizers: [FINALIZER] },
      spec: {
        project: this.settings.project,
        source: this.folderSource(HUB),
        destination: { server: IN_CLUSTER, namespace: this.settings.namespace },
        // Argo CD adds finalizers to Applications whose charts have deletion hooks: https://github.com/argoproj/argo-cd/issues/17433;
        // only shown as equal, since RespectIgnoreDifferences would make them ours, and an Application that goes could not lose them
        ignoreDifferences: [{
          group: 'argoproj.io',
          kind: 'Application',
          jqPathExpressions: [`.metadata.finalizers[]? | select(. != "${FINALIZER}")`],
        }],
        syncPolicy: this.syncPolicy(),
      },
    });
  }

  /** Not in the hub: what limits the Applications cannot be changed by whoever changes them. */
  private appProject(name: string, components: readonly Ordered[]): Manifest {
    const { repoUrl, destination } = this.settings;
    const data = components.map(({ installation }) => installation.data);
    const releases = components.flatMap(({ installation }) => installation.release ?? []);
    const namespaces = data.flatMap(({ namespace, chart }) => [namespace ?? NO_NAMESPACE, ...chart?.otherNamespaces ?? []]);
    return AppProject.manifest({
      // it cannot be deleted before the last Application that it is for
      metadata: { name: projectName(name), namespace: this.settings.namespace, finalizers: [FINALIZER] },
      spec: {
        description: cutBytes(`The components of ${name}`, DESCRIPTION_BYTES),
        sourceRepos: unique([repoUrl, ...releases.map(({ chart }) => chartRepository(chart))]),
        destinations: unique(namespaces).map(namespace => ({ ...destination, namespace })),
        clusterResourceWhitelist: [{ group: '*', kind: '*' }],
      },
    });
  }

  private metadata(name: string, key: string) {
    return { name: hubName(name, key), namespace: this.settings.namespace };
  }

  private folderSource(folder: string): ApplicationSpec['source'] {
    const { repoUrl, path, targetRevision } = this.settings;
    return { repoUrl, path: posix.join(path, folder), targetRevision };
  }

  private syncPolicy(...syncOptions: string[]): ApplicationSpecSyncPolicy {
    const { prune, selfHeal } = this.settings;
    return {
      automated: { prune, selfHeal },
      // client-side apply keeps a copy of each object in an annotation, and large CRDs do not fit
      syncOptions: ['ServerSideApply=true', ...syncOptions],
      retry: RETRY,
    };
  }
}

function chartSource({ chart, version, values }: Release): ApplicationSpec['source'] {
  const path = chart.hookRbacAnnotations;
  // hooks of one wave start together, so that a Job may run before its permissions are there
  const early = path ? path.reduceRight<Values>((value, key) => ({ [key]: value }), { [WAVE]: '-1' }) : {};
  return {
    repoUrl: chartRepository(chart),
    chart: chart.name,
    targetRevision: version,
    helm: { releaseName: chart.release, values: yamlText(mergeValues(early, values).values) },
  };
}

/** With a scheme Argo CD takes an OCI repository for an artifact of manifests, and ignores the chart's name. */
function chartRepository({ repository }: ChartData): string {
  return repository.replace(/^oci:\/\//, '');
}

/** Fields that controllers, Jobs and clouds write after every sync. */
function changedInCluster({ chart, namespace }: Release): ApplicationSpecIgnoreDifferences[] {
  const { webhooks, generatedSecrets = [] } = chart;
  const jqPathExpressions = [
    '.webhooks[]?.clientConfig.caBundle',
    ...AKS_SELECTORS.map(key => `.webhooks[]?.namespaceSelector.matchExpressions[]? | select(.key == "${key}")`),
    ...webhooks?.patchedByJob ? ['.webhooks[]?.failurePolicy'] : [],
  ];
  return [
    ...(webhooks?.kinds ?? []).map(kind => ({ group: 'admissionregistration.k8s.io', kind, jqPathExpressions })),
    ...generatedSecrets.map(name => ({ kind: 'Secret', name, namespace, jsonPointers: ['/data'] })),
  ];
}

/** An object whose health its Application does not wait for, since what makes it healthy is in a later wave. */
function withoutHealth({ metadata, ...manifest }: Manifest): Manifest {
  return { ...manifest, metadata: { ...metadata, annotations: { ...metadata.annotations, [IGNORE_HEALTH]: 'true' } } } as Manifest;
}

function isNamespace({ kind }: Manifest): boolean {
  return kind === 'Namespace';
}

function projectName(name: string): string {
  return hubName(name, 'project');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compare);
}
