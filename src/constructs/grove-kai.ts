import { Construct } from 'constructs';
import { chartFields, ChartOptions, Component, DeliveryOptions } from './component';
import { Queue } from '../imports/scheduling.run.ai';
import { ComponentData, Manifest } from '../lib/component';

export const GROVE: ComponentData = {
  key: 'grove',
  file: 62,
  role: 'substrate',
  option: 'grove',
  namespace: 'grove-system',
  inUseBy: 'every PodCliqueSet, which only the operator lets go',
  leaves: [{ what: 'the CRDs of grove.io and scheduler.grove.io' }],
  summary: 'gang-schedules engines that span several nodes',
  requires: {
    crds: { 'podcliquesets.grove.io': 'v1alpha1' },
    states: {
      running: { says: 'The operator runs.' },
      revision: {
        says: 'It is exactly of the version that the stack installs: the API is v1alpha1, without any promise between versions. Better let the stack '
          + 'install it.',
      },
    },
  },
  chart: {
    name: 'grove-charts',
    repository: 'oci://ghcr.io/ai-dynamo/grove',
    release: 'mp-grove-charts',
    tags: 'v',
    versions: { v1alpha1: 'v0.1.0-alpha.12-rc2', managed: 'v0.1.0-alpha.12-rc2' },
    versionPath: ['dynamo', 'grove'],
    fixed: { webhookServerSecret: { enabled: false } },
    crdUpgradeValues: { crdInstaller: { enabled: true } },
    webhooks: { kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'] },
  },
};

export const KAI_SCHEDULER: ComponentData = {
  key: 'kai-scheduler',
  file: 64,
  role: 'substrate',
  option: 'kaiScheduler',
  namespace: 'kai-scheduler',
  leaves: [
    { what: 'the CRDs of scheduling.run.ai and kai.scheduler' },
    { what: 'the Queues default-parent-queue and default-queue, the SchedulingShard default, and Namespace kai-resource-reservation', uninstalled: true },
  ],
  summary: 'binds each gang to nodes as a whole',
  requires: {
    crds: { 'queues.scheduling.run.ai': 'v2' },
    states: {
      'running': { says: 'The operator and the scheduler that it makes run.' },
      'release': { says: 'They are of the release line that the stack installs.' },
      'configured': { says: 'Config `kai-config` is there and available: the operator makes the scheduler from it.' },
      'scheduler-name': { says: 'The scheduler answers to the `schedulerName` that engine pods ask for, `kai-scheduler`.' },
      'queue-webhook': { says: 'The webhook of Queues has its CA bundle and a ready endpoint.' },
      'admits': { says: 'It answers: the API server would take a new Queue.' },
    },
  },
  chart: {
    name: 'kai-scheduler',
    repository: 'oci://ghcr.io/kai-scheduler/kai-scheduler',
    release: 'mp-kai-scheduler',
    tags: 'v',
    versions: { v1alpha1: 'v0.16.8', managed: 'v0.16.8' },
    versionPath: ['dynamo', 'kaiScheduler'],
    wait: true,
    deleteHookRemoves: 'config.kai.scheduler/kai-config',
    otherNamespaces: ['kai-resource-reservation'],
  },
};

export const KAI_QUEUES: ComponentData = {
  key: 'kai-queues',
  file: 66,
  role: 'config',
  dependsOn: [KAI_SCHEDULER.key],
  finalizedBy: KAI_SCHEDULER.key,
  summary: 'Queues that engines are scheduled through, without limits',
};

/** Name of the Queue that workloads are submitted to. */
export const QUEUE = 'modelplane';

/** Options of GroveKai. */
export interface GroveKaiProps extends DeliveryOptions {
  /**
   * Grove's chart.
   *
   * @default - installed
   */
  readonly grove?: ChartOptions;

  /**
   * KAI Scheduler's chart.
   *
   * @default - installed
   */
  readonly kaiScheduler?: ChartOptions;
}

/**
 * Grove with the KAI Scheduler and the Queues that engines use.
 *
 * @see https://github.com/ai-dynamo/grove
 * @see https://github.com/kai-scheduler/KAI-Scheduler
 */
export class GroveKai extends Component {
  /** Name of the Queue that engines are scheduled through. */
  public readonly queueName = QUEUE;

  constructor(scope: Construct, id: string, props: GroveKaiProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, {
      grove: { type: 'map', fields: chartFields(GROVE.chart!) },
      kaiScheduler: { type: 'map', fields: chartFields(KAI_SCHEDULER.chart!) },
    });
    this._install(
      // a rendered Secret is empty and would overwrite the operator's certificate
      this._release(GROVE, props.grove ?? {}, { webhookServerSecret: { enabled: false } }, ['grove']),
      this._release(KAI_SCHEDULER, props.kaiScheduler ?? {}, {}, ['kaiScheduler']),
      this._manifests(KAI_QUEUES, [queue('modelplane-root'), queue(QUEUE, 'modelplane-root')]),
    );
  }
}

function queue(name: string, parentQueue?: string): Manifest {
  const unlimited = { quota: -1, limit: -1, overQuotaWeight: 1 };
  return Queue.manifest({
    metadata: { name },
    spec: { parentQueue, resources: { cpu: unlimited, gpu: unlimited, memory: unlimited } },
  });
}
