import { ObjectsCluster } from './objects-cluster';
import { aboutStack, CHECKS } from '../../src/verify/checks';
import { ENVOY_GATEWAY_CONFIG } from '../../src/verify/envoy-gateway-config';
import { verify } from '../../src/verify/verify';

const TEXT = '- job_name: !secret hunter2\n';
const OBJECTS = [
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'Prometheus',
    metadata: { namespace: 'monitoring', name: 'prometheus' },
    spec: { additionalScrapeConfigs: { name: 'prometheus-prometheus-scrape-confg', key: 'jobs' } },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'monitoring', name: 'prometheus-prometheus-scrape-confg' },
    data: { jobs: Buffer.from(TEXT).toString('base64') },
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'envoy-gateway-system', name: 'envoy-gateway-config' }, data: { 'envoy-gateway.yaml': 'redis: !url hunter2\n' } },
];

test('what a Secret or a configuration holds is neither found, said nor warned of', async () => {
  const warnings = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const checks = CHECKS.filter(({ code }) => ['kube-prometheus-stack/proxy-metrics', 'envoy-gateway/extension-manager'].includes(code));
  const { findings } = await verify(new ObjectsCluster(OBJECTS), checks, aboutStack({}));
  expect(findings).toHaveLength(2);
  expect(JSON.stringify([findings, warnings.mock.calls.map(call => String(call[0]))])).not.toContain('hunter2');
  warnings.mockRestore();
});

test('a dump has no more of a configuration than is compared', async () => {
  const config = (text: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'envoy-gateway-system', name: 'envoy-gateway-config' }, data: { 'envoy-gateway.yaml': text } });
  const answers = async (text: string) => {
    const cluster = new ObjectsCluster([config(text)]);
    return (await cluster.answer(ENVOY_GATEWAY_CONFIG) as { items: any[] }).items;
  };
  expect(await answers('rateLimit: { backend: { redis: { url: hunter2 } } }\nextensionManager: { backendResources: [], maxMessageSize: "on" }\n'))
    .toEqual([config('extensionManager:\n  backendResources: []\n  maxMessageSize: "on"\n')]);
  expect(await answers('gateway: { controllerName: x, other: hunter2 }\nprovider: { type: hunter2, kubernetes: { watch: { type: Namespaces, namespaces: [a] }, client: hunter2 } }\n'))
    .toEqual([config('gateway:\n  controllerName: x\nprovider:\n  kubernetes:\n    watch:\n      type: Namespaces\n      namespaces:\n        - a\n')]);
  expect(await answers('gateway: hunter2\nprovider: hunter2\n')).toEqual([config('{}\n')]);
  expect(await answers('hunter2')).toEqual([config('')]);
});
