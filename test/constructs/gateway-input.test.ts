import { App } from 'cdk8s';
import { InferenceGateway, InferenceGatewayProps, ListenerProtocol, ServingStack } from '../../src';
import { KeyType, makeCa, makeKey, makeLeaf, NOW } from '../support/certificates';
import { insideChart, refusal, stackOutput } from '../support/render';

const HOSTNAME = 'west.clusters.example.com';
const DAY = 24 * 60 * 60 * 1000;
const NAME = 'must be a lower-case DNS name such as "west.clusters.example.com"';
const NO_SUBDOMAIN = 'must be labels of lower-case letters, digits and "-", joined by ".", with a letter or digit at both ends of each';
const caA = makeCa({ name: 'fleet-a' });
const now = NOW.toISOString();

/** The faults of a gateway alone, which those of a stack repeat below `gateway`. */
function faults(gateway: object): string[] {
  const alone = refusal(() => insideChart(chart => new InferenceGateway(chart, 'gateway', { now, ...gateway } as InferenceGatewayProps))).split('\n');
  const inStack = refusal(() => stackOutput({ now, gateway } as any)).split('\n');
  expect(inStack).toEqual(alone.map(fault => `gateway.${fault}`.replace('needs hostname', 'needs gateway.hostname')));
  return alone;
}

test.each([
  ['192.0.2.10', 'is an IP address'],
  ['2001:db8::1', 'is an IP address'],
  ['[2001:db8::1]', 'is an IP address'],
  ['::ffff:192.0.2.1', 'is an IP address'],
  ['fe80::1%eth0', 'is an IP address'],
  ['192.0.2.10:443', 'is an IP address'],
  ['0x7f.1', 'is an IP address'],
  ['*.example.com', 'has a wildcard'],
  ['under_score.example.com', 'has characters other than letters, digits, "-" and "."'],
  [`${'a'.repeat(64)}.example.com`, 'has a label of more than 63 bytes'],
])('hostname %s is refused', (hostname, reason) => {
  expect(faults({ hostname })).toEqual([`hostname: ${JSON.stringify(hostname)} ${reason}, ${NAME}`]);
});

test.each([
  ['https://west.example.com/', 'has a scheme', 'use "west.example.com"'],
  ['west.example.com:443', 'has a port', 'use "west.example.com"'],
  ['West.Example.com', 'has upper-case letters', 'use "west.example.com"'],
  ['west.example.com.', 'ends in a dot', 'use "west.example.com"'],
  [' west.example.com', 'has white space', 'use "west.example.com"'],
])('hostname %s is refused with what was meant', (hostname, reason, fix) => {
  expect(faults({ hostname })).toEqual([`hostname: "${hostname}" ${reason}, ${fix}`]);
});

test.each<[string, object[], string[]]>([
  ['one port for two protocols', [{ name: 'a', port: 80, protocol: 'HTTP' }, { name: 'b', port: 80, protocol: 'TCP' }],
    ['listeners[1].port: 80 carries HTTP for listener 0 already, and cannot carry TCP too, use another port']],
  ['one name for two listeners', [{ name: 'a', port: 80, protocol: 'HTTP' }, { name: 'a', port: 81, protocol: 'HTTP' }],
    ['listeners[1].name: "a" is the name of listener 0 too, must be unique']],
  ['two listeners that nothing tells apart', [{ name: 'a', port: 80, protocol: 'HTTP' }, { name: 'b', port: 80, protocol: 'HTTP' }],
    ['listeners[1].port: 80 is the port of listener 0 too, and without hostnames nothing tells them apart, use another port']],
  ['nine listeners', Array.from({ length: 9 }, (_, i) => ({ name: `a${i}`, port: 80 + i, protocol: 'HTTP' })),
    ['listeners: has 9 entries, must have at most 8']],
  ['a protocol that needs certificates', [{ name: 'a', port: 443, protocol: 'HTTPS' }],
    ['listeners[0].protocol: "HTTPS" is not one of the choices, must be one of HTTP, TCP, did you mean HTTP?']],
  ['a name that is no DNS name', [{ name: 'my_http', port: 80, protocol: 'HTTP' }],
    [`listeners[0].name: "my_http" is not a DNS subdomain, ${NO_SUBDOMAIN}`]],
  ['a name that Go takes for a number', [{ name: '0o17', port: 80, protocol: 'HTTP' }],
    ['listeners[0].name: "0o17" reads as a number in YAML, choose another name']],
  ['nothing of what is needed', [{}],
    ['listeners[0].name: missing, add a string', 'listeners[0].port: missing, add a port', 'listeners[0].protocol: missing, add one of HTTP, TCP']],
])('%s: refused', (_, listeners, expected) => {
  expect(faults({ listeners })).toEqual(expected);
});

