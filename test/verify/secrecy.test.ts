import { ObjectsCluster } from './objects-cluster';
import { aboutStack, CHECKS } from '../../src/verify/checks';
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
