import { parse, stringify } from 'yaml';
import { mergeValues } from '../../../src/lib/values';
import { aboutStack, CHECKS } from '../../../src/verify/checks';
import { Finding, verify } from '../../../src/verify/verify';
import { ObjectsCluster } from '../objects-cluster';
import { ENVOY_GATEWAY_STATES } from '../states/gateway';
import { objectsOf } from '../states/states';

const CODE = 'envoy-gateway/extension-manager';
const KEY = 'envoy-gateway.yaml';

async function find(objects: readonly any[]): Promise<Finding> {
  const { findings: [finding] } = await verify(new ObjectsCluster(objects), [CHECKS.find(({ code }) => code === CODE)!], aboutStack({}));
  return finding;
}

const WIRED_OTHERWISE = ENVOY_GATEWAY_STATES.filter(({ code }) => code === CODE)
  .flatMap(states => states.bad.map(bad => [bad.what, objectsOf(states, bad), bad] as const))
  .filter(([, , { message }]) => /wired otherwise/.test(message));

test.each(WIRED_OTHERWISE)('the values of the fix are enough, where there was %s', async (_, objects) => {
  const [lead, ...lines] = (await find(objects)).fix!.split('\n');
  expect(lead).toBe('set these values of the chart, and restart the controller:');
  // the chart renders its values, merged, into the ConfigMap
  const fixed = objects.map(object => object.kind !== 'ConfigMap' ? object : {
    ...object,
    data: { [KEY]: stringify(mergeValues(parse(object.data[KEY]), parse(lines.join('\n')).config.envoyGateway).values) },
  });
  // namespaces may still be too few for workloads
  expect(await find(fixed)).toMatchObject({ result: expect.stringMatching(/^(pass|warn)$/) });
});

test('there is evidence for every path that differs, and values only for those', async () => {
  const [, objects] = WIRED_OTHERWISE.find(([what]) => what === 'two differences')!;
  const { evidence, fix } = await find(objects);
  const object = 'ConfigMap envoy-gateway-system/envoy-gateway-config';
  expect(evidence).toEqual([
    { object, field: 'extensionApis.enableBackend', value: null },
    { object, field: 'extensionManager.service.fqdn.port', value: '1063' },
  ]);
  expect(fix!.split('\n').slice(1)).toEqual([
    'config:',
    '  envoyGateway:',
    '    extensionApis:',
    '      enableBackend: true',
    '    extensionManager:',
    '      service:',
    '        fqdn:',
    '          port: 1063',
  ]);
});

test('a configuration that cannot be read is not printed, for it may hold a password', async () => {
  const metadata = { namespace: 'envoy-gateway-system', name: 'envoy-gateway-config' };
  const found = await find([{ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { [KEY]: 'url: redis://:hunter2@cache\n\t- x' } }]);
  expect(found).toMatchObject({ result: 'fail' });
  expect(JSON.stringify(found)).not.toMatch(/hunter2/);
});
