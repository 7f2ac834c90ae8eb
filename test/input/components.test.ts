import { makeCa } from '../support/certificates';
import { faultsOf, fromProps, KUBECONFIG, long, objectsOf, Refused, testAccepted, testRefused } from '../support/input';

const component = (name: string, options: object, more: object = {}) => ({ components: { [name]: options }, ...more });
const values = (name: string, given: object, more: object = {}) => component(name, { values: given }, more);
const unset = (name: string, ...unsetValues: string[]) => component(name, { unsetValues }, name === 'grove' ? { stack: 'Dynamo' } : {});
const DYNAMO = { stack: 'Dynamo' };

describe('modes', () => {
  const components = [
    'certManager', 'trustManager', 'prometheus', 'nodeFeatureDiscovery', 'nvidiaDraDriver', 'envoyGateway', 'aiGatewayCrds', 'aiGateway', 'leaderWorkerSet',
    'gaieCrds', 'criticalPodsQuota',
  ];
  testAccepted([
    ['everything provided', { mode: 'Provided' }],
    ['everything provided but one', { mode: 'Provided', components: { prometheus: { mode: 'Managed' } } }],
    ...components.map((name): [string, object] => [name, component(name, { mode: 'Provided' })]),
    ...['grove', 'kaiScheduler'].map((name): [string, object] => [name, component(name, { mode: 'Provided' }, DYNAMO)]),
    ['a component of the other stack', component('grove', { mode: 'Provided' })],
    ['the Gateway API\'s CRDs provided, and Envoy Gateway\'s own', component('envoyGatewayCrds', { mode: 'Provided' }, { gatewayApiCrds: 'Provided' })],
    ['contradicting values of what is not installed', component('certManager', { mode: 'Provided', values: { crds: { enabled: false } } })],
  ]);

  testRefused([
    ['mode managed', { mode: 'managed' }, ['mode: "managed" is not one of the choices, must be one of Managed, Provided, did you mean Managed?']],
    ['mode Absent', { mode: 'Absent' }, ['mode: "Absent" is not one of the choices, must be one of Managed, Provided']],
    ['mode of a component', component('kaiScheduler', { mode: 'provided' }), [
      'components.kaiScheduler.mode: "provided" is not one of the choices, must be one of Managed, Provided, did you mean Provided?',
    ]],
    ['only the Gateway API\'s CRDs provided', { gatewayApiCrds: 'Provided', versions: { envoyGateway: 'v1.8.3' } }, [
      'gatewayApiCrds: Helm cannot store a release of gateway-crds-helm, which is larger than a Secret, '
        + 'set components.envoyGatewayCrds.mode to Provided and install it by: helm template mp-gateway-crds-helm oci://docker.io/envoyproxy/gateway-crds-helm --version v1.8.3 '
        + '--namespace envoy-gateway-system --set-json \'crds={"envoyGateway":{"enabled":true}}\' | kubectl apply --server-side -f -',
    ]],
  ]);
});

