import { KubeConfigMap } from 'cdk8s-plus-30/lib/imports/k8s';
import { Construct } from 'constructs';
import { AI_GATEWAY } from './ai-gateway';
import { Component, DeliveryOptions, TIME, toDate } from './component';
import { ENVOY_GATEWAY } from './envoy-gateway';
import {
  ClientCa, GATEWAY_FIELDS, gatewayFaults, GatewayListener, gatewayWarnings, InferenceGatewayOptions, ListenerProtocol,
} from './gateway-input';
import { GATEWAY_PKI, SERVING_SECRET } from './gateway-pki';
import {
  ClientTrafficPolicy, ClientTrafficPolicySpecTlsClientValidationMode, EnvoyProxy,
  EnvoyProxySpecProviderKubernetesEnvoyServiceExternalTrafficPolicy, EnvoyProxySpecProviderType,
} from '../imports/gateway.envoyproxy.io';
import {
  Gateway, GatewayClass, GatewaySpec, GatewaySpecListenersAllowedRoutesNamespacesFrom, GatewaySpecListenersTlsMode,
  GatewaySpecTlsFrontendDefaultValidationMode,
} from '../imports/gateway.networking.k8s.io';
import { ComponentData, Manifest } from '../lib/component';
import { bundlePem, parseCaCertificates } from '../lib/pem';

const NAMESPACE = 'modelplane-system';

export const GATEWAY_PROXY: ComponentData = {
  key: 'gateway-proxy',
  file: 80,
  role: 'config',
  namespace: NAMESPACE,
  dependsOn: [ENVOY_GATEWAY.key],
  summary: 'how Envoy Gateway runs and exposes the inference gateway\'s proxies',
};

export const GATEWAY_CLASS: ComponentData = {
  key: 'gateway-class',
  file: 82,
  role: 'config',
  dependsOn: [ENVOY_GATEWAY.key, GATEWAY_PROXY.key],
  finalizedBy: ENVOY_GATEWAY.key,
  summary: 'GatewayClass of the inference gateway',
  requires: { states: { controller: { says: 'Where a GatewayClass of the stack\'s name is there already, no other controller has it, and Envoy Gateway does not refuse it.' } } },
};

export const GATEWAY_CLIENT_AUTH: ComponentData = {
  key: 'gateway-client-auth',
  file: 86,
  role: 'config',
  namespace: NAMESPACE,
  dependsOn: [ENVOY_GATEWAY.key],
  // accepted only once the Gateway that it is for exists
  readyAfterDependents: ['ClientTrafficPolicy'],
  summary: 'the client CAs, and the policy that refuses callers without one of their certificates',
};

export const GATEWAY: ComponentData = {
  key: 'gateway',
  file: 90,
  role: 'config',
  namespace: NAMESPACE,
  // a Gateway that comes before ai-gateway gets no pods or no routes: its pod webhook and its hooks fail closed
  dependsOn: [GATEWAY_CLASS.key, AI_GATEWAY.key, GATEWAY_PKI.key, GATEWAY_CLIENT_AUTH.key],
  finalizedBy: ENVOY_GATEWAY.key,
  summary: 'the inference gateway',
  requires: { states: { address: { says: 'Where the Gateway is there already, it is programmed and has an address.', advice: true } } },
};

/** Name of the GatewayClass where none is given. */
export const DEFAULT_CLASS_NAME = 'envoy';

/** How Envoy Gateway signs its GatewayClasses. */
export const GATEWAY_CONTROLLER = 'gateway.envoyproxy.io/gatewayclass-controller';
/** Name of the Gateway, and of its EnvoyProxy. */
export const GATEWAY_NAME = 'inference-gateway';
const HTTPS = 'https';
const CLIENT_CAS_REF = { group: '', kind: 'ConfigMap', name: 'modelplane-fleet-gateway-cas' };
const FROM_ALL = { namespaces: { from: GatewaySpecListenersAllowedRoutesNamespacesFrom.ALL } };
const DEFAULT_LISTENERS: GatewayListener[] = [{ name: 'http', port: 80, protocol: ListenerProtocol.HTTP }];

/** Options of InferenceGateway. */
export interface InferenceGatewayProps extends InferenceGatewayOptions, DeliveryOptions {
  /**
   * Time at which client CAs are checked for expiry, ISO 8601.
   *
   * @default - the clock
   */
  readonly now?: string;
}

/**
 * The gateway that inference requests come through. Needs EnvoyGateway, AiGateway and, with a hostname, GatewayPki.
 *
 * @example
 * import { InferenceGateway } from 'cdk8s-serving-stack';
 *
 * new InferenceGateway(chart, 'gateway', {
 *   hostname: 'west.clusters.example.com',
 *   // fleetA is the text of a PEM file
 *   clientCas: [{ name: 'fleet-a', certificate: fleetA }],
 * });
 */
