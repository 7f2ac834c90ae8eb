import { CheckStates, deployment } from './states';

const trust = (args?: string[], { namespace = 'modelplane-system', message }: { namespace?: string; message?: string } = {}) =>
  deployment(namespace, 'trust-manager', 'quay.io/jetstack/trust-manager:v0.25.0', { args, message });
const TRUST = 'Deployment modelplane-system/trust-manager';
const DIGEST = `@sha256:${'1'.repeat(64)}`;
const LWS = 'Deployment lws-system/lws-controller-manager';
const lws = (tag = ':v0.8.0', message?: string) => deployment('lws-system', 'lws-controller-manager', `registry.k8s.io/lws/lws${tag}`, { message });
/** One whose image does not tell its version, and whose label does. */
function labelledLws(version: string): any {
  const made = lws(DIGEST);
  return { ...made, metadata: { ...made.metadata, labels: { 'app.kubernetes.io/version': version } } };
}
/** A build of others, by the labels of the chart. */
const builtLws = (version: string) => deployment('lws-system', 'lws-controller-manager', `registry.redhat.io/leader-worker-set/lws-rhel9${DIGEST}`, {
  labels: { 'app.kubernetes.io/name': 'lws', 'app.kubernetes.io/version': version },
});
const GROVE = 'Deployment grove-system/grove-operator';
const grove = (tag = ':v0.1.0-alpha.12-rc2', message?: string) =>
  deployment('grove-system', 'grove-operator', `ghcr.io/ai-dynamo/grove/grove-operator${tag}`, { message });
const kaiOperator = deployment('kai-scheduler', 'kai-operator', 'ghcr.io/kai-scheduler/kai-scheduler/operator:v0.16.8');
const kai = (tag = 'v0.16.8', args?: string[]) =>
  deployment('kai-scheduler', 'kai-scheduler-default', `ghcr.io/kai-scheduler/kai-scheduler/scheduler:${tag}`, { args });
const mirroredKai = (name: string) => deployment('scheduling', name, `registry.example.com/mirror/ghcr.io-kai-scheduler-kai-scheduler-${name}:v0.16.8`);
const builtKai = (name: string) => deployment('scheduling', `kai-${name}${name === 'scheduler' ? '-default' : ''}`, `registry.example.com/builds/${name}:v0.16.8`);
const kaiElsewhere = (args?: string[]) => deployment('scheduling', 'kai-scheduler-default', 'registry.example.com/mirror/kai-scheduler/scheduler:v0.16.8', { args });
const otherScheduler = deployment('volcano-system', 'scheduler', 'registry.example.com/volcano/scheduler:v0.16.8');
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

function webhook(caBundle: string, { resources = ['queues'], group = 'scheduling.run.ai', namespace = 'kai-scheduler' } = {}): any {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'kai-queue-validation-v2' },
    webhooks: [{
      name: 'queue-validation.kai.scheduler',
      clientConfig: { ...caBundle && { caBundle }, service: { name: 'queue-controller', namespace, path: '/validate-scheduling-run-ai-v2-queue', port: 443 } },
      rules: [{ apiGroups: [group], apiVersions: ['v2'], operations: ['CREATE', 'UPDATE'], resources, scope: '*' }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      // the API server of the tests reaches nobody
      failurePolicy: 'Ignore',
      timeoutSeconds: 1,
    }],
  };
}

