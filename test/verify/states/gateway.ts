import { stringify } from 'yaml';
import { CheckStates, deployment } from './states';
import { ENVOY_GATEWAY } from '../../../src/constructs/envoy-gateway';

const WIRED = (ENVOY_GATEWAY.chart!.fixed as any).config.envoyGateway;
const MANAGER = WIRED.extensionManager;
const CONFIG = 'ConfigMap envoy-gateway-system/envoy-gateway-config';

function config(value: unknown, key = 'envoy-gateway.yaml'): any {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'envoy-gateway-system', name: 'envoy-gateway-config' },
    data: { [key]: typeof value === 'string' ? value : stringify({ apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'EnvoyGateway', ...value as object }) },
  };
}

/** The wiring with one field set otherwise. */
function wiredBut(path: string, value: unknown): any {
  const copy = JSON.parse(JSON.stringify(WIRED));
  const segments = path.split('.');
  segments.slice(0, -1).reduce((at, segment) => at[segment], copy)[segments[segments.length - 1]] = value;
  return config(copy);
}

const controller = { ...deployment('envoy-gateway-system', 'envoy-gateway', 'docker.io/envoyproxy/gateway:v1.8.4') };
controller.metadata.labels = { 'control-plane': 'envoy-gateway' };

function pod(startTime: string): any {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'envoy-gateway-system', name: 'envoy-gateway-0', labels: { 'control-plane': 'envoy-gateway' } },
    spec: { containers: [{ name: 'envoy-gateway', image: 'envoyproxy/gateway:v1.8.4' }] },
    status: { phase: 'Running', startTime },
  };
}

function pools(creationTimestamp: string): any {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'inferencepools.inference.networking.k8s.io', creationTimestamp },
    spec: { versions: [{ name: 'v1', served: true }] },
  };
}

const otherwise = (path: string, value: unknown, seen = path) =>
  ({ what: `${path} as ${JSON.stringify(value)}`, with: [wiredBut(path, value)], result: 'fail', message: `${CONFIG} is wired otherwise: ${seen}` } as const);

export const ENVOY_GATEWAY_STATES: readonly CheckStates[] = [
  {
    code: 'envoy-gateway/running',
    good: [controller],
    bad: [{ what: 'no controller', without: [controller], result: 'fail', message: 'no Deployment runs gateway' }],
  },
  {
    code: 'envoy-gateway/extension-manager',
    good: [config({ ...WIRED, provider: { type: 'Kubernetes' }, extensionManager: { ...MANAGER, hooks: { xdsTranslator: { ...MANAGER.hooks.xdsTranslator, post: ['Cluster', 'Route', 'Translation', 'HTTPListener'] } } } })],
    bad: [
      { what: 'no ConfigMap', without: [config('')], result: 'fail', message: `${CONFIG} is missing` },
      { what: 'another key', with: [config(WIRED, 'config.yaml')], result: 'fail', message: `${CONFIG} has no key envoy-gateway.yaml` },
      { what: 'broken YAML', with: [config('{a: [')], result: 'fail', message: `${CONFIG} holds no configuration: its key envoy-gateway.yaml is not a YAML map` },
      {
        what: 'the chart\'s default',
        with: [config({ provider: { type: 'Kubernetes' } })],
        result: 'fail',
        message: `${CONFIG} is wired otherwise: extensionApis.enableBackend, `
        + ['listener', 'route', 'cluster', 'secret'].map(kind => `extensionManager.hooks.xdsTranslator.translation.${kind}.includeAll, `).join('')
        + 'extensionManager.hooks.xdsTranslator.post, extensionManager.service.fqdn.hostname, extensionManager.service.fqdn.port, extensionManager.backendResources',
      },
      otherwise('extensionApis.enableBackend', 'true'),
      otherwise('extensionManager.service.fqdn.port', 1064),
      otherwise('extensionManager.service.fqdn.hostname', 'ai-gateway-controller.default.svc.cluster.local'),
      otherwise('extensionManager.hooks.xdsTranslator.post', ['Translation', 'Cluster']),
      otherwise('extensionManager.hooks.xdsTranslator.translation.route.includeAll', false),
      otherwise('extensionManager.backendResources', [{ group: 'inference.networking.x-k8s.io', kind: 'InferencePool', version: 'v1alpha2' }]),
      otherwise('extensionManager.backendResources', []),
    ],
  },
  {
    code: 'envoy-gateway/extension-manager',
    good: [config({ extensionApis: WIRED.extensionApis, extensionManagers: [{ ...MANAGER, service: { fqdn: { hostname: 'other.example.com', port: 1 } } }, MANAGER] })],
    bad: [{
      what: 'several managers, none of them right',
      with: [config({ extensionApis: WIRED.extensionApis, extensionManagers: [{ ...MANAGER, backendResources: [] }] })],
      result: 'fail',
      message: `${CONFIG} is wired otherwise: extensionManager.backendResources`,
    }],
  },
  {
    code: 'envoy-gateway/inference-pool-seen',
    laidDown: false,
    good: [pod('2026-12-01T10:00:00Z'), pools('2026-12-01T09:00:00Z')],
    bad: [{
      what: 'a controller that is older than the CRD',
      with: [pod('2026-12-01T08:59:59Z')],
      result: 'warn',
      message: 'Envoy Gateway looks for InferencePools only when it starts, and envoy-gateway-0 started before their CRD was there',
    }],
  },
];

