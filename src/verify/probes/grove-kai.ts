import { GROVE, KAI_SCHEDULER, QUEUE } from '../../constructs/grove-kai';
import { admission, check, Check, fail, pass, unknown } from '../check';
import { offer } from '../read';
import { Deployment, DEPLOYMENTS, KAI_CONFIGS, KAI_ENDPOINTS, KAI_WEBHOOKS } from '../resources';
import { argument, hasReleases, inUse, isReady, nameOf, Program, running, runs } from '../workloads';

/** Name that engine pods ask for, and what the scheduler answers to where nothing else is said. */
const SCHEDULER_NAME = 'kai-scheduler';
const FLAG = '--scheduler-name';
const SCHEDULER: Program = { image: 'scheduler' };
const OPERATOR: Program = { image: 'operator' };
const GROVE_OPERATOR: Program = { image: 'grove-operator', labels: { 'app.kubernetes.io/name': 'grove-operator' } };
/** What KAI's operator says of its Config; of these, all must be true. */
const CONDITIONS = ['Available', 'Deployed', 'Ready'];

/** Others have images called scheduler or operator too; KAI's Deployments have the same names wherever they are. */
const ofKai = (deployments: readonly Deployment[]) => deployments.filter(({ metadata: { namespace, name }, spec }) =>
  namespace === KAI_SCHEDULER.namespace || /^kai-(operator$|scheduler-)/.test(name) || spec.template.spec.containers.some(({ image }) => image.includes('kai-scheduler')));

const OFFERED = offer('queues', {
  apiVersion: 'scheduling.run.ai/v2',
  kind: 'Queue',
  metadata: { name: 'serving-stack-verify' },
  spec: { resources: Object.fromEntries(['cpu', 'gpu', 'memory'].map(resource => [resource, { quota: -1, limit: -1, overQuotaWeight: 1 }])) },
});

export const GROVE_CHECKS: readonly Check[] = [
  check(GROVE, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) => running(deployments, [GROVE_OPERATOR])),
  check(GROVE, 'revision', { deployments: DEPLOYMENTS }, ({ deployments }, { versionOf }) => hasReleases(deployments, GROVE_OPERATOR, versionOf(GROVE))),
];

