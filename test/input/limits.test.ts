import { SecretType } from '../../src';
import { makeCa } from '../support/certificates';
import { fromProps, fromSameDocument, KUBECONFIG, long, objectsOf, Refused, testAccepted, testRefused } from '../support/input';

const HOSTNAME = 'west.example.com';
const CERTIFICATE = makeCa({ name: 'a' });
const LISTENER = { name: 'http', port: 80, protocol: 'HTTP' };

const secret = (field: object) => ({ secrets: [KUBECONFIG, { ...KUBECONFIG, ...field }] });
const gateway = (fields: object) => ({ gateway: { hostname: HOSTNAME, ...fields } });
const clientCa = (field: object) => gateway({ clientCas: [{ name: 'a', certificate: CERTIFICATE, ...field }] });
const listener = (field: object) => ({ gateway: { listeners: [{ ...LISTENER, ...field }] } });
const listeners = (count: number) =>
  ({ gateway: { listeners: Array.from({ length: count }, (_, i) => ({ ...LISTENER, name: `a${i}`, port: 80 + i })) } });
const version = (path: string, value: unknown) => {
  const [name, nested] = path.split('.');
  return { stack: name === 'dynamo' ? 'Dynamo' : 'Standard', versions: { [name]: nested ? { [nested]: value } : value } };
};

/** Text before a certificate is skipped, so it may be as long as there is room. */
const padded = (length: number) => `${long(length - CERTIFICATE.length - 1)}\n${CERTIFICATE}`;
/** Labels of at most 63 characters. */
const hostname = (length: number) => `${long(63)}.${long(63)}.${long(63)}.${long(length - 192)}`;
const shown = (text: string) => `"${text.slice(0, 79)}..."`;

const VERSIONS = [
  ['certManager', 'v1.21.1'], ['trustManager', 'v0.24.0'], ['envoyGateway', 'v1.8.4'], ['prometheus', '72.6.2'], ['nodeFeatureDiscovery', '0.18.3'],
  ['nvidiaDraDriver', '0.4.0'], ['standard.leaderWorkerSet', 'v0.8.0'], ['dynamo.grove', 'v0.1.0'], ['dynamo.kaiScheduler', 'v0.16.8'],
  ['dynamo.modelExpress', '0.4.1'],
] as const;
const longVersion = (base: string, length: number) => `${base}-${long(length - base.length - 1)}`;

testAccepted([
  ['8 secrets', { secrets: Array(8).fill(KUBECONFIG) }],
  ['a secret\'s name of 253 characters', secret({ name: long(253) })],
  ['a secret\'s key of 253 characters', secret({ key: long(253) })],
  ['a secret\'s namespace of 63 characters', secret({ namespace: long(63) })],
  ...Object.values(SecretType).map((type): [string, object] => [`a secret of type ${type}`, secret({ type })]),
  ['the Standard stack', { stack: 'Standard' }],
  ['the Dynamo stack', { stack: 'Dynamo' }],
  ['a driver root of 1 character', { nvidiaDriverRoot: '/' }],
  ['a driver root of 512 characters', { nvidiaDriverRoot: `/${long(511)}` }],
  ['a driver root of 512 characters outside of the basic plane', { nvidiaDriverRoot: `/${'🦙'.repeat(511)}` }],
  ...VERSIONS.map(([path, base]): [string, object] => [`versions.${path} of 32 characters`, version(path, longVersion(base, 32))]),
  ['a class name of 1 character', { gateway: { className: 'a' } }],
  ['a class name of 63 characters', { gateway: { className: long(63) } }],
  ['a hostname of 1 character', gateway({ hostname: 'a' })],
  ['a hostname of 253 characters', gateway({ hostname: hostname(253) })],
  ['no client CA', gateway({ clientCas: [] })],
  ['32 client CAs', gateway({ clientCas: Array(32).fill({ name: 'a', certificate: CERTIFICATE }) })],
  ['a client CA\'s name of 1 character', clientCa({ name: 'a' })],
  ['a client CA\'s name of 253 characters', clientCa({ name: long(253) })],
  ['a client CA\'s certificate of 16384 characters', clientCa({ certificate: padded(16384) })],
  ['no listener', { gateway: { listeners: [] } }],
  ['8 listeners', listeners(8)],
  ['a listener\'s name of 1 character', listener({ name: 'a' })],
  ['a listener\'s name of 63 characters', listener({ name: long(63) })],
  ['port 1', listener({ port: 1 })],
  ['port 65535', listener({ port: 65535 })],
  ['protocol HTTP', listener({ protocol: 'HTTP' })],
  ['protocol TCP', listener({ protocol: 'TCP' })],
  ['nothing', {}],
  ['empty maps', { versions: { standard: {}, dynamo: {} }, gateway: {}, components: { prometheus: {} }, tolerations: [] }],
]);

