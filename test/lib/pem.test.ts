import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { bundlePem, parseCaCertificates } from '../../src/lib/pem';
import { fromPem, KeyType, makeCa, makeKey, makeLeaf, NOW, toPem } from '../support/certificates';

const DAY = 24 * 60 * 60 * 1000;
const KEY_TYPES: KeyType[] = ['pkcs1', 'pkcs8', 'ec', 'encrypted', 'openssh', 'dsa'];

const caA = makeCa({ name: 'fleet-a' });
const caB = makeCa({ name: 'fleet-b' });
const leaf = makeLeaf({ name: 'client', issuer: 'fleet-a' });
const base64 = (pem: string) => fromPem(pem).toString('base64');
const lines = (...replaced: Array<[string, string]>) => replaced.reduce((text, [from, to]) => text.replaceAll(from, to), caA);

/** Checks that a refusal is one line, in lower case where it is prose, and shows nothing of what was refused. */
function expectNoLeak(texts: string[], inputs: string[]): void {
  for (const text of texts) {
    expect(text).not.toMatch(/[\r\n]/);
    const parts = Array.from({ length: Math.max(0, text.length - 7) }, (__, i) => text.slice(i, i + 8));
    expect(parts.filter(part => inputs.some(input => input.includes(part)))).toEqual([]);
  }
}

function problemsOf(text: string): string[] {
  const { certificates, problems } = parseCaCertificates(text, NOW);
  expect(certificates).toEqual([]);
  expect(problems.every(({ fix }) => fix !== '' && !fix.includes('\n'))).toBe(true);
  return problems.map(({ problem }) => problem);
}

test('a certificate is encoded anew and described', () => {
  expect(parseCaCertificates(caA, NOW)).toEqual({
    certificates: [{
      pem: caA,
      fingerprint: new X509Certificate(fromPem(caA)).fingerprint256.replaceAll(':', '').toLowerCase(),
      notAfter: new Date(NOW.getTime() + 3650 * DAY),
      subject: 'CN=fleet-a',
    }],
    problems: [],
    warnings: [],
  });
});

test.each([
  ['carriage returns and line feeds', lines(['\n', '\r\n'])],
  ['carriage returns', lines(['\n', '\r'])],
  ['trailing spaces', lines(['\n', ' \t\n'])],
  ['indentation', `\n${lines(['\n', '\n    '], ['-----BEGIN', '    -----BEGIN'])}`],
  ['a byte-order mark', `\uFEFF${caA}`],
  ['no final newline', caA.trimEnd()],
  ['final newlines', `${caA}\n\n\n`],
  ['blank lines inside', lines(['\n', '\n\n'])],
  ['spaces inside of lines', caA.replace(/^[A-Za-z0-9+/]{10}/gm, '$& ')],
  ['short lines', toPem('CERTIFICATE', fromPem(caA)).replace(/^[^-]{10}/gm, '$&\n')],
  ['one long line', `-----BEGIN CERTIFICATE-----\n${base64(caA)}\n-----END CERTIFICATE-----`],
  ['remarks around', `Subject: CN = fleet-a\n# Fingerprint:\n${'ab'.repeat(32)}\n${'='.repeat(64)}\n${caA}-- end of the chain --\n`],
  ['form feeds', `\f${lines(['\n', '\f\n'])}`],
])('%s change no byte of the outcome', (_, text) => {
  const { certificates, problems, warnings } = parseCaCertificates(text, NOW);
  expect(problems).toEqual([]);
  expect(warnings).toEqual([]);
  expect(certificates.map(({ pem }) => pem)).toEqual([caA]);
});

test.each([
  ['one after the other', caA + caB],
  ['with remarks between', `fleet a:\n${caA}\nfleet b:\n${caB}`],
  ['with a byte-order mark each', `\uFEFF${caA}\uFEFF${caB}`],
])('several certificates %s are read in their order', (_, text) => {
  expect(parseCaCertificates(text, NOW).certificates.map(({ pem }) => pem)).toEqual([caA, caB]);
});

