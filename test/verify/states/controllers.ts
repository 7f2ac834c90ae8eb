import { CheckStates, deployment } from './states';

const trust = (args?: string[]) => deployment('modelplane-system', 'trust-manager', 'quay.io/jetstack/trust-manager:v0.25.0', { args });
const TRUST = 'Deployment modelplane-system/trust-manager';
const lws = (tag = 'v0.8.0') => deployment('lws-system', 'lws-controller-manager', `registry.k8s.io/lws/lws:${tag}`);
const grove = (tag = ':v0.1.0-alpha.12-rc2') => deployment('grove-system', 'grove-operator', `ghcr.io/ai-dynamo/grove/grove-operator${tag}`);
const kaiOperator = deployment('kai-scheduler', 'kai-operator', 'ghcr.io/kai-scheduler/kai-scheduler/operator:v0.16.8');
const kai = (tag = 'v0.16.8', args?: string[]) =>
  deployment('kai-scheduler', 'kai-scheduler-default', `ghcr.io/kai-scheduler/kai-scheduler/scheduler:${tag}`, { args });
const KAI = 'Deployment kai-scheduler/kai-scheduler-default';

function kaiConfig(available: string, schedulerName?: string): any {
  return {
    apiVersion: 'kai.scheduler/v1',
    kind: 'Config',
    metadata: { name: 'kai-config' },
    spec: { namespace: 'kai-scheduler', ...schedulerName && { global: { schedulerName } } },
    status: {
      conditions: [{
        type: 'Available', status: available, reason: 'Test', message: available === 'True' ? '' : 'scheduler is missing', lastTransitionTime: '2026-12-01T10:00:00Z', observedGeneration: 1,
      }],
    },
  };
}

function webhook(caBundle: string, resources = ['queues']): any {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'queue-validation' },
    webhooks: [{
      name: 'vqueue.scheduling.run.ai',
      clientConfig: { ...caBundle && { caBundle }, service: { name: 'queue-controller', namespace: 'kai-scheduler' } },
      rules: [{ apiGroups: ['scheduling.run.ai'], apiVersions: ['v2'], operations: ['CREATE'], resources, scope: '*' }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      // the API server of the tests reaches nobody
      failurePolicy: 'Ignore',
      timeoutSeconds: 1,
    }],
  };
}

