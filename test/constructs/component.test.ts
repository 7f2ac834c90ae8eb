import { App, Chart, YamlOutputType } from 'cdk8s';
import { KubeNamespace } from 'cdk8s-plus-30/lib/imports/k8s';
import { Construct } from 'constructs';
import {
  AiGateway, CertManager, ChartOptions, Component, ComponentMode, EnvoyGateway, GaieCrds, GatewayPki, GroveKai, InferenceGateway, Lws, ModelExpress,
  NodeFeatureDiscovery, NvidiaDra, Prometheus, SelfSignedIssuer, ServingStack, StackKind, TrustManager,
} from '../../src';
import { insideChart, nameOf, outsideCharts, refusal, stackOutput } from '../support/render';

const PROVIDED = { mode: ComponentMode.PROVIDED };
const HOSTNAME = 'west.clusters.example.com';

test.each<[string, (scope: Construct) => Component]>([
  ['CertManager', scope => new CertManager(scope, 'part', PROVIDED)],
  ['TrustManager', scope => new TrustManager(scope, 'part', PROVIDED)],
  ['Prometheus', scope => new Prometheus(scope, 'part', PROVIDED)],
  ['NodeFeatureDiscovery', scope => new NodeFeatureDiscovery(scope, 'part', PROVIDED)],
  ['NvidiaDra', scope => new NvidiaDra(scope, 'part', PROVIDED)],
  ['GaieCrds', scope => new GaieCrds(scope, 'part', PROVIDED)],
  ['EnvoyGateway', scope => new EnvoyGateway(scope, 'part', PROVIDED)],
  ['AiGateway', scope => new AiGateway(scope, 'part', { ...PROVIDED, crds: PROVIDED })],
  ['Lws', scope => new Lws(scope, 'part', PROVIDED)],
])('%s renders nothing, not even its Namespace, where the cluster provides it', (_, make) => {
  expect(outsideCharts(make).files).toEqual({});
  expect(insideChart(make).objects).toEqual([]);
});

test.each([StackKind.STANDARD, StackKind.DYNAMO])('the parts, each alone, make the files that the stack makes: %s', stack => {
  const parts = outsideCharts(app => {
    new InferenceGateway(app, 'inference-gateway', { hostname: HOSTNAME });
    new GatewayPki(app, 'gateway-pki', { hostname: HOSTNAME });
    for (const Part of [
      CertManager, SelfSignedIssuer, TrustManager, Prometheus, NodeFeatureDiscovery, NvidiaDra, GaieCrds, EnvoyGateway, AiGateway,
      ...stack === StackKind.DYNAMO ? [GroveKai, ModelExpress] : [Lws],
    ]) {
      new Part(app, Part.name);
    }
  });
  expect(parts.files).toEqual(stackOutput({ stack, gateway: { hostname: HOSTNAME } }).files);
});

test('parts that share a namespace make it once, unless it is there already', () => {
  const output = insideChart(chart => {
    new KubeNamespace(chart, 'namespace', { metadata: { name: 'envoy-gateway-system' } });
    new SelfSignedIssuer(chart, 'issuer');
    new TrustManager(chart, 'trust-manager');
    new EnvoyGateway(chart, 'envoy-gateway');
  });
  expect(output.all('Namespace').map(({ metadata }) => metadata)).toEqual([
    { name: 'envoy-gateway-system' },
    expect.objectContaining({ name: 'modelplane-system' }),
  ]);
});

test('a Namespace that comes twice is refused with both places, since one would overwrite the labels of the other', () => {
  expect(refusal(() => insideChart(chart => {
    new SelfSignedIssuer(chart, 'issuer');
    new KubeNamespace(chart, 'namespace', { metadata: { name: 'modelplane-system' } });
  }))).toContain('Namespace modelplane-system is defined twice, at platform/issuer/namespace.modelplane-system and platform/namespace: remove one');
});

test('two of the same part outside of Charts are refused with the way out', () => {
  expect(refusal(() => outsideCharts(app => {
    new CertManager(app, 'a');
    new CertManager(app, 'b');
  }))).toBe('b: the App already has a Chart named 10-cert-manager, a stack outside any Chart is alone in its App: '
    + 'use one App per cluster');
});

test('a part inside of a stack comes too late', () => {
  const stack = new ServingStack(new App(), 'west');
  expect(refusal(() => new SelfSignedIssuer(stack, 'another'))).toBe(
    'west: its components are delivered already, create west/another outside of it');
});

test('a part of a stack lists its own objects, in the order of installation', () => {
  const stack = new ServingStack(new Chart(new App(), 'platform'), 'west', { stack: StackKind.DYNAMO });
  const objectsOf = (id: string) => (stack.node.findChild(id) as Component).apiObjects.map(object => nameOf(object.toJson()));
  expect(objectsOf('grove-kai')).toEqual([
    'helm.cattle.io/v1 HelmChart kube-system mp-grove-charts',
    'helm.cattle.io/v1 HelmChart kube-system mp-kai-scheduler',
    'scheduling.run.ai/v2 Queue modelplane-root',
    'scheduling.run.ai/v2 Queue modelplane',
  ]);
  expect(stack.node.children.flatMap(part => (part as Component).apiObjects ?? [])).toHaveLength(stack.apiObjects.length - stack.namespaces.length);
});

test('warnings are told once: by the stack, or by the part that is alone', () => {
  const given: ChartOptions = { values: { alertmanagr: {} } };
  const warning = 'values.alertmanagr: the chart has no such value, did you mean "alertmanager"?';
  const stack = new ServingStack(new App(), 'west', { components: { prometheus: given } });
  expect(stack.warnings).toEqual([`components.prometheus.${warning}`]);
  expect((stack.node.findChild('prometheus') as Component).warnings).toEqual([]);
  expect(new Prometheus(new App(), 'prometheus', given).warnings).toEqual([warning]);
});

test('what is given is neither changed nor kept', () => {
  const values = { alertmanager: { config: { route: { receiver: 'a' } } } };
  const before = structuredClone(values);
  const output = outsideCharts(app => {
    new Prometheus(app, 'prometheus', { values });
    expect(values).toEqual(before);
    values.alertmanager.config.route.receiver = 'b';
  });
  expect(output.values('kube-prometheus-stack').alertmanager.config.route.receiver).toBe('a');
});

test('output types without an order are refused for a part as well', () => {
  for (const yamlOutputType of [YamlOutputType.FILE_PER_RESOURCE, YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE]) {
    expect(refusal(() => outsideCharts(app => new CertManager(app, 'part'), { yamlOutputType }))).toMatch(/^part: yamlOutputType .* loses the order/);
  }
});

test.each([
  ['a null', { values: { prometheus: null } }, 'values.prometheus: replaces what the stack sets there'],
  ['a path to unset', { unsetValues: ['prometheus.prometheusSpec'] }, 'values.prometheus.prometheusSpec: replaces what the stack sets there'],
])('%s over what the stack sets warns', (_, options, warning) => {
  const chart = new Chart(new App(), 'platform');
  expect(new Prometheus(chart, 'prometheus', options as any).warnings).toContainEqual(expect.stringContaining(warning));
});
