import { ObjectsCluster } from './objects-cluster';
import { aboutStack, CHECKS } from '../../src/verify/checks';
import { verify } from '../../src/verify/verify';

function crd(name: string, versions: Record<string, boolean>, established = 'True', more: any[] = []): any {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: { versions: Object.entries(versions).map(([version, served]) => ({ name: version, served })) },
    status: { conditions: [{ type: 'Established', status: established, message: established === 'True' ? '' : 'names are taken' }, ...more] },
  };
}

async function find(code: string, ...objects: any[]) {
  const check = CHECKS.find(candidate => candidate.code === code)!;
  const { findings: [{ result, message }] } = await verify(new ObjectsCluster(objects), [check], aboutStack({}));
  return `${result}: ${message}`;
}

const GATEWAYS = 'gateways.gateway.networking.k8s.io';
const POOLS = 'inferencepools.inference.networking.k8s.io';
const OLD_POOLS = 'inferencepools.inference.networking.x-k8s.io';

test.each([
  ['is not served at the version (SS-86)', [crd(GATEWAYS, { v1: false, v1beta1: true })], `fail: ${GATEWAYS} serves v1beta1, not v1`],
  ['is served at no version', [crd(GATEWAYS, { v1: false })], `fail: ${GATEWAYS} serves no version, not v1`],
  ['is missing (SS-86)', [], `fail: ${GATEWAYS} is missing`],
  ['is not established (SS-86)', [crd(GATEWAYS, { v1: true }, 'False')], `fail: ${GATEWAYS} is not established: names are taken`],
  ['is being deleted', [crd(GATEWAYS, { v1: true }, 'True', [{ type: 'Terminating', status: 'True' }])], `fail: ${GATEWAYS} is being deleted, with all objects of its kind`],
  ['is there (SS-86)', [crd(GATEWAYS, { v1: true, v1beta1: false })], `pass: ${GATEWAYS} serves v1`],
])('a CRD that %s', async (_, objects, finding) => {
  expect(await find(`envoy-gateway/${GATEWAYS}`, ...objects)).toBe(finding);
});

test('the InferencePool of the old group is not the new one, and the finding says so (SS-87)', async () => {
  expect(await find(`gaie-crds/${POOLS}`, crd(OLD_POOLS, { v1alpha2: true })))
    .toBe(`fail: ${POOLS} is missing: that of the old group inference.networking.x-k8s.io is there, and is another one`);
  expect(await find(`gaie-crds/${POOLS}`, crd(OLD_POOLS, { v1alpha2: true }), crd(POOLS, { v1: true }))).toBe(`pass: ${POOLS} serves v1`);
});

test('a DeviceClass is there by its name', async () => {
  const deviceClass = (name: string) => ({ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name } });
  expect(await find('nvidia-dra-driver-gpu/deviceclass-gpu.nvidia.com', deviceClass('gpu.nvidia.com'))).toBe('pass: DeviceClass gpu.nvidia.com is there');
  expect(await find('nvidia-dra-driver-gpu/deviceclass-gpu.nvidia.com', deviceClass('mig.nvidia.com')))
    .toBe('fail: DeviceClass gpu.nvidia.com of resource.k8s.io/v1 is missing');
});

test('an object that no check can make sense of leaves that check unknown, and no other', async () => {
  const odd = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x', namespace: 'y' }, spec: { template: 7 } };
  const { findings } = await verify(new ObjectsCluster([odd, crd(GATEWAYS, { v1: true })]), CHECKS, aboutStack({}));
  expect(findings.find(({ code }) => code === 'cert-manager/running')).toMatchObject({ result: 'unknown', message: expect.stringMatching(/^cannot be judged: /) });
  expect(findings.find(({ code }) => code === `envoy-gateway/${GATEWAYS}`)).toMatchObject({ result: 'pass' });
});
