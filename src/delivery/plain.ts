import { Construct } from 'constructs';
import { Delivered, DeliveryContext, Engine, EngineTraits } from './engine';
import { RenderCache } from './helm-cache';
import { apiVersionsOf, renderCharts } from './helm-charts';
import { isCrd, Scopes } from './helm-output';
import { keepNulls } from './nulls';
import { placeSteps, refuseUnorderedOutput, Step } from './placement';
import { ComponentData, fileName, Manifest } from '../lib/component';
import { refuse, show } from '../lib/fault';
import { Ordered } from '../lib/order';
import { check, Field } from '../lib/schema';
import { parseVersion } from '../lib/semver';
import { kubectlDelete } from '../lib/teardown';

/** Options of plain delivery. */
export interface PlainDeliveryOptions {
  /**
   * Helm's executable, version 3.14 or newer: a name on PATH, or a path.
   *
   * @default "helm"
   */
  readonly helm?: string;

  /**
   * Version of Kubernetes that charts are rendered for: they ask for it instead of the cluster.
   *
   * @default "1.34.0"
   */
  readonly kubernetesVersion?: string;

  /**
   * Folder that has charts as `<chart>-<version>.tgz` or `<chart>/`, for use without a network. A chart that it has not is
   * taken from its repository. A relative path starts at the working directory.
   *
   * @default - every chart is taken from its repository
   */
  readonly chartFolder?: string;

  /**
   * Folder that keeps what charts were rendered to, so that helm runs again only for what changed. Several runs may share it. What
   * nobody asks for in 30 days is removed.
   *
   * @default - `cdk8s-serving-stack` in the user's cache directory
   */
  readonly cacheFolder?: string;

  /**
   * Whether to keep what charts were rendered to.
   *
   * @default true
   */
  readonly cache?: boolean;
}

/** The fields of PlainDeliveryOptions. */
export const PLAIN_FIELDS = {
  helm: { type: 'string', minLength: 1 },
  kubernetesVersion: {
    type: 'string',
    check: version => parseVersion(version)?.major === 1 && /^v?1\.\d+/.test(version)
      ? undefined
      : { problem: `${show(version)} is not a version of Kubernetes`, fix: 'must be such as "1.34.0"' },
  },
  chartFolder: { type: 'string', minLength: 1 },
  cacheFolder: { type: 'string', minLength: 1 },
  cache: { type: 'boolean' },
} satisfies Record<string, Field>;

/** Objects as kubectl applies them: charts rendered by helm while the app is synthesized, manifests as they are. */
export class PlainEngine implements Engine {
  public readonly name = 'plain';
  public readonly traits: EngineTraits = {
    rendersTemplates: true,
    upgradesChartCrds: true,
    removesCrds: true,
    uninstallsCharts: false,
    usesSecrets: false,
    valuesAsObject: false,
    storesValues: false,
    layout: 'files',
  };
  private readonly options: PlainDeliveryOptions;
  /** Keys of the charts that have nothing but CRDs. */
  private readonly crdCharts = new Set<string>();

  constructor(options: PlainDeliveryOptions) {
    const { faults, value } = check(options, { type: 'map', fields: PLAIN_FIELDS }, 'props', ['delivery']);
    refuse(faults);
    this.options = value;
  }

  public deliver(scope: Construct, components: readonly Ordered[], { provided }: DeliveryContext): Delivered {
    refuseUnorderedOutput(scope);
    const manifests = this.manifestsOf(components, provided);
    const steps = components.map(({ installation: { data, owner } }, i) =>
      ({ data, key: data.key, owner, file: fileName(data), manifests: manifests[i] }));
    const crds = steps.map(step => ({ ...step, file: crdsFile(step.data), manifests: step.manifests.filter(isCrd) })).filter(isNotEmpty);
    const others = steps.map(step => ({ ...step, manifests: step.manifests.filter(manifest => !isCrd(manifest)) })).filter(isNotEmpty);
    crds.filter(({ key }) => !others.some(step => step.key === key)).forEach(({ key }) => this.crdCharts.add(key));
    const ordered = [...others.filter(({ data }) => data.file < CRDS), ...crds, ...others.filter(({ data }) => data.file > CRDS)];
    const delivered = placeSteps(scope, ordered);
    for (const [key, objects] of delivered) {
      const rendered = ordered.flatMap(step => step.key === key ? step.manifests : []);
      objects.forEach((object, i) => keepNulls(object, '', withoutServerFields(rendered[i])));
    }
    return delivered;
  }