export class InferenceGateway extends Component {
  /** Name of the Gateway. */
  public readonly gatewayName = GATEWAY_NAME;
  /** Namespace of the Gateway. */
  public readonly gatewayNamespace = NAMESPACE;
  /** Name of the GatewayClass. */
  public readonly className: string;

  constructor(scope: Construct, id: string, props: InferenceGatewayProps = {}) {
    super(scope, id, props.delivery);
    const given = this._check(props, { ...GATEWAY_FIELDS, now: TIME }, checked => gatewayFaults(checked, toDate(checked.now), [], 'props'));
    const now = toDate(given.now);
    if (this._alone) {
      this._warn(gatewayWarnings(given, now, [], 'props'));
    }
    const { hostname, clientCas = [], className = DEFAULT_CLASS_NAME } = given;
    const listeners = given.listeners?.length ? given.listeners : DEFAULT_LISTENERS;
    this.className = className;
    this._install(
      this._manifests(GATEWAY_PROXY, [envoyProxy()]),
      this._manifests(GATEWAY_CLASS, [gatewayClass(className)]),
      ...clientCas.length > 0 ? [this._manifests(GATEWAY_CLIENT_AUTH, [clientCaBundle(clientCas, now), clientTrafficPolicy()])] : [],
      ...hostname === undefined
        ? [this._manifests(GATEWAY, [plainGateway(className, listeners)])]
        : clientCas.length > 0 ? [this._manifests(GATEWAY, [mutualTlsGateway(className, hostname)])] : [],
    );
  }
}

function envoyProxy(): Manifest {
  return EnvoyProxy.manifest({
    metadata: { name: GATEWAY_NAME, namespace: NAMESPACE },
    spec: {
      provider: {
        type: EnvoyProxySpecProviderType.KUBERNETES,
        // some clouds' load balancers refuse the default, Local
        kubernetes: { envoyService: { externalTrafficPolicy: EnvoyProxySpecProviderKubernetesEnvoyServiceExternalTrafficPolicy.CLUSTER } },
      },
    },
  });
}

function gatewayClass(name: string): Manifest {
  return GatewayClass.manifest({
    metadata: { name },
    spec: {
      controllerName: GATEWAY_CONTROLLER,
      parametersRef: { group: 'gateway.envoyproxy.io', kind: 'EnvoyProxy', name: GATEWAY_NAME, namespace: NAMESPACE },
    },
  });
}

function gateway(spec: GatewaySpec): Manifest {
  return Gateway.manifest({ metadata: { name: GATEWAY_NAME, namespace: NAMESPACE }, spec });
}

function plainGateway(gatewayClassName: string, listeners: readonly GatewayListener[]): Manifest {
  return gateway({
    gatewayClassName,
    listeners: listeners.map(({ name, port, protocol }) => ({ name, port, protocol, allowedRoutes: FROM_ALL })),
  });
}

function mutualTlsGateway(gatewayClassName: string, hostname: string): Manifest {
  return gateway({
    gatewayClassName,
    listeners: [{
      name: HTTPS,
      protocol: 'HTTPS',
      port: 443,
      hostname,
      tls: { mode: GatewaySpecListenersTlsMode.TERMINATE, certificateRefs: [{ group: '', kind: 'Secret', name: SERVING_SECRET }] },
      allowedRoutes: FROM_ALL,
    }],
    // with this Envoy Gateway builds no listener without the CAs, so the gateway is closed whatever is applied first
    tls: {
      frontend: {
        default: {
          validation: { caCertificateRefs: [CLIENT_CAS_REF], mode: GatewaySpecTlsFrontendDefaultValidationMode.ALLOW_VALID_ONLY },
        },
      },
    },
  });
}

function clientCaBundle(clientCas: readonly ClientCa[], now: Date): Manifest {
  const parsed = clientCas.map(({ name, certificate }) => ({ name, certificates: parseCaCertificates(certificate, now).certificates }));
  return KubeConfigMap.manifest({
    metadata: { name: CLIENT_CAS_REF.name, namespace: NAMESPACE },
    data: { 'ca.crt': bundlePem(parsed) },
  });
}

function clientTrafficPolicy(): Manifest {
  return ClientTrafficPolicy.manifest({
    metadata: { name: 'cluster-gateway-client-auth', namespace: NAMESPACE },
    spec: {
      targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: GATEWAY_NAME, sectionName: HTTPS }],
      tls: {
        clientValidation: {
          mode: ClientTrafficPolicySpecTlsClientValidationMode.REQUIRE_AND_VERIFY,
          caCertificateRefs: [CLIENT_CAS_REF],
        },
      },
    },
  });
}