test.each([
  ['', 'is empty'],
  [' \r\n\t\uFEFF', 'is empty'],
  ['/etc/ssl/fleet-a.pem', 'holds no PEM block'],
  ['hello', 'holds no PEM block'],
  ['x'.repeat(101), 'holds no PEM block'],
  [lines(['\n', '\\n']), 'has a backslash and a letter in place of line breaks'],
  [lines(['\n', '\\r\\n']), 'has a backslash and a letter in place of line breaks'],
  [JSON.stringify(caA), 'has a backslash and a letter in place of line breaks'],
  [base64(caA), 'is base64 without BEGIN and END lines'],
  [caA.replace(/-----.*-----\n/g, ''), 'is base64 without BEGIN and END lines'],
  [Buffer.from(caA).toString('base64'), 'is base64 of PEM, as the data of a Secret'],
  [lines(['\n', ' ']), 'is PEM on one line'],
  [lines(['\n', '']), 'is PEM on one line'],
  [(caA + caB).replaceAll('\n', ' '), 'certificate 1 is PEM on one line'],
  [caA.trimEnd() + caB, 'certificate 1 has its END line joined to the next BEGIN line'],
  [`${caA.trimEnd()} ${caB}`, 'certificate 1 has its END line joined to the next BEGIN line'],
  [lines(['-----END CERTIFICATE-----\n', '']), 'has no END line'],
  [caA + caB.slice(0, 200), 'certificate 2 has no END line'],
  [caA.slice(0, 200) + '\n' + caB, 'certificate 1 has no END line'],
  [lines(['-----BEGIN CERTIFICATE-----\n', '']), 'has an END line without a BEGIN line'],
  [`${caA}${caB}-----END CERTIFICATE-----`, 'certificate 3 has an END line without a BEGIN line'],
  [lines(['END CERTIFICATE', 'END X509 CRL']), 'begins as a block of type "CERTIFICATE" and ends as a block of type "X509 CRL"'],
  [lines(['-----BEGIN CERTIFICATE-----', '----BEGIN CERTIFICATE-----']), 'has a BEGIN or END line that is not exact'],
  [lines(['-----BEGIN CERTIFICATE-----', '-----BEGIN CERTIFICATE------']), 'has a BEGIN or END line that is not exact'],
  [lines(['-----BEGIN CERTIFICATE-----', '-----BEGIN CERTIFICATE -----']), 'has a BEGIN or END line that is not exact'],
  [lines(['-----BEGIN CERTIFICATE-----', '-----BEGIN  CERTIFICATE-----']), 'has a BEGIN or END line that is not exact'],
  [lines(['-----END CERTIFICATE-----', '-----END CERTIFICATE']), 'has a BEGIN or END line that is not exact'],
  [lines(['-----', '\u2014\u2014']), 'has a BEGIN or END line that is not exact'],
  [lines(['CERTIFICATE', 'certificate']), 'has a BEGIN or END line that is not exact'],
  [lines(['-----BEGIN', '-----Begin']), 'has a BEGIN or END line that is not exact'],
  [caA.replace(/^/gm, '> '), 'has a BEGIN or END line that is not exact'],
  [`certificate: ${caA}`, 'has a BEGIN or END line that is not exact'],
  [`-----BEGIN CERTIFICATE-----${base64(caA)}`, 'has a BEGIN or END line that is not exact'],
])('%j is refused: %s', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
  expectNoLeak([problem], [base64(caA)]);
});

test('base64 beside a certificate is not taken for a remark', () => {
  expect(problemsOf(`${caA}${caB.replace(/-----.*-----\n/g, '')}`)).toEqual(['holds base64 outside of BEGIN and END lines']);
});

test.each([
  'CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST', 'X509 CRL', 'PUBLIC KEY', 'RSA PUBLIC KEY', 'TRUSTED CERTIFICATE', 'X509 CERTIFICATE',
  'X.509 CERTIFICATE', 'PKCS7', 'CMS', 'EC PARAMETERS',
])('a block of type %s is named', label => {
  const { certificates, problems } = parseCaCertificates(caA + toPem(label, fromPem(caB)), NOW);
  expect(problems.map(({ problem }) => problem)).toEqual([`holds a block of type "${label}"`]);
  expect(certificates.map(({ pem }) => pem)).toEqual([caA]);
});

test.each(['', 'foo', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', 'A-B', `A${'B'.repeat(40)}`])('a block of type %j is not named', label => {
  expect(problemsOf(toPem(label, fromPem(caB)))).toEqual(['holds a block of unknown type']);
});

