import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, YamlOutputType } from 'cdk8s';
import { parse } from 'yaml';
import { Delivery, SecretType, ServingStack, ServingStackProps } from '../../src';
import { makeCa, NOW } from '../support/certificates';
import { Echo, ECHO, writeEchoHelm } from '../support/echo-helm';
import { VARIANTS } from '../support/variants';

/** What Helm would receive. */
interface Release {
  readonly name: string;
  readonly chart: string;
  readonly version: string;
  readonly namespace: string;
  readonly values: any;
}

/** What reaches the cluster, whichever way. */
interface Content {
  readonly releases: Release[];
  readonly manifests: any[];
}

const SECRETS = [{ type: SecretType.KUBECONFIG, name: 'west', key: 'kubeconfig' }];

const work = mkdtempSync(join(tmpdir(), 'parity-'));
afterAll(() => rmSync(work, { recursive: true }));

/** Every engine, with a way to read its output as what applies it would; in plain delivery what helm was called with. */
const ENGINES: Record<string, { delivery: Delivery; read: (objects: any[]) => Content }> = {
  'helm-chart': {
    delivery: Delivery.helmChart(),
    read: objects => split(objects, 'HelmChart', ({ metadata, spec }) => ({
      name: metadata.name,
      chart: spec.repo ? `${spec.repo}/${spec.chart}` : spec.chart,
      version: spec.version,
      namespace: spec.targetNamespace,
      values: parse(spec.valuesContent),
    })),
  },
  'flux': {
    delivery: Delivery.flux({ path: 'clusters/west' }),
    read: objects => {
      const sources = new Map(objects.filter(({ kind }) => /Repository$/.test(kind)).map(source => [source.metadata.name, source]));
      const kept = objects.filter(({ kind, apiVersion }) => !/Repository$/.test(kind) && apiVersion !== 'kustomize.toolkit.fluxcd.io/v1');
      return split(kept, 'HelmRelease', ({ spec }) => {
        const source = sources.get((spec.chartRef ?? spec.chart.spec.sourceRef).name);
        return {
          name: spec.releaseName,
          chart: spec.chartRef ? source.spec.url : `${source.spec.url}/${spec.chart.spec.chart}`,
          version: spec.chartRef ? source.spec.ref.tag : spec.chart.spec.version,
          namespace: spec.targetNamespace,
          values: spec.values ?? {},
        };
      });
    },
  },
  'argo-cd': {
    delivery: Delivery.argoCd({ repoUrl: 'https://git.example.com/fleet.git', path: 'clusters/west' }),
    read: objects => split(objects.filter(({ kind, spec }) => kind !== 'Application' || spec.source.chart), 'Application', ({ spec: { source, destination } }) => ({
      name: source.helm.releaseName,
      chart: `${source.repoURL.startsWith('https://') ? '' : 'oci://'}${source.repoURL}/${source.chart}`,
      version: source.targetRevision,
      namespace: destination.namespace,
      values: source.helm.values ? parse(source.helm.values) : {},
    })),
  },
  'crossplane': {
    delivery: Delivery.crossplane({ name: 'west', namespace: 'platform' }),
    read: objects => {
      const managed = objects.filter(({ kind, spec }) => kind === 'Release' || kind === 'Object' && !spec.managementPolicies);
      const { releases, manifests } = split(managed, 'Release', ({ metadata, spec: { forProvider } }) => ({
        name: metadata.annotations['crossplane.io/external-name'],
        chart: `${forProvider.chart.repository}/${forProvider.chart.name}`,
        version: forProvider.chart.version,
        namespace: forProvider.namespace,
        values: forProvider.values ?? {},
      }));
      return { releases, manifests: manifests.map(({ spec }) => spec.forProvider.manifest) };
    },
  },
  'plain': {
    delivery: Delivery.plain({ helm: writeEchoHelm(work), cache: false }),
    read: objects => split(objects, ECHO, ({ metadata, spec }) => echoed(spec, metadata.namespace)),
  },
};

/** Where an engine differs from helm-chart on purpose: what it changes in the content of helm-chart to be equal, and why. */
const EXCEPTIONS: Array<{ engine: string; why: string; change: (content: Content) => void }> = [
  ...['flux', 'argo-cd', 'plain'].map(engine => ({
    engine,
    why: 'brings the CRDs of crds/ up to date by itself, so that Grove need not',
    change: ({ releases }: Content) => releases.filter(({ name }) => name === 'mp-grove-charts').forEach(({ values }) => delete values.crdInstaller),
  })),
  {
    engine: 'argo-cd',
    why: 'starts the hook that makes Envoy Gateway\'s certificates beside what it needs to be permitted, unless that has an earlier wave',
    change: ({ releases }) => releases.filter(({ name }) => name === 'mp-gateway-helm').forEach(({ values }) =>
      Object.assign(values, { certgen: { rbac: { annotations: { 'argocd.argoproj.io/sync-wave': '-1' } } } })),
  },
  {
    engine: 'argo-cd',
    why: 'waits for this policy, which is accepted only once the Gateway of a later wave is there',
    change: ({ manifests }) => manifests.filter(({ kind }) => kind === 'ClientTrafficPolicy').forEach(({ metadata }) =>
      Object.assign(metadata, { annotations: { 'argocd.argoproj.io/ignore-healthcheck': 'true' } })),
  },
];

