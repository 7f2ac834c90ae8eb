import { parse } from 'yaml';
import { ENVOY_GATEWAY } from '../../constructs/envoy-gateway';
import { GATEWAY, GATEWAY_NAME } from '../../constructs/inference-gateway';
import { PROMETHEUS } from '../../constructs/prometheus';
import { check, Check, Evidence, fail, pass, unknown, warn } from '../check';
import { because, conditionOf } from '../gateway-state';
import { optional } from '../read';
import { DEPLOYMENTS, LabelSelector, POD_MONITORS, PodMonitor, Prometheus, PROMETHEUS_AGENTS, PROMETHEUSES, SCRAPE_SECRET } from '../resources';
import { selects } from '../selectors';
import { argument, nameOf, runs } from '../workloads';

const FIX = 'set the chart\'s prometheus.prometheusSpec: {podMonitorSelectorNilUsesHelmValues: false, podMonitorNamespaceSelector: {}}';
/** Labels of the proxies' pods, in the namespace of their controller. */
const PROXY: Readonly<Record<string, string>> = {
  'app.kubernetes.io/component': 'proxy',
  'app.kubernetes.io/name': 'envoy',
  'app.kubernetes.io/managed-by': 'envoy-gateway',
  'gateway.envoyproxy.io/owning-gateway-name': GATEWAY_NAME,
  'gateway.envoyproxy.io/owning-gateway-namespace': GATEWAY.namespace!,
};
const STATS_PATH = '/stats/prometheus';
const OPERATOR = 'prometheus-operator';
/** Flag of the operator by which it sees some namespaces only. */
const OPERATOR_FLAG = '--namespaces';
/** What is known of the proxies where Prometheus discovers pods; the last is a label of their controller, which they have not. */
const DISCOVERED: Readonly<Record<string, string>> = {
  __meta_kubernetes_namespace: ENVOY_GATEWAY.namespace!,
  ...Object.fromEntries(Object.entries(PROXY).map(([name, value]) => [`__meta_kubernetes_pod_label_${name.replace(/[^a-z]/g, '_')}`, value])),
  __meta_kubernetes_pod_label_control_plane: '',
};
/** Labels of a PodMonitor that says nothing of a Prometheus, and of a namespace that nobody labelled. */
const BARE = { monitor: {}, namespace: { 'kubernetes.io/metadata.name': 'workloads' } };

const selectsAll = (selector?: LabelSelector) =>
  selector !== undefined && Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;

/** A selector of a Prometheus by which it does not find every PodMonitor. */
interface Limit extends Evidence {
  /** It finds no ordinary one. */
  readonly closed: boolean;
}

function limitsOf({ kind, metadata, spec: { podMonitorSelector, podMonitorNamespaceSelector } = {} }: Prometheus): Limit[] {
  const limit = (field: string, selector: LabelSelector | undefined, labels: Readonly<Record<string, string>>) => selectsAll(selector)
    ? [] : [{ object: nameOf({ kind, metadata }), field: `spec.${field}`, value: selector ?? null, closed: !selects(selector, labels) }];
  return [
    ...limit('podMonitorSelector', podMonitorSelector, BARE.monitor),
    ...limit('podMonitorNamespaceSelector', podMonitorNamespaceSelector, BARE.namespace),
  ];
}

/** Why a Prometheus scrapes nothing. */
function downOf({ kind, metadata, spec: { replicas } = {}, status }: Prometheus): Fault | undefined {
  const object = nameOf({ kind, metadata });
  const available = conditionOf(status, 'Available');
  return replicas === 0 ? { object, field: 'spec.replicas', value: 0, says: 'is scaled to zero' }
    : available?.status === 'False' ? { object, field: 'status.conditions[Available]', value: 'False', says: `is not available${because(available)}` } : undefined;
}

/** Why it scrapes nothing new: the operator leaves one that is paused alone. */
function idleOf(prometheus: Prometheus): Fault | undefined {
  return downOf(prometheus)
    ?? (prometheus.spec?.paused ? { object: nameOf(prometheus), field: 'spec.paused', value: true, says: 'is paused' } : undefined);
}

interface Fault extends Evidence {
  readonly says: string;
}

