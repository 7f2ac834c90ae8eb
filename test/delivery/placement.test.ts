import { ApiObject, App, Chart, ChartProps, JsonPatch, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { ComponentMode, ServingStack, ServingStackProps, StackKind } from '../../src';
import { CATALOG } from '../../src/constructs/catalog';
import { fileName } from '../../src/lib/component';
import { makeCa, NOW } from '../support/certificates';
import { insideChart, nameOf, Output, outsideCharts, refusal, stackOutput } from '../support/render';

const { FILE_PER_APP, FILE_PER_RESOURCE, FOLDER_PER_CHART_FILE_PER_RESOURCE } = YamlOutputType;
const MUTUAL: ServingStackProps = {
  now: NOW.toISOString(),
  gateway: { hostname: 'west.clusters.example.com', clientCas: [{ name: 'fleet-a', certificate: makeCa({ name: 'fleet-a' }) }] },
};
const DYNAMO: ServingStackProps = { ...MUTUAL, stack: StackKind.DYNAMO, nvidiaDriverRoot: '/home/kubernetes/bin/nvidia' };
const VARIANTS: Array<[string, ServingStackProps]> = [
  ['the defaults', {}],
  ['everything', DYNAMO],
  ['a provided substrate', { ...DYNAMO, mode: ComponentMode.PROVIDED }],
  ['a few provided', { components: { certManager: { mode: ComponentMode.PROVIDED }, envoyGateway: { mode: ComponentMode.PROVIDED } } }],
];

const west = (props: ServingStackProps = {}) => (scope: Construct) => new ServingStack(scope, 'west', props);
const configMap = (scope: Construct, name: string) => new ApiObject(scope, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

/** For each object, the key of the component that it belongs to, as the files tell. */
function keysByObject(props: ServingStackProps): Map<string, string> {
  const files = Object.entries(stackOutput(props).objectsByFile);
  return new Map(files.flatMap(([file, objects]) => objects.map(object => [nameOf(object), file.replace(/^\d\d-|\.k8s\.yaml$/g, '')])));
}

/** Edges between components of which the first comes after the second in the objects given, through those that are not there. */
function violations(objects: any[], keys: ReadonlyMap<string, string>): string[] {
  const places = objects.map(object => keys.get(nameOf(object))!);
  const before = (key: string): string[] => {
    const { dependsOn = [], namespace } = CATALOG.find(data => data.key === key) ?? {};
    return [...namespace ? [`namespace-${namespace}`] : [], ...dependsOn].flatMap(found => places.includes(found) ? [found] : before(found));
  };
  return [...new Set(places)].flatMap(key => before(key)
    .filter(dependency => places.lastIndexOf(dependency) > places.indexOf(key))
    .map(dependency => `${dependency} comes after ${key}`));
}

describe.each(VARIANTS)('documents are in an order that respects every edge, with %s', (_, props) => {
  const keys = keysByObject(props);

  test.each<[string, () => Output]>([
    ['in files, by their names', () => outsideCharts(west(props))],
    ['outside of Charts in FILE_PER_APP', () => outsideCharts(west(props), { yamlOutputType: FILE_PER_APP })],
    ['in a Chart', () => insideChart(west(props))],
    ['in a Chart in FILE_PER_APP', () => insideChart(west(props), {}, { yamlOutputType: FILE_PER_APP })],
    ['deep in a Chart', () => insideChart(chart => west(props)(new Construct(new Construct(chart, 'z'), 'a')))],
  ])('%s', (__, render) => {
    const { objects } = render();
    expect(objects.map(nameOf).sort()).toEqual([...keys.keys()].sort());
    expect(violations(objects, keys)).toEqual([]);
    expect(violations([...objects].reverse(), keys).length).toBeGreaterThan(5);
  });
});

test.each([
  ['FILE_PER_RESOURCE', FILE_PER_RESOURCE],
  ['FOLDER_PER_CHART_FILE_PER_RESOURCE', FOLDER_PER_CHART_FILE_PER_RESOURCE],
])('%s is refused, in a Chart and outside, since its files have no order', (name, yamlOutputType) => {
  const reason = `yamlOutputType ${name} loses the order of installation, since cdk8s names the files by kind, `
    + 'use FILE_PER_CHART or FILE_PER_APP for this delivery';
  expect(refusal(() => outsideCharts(west(), { yamlOutputType }))).toBe(`west: ${reason}`);
  expect(refusal(() => insideChart(west(), {}, { yamlOutputType }))).toBe(`platform/west: ${reason}`);
});

test('in FILE_PER_RESOURCE cdk8s would sort the Gateway before the Namespace that it is in', () => {
  const { files } = insideChart(chart => ['Namespace', 'Gateway'].forEach(kind =>
    new ApiObject(chart, kind, { apiVersion: 'example.test/v1', kind, metadata: { name: 'a' } })), {}, { yamlOutputType: FILE_PER_RESOURCE });
  expect(Object.keys(files)).toEqual(['Gateway.a.k8s.yaml', 'Namespace.a.k8s.yaml']);
});

describe('file names', () => {
  const names = VARIANTS.map(([, props]) => Object.keys(stackOutput(props).files));

  test('are those of the components, in two digits and their keys', () => {
    const known = CATALOG.map(data => `${fileName(data)}.k8s.yaml`);
    expect(names.flat().filter(name => !known.includes(name) && !/^00-namespace-[a-z-]+\.k8s\.yaml$/.test(name))).toEqual([]);
  });

  test('stay when a component is added', () => {
    const numbers = new Map<string, Set<string>>();
    for (const [, number, key] of names.flat().map(name => /^(\d+)-(.*)$/.exec(name)!)) {
      numbers.set(key, (numbers.get(key) ?? new Set()).add(number));
    }
    expect([...numbers].filter(([, found]) => found.size > 1)).toEqual([]);
    const [defaults, everything] = names;
    expect(defaults.filter(name => !everything.includes(name))).toEqual(['00-namespace-lws-system.k8s.yaml', '60-leader-worker-set.k8s.yaml']);
  });

  test('stay when the user has files of his own beside', () => {
    const output = outsideCharts(app => {
      configMap(new Chart(app, 'apps'), 'settings');
      west()(app);
      configMap(new Chart(app, '05-early'), 'other');
    });
    expect(Object.keys(output.files)).toEqual([...names[0], '05-early.k8s.yaml', 'apps.k8s.yaml'].sort());
  });
});

describe('a user\'s Chart', () => {
  const props: ChartProps = { namespace: 'team', labels: { 'example.test/team': 'a' } };

  test('gives labels to all of a stack, and its namespace to none of it', () => {
    const { objects } = insideChart(west(DYNAMO), props);
    const plain = insideChart(west(DYNAMO)).objects;
    expect(objects).toEqual(plain.map(object => ({
      ...object,
      metadata: { ...object.metadata, labels: { ...object.metadata.labels, ...props.labels } },
    })));
    // what cdk8s would do to a cluster-scoped object
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } };
    expect(insideChart(chart => new ApiObject(chart, 'x', namespace), props).one('Namespace').metadata.namespace).toBe('team');
  });

  test('does not change names, whatever it is called and however deep the stack lies in it', () => {
    const render = (id: string, ...path: string[]) => outsideCharts(app =>
      west(DYNAMO)(path.reduce<Construct>((scope, name) => new Construct(scope, name), new Chart(app, id)))).objects.map(nameOf);
    const a = render('a');
    expect(render('b', 'c', 'd')).toEqual(a);
    expect(a.filter(name => /-[0-9a-f]{8}$/.test(name))).toEqual([]);
  });

  test('may hold other objects around the stack', () => {
    const output = insideChart(chart => {
      configMap(chart, 'before');
      west()(chart);
      configMap(chart, 'after');
    });
    expect(output.objects.filter(({ metadata }) => ['before', 'after'].includes(metadata.name))).toHaveLength(2);
    expect(output.objects).toHaveLength(stackOutput().objects.length + 2);
  });
});

