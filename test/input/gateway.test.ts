import { KeyType, makeCa, makeKey, makeLeaf, NOW } from '../support/certificates';
import { faultsOf, fromProps, fromSameDocument, long, Refused, testAccepted, testRefused } from '../support/input';

const DAY = 24 * 60 * 60 * 1000;
const CA = makeCa({ name: 'a' });
const HTTP = { name: 'http', port: 80, protocol: 'HTTP' };
const TCP = { name: 'tcp', port: 90, protocol: 'TCP' };

const hostname = (name: string) => ({ gateway: { hostname: name } });
const className = (name: string) => ({ gateway: { className: name } });
const listeners = (...entries: object[]) => ({ gateway: { listeners: entries } });
const clientCas = (...certificates: string[]) =>
  ({ gateway: { hostname: 'west.example.com', clientCas: certificates.map((certificate, i) => ({ name: `fleet-${i}`, certificate })) } });

describe('a hostname', () => {
  const allowed = 'must be a lower-case DNS name such as "west.clusters.example.com"';
  const addresses = [
    '192.0.2.10', '0.0.0.0', '2130706433', '0x7f000001', '017700000001', '127.1', '0x7f.1', '1.2.3', '192.0.2.10.', '192.0.2.10:443',
    'https://192.0.2.10/', '2001:db8::1', '::', '::1', '[2001:db8::1]', '[2001:db8::1]:443', '::ffff:192.0.2.1', 'fe80::1%eth0', '2001:DB8::1',
  ];

  testAccepted(['localhost', 'a', 'west', '1.example.com', 'xn--bcher-kva.example', 'a--b.c', `${long(63)}.${long(63)}`, '1a', 'example.1a']
    .map(name => [name, hostname(name)]));

  testRefused([
    ...addresses.map((name): Refused => [name, hostname(name), [`gateway.hostname: "${name}" is an IP address, ${allowed}`]]),
    ...[
      ['*.example.com', 'has a wildcard'],
      ['a.*.example.com', 'has a wildcard'],
      ['*', 'has a wildcard'],
      ['bücher.example', 'has letters outside ASCII, which callers resolve as xn--'],
      ['a..example.com', 'has an empty label'],
      ['.example.com', 'has an empty label'],
      ['a_b.example.com', 'has characters other than letters, digits, "-" and "."'],
      ['user@example.com', 'has characters other than letters, digits, "-" and "."'],
      ['-a.example.com', 'has a label that starts or ends with "-"'],
      ['a-.example.com', 'has a label that starts or ends with "-"'],
      [`${long(64)}.com`, 'has a label of more than 63 bytes'],
      ['a b.example.com', 'has white space'],
      ['example.1', 'ends in a number, which resolvers take for part of an IP address'],
      ['example.0x1', 'ends in a number, which resolvers take for part of an IP address'],
    ].map(([name, problem]): Refused => [name, hostname(name), [`gateway.hostname: "${name}" ${problem}, ${allowed}`]]),
    ...[
      ['example.com.', 'ends in a dot', 'example.com'],
      ['West.Example.COM', 'has upper-case letters', 'west.example.com'],
      ['example.com:443', 'has a port', 'example.com'],
      ['https://example.com', 'has a scheme', 'example.com'],
      ['https://example.com:443/path?query#fragment', 'has a scheme', 'example.com'],
      ['example.com/path', 'has a path', 'example.com'],
      [' example.com', 'has white space', 'example.com'],
      ['example.com ', 'has white space', 'example.com'],
    ].map(([name, problem, instead]): Refused => [name, hostname(name), [`gateway.hostname: "${name}" ${problem}, use "${instead}"`]]),
    ['half of a surrogate pair', hostname('a\ud83d'), ['gateway.hostname: "a\\ud83d" has half of a surrogate pair, must be valid Unicode']],
    ['line breaks', hostname('a\nb\u2028c'), [`gateway.hostname: "a\\nb\\u2028c" has white space, ${allowed}`]],
  ]);
});