testRefused([
  ['no secret', { secrets: [] }, ['secrets: has 0 entries, must have at least 1']],
  ['9 secrets', { secrets: Array(9).fill(KUBECONFIG) }, ['secrets: has 9 entries, must have at most 8']],
  ['a secret without name', secret({ name: '' }), ['secrets[1].name: "" is too short, must have at least 1 character']],
  ['a secret\'s name of 254 characters', secret({ name: long(254) }), [
    `secrets[1].name: ${shown(long(254))} has 254 characters, must have at most 253`,
  ]],
  ['a secret\'s key of 254 characters', secret({ key: long(254) }), [
    `secrets[1].key: ${shown(long(254))} has 254 characters, must have at most 253`,
  ]],
  ['a secret\'s namespace of 64 characters', secret({ namespace: long(64) }), [
    `secrets[1].namespace: "${long(64)}" has 64 bytes, must have at most 63`,
  ]],
  ['a secret of another type', secret({ type: 'AzureWorkloadIdentity' }), [
    `secrets[1].type: "AzureWorkloadIdentity" is not one of the choices, must be one of ${Object.values(SecretType).join(', ')}`,
  ]],
  ['another stack', { stack: 'Dynmo' }, ['stack: "Dynmo" is not one of the choices, must be one of Standard, Dynamo, did you mean Dynamo?']],
  ['no driver root', { nvidiaDriverRoot: '' }, ['nvidiaDriverRoot: "" is too short, must have at least 1 character']],
  ['a driver root of 513 characters', { nvidiaDriverRoot: `/${long(512)}` }, [
    `nvidiaDriverRoot: ${shown(`/${long(512)}`)} has 513 characters, must have at most 512`,
  ]],
  ...VERSIONS.flatMap(([path, base]): Refused[] => [
    [`versions.${path} of 33 characters`, version(path, longVersion(base, 33)), [
      `versions.${path}: "${longVersion(base, 33)}" has 33 characters, must have at most 32`,
    ]],
    [`an empty versions.${path}`, version(path, ''), [`versions.${path}: "" is too short, must have at least 1 character`]],
  ]),
  ['no class name', { gateway: { className: '' } }, ['gateway.className: "" is too short, must have at least 1 character']],
  ['a class name of 64 characters', { gateway: { className: long(64) } }, [
    `gateway.className: "${long(64)}" has 64 characters, must have at most 63`,
  ]],
  ['an empty hostname', gateway({ hostname: '' }), ['gateway.hostname: "" is too short, must have at least 1 character']],
  ['a hostname of 254 characters', gateway({ hostname: hostname(254) }), [
    `gateway.hostname: ${shown(hostname(254))} has 254 characters, must have at most 253`,
  ]],
  ['33 client CAs', gateway({ clientCas: Array(33).fill({ name: 'a', certificate: CERTIFICATE }) }), [
    'gateway.clientCas: has 33 entries, must have at most 32',
  ]],
  ['a client CA without name', clientCa({ name: '' }), ['gateway.clientCas[0].name: "" is too short, must have at least 1 character']],
  ['a client CA\'s name of 254 characters', clientCa({ name: long(254) }), [
    `gateway.clientCas[0].name: ${shown(long(254))} has 254 characters, must have at most 253`,
  ]],
  ['a client CA without certificate', clientCa({ certificate: '' }), [
    'gateway.clientCas[0].certificate: the value is too short, must have at least 1 character',
  ]],
  ['a client CA\'s certificate of 16385 characters', clientCa({ certificate: padded(16385) }), [
    'gateway.clientCas[0].certificate: the value has 16385 characters, must have at most 16384',
  ]],
  ['9 listeners', listeners(9), ['gateway.listeners: has 9 entries, must have at most 8']],
  ['a listener without name', listener({ name: '' }), ['gateway.listeners[0].name: "" is too short, must have at least 1 character']],
  ['a listener\'s name of 64 characters', listener({ name: long(64) }), [
    `gateway.listeners[0].name: "${long(64)}" has 64 characters, must have at most 63`,
  ]],
  ...[0, -1, 65536, 1e21].map((port): Refused => [
    `port ${port}`, listener({ port }), [`gateway.listeners[0].port: ${port} is not a port, must be between 1 and 65535`],
  ]),
  ...[80.5, NaN, Infinity, -Infinity, 0.1].map((port): Refused => [
    `port ${port}`, listener({ port }), [`gateway.listeners[0].port: ${port} is not a port, must be an integer between 1 and 65535`],
  ]),
  ['another protocol', listener({ protocol: 'UDP' }), ['gateway.listeners[0].protocol: "UDP" is not one of the choices, must be one of HTTP, TCP']],
  ['a protocol in lower case', listener({ protocol: 'tcp' }), [
    'gateway.listeners[0].protocol: "tcp" is not one of the choices, must be one of HTTP, TCP, did you mean TCP?',
  ]],
]);

