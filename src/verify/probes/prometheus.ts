import { parse } from 'yaml';
import { ENVOY_GATEWAY } from '../../constructs/envoy-gateway';
import { PROMETHEUS } from '../../constructs/prometheus';
import { check, Check, Evidence, fail, pass } from '../check';
import { optional } from '../read';
import { LabelSelector, POD_MONITORS, PodMonitor, Prometheus, PROMETHEUSES, Secret, SCRAPE_SECRET } from '../resources';
import { nameOf } from '../workloads';

const FIX = 'set the chart\'s prometheus.prometheusSpec: {podMonitorSelectorNilUsesHelmValues: false, podMonitorNamespaceSelector: {}}';
/** Label of the proxies' pods, in the namespace of their controller. */
const COMPONENT = 'app.kubernetes.io/component';
const PROXY = 'proxy';

const selectsAll = (selector?: LabelSelector) =>
  selector !== undefined && Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;

/** Why a Prometheus does not find PodMonitors in every namespace. */
function misses({ kind, metadata, spec = {} }: Prometheus): Evidence | undefined {
  const object = nameOf({ kind, metadata });
  if (!selectsAll(spec.podMonitorSelector)) {
    return { object, field: 'spec.podMonitorSelector', value: spec.podMonitorSelector ?? null };
  }
  return selectsAll(spec.podMonitorNamespaceSelector) ? undefined : { object, field: 'spec.podMonitorNamespaceSelector', value: spec.podMonitorNamespaceSelector ?? null };
}

function scrapesProxies({ metadata, spec: { selector = {}, namespaceSelector = {} } = {} }: PodMonitor): boolean {
  const reaches = namespaceSelector.any || (namespaceSelector.matchNames ?? [metadata.namespace]).includes(ENVOY_GATEWAY.namespace!);
  return reaches && selector.matchLabels?.[COMPONENT] === PROXY;
}

/** Whether a scrape configuration has a job for the proxies, undefined where its Secret could not be read. */
function hasJob(secret: Secret | undefined, key: string): boolean | undefined {
  const text = secret?.data?.[key];
  if (text === undefined) {
    return undefined;
  }
  try {
    // a warning of the parser would quote the Secret
    const jobs = parse(Buffer.from(text, 'base64').toString('utf8'), { logLevel: 'error' });
    return Array.isArray(jobs) && jobs.some(job => JSON.stringify(job).includes(ENVOY_GATEWAY.namespace!));
  } catch {
    return false;
  }
}

export const PROMETHEUS_CHECKS: readonly Check[] = [
  check(PROMETHEUS, 'pod-monitors', { prometheuses: PROMETHEUSES }, ({ prometheuses }) => {
    if (prometheuses.length === 0) {
      return fail('no Prometheus is there', `install ${PROMETHEUS.key}`, { object: 'Prometheus', value: null });
    }
    const finding = prometheuses.find(prometheus => !misses(prometheus));
    return finding
      ? pass(`${nameOf(finding)} finds PodMonitors in every namespace`)
      : fail(`no Prometheus finds PodMonitors in every namespace: ${reason(misses(prometheuses[0])!)}`, FIX, ...prometheuses.map(each => misses(each)!));
  }),
  check(PROMETHEUS, 'proxy-metrics', { prometheuses: PROMETHEUSES, monitors: POD_MONITORS, secrets: optional(SCRAPE_SECRET) }, ({ prometheuses, monitors, secrets }) => {
    const monitor = monitors.find(scrapesProxies);
    if (monitor) {
      return pass(`PodMonitor ${monitor.metadata.namespace}/${monitor.metadata.name} selects the proxies`);
    }
    const configured = prometheuses.find(({ spec }) => spec?.additionalScrapeConfigs);
    const config = configured?.spec?.additionalScrapeConfigs;
    const fix = `add a PodMonitor in ${ENVOY_GATEWAY.namespace} that selects ${COMPONENT}=${PROXY}, port 19001, path /stats/prometheus`;
    if (!config) {
      return fail('nothing scrapes the Envoy proxies', fix, { object: 'PodMonitor', field: 'spec.selector', value: null });
    }
    const object = `Secret ${configured!.metadata.namespace}/${config.name}`;
    const isRead = config.name === SCRAPE_SECRET.name && configured!.metadata.namespace === SCRAPE_SECRET.namespace;
    const job = isRead ? hasJob(secrets?.[0], config.key) : undefined;
    return job === undefined
      ? fail(`${object}, which may scrape the Envoy proxies, was not read`, `look at its key ${config.key} for a job in ${ENVOY_GATEWAY.namespace}; or ${fix}`, { object })
      : job ? pass(`${object} scrapes the proxies`) : fail(`${object} has no job for the Envoy proxies`, fix, { object });
  }),
];

function reason({ object, field, value }: Evidence): string {
  return `${field} of ${object} ${value === null ? 'is not set' : 'selects by labels'}`;
}