/** Annotations that speak to the engine only. */
const OF_THE_ENGINE = /^kustomize\.toolkit\.fluxcd\.io\//;

const HOSTILE: ServingStackProps = {
  components: {
    prometheus: {
      values: {
        commonLabels: { country: 'no', flag: 'on', y: 'y', off: 'n' },
        kubeStateMetrics: { a: {}, b: [], c: { d: {} } },
        customRules: { 'prometheus.io/scrape': 'true', 'a\\b.c': 'x' },
        tag: '4651090',
        exponent: '12e45',
        underscored: '1_000',
        version: '1.10',
        text: `first ${'x'.repeat(120)}\n  second\n\n`,
        documents: 'a: b\n  - c\n---\nd',
        variable: '${HOME} $${x} {{ .Values.x }}',
        numbers: [1, 80.5, -0.1, 2 ** 53 - 1],
        nothing: null,
      },
      unsetValues: ['prometheus.prometheusSpec.retention', 'a\\.b.c'],
    },
  },
};

const PROPS: ReadonlyArray<readonly [string, ServingStackProps]> = [
  ...VARIANTS,
  ['values of every awkward kind', HOSTILE],
  ['two client CAs and a CA rollover', {
    now: NOW.toISOString(),
    gateway: {
      hostname: 'west.example.com',
      clientCas: [{ name: 'b', certificate: makeCa({ name: 'b' }) }, { name: 'a', certificate: makeCa({ name: 'a' }) }],
      ca: { generation: 2, trusted: [1] },
    },
  }],
];

describe.each(Object.keys(ENGINES).filter(engine => engine !== 'helm-chart'))('%s carries what helm-chart carries', engine => {
  test.each(PROPS)('%s', (_, props) => {
    const expected = contentOf('helm-chart', props);
    EXCEPTIONS.filter(exception => exception.engine === engine).forEach(({ change }) => change(expected));
    expect(contentOf(engine, props)).toEqual(expected);
  });
});

test('every exception is one: without it the engines differ', () => {
  const [, props] = PROPS.find(([name]) => name === 'Dynamo with mutual TLS')!;
  for (const { engine, change } of EXCEPTIONS) {
    const changed = contentOf('helm-chart', props);
    change(changed);
    expect(changed).not.toEqual(contentOf('helm-chart', props));
    expect(engine in ENGINES).toBe(true);
  }
});

function contentOf(engine: string, props: ServingStackProps): Content {
  const { delivery, read } = ENGINES[engine];
  const folders = delivery._engine.traits.layout === 'folders';
  const app = new App({ yamlOutputType: folders ? YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE : YamlOutputType.FILE_PER_CHART });
  const stack = new ServingStack(app, 'west', { secrets: delivery._engine.traits.usesSecrets ? SECRETS : undefined, ...props, delivery });
  expect(stack.apiObjects.length).toBeGreaterThan(0);
  // as written: the objects of the whole App, in their final form
  const { releases, manifests } = read(app.charts.flatMap(chart => chart.toJson()));
  return { releases: sorted(releases, ({ name }) => name), manifests: sorted(manifests.map(withoutEngine), nameOf) };
}

function split(objects: readonly any[], kind: string, release: (object: any) => Release): Content {
  return { releases: objects.filter(object => object.kind === kind).map(release), manifests: objects.filter(object => object.kind !== kind) };
}

/** A release as helm was told it, in the namespace that its objects have. */
function echoed({ call, values }: Echo, namespace: string): Release {
  const { groups } = /^template (?<name>\S+) (?<chart>\S+)(?: --repo (?<repo>\S+))? --version (?<version>\S+) --namespace (?<target>\S+) /.exec(call)!;
  const { name, chart, repo, version, target } = groups!;
  expect(namespace).toBe(target);
  return { name, chart: repo ? `${repo}/${chart}` : chart, version, namespace, values: parse(values) };
}

function withoutEngine(manifest: any): any {
  const { annotations, ...metadata } = manifest.metadata;
  const kept = Object.entries(annotations ?? {}).filter(([key]) => !OF_THE_ENGINE.test(key));
  return { ...manifest, metadata: { ...metadata, ...kept.length > 0 ? { annotations: Object.fromEntries(kept) } : {} } };
}

function sorted<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...items].sort((a, b) => key(a) < key(b) ? -1 : 1);
}

function nameOf({ apiVersion, kind, metadata }: any): string {
  return [apiVersion, kind, metadata.namespace, metadata.name].join();
}
