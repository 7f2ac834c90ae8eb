import { Construct } from 'constructs';
import { chartFields, ChartOptions, Component, DeliveryOptions } from './component';
import { SELF_SIGNED_ISSUER } from './self-signed-issuer';
import { ComponentData } from '../lib/component';

export const TRUST_MANAGER: ComponentData = {
  key: 'trust-manager',
  file: 20,
  role: 'substrate',
  option: 'trustManager',
  namespace: 'modelplane-system',
  // its chart ships an Issuer and a Certificate, which lose a race with cert-manager's webhook
  dependsOn: [SELF_SIGNED_ISSUER.key],
  leaves: [{ what: 'the CRD bundles.trust.cert-manager.io' }],
  summary: 'copies the cluster CA\'s certificate, without its key, to where it can be read',
  requires: {
    crds: { 'bundles.trust.cert-manager.io': 'v1alpha1' },
    states: {
      'running': { says: 'The controller runs.' },
      'trust-namespace': {
        says: 'Its trust namespace is `modelplane-system`, where the gateway\'s CA is: with another one the Bundle is never synced, and nobody can '
          + 'read the CA\'s certificate.',
      },
    },
  },
  chart: {
    name: 'trust-manager',
    repository: 'oci://quay.io/jetstack/charts',
    release: 'mp-trust-manager',
    tags: 'v',
    versions: { v1alpha1: 'v0.24.0', managed: 'v0.25.0' },
    versionPath: ['trustManager'],
    wait: true,
    fixed: { crds: { enabled: true }, app: { trust: { namespace: 'modelplane-system' } } },
    webhooks: { kinds: ['ValidatingWebhookConfiguration'] },
  },
};

/** Options of TrustManager. */
export interface TrustManagerProps extends ChartOptions, DeliveryOptions {}

/**
 * trust-manager with its CRD, reading Secrets from the namespace of the gateway's PKI.
 *
 * @see https://cert-manager.io/docs/trust/trust-manager/installation/
 */
export class TrustManager extends Component {
  constructor(scope: Construct, id: string, props: TrustManagerProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, chartFields(TRUST_MANAGER.chart!));
    this._install(this._release(TRUST_MANAGER, props, {
      crds: { enabled: true, keep: true },
      app: { trust: { namespace: TRUST_MANAGER.namespace } },
      defaultPackage: { enabled: false },
    }));
  }
}