describe('a value of another type', () => {
  const string = (form: string, quote = true) => [
    [5, `5 is a number, must be ${form}${quote ? ', quote it' : ''}`],
    [true, `true is a boolean, must be ${form}${quote ? ', quote it' : ''}`],
    [['a'], `is a list, must be ${form}`],
    [{ a: 'b' }, `is a map, must be ${form}`],
  ] as const;
  const text = string('a string');
  const integer = [
    ['80', '"80" is a string, must be a port, an integer from 1 to 65535, without quotes'],
    [true, 'true is a boolean, must be a port, an integer from 1 to 65535'],
    [[80], 'is a list, must be a port, an integer from 1 to 65535'],
    [{}, 'is a map, must be a port, an integer from 1 to 65535'],
  ] as const;
  const list = [
    [5, '5 is a number, must be a list'],
    [false, 'false is a boolean, must be a list'],
    ['a', '"a" is a string, must be a list'],
    [{ 0: 'a' }, 'is a map, must be a list'],
  ] as const;
  const map = [
    [5, '5 is a number, must be a map'],
    [true, 'true is a boolean, must be a map'],
    ['a', '"a" is a string, must be a map'],
    [['a'], 'is a list, must be a map'],
  ] as const;

  const fields: ReadonlyArray<readonly [path: string, make: (value: unknown) => object, cases: ReadonlyArray<readonly [unknown, string]>]> = [
    ['secrets', value => ({ secrets: value }), list],
    ['secrets[1]', value => ({ secrets: [KUBECONFIG, value] }), map],
    ['secrets[1].type', type => secret({ type }), string(`one of ${Object.values(SecretType).join(', ')}`, false)],
    ['secrets[1].name', name => secret({ name }), text],
    ['secrets[1].key', key => secret({ key }), text],
    ['secrets[1].namespace', namespace => secret({ namespace }), text],
    ['stack', stack => ({ stack }), string('one of Standard, Dynamo', false)],
    ['nvidiaDriverRoot', nvidiaDriverRoot => ({ nvidiaDriverRoot }), text],
    ['versions', versions => ({ versions }), map],
    ['versions.standard', standard => ({ versions: { standard } }), map],
    ['versions.dynamo', dynamo => ({ versions: { dynamo } }), map],
    ...VERSIONS.map(([path]) => [`versions.${path}`, (value: unknown) => version(path, value), text] as const),
    ['gateway', value => ({ gateway: value }), map],
    ['gateway.className', className => gateway({ className }), text],
    ['gateway.hostname', value => gateway({ hostname: value }), text],
    ['gateway.clientCas', clientCas => gateway({ clientCas }), list],
    ['gateway.clientCas[0]', value => gateway({ clientCas: [value] }), map],
    ['gateway.clientCas[0].name', name => clientCa({ name }), text],
    ['gateway.clientCas[0].certificate', certificate => clientCa({ certificate }), [
      [5, 'is a number, must be a string, quote it'],
      [true, 'is a boolean, must be a string, quote it'],
      [[CERTIFICATE], 'is a list, must be a string'],
      [{ [CERTIFICATE]: 'a' }, 'is a map, must be a string'],
    ]],
    ['gateway.listeners', value => ({ gateway: { listeners: value } }), list],
    ['gateway.listeners[0]', value => ({ gateway: { listeners: [value] } }), map],
    ['gateway.listeners[0].name', name => listener({ name }), text],
    ['gateway.listeners[0].port', port => listener({ port }), integer],
    ['gateway.listeners[0].protocol', protocol => listener({ protocol }), string('one of HTTP, TCP', false)],
    ['gateway.ca', ca => gateway({ ca }), map],
    ['gateway.ca.trusted', trusted => gateway({ ca: { trusted } }), list],
    ['delivery', delivery => ({ delivery }), [
      ['flux', '"flux" is a string, must be made by a function of Delivery, such as Delivery.helmChart()'],
      [{}, 'is a map, must be made by a function of Delivery, such as Delivery.helmChart()'],
    ]],
    ['mode', mode => ({ mode }), string('one of Managed, Provided', false)],
    ['versionSet', versionSet => ({ versionSet }), string('one of v1alpha1, managed', false)],
    ['gatewayApiCrds', gatewayApiCrds => ({ gatewayApiCrds }), string('one of Managed, Provided', false)],
    ['now', now => ({ now }), text],
    ['components', components => ({ components }), map],
    ['components.prometheus', prometheus => ({ components: { prometheus } }), map],
    ['components.prometheus.mode', mode => ({ components: { prometheus: { mode } } }), string('one of Managed, Provided', false)],
    ['components.prometheus.values', values => ({ components: { prometheus: { values } } }), map],
    ['components.prometheus.unsetValues', unsetValues => ({ components: { prometheus: { unsetValues } } }), list],
    ['components.prometheus.unsetValues[0]', value => ({ components: { prometheus: { unsetValues: [value] } } }), text],
    ['tolerations', tolerations => ({ tolerations }), list],
    ['tolerations[0]', value => ({ tolerations: [value] }), map],
    ['tolerations[0].key', key => ({ tolerations: [{ key }] }), text],
    ['tolerations[0].operator', operator => ({ tolerations: [{ key: 'a', operator }] }), string('one of Equal, Exists', false)],
    ['tolerations[0].value', value => ({ tolerations: [{ key: 'a', value }] }), text],
    ['tolerations[0].effect', effect => ({ tolerations: [{ key: 'a', effect }] }), string('one of NoSchedule, PreferNoSchedule, NoExecute', false)],
  ];

  testRefused(fields.flatMap(([path, make, cases]) => cases.map(([value, problem]): Refused =>
    [`${path} ${JSON.stringify(value)}`, make(value), [`${path}: ${problem}`]])));
});