describe('a class name', () => {
  const allowed = 'must be labels of lower-case letters, digits and "-", joined by ".", with a letter or digit at both ends of each';

  testAccepted(['envoy', 'envoy.internal', 'a-b', '1', '123', '1e3', '0'].map(name => [name, className(name)]));

  testRefused([
    ['Envoy', className('Envoy'), ['gateway.className: "Envoy" is not a DNS subdomain, use "envoy"']],
    ...['a_b', '-a', 'a-', 'a..b', '.', 'a b', ' a', 'é', 'a/b'].map((name): Refused =>
      [name, className(name), [`gateway.className: "${name}" is not a DNS subdomain, ${allowed}`]]),
    ['characters of four bytes', className('🦙'.repeat(63)), [`gateway.className: "${'🦙'.repeat(39)}..." is not a DNS subdomain, ${allowed}`]],
    ['a number to Go', className('0o17'), ['gateway.className: "0o17" reads as a number in YAML, choose another name']],
  ]);
});

describe('listeners', () => {
  testAccepted([
    ['several protocols and ports', listeners(HTTP, TCP, { ...HTTP, name: 'b.c', port: 81 })],
    ['80.0', listeners({ ...HTTP, port: 80.0 })],
    ['a name of digits', listeners({ ...HTTP, name: '80' })],
  ]);

  testRefused([
    ['one name twice', listeners(HTTP, { ...TCP, name: 'http' }), [
      'gateway.listeners[1].name: "http" is the name of listener 0 too, must be unique',
    ]],
    ['one port for two protocols', listeners(HTTP, { ...TCP, port: 80 }), [
      'gateway.listeners[1].port: 80 carries HTTP for listener 0 already, and cannot carry TCP too, use another port',
    ]],
    ['one port for one protocol', listeners(HTTP, TCP, { ...TCP, name: 'b' }), [
      'gateway.listeners[2].port: 90 is the port of listener 1 too, and without hostnames nothing tells them apart, use another port',
    ]],
    ['all the same', listeners(HTTP, HTTP, HTTP), [1, 2].flatMap(i => [
      `gateway.listeners[${i}].name: "http" is the name of listener 0 too, must be unique`,
      `gateway.listeners[${i}].port: 80 is the port of listener 0 too, and without hostnames nothing tells them apart, use another port`,
    ])],
    ['a name in upper case', listeners({ ...HTTP, name: 'HTTP' }), ['gateway.listeners[0].name: "HTTP" is not a DNS subdomain, use "http"']],
    ['a name that is a number to Go', listeners({ ...HTTP, name: '0b-1' }), [
      'gateway.listeners[0].name: "0b-1" reads as a number in YAML, choose another name',
    ]],
    ['a wrong port beside a clash', listeners({ ...HTTP, port: 0 }, { ...HTTP, port: 0 }), [
      'gateway.listeners[0].port: 0 is not a port, must be between 1 and 65535',
      'gateway.listeners[1].port: 0 is not a port, must be between 1 and 65535',
      'gateway.listeners[1].name: "http" is the name of listener 0 too, must be unique',
    ]],
  ]);
});

