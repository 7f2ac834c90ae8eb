import { CheckStates } from './states';

function prometheus(spec: object): any {
  return { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { namespace: 'monitoring', name: 'prometheus-prometheus' }, spec };
}

function podMonitor(namespace: string, spec: object): any {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { namespace, name: 'proxies' },
    spec: { podMetricsEndpoints: [{ path: '/stats/prometheus' }], selector: { matchLabels: { 'app.kubernetes.io/component': 'proxy' } }, ...spec },
  };
}

function scrapeSecret(text: string, name = 'prometheus-prometheus-scrape-confg'): any {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'monitoring', name },
    type: 'Opaque',
    data: { 'additional-scrape-configs.yaml': Buffer.from(text).toString('base64') },
  };
}

const OPEN = { podMonitorSelector: {}, podMonitorNamespaceSelector: {} };
const configured = (name = 'prometheus-prometheus-scrape-confg') =>
  prometheus({ ...OPEN, additionalScrapeConfigs: { name, key: 'additional-scrape-configs.yaml' } });
const NAME = 'Prometheus monitoring/prometheus-prometheus';
const MISSES = 'no Prometheus finds PodMonitors in every namespace';
const JOB = '- job_name: envoy\n  kubernetes_sd_configs: [{role: pod, namespaces: {names: [envoy-gateway-system]}}]\n';

export const PROMETHEUS_STATES: readonly CheckStates[] = [
  {
    code: 'kube-prometheus-stack/pod-monitors',
    good: [prometheus(OPEN)],
    bad: [
      { what: 'no Prometheus', without: [prometheus(OPEN)], result: 'fail', message: 'no Prometheus is there' },
      {
        what: 'the chart\'s own label',
        with: [prometheus({ ...OPEN, podMonitorSelector: { matchLabels: { release: 'kube-prometheus-stack' } } })],
        result: 'fail',
        message: `${MISSES}: spec.podMonitorSelector of ${NAME} selects by labels`,
      },
      {
        what: 'no selector, which selects none',
        with: [prometheus({ podMonitorNamespaceSelector: {} })],
        result: 'fail',
        message: `${MISSES}: spec.podMonitorSelector of ${NAME} is not set`,
      },
      {
        what: 'its own namespace only',
        with: [prometheus({ podMonitorSelector: {} })],
        result: 'fail',
        message: `${MISSES}: spec.podMonitorNamespaceSelector of ${NAME} is not set`,
      },
      {
        what: 'some namespaces only',
        with: [prometheus({ ...OPEN, podMonitorNamespaceSelector: { matchExpressions: [{ key: 'team', operator: 'Exists' }] } })],
        result: 'fail',
        message: `${MISSES}: spec.podMonitorNamespaceSelector of ${NAME} selects by labels`,
      },
    ],
  },
  {
    code: 'kube-prometheus-stack/proxy-metrics',
    good: [configured(), scrapeSecret(JOB)],
    bad: [
      { what: 'nothing that scrapes', without: [configured(), scrapeSecret(JOB)], result: 'warn', message: 'nothing scrapes the Envoy proxies' },
      {
        what: 'a Secret with other jobs',
        with: [scrapeSecret('- job_name: other\n')],
        result: 'warn',
        message: 'Secret monitoring/prometheus-prometheus-scrape-confg has no job for the Envoy proxies',
      },
      { what: 'a Secret that is no list', with: [scrapeSecret('{')], result: 'warn', message: 'Secret monitoring/prometheus-prometheus-scrape-confg has no job for the Envoy proxies' },
      { what: 'a Secret of another name', with: [configured('mine')], result: 'warn', message: 'Secret monitoring/mine, which may scrape the Envoy proxies, was not read' },
      {
        what: 'a PodMonitor that does not reach the proxies\' namespace',
        with: [podMonitor('default', {}), prometheus(OPEN)],
        result: 'warn',
        message: 'nothing scrapes the Envoy proxies',
      },
    ],
  },
  {
    code: 'kube-prometheus-stack/proxy-metrics',
    good: [prometheus(OPEN), podMonitor('default', { namespaceSelector: { matchNames: ['envoy-gateway-system'] } })],
    bad: [{
      what: 'a PodMonitor of other pods',
      with: [podMonitor('default', { namespaceSelector: { any: true }, selector: { matchLabels: { app: 'x' } } })],
      result: 'warn',
      message: 'nothing scrapes the Envoy proxies',
    }],
  },
];