describe('null', () => {
  const empty = 'the entry is empty, fill it or remove it';
  testRefused([
    ['a secret', { secrets: [KUBECONFIG, null] }, [`secrets[1]: ${empty}`]],
    ['a listener', { gateway: { listeners: [null] } }, [`gateway.listeners[0]: ${empty}`]],
    ['a client CA', gateway({ clientCas: [null] }), [`gateway.clientCas[0]: ${empty}`]],
    ['a trusted CA', gateway({ ca: { trusted: [null] } }), [`gateway.ca.trusted[0]: ${empty}`]],
    ['a toleration', { tolerations: [null] }, [`tolerations[0]: ${empty}`]],
    ['a value to unset', { components: { prometheus: { unsetValues: ['a', null] } } }, [`components.prometheus.unsetValues[1]: ${empty}`]],
    ['a required field', listener({ port: null }), ['gateway.listeners[0].port: missing, add a port']],
  ]);

  test('in an optional field is as good as nothing', () => {
    const none = {
      stack: null,
      nvidiaDriverRoot: null,
      versions: { certManager: null, standard: null, dynamo: { grove: null } },
      gateway: { className: null, hostname: null, clientCas: null, listeners: null, ca: null },
      mode: null,
      versionSet: null,
      components: { certManager: null, prometheus: { mode: null, values: null, unsetValues: null } },
      tolerations: null,
      gatewayApiCrds: null,
      now: null,
    };
    const expected = objectsOf(fromProps({}));
    expect(objectsOf(fromProps(none))).toEqual(expected);
    expect(objectsOf(fromSameDocument(none))).toEqual(expected);
    expect(objectsOf(fromProps({ versions: null, gateway: null, components: null, delivery: null, secrets: null }))).toEqual(expected);
  });
});

describe('what a map must have', () => {
  testRefused([
    ['a secret', { secrets: [KUBECONFIG, {}] }, [
      `secrets[1].type: missing, add one of ${Object.values(SecretType).join(', ')}`,
      'secrets[1].name: missing, add a string',
      'secrets[1].key: missing, add a string',
    ]],
    ['a client CA', gateway({ clientCas: [{}] }), [
      'gateway.clientCas[0].name: missing, add a string',
      'gateway.clientCas[0].certificate: missing, add a string',
    ]],
    ['a listener', { gateway: { listeners: [{}] } }, [
      'gateway.listeners[0].name: missing, add a string',
      'gateway.listeners[0].port: missing, add a port',
      'gateway.listeners[0].protocol: missing, add one of HTTP, TCP',
    ]],
    ['a toleration', { tolerations: [{}] }, ['tolerations[0].key: missing, add a string']],
  ]);
});
