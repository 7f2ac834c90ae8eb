import { ApiObject, Chart, ChartProps, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { CertManager, SelfSignedIssuer, ServingStack, TrustManager } from '../../src';
import { insideChart, outsideCharts, refusal } from '../support/render';

const west = (scope: Construct) => new ServingStack(scope, 'west');

interface Charts {
  readonly stackChart?: ChartProps;
  readonly userChart?: ChartProps;
}

/** The faults of an App with a stack in one Chart and an object in another. */
function faults(object: object, { stackChart = {}, userChart = {} }: Charts): string[] {
  const message = refusal(() => outsideCharts(app => {
    west(new Chart(app, 'platform', stackChart));
    new ApiObject(new Chart(app, 'user', userChart), 'object', object as any);
  }));
  return message.split('\n').slice(1).map(line => line.trim());
}

const gateway = (apiVersion: string, metadata: object) => ({ apiVersion, kind: 'Gateway', metadata: { name: 'inference-gateway', ...metadata } });
const inItsNamespace = { namespace: 'modelplane-system' };
const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring' } };

test.each<[string, object, Charts]>([
  ['of the same version', gateway('gateway.networking.k8s.io/v1', inItsNamespace), {}],
  ['of another version', gateway('gateway.networking.k8s.io/v1beta1', inItsNamespace), {}],
  ['whose namespace is its Chart\'s', gateway('gateway.networking.k8s.io/v1', {}), { userChart: inItsNamespace }],
])('a Gateway that the stack makes too is refused with both places: one %s', (_, object, charts) => {
  expect(faults(object, charts)).toEqual(['[platform/west] Gateway modelplane-system/inference-gateway is defined twice, '
    + 'at platform/west/inference-gateway/gateway.inference-gateway and user/object: remove one']);
});

test.each<[string, Charts]>([
  ['', {}],
  [', also where the stack\'s Chart has a namespace, which it does not get', { stackChart: { namespace: 'team' } }],
])('a Namespace that the stack makes too is refused with both places%s', (_, charts) => {
  expect(faults(namespace, charts)).toEqual([
    '[platform/west] Namespace monitoring is defined twice, at platform/west/namespace.monitoring and user/object: remove one',
  ]);
});

test.each<[string, object]>([
  ['another namespace', gateway('gateway.networking.k8s.io/v1', { namespace: 'team' })],
  ['another group', gateway('networking.istio.io/v1', inItsNamespace)],
  ['another kind', { ...gateway('gateway.networking.k8s.io/v1', inItsNamespace), kind: 'HTTPRoute' }],
  ['another name', gateway('gateway.networking.k8s.io/v1', { ...inItsNamespace, name: 'gateway' })],
])('an object of %s is another one', (_, object) => {
  expect(outsideCharts(app => {
    west(new Chart(app, 'platform'));
    new ApiObject(new Chart(app, 'user'), 'object', object as any);
  }).objects).toContainEqual(object);
});

test('a patched namespace counts, before and after', () => {
  const patched = (other: string) => () => insideChart(chart => {
    const own = west(chart).apiObjects.find(({ kind }) => kind === 'Gateway')!;
    own.addJsonPatch(JsonPatch.replace('/metadata/namespace', other));
    new ApiObject(chart, 'object', gateway('gateway.networking.k8s.io/v1', { namespace: 'team' }));
  });
  expect(patched('other')).not.toThrow();
  expect(refusal(patched('team'))).toContain('Gateway team/inference-gateway is defined twice');
});

test('two stacks of one App say so, object by object and each pair once', () => {
  const message = refusal(() => outsideCharts(app => ['a', 'b'].forEach(id => west(new Chart(app, id)))));
  const size = insideChart(west).objects.length;
  expect(message.split('\n')).toHaveLength(1 + size);
  expect(message).toContain('[a/west] HelmChart kube-system/mp-cert-manager is defined twice, '
    + 'at a/west/cert-manager/helmchart.mp-cert-manager and b/west/cert-manager/helmchart.mp-cert-manager: remove one');
});

test('several parts alone report a pair once', () => {
  const message = refusal(() => insideChart(chart => {
    [CertManager, SelfSignedIssuer, TrustManager].forEach(Part => new Part(chart, Part.name));
    new ApiObject(chart, 'object', { ...namespace, metadata: { name: 'cert-manager' } });
  }));
  expect(message.split('\n')).toHaveLength(2);
});

test('cdk8s by itself would write both', () => {
  expect(insideChart(chart => ['a', 'b'].forEach(id => new ApiObject(chart, id, namespace))).objects).toEqual([namespace, namespace]);
});
