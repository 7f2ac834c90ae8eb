import { dumpOf } from '../../src/verify/dump';
import { STATUS_READS } from '../../src/verify/status';
import { readAll } from '../../src/verify/verify';
import { makeCa } from '../support/certificates';
import { runLater, temporaryFolder } from '../support/command';
import { ObjectsCluster } from '../verify/objects-cluster';

const folder = temporaryFolder();
const CA = makeCa({ name: 'modelplane cluster CA west' });

function gateway(conditions: any[], addresses: any[] = [], generation = 1): any {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { namespace: 'modelplane-system', name: 'inference-gateway', generation },
    status: { addresses, conditions },
  };
}

const condition = (type: string, status: string, more: object = {}) => ({ type, status, observedGeneration: 1, reason: type, message: '', ...more });
const ACCEPTED = condition('Accepted', 'True');
const PROGRAMMED = condition('Programmed', 'True');
const ADDRESSES = [{ type: 'IPAddress', value: '192.0.2.7' }, { type: 'Hostname', value: 'lb.example.com' }];
const CA_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'modelplane-system', name: 'modelplane-cluster-ca' }, data: { 'ca.crt': CA } };
const QUEUE = { apiVersion: 'scheduling.run.ai/v2', kind: 'Queue', metadata: { name: 'modelplane' } };
const LWS = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'leaderworkersets.leaderworkerset.x-k8s.io' }, spec: { versions: [] } };

async function dumped(objects: any[], denied: string[] = [], file = 'west.json') {
  const cluster = new ObjectsCluster(objects, denied);
  return folder.write(file, JSON.stringify(dumpOf(cluster, await readAll(cluster, Object.values(STATUS_READS)))));
}

test('a Dynamo stack with a gateway that serves', async () => {
  expect(await runLater('status', '--dump', await dumped([gateway([ACCEPTED, PROGRAMMED], ADDRESSES), CA_MAP, QUEUE, LWS]))).toEqual({
    code: 0,
    err: '',
    out: `NAME   STACK    GATEWAY                    PROGRAMMED   CA CERTIFICATE
test   Dynamo   192.0.2.7,lb.example.com   True         modelplane cluster CA west, until ${notAfter()}
`,
  });
});

test.each([
  ['a class that is not accepted', [condition('Accepted', 'False', { reason: 'NoMatchingParent', message: 'no class' })], 1, 'False (NoMatchingParent: no class)'],
  ['no address yet', [ACCEPTED, condition('Programmed', 'False', { reason: 'AddressNotAssigned', message: 'none' })], 1, 'False (AddressNotAssigned: none)'],
  ['no controller', [], 1, 'False (Accepted is Unknown)'],
  ['a change that nobody saw', [ACCEPTED, PROGRAMMED], 2, 'False (the controller has not seen the last change yet)'],
])('a gateway with %s', async (_, conditions, generation, state) => {
  const { out, code } = await runLater('status', '--dump', await dumped([gateway(conditions, [], generation), LWS]));
  expect(code).toBe(0);
  expect(out.split('\n')[1]).toBe(`test   Standard   -         ${state}   -`);
});

test('a gateway with a listener that takes no requests', async () => {
  const made = gateway([ACCEPTED, PROGRAMMED]);
  const listeners = [{ name: 'https', conditions: [condition('Programmed', 'False', { reason: 'Invalid' }), condition('ResolvedRefs', 'False', { reason: 'InvalidCertificateRef' })] }];
  const { out } = await runLater('status', '--dump', await dumped([{ ...made, status: { ...made.status, listeners } }, LWS]));
  expect(out.split('\n')[1]).toBe('test   Standard   -         False (listener https: InvalidCertificateRef)   -');
});

test.each([['nothing', []], ['what others use too', [LWS]]])('a cluster without a stack, with %s', async (_, objects) => {
  expect((await runLater('status', '--dump', await dumped(objects))).out.split('\n')[1]).toMatch(/^test {3}- +- +- +-$/);
});

test('a fleet is a row for each cluster, and JSON has the certificates', async () => {
  await dumped([gateway([ACCEPTED, PROGRAMMED], ADDRESSES), CA_MAP], [], 'fleet/a.json');
  await dumped([], [], 'fleet/b.json');
  expect((await runLater('status', '--dump', folder.path('fleet'))).out.trim().split('\n')).toHaveLength(3);
  const { items } = JSON.parse((await runLater('status', '--dump', folder.path('fleet'), '-o', 'json')).out);
  expect(items[0]).toEqual({ name: 'test', addresses: ['192.0.2.7', 'lb.example.com'], programmed: true, caCertificate: CA, unreadable: [] });
  const { code, err } = await runLater('status', '--dump', folder.path('fleet'), '--ca');
  expect({ code, err }).toEqual({ code: 64, err: 'error: --ca prints one certificate, there are 2 clusters: use -o json\n' });
});

test('--ca prints the certificate alone, or says that there is none', async () => {
  expect(await runLater('status', '--ca', '--dump', await dumped([CA_MAP]))).toEqual({ code: 0, err: '', out: CA });
  const { code, err, out } = await runLater('status', '--ca', '--dump', await dumped([]));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^error: test: has no CA certificate/);
});

test('--ca of what cannot be read: the exit code is 2', async () => {
  const { code, err, out } = await runLater('status', '--ca', '--dump', await dumped([], ['configmaps']));
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^error: test: .*configmaps is forbidden$/m);
});

test('control characters of a cluster are no commands to a terminal', async () => {
  const { out } = await runLater('status', '--dump', await dumped([gateway([condition('Accepted', 'False', { message: 'a\u001b[2J\nb' })])]));
  expect(out.split('\n')[1]).toMatch('False (Accepted: a\\u001b[2J\\nb)');
});

test('what cannot be read is a warning, and the exit code is 2', async () => {
  const { code, err } = await runLater('status', '--dump', await dumped([QUEUE], ['gateways']));
  expect(code).toBe(2);
  expect(err).toBe('warning: test: /apis/gateway.networking.k8s.io/v1/namespaces/modelplane-system/gateways/inference-gateway: gateways is forbidden\n');
});

function notAfter(): string {
  const { X509Certificate } = jest.requireActual('node:crypto') as typeof import('node:crypto');
  return new Date(new X509Certificate(CA).validTo).toISOString().slice(0, 10);
}