/** Whether a Prometheus takes a PodMonitor, as far as the labels of its namespace are known. */
function takes({ metadata: { namespace }, spec = {} }: Prometheus, { metadata: monitor }: PodMonitor): boolean {
  const { podMonitorSelector, podMonitorNamespaceSelector: namespaces } = spec;
  return selects(podMonitorSelector, monitor.labels ?? {})
    && (namespaces === undefined ? monitor.namespace === namespace : selects(namespaces, { 'kubernetes.io/metadata.name': monitor.namespace! }));
}

const evidenceOf = ({ object, field, value }: Evidence): Evidence => ({ object, field, value });

function scrapesProxies({ metadata, spec: { selector = {}, namespaceSelector = {}, podMetricsEndpoints = [] } = {} }: PodMonitor): boolean {
  const { any, matchNames = [] } = namespaceSelector;
  const namespaces = matchNames.length > 0 ? matchNames : [metadata.namespace];
  return (any || namespaces.includes(ENVOY_GATEWAY.namespace!))
    && selects(selector, PROXY)
    && podMetricsEndpoints.some(({ path, relabelings = [] }) => path === STATS_PATH || relabelings.some(({ targetLabel }) => targetLabel === '__metrics_path__'));
}

/** Whether a scrape configuration, in base64, has a job for the proxies. */
function hasJob(data: string): boolean {
  try {
    // a warning would print lines of the Secret
    const jobs = parse(Buffer.from(data, 'base64').toString('utf8'), { logLevel: 'error' });
    return jobs.some(isOfProxies);
  } catch {
    return false;
  }
}

/** As far as a job can be told: what it does with labels that are not known of the proxies is taken to let them through. */
function isOfProxies({ metrics_path: path, kubernetes_sd_configs: discoveries = [], relabel_configs: steps = [] }: any): boolean {
  const finds = discoveries.some(({ role, namespaces }: any) => role === 'pod'
    && (namespaces?.names?.length > 0 ? namespaces.names.includes(ENVOY_GATEWAY.namespace) : !namespaces?.own_namespace));
  const isAtStats = path === STATS_PATH || steps.some(({ target_label: target }: any) => target === '__metrics_path__');
  return finds && isAtStats && steps.every(({ action, source_labels: sources = [], separator = ';', regex = '.*' }: any) => {
    if (!['keep', 'drop'].includes(action) || !sources.every((source: string) => source in DISCOVERED)) {
      return true;
    }
    const matches = matchesAll(regex, sources.map((source: string) => DISCOVERED[source]).join(separator));
    return matches === undefined || matches === (action === 'keep');
  });
}

/** Whether a regular expression of Prometheus matches the whole of a text, undefined where JavaScript does not have its syntax. */
function matchesAll(regex: string, text: string): boolean | undefined {
  try {
    return new RegExp(`^(?:${regex})$`).test(text);
  } catch {
    return undefined;
  }
}