describe('values that the stack relies on', () => {
  const relied = 'contradicts the value that the stack relies on, leave it out, it is';
  const inEnvoy = 'config.envoyGateway.extensionManager';

  testAccepted([
    ['the same values again', values('certManager', { crds: { enabled: true, keep: false } })],
    ['values beside them', values('envoyGateway', { config: { envoyGateway: { logging: { level: { default: 'debug' } } } } })],
    ['others of the stack\'s', values('prometheus', { grafana: { enabled: true }, prometheus: { prometheusSpec: { retention: '2d' } } })],
    ['undefined', values('certManager', { crds: { enabled: undefined } })],
    ['null in place of others', values('prometheus', { grafana: null })],
    ['contradictions for the other stack', values('grove', { webhookServerSecret: { enabled: true } })],
  ]);

  testRefused([
    ...[false, null].map((enabled): Refused => [`cert-manager crds.enabled ${enabled}`, values('certManager', { crds: { enabled } }), [
      `components.certManager.values.crds.enabled: ${enabled} ${relied} true`,
    ]]),
    ['cert-manager crds.enabled as text', values('certManager', { crds: { enabled: 'true' } }), [
      'components.certManager.values.crds.enabled: is a string, must be a boolean',
      `components.certManager.values.crds.enabled: "true" ${relied} true`,
    ]],
    ['cert-manager crds null', values('certManager', { crds: null }), [`components.certManager.values.crds: null ${relied} {"enabled":true}`]],
    ['trust-manager\'s namespace', values('trustManager', { app: { trust: { namespace: 'other' } } }), [
      `components.trustManager.values.app.trust.namespace: "other" ${relied} "modelplane-system"`,
    ]],
    ['trust-manager crds.enabled', values('trustManager', { crds: { enabled: false } }), [
      `components.trustManager.values.crds.enabled: false ${relied} true`,
    ]],
    ['the extension server', values('envoyGateway', {
      config: {
        envoyGateway: {
          extensionApis: { enableBackend: false },
          extensionManager: { service: { fqdn: { hostname: 'a', port: 1 } }, backendResources: [] },
        },
      },
    }), [
      `components.envoyGateway.values.config.envoyGateway.extensionApis.enableBackend: false ${relied} true`,
      `components.envoyGateway.values.${inEnvoy}.service.fqdn.hostname: "a" ${relied} "ai-gateway-controller.envoy-ai-gateway-system.svc.cluster.local"`,
      `components.envoyGateway.values.${inEnvoy}.service.fqdn.port: 1 ${relied} 1063`,
      `components.envoyGateway.values.${inEnvoy}.backendResources: a list of 0 ${relied} `
        + '[{"group":"inference.networking.k8s.io","kind":"InferencePool","version":"v1"}]',
    ]],
    ['the AI Gateway\'s name, port and webhook', values('aiGateway', {
      controller: { fullnameOverride: 'a', service: { ports: [] }, mutatingWebhook: { certManager: { enable: false } } },
    }), [
      `components.aiGateway.values.controller.fullnameOverride: "a" ${relied} "ai-gateway-controller"`,
      `components.aiGateway.values.controller.mutatingWebhook.certManager.enable: false ${relied} true`,
      'components.aiGateway.values.controller.service.ports: the stack relies on the chart\'s own value, leave it out',
    ]],
    ['the DRA driver\'s resources', values('nvidiaDraDriver', {
      gpuResourcesEnabledOverride: false, resources: { computeDomains: { enabled: true } },
    }), [
      `components.nvidiaDraDriver.values.gpuResourcesEnabledOverride: false ${relied} true`,
      `components.nvidiaDraDriver.values.resources.computeDomains.enabled: true ${relied} false`,
    ]],
    ['Grove\'s certificate', values('grove', { webhookServerSecret: { enabled: true } }, DYNAMO), [
      `components.grove.values.webhookServerSecret.enabled: true ${relied} false`,
    ]],
  ]);
});

describe('values of charts with a closed schema', () => {
  testAccepted([
    ['what it has', values('certManager', { replicaCount: 2, podLabels: { a: 'b' }, featureGates: 'A=true' })],
    ['a version without a table', values('certManager', { nope: 1 }, { versions: { certManager: 'v9.9.9' } })],
    ['what an open schema does not have', values('prometheus', { nope: 1 })],
  ]);

  testRefused([
    ['a misspelt key', values('certManager', { replicaCuont: 2 }), [
      'components.certManager.values.replicaCuont: the chart has no such value, did you mean "replicaCount"?',
    ]],
    ['keys of nothing like a name', values('trustManager', { zzz: 1, app: { qqq: 1 } }), ['zzz', 'app.qqq'].map(path =>
      `components.trustManager.values.${path}: the chart has no such value, see the values.yaml of the chart`)],
    ['a value of another type', values('certManager', { replicaCount: '2', tolerations: {} }), [
      'components.certManager.values.replicaCount: is a string, must be a number',
      'components.certManager.values.tolerations: is a map, must be a list',
    ]],
  ]);
});