test('a user\'s patches survive, those of fields that generated classes would drop included', () => {
  const patched = (make: (scope: Construct) => ServingStack) => (scope: Construct) => {
    const stack = make(scope);
    const find = (kind: string) => stack.apiObjects.find(object => object.kind === kind)!;
    find('HelmChart').addJsonPatch(JsonPatch.add('/spec/driftMode', 'correct'), JsonPatch.replace('/spec/version', 'v1.22.0'));
    find('Gateway').addJsonPatch(JsonPatch.add('/spec/unheardOf', { a: [1] }));
    find('EnvoyProxy').addJsonPatch(JsonPatch.add('/spec/provider/kubernetes/envoyService/annotations', { 'example.test/a': 'b' }));
    find('Namespace').addJsonPatch(JsonPatch.add('/metadata/annotations', { a: 'b' }));
    find('GatewayClass').addJsonPatch(JsonPatch.add('/metadata/namespace', 'mine'));
  };
  for (const output of [outsideCharts(patched(west())), insideChart(patched(west()), { namespace: 'team' })]) {
    expect(output.one('HelmChart', 'mp-cert-manager').spec).toMatchObject({ driftMode: 'correct', version: 'v1.22.0' });
    expect(output.one('Gateway').spec.unheardOf).toEqual({ a: [1] });
    expect(output.one('EnvoyProxy').spec.provider.kubernetes.envoyService.annotations).toEqual({ 'example.test/a': 'b' });
    expect(output.all('Namespace')[0].metadata.annotations).toEqual({ a: 'b' });
    expect(output.one('GatewayClass').metadata.namespace).toBe('mine');
  }
});

test('objects that the stack lists are those that are rendered, in order', () => {
  const app = new App();
  const chart = new Chart(app, 'platform');
  const stack = west(DYNAMO)(chart);
  expect(stack.apiObjects.map(object => object.toJson())).toEqual(chart.toJson());
});
