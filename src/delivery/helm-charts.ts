import { RenderCache } from './helm-cache';
import { readHelmOutput } from './helm-output';
import { Helm, HelmResult, HelmRun, VERSION_RUN } from './helm-runner';
import { chartSource } from './helm-source';
import { ComponentData, Manifest, Release } from '../lib/component';
import { compare } from '../lib/order';
import { yamlText } from '../lib/yaml-text';

/** A release to render. */
export interface Rendering {
  /** Where it stands, for messages. */
  readonly path: string;
  readonly release: Release;
}

/** What all renderings have in common. */
export interface RenderOptions {
  /** Helm's executable. */
  readonly helm: string;
  readonly kubernetesVersion: string;
  /** APIs of the cluster besides those that helm knows of. */
  readonly apiVersions: readonly string[];
  readonly chartFolder?: string;
  readonly cache?: RenderCache;
}

/** The objects of each release, from the cache or from helm. Throws everything that fails, a line each. */
export function renderCharts(renderings: readonly Rendering[], options: RenderOptions): Array<readonly Manifest[]> {
  if (renderings.length === 0) {
    return [];
  }
  const { cache } = options;
  const helm = Helm.find(options.helm);
  const version = cache && versionOf(helm, cache);
  const faults: string[][] = renderings.map(() => []);
  const attempt = <T>(i: number, act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      const { path, release: { chart, version: chartVersion } } = renderings[i];
      faults[i].push(...(error as Error).message.split('\n').map(line => `${path}: chart ${chart.name} ${chartVersion}: ${line}`));
      return undefined;
    }
  };
  const calls = renderings.map(({ release }, i) => attempt(i, () => callFor(release, options)));
  const keys = calls.map(call => call && [version, call.release, call.identity, call.options, call.values]);
  const results = keys.map(key => key && cache?.load<readonly Manifest[]>(key));
  const missing = calls.flatMap((call, i) => call && !results[i] ? [{ call, i }] : []);
  const runs = missing.map(({ call }): HelmRun => ({ args: ['template', call.release, ...call.chart, ...call.options], values: call.values }));
  render(helm, runs, version === undefined, (result, n) => {
    const { i } = missing[n];
    results[i] = attempt(i, () => readHelmOutput(outputOf(result)));
    if (results[i]) {
      cache?.store(keys[i], results[i]);
    }
  });
  if (faults.flat().length > 0) {
    throw new Error(faults.flat().join('\n'));
  }
  return results.map(result => result!);
}

/** Runs helm, and asks at the same time for its version where that is not known. */
function render(helm: Helm, runs: readonly HelmRun[], askVersion: boolean, take: (result: HelmResult, i: number) => void): void {
  if (runs.length > 0) {
    const first = askVersion ? [VERSION_RUN] : [];
    helm.run([...first, ...runs], (result, i) => i < first.length ? helm.checkedVersion(result) : take(result, i - first.length));
  }
}

function outputOf({ stdout, failure }: HelmResult): string {
  if (failure !== undefined) {
    throw new Error(`helm template: ${failure}`);
  }
  return stdout;
}

/** The APIs that a cluster with the components serves, as far as they are known without it. */
export function apiVersionsOf(components: readonly ComponentData[], manifests: readonly Manifest[]): string[] {
  const apis = components.flatMap(({ requires: { crds = {}, objects = [] } = {}, chart }) => [
    ...Object.entries(crds).map(([name, version]) => `${name.slice(name.indexOf('.') + 1)}/${version}`),
    ...objects.map(({ apiVersion }) => apiVersion),
    ...chart?.kinds ?? [],
  ]);
  const ours = manifests.filter(({ kind }) => kind === 'CustomResourceDefinition').flatMap(({ spec: { group, versions, names } }) =>
    (versions as Array<{ name: string }>).flatMap(({ name }) => [`${group}/${name}`, `${group}/${name}/${names.kind}`]));
  return [...new Set([...apis, ...ours])].sort(compare);
}

function callFor({ chart, version, namespace, values }: Release, { chartFolder, kubernetesVersion, apiVersions }: RenderOptions) {
  const { args, identity } = chartSource({ chart, version }, chartFolder);
  return {
    release: chart.release,
    chart: args,
    identity,
    options: [
      '--namespace', namespace, '--include-crds', '--kube-version', kubernetesVersion,
      ...apiVersions.flatMap(api => ['--api-versions', api]),
    ],
    values: yamlText(values),
  };
}

/** Helm's version, which a known executable need not be asked again. */
function versionOf(helm: Helm, cache: RenderCache): string {
  const { identity } = helm;
  const known = identity && cache.load<string>(identity);
  if (known) {
    return known;
  }
  const version = helm.version();
  if (identity) {
    cache.store(identity, version);
  }
  return version;
}
