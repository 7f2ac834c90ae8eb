import { StackKind } from '../../src';
import { CATALOG } from '../../src/constructs/catalog';
import { GATEWAY_PROXY } from '../../src/constructs/inference-gateway';
import { VARIANTS } from '../support/variants';
import { ApiServer } from './support/api-server';
import { Cluster } from './support/cluster';
import { CHART_CRDS, crdsAreThere, crdsOf, ENGINE_CRDS } from './support/crds';
import { Applied, appliedBy, HUB_NAMESPACES } from './support/deliveries';
import { appliedWithout } from './support/order';

const describeWhereCrdsAre = crdsAreThere ? describe : describe.skip;
const MINUTES = 60_000;

const STACKS = Object.values(StackKind).map(kind => VARIANTS.find(([name]) => name === `${kind} with mutual TLS`)!);

/** Namespaces that stacks make. */
const NAMESPACES = [...new Set(CATALOG.flatMap(({ namespace }) => namespace ?? []))].filter(name => name !== 'default');

/** Engines that read more of the order than names of files. */
const ENGINES = ['flux', 'argo-cd', 'crossplane'];

describeWhereCrdsAre('where a chart\'s CRDs come and go with the chart, no object is applied before its kind is served', () => {
  let server: ApiServer;
  let cluster: Cluster;
  let empty: string[];
  beforeAll(async () => {
    server = await ApiServer.start();
    cluster = new Cluster(server);
    await cluster.define(Object.values(ENGINE_CRDS).flat().flatMap(crdsOf));
    await Promise.all(HUB_NAMESPACES.map(name => cluster.namespace(name)));
    empty = await whatIsThere();
  }, 20 * MINUTES);
  afterAll(() => server?.stop());

  describe.each(['helm-chart', 'plain'])('file by file: %s', delivery => {
    test.each(STACKS)('%s, and its removal backwards leaves nothing behind', async (_, props) => {
      const steps = stepsOf(appliedBy(delivery, props));
      for (const { key, objects } of steps) {
        for (const object of objects) {
          await cluster.apply(object);
        }
        await Promise.all(objects.filter(isCrd).map(crd => cluster.established(crd)));
        // a chart that is rendered here has its CRDs among its objects
        await cluster.define(delivery === 'plain' ? [] : chartCrds(key));
      }
      for (const { key, objects } of steps.reverse()) {
        const crds = [...delivery === 'plain' ? [] : chartCrds(key), ...objects.filter(isCrd)];
        await Promise.all(crds.map(crd => cluster.remove(crd)));
        for (const object of objects.reverse()) {
          await cluster.remove(object);
        }
      }
      expect(await whatIsThere()).toEqual(empty);
    }, 5 * MINUTES);
  });

  describe('whatever an engine need not wait with comes first', () => {
    const render = () => ENGINES.flatMap(engine => STACKS.map(([name, props]) => [`${engine}, ${name}`, appliedBy(engine, props)] as const));
    const stacks = render();
    beforeAll(async () => {
      await cluster.define(Object.keys(CHART_CRDS).flatMap(chartCrds));
      await Promise.all(NAMESPACES.map(name => cluster.namespace(name)));
    }, 5 * MINUTES);

    test.each([...Object.keys(CHART_CRDS), ...NAMESPACES.map(name => `namespace-${name}`)])('without %s', async key => {
      await without(key, async () => {
        expect(await tooEarly(key, stacks)).toEqual([]);
      });
    }, 5 * MINUTES);

    test('and this bites: with one edge less, the engines that go by edges are too early', async () => {
      const edges = jest.replaceProperty(GATEWAY_PROXY, 'dependsOn', []);
      try {
        await without('envoy-gateway', async () => {
          const problem = 'gateway-proxy: no matches for kind EnvoyProxy in /apis/gateway.envoyproxy.io/v1alpha1';
          expect(await tooEarly('envoy-gateway', render())).toEqual(stacks.map(([name]) => `${name}, ${problem}`));
        });
      } finally {
        edges.restore();
      }
    }, 5 * MINUTES);
  });

  /** What cannot be applied of all that engines may apply while a component is not there. */
  async function tooEarly(key: string, stacks: ReadonlyArray<readonly [name: string, applied: Applied[]]>): Promise<string[]> {
    const answers = new Map<string, Promise<string>>();
    const problems = stacks.flatMap(([name, applied]) => appliedWithout(key, applied).map(async ({ key: other, object }) => {
      const text = JSON.stringify(object);
      // most objects are the same in most stacks
      answers.set(text, answers.get(text) ?? cluster.apply(object, { dryRun: true }).then(() => '', error => error.message));
      const problem = await answers.get(text);
      return problem ? [`${name}, ${other}: ${problem}`] : [];
    }));
    return (await Promise.all(problems)).flat();
  }

  /** Does something while what a component brings is not there. */
  async function without(key: string, act: () => Promise<void>): Promise<void> {
    const namespace = key.replace(/^namespace-/, '');
    const brought = key in CHART_CRDS ? chartCrds(key) : [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }];
    await Promise.all(brought.map(object => cluster.remove(object)));
    try {
      await act();
    } finally {
      await (key in CHART_CRDS ? cluster.define(brought) : cluster.namespace(namespace));
    }
  }

  async function whatIsThere(): Promise<string[]> {
    const lists = await Promise.all(['/api/v1/namespaces', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', '/apis/helm.cattle.io/v1/helmcharts']
      .map(path => server.send('GET', path)));
    return lists.flatMap(({ body }) => body.items.map(({ metadata }: any) => metadata.name));
  }
});

function chartCrds(key: string): any[] {
  return (CHART_CRDS[key] ?? []).flatMap(crdsOf);
}

function isCrd({ kind }: any): boolean {
  return kind === 'CustomResourceDefinition';
}

/** The objects of each file, in order. */
function stepsOf(applied: readonly Applied[]): Array<{ key: string; objects: any[] }> {
  const steps: Array<{ key: string; objects: any[] }> = [];
  for (const { key, object } of applied) {
    if (steps.at(-1)?.key !== key) {
      steps.push({ key, objects: [] });
    }
    steps.at(-1)!.objects.push(object);
  }
  return steps;
}