describe('a private key', () => {
  const broken = (key: string): Array<[string, string]> => [
    ['alone', key],
    ['before a certificate', key + caA],
    ['after a certificate', caA + key],
    ['between certificates', caA + key + caB],
    ['without its END line', caA + key.replace(/-----END.*/, '')],
    ['without its BEGIN line', caA + key.replace(/-----BEGIN.*/, '')],
    ['with its markers cut', caA + key.replaceAll('-----', '---')],
    ['without dashes', caA + key.replaceAll('-', '')],
    ['indented', caA + key.replace(/^/gm, '\t  ')],
    ['quoted', caA + key.replace(/^/gm, '> ')],
    ['in lower case', caA + key.toLowerCase()],
    ['with lower-case markers', caA + key.replace(/-----.*-----/g, marker => marker.toLowerCase())],
    ['in mixed case', caA + key.replaceAll('PRIVATE KEY', 'Private Key').replaceAll('BEGIN', 'Begin')],
    ['escaped', JSON.stringify(caA + key)],
    ['escaped twice', JSON.stringify(JSON.stringify(key))],
    ['escaped for a URL', encodeURIComponent(key)],
    ['on one line', key.replaceAll('\n', ' ')],
    ['without white space', key.replace(/\s/g, '')],
    ['with line breaks for spaces', key.replaceAll(' ', '\n')],
    ['with no-break spaces', key.replaceAll(' ', '\u00a0')],
    ['as the data of a Secret', Buffer.from(key).toString('base64')],
    ['inside of a certificate', lines(['-----END', `${key}-----END`])],
    ['in a remark', `key: ${key.replaceAll('\n', '')}\n${caA}`],
  ];

  const cases = KEY_TYPES.flatMap(type => broken(makeKey(type)).map(([how, text]) => [type, how, text] as const));
  test.each(cases)('of type %s %s is refused, not shown', (type, _, text) => {
    const { certificates, problems, warnings } = parseCaCertificates(text, NOW);
    expect(certificates).toEqual([]);
    expect(warnings).toEqual([]);
    expect(problems.map(({ problem }) => problem)).toEqual(['contains a private key']);
    expectNoLeak(problems.flatMap(({ problem, fix }) => [problem, fix]), [base64(makeKey(type)), text.replace(/\s/g, '')]);
  });

  test.each(['PGP PRIVATE KEY BLOCK', 'ANY PRIVATE KEY', 'SSH2 ENCRYPTED PRIVATE KEY'])('of type %s is refused', label => {
    expect(problemsOf(toPem(label, fromPem(makeKey('pkcs8'))))).toEqual(['contains a private key']);
  });

  test.each(KEY_TYPES)('of type %s is refused without a header that says so, and not shown', type => {
    const key = fromPem(makeKey(type));
    const mislabelled = toPem('CERTIFICATE', key);
    for (const text of [mislabelled, caA + mislabelled, `${caA}-----BEGIN PRIV\n${mislabelled.replace(/-----.*-----\n/g, '')}`]) {
      const { problems } = parseCaCertificates(text, NOW);
      expect(problems).not.toEqual([]);
      expectNoLeak(problems.flatMap(({ problem, fix }) => [problem, fix]), [key.toString('base64')]);
    }
  });

  test('may be spoken of in remarks', () => {
    const text = `# Keep the private key elsewhere, send private keys to nobody.\n${caA}No private key here.\n`;
    expect(parseCaCertificates(text, NOW).problems).toEqual([]);
  });
});

describe('a certificate that cannot be decoded', () => {
  const der = fromPem(caA);
  const changed = Buffer.from(der);
  changed[4] += 1;

  test.each([
    ['empty', Buffer.alloc(0)],
    ['cut', der.subarray(0, -1)],
    ['with a byte after it', Buffer.concat([der, Buffer.of(0)])],
    ['with another after it', Buffer.concat([der, fromPem(caB)])],
    ['changed', changed],
    ['that is PEM again', Buffer.from(caA)],
    ['that is no DER', Buffer.from('hello')],
  ])('%s is refused', (_, content) => {
    expect(problemsOf(toPem('CERTIFICATE', content))).toEqual(['cannot be decoded']);
    const { certificates, problems } = parseCaCertificates(caB + toPem('CERTIFICATE', content), NOW);
    expect(problems.map(({ problem }) => problem)).toEqual(['certificate 2 cannot be decoded']);
    expect(certificates.map(({ pem }) => pem)).toEqual([caB]);
  });

  test.each([
    ['other characters', lines(['\n-----END', '\n!-----END'], ['!-----END', '!\n-----END'])],
    ['a missing character', caA.replace(/[A-Za-z0-9+/=]\n-----END/, '\n-----END')],
    ['letters of base64url', caA.replace(/[A-Za-z]\n/, '_\n')],
    ['headers', lines(['BEGIN CERTIFICATE-----', 'BEGIN CERTIFICATE-----\nProc-Type: 4,CLEAR\n'])],
  ])('for %s is refused', (_, text) => {
    expect(problemsOf(text)).toEqual(['cannot be decoded']);
  });
});

test('a leaf is not a CA, and neither is a CA that may not sign', () => {
  expect(problemsOf(leaf)).toEqual(['is not a CA']);
  expect(problemsOf(makeCa({ name: 'fleet-a', signs: false }))).toEqual(['is not a CA']);
  expect(parseCaCertificates(caA + leaf, NOW).problems.map(({ problem }) => problem)).toEqual(['certificate 2 is not a CA']);
});

