import { ObjectsCluster } from './objects-cluster';
import { aboutStack, CHECKS } from '../../src/verify/checks';
import { verify } from '../../src/verify/verify';

const CERTIFICATE = 'the API server would refuse a Certificate';
const OTHERS = 'refuses a Certificate, and the webhook of cert-manager was not asked';

async function find(code: string, message: string) {
  const check = CHECKS.find(candidate => candidate.code === code)!;
  const { findings: [{ result, message: says }] } = await verify(new ObjectsCluster([], [], { admitted: false, message }), [check], aboutStack({}));
  return `${result}: ${says}`;
}

test.each([
  ['its webhook', 'admission webhook "webhook.cert-manager.io" denied the request: no', `fail: ${CERTIFICATE}: admission webhook "webhook.cert-manager.io" denied the request: no`],
  ['its webhook, which is down', 'Internal error occurred: failed calling webhook "webhook.cert-manager.io": refused', `fail: ${CERTIFICATE}: Internal error occurred: failed calling webhook "webhook.cert-manager.io": refused`],
  ['a schema', 'Certificate is invalid', `fail: ${CERTIFICATE}: Certificate is invalid`],
  ['a policy engine', 'admission webhook "validate.kyverno.svc-fail" denied the request: no', `unknown: webhook validate.kyverno.svc-fail ${OTHERS}`],
  ['a policy engine that is down', 'failed calling webhook "validate.kyverno.svc-fail": context deadline exceeded', `unknown: webhook validate.kyverno.svc-fail ${OTHERS}`],
  ['a policy', 'certificates is forbidden: ValidatingAdmissionPolicy \'cert-manager\' with binding \'b\' denied request: no', `unknown: ValidatingAdmissionPolicy cert-manager ${OTHERS}`],
  ['a quota', 'certificates is forbidden: exceeded quota: few, requested: count/certificates=1, used: 0, limited: 0', `unknown: ResourceQuota few ${OTHERS}`],
])('a Certificate that %s refuses', async (_, message, finding) => {
  expect(await find('cert-manager/admits', message)).toBe(finding);
});

test.each([
  ['KAI\'s own', 'admission webhook "queue-validation.kai.scheduler" denied the request: no', /^fail: the API server would refuse a Queue/],
  ['another', 'admission webhook "validation.gatekeeper.sh" denied the request: no', /^unknown: webhook validation.gatekeeper.sh refuses a Queue/],
])('a Queue that %s webhook refuses', async (_, message, finding) => {
  expect(await find('kai-scheduler/admits', message)).toMatch(finding);
});