export const KAI_SCHEDULER_CHECKS: readonly Check[] = [
  check(KAI_SCHEDULER, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) =>
    running(ofKai(deployments), [OPERATOR, SCHEDULER])),
  check(KAI_SCHEDULER, 'release', { deployments: DEPLOYMENTS }, ({ deployments }, { versionOf }) =>
    hasReleases(ofKai(deployments), SCHEDULER, versionOf(KAI_SCHEDULER), 'minor')),
  check(KAI_SCHEDULER, 'scheduler-name', { deployments: DEPLOYMENTS, configs: KAI_CONFIGS }, ({ deployments, configs: [config] }) => {
    const configured = config?.spec?.global?.schedulerName;
    const found = inUse(ofKai(deployments).filter(deployment => runs(deployment, SCHEDULER)))
      .map(deployment => ({ deployment, flag: argument(deployment, FLAG), name: argument(deployment, FLAG) ?? configured ?? SCHEDULER_NAME }));
    if (found.length === 0) {
      return fail('no Deployment runs the scheduler', `see why its operator makes none:\nkubectl get config.kai.scheduler ${KAI_CONFIGS.name} -o yaml`);
    }
    const evidence = [
      ...found.map(({ deployment, flag }) => ({ object: nameOf(deployment), field: FLAG, value: flag ?? null })),
      { object: `Config ${KAI_CONFIGS.name}`, field: 'spec.global.schedulerName', value: configured ?? null },
    ];
    const right = found.find(({ name }) => name === SCHEDULER_NAME);
    return right
      ? pass(`${nameOf(right.deployment)} answers to ${SCHEDULER_NAME}`, ...evidence)
      : fail(
        `${nameOf(found[0].deployment)} answers to ${found[0].name}, and engines ask for ${SCHEDULER_NAME}`,
        // the operator names the scheduler after its Config, and after that adds the arguments of the shard
        (configured ?? SCHEDULER_NAME) === SCHEDULER_NAME
          ? 'take scheduler-name out of spec.args of the SchedulingShard: kubectl get schedulingshards -o yaml'
          : `set spec.global.schedulerName of Config ${KAI_CONFIGS.name} to ${SCHEDULER_NAME}`,
        ...evidence,
      );
  }),
  check(KAI_SCHEDULER, 'configured', { configs: KAI_CONFIGS }, ({ configs: [config] }) => {
    const object = `Config ${KAI_CONFIGS.name}`;
    if (!config) {
      return fail(`${object} is missing, so that the operator runs no scheduler`, 'install the chart with its hooks, which make it', { object, value: null });
    }
    const unmet = (config.status?.conditions ?? []).filter(({ type, status }) => CONDITIONS.includes(type) && status !== 'True');
    const available = config.status?.conditions?.some(({ type, status }) => type === 'Available' && status === 'True');
    return available && unmet.length === 0
      ? pass(`${object} is available`, { object, field: 'status.conditions[Available]', value: 'True' })
      : fail(`${object} is not available${unmet[0]?.message ? `: ${unmet[0].message}` : ''}`, `kubectl describe config.kai.scheduler ${KAI_CONFIGS.name}`,
        { object, field: `status.conditions[${unmet[0]?.type ?? 'Available'}]`, value: unmet[0]?.status ?? null });
  }),
  check(KAI_SCHEDULER, 'queue-webhook', { webhooks: KAI_WEBHOOKS, slices: KAI_ENDPOINTS }, ({ webhooks, slices }) => {
    const serving = webhooks.flatMap(({ metadata, webhooks: all = [] }) => all
      .filter(({ rules = [] }) => rules.some(({ apiGroups = [], resources = [] }) => apiGroups.includes('scheduling.run.ai') && resources.some(name => name.split('/')[0] === 'queues')))
      .map(webhook => ({ object: `ValidatingWebhookConfiguration ${metadata.name}`, webhook })));
    if (serving.length === 0) {
      return fail(`no webhook looks at Queues such as ${QUEUE}`, `see the logs of the queue controller:\nkubectl -n ${KAI_SCHEDULER.namespace} get pods`, { object: 'ValidatingWebhookConfiguration', value: null });
    }
    const unsigned = serving.find(({ webhook: { clientConfig } }) => !clientConfig.caBundle);
    if (unsigned) {
      return fail(`${unsigned.object} has no CA bundle yet`, `see the logs of the operator in ${KAI_SCHEDULER.namespace}, which writes it`, { object: unsigned.object, field: 'webhooks.clientConfig.caBundle', value: '' });
    }
    const elsewhere = serving.find(({ webhook: { clientConfig: { service } } }) => service && service.namespace !== KAI_SCHEDULER.namespace);
    if (elsewhere) {
      const { namespace, name } = elsewhere.webhook.clientConfig.service!;
      return unknown(`${elsewhere.object} calls Service ${namespace}/${name}, and endpoints are read in ${KAI_SCHEDULER.namespace} only`,
        `see whether one is ready: kubectl -n ${namespace} get endpointslices -l kubernetes.io/service-name=${name}`,
        { object: elsewhere.object, field: 'webhooks.clientConfig.service.namespace', value: namespace });
    }
    const idle = serving.find(({ webhook: { clientConfig: { service } } }) => service
      && !slices.some(slice => slice.metadata.labels?.['kubernetes.io/service-name'] === service.name && isReady(slice)));
    return idle
      ? fail(`${idle.object} calls Service ${idle.webhook.clientConfig.service!.name}, which has no ready endpoint`, `see the logs of pods that are not ready:\nkubectl -n ${KAI_SCHEDULER.namespace} get pods`,
        { object: idle.object, field: 'webhooks.clientConfig.service', value: idle.webhook.clientConfig.service!.name })
      : pass(`${serving[0].object} is served`, ...serving.map(({ object, webhook: { clientConfig: { service } } }) => ({ object, field: 'webhooks.clientConfig.service', value: service?.name ?? null })));
  }),
  check(KAI_SCHEDULER, 'admits', { queue: OFFERED }, ({ queue }) => admission(queue, 'Queue', { of: 'kai-scheduler', name: /kai|run\.ai/ }, 'see the checks kai-scheduler/queue-webhook and kai-scheduler/running')),
];