test('everything wrong with every certificate is reported', () => {
  const expired = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2025-11-30T00:00:00Z') };
  expect(problemsOf(makeLeaf({ name: 'old', ...expired }) + makeCa({ name: 'old', ...expired }) + toPem('X509 CRL', Buffer.of(1)))).toEqual([
    'certificate 1 is not a CA',
    'certificate 1 expired on 2025-11-30T00:00:00Z',
    'certificate 2 expired on 2025-11-30T00:00:00Z',
    'holds a block of type "X509 CRL"',
  ]);
});

test('a certificate is valid from its first to its last second', () => {
  const notBefore = new Date('2026-03-01T12:00:00Z');
  const notAfter = new Date('2056-11-30T00:00:00Z');
  const ca = makeCa({ name: 'fleet-a', notBefore, notAfter });
  const at = (time: Date, seconds: number) =>
    parseCaCertificates(ca, new Date(time.getTime() + seconds * 1000)).problems.map(({ problem }) => problem);
  expect(at(notBefore, -1)).toEqual(['is not yet valid, it starts on 2026-03-01T12:00:00Z']);
  expect(at(notBefore, 0)).toEqual([]);
  expect(at(notAfter, 0)).toEqual([]);
  expect(at(notAfter, 1)).toEqual(['expired on 2056-11-30T00:00:00Z']);
});

test('days and years of any length are read', () => {
  const read = (notAfter: string) => parseCaCertificates(makeCa({ name: 'ca', notAfter: new Date(notAfter) }), NOW);
  expect(read('2026-12-03T01:02:03Z').certificates[0].notAfter).toEqual(new Date('2026-12-03T01:02:03Z'));
  expect(read('9999-12-31T23:59:59Z').certificates[0].notAfter).toEqual(new Date('9999-12-31T23:59:59Z'));
  // OpenSSL prints the year 49 with two digits, which Date would take for 2049
  expect(problemsOf(makeCa({ name: 'ca', notAfter: new Date('0049-12-31T23:59:59Z') }))).toEqual(['cannot be decoded']);
});

test('a certificate that ends within 30 days warns', () => {
  const soon = (name: string, days: number) => makeCa({ name, notAfter: new Date(NOW.getTime() + days * DAY) });
  expect(parseCaCertificates(soon('fleet-a', 30), NOW)).toMatchObject({
    certificates: [{ subject: 'CN=fleet-a' }],
    problems: [],
    warnings: ['certificate "CN=fleet-a" expires on 2026-02-14T00:00:00Z, add its successor before then'],
  });
  expect(parseCaCertificates(soon('fleet-a', 30 + 1 / DAY * 1000), NOW).warnings).toEqual([]);
  expect(parseCaCertificates(caA + soon('fleet-b', 10), NOW).warnings)
    .toEqual(['certificate 2 "CN=fleet-b" expires on 2026-01-25T00:00:00Z, add its successor before then']);
});

test.each(['a\nb', 'a\r\n\u2028b', 'a, CN=b', 'ü'.repeat(500), ''])('the subject %j stays on one line', name => {
  const { certificates: [{ subject }], warnings: [warning] } = parseCaCertificates(makeCa({ name, notAfter: new Date(NOW.getTime() + DAY) }), NOW);
  expect(subject).toMatch(/^[^\p{Cc}\u2028\u2029]*$/u);
  expect(warning).toMatch(/^[^\p{Cc}\u2028\u2029]{0,200}$/u);
});