describe('client CAs', () => {
  const at = 'gateway.clientCas[0].certificate';
  const expired = makeCa({ name: 'x', notAfter: new Date('2025-12-31T23:59:59Z') });
  const onlyCas = 'only CA certificates belong here';
  const noCa = "give the CA that signs the callers' certificates: basic constraints CA:TRUE and, where key usage is given, keyCertSign";

  testAccepted([
    ['CR LF', clientCas(CA.replaceAll('\n', '\r\n'))],
    ['no last line feed, and too many', clientCas(CA.trimEnd(), `${CA}\n\n\n`)],
    ['text around and spaces', clientCas(`\ufeffSubject: CN=a\n${CA.replaceAll('\n', '  \n')}\n# end\n`)],
    ['several in one', clientCas(CA + makeCa({ name: 'b' }))],
    ['one that ends soon', clientCas(makeCa({ name: 'soon', notAfter: new Date(NOW.getTime() + DAY) }))],
    ['names that are equal', { gateway: { hostname: 'a', clientCas: [{ name: 'é "', certificate: CA }, { name: 'é "', certificate: CA }] } }],
  ]);

  testRefused([
    ['no hostname', { gateway: { clientCas: [{ name: 'a', certificate: CA }] } }, [
      'gateway.clientCas: client certificates cannot be asked for without TLS, needs gateway.hostname',
    ]],
    ['a wrong hostname', { gateway: { hostname: 'A', clientCas: [{ name: 'a', certificate: CA }] } }, [
      'gateway.hostname: "A" has upper-case letters, use "a"',
    ]],
    ['one of two expired', clientCas(CA, expired), [
      'gateway.clientCas[1].certificate: expired on 2025-12-31T23:59:59Z, renew or remove it, one expired CA turns all callers away',
    ]],
    ['one that starts later', clientCas(makeCa({ name: 'y', notBefore: new Date(NOW.getTime() + DAY) })), [
      `${at}: is not yet valid, it starts on 2026-01-16T00:00:00Z, add it from that time on`,
    ]],
    ['a leaf', clientCas(makeLeaf({ name: 'leaf' })), [`${at}: is not a CA, ${noCa}`]],
    ['a CA that may not sign', clientCas(makeCa({ name: 'z', signs: false })), [`${at}: is not a CA, ${noCa}`]],
    ['several things wrong in one', clientCas(CA + makeLeaf({ name: 'leaf' }) + expired), [
      `${at}: certificate 2 is not a CA, ${noCa}`,
      `${at}: certificate 3 expired on 2025-12-31T23:59:59Z, renew or remove it, one expired CA turns all callers away`,
    ]],
    ['a path', clientCas('/etc/ca.crt'), [
      `${at}: holds no PEM block, must be the text of a CA certificate, from -----BEGIN CERTIFICATE----- on, not its path`,
    ]],
    ['white space', clientCas(' \n'), [`${at}: is empty, must be the text of a CA certificate in PEM`]],
    ['another block', clientCas(CA.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST')), [
      `${at}: holds a block of type "CERTIFICATE REQUEST", remove it, ${onlyCas}`,
    ]],
    ['a broken block', clientCas(CA.replace(/^(?!-).{20}/m, '')), [
      `${at}: cannot be decoded, must be one X.509 certificate in base64 of its DER, complete and with nothing after it`,
    ]],
    ['base64 of it', clientCas(Buffer.from(CA).toString('base64')), [`${at}: is base64 of PEM, as the data of a Secret, decode it once`]],
    ['two on one line', clientCas(CA.trimEnd() + CA), [
      `${at}: certificate 1 has its END line joined to the next BEGIN line, put a line break between them`,
    ]],
  ]);

  const keyFix = `remove it, ${onlyCas}, and replace the key if others could read it`;
  test.each<KeyType>(['pkcs1', 'pkcs8', 'ec', 'encrypted', 'openssh', 'dsa'])('a private key: no part of it is shown (%s)', type => {
    const key = makeKey(type);
    const places: Array<[object, string]> = [
      [clientCas(key), `${at}: contains a private key, ${keyFix}`],
      [clientCas(key + CA), `${at}: contains a private key, ${keyFix}`],
      [clientCas(CA + key), `${at}: contains a private key, ${keyFix}`],
      [{ gateway: { hostname: 'a', clientCas: [key] } }, 'gateway.clientCas[0]: PEM text is a string, must be a map'],
      [{ gateway: { hostname: 'a', clientCas: key } }, 'gateway.clientCas: PEM text is a string, must be a list'],
      [{ stack: key }, 'stack: PEM text is not one of the choices, must be one of Standard, Dynamo'],
      [{ secrets: key }, 'secrets: PEM text is a string, must be a list'],
      [{ versions: { certManager: key.slice(0, 32) } }, 'versions.certManager: PEM text is not a version that Helm reads, '
        + 'must be semver such as "v1.21.1", without ranges, spaces or leading zeros'],
      [{ tolerations: [{ key }] }, 'tolerations[0].key: PEM text is not a qualified name, must be letters, digits, ".", "_" and "-", '
        + 'at most 63 of them, beginning and ending in a letter or digit, after an optional DNS name and "/"'],
      [{ now: key }, 'now: PEM text is not a time, must be ISO 8601 in UTC or with an offset, such as 2026-01-31T00:00:00Z'],
      [{ components: { certManager: { values: { crds: { enabled: key } } } } }, 'components.certManager.values.crds.enabled'],
    ];
    const body = key.split('\n').filter(line => /^[A-Za-z0-9+/=]{8,}$/.test(line));
    expect(body.length).toBeGreaterThan(0);
    for (const [props, message] of places) {
      const lines = [...faultsOf(() => fromProps(props)), ...faultsOf(() => fromSameDocument(props))];
      expect(lines[0].slice(0, message.length)).toBe(message);
      body.forEach(line => expect(lines.join('\n')).not.toContain(line.slice(0, 8)));
      expect(lines.join('\n')).not.toMatch(/BEGIN .*PRIVATE/);
    }
  });

  test.each([
    ['the name of a field', { gateway: { [CA]: 1 } }, 'gateway[PEM text]: unknown field, must be one of className, hostname, clientCas, listeners, ca'],
    ['a line of a key as the name of a field', { gateway: { [makeKey('pkcs8').split('\n')[1].replace(/\W/g, '0')]: 1 } },
      'gateway[text like a key]: unknown field, must be one of className, hostname, clientCas, listeners, ca'],
    ['a key without its lines', { nvidiaDriverRoot: makeKey('pkcs8').split('\n')[1] },
      'nvidiaDriverRoot: text like a key is not absolute, must be an absolute path such as "/" or "/home/kubernetes/bin/nvidia"'],
    ['a key in base64', hostname(Buffer.from(makeKey('ec')).toString('base64').slice(0, 200)), 'gateway.hostname: text like a key has'],
  ])('a certificate or a key in a wrong place is not shown: %s', (_, props, message) => {
    const [line, ...others] = faultsOf(() => fromProps(props));
    expect(others).toEqual([]);
    expect(line.slice(0, message.length)).toBe(message);
    expect(line).not.toMatch(/[A-Za-z0-9+]{40}/);
  });
});

