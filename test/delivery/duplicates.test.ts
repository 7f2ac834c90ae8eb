import { ApiObject, Chart, ChartProps, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { CertManager, SelfSignedIssuer, ServingStack, TrustManager } from '../../src';
import { insideChart, outsideCharts, refusal } from '../support/render';

const west = (scope: Construct) => new ServingStack(scope, 'west');

/** The faults of an App with a stack in one Chart and an object in another. */
function faults(object: object, { stackChart = {}, userChart = {} }: { stackChart?: ChartProps; userChart?: ChartProps } = {}): string[] {
  const message = refusal(() => outsideCharts(app => {
    west(new Chart(app, 'platform', stackChart));
    new ApiObject(new Chart(app, 'user', userChart), 'object', object as any);
  }));
  return message.split('\n').slice(1).map(line => line.trim());
}

test.each<[string, object, Parameters<typeof faults>[1], string]>([
  ['in a namespace', { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: { name: 'inference-gateway', namespace: 'modelplane-system' } }, {},
    'Gateway modelplane-system/inference-gateway is defined twice, at platform/west/inference-gateway/gateway.inference-gateway and user/object: remove one'],
  ['of another version of the same API', {
    apiVersion: 'gateway.networking.k8s.io/v1beta1', kind: 'Gateway', metadata: { name: 'inference-gateway', namespace: 'modelplane-system' },
  }, {}, 'Gateway modelplane-system/inference-gateway is defined twice, at platform/west/inference-gateway/gateway.inference-gateway and user/object: remove one'],
  ['without a namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring' } }, {},
    'Namespace monitoring is defined twice, at platform/west/namespace.monitoring and user/object: remove one'],
  ['whose namespace is its Chart\'s', { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: { name: 'inference-gateway' } },
    { userChart: { namespace: 'modelplane-system' } },
    'Gateway modelplane-system/inference-gateway is defined twice, at platform/west/inference-gateway/gateway.inference-gateway and user/object: remove one'],
  ['of the cluster, where the stack\'s Chart has a namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring' } },
    { stackChart: { namespace: 'team' } }, 'Namespace monitoring is defined twice, at platform/west/namespace.monitoring and user/object: remove one'],
])('an object that the stack makes too is refused with both places: one %s', (_, object, charts, message) => {
  expect(faults(object, charts)).toEqual([`[platform/west] ${message}`]);
});

test.each<[string, object]>([
  ['another namespace', { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: { name: 'inference-gateway', namespace: 'team' } }],
  ['another group', { apiVersion: 'networking.istio.io/v1', kind: 'Gateway', metadata: { name: 'inference-gateway', namespace: 'modelplane-system' } }],
  ['another kind', { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: { name: 'inference-gateway', namespace: 'modelplane-system' } }],
  ['another name', { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: { name: 'gateway', namespace: 'modelplane-system' } }],
])('an object of %s is another one', (_, object) => {
  expect(outsideCharts(app => {
    west(new Chart(app, 'platform'));
    new ApiObject(new Chart(app, 'user'), 'object', object as any);
  }).objects).toContainEqual(object);
});

test('a patched namespace counts, before and after', () => {
  const gateway = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: { name: 'inference-gateway', namespace: 'team' } };
  const patched = (namespace: string) => () => insideChart(chart => {
    const own = west(chart).apiObjects.find(({ kind }) => kind === 'Gateway')!;
    own.addJsonPatch(JsonPatch.replace('/metadata/namespace', namespace));
    new ApiObject(chart, 'object', gateway);
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
    new ApiObject(chart, 'object', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'cert-manager' } });
  }));
  expect(message.split('\n')).toHaveLength(2);
});

test('cdk8s by itself would write both', () => {
  const objects = insideChart(chart => ['a', 'b'].forEach(id => new ApiObject(chart, id, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } }))).objects;
  expect(objects).toHaveLength(2);
});