describe('certificates of openssl', () => {
  const missing = spawnSync('openssl', ['version']).status !== 0;
  const folder = mkdtempSync(join(tmpdir(), 'pem-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const make = (algorithm: string[], form: string[]) => {
    const [key, out] = [join(folder, 'key.pem'), join(folder, 'ca.pem')];
    const options = ['-nodes', '-days', '90', '-subj', '/O=Example/CN=fleet a', '-keyout', key, '-out', out];
    execFileSync('openssl', ['req', '-x509', '-newkey', ...algorithm, ...options], { stdio: 'ignore' });
    return execFileSync('openssl', ['x509', '-in', out, ...form]).toString();
  };

  (missing ? test.skip : test).each([
    ['EC', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
    ['RSA', ['rsa:2048']],
  ])('of %s keys are read, with the remarks of -text', (_, algorithm) => {
    const text = make(algorithm, ['-text']);
    const { certificates, problems } = parseCaCertificates(text, new Date());
    expect(problems).toEqual([]);
    expect(certificates).toMatchObject([{ subject: 'O=Example, CN=fleet a', pem: text.slice(text.indexOf('-----BEGIN')) }]);
  });

  (missing ? test.skip : test)('with trust settings are refused by type', () => {
    expect(problemsOf(make(['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], ['-trustout']))).toEqual(['holds a block of type "TRUSTED CERTIFICATE"']);
  });
});

describe('hostile text', () => {
  const pieces = [
    '-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----', '-----BEGIN ', '-----END ', '-----', '-', 'BEGIN', 'END', 'CERTIFICATE',
    'PRIVATE', 'KEY', '\\n', '\n', '\r', ' ', 'A', '=', 'TUlJ', '\uFEFF', '\ud800', '\u2014', base64(caA), caA, leaf, base64(makeKey('ec')),
  ];

  test('never crashes, and never shows what it was given', () => {
    fc.assert(fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' }))), parts => {
      const { certificates, problems, warnings } = parseCaCertificates(parts.join(''), NOW);
      expect(certificates.length > 0 || problems.length > 0).toBe(true);
      expect(problems.every(({ problem, fix }) => problem !== '' && fix !== '')).toBe(true);
      expectNoLeak([...problems.flatMap(({ problem, fix }) => [problem, fix]), ...warnings], [base64(caA), base64(leaf), base64(makeKey('ec'))]);
    }), { numRuns: 300 });
  });

  test.each([
    ...pieces, 'BEGIN ', 'END ', 'BEGIN -', '-BEGIN ', '- ', '-----BEGIN A', 'PRIVATE ', 'BEGIN PRIVATE ', 'A-', 'a ', '%20',
  ])('of nothing but %j does not hang', piece => {
    for (const start of ['', '-----BEGIN ', '-----BEGIN CERTIFICATE-----\n']) {
      // eight times the longest text that is let in; quadratic time would be cut off
      const text = start + piece.repeat(Math.ceil(2 ** 17 / piece.length));
      const { certificates, problems } = runInNewContext('parse(text, now)', { parse: parseCaCertificates, text, now: NOW }, { timeout: 10_000 });
      expect(certificates.length + problems.length).toBeGreaterThan(0);
    }
  });
});

describe('a bundle', () => {
  const read = (...pems: string[]) => parseCaCertificates(pems.join('\n'), NOW).certificates;
  const entry = (name: string, ...pems: string[]) => ({ name, certificates: read(...pems) });

  test('is sorted by name in code unit order, whatever the order of the input', () => {
    const entries = ['b', 'B', 'a-', 'a'].map(name => entry(name, makeCa({ name })));
    const sorted = ['B', 'a', 'a-', 'b'].map(name => makeCa({ name })).join('');
    expect(bundlePem(entries)).toBe(sorted);
    expect(bundlePem([...entries].reverse())).toBe(sorted);
  });

  test('is sorted by fingerprint within a name', () => {
    const sorted = read(caA, caB, makeCa({ name: 'fleet-c' }))
      .sort((a, b) => a.fingerprint < b.fingerprint ? -1 : 1).map(({ pem }) => pem).join('');
    expect(bundlePem([entry('a', caA, caB, makeCa({ name: 'fleet-c' }))])).toBe(sorted);
    expect(bundlePem([entry('a', makeCa({ name: 'fleet-c' }), caB, caA)])).toBe(sorted);
  });

  test('holds each certificate once', () => {
    expect(bundlePem([entry('b', caA), entry('a', caA, caA)])).toBe(caA);
    expect(bundlePem([])).toBe('');
  });

  test('reads as exactly its certificates, whatever newlines they ended in', () => {
    const bundle = bundlePem([entry('a', caA.trimEnd()), entry('b', `${caB}\n\n\n`)]);
    expect(bundle).toBe(caA + caB);
    expect(parseCaCertificates(bundle, NOW).certificates.map(({ pem }) => pem)).toEqual([caA, caB]);
  });
});

test('fixtures are the same in every process', () => {
  expect(makeCa({ name: 'fleet-a' })).toBe(caA);
  expect(parseCaCertificates(caA, NOW).certificates[0].fingerprint).toBe('9104134b1f5d4d86f00d777fc4bf3f39c5b559fe77e1919eed3b9f2056a554d7');
  const client = new X509Certificate(fromPem(leaf));
  expect(client.verify(new X509Certificate(fromPem(caA)).publicKey)).toBe(true);
  expect(client.checkIssued(new X509Certificate(fromPem(caA)))).toBe(true);
  expect(client.verify(new X509Certificate(fromPem(caB)).publicKey)).toBe(false);
});
