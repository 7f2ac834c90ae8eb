import { Construct } from 'constructs';
import { CERT_MANAGER } from './cert-manager';
import { chartFields, ChartOptions, Component, COMPONENT_FIELDS, ComponentMode, ComponentOptions, DeliveryOptions, MODE_FIELDS } from './component';
import { GAIE_CRDS } from './gaie-crds';
import { ChartData, ComponentData } from '../lib/component';
import { Values } from '../lib/values';

/**
 * The extension manager: external processing goes to the AI Gateway's controller, and an InferencePool is a backend. No check
 * of the cluster notices when it is missing, and no route to an InferencePool works without it.
 */
const EXTENSION: Values = {
  config: {
    envoyGateway: {
      extensionApis: { enableBackend: true },
      extensionManager: {
        hooks: {
          xdsTranslator: {
            translation: {
              listener: { includeAll: true },
              route: { includeAll: true },
              cluster: { includeAll: true },
              secret: { includeAll: true },
            },
            post: ['Translation', 'Cluster', 'Route'],
          },
        },
        service: { fqdn: { hostname: 'ai-gateway-controller.envoy-ai-gateway-system.svc.cluster.local', port: 1063 } },
        backendResources: [{ group: 'inference.networking.k8s.io', kind: 'InferencePool', version: 'v1' }],
      },
    },
  },
};

const CHART = {
  repository: 'oci://docker.io/envoyproxy',
  tags: 'v',
  versions: { v1alpha1: 'v1.8.4', managed: 'v1.8.4' },
  versionPath: ['envoyGateway'],
} satisfies Partial<ChartData>;

export const ENVOY_GATEWAY_CRDS: ComponentData = {
  key: 'envoy-gateway-crds',
  file: 40,
  role: 'substrate',
  option: 'envoyGatewayCrds',
  namespace: 'envoy-gateway-system',
  summary: 'Envoy Gateway\'s own CRDs, where the cluster\'s provider owns those of the Gateway API',
  requires: {
    crds: {
      'envoyproxies.gateway.envoyproxy.io': 'v1alpha1',
      'backends.gateway.envoyproxy.io': 'v1alpha1',
      'clienttrafficpolicies.gateway.envoyproxy.io': 'v1alpha1',
    },
  },
  chart: {
    ...CHART,
    name: 'gateway-crds-helm',
    release: 'mp-gateway-crds-helm',
    exceedsReleaseSecret: true,
    fixed: { crds: { envoyGateway: { enabled: true } } },
  },
};

export const ENVOY_GATEWAY: ComponentData = {
  key: 'envoy-gateway',
  file: 45,
  role: 'substrate',
  option: 'envoyGateway',
  namespace: 'envoy-gateway-system',
  // without the InferencePool CRD it crash-loops, or ignores pools until restarted
  dependsOn: [CERT_MANAGER.key, GAIE_CRDS.key, ENVOY_GATEWAY_CRDS.key],
  leaves: [
    { what: 'the CRDs of gateway.networking.k8s.io and gateway.envoyproxy.io' },
    { what: 'MutatingWebhookConfiguration envoy-gateway-topology-injector.envoy-gateway-system, which its certificate hook made', uninstalled: true },
    {
      what: 'in envoy-gateway-system the ServiceAccount, Roles and RoleBindings of that hook',
      namespace: 'envoy-gateway-system',
      uninstalled: true,
    },
    {
      what: 'in envoy-gateway-system the Secrets of its certificates: envoy, envoy-gateway, envoy-rate-limit and envoy-oidc-hmac',
      namespace: 'envoy-gateway-system',
    },
  ],
  summary: 'Gateway API controller that runs the Envoy proxies',
  requires: {
    crds: {
      'gatewayclasses.gateway.networking.k8s.io': 'v1',
      'gateways.gateway.networking.k8s.io': 'v1',
      'httproutes.gateway.networking.k8s.io': 'v1',
      ...ENVOY_GATEWAY_CRDS.requires!.crds,
    },
    states: {
      'running': { says: 'The controller runs.' },
      'extension-manager': {
        says: 'It is wired to the AI Gateway exactly as the stack would wire it: the Backend API is enabled, the AI Gateway\'s controller is the '
          + 'extension server of `extensionManager` for translations, clusters and routes, and InferencePool is a backend. Without that, routes to '
          + 'InferencePools never route, while every component looks healthy. Its controller name is the default one, and the namespaces that it '
          + 'watches are all, or include `modelplane-system` and those of workloads.',
      },
      'client-certificates': {
        says: 'Where the stack has client CAs, CRD `gateways.gateway.networking.k8s.io` has `spec.tls.frontend`, as from Gateway API v1.5 on.',
      },
      'inference-pool-seen': {
        says: 'The controller started after the CRD of InferencePools was there, since it looks for it only then.',
        advice: true,
      },
    },
  },
  chart: {
    ...CHART,
    name: 'gateway-helm',
    release: 'mp-gateway-helm',
    wait: true,
    staleCrds: true,
    crdsSwitch: ['crds', 'enabled'],
    kinds: ['gateway.networking.k8s.io/v1/Gateway', 'gateway.networking.k8s.io/v1/GatewayClass', 'gateway.networking.k8s.io/v1/HTTPRoute'],
    fixed: EXTENSION,
    hookRbacAnnotations: ['certgen', 'rbac', 'annotations'],
  },
};

/** Envoy Gateway beside those who own the CRDs of the Gateway API: there may be only one. */
export function envoyGateway(gatewayApiCrds?: ComponentMode): ComponentData {
  return gatewayApiCrds === ComponentMode.PROVIDED
    ? { ...ENVOY_GATEWAY, chart: { ...ENVOY_GATEWAY.chart!, fixed: { ...EXTENSION, crds: { enabled: false } } } }
    : ENVOY_GATEWAY;
}

/** Options of EnvoyGateway. */
export interface EnvoyGatewayProps extends ChartOptions, DeliveryOptions {
  /**
   * Whether the chart installs the CRDs of the Gateway API or the cluster's provider owns them.
   *
   * Provided splits Envoy Gateway's own CRDs off into the component envoy-gateway-crds.
   *
   * @default ComponentMode.MANAGED
   */
  readonly gatewayApiCrds?: ComponentMode;

  /**
   * The component envoy-gateway-crds, where there is one.
   *
   * Only engines that render charts themselves can install it: Helm cannot store so large a release.
   *
   * @default - installed when the Gateway API's CRDs are provided
   */
  readonly envoyGatewayCrds?: ComponentOptions;
}

/**
 * Envoy Gateway, wired to Envoy AI Gateway's extension server.
 *
 * @see https://gateway.envoyproxy.io/docs/install/install-helm/
 */
export class EnvoyGateway extends Component {
  constructor(scope: Construct, id: string, props: EnvoyGatewayProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, { ...chartFields(ENVOY_GATEWAY.chart!), gatewayApiCrds: MODE_FIELDS.mode, envoyGatewayCrds: { type: 'map', fields: COMPONENT_FIELDS } });
    const split = props.gatewayApiCrds === ComponentMode.PROVIDED;
    const crds = { version: props.version, ...props.envoyGatewayCrds };
    this._install(
      ...split ? [this._release(ENVOY_GATEWAY_CRDS, crds, { crds: { envoyGateway: { enabled: true } } }, ['envoyGatewayCrds'])] : [],
      this._release(envoyGateway(props.gatewayApiCrds), props, { ...EXTENSION, crds: split ? { enabled: false } : undefined }),
    );
  }
}