const ai = deployment('envoy-ai-gateway-system', 'ai-gateway-controller', 'docker.io/envoyproxy/ai-gateway-controller:v1.1.0');
const aiOf = (tag: string) => deployment('envoy-ai-gateway-system', 'ai-gateway-controller', `docker.io/envoyproxy/ai-gateway-controller${tag}`);

function service(port = 1063): any {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace: 'envoy-ai-gateway-system', name: 'ai-gateway-controller' },
    spec: { ports: [{ name: 'grpc', port }, { name: 'http-metrics', port: 8080 }] },
  };
}

function endpoints(ready: boolean, name = 'grpc'): any {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { namespace: 'envoy-ai-gateway-system', name: 'ai-gateway-controller-x', labels: { 'kubernetes.io/service-name': 'ai-gateway-controller' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.7'], conditions: { ready } }],
    ports: [{ name, port: 1063, protocol: 'TCP' }],
  };
}

const SERVICE = 'Service envoy-ai-gateway-system/ai-gateway-controller';
const RELEASE = 'Deployment envoy-ai-gateway-system/ai-gateway-controller';

export const AI_GATEWAY_STATES: readonly CheckStates[] = [
  {
    code: 'ai-gateway-crds/release',
    good: [ai],
    bad: [
      { what: 'no controller', without: [ai], result: 'fail', message: 'no Deployment runs ai-gateway-controller' },
      { what: 'another release', with: [aiOf(':v1.2.0')], result: 'fail', message: `${RELEASE} is v1.2.0, and the stack is made for v1.1.0` },
      { what: 'a digest only', with: [aiOf(`@sha256:${'0'.repeat(64)}`)], result: 'unknown', message: `${RELEASE} does not tell its release` },
    ],
  },
  {
    code: 'ai-gateway/running',
    good: [ai],
    bad: [{ what: 'no controller', without: [ai], result: 'fail', message: 'no Deployment runs ai-gateway-controller' }],
  },
  {
    code: 'ai-gateway/reachable',
    good: [service(), endpoints(true)],
    bad: [
      { what: 'no Service', without: [service()], result: 'fail', message: `${SERVICE} is missing` },
      { what: 'another port', with: [service(1064)], result: 'fail', message: `${SERVICE} has no port 1063` },
      { what: 'no endpoint that is ready', with: [endpoints(false)], result: 'fail', message: `${SERVICE} has no ready endpoint for port 1063` },
      { what: 'no endpoint at all', without: [endpoints(true)], result: 'fail', message: `${SERVICE} has no ready endpoint for port 1063` },
      { what: 'endpoints of another port', with: [endpoints(true, 'http-metrics')], result: 'fail', message: `${SERVICE} has no ready endpoint for port 1063` },
    ],
  },
];

function gatewayClass(controllerName: string): any {
  return { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'GatewayClass', metadata: { name: 'envoy' }, spec: { controllerName } };
}

function gateway(programmed: string, minutesAgo: number, addresses: any[] = []): any {
  const lastTransitionTime = new Date(Date.parse('2026-01-01T12:00:00Z') - minutesAgo * 60_000).toISOString();
  const condition = (type: string, status: string) => ({ type, status, reason: status === 'True' ? type : 'AddressNotAssigned', message: status === 'True' ? '' : 'no address', lastTransitionTime });
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { namespace: 'modelplane-system', name: 'inference-gateway' },
    spec: { gatewayClassName: 'envoy', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] },
    status: { addresses, conditions: [condition('Accepted', 'True'), condition('Programmed', programmed)] },
  };
}

const GATEWAY = 'Gateway modelplane-system/inference-gateway';

export const GATEWAY_STATES: readonly CheckStates[] = [
  {
    code: 'gateway-class/controller',
    good: [gatewayClass('gateway.envoyproxy.io/gatewayclass-controller')],
    bad: [{ what: 'another controller', with: [gatewayClass('istio.io/gateway-controller')], result: 'fail', message: 'GatewayClass envoy belongs to istio.io/gateway-controller' }],
  },
  {
    code: 'gateway/address',
    good: [gateway('True', 60, [{ type: 'IPAddress', value: '192.0.2.7' }])],
    bad: [
      { what: 'no address after long', with: [gateway('False', 11)], result: 'warn', message: `${GATEWAY} is not programmed after 11 minutes: AddressNotAssigned: no address` },
      {
        what: 'an address, and no proxy',
        with: [gateway('Unknown', 30, [{ type: 'IPAddress', value: '192.0.2.7' }])],
        result: 'warn',
        message: `${GATEWAY} is not programmed after 30 minutes: AddressNotAssigned: no address`,
      },
    ],
  },
];