describe('generations of the cluster CA', () => {
  const ca = (options: object) => ({ gateway: { hostname: 'west.example.com', ca: options } });
  const number = 'is not a CA generation, must be between 1 and 999999';

  testAccepted([
    ['nothing', ca({})],
    ['1', ca({ generation: 1 })],
    ['999999', ca({ generation: 999_999 })],
    ['a successor', ca({ trusted: [2] })],
    ['a predecessor', ca({ generation: 2, trusted: [1] })],
    ['many', ca({ generation: 3, trusted: [5, 1, 4] })],
  ]);

  testRefused([
    ['0', ca({ generation: 0 }), [`gateway.ca.generation: 0 ${number}`]],
    ['1000000', ca({ generation: 1_000_000 }), [`gateway.ca.generation: 1000000 ${number}`]],
    ['1.5', ca({ generation: 1.5 }), ['gateway.ca.generation: 1.5 is not a CA generation, must be an integer between 1 and 999999']],
    ['text', ca({ generation: '2' }), [
      'gateway.ca.generation: "2" is a string, must be a CA generation, an integer from 1 to 999999, without quotes',
    ]],
    ['trusting itself', ca({ generation: 2, trusted: [1, 2] }), ['gateway.ca.trusted[1]: 2 is the generation in use, leave it out']],
    ['trusting the default', ca({ trusted: [1] }), ['gateway.ca.trusted[0]: 1 is the generation in use, leave it out']],
    ['trusting one twice', ca({ trusted: [2, 3, 2] }), ['gateway.ca.trusted[2]: 2 is listed twice, leave it out']],
    ['trusting -1', ca({ trusted: [-1] }), [`gateway.ca.trusted[0]: -1 ${number}`]],
    ['without a hostname', { gateway: { ca: { generation: 2 } } }, ['gateway.ca: there is no CA without a hostname, needs gateway.hostname']],
    ['with a wrong hostname', { gateway: { hostname: '*', ca: {} } }, [
      'gateway.hostname: "*" has a wildcard, must be a lower-case DNS name such as "west.clusters.example.com"',
    ]],
  ]);
});
