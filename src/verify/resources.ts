import { get, list } from './read';
import { AI_GATEWAY } from '../constructs/ai-gateway';
import { ENVOY_GATEWAY } from '../constructs/envoy-gateway';
import { CLUSTER_CA } from '../constructs/gateway-pki';
import { KAI_SCHEDULER, QUEUE } from '../constructs/grove-kai';
import { GATEWAY, GATEWAY_NAME } from '../constructs/inference-gateway';
import { PROMETHEUS } from '../constructs/prometheus';

/** What every object has. */
export interface Named {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly creationTimestamp?: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime?: string;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

/** A taint that a pod accepts, as the API has it. */
export interface PodToleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

/** A controller of pods. */
export interface Workload extends Named {
  readonly kind: string;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly tolerations?: readonly PodToleration[];
        readonly nodeSelector?: Readonly<Record<string, string>>;
        readonly priorityClassName?: string;
      };
    };
  };
}

export interface DaemonSet extends Workload {
  readonly status?: { readonly desiredNumberScheduled?: number; readonly numberReady?: number };
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

export interface Node extends Named {
  readonly spec?: { readonly taints?: readonly Taint[]; readonly providerID?: string };
  readonly status?: { readonly allocatable?: Readonly<Record<string, string>> };
}

export interface Device {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, { readonly version?: string; readonly string?: string }>>;
}

/** What a DRA driver offers on one node. */
export interface ResourceSlice extends Named {
  readonly spec: {
    readonly driver: string;
    readonly nodeName?: string;
    readonly devices?: readonly Device[];
  };
}

export interface ResourceQuota extends Named {
  readonly spec?: {
    readonly hard?: Readonly<Record<string, string>>;
    readonly scopes?: readonly string[];
    readonly scopeSelector?: {
      readonly matchExpressions?: ReadonlyArray<{ readonly scopeName: string; readonly operator: string; readonly values?: readonly string[] }>;
    };
  };
}

/** Selects objects by their labels; without either field, all. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: ReadonlyArray<{ readonly key: string; readonly operator: string; readonly values?: readonly string[] }>;
}

export interface Prometheus extends Named {
  readonly kind: string;
  readonly spec?: {
    readonly podMonitorSelector?: LabelSelector;
    readonly podMonitorNamespaceSelector?: LabelSelector;
    readonly additionalScrapeConfigs?: { readonly name: string; readonly key: string };
    readonly replicas?: number;
    readonly paused?: boolean;
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export interface PodMonitor extends Named {
  readonly spec?: {
    readonly selector?: LabelSelector;
    readonly namespaceSelector?: { readonly any?: boolean; readonly matchNames?: readonly string[] };
    readonly podMetricsEndpoints?: ReadonlyArray<{ readonly path?: string; readonly relabelings?: ReadonlyArray<{ readonly targetLabel?: string }> }>;
  };
}

export interface Secret extends Named {
  /** In base64. */
  readonly data?: Readonly<Record<string, string>>;
}

export interface Deployment extends Workload {
  readonly status?: { readonly availableReplicas?: number; readonly conditions?: readonly Condition[] };
}

export interface ConfigMap extends Named {
  readonly data?: Readonly<Record<string, string>>;
}

export interface Gateway extends Named {
  readonly spec?: { readonly gatewayClassName?: string };
  readonly status?: {
    readonly addresses?: ReadonlyArray<{ readonly value: string }>;
    readonly conditions?: readonly Condition[];
    readonly listeners?: ReadonlyArray<{ readonly name: string; readonly conditions?: readonly Condition[] }>;
  };
}

