import { Construct } from 'constructs';
import { chartFields, ChartOptions, Component, DeliveryOptions } from './component';
import { ComponentData } from '../lib/component';
import { Values } from '../lib/values';

export const PROMETHEUS: ComponentData = {
  key: 'kube-prometheus-stack',
  file: 30,
  role: 'substrate',
  option: 'prometheus',
  namespace: 'monitoring',
  podSecurity: 'privileged',
  leaves: [{ what: 'the CRDs of monitoring.coreos.com' }],
  summary: 'collects metrics of engines, GPUs and the gateway\'s proxies',
  requires: {
    crds: { 'podmonitors.monitoring.coreos.com': 'v1', 'servicemonitors.monitoring.coreos.com': 'v1' },
    states: {
      'pod-monitors': {
        says: 'A Prometheus runs, and finds PodMonitors in every namespace and with any labels, for they live beside the workloads: in the chart, '
          + '`podMonitorSelectorNilUsesHelmValues: false` and an empty `podMonitorNamespaceSelector`, and no `prometheusOperator.namespaces`.',
      },
      'proxy-metrics': { says: 'Something scrapes the stats of the Envoy proxies, for metrics of requests.', advice: true },
    },
    notNeeded: ['Grafana and Alertmanager, which the stack leaves out.'],
  },
  chart: {
    name: 'kube-prometheus-stack',
    repository: 'https://prometheus-community.github.io/helm-charts',
    release: 'mp-kube-prometheus-stack',
    tags: 'none',
    versions: { v1alpha1: '72.6.2', managed: '84.4.0' },
    versionPath: ['prometheus'],
    staleCrds: true,
    kinds: ['monitoring.coreos.com/v1/PodMonitor', 'monitoring.coreos.com/v1/PrometheusRule', 'monitoring.coreos.com/v1/ServiceMonitor'],
    webhooks: { kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'], patchedByJob: true },
    otherNamespaces: ['kube-system'],
  },
};

const VALUES: Values = {
  fullnameOverride: 'prometheus',
  grafana: { enabled: false },
  alertmanager: { enabled: false },
  prometheus: {
    prometheusSpec: {
      // PodMonitors live beside the workloads and carry no label of this release
      podMonitorSelectorNilUsesHelmValues: false,
      podMonitorNamespaceSelector: {},
      additionalScrapeConfigs: [{
        job_name: 'envoy-gateway-proxy',
        kubernetes_sd_configs: [{ role: 'pod', namespaces: { names: ['envoy-gateway-system'] } }],
        relabel_configs: [
          { source_labels: ['__meta_kubernetes_pod_label_app_kubernetes_io_component'], regex: 'proxy', action: 'keep' },
          { source_labels: ['__address__'], regex: '([^:]+)(?::\\d+)?', replacement: '$1:19001', target_label: '__address__' },
        ],
        metrics_path: '/stats/prometheus',
      }],
    },
  },
};

/** Options of Prometheus. */
export interface PrometheusProps extends ChartOptions, DeliveryOptions {}

/**
 * kube-prometheus-stack without Grafana and Alertmanager, discovering PodMonitors in every namespace and scraping the Envoy
 * proxies.
 *
 * @see https://github.com/prometheus-community/helm-charts/tree/main/charts/kube-prometheus-stack
 */
export class Prometheus extends Component {
  /** Address of Prometheus inside the cluster. */
  public readonly url: string;

  constructor(scope: Construct, id: string, props: PrometheusProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, chartFields(PROMETHEUS.chart!));
    const prometheus = this._release(PROMETHEUS, props, VALUES);
    this.url = serviceUrl(prometheus.release?.values ?? VALUES);
    this._install(prometheus);
  }
}

function serviceUrl({ fullnameOverride, namespaceOverride, prometheus }: Values): string {
  // the chart cuts the name it is given in the same way
  const name = typeof fullnameOverride === 'string' && fullnameOverride ? fullnameOverride : 'mp-kube-prometheus-stack';
  return `http://${name.slice(0, 26).replace(/-$/, '')}-prometheus.${namespaceOverride || PROMETHEUS.namespace}.svc.cluster.local:${prometheus?.service?.port ?? 9090}`;
}
