import { CheckStates, deployment } from './states';

function prometheus(spec: object): any {
  return { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { namespace: 'monitoring', name: 'prometheus-prometheus' }, spec };
}

function unavailable(spec: object): any {
  return {
    ...prometheus(spec),
    status: {
      paused: false,
      replicas: 1,
      updatedReplicas: 1,
      availableReplicas: 0,
      unavailableReplicas: 1,
      conditions: [{ type: 'Available', status: 'False', reason: 'NoPodReady', message: 'no pod is ready', lastTransitionTime: '2026-01-01T10:00:00Z' }],
    },
  };
}

const operator = (...args: string[]) => deployment('monitoring', 'prometheus-operator', 'quay.io/prometheus-operator/prometheus-operator:v0.90.1', { args });

function podMonitor(namespace: string, spec: object): any {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { namespace, name: 'proxies' },
    spec: { podMetricsEndpoints: [{ path: '/stats/prometheus' }], selector: { matchLabels: { 'app.kubernetes.io/component': 'proxy' } }, ...spec },
  };
}

function labelled(labels: object, object: any): any {
  return { ...object, metadata: { ...object.metadata, labels } };
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

function agent(spec: object): any {
  return { apiVersion: 'monitoring.coreos.com/v1alpha1', kind: 'PrometheusAgent', metadata: { namespace: 'monitoring', name: 'agent' }, spec };
}

const OPEN = { podMonitorSelector: {}, podMonitorNamespaceSelector: {} };
const configured = (name = 'prometheus-prometheus-scrape-confg') =>
  prometheus({ ...OPEN, additionalScrapeConfigs: { name, key: 'additional-scrape-configs.yaml' } });
const NAME = 'Prometheus monitoring/prometheus-prometheus';
const MISSES = 'no Prometheus finds PodMonitors in every namespace';
const SECRET = 'Secret monitoring/prometheus-prometheus-scrape-confg';

/** A scrape configuration of one job. */
function job({ namespaces = '{names: [envoy-gateway-system]}', label = 'app_kubernetes_io_component', regex = 'proxy', action = 'keep', path = '/stats/prometheus' } = {}): string {
  return `- job_name: envoy
  metrics_path: ${path}
  kubernetes_sd_configs: [{role: pod, namespaces: ${namespaces}}]
  relabel_configs:
    - {source_labels: [__meta_kubernetes_pod_label_${label}], regex: ${regex}, action: ${action}}
`;
}

const except = (key: string, ...values: string[]) => ({ matchExpressions: [{ key, operator: 'NotIn', values }] });

export const PROMETHEUS_STATES: readonly CheckStates[] = [
  {
    code: 'kube-prometheus-stack/pod-monitors',
    good: [prometheus(OPEN), operator('--log-level=info')],
    bad: [
      { what: 'one that is scaled to zero', with: [prometheus({ ...OPEN, replicas: 0 })], result: 'fail', message: `${NAME} is scaled to zero` },
      { what: 'one that is paused', with: [prometheus({ ...OPEN, paused: true })], result: 'fail', message: `${NAME} is paused` },
      { what: 'one that is down', with: [unavailable(OPEN)], result: 'fail', message: `${NAME} is not available: NoPodReady: no pod is ready` },
      {
        what: 'an operator of some namespaces',
        with: [operator('--namespaces=monitoring,infra')],
        result: 'fail',
        message: 'Deployment monitoring/prometheus-operator sees PodMonitors of monitoring,infra only',
      },
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
      {
        what: 'namespaces by their names',
        with: [prometheus({ ...OPEN, podMonitorNamespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['monitoring'] }] } })],
        result: 'fail',
        message: `${MISSES}: spec.podMonitorNamespaceSelector of ${NAME} selects by labels`,
      },
      {
        what: 'all namespaces but some',
        with: [prometheus({ ...OPEN, podMonitorNamespaceSelector: except('kubernetes.io/metadata.name', 'kube-system') })],
        result: 'warn',
        message: `${NAME} finds PodMonitors but for those that spec.podMonitorNamespaceSelector leaves out`,
      },
      {
        what: 'all PodMonitors but some',
        with: [prometheus({ ...OPEN, podMonitorSelector: except('team', 'infra') })],
        result: 'warn',
        message: `${NAME} finds PodMonitors but for those that spec.podMonitorSelector leaves out`,
      },
      {
        what: 'empty expressions and a label',
        with: [prometheus({ ...OPEN, podMonitorSelector: { matchLabels: { release: 'x' }, matchExpressions: [] } })],
        result: 'fail',
        message: `${MISSES}: spec.podMonitorSelector of ${NAME} selects by labels`,
      },
    ],
  },
  {
    code: 'kube-prometheus-stack/pod-monitors',
    // its CRD is not among those of ../shared
    laidDown: false,
    good: [agent(OPEN), prometheus({ podMonitorNamespaceSelector: {} })],
    bad: [
      { what: 'an agent that finds none', with: [agent({})], result: 'fail', message: `${MISSES}: spec.podMonitorSelector of ${NAME} is not set` },
      { what: 'such an agent alone', with: [agent({})], without: [prometheus({})], result: 'fail', message: `${MISSES}: spec.podMonitorSelector of PrometheusAgent monitoring/agent is not set` },
    ],
  },
  {
    code: 'kube-prometheus-stack/proxy-metrics',
    good: [configured(), scrapeSecret(job())],
    bad: [
      { what: 'nothing that scrapes', without: [configured(), scrapeSecret(job())], result: 'warn', message: 'nothing scrapes the Envoy proxies' },
      {
        what: 'a Secret with other jobs',
        with: [scrapeSecret('- job_name: other\n')],
        result: 'warn',
        message: 'Secret monitoring/prometheus-prometheus-scrape-confg has no job for the Envoy proxies',
      },
      { what: 'a Secret that is no list', with: [scrapeSecret('{')], result: 'warn', message: 'Secret monitoring/prometheus-prometheus-scrape-confg has no job for the Envoy proxies' },
      { what: 'no Secret of that name', without: [scrapeSecret('')], result: 'warn', message: `${SECRET}, from which scrape jobs are to be read, is missing` },
      { what: 'a Secret without the key', with: [{ ...scrapeSecret(''), data: { other: 'eA==' } }], result: 'warn', message: `${SECRET} has no job for the Envoy proxies` },
      { what: 'a Secret whose content a dump leaves out', with: [{ ...scrapeSecret(''), data: undefined }], result: 'warn', message: `${SECRET}, which may scrape the Envoy proxies, was not read` },
      { what: 'a job of the controller', with: [scrapeSecret(job({ label: 'control_plane', regex: 'envoy-gateway' }))], result: 'warn', message: `${SECRET} has no job for the Envoy proxies` },
      { what: 'a job that drops the proxies', with: [scrapeSecret(job({ action: 'drop' }))], result: 'warn', message: `${SECRET} has no job for the Envoy proxies` },
      { what: 'a job of its own namespace', with: [scrapeSecret(job({ namespaces: '{own_namespace: true}' }))], result: 'warn', message: `${SECRET} has no job for the Envoy proxies` },
      { what: 'a job of the path that is usual elsewhere', with: [scrapeSecret(job({ path: '/metrics' }))], result: 'warn', message: `${SECRET} has no job for the Envoy proxies` },
      { what: 'a job whose label has only the beginning', with: [scrapeSecret(job({ regex: 'prox' }))], result: 'warn', message: `${SECRET} has no job for the Envoy proxies` },
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
    bad: [
      {
        what: 'a PodMonitor that no Prometheus selects',
        with: [prometheus({ ...OPEN, podMonitorSelector: { matchLabels: { release: 'x' } } })],
        result: 'warn',
        message: 'PodMonitor default/proxies selects the proxies, and no Prometheus that runs selects it',
      },
      {
        what: 'a Prometheus of its own namespace',
        with: [prometheus({ podMonitorSelector: {} })],
        result: 'warn',
        message: 'PodMonitor default/proxies selects the proxies, and no Prometheus that runs selects it',
      },
      {
        what: 'a Prometheus that is down',
        with: [unavailable(OPEN)],
        result: 'warn',
        message: 'PodMonitor default/proxies selects the proxies, and no Prometheus that runs selects it',
      },
      {
        what: 'no Prometheus',
        without: [prometheus(OPEN)],
        result: 'warn',
        message: 'PodMonitor default/proxies selects the proxies, and no Prometheus that runs selects it',
      },
      {
        what: 'a PodMonitor of other pods',
        with: [podMonitor('default', { namespaceSelector: { any: true }, selector: { matchLabels: { app: 'x' } } })],
        result: 'warn',
        message: 'nothing scrapes the Envoy proxies',
      },
      {
        what: 'a PodMonitor of the controller',
        with: [podMonitor('default', { namespaceSelector: { any: true }, selector: { matchLabels: { 'control-plane': 'envoy-gateway' } } })],
        result: 'warn',
        message: 'nothing scrapes the Envoy proxies',
      },
      {
        what: 'a PodMonitor of the path that is usual elsewhere',
        with: [podMonitor('default', { namespaceSelector: { any: true }, podMetricsEndpoints: [{ port: 'metrics' }] })],
        result: 'warn',
        message: 'nothing scrapes the Envoy proxies',
      },
    ],
  },
  {
    code: 'kube-prometheus-stack/proxy-metrics',
    // by the Gateway that the proxies are of, and a path that is written over
    good: [
      prometheus({ ...OPEN, podMonitorSelector: { matchLabels: { team: 'a' } } }),
      labelled({ team: 'a' }, podMonitor('monitoring', {
        namespaceSelector: { any: true },
        selector: { matchLabels: { 'gateway.envoyproxy.io/owning-gateway-name': 'inference-gateway', 'gateway.envoyproxy.io/owning-gateway-namespace': 'modelplane-system' } },
        podMetricsEndpoints: [{ port: 'metrics', relabelings: [{ targetLabel: '__metrics_path__', replacement: '/stats/prometheus' }] }],
      })),
    ],
    bad: [
      {
        what: 'another Gateway',
        with: [labelled({ team: 'a' }, podMonitor('monitoring', { namespaceSelector: { any: true }, selector: { matchLabels: { 'gateway.envoyproxy.io/owning-gateway-name': 'other' } } }))],
        result: 'warn',
        message: 'nothing scrapes the Envoy proxies',
      },
      {
        what: 'another path',
        with: [labelled({ team: 'a' }, podMonitor('monitoring', { namespaceSelector: { any: true }, podMetricsEndpoints: [{ relabelings: [{ targetLabel: 'job' }] }] }))],
        result: 'warn',
        message: 'nothing scrapes the Envoy proxies',
        fix: 'add a PodMonitor in envoy-gateway-system that selects app.kubernetes.io/component=proxy, with podMetricsEndpoints [{portNumber: 19001, path: /stats/prometheus}]',
      },
    ],
  },
  {
    code: 'kube-prometheus-stack/proxy-metrics',
    // its CRD is not among those of ../shared
    laidDown: false,
    good: [agent({ additionalScrapeConfigs: { name: 'prometheus-prometheus-scrape-confg', key: 'additional-scrape-configs.yaml' } }), scrapeSecret(job())],
    bad: [{ what: 'an agent without jobs', with: [agent({})], result: 'warn', message: 'nothing scrapes the Envoy proxies' }],
  },
  {
    code: 'kube-prometheus-stack/proxy-metrics',
    // a flag that the expressions of JavaScript do not have
    good: [configured(), scrapeSecret(job({ regex: '(?i)PROXY' }))],
    bad: [{ what: 'nothing that scrapes', without: [configured(), scrapeSecret('')], result: 'warn', message: 'nothing scrapes the Envoy proxies' }],
  },
  {
    code: 'kube-prometheus-stack/proxy-metrics',
    // an empty list of names is its own namespace
    good: [
      prometheus(OPEN),
      podMonitor('envoy-gateway-system', {
        namespaceSelector: { matchNames: [] },
        selector: { matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'In', values: ['proxy'] }, { key: 'app.kubernetes.io/name', operator: 'Exists' }] },
      }),
    ],
    bad: [{
      what: 'an expression that leaves them out',
      with: [podMonitor('envoy-gateway-system', { selector: { matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'NotIn', values: ['proxy'] }] } })],
      result: 'warn',
      message: 'nothing scrapes the Envoy proxies',
    }],
  },
  {
    code: 'kube-prometheus-stack/proxy-metrics',
    // of two that have jobs of their own, the second's is the stack's; it names pods by annotations, in all namespaces
    good: [
      { ...configured('another'), metadata: { namespace: 'a-team', name: 'first' } },
      configured(),
      scrapeSecret('- job_name: pods\n  kubernetes_sd_configs: [{role: pod}]\n  relabel_configs:\n'
        + '    - {source_labels: [__meta_kubernetes_pod_annotation_prometheus_io_scrape], regex: "true", action: keep}\n'
        + '    - {source_labels: [__meta_kubernetes_pod_annotation_prometheus_io_path], target_label: __metrics_path__}\n'),
    ],
    bad: [{ what: 'a Secret with a tag of its own', with: [scrapeSecret('- job_name: x\n  basic_auth: {password: !vault hunter2}\n')], result: 'warn', message: `${SECRET} has no job for the Envoy proxies` }],
  },
];
