import { Construct } from 'constructs';
import { chartFields, ChartOptions, Component, DeliveryOptions } from './component';
import { ComponentData } from '../lib/component';

export const CERT_MANAGER: ComponentData = {
  key: 'cert-manager',
  file: 10,
  role: 'substrate',
  option: 'certManager',
  namespace: 'cert-manager',
  leaves: [{ what: 'the CRDs of cert-manager.io and acme.cert-manager.io, with every Certificate and Issuer in the cluster' }],
  summary: 'issues the certificates of the gateway and of the controllers\' webhooks',
  requires: {
    crds: { 'certificates.cert-manager.io': 'v1' },
    states: {
      running: { says: 'The controller, the webhook and the CA injector run.' },
      admits: { says: 'The webhook answers: the API server would take a new Certificate.' },
    },
  },
  chart: {
    name: 'cert-manager',
    repository: 'https://charts.jetstack.io',
    release: 'mp-cert-manager',
    tags: 'v',
    versions: { v1alpha1: 'v1.21.1', managed: 'v1.20.2' },
    versionPath: ['certManager'],
    wait: true,
    fixed: { crds: { enabled: true } },
    webhooks: { kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'] },
    otherNamespaces: ['kube-system'],
    kinds: ['cert-manager.io/v1/Certificate', 'cert-manager.io/v1/ClusterIssuer', 'cert-manager.io/v1/Issuer'],
  },
};

/** Options of CertManager. */
export interface CertManagerProps extends ChartOptions, DeliveryOptions {}

/**
 * cert-manager with its CRDs, which outlive an uninstall.
 *
 * @see https://cert-manager.io/docs/installation/helm/
 *
 * @example
 * import { CertManager } from 'cdk8s-serving-stack';
 *
 * new CertManager(chart, 'cert-manager', { version: 'v1.21.1' });
 */
export class CertManager extends Component {
  constructor(scope: Construct, id: string, props: CertManagerProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, chartFields(CERT_MANAGER.chart!));
    this._install(this._release(CERT_MANAGER, props, { crds: { enabled: true } }));
  }
}
