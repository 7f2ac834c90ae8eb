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

const watching = (watch: object) => config({ ...WIRED, provider: { type: 'Kubernetes', kubernetes: { watch } } });

function controllerIn(namespace: string, message?: string, image = 'docker.io/envoyproxy/gateway:v1.8.4'): any {
  const made = deployment(namespace, 'envoy-gateway', image, { message });
  return { ...made, metadata: { ...made.metadata, labels: { 'control-plane': 'envoy-gateway' } } };
}

const controller = controllerIn('envoy-gateway-system');

/** A pod whose controller was started with it, or later. */
function pod(startTime: string, startedAt = startTime): any {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'envoy-gateway-system', name: 'envoy-gateway-0', labels: { 'control-plane': 'envoy-gateway' } },
    spec: { containers: [{ name: 'envoy-gateway', image: 'envoyproxy/gateway:v1.8.4' }] },
    status: {
      phase: 'Running',
      startTime,
      containerStatuses: [{
        name: 'envoy-gateway',
        image: 'docker.io/envoyproxy/gateway:v1.8.4',
        imageID: `docker.io/envoyproxy/gateway@sha256:${'0'.repeat(64)}`,
        ready: true,
        restartCount: startedAt === startTime ? 0 : 3,
        state: { running: { startedAt } },
      }],
    },
  };
}

/** A pod that is over, and that nobody removed. */
function evicted(startTime: string): any {
  const made = pod(startTime);
  return { ...made, metadata: { ...made.metadata, name: 'envoy-gateway-1' }, status: { phase: 'Failed', reason: 'Evicted', startTime } };
}

function pools(creationTimestamp: string): any {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'inferencepools.inference.networking.k8s.io', creationTimestamp },
    spec: {
      group: 'inference.networking.k8s.io',
      names: { kind: 'InferencePool', listKind: 'InferencePoolList', plural: 'inferencepools', singular: 'inferencepool' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  };
}

const otherwise = (path: string, value: unknown, says: string) =>
  ({ what: `${path} as ${JSON.stringify(value)}`, with: [wiredBut(path, value)], result: 'fail', message: `${CONFIG} is wired otherwise: ${path} ${says}` } as const);
const POOL = '{"group":"inference.networking.k8s.io","kind":"InferencePool","version":"v1"}';
const HOSTNAME = '"ai-gateway-controller.envoy-ai-gateway-system.svc.cluster.local"';