function endpoints(ready: boolean, service = 'queue-controller'): any {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { namespace: 'kai-scheduler', name: `${service}-x`, labels: { 'kubernetes.io/service-name': service } },
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
    bad: [
      { what: 'no controller', without: [trust()], result: 'fail', message: 'no Deployment runs trust-manager' },
      { what: 'a controller that is down', with: [trust(undefined, { message: 'down' })], result: 'fail', message: `${TRUST} is not available` },
    ],
  },
  {
    code: 'trust-manager/trust-namespace',
    good: [trust(['--log-level=1', '--trust-namespace=modelplane-system'])],
    bad: [
      { what: 'no controller', without: [trust()], result: 'fail', message: 'no Deployment runs trust-manager' },
      { what: 'another namespace', with: [trust(['--trust-namespace=cert-manager'])], result: 'fail', message: `${TRUST} reads Secrets of cert-manager, not of modelplane-system` },
      {
        what: 'the right one down beside one that runs',
        with: [trust(['--trust-namespace=modelplane-system'], { message: 'down' }), trust(['--trust-namespace=cert-manager'], { namespace: 'cert-manager' })],
        result: 'fail',
        message: 'Deployment cert-manager/trust-manager reads Secrets of cert-manager, not of modelplane-system',
      },
      { what: 'the flag and its value apart', with: [trust(['--trust-namespace', 'security'])], result: 'fail', message: `${TRUST} reads Secrets of security, not of modelplane-system` },
      { what: 'the default', with: [trust(['--log-level=1'])], result: 'fail', message: `${TRUST} reads Secrets of cert-manager, not of modelplane-system` },
      {
        what: 'a flag that a later one overrides',
        with: [trust(['--trust-namespace=modelplane-system', '--trust-namespace=security'])],
        result: 'fail',
        message: `${TRUST} reads Secrets of security, not of modelplane-system`,
      },
      {
        what: 'a namespace of nearly that name',
        with: [trust(['--trust-namespace=modelplane-system-2'])],
        result: 'fail',
        message: `${TRUST} reads Secrets of modelplane-system-2, not of modelplane-system`,
      },
    ],
  },
  {
    code: 'trust-manager/trust-namespace',
    good: [trust(undefined, { namespace: 'cert-manager' }), trust(['--trust-namespace', 'modelplane-system'])],
    bad: [{
      what: 'several installs, none of them right',
      with: [trust(['--trust-namespace=security'])],
      result: 'fail',
      message: `Deployment cert-manager/trust-manager reads Secrets of cert-manager and ${TRUST} reads Secrets of security, not of modelplane-system`,
    }],
  },
  {
    code: 'leader-worker-set/running',
    good: [lws()],
    bad: [
      { what: 'no controller', without: [lws()], result: 'fail', message: 'no Deployment runs lws' },
      { what: 'a controller that is down', with: [lws(':v0.8.0', 'down')], result: 'fail', message: `${LWS} is not available` },
    ],
  },
  {
    code: 'leader-worker-set/release',
    good: [lws(':v0.8.2')],
    bad: [
      { what: 'no controller', without: [lws()], result: 'fail', message: 'no Deployment runs lws' },
      { what: 'another line', with: [lws(':v0.9.0')], result: 'fail', message: `${LWS} is v0.9.0, and the stack is made for v0.8.0` },
      { what: 'a line that begins alike', with: [lws(':v0.80.0')], result: 'fail', message: `${LWS} is v0.80.0, and the stack is made for v0.8.0` },
      {
        what: 'the right one down beside one that runs',
        with: [lws(':v0.8.0', 'down'), deployment('lws', 'lws-controller-manager', 'registry.k8s.io/lws/lws:v0.6.1')],
        result: 'fail',
        message: 'Deployment lws/lws-controller-manager is v0.6.1, and the stack is made for v0.8.0',
      },
      { what: 'a branch', with: [lws(':main')], result: 'fail', message: `${LWS} is main, and the stack is made for v0.8.0` },
      { what: 'a digest only', with: [lws(DIGEST)], result: 'unknown', message: `${LWS} does not tell its release` },
    ],
  },
  {
    code: 'leader-worker-set/release',
    good: [labelledLws('0.8.1')],
    bad: [{ what: 'another line by its label', with: [labelledLws('0.7.0')], result: 'fail', message: `${LWS} is 0.7.0, and the stack is made for v0.8.0` }],
  },
  {
    code: 'leader-worker-set/release',
    good: [builtLws('0.8.1')],
    bad: [{ what: 'another line', with: [builtLws('0.7.0')], result: 'fail', message: `${LWS} is 0.7.0, and the stack is made for v0.8.0` }],
  },
  {
    code: 'grove/running',
    good: [grove()],
    bad: [
      { what: 'no operator', without: [grove()], result: 'fail', message: 'no Deployment runs grove-operator' },
      { what: 'an operator that is down', with: [grove(undefined, 'down')], result: 'fail', message: `${GROVE} is not available` },
    ],
  },
  {
    code: 'grove/revision',
    good: [grove()],
    bad: [
      {
        what: 'another revision of the same version',
        with: [grove(':v0.1.0-alpha.12-rc1')],
        result: 'fail',
        message: `${GROVE} is v0.1.0-alpha.12-rc1, and the stack is made for v0.1.0-alpha.12-rc2`,
      },
      {
        what: 'the release that came of the revision',
        with: [grove(':v0.1.0-alpha.12')],
        result: 'fail',
        message: `${GROVE} is v0.1.0-alpha.12, and the stack is made for v0.1.0-alpha.12-rc2`,
      },
      { what: 'a digest only', with: [grove(DIGEST)], result: 'unknown', message: `${GROVE} does not tell its release` },
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
      { what: 'another scheduler only', without: [kai()], with: [otherScheduler], result: 'fail', message: 'no Deployment runs scheduler' },
    ],
  },
  {
    code: 'kai-scheduler/running',
    good: [mirroredKai('operator'), mirroredKai('scheduler')],
    bad: [{ what: 'an operator that made no scheduler', without: [mirroredKai('scheduler')], result: 'fail', message: 'no Deployment runs scheduler' }],
  },
  {
    code: 'kai-scheduler/running',
    // by the names of its Deployments
    good: ['operator', 'scheduler'].map(builtKai),
    bad: [
      { what: 'an operator of others', with: [deployment('scheduling', 'operator', 'registry.example.com/scheduling/operator:v1')], without: [builtKai('operator')], result: 'fail', message: 'no Deployment runs operator' },
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
      { what: 'another scheduler only', without: [kai()], with: [otherScheduler], result: 'fail', message: 'no Deployment runs the scheduler' },
      { what: 'a configured name', with: [kaiConfig('True', 'gpu-scheduler')], result: 'fail', message: `${KAI} answers to gpu-scheduler, and engines ask for kai-scheduler` },
      { what: 'a flag', with: [kai('v0.16.8', ['--scheduler-name=kai'])], result: 'fail', message: `${KAI} answers to kai, and engines ask for kai-scheduler` },
      {
        what: 'a flag that the shard\'s arguments override',
        with: [kai('v0.16.8', ['--scheduler-name=kai-scheduler', '--namespace=kai-scheduler', '--scheduler-name=shard-a'])],
        result: 'fail',
        message: `${KAI} answers to shard-a, and engines ask for kai-scheduler`,
      },
    ],
  },
  {
    code: 'kai-scheduler/scheduler-name',
    good: [kaiElsewhere(['--scheduler-name=kai-scheduler'])],
    bad: [{
      what: 'a flag',
      with: [kaiElsewhere(['--scheduler-name', 'kai'])],
      result: 'fail',
      message: 'Deployment scheduling/kai-scheduler-default answers to kai, and engines ask for kai-scheduler',
    }],
  },
  {
    code: 'kai-scheduler/configured',
    good: [kaiConfig('True')],
    bad: [
      { what: 'no Config, as where hooks did not run', without: [kaiConfig('True')], result: 'fail', message: 'Config kai-config is missing, so that the operator runs no scheduler' },
      { what: 'a Config that is not available', with: [kaiConfig('False')], result: 'fail', message: 'Config kai-config is not available: scheduler is missing' },
      { what: 'a Config that its operator has not looked at', with: [{ ...kaiConfig('True'), status: undefined }], result: 'fail', message: 'Config kai-config is not available' },
      {
        what: 'an available Config whose new resources are not deployed',
        with: [{ ...kaiConfig('True'), status: { conditions: [...kaiConfig('True').status.conditions, { ...kaiConfig('False').status.conditions[0], type: 'Deployed', message: 'Resources not deployed yet' }] } }],
        result: 'fail',
        message: 'Config kai-config is not available: Resources not deployed yet',
      },
    ],
  },
  {
    code: 'kai-scheduler/queue-webhook',
    good: [webhook(BUNDLE), endpoints(true)],
    bad: [
      { what: 'no webhook', without: [webhook('')], result: 'fail', message: 'no webhook looks at Queues such as modelplane' },
      { what: 'a webhook of other kinds', with: [webhook(BUNDLE, { resources: ['podgroups'] })], result: 'fail', message: 'no webhook looks at Queues such as modelplane' },
      { what: 'a webhook of another scheduler\'s Queues', with: [webhook(BUNDLE, { group: 'scheduling.volcano.sh' })], result: 'fail', message: 'no webhook looks at Queues such as modelplane' },
      { what: 'no CA bundle', with: [webhook('')], result: 'fail', message: 'ValidatingWebhookConfiguration kai-queue-validation-v2 has no CA bundle yet' },
      {
        what: 'endpoints of another Service only',
        without: [endpoints(true)],
        with: [endpoints(true, 'admission')],
        result: 'fail',
        message: 'ValidatingWebhookConfiguration kai-queue-validation-v2 calls Service queue-controller, which has no ready endpoint',
      },
      {
        what: 'a Service whose endpoints are not read',
        with: [webhook(BUNDLE, { namespace: 'scheduling' })],
        result: 'unknown',
        message: 'ValidatingWebhookConfiguration kai-queue-validation-v2 calls Service scheduling/queue-controller, and endpoints are read in kai-scheduler only',
      },
      {
        what: 'no endpoint that is ready',
        with: [endpoints(false)],
        result: 'fail',
        message: 'ValidatingWebhookConfiguration kai-queue-validation-v2 calls Service queue-controller, which has no ready endpoint',
      },
    ],
  },
];