describe('values that cannot reach Helm', () => {
  const cycle: Record<string, unknown> = {};
  cycle.list = [{ cycle }];
  const nested = (depth: number): unknown => depth === 0 ? 1 : [nested(depth - 1)];
  const integer = 'is an integer of which JavaScript loses digits, pass a string';
  const surrogate = 'has half of a surrogate pair, must be Unicode text';

  testAccepted([
    ['what can', values('prometheus', {
      numbers: [Number.MAX_SAFE_INTEGER, -0.5, 1e-7, '9007199254740993'], a: [], b: {}, c: null, d: [null, undefined], on: 'off', ['a.b/c']: 'é🦙',
    })],
    ['one object in two places', values('prometheus', { a: KUBECONFIG, b: KUBECONFIG })],
    ['100 levels', values('prometheus', { a: nested(99) })],
  ]);

  testRefused([
    ['integers too large', values('prometheus', { a: 2 ** 53, b: [-(2 ** 53)], c: 1e21 }), [
      `components.prometheus.values.a: 9007199254740992 ${integer}`,
      `components.prometheus.values.b[0]: -9007199254740992 ${integer}`,
      `components.prometheus.values.c: 1e+21 ${integer}`,
    ]],
    ['a bigint', values('prometheus', { a: 1n }), ['components.prometheus.values.a: 1 is a bigint, pass a string']],
    ['no numbers', values('prometheus', { a: NaN, b: { c: Infinity } }), [
      'components.prometheus.values.a: NaN cannot be written, must be a finite number',
      'components.prometheus.values.b.c: Infinity cannot be written, must be a finite number',
    ]],
    ['a cycle', values('prometheus', cycle), ['components.prometheus.values.list[0].cycle: refers back to what it stands in, must hold no cycle']],
    ['101 levels', values('prometheus', { a: nested(100) }), [
      `components.prometheus.values.a${'[0]'.repeat(99)}: is too deep, must be at most 100 levels of maps and lists`,
    ]],
    ['halves of surrogate pairs', values('prometheus', { 'a': '\ud83d', '\udd99': 1, 'b': ['x\ud83dx'] }), [
      `components.prometheus.values.a: "\\ud83d" ${surrogate}`,
      `components.prometheus.values["\\udd99"]: "\\udd99" ${surrogate}`,
      `components.prometheus.values.b[0]: "x\\ud83dx" ${surrogate}`,
    ]],
    ['what is not data', values('prometheus', { a: () => 1, b: Symbol('s'), c: new Date(0), d: new Map(), e: new (class Own {})() }), [
      ...['a: a function', 'b: a symbol', 'c: an object of class Date', 'd: an object of class Map', 'e: an object of class Own'].map(problem =>
        `components.prometheus.values.${problem} is not data, must be a string, number, boolean, list, map or null`),
    ]],
    ['a key that JavaScript loses', values('prometheus', JSON.parse('{"a": {"__proto__": 1}}')), [
      'components.prometheus.values.a.__proto__: "__proto__" is a key that JavaScript loses, leave it out',
    ]],
    ['keys that jsii has lost', values('prometheus', { '<interface {} Value>': { '<int Value>': 1 }, '<a>': 1, 'Value>': 1 }), [
      'components.prometheus.values["<interface {} Value>"]: "<interface {} Value>" was a key of Go other than a string, use map[string]any',
      'components.prometheus.values["<interface {} Value>"]["<int Value>"]: "<int Value>" was a key of Go other than a string, use map[string]any',
    ]],
    ['an object of a class', component('prometheus', { values: new Date(0) }), [
      'components.prometheus.values: is an object of class Date, must be a map',
    ]],
  ]);
});

describe('values to unset', () => {
  testAccepted([
    ['paths', unset('prometheus', 'a', 'a.b', 'a\\.b', 'prometheus.io/scrape', 'a\\\\b', 'a\\[0\\]', 'grafana')],
    ['one path twice', unset('prometheus', 'a', 'a')],
    ['beside values', component('prometheus', { values: { a: { b: 1 } }, unsetValues: ['a.c', 'b'] })],
    ['beside what the stack relies on', unset('certManager', 'crds.keep')],
  ]);

  const at = 'components.prometheus.unsetValues';
  const twice = 'is set in values too, keep one of the two';
  const relied = 'is a value that the stack relies on, leave it out';
  testRefused([
    ['what is no path', unset('prometheus', 'a[0]', '', '.a', 'a.', 'a..b', 'a=b', 'a,b', '{a}', 'a\\', '__proto__'), [
      `${at}[0]: "a[0]" has a list index, unset the whole list, or write \\[ for a bracket in a key`,
      `${at}[1]: "" has an empty key, separate keys by one dot, and write \\. for a dot in a key`,
      ...['.a', 'a.', 'a..b'].map((path, i) => `${at}[${i + 2}]: "${path}" has an empty key, separate keys by one dot, and write \\. for a dot in a key`),
      `${at}[5]: "a=b" is more than a path, give one path without a value, or write \\= in a key`,
      `${at}[6]: "a,b" is more than a path, give one path without a value, or write \\, in a key`,
      `${at}[7]: "{a}" is more than a path, give one path without a value, or write \\{ in a key`,
      `${at}[8]: "a\\\\" ends in a backslash, write \\\\ for a backslash in a key`,
      `${at}[9]: "__proto__" is a key that JavaScript loses, leave it out`,
    ]],
    ['half of a surrogate pair', unset('prometheus', 'a.\ud800'), [`${at}[0]: "a.\\ud800" has half of a surrogate pair, must be valid Unicode`]],
    ['what values set', component('prometheus', { values: { 'a': { b: 1 }, 'c.d': null }, unsetValues: ['a.b', 'a', 'a.b.c', 'c\\.d', 'a.c'] }), [
      `${at}[0]: "a.b" ${twice}`, `${at}[1]: "a" ${twice}`, `${at}[2]: "a.b.c" ${twice}`, `${at}[3]: "c\\\\.d" ${twice}`,
    ]],
    ...([
      ['certManager', 'crds.enabled'],
      ['certManager', 'crds'],
      ['trustManager', 'app.trust.namespace'],
      ['envoyGateway', 'config'],
      ['envoyGateway', 'config.envoyGateway.extensionManager.backendResources'],
      ['aiGateway', 'controller.service'],
      ['aiGateway', 'controller.service.ports'],
      ['aiGateway', 'controller.mutatingWebhook.certManager.enable'],
      ['nvidiaDraDriver', 'gpuResourcesEnabledOverride'],
      ['grove', 'webhookServerSecret'],
    ].map(([name, path]): Refused => [`${name} ${path}`, unset(name, path), [`components.${name}.unsetValues[0]: "${path}" ${relied}`]])),
    ['a wrong type beside a wrong path', component('prometheus', { unsetValues: [1, 'a[0]'] }), [
      `${at}[0]: 1 is a number, must be a string, quote it`,
      `${at}[1]: "a[0]" has a list index, unset the whole list, or write \\[ for a bracket in a key`,
    ]],
  ]);
});