export const ENVOY_GATEWAY_STATES: readonly CheckStates[] = [
  {
    code: 'envoy-gateway/running',
    good: [controller],
    bad: [
      { what: 'no controller', without: [controller], result: 'fail', message: 'no Deployment runs gateway' },
      {
        what: 'a controller that is down, as one without the InferencePool CRD was',
        with: [controllerIn('envoy-gateway-system', 'Deployment does not have minimum availability.')],
        result: 'fail',
        message: 'Deployment envoy-gateway-system/envoy-gateway is not available',
      },
      {
        what: 'another program\'s gateway',
        without: [controller],
        with: [deployment('apps', 'gateway', 'registry.example.com/shop/gateway:v2')],
        result: 'fail',
        message: 'no Deployment runs gateway',
      },
    ],
  },
  {
    code: 'envoy-gateway/running',
    good: [controllerIn('gateways', undefined, 'registry.example.com:5000/mirror/gateway:v1.8.4')],
    bad: [{ what: 'no controller', without: [controllerIn('gateways')], result: 'fail', message: 'no Deployment runs gateway' }],
  },
  {
    code: 'envoy-gateway/running',
    // another's build, by the chart's label
    good: [controllerIn('gateways', undefined, 'registry.example.com/hardened/eg-controller:v1.8.4')],
    bad: [
      { what: 'one that is down', with: [controllerIn('gateways', 'down', 'registry.example.com/hardened/eg-controller:v1.8.4')], result: 'fail', message: 'Deployment gateways/envoy-gateway is not available' },
    ],
  },
  {
    code: 'envoy-gateway/running',
    good: [deployment('gateways', 'envoy-gateway', 'registry.example.com/mirror/docker.io-envoyproxy-gateway:v1.8.4')],
    bad: [{
      what: 'another program\'s gateway',
      with: [deployment('gateways', 'envoy-gateway', 'registry.example.com/mirror/docker.io-shop-gateway:v1.8.4')],
      result: 'fail',
      message: 'no Deployment runs gateway',
    }],
  },
  {
    code: 'envoy-gateway/extension-manager',
    good: [controller, config({ ...WIRED, gateway: { controllerName: 'gateway.envoyproxy.io/gatewayclass-controller' }, provider: { type: 'Kubernetes' }, extensionManager: { ...MANAGER, hooks: { xdsTranslator: { ...MANAGER.hooks.xdsTranslator, post: ['Cluster', 'Route', 'Translation', 'HTTPListener'] } } } })],
    bad: [
      { what: 'no ConfigMap', without: [config('')], result: 'fail', message: `${CONFIG} is missing` },
      { what: 'another key', with: [config(WIRED, 'config.yaml')], result: 'fail', message: `${CONFIG} has no key envoy-gateway.yaml` },
      { what: 'broken YAML', with: [config('{a: [')], result: 'fail', message: `${CONFIG} holds no configuration: its key envoy-gateway.yaml is not a YAML map` },
      {
        what: 'the chart\'s default',
        with: [config({ provider: { type: 'Kubernetes' } })],
        result: 'fail',
        message: `${CONFIG} is wired otherwise: extensionApis.enableBackend is unset instead of true; `
          + ['listener', 'route', 'cluster', 'secret']
            .map(kind => `extensionManager.hooks.xdsTranslator.translation.${kind}.includeAll is unset instead of true; `).join('')
          + 'extensionManager.hooks.xdsTranslator.post lacks Translation, Cluster, Route; '
          + `extensionManager.service.fqdn.hostname is unset instead of ${HOSTNAME}; `
          + `extensionManager.service.fqdn.port is unset instead of 1063; extensionManager.backendResources lacks ${POOL}`,
      },
      { what: 'a list', with: [config('- extensionApis: {}\n')], result: 'fail', message: `${CONFIG} holds no configuration: its key envoy-gateway.yaml is not a YAML map` },
      {
        what: 'two differences',
        with: [config({ ...WIRED, extensionApis: { enableEnvoyPatchPolicy: true }, extensionManager: { ...MANAGER, service: { fqdn: { ...MANAGER.service.fqdn, port: '1063' } } } })],
        result: 'fail',
        message: `${CONFIG} is wired otherwise: extensionApis.enableBackend is unset instead of true; extensionManager.service.fqdn.port is "1063" instead of 1063`,
      },
      {
        what: 'an address in place of the name',
        with: [wiredBut('extensionManager.service', { ip: { address: '10.0.0.7', port: 1063 } })],
        result: 'fail',
        message: `${CONFIG} is wired otherwise: extensionManager.service.fqdn.hostname is unset instead of ${HOSTNAME}; extensionManager.service.fqdn.port is unset instead of 1063`,
      },
      {
        what: 'both forms of extension managers',
        with: [config({ ...WIRED, extensionManagers: [{ name: 'ai', ...MANAGER }] })],
        result: 'fail',
        message: `${CONFIG} has both extensionManager and extensionManagers, which Envoy Gateway refuses`,
      },
      {
        what: 'a controller in a namespace whose ConfigMap is not read',
        without: [controller, config('')],
        with: [controllerIn('gateways')],
        result: 'unknown',
        message: 'Deployment gateways/envoy-gateway is not in envoy-gateway-system, where its configuration is read',
      },
      {
        what: 'a controller of another name',
        with: [config({ ...WIRED, gateway: { controllerName: 'gateway.envoyproxy.io/platform-team' } })],
        result: 'fail',
        message: `${CONFIG} is wired otherwise: gateway.controllerName is "gateway.envoyproxy.io/platform-team" instead of "gateway.envoyproxy.io/gatewayclass-controller"`,
      },
      {
        what: 'namespaces without that of the Gateway',
        with: [watching({ type: 'Namespaces', namespaces: ['team-a'] })],
        result: 'fail',
        message: `${CONFIG} is wired otherwise: provider.kubernetes.watch.namespaces lacks modelplane-system`,
      },
      {
        what: 'labels that the namespace of the Gateway does not have',
        with: [watching({ type: 'NamespaceSelector', namespaceSelector: { matchLabels: { team: 'a' } } })],
        result: 'fail',
        message: `${CONFIG} is wired otherwise: provider.kubernetes.watch selects by labels that modelplane-system does not have`,
      },
      {
        what: 'some namespaces, that of the Gateway among them',
        with: [watching({ type: 'Namespaces', namespaces: ['team-a', 'modelplane-system'] })],
        result: 'warn',
        message: `${CONFIG} lets the controller watch some namespaces only`,
      },
      {
        what: 'namespaces by labels that the Gateway\'s has',
        with: [watching({ type: 'NamespaceSelector', namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system'] }] } })],
        result: 'warn',
        message: `${CONFIG} lets the controller watch some namespaces only`,
      },
      otherwise('extensionApis.enableBackend', 'true', 'is "true" instead of true'),
      otherwise('extensionApis.enableBackend', false, 'is false instead of true'),
      otherwise('extensionManager.service.fqdn.port', 1064, 'is 1064 instead of 1063'),
      otherwise('extensionManager.service.fqdn.hostname', 'ai-gateway-controller.default.svc.cluster.local',
        `is "ai-gateway-controller.default.svc.cluster.local" instead of ${HOSTNAME}`),
      otherwise('extensionManager.hooks.xdsTranslator.post', ['Translation', 'Cluster'], 'lacks Route'),
      otherwise('extensionManager.hooks.xdsTranslator.post', 'Translation', 'lacks Translation, Cluster, Route'),
      otherwise('extensionManager.hooks.xdsTranslator.translation.route.includeAll', false, 'is false instead of true'),
      otherwise('extensionManager.backendResources', [{ group: 'inference.networking.x-k8s.io', kind: 'InferencePool', version: 'v1alpha2' }], `lacks ${POOL}`),
      otherwise('extensionManager.backendResources', [], `lacks ${POOL}`),
    ],
  },
  {
    code: 'envoy-gateway/extension-manager',
    good: [controller, config(JSON.stringify(WIRED))],
    bad: [
      { what: 'JSON with another value', with: [config(JSON.stringify({ ...WIRED, extensionApis: {} }))], result: 'fail', message: `${CONFIG} is wired otherwise: extensionApis.enableBackend is unset instead of true` },
      { what: 'JSON that is cut off', with: [config(JSON.stringify(WIRED).slice(0, -1))], result: 'fail', message: `${CONFIG} holds no configuration: its key envoy-gateway.yaml is not a YAML map` },
    ],
  },
  {
    code: 'envoy-gateway/extension-manager',
    // true to Envoy Gateway's reader, as to Helm's
    good: [config(stringify(WIRED).replace('enableBackend: true', 'enableBackend: yes'))],
    bad: [{
      what: 'a quoted yes',
      with: [config(stringify(WIRED).replace('enableBackend: true', 'enableBackend: "yes"'))],
      result: 'fail',
      message: `${CONFIG} is wired otherwise: extensionApis.enableBackend is "yes" instead of true`,
    }],
  },
  {
    code: 'envoy-gateway/extension-manager',
    good: [config({
      extensionApis: WIRED.extensionApis,
      extensionManagers: [{ name: 'other', ...MANAGER, service: { fqdn: { hostname: 'other.example.com', port: 1 } } }, { name: 'ai', ...MANAGER }],
    })],
    bad: [
      {
        what: 'several managers, none of them right',
        with: [config({
          extensionApis: WIRED.extensionApis,
          extensionManagers: [{ name: 'other', hooks: MANAGER.hooks, service: { fqdn: { hostname: 'other.example.com', port: 1 } } }, { name: 'ai', ...MANAGER, backendResources: [] }],
        })],
        result: 'fail',
        message: `${CONFIG} is wired otherwise: extensionManagers[1].backendResources lacks ${POOL}`,
      },
      {
        what: 'a right manager without the Backend API',
        with: [config({ extensionManagers: [{ name: 'ai', ...MANAGER }] })],
        result: 'fail',
        message: `${CONFIG} is wired otherwise: extensionApis.enableBackend is unset instead of true`,
      },
    ],
  },
  {
    code: 'envoy-gateway/inference-pool-seen',
    laidDown: false,
    good: [pod('2026-12-01T08:00:00Z', '2026-12-01T09:00:01Z'), evicted('2026-12-01T08:00:00Z'), pools('2026-12-01T09:00:00Z')],
    bad: [{
      what: 'a controller that restarted, but before there was the CRD',
      with: [pod('2026-12-01T08:00:00Z', '2026-12-01T08:30:00Z')],
      result: 'warn',
      message: 'Envoy Gateway looks for InferencePools only when it starts, and envoy-gateway-0 started before their CRD was there',
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
const aiOf = (tag: string, message?: string) =>
  deployment('envoy-ai-gateway-system', 'ai-gateway-controller', `docker.io/envoyproxy/ai-gateway-controller${tag}`, { message });

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
      { what: 'another\'s build of another release', with: [aiOf(':v1.2.0-fips')], result: 'fail', message: `${RELEASE} is v1.2.0-fips, and the stack is made for v1.1.0` },
      { what: 'a later patch', with: [aiOf(':v1.1.1')], result: 'fail', message: `${RELEASE} is v1.1.1, and the stack is made for v1.1.0` },
      { what: 'another release', with: [aiOf(':v1.2.0')], result: 'fail', message: `${RELEASE} is v1.2.0, and the stack is made for v1.1.0` },
      { what: 'a digest only', with: [aiOf(`@sha256:${'0'.repeat(64)}`)], result: 'unknown', message: `${RELEASE} does not tell its release` },
    ],
  },
  {
    code: 'ai-gateway-crds/release',
    good: [aiOf(':v1.1.0-fips')],
    bad: [{ what: 'no controller', without: [ai], result: 'fail', message: 'no Deployment runs ai-gateway-controller' }],
  },
  {
    code: 'ai-gateway/running',
    good: [ai],
    bad: [
      { what: 'no controller', without: [ai], result: 'fail', message: 'no Deployment runs ai-gateway-controller' },
      { what: 'a controller that is down', with: [aiOf(':v1.1.0', 'down')], result: 'fail', message: `${RELEASE} is not available` },
    ],
  },
  {
    code: 'ai-gateway/reachable',
    good: [service(), endpoints(true)],
    bad: [
      { what: 'no Service', without: [service()], result: 'fail', message: `${SERVICE} is missing` },
      { what: 'another port', with: [service(1064)], result: 'fail', message: `${SERVICE} has no port 1063` },
      { what: 'the Service of another namespace only', without: [service()], with: [{ ...service(), metadata: { namespace: 'default', name: 'ai-gateway-controller' } }], result: 'fail', message: `${SERVICE} is missing` },
      { what: 'no endpoint that is ready', with: [endpoints(false)], result: 'fail', message: `${SERVICE} has no ready endpoint for port 1063` },
      { what: 'no endpoint at all', without: [endpoints(true)], result: 'fail', message: `${SERVICE} has no ready endpoint for port 1063` },
      { what: 'endpoints of another port', with: [endpoints(true, 'http-metrics')], result: 'fail', message: `${SERVICE} has no ready endpoint for port 1063` },
    ],
  },
];

function gatewayClass(controllerName: string, accepted?: object): any {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'GatewayClass',
    metadata: { name: 'envoy' },
    spec: { controllerName },
    ...accepted && { status: { conditions: [{ type: 'Accepted', lastTransitionTime: ago(60), ...accepted }] } },
  };
}

const ago = (minutes: number) => new Date(Date.parse('2026-01-01T12:00:00Z') - minutes * 60_000).toISOString();

/** A Gateway that no controller has looked at: its conditions are the CRD's defaults. */
function untouchedGateway(minutes: number): any {
  const waiting = { status: 'Unknown', reason: 'Pending', message: 'Waiting for controller', lastTransitionTime: '1970-01-01T00:00:00Z' };
  const made = gateway('Unknown', minutes);
  return {
    ...made,
    metadata: { ...made.metadata, creationTimestamp: ago(minutes) },
    status: { conditions: ['Accepted', 'Programmed'].map(type => ({ type, ...waiting })) },
  };
}

/** A Gateway with one of its conditions otherwise. */
function gatewayBut(made: any, type: string, condition: any): any {
  const conditions = made.status.conditions.map((each: any) => each.type === type ? { ...each, ...condition } : each);
  return { ...made, status: { ...made.status, conditions } };
}

/** A Gateway whose listener has found what it refers to, or has not. */
function withListener(made: any, resolved: any): any {
  const conditions = [{ type: 'ResolvedRefs', message: '', lastTransitionTime: ago(60), ...resolved }];
  return { ...made, status: { ...made.status, listeners: [{ name: 'http', supportedKinds: [], attachedRoutes: 0, conditions }] } };
}

function gateway(programmed: string, minutesAgo: number, addresses: any[] = []): any {
  const lastTransitionTime = ago(minutesAgo);
  const condition = (type: string, status: string) => ({ type, status, reason: status === 'True' ? type : 'AddressNotAssigned', message: status === 'True' ? '' : 'no address', lastTransitionTime });
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { namespace: 'modelplane-system', name: 'inference-gateway', generation: 1 },
    spec: { gatewayClassName: 'envoy', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] },
    status: { addresses, conditions: [condition('Accepted', 'True'), condition('Programmed', programmed)] },
  };
}

const GATEWAY = 'Gateway modelplane-system/inference-gateway';
const ADDRESS = { type: 'IPAddress', value: '192.0.2.7' };

export const GATEWAY_STATES: readonly CheckStates[] = [
  {
    code: 'gateway-class/controller',
    good: [gatewayClass('gateway.envoyproxy.io/gatewayclass-controller', { status: 'Unknown', reason: 'Pending', message: 'Waiting for controller' })],
    bad: [
      {
        what: 'a class whose parameters are refused',
        with: [gatewayClass('gateway.envoyproxy.io/gatewayclass-controller', { status: 'False', reason: 'InvalidParameters', message: 'EnvoyProxy is missing' })],
        result: 'fail',
        message: 'GatewayClass envoy is not accepted: InvalidParameters: EnvoyProxy is missing',
      },
      { what: 'another controller', with: [gatewayClass('istio.io/gateway-controller')], result: 'fail', message: 'GatewayClass envoy belongs to istio.io/gateway-controller' },
      {
        what: 'a controller of nearly that name',
        with: [gatewayClass('gateway.envoyproxy.io/other-controller')],
        result: 'fail',
        message: 'GatewayClass envoy belongs to gateway.envoyproxy.io/other-controller',
      },
    ],
  },
  {
    code: 'gateway-class/controller',
    about: { className: 'inference' },
    // another class than the stack's may belong to anybody
    good: [gatewayClass('istio.io/gateway-controller')],
    bad: [{
      what: 'the stack\'s class of another controller',
      with: [{ ...gatewayClass('istio.io/gateway-controller'), metadata: { name: 'inference' } }],
      result: 'fail',
      message: 'GatewayClass inference belongs to istio.io/gateway-controller',
    }],
  },
  {
    code: 'gateway/address',
    good: [withListener(gateway('True', 60, [ADDRESS]), { status: 'True', reason: 'ResolvedRefs' })],
    bad: [
      {
        what: 'a listener whose certificate is missing',
        with: [withListener(gateway('True', 60, [ADDRESS]), { status: 'False', reason: 'InvalidCertificateRef', message: 'Secret is missing' })],
        result: 'warn',
        message: `listener http of ${GATEWAY} takes no requests: InvalidCertificateRef: Secret is missing`,
      },
      {
        what: 'a change that the controller has not seen',
        with: [gatewayBut(gateway('True', 60, [ADDRESS]), 'Programmed', { observedGeneration: 0 })],
        result: 'warn',
        message: `${GATEWAY} was changed, and its controller has not seen that yet`,
      },
      {
        what: 'a Gateway of another class',
        with: [{ ...gateway('True', 60, [ADDRESS]), spec: { ...gateway('True', 60).spec, gatewayClassName: 'istio' } }],
        result: 'warn',
        message: `${GATEWAY} is of GatewayClass istio, and the stack's is envoy`,
      },
      { what: 'no address after long', with: [gateway('False', 11)], result: 'warn', message: `${GATEWAY} is not programmed after 10 minutes: AddressNotAssigned: no address` },
      {
        what: 'an address, and no proxy',
        with: [gatewayBut(gateway('False', 30, [ADDRESS]), 'Programmed', { reason: 'NoResources', message: 'no replica is available' })],
        result: 'warn',
        message: `${GATEWAY} is not programmed after 10 minutes: NoResources: no replica is available`,
      },
      {
        what: 'an address that cannot be had',
        with: [gatewayBut(gateway('False', 1), 'Programmed', { reason: 'AddressNotUsable', message: 'the pool has none' })],
        result: 'warn',
        message: `${GATEWAY} is not programmed: AddressNotUsable: the pool has none`,
      },
      {
        what: 'a Gateway that is not accepted',
        with: [gatewayBut(gateway('False', 1), 'Accepted', { status: 'False', reason: 'InvalidParameters', message: 'EnvoyProxy is missing' })],
        result: 'warn',
        message: `${GATEWAY} is not accepted: InvalidParameters: EnvoyProxy is missing`,
      },
    ],
  },
  {
    code: 'gateway/address',
    good: [],
    bad: [{ what: 'no address after long', with: [gateway('False', 11)], result: 'warn', message: `${GATEWAY} is not programmed after 10 minutes: AddressNotAssigned: no address` }],
  },
  {
    code: 'gateway/address',
    laidDown: false,
    good: [gateway('False', 9)],
    bad: [{ what: 'the same a little later', with: [gateway('False', 10)], result: 'warn', message: `${GATEWAY} is not programmed after 10 minutes: AddressNotAssigned: no address` }],
  },
  {
    code: 'gateway/address',
    laidDown: false,
    good: [untouchedGateway(9)],
    bad: [{ what: 'no controller after long', with: [untouchedGateway(11)], result: 'warn', message: `${GATEWAY} is not programmed after 10 minutes: Pending: Waiting for controller` }],
  },
];