test.each<[unknown, string]>([
  [80.5, '80.5 is not a port, must be an integer between 1 and 65535'],
  [NaN, 'NaN is not a port, must be an integer between 1 and 65535'],
  [0, '0 is not a port, must be between 1 and 65535'],
  [65536, '65536 is not a port, must be between 1 and 65535'],
  ['80', '"80" is a string, must be a port, an integer from 1 to 65535, without quotes'],
  [true, 'true is a boolean, must be a port, an integer from 1 to 65535'],
])('port %p is refused', (port, message) => {
  expect(faults({ listeners: [{ name: 'http', port, protocol: 'HTTP' }] })).toEqual([`listeners[0].port: ${message}`]);
});

test.each([
  ['a'.repeat(64), 'has 64 characters, must have at most 63'],
  ['Envoy', 'is not a DNS subdomain, use "envoy"'],
  ['', 'is too short, must have at least 1 character'],
  ['1e1_0', `is not a DNS subdomain, ${NO_SUBDOMAIN}`],
  ['0o17', 'reads as a number in YAML, choose another name'],
])('className %s is refused', (className, reason) => {
  expect(faults({ className })).toEqual([`className: "${className}" ${reason}`]);
});

describe('client CAs', () => {
  const caFaults = (...certificates: unknown[]) =>
    faults({ hostname: HOSTNAME, clientCas: certificates.map((certificate, i) => ({ name: `fleet-${i}`, certificate })) });

  test('need a hostname', () => {
    expect(faults({ clientCas: [{ name: 'fleet-a', certificate: caA }] })).toEqual([
      'clientCas: client certificates cannot be asked for without TLS, needs hostname',
    ]);
  });

  test.each<[string, string, RegExp]>([
    ['expired', makeCa({ name: 'x', notAfter: new Date(NOW.getTime() - DAY) }), /expired on 2026-01-14T00:00:00Z/],
    ['not valid yet', makeCa({ name: 'x', notBefore: new Date(NOW.getTime() + DAY) }), /not yet valid, it starts on 2026-01-16T00:00:00Z/],
    ['of a caller', makeLeaf({ name: 'x' }), /is not a CA/],
    ['of a CA that may not sign', makeCa({ name: 'x', signs: false }), /is not a CA/],
    ['cut short', caA.slice(0, 200), /has no END line/],
    ['a path', '/etc/ssl/ca.pem', /holds no PEM block/],
    ['on one line', caA.replaceAll('\n', ' '), /PEM on one line/],
    ['escaped', caA.replaceAll('\n', '\\n'), /a backslash and a letter in place of line breaks/],
    ['nothing', '\n', /is empty/],
  ])('are refused one by one, with the reason: %s', (_, certificate, reason) => {
    expect(caFaults(caA, certificate)).toEqual([expect.stringMatching(/^clientCas\[1\]\.certificate: /)]);
    expect(caFaults(caA, certificate)[0]).toMatch(reason);
  });

  test.each<[string, (key: string) => string]>([
    ['after the certificate', key => caA + key],
    ['before the certificate', key => key + caA],
    ['alone', key => key],
    ['indented', key => caA + key.replace(/^/gm, '  ')],
  ])('with a private key are refused, and nothing shows the key: %s', (_, place) => {
    const types: KeyType[] = ['pkcs1', 'pkcs8', 'ec', 'encrypted', 'openssh', 'dsa'];
    for (const key of types.map(makeKey)) {
      const [message, ...others] = caFaults(place(key));
      expect(message).toMatch(/^clientCas\[0\]\.certificate: contains a private key, /);
      expect(others).toEqual([]);
      expect(key.split('\n').filter(line => line.length > 8 && message.includes(line))).toEqual([]);
    }
  });

  test('do not show what they hold, even where it is none', () => {
    expect(caFaults('hunter2 '.repeat(3000))).toEqual(['clientCas[0].certificate: the value has 24000 characters, must have at most 16384']);
  });

  test('are 32 at most', () => {
    expect(caFaults(...Array(33).fill(caA))).toEqual(['clientCas: has 33 entries, must have at most 32']);
  });
});

test('everything wrong with a gateway is told at once', () => {
  expect(faults({
    className: 'A',
    hostname: '192.0.2.10',
    clientCas: [{ name: '', certificate: 'x' }],
    listeners: [{ name: 'a', port: 0, protocol: 'UDP' }],
  }).map(fault => fault.slice(0, fault.indexOf(':')))).toEqual([
    'className', 'hostname', 'clientCas[0].name', 'listeners[0].port', 'listeners[0].protocol', 'clientCas[0].certificate',
  ]);
});

test.each([
  [[80, 10080], 'gateway.listeners[1].port: 10080 is bound in the proxies\' pods as 10080, which listener 0 has there'],
  [[10443, 443], 'gateway.listeners[1].port: 443 is bound in the proxies\' pods as 10443, which listener 0 has there'],
  [[19001], 'gateway.listeners[0].port: 19001 is bound in the proxies\' pods as 19001, which the proxies use themselves'],
])('ports %j warn, since they meet in the pods', (ports, warning) => {
  const listeners = ports.map((port, i) => ({ name: `l${i}`, port, protocol: ListenerProtocol.HTTP }));
  const { warnings } = new ServingStack(new App(), 'west', { gateway: { listeners } });
  expect(warnings).toEqual([expect.stringContaining(warning)]);
});