describe('tolerations', () => {
  const toleration = (fields: object) => ({ tolerations: [{ key: 'example.test/gpu', ...fields }] });
  const key = 'is not a qualified name, must be letters, digits, ".", "_" and "-", at most 63 of them, beginning and ending in a letter or digit, '
    + 'after an optional DNS name and "/"';
  const value = 'is not a value of a taint, must be letters, digits, ".", "_" and "-", at most 63 of them, beginning and ending in a letter or digit';

  testAccepted([
    ['a key', toleration({})],
    ['a key of 253 and 63 characters', toleration({ key: `${long(253)}/${long(63)}` })],
    ['an empty value', toleration({ operator: 'Exists', value: '' })],
    ['a value of 63 characters', toleration({ value: long(63) })],
    ['seconds', toleration({ effect: 'NoExecute', tolerationSeconds: 0 })],
    ['everything', toleration({ operator: 'Equal', value: 'true', effect: 'NoExecute', tolerationSeconds: 3600 })],
    ['one twice', { tolerations: [{ key: 'a' }, { key: 'a' }] }],
  ]);

  testRefused([
    ['without a key', { tolerations: [{ operator: 'Exists' }] }, ['tolerations[0].key: missing, add a string']],
    ['an empty key', toleration({ key: '' }), ['tolerations[0].key: "" is too short, must have at least 1 character']],
    ...['a b', 'a/b/c', '/a', 'a/', '-a', 'a.', 'A.com/b', `${long(64)}`, 'ä'].map((name): Refused =>
      [`key ${name}`, toleration({ key: name }), [`tolerations[0].key: "${name}" ${key}`]]),
    ...['a b', '-', 'a/b', long(64)].map((text): Refused => [`value ${text}`, toleration({ value: text }), [`tolerations[0].value: "${text}" ${value}`]]),
    ['a value with Exists', toleration({ operator: 'Exists', value: 'true' }), [
      'tolerations[0].value: "true" is given with operator Exists, leave it out or use operator Equal',
    ]],
    ['seconds without NoExecute', toleration({ effect: 'NoSchedule', tolerationSeconds: 5 }), [
      'tolerations[0].tolerationSeconds: 5 is given with effect NoSchedule, leave it out or use effect NoExecute',
    ]],
    ['seconds without an effect', toleration({ tolerationSeconds: 5 }), [
      'tolerations[0].tolerationSeconds: 5 is given with effect unset, leave it out or use effect NoExecute',
    ]],
    ['seconds with a misspelt effect', toleration({ effect: 'noExecute', tolerationSeconds: 5 }), [
      'tolerations[0].effect: "noExecute" is not one of the choices, must be one of NoSchedule, PreferNoSchedule, NoExecute, did you mean NoExecute?',
    ]],
    ['seconds that are text', toleration({ effect: 'NoExecute', tolerationSeconds: '5' }), [
      `tolerations[0].tolerationSeconds: "5" is a string, must be a number of seconds, an integer from 0 to ${Number.MAX_SAFE_INTEGER}, without quotes`,
    ]],
  ]);
});

