import * as fc from 'fast-check';
import { compareVersions, parseVersion, versionForm } from '../../src/lib/semver';

const compare = (a: string, b: string) => Math.sign(compareVersions(parseVersion(a)!, parseVersion(b)!));

test.each([
  ['1.21.1', { v: false, major: 1, minor: 21, patch: 1, prerelease: [], build: '' }],
  ['v1.21.1', { v: true, major: 1, minor: 21, patch: 1, prerelease: [], build: '' }],
  ['1.10', { v: false, major: 1, minor: 10, patch: 0, prerelease: [], build: '' }],
  ['72', { v: false, major: 72, minor: 0, patch: 0, prerelease: [], build: '' }],
  ['0.0.0', { v: false, major: 0, minor: 0, patch: 0, prerelease: [], build: '' }],
  ['v1.0.0-rc.1+sha.5', { v: true, major: 1, minor: 0, patch: 0, prerelease: ['rc', '1'], build: 'sha.5' }],
  ['1.0.0-0a.-.--1+001', { v: false, major: 1, minor: 0, patch: 0, prerelease: ['0a', '-', '--1'], build: '001' }],
  ['1-rc', { v: false, major: 1, minor: 0, patch: 0, prerelease: ['rc'], build: '' }],
  ['0.0.0-latest', { v: false, major: 0, minor: 0, patch: 0, prerelease: ['latest'], build: '' }],
])('%s is a version', (text, version) => {
  expect(parseVersion(text)).toEqual(version);
});

test.each([
  '', ' ', 'v', 'latest', 'sha-12ab', '1.', '.1', '1.2.', '1..2', '1.2.3.4', '1.2345.0067', '01.2.3', '1.2.03', '00', 'V1.2.3', 'vv1.2.3',
  ' 1.10', '1.10 ', '1.10\n', '1.2.3-', '1.2.3-01', '1.2.3-a..b', '1.2.3-.a', '1.2.3-a.', '1.2.3+', '1.2.3+a..b', '1.2.3+a+b', '1.2.3-ü',
  '1.2.x', '1.*', '>=1.2.3', '^1.2', '~1.2', '1 - 2', '=1.2.3', '-1.2.3', '+1.2.3', '1.2,3', '1e3', '0x1', '\uff11.2.3', '9007199254740992.0.0',
  `1.2.3-${'a'.repeat(256)}`,
])('%j is no version', text => {
  expect(parseVersion(text)).toBeUndefined();
});

test('versions are ordered by semver precedence', () => {
  const ascending = [
    '0.9', '1.0.0-0', '1.0.0-2', '1.0.0-11', '1.0.0-99999999999999999998', '1.0.0-99999999999999999999', '1.0.0--', '1.0.0-alpha', '1.0.0-alpha.1',
    '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', 'v1.0.1', '1.2', '1.2.1', '1.10', 'v2', '10.0.0',
  ];
  ascending.forEach((a, i) => ascending.forEach((b, j) => expect([a, b, compare(a, b)]).toEqual([a, b, Math.sign(i - j)])));
});

test.each([['1.2', '1.2.0'], ['v1.2.3', '1.2.3'], ['1.2.3+a', '1.2.3+b'], ['1.2.3-rc+a', 'v1.2.3-rc']])('%s and %s are equal', (a, b) => {
  expect(compare(a, b)).toBe(0);
});

test.each([
  ['1.21.1', 'v', 'cert-manager', { problem: '"1.21.1" has no v', fix: 'cert-manager\'s tags do: use "v1.21.1"' }],
  ['1.21', 'v', 'cert-manager', { problem: '"1.21" has no v', fix: 'cert-manager\'s tags do: use "v1.21"' }],
  ['v72.6.2', 'none', 'kube-prometheus-stack', { problem: '"v72.6.2" has a v', fix: 'kube-prometheus-stack\'s tags do not: use "72.6.2"' }],
  ['1.2345.0067', 'v', 'cert-manager', {
    problem: '"1.2345.0067" is not a version that Helm reads',
    fix: 'must be semver such as "v1.21.1", without ranges, spaces or leading zeros',
  }],
  [' 1.10', 'none', 'kube-prometheus-stack', {
    problem: '" 1.10" is not a version that Helm reads',
    fix: 'must be semver such as "1.21.1", without ranges, spaces or leading zeros',
  }],
] as const)('%j with prefix %s is refused for %s', (text, prefix, chart, finding) => {
  expect(versionForm(text, prefix, chart)).toEqual(finding);
});

test.each([
  ['v1.21.1', 'v'], ['v1.21.1-rc.0+5', 'v'], ['72.6.2', 'none'], ['1.10', 'none'], ['v0.8.0', 'either'], ['0.8.0', 'either'],
] as const)('%s fits prefix %s', (text, prefix) => {
  expect(versionForm(text, prefix, 'chart')).toBeUndefined();
});

test('any text is either a version or refused in one line', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^v?[0-9a.+-]{0,20}$/), fc.string({ minLength: 300, maxLength: 5000 }));
  fc.assert(fc.property(text, fc.constantFrom('v' as const, 'none' as const), (input, prefix) => {
    const finding = versionForm(input, prefix, 'chart');
    const version = parseVersion(input);
    expect(finding === undefined).toBe(version !== undefined && version.v === (prefix === 'v'));
    expect(`${finding?.problem}${finding?.fix}`).toMatch(/^[^\r\n]{0,300}$/);
  }));
});

test('the fix of a wrong form is right', () => {
  const number = fc.nat().map(String);
  fc.assert(fc.property(fc.array(number, { minLength: 1, maxLength: 3 }), fc.constantFrom('v' as const, 'none' as const), (parts, prefix) => {
    const { fix } = versionForm((prefix === 'v' ? '' : 'v') + parts.join('.'), prefix, 'chart')!;
    expect(versionForm(/"(.*)"/.exec(fix)![1], prefix, 'chart')).toBeUndefined();
  }));
});

test('any two versions compare alike from both sides', () => {
  const part = fc.constantFrom('0', '1', '2', '10', 'a', 'b', '-', '0a');
  const version = fc.tuple(fc.nat(2), fc.nat(2), fc.array(part, { maxLength: 3 }))
    .map(([minor, patch, prerelease]) => `1.${minor}.${patch}${prerelease.length > 0 ? `-${prerelease.join('.')}` : ''}`);
  fc.assert(fc.property(version, version, version, (a, b, c) => {
    expect(compare(a, b) + compare(b, a)).toBe(0);
    expect(compare(a, b) === 0).toBe(a === b);
    expect(compare(a, b) <= 0 && compare(b, c) <= 0 && compare(a, c) > 0).toBe(false);
  }));
});
