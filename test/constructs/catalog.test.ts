import { CATALOG, componentOf, STACK_COMPONENTS } from '../../src/constructs/catalog';
import { StackComponents } from '../../src/constructs/stack-options';
import { versionForm } from '../../src/lib/semver';
import { checkValueTree } from '../../src/lib/values-check';

const charts = CATALOG.flatMap(({ chart }) => chart ?? []);
const edges = CATALOG.flatMap(({ key, dependsOn = [] }) => dependsOn.map(dependency => [key, dependency] as const));

test.each<[string, unknown[]]>([
  ['keys', CATALOG.map(({ key }) => key)],
  ['file numbers', CATALOG.map(({ file }) => file)],
  ['options', CATALOG.flatMap(({ option }) => option ?? [])],
  ['releases', charts.map(({ release }) => release)],
])('%s are unique', (_, all) => {
  expect(all.length).toBeGreaterThan(10);
  expect(new Set(all).size).toBe(all.length);
});

test('components stand in the order of their file numbers, which leave room before, between and after', () => {
  const numbers = CATALOG.map(({ file }) => file);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(numbers.every(number => Number.isInteger(number) && number > 9 && number < 99)).toBe(true);
});

test.each(edges)('%s comes after %s, by the numbers of their files', (key, dependency) => {
  const fileOf = (wanted: string) => CATALOG.find(data => data.key === wanted)?.file;
  expect(fileOf(dependency)).toBeDefined();
  expect(fileOf(key)).toBeGreaterThan(fileOf(dependency)!);
});

test('the edges are those of the design', () => {
  const expected: Record<string, string[]> = {
    'gateway-selfsigned-issuer': ['cert-manager'],
    'trust-manager': ['gateway-selfsigned-issuer'],
    'nvidia-dra-driver-gpu': ['node-feature-discovery', 'dra-driver-critical-pods-quota'],
    'envoy-gateway': ['cert-manager', 'gaie-crds', 'envoy-gateway-crds'],
    'ai-gateway': ['ai-gateway-crds', 'gaie-crds', 'envoy-gateway', 'gateway-selfsigned-issuer'],
    'kai-queues': ['kai-scheduler'],
    'modelexpress-server': ['modelexpress-crds'],
    'gateway-proxy': ['envoy-gateway'],
    'gateway-class': ['envoy-gateway', 'gateway-proxy'],
    'gateway-pki': ['gateway-selfsigned-issuer', 'trust-manager'],
    'gateway-client-auth': ['envoy-gateway'],
    'gateway': ['gateway-class', 'ai-gateway', 'gateway-pki', 'gateway-client-auth'],
  };
  expect(Object.fromEntries(CATALOG.filter(({ dependsOn }) => dependsOn).map(({ key, dependsOn }) => [key, dependsOn]))).toEqual(expected);
});

test('keys, namespaces and releases are short enough for all that is derived from them', () => {
  for (const { key, namespace = 'none', chart } of CATALOG) {
    expect(key).toMatch(/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/);
    expect(namespace).toMatch(/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/);
    if (chart) {
      // the longest suffix of all is -service-account-kubeletplugin
      expect(chart.release).toBe(`mp-${chart.name}`);
      expect(chart.release.length).toBeLessThanOrEqual(63 - 30);
    }
  }
});

test.each(charts)('$name has versions in the form of its tags, and values that can be written', chart => {
  for (const version of Object.values(chart.versions)) {
    expect(versionForm(version, chart.tags, chart.name)).toBeUndefined();
  }
  expect(checkValueTree(chart.fixed ?? {})).toEqual([]);
  expect(chart.repository).toMatch(/^(https|oci):\/\/[^/].*[^/]$/);
});

test('only what can be provided has an option, and all of that has one', () => {
  expect(CATALOG.filter(({ option }) => option)).toEqual(CATALOG.filter(({ role }) => role === 'substrate'));
});

test('each option stands for a component', () => {
  const options: Required<{ [option in keyof StackComponents]: string }> = {
    certManager: 'cert-manager',
    trustManager: 'trust-manager',
    prometheus: 'kube-prometheus-stack',
    nodeFeatureDiscovery: 'node-feature-discovery',
    nvidiaDraDriver: 'nvidia-dra-driver-gpu',
    criticalPodsQuota: 'dra-driver-critical-pods-quota',
    gaieCrds: 'gaie-crds',
    envoyGateway: 'envoy-gateway',
    envoyGatewayCrds: 'envoy-gateway-crds',
    aiGatewayCrds: 'ai-gateway-crds',
    aiGateway: 'ai-gateway',
    leaderWorkerSet: 'leader-worker-set',
    grove: 'grove',
    kaiScheduler: 'kai-scheduler',
  };
  expect(Object.fromEntries(Object.keys(options).map(option => [option, componentOf(option).key]))).toEqual(options);
  expect(CATALOG.filter(({ option }) => option)).toHaveLength(Object.keys(options).length);
});

test('what only one stack has depends on nothing of the other, and nothing common depends on it', () => {
  const { Standard, Dynamo } = STACK_COMPONENTS;
  const own = new Set([...Standard, ...Dynamo].map(({ key }) => key));
  const crossing = edges.filter(([key, dependency]) => own.has(dependency) && !own.has(key));
  expect(crossing).toEqual([]);
});