export const PROMETHEUS_CHECKS: readonly Check[] = [
  check(PROMETHEUS, 'pod-monitors', {
    prometheuses: PROMETHEUSES, agents: optional(PROMETHEUS_AGENTS), deployments: optional(DEPLOYMENTS),
  }, ({ prometheuses, agents, deployments = [] }) => {
    const there = [...prometheuses, ...agents ?? []];
    const every = there.filter(prometheus => idleOf(prometheus) === undefined)
      .map(prometheus => ({ name: nameOf(prometheus), limits: limitsOf(prometheus) }));
    const operators = deployments.filter(deployment => runs(deployment, { image: OPERATOR }));
    if (every.length > 0 && operators.length > 0 && operators.every(operator => argument(operator, OPERATOR_FLAG))) {
      const [operator] = operators;
      const namespaces = argument(operator, OPERATOR_FLAG);
      return fail(`${nameOf(operator)} sees PodMonitors of ${namespaces} only`, 'leave out the chart\'s prometheusOperator.namespaces',
        { object: nameOf(operator), field: OPERATOR_FLAG, value: namespaces });
    }
    const open = every.find(({ limits }) => limits.length === 0);
    if (open) {
      return pass(`${open.name} finds PodMonitors in every namespace`, ...['podMonitorSelector', 'podMonitorNamespaceSelector']
        .map(field => ({ object: open.name, field: `spec.${field}`, value: {} })));
    }
    const nearly = every.find(({ limits }) => limits.every(({ closed }) => !closed));
    if (nearly) {
      const fields = nearly.limits.map(({ field }) => field);
      return warn(
        `${nearly.name} finds PodMonitors but for those that ${fields.join(' and ')} leave${fields.length > 1 ? '' : 's'} out`,
        `see that it leaves out none of workloads, or ${FIX}`,
        ...nearly.limits.map(evidenceOf),
      );
    }
    if (agents === undefined) {
      return unknown('no Prometheus finds PodMonitors in every namespace, and whether a PrometheusAgent does was not read', FIX, ...every.flatMap(({ limits }) => limits.map(evidenceOf)));
    }
    if (there.length === 0) {
      return fail('no Prometheus is there', `install ${PROMETHEUS.key}`, { object: 'Prometheus', value: null });
    }
    const idle = there.flatMap(prometheus => idleOf(prometheus) ?? []);
    if (every.length === 0) {
      return fail(`${idle[0].object} ${idle[0].says}`, 'let it run: kubectl get prometheuses -A', ...idle.map(evidenceOf));
    }
    const { object, field, value } = every[0].limits.find(({ closed }) => closed)!;
    return fail(
      `no Prometheus finds PodMonitors in every namespace: ${field} of ${object} ${value === null ? 'is not set' : 'selects by labels'}`,
      FIX,
      ...every.flatMap(({ limits }) => limits.map(evidenceOf)),
    );
  }),
  check(PROMETHEUS, 'proxy-metrics', {
    prometheuses: PROMETHEUSES, agents: optional(PROMETHEUS_AGENTS), monitors: POD_MONITORS, secrets: optional(SCRAPE_SECRET),
  }, ({ prometheuses, agents = [], monitors, secrets }) => {
    const scraping = [...prometheuses, ...agents].filter(prometheus => downOf(prometheus) === undefined);
    const fitting = monitors.filter(scrapesProxies);
    const seen = (monitor: PodMonitor) => ({ object: `PodMonitor ${monitor.metadata.namespace}/${monitor.metadata.name}`, field: 'spec.selector', value: monitor.spec!.selector });
    const taken = fitting.find(monitor => scraping.some(prometheus => takes(prometheus, monitor)));
    if (taken) {
      return pass(`${seen(taken).object} selects the proxies`, seen(taken));
    }
    const fix = `add a PodMonitor in ${ENVOY_GATEWAY.namespace} that selects app.kubernetes.io/component=proxy, with podMetricsEndpoints [{portNumber: 19001, path: ${STATS_PATH}}]`;
    const configured = scraping.flatMap(({ metadata: { namespace }, spec }) =>
      spec?.additionalScrapeConfigs ? [{ namespace, ...spec.additionalScrapeConfigs }] : []);
    if (configured.length === 0 && fitting.length > 0) {
      return fail(`${seen(fitting[0]).object} selects the proxies, and no Prometheus that runs selects it`,
        'give it the labels that spec.podMonitorSelector of a Prometheus asks for, in a namespace of its spec.podMonitorNamespaceSelector',
        { object: seen(fitting[0]).object, field: 'metadata.labels', value: fitting[0].metadata.labels ?? null },
        ...scraping.flatMap(prometheus => limitsOf(prometheus).map(evidenceOf)));
    }
    if (configured.length === 0) {
      return fail('nothing scrapes the Envoy proxies', fix, { object: 'PodMonitor', field: 'spec.selector', value: null });
    }
    // one Secret is read, and only what reads it can be told
    const readable = configured.find(({ namespace, name }) => namespace === SCRAPE_SECRET.namespace && name === SCRAPE_SECRET.name);
    const { namespace, name, key } = readable ?? configured[0];
    const object = `Secret ${namespace}/${name}`;
    const field = `data[${key}]`;
    if (readable && secrets?.length === 0) {
      return fail(`${object}, from which scrape jobs are to be read, is missing`, fix, { object, value: null });
    }
    const data = secrets?.[0]?.data;
    if (!readable || data === undefined) {
      return fail(`${object}, which may scrape the Envoy proxies, was not read`, `look at its key ${key} for a job in ${ENVOY_GATEWAY.namespace}; or ${fix}`, { object, field });
    }
    return hasJob(data[key] ?? '')
      ? pass(`${object} scrapes the proxies`, { object, field })
      : fail(`${object} has no job for the Envoy proxies`, fix, { object, field });
  }),
];