export interface GatewayClass extends Named {
  readonly spec: { readonly controllerName: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export interface Pod extends Named {
  readonly status?: {
    readonly phase?: string;
    readonly startTime?: string;
    readonly containerStatuses?: ReadonlyArray<{ readonly name: string; readonly state?: { readonly running?: { readonly startedAt?: string } } }>;
  };
}

export interface Service extends Named {
  readonly spec?: { readonly ports?: ReadonlyArray<{ readonly name?: string; readonly port: number }> };
}

export interface EndpointSlice extends Named {
  readonly endpoints?: ReadonlyArray<{ readonly conditions?: { readonly ready?: boolean } }>;
  readonly ports?: ReadonlyArray<{ readonly name?: string; readonly port?: number }>;
}

/** What KAI's operator makes a scheduler from. */
export interface KaiConfig extends Named {
  readonly spec?: { readonly global?: { readonly schedulerName?: string } };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export interface WebhookConfiguration extends Named {
  readonly webhooks?: ReadonlyArray<{
    readonly clientConfig: { readonly caBundle?: string; readonly service?: { readonly name: string; readonly namespace: string } };
    readonly rules?: ReadonlyArray<{ readonly apiGroups?: readonly string[]; readonly resources?: readonly string[] }>;
  }>;
}

export interface CertificateRequest extends Named {
  readonly metadata: Named['metadata'] & { readonly annotations?: Readonly<Record<string, string>> };
  /** In base64. */
  readonly status?: { readonly certificate?: string };
}

export interface CustomResourceDefinition extends Named {
  readonly spec: { readonly versions: ReadonlyArray<{ readonly name: string; readonly served: boolean; readonly schema?: object }> };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

const CONTAINERS = ['name', 'image', 'command', 'args'].map(field => `spec.template.spec.containers.${field}`);

export const DEPLOYMENTS = {
  ...list<Deployment>('apps/v1', 'deployments', ['metadata.labels', ...CONTAINERS, 'status.availableReplicas', 'status.conditions']),
  reduce: withoutArguments<Deployment>,
};

export const DAEMON_SETS = {
  ...list<DaemonSet>('apps/v1', 'daemonsets', [
    ...CONTAINERS, ...['tolerations', 'nodeSelector', 'priorityClassName'].map(field => `spec.template.spec.${field}`), 'status.desiredNumberScheduled', 'status.numberReady',
  ]),
  reduce: withoutArguments<DaemonSet>,
};

/** Flags that checks look at. */
const FLAGS = /^--?(trust-namespace|scheduler-name|namespaces)(=|$)/;
/** What tells the parts of one image apart; of a word nothing else is kept. */
const PARTS = /(nfd-)?worker/;

/** Containers with what checks look at of their command and arguments; the rest may be secret, such as the key of an API. */
function withoutArguments<T extends Workload>(workload: T): T {
  const containers = workload.spec?.template?.spec?.containers;
  if (!Array.isArray(containers)) {
    return workload;
  }
  const { template } = workload.spec;
  return { ...workload, spec: { ...workload.spec, template: { ...template, spec: { ...template.spec, containers: containers.map(reduced) } } } };
}

function reduced({ command, args, ...container }: Container): Container {
  // the value of a flag may stand in the word after it
  const kept = (words: readonly string[], before?: string) => words.flatMap((word, i) => {
    const previous = i === 0 ? before : words[i - 1];
    return FLAGS.test(word) || previous !== undefined && FLAGS.test(previous) && !previous.includes('=') ? [word] : PARTS.exec(word)?.[0] ?? [];
  });
  return { ...container, ...command && { command: kept(command) }, ...args && { args: kept(args, command?.at(-1)) } };
}

export const NODES = list<Node>('v1', 'nodes', ['metadata.labels', 'spec.taints', 'spec.providerID', 'status.allocatable']);

export const RESOURCE_SLICES = list<ResourceSlice>('resource.k8s.io/v1', 'resourceslices', [
  'spec.driver', 'spec.nodeName', 'spec.devices.name', 'spec.devices.attributes.driverVersion',
]);

export const RESOURCE_QUOTAS = list<ResourceQuota>('v1', 'resourcequotas', ['spec']);

const PROMETHEUS_FIELDS = [
  ...['podMonitorSelector', 'podMonitorNamespaceSelector', 'additionalScrapeConfigs', 'replicas', 'paused'].map(field => `spec.${field}`), 'status.conditions',
];

export const PROMETHEUSES = list<Prometheus>('monitoring.coreos.com/v1', 'prometheuses', PROMETHEUS_FIELDS);

export const PROMETHEUS_AGENTS = list<Prometheus>('monitoring.coreos.com/v1alpha1', 'prometheusagents', PROMETHEUS_FIELDS);

export const POD_MONITORS = list<PodMonitor>('monitoring.coreos.com/v1', 'podmonitors', [
  'metadata.labels', 'spec.selector', 'spec.namespaceSelector', 'spec.podMetricsEndpoints.path', 'spec.podMetricsEndpoints.relabelings.targetLabel',
]);

/** What the stack's own Prometheus scrapes besides monitors. */
export const SCRAPE_SECRET = get<Secret>('v1', 'secrets', 'prometheus-prometheus-scrape-confg', ['data'], PROMETHEUS.namespace);

/** Where the Gateway is. */
export const GATEWAY_NAMESPACE = get<Named>('v1', 'namespaces', GATEWAY.namespace!, ['metadata.labels']);

export const CONTROLLER_PODS = list<Pod>('v1', 'pods', [
  'status.phase', 'status.startTime', 'status.containerStatuses.name', 'status.containerStatuses.state.running.startedAt',
], { namespace: ENVOY_GATEWAY.namespace, labels: 'control-plane=envoy-gateway' });

/** Where Envoy Gateway looks for the AI Gateway's controller. */
export const EXTENSION_SERVICE = get<Service>('v1', 'services', 'ai-gateway-controller', ['spec.ports'], AI_GATEWAY.namespace);

const ENDPOINTS = ['metadata.labels', 'endpoints.conditions', 'ports'];

export const EXTENSION_ENDPOINTS = list<EndpointSlice>('discovery.k8s.io/v1', 'endpointslices', ENDPOINTS, {
  namespace: AI_GATEWAY.namespace,
  labels: `kubernetes.io/service-name=${EXTENSION_SERVICE.name}`,
});

export const KAI_ENDPOINTS = list<EndpointSlice>('discovery.k8s.io/v1', 'endpointslices', ENDPOINTS, { namespace: KAI_SCHEDULER.namespace });

export const KAI_CONFIGS = get<KaiConfig>('kai.scheduler/v1', 'configs', 'kai-config', ['spec.global.schedulerName', 'status.conditions']);

export const KAI_WEBHOOKS = list<WebhookConfiguration>('admissionregistration.k8s.io/v1', 'validatingwebhookconfigurations', [
  'webhooks.clientConfig', 'webhooks.rules.apiGroups', 'webhooks.rules.resources',
]);

export const GATEWAY_CLASSES = list<GatewayClass>('gateway.networking.k8s.io/v1', 'gatewayclasses', ['spec.controllerName', 'status.conditions']);

export const INFERENCE_GATEWAY = get<Gateway>('gateway.networking.k8s.io/v1', 'gateways', GATEWAY_NAME, [
  'metadata.creationTimestamp', 'metadata.generation', 'spec.gatewayClassName', 'status.addresses', 'status.conditions', 'status.listeners.name', 'status.listeners.conditions',
], GATEWAY.namespace);

/** What certificates were asked for and issued, without their keys. */
export const CERTIFICATE_REQUESTS = list<CertificateRequest>('cert-manager.io/v1', 'certificaterequests', [
  'metadata.annotations', 'status.certificate',
], { namespace: GATEWAY.namespace });

/** Written from the Bundle, so that it can be read without the key beside it. */
export const CLUSTER_CA_MAP = get<ConfigMap>('v1', 'configmaps', CLUSTER_CA, ['data'], GATEWAY.namespace);

export const QUEUES = get<Named>('scheduling.run.ai/v2', 'queues', QUEUE, []);