describe('the time', () => {
  testAccepted(['2026-01-15', '2026-01-15T00:00Z', '2026-01-15T00:00:00Z', '2026-01-15T00:00:00.123Z', '2026-01-15T02:00:00+02:00']
    .map(now => [now, { now }]));

  testRefused(['', 'now', '2026', '2026-01', '2026-1-1', '2026-13-01', '2026-01-32', '2026-01-15T00:00:00', '2026-01-15 00:00:00Z', '15.1.2026', '1768435200',
    '2026-01-15T25:00:00Z', 'Thu, 15 Jan 2026 00:00:00 GMT'].map(now =>
    [now, { now }, [`now: "${now}" is not a time, must be ISO 8601 in UTC or with an offset, such as 2026-01-31T00:00:00Z`]]));
});

describe('several faults', () => {
  testRefused([['of every kind', {
    stack: 'dynamo',
    nvidiaDriverRoot: 'nvidia',
    versions: { certManager: '1.21.1', envoyGateway: 'v1.9.0', prometheus: 72 },
    gateway: {
      className: 'Envoy',
      clientCas: [{ name: 'a', certificate: makeCa({ name: 'a' }) }, { name: '', certificate: 'x' }],
      listeners: [{ name: 'a', port: 0 }],
      tls: true,
    },
    mode: 'x',
    components: { certManager: { values: { crds: { enabled: false } } }, promtheus: {}, trustManager: { unsetValues: ['a..b'] } },
    tolerations: [{ operator: 'Exists' }],
    now: 'x',
  }, [
    'stack: "dynamo" is not one of the choices, must be one of Standard, Dynamo, did you mean Dynamo?',
    'nvidiaDriverRoot: "nvidia" is not absolute, must be an absolute path such as "/" or "/home/kubernetes/bin/nvidia"',
    'versions.certManager: "1.21.1" has no v, cert-manager\'s tags do: use "v1.21.1"',
    'versions.prometheus: 72 is a number, must be a string, quote it',
    'gateway.tls: unknown field, must be one of className, hostname, clientCas, listeners, ca',
    'gateway.className: "Envoy" is not a DNS subdomain, use "envoy"',
    'gateway.clientCas[1].name: "" is too short, must have at least 1 character',
    'gateway.listeners[0].port: 0 is not a port, must be between 1 and 65535',
    'gateway.listeners[0].protocol: missing, add one of HTTP, TCP',
    'mode: "x" is not one of the choices, must be one of Managed, Provided',
    'components.promtheus: unknown field, did you mean prometheus?',
    'tolerations[0].key: missing, add a string',
    'now: "x" is not a time, must be ISO 8601 in UTC or with an offset, such as 2026-01-31T00:00:00Z',
    'gateway.clientCas: client certificates cannot be asked for without TLS, needs gateway.hostname',
    'gateway.clientCas[1].certificate: holds no PEM block, must be the text of a CA certificate, from -----BEGIN CERTIFICATE----- on, not its path',
    'components.certManager.values.crds.enabled: false contradicts the value that the stack relies on, leave it out, it is true',
    'components.trustManager.unsetValues[0]: "a..b" has an empty key, separate keys by one dot, and write \\. for a dot in a key',
    'versions.envoyGateway: "v1.9.0" is known to fail: Envoy AI Gateway v1.1 works with Envoy Gateway v1.8.1 and later v1.8 releases only, '
      + 'must be v1.8.1 or newer and older than v1.9.0 and its pre-releases',
  ]]]);
});

testRefused([
  ['a Map in place of a map', { components: new Map() }, ['components: is an object of class Map, must be a map']],
  ['a Date in place of a map', { components: { prometheus: new Date(0) } }, ['components.prometheus: is an object of class Date, must be a map']],
]);

test('props may be objects with getters', () => {
  class Gateway {
    public get className() { return 'other'; }
  }
  const gateway = new Gateway();
  expect(objectsOf(fromProps({ gateway }))).toEqual(objectsOf(fromProps({ gateway: { className: 'other' } })));
  jest.spyOn(Gateway.prototype, 'className', 'get').mockReturnValue('Other');
  expect(faultsOf(() => fromProps({ gateway }))).toEqual(['gateway.className: "Other" is not a DNS subdomain, use "other"']);
});
