import { Construct } from 'constructs';
import { chartFields, ChartOptions, Component, COMPONENT_FIELDS, ComponentOptions, DeliveryOptions } from './component';
import { ENVOY_GATEWAY } from './envoy-gateway';
import { GAIE_CRDS } from './gaie-crds';
import { SELF_SIGNED_ISSUER } from './self-signed-issuer';
import { ChartData, ComponentData } from '../lib/component';

const CHART = {
  repository: 'oci://docker.io/envoyproxy',
  tags: 'v',
  versions: { v1alpha1: 'v1.1.0', managed: 'v1.1.0' },
  wait: true,
} satisfies Partial<ChartData>;

export const AI_GATEWAY_CRDS: ComponentData = {
  key: 'ai-gateway-crds',
  file: 50,
  role: 'substrate',
  option: 'aiGatewayCrds',
  namespace: 'envoy-ai-gateway-system',
  removes: 'every object of aigateway.envoyproxy.io in the cluster',
  summary: 'CRDs of Envoy AI Gateway',
  requires: {
    crds: { 'aigatewayroutes.aigateway.envoyproxy.io': 'v1alpha1' },
    states: { release: { says: 'The controller is of the release that the stack installs, for these APIs are v1alpha1 and change with it.' } },
  },
  chart: { ...CHART, name: 'ai-gateway-crds-helm', release: 'mp-ai-gateway-crds-helm' },
};

export const AI_GATEWAY: ComponentData = {
  key: 'ai-gateway',
  file: 55,
  role: 'substrate',
  option: 'aiGateway',
  namespace: 'envoy-ai-gateway-system',
  // the issuer: its chart ships an Issuer and a Certificate of its own, as trust-manager's does
  dependsOn: [AI_GATEWAY_CRDS.key, GAIE_CRDS.key, ENVOY_GATEWAY.key, SELF_SIGNED_ISSUER.key],
  inUseBy: 'every object of aigateway.envoyproxy.io, since only the controller lets an AIGatewayRoute go',
  summary: 'routes inference requests to InferencePools, as an extension of Envoy Gateway',
  requires: {
    states: {
      running: { says: 'The controller runs.' },
      reachable: {
        says: 'It is reached at `ai-gateway-controller.envoy-ai-gateway-system.svc.cluster.local:1063`, where Envoy Gateway looks for it: a controller '
          + 'under another address never receives what it has to process.',
      },
    },
  },
  chart: {
    ...CHART,
    name: 'ai-gateway-helm',
    release: 'mp-ai-gateway-helm',
    // Envoy Gateway looks for the extension server under this name and port
    fixed: { controller: { fullnameOverride: 'ai-gateway-controller', mutatingWebhook: { certManager: { enable: true } } } },
    locked: [['controller', 'service', 'ports']],
    webhooks: { kinds: ['MutatingWebhookConfiguration'] },
    worksWith: [{
      key: ENVOY_GATEWAY.key,
      min: '1.8.1',
      below: '1.9.0',
      reason: 'Envoy AI Gateway v1.1 works with Envoy Gateway v1.8.1 and later v1.8 releases only',
    }],
  },
};

/** Options of AiGateway. */
export interface AiGatewayProps extends ChartOptions, DeliveryOptions {
  /**
   * The component ai-gateway-crds; it has the version of the controller.
   *
   * @default - installed
   */
  readonly crds?: ComponentOptions;
}

/**
 * Envoy AI Gateway's controller and its CRDs.
 *
 * @see https://aigateway.envoyproxy.io/docs/getting-started/installation
 */
export class AiGateway extends Component {
  constructor(scope: Construct, id: string, props: AiGatewayProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, { ...chartFields(AI_GATEWAY.chart!), crds: { type: 'map', fields: COMPONENT_FIELDS } });
    this._install(
      this._release(AI_GATEWAY_CRDS, { version: props.version, ...props.crds }, {}, ['crds']),
      this._release(AI_GATEWAY, props, {
        controller: {
          logRequestHeaderAttributes: 'x-modelplane-caller:caller',
          // without cert-manager every rendering of the chart mints another CA
          mutatingWebhook: { certManager: { enable: true } },
        },
      }),
    );
  }
}