function endpoints(ready: boolean): any {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { namespace: 'kai-scheduler', name: 'queue-controller-x', labels: { 'kubernetes.io/service-name': 'queue-controller' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.8'], conditions: { ready } }],
    ports: [{ name: 'webhook', port: 9443, protocol: 'TCP' }],
  };
}

// of any certificate: the API server only decodes it
const BUNDLE = Buffer.from(`-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUJ2mCM9mHGsSVM6iRWKpA5b8YT+MwCgYIKoZIzj0EAwIw
ETEPMA0GA1UEAwwGdGVzdGNhMB4XDTI2MDEwMTAwMDAwMFoXDTM2MDEwMTAwMDAw
-----END CERTIFICATE-----
`).toString('base64');

export const CONTROLLER_STATES: readonly CheckStates[] = [
  {
    code: 'trust-manager/running',
    good: [trust()],
    bad: [{ what: 'no controller', without: [trust()], result: 'fail', message: 'no Deployment runs trust-manager' }],
  },
  {
    code: 'trust-manager/trust-namespace',
    good: [trust(['--log-level=1', '--trust-namespace=modelplane-system'])],
    bad: [
      { what: 'no controller', without: [trust()], result: 'fail', message: 'no Deployment runs trust-manager' },
      { what: 'another namespace', with: [trust(['--trust-namespace=cert-manager'])], result: 'fail', message: `${TRUST} reads Secrets of cert-manager, not of modelplane-system` },
      { what: 'the flag and its value apart', with: [trust(['--trust-namespace', 'security'])], result: 'fail', message: `${TRUST} reads Secrets of security, not of modelplane-system` },
      { what: 'the default', with: [trust(['--log-level=1'])], result: 'fail', message: `${TRUST} reads Secrets of cert-manager, not of modelplane-system` },
    ],
  },
  {
    code: 'leader-worker-set/running',
    good: [lws()],
    bad: [{ what: 'no controller', without: [lws()], result: 'fail', message: 'no Deployment runs lws' }],
  },
  {
    code: 'leader-worker-set/release',
    good: [lws('v0.8.2')],
    bad: [{ what: 'another line', with: [lws('v0.9.0')], result: 'fail', message: 'Deployment lws-system/lws-controller-manager is v0.9.0, and the stack is made for v0.8.0' }],
  },
  {
    code: 'grove/running',
    good: [grove()],
    bad: [{ what: 'no operator', without: [grove()], result: 'fail', message: 'no Deployment runs grove-operator' }],
  },
  {
    code: 'grove/revision',
    good: [grove()],
    bad: [
      {
        what: 'another revision of the same version',
        with: [grove(':v0.1.0-alpha.12-rc1')],
        result: 'fail',
        message: 'Deployment grove-system/grove-operator is v0.1.0-alpha.12-rc1, and the stack is made for v0.1.0-alpha.12-rc2',
      },
      { what: 'a digest only', with: [grove(`@sha256:${'1'.repeat(64)}`)], result: 'unknown', message: 'Deployment grove-system/grove-operator does not tell its release' },
    ],
  },
  {
    code: 'kai-scheduler/running',
    good: [kaiOperator, kai()],
    bad: [
      { what: 'an operator that made no scheduler', without: [kai()], result: 'fail', message: 'no Deployment runs scheduler' },
      {
        what: 'a scheduler that is down',
        with: [deployment('kai-scheduler', 'kai-scheduler-default', 'ghcr.io/kai-scheduler/kai-scheduler/scheduler:v0.16.8', { message: 'down' })],
        result: 'fail',
        message: `${KAI} is not available`,
      },
    ],
  },
  {
    code: 'kai-scheduler/release',
    good: [kai('v0.16.9')],
    bad: [{ what: 'another line', with: [kai('v0.17.0')], result: 'fail', message: `${KAI} is v0.17.0, and the stack is made for v0.16.8` }],
  },
  {
    code: 'kai-scheduler/scheduler-name',
    good: [kai(), kaiConfig('True')],
    bad: [
      { what: 'no scheduler', without: [kai()], result: 'fail', message: 'no Deployment runs the scheduler' },
      { what: 'a configured name', with: [kaiConfig('True', 'gpu-scheduler')], result: 'fail', message: `${KAI} answers to gpu-scheduler, and engines ask for kai-scheduler` },
      { what: 'a flag', with: [kai('v0.16.8', ['--scheduler-name=kai'])], result: 'fail', message: `${KAI} answers to kai, and engines ask for kai-scheduler` },
    ],
  },
  {
    code: 'kai-scheduler/configured',
    good: [kaiConfig('True')],
    bad: [
      { what: 'no Config, as where hooks did not run', without: [kaiConfig('True')], result: 'fail', message: 'Config kai-config is missing, so that the operator runs no scheduler' },
      { what: 'a Config that is not available', with: [kaiConfig('False')], result: 'fail', message: 'Config kai-config is not available: scheduler is missing' },
    ],
  },
  {
    code: 'kai-scheduler/queue-webhook',
    good: [webhook(BUNDLE), endpoints(true)],
    bad: [
      { what: 'no webhook', without: [webhook('')], result: 'fail', message: 'no webhook looks at Queues such as modelplane' },
      { what: 'a webhook of other kinds', with: [webhook(BUNDLE, ['podgroups'])], result: 'fail', message: 'no webhook looks at Queues such as modelplane' },
      { what: 'no CA bundle', with: [webhook('')], result: 'fail', message: 'ValidatingWebhookConfiguration queue-validation has no CA bundle yet' },
      {
        what: 'no endpoint that is ready',
        with: [endpoints(false)],
        result: 'fail',
        message: 'ValidatingWebhookConfiguration queue-validation calls Service queue-controller, which has no ready endpoint',
      },
    ],
  },
];