  public removal({ installation: { data, release, manifests = [] } }: Ordered, { id }: DeliveryContext): string {
    if (!release) {
      return kubectlDelete(manifests);
    }
    const { deleteHookRemoves: first } = release.chart;
    // CRDs stay as they do with Helm, but for charts that are nothing else
    const file = this.crdCharts.has(data.key) ? crdsFile(data) : fileName(data);
    return [...first ? [`kubectl delete ${first} --ignore-not-found`] : [], `kubectl delete -f ${id}/${file}.yaml`].join(' && ');
  }

  public readme(folder: string): string {
    return README.replaceAll('DIR', folder);
  }

  /** The objects of each component, in their namespaces. */
  private manifestsOf(components: readonly Ordered[], provided: readonly ComponentData[]): ReadonlyArray<readonly Manifest[]> {
    const { helm = 'helm', kubernetesVersion = '1.34.0', chartFolder, cacheFolder, cache = true } = this.options;
    const installed = components.map(({ installation }) => installation);
    const ours = installed.flatMap(({ manifests = [] }) => manifests);
    const charts = installed.flatMap(({ owner, release }) => release ? [{ path: owner.node.path, release }] : []);
    const rendered = renderCharts(charts, {
      helm,
      kubernetesVersion: threeParts(kubernetesVersion),
      apiVersions: apiVersionsOf([...installed.map(({ data }) => data), ...provided], ours),
      chartFolder,
      cache: cache ? new RenderCache(cacheFolder) : undefined,
    });
    const scopes = new Scopes([...ours, ...rendered.flat()]);
    const byRelease = new Map(charts.map(({ release }, i) => [release, rendered[i].map(object => scopes.place(object, release.namespace))]));
    return installed.map(({ release, manifests = [] }) => [...release ? byRelease.get(release)! : [], ...manifests]);
  }
}

/** File number of all CRDs: after the namespaces, before all else. */
const CRDS = 1;

/** `1.34` as a cluster says it, `1.34.0`. */
function threeParts(text: string): string {
  const { major, minor, patch, prerelease } = parseVersion(text)!;
  return [`${major}.${minor}.${patch}`, ...prerelease.length > 0 ? [prerelease.join('.')] : []].join('-');
}

/** The file of a component's CRDs. */
function crdsFile(data: ComponentData): string {
  return `${fileName({ ...data, file: CRDS })}.crds`;
}

function isNotEmpty({ manifests }: Step): boolean {
  return manifests.length > 0;
}

/** Nulls there mean nothing: the API server fills these fields. */
function withoutServerFields({ metadata: _, status: __, ...rest }: Manifest): object {
  return rest;
}

const README = `# How to apply this folder

The files are numbered in the order of installation: namespaces, CRDs (\`*.crds.yaml\`), then each component after those that it
needs. Some kinds are served, and some webhooks answer, only when what came before runs, so repeat it until it succeeds:

    until kubectl apply --server-side -f DIR; do sleep 10; done

\`--server-side\` is needed: several CRDs are larger than the annotation that kubectl would keep otherwise. Or in steps, each
waiting for the one before:

    for file in DIR/*.yaml; do until kubectl apply --server-side -f "$file"; do sleep 10; done; done

What charts run as hooks of an installation or an upgrade are ordinary objects here, Jobs among them. A Job cannot be changed: where
an apply says \`field is immutable\`, after a new version, delete the Job that it names and apply again. Nothing is removed by an
apply: what a new version no longer has stays until you delete it.

Watch it settle with \`kubectl get pods,jobs -A\` and \`kubectl get gateways -n modelplane-system\`.
`;
