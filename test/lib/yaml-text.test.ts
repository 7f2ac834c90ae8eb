import { spawnSync } from 'child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { Values } from '../../src/lib/values';
import { checkValueTree } from '../../src/lib/values-check';
import { yamlText } from '../../src/lib/yaml-text';

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!kubectl) {
  console.warn('kubectl is not on the PATH: values are not read back by a YAML reader written in Go');
}

// What some YAML version reads as something else than text, as a key or as a value.
const WORDS = [
  'y', 'Y', 'yes', 'Yes', 'YES', 'n', 'N', 'no', 'No', 'NO', 'on', 'On', 'ON', 'off', 'Off', 'OFF', 'true', 'True', 'false', 'FALSE',
  'null', 'Null', 'NULL', '~', '', ' ', '<<', '=', '-', '?', ':', '---', '...', '|', '>', '%', '@', '`', '&a', '*a', '!a', '!!str', '#',
  '[', ']', '{', '}', ',', '[]', '{}', '"', '\'', '\\', '- a', '? a', ': a', 'a:', 'a: b', 'a #b', ' a', 'a ', '\ta', 'a\t', 'key: |',
  '0', '-0', '1', 'e0', 'E12', 'e-5', '4651090', '1.10', '.5', '5.', '1e3', '12e45', '1e+21', '+1', '-1', '1_000', '1,000', '0o17', '0O17', '017', '0x1F',
  '0XFF', '0b11', '0B11', '22:30', '22:30:15', '2001-01-01', '2001-12-14t21:59:43.10-05:00', '.inf', '-.INF', '.nan', 'NaN', 'Infinity',
  '192.0.2.1', '10.0.0.0/8', '100%', '10Gi', '5m', 'v1.8.3', 'a.b-c_d/e', '/', '/home/kubernetes/bin', 'a'.repeat(2000), '__proto',
  'constructor', 'toString', 'hasOwnProperty', 'é', '日本語', '😀', '\u{1fffe}', '\ufffe', '\ufdd0', '\u0000', '\u0007', '\u001b', '\u007f',
  '\u0085', '\u009f', '\u00a0', '\u00ad', '\u2028', '\u2029', '\u202e', '\u200b', '\ufeff', '\ufeffa', '\r', 'a\rb', 'a\r\nb',
];

const TEXTS = [
  '\n', '\n\n', 'a\n', 'a\n\n', 'a\nb', 'a\nb\n', '\na', '\n a\n', ' a\nb', '  a\nb\n', ' a\n  b\n c', 'a\n\n\nb\n', 'a\n b\n', 'a\n\tb', '\ta\nb',
  'a\tb\nc', 'a \nb', 'a\n  \nb', 'a\n\t\nb', 'a\nb ', 'a\n ', ' \na', '#a\nb\n', '# a\n# b', 'a\n#b', '---\na', 'a\n---\nb\n...\n', '- a\n- b\n',
  'a: b\n  - c\n---\nd', 'a\u2028b\nc', 'a\u0085\nb', '\ufeffa\nb', 'a\u00a0\nb', '|\n>\n', '%YAML 1.2\n---\na: b\n', '"a\n"b', '{{ .a }}\n{{- b }}\n',
  `first ${'x'.repeat(120)}\n    then spaces\n\n`, `${'word '.repeat(60)}end`, 'a\r\nb\r\n', '日本\n語\n', 'a:\n  b: |\n    c\n',
];

const NUMBERS = [
  0, -0, 1, -1, 80.0, 80.5, 0.1, -0.001, 1e-7, 1.5e-10, 5e-324, 1.7976931348623157e308, 1e21, -1.25e22, 123456789012345680000,
  Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2147483648, 1e15,
];

const VALUES: Values = {
  asKeys: Object.fromEntries([...WORDS, ...TEXTS].map((text, i) => [text, i])),
  asValues: [...WORDS, ...TEXTS],
  inMaps: [...WORDS, ...TEXTS].map(text => ({ text, after: text, deeper: { text, list: [text, [text, { text }]] } })),
  longKeys: Object.fromEntries(['', null, {}, [], { a: [{ b: ' c\nd' }] }, ['e'], 'f\ng\n'].map((value, i) => [String(i).repeat(3000), value])),
  numbers: NUMBERS,
  empties: { list: [], map: {}, nested: [{}, [], [[]], [{}], { a: {} }, { a: [] }], nothing: null, nothings: [null, { a: null }] },
  nesting: [[1, [2, [3]], []], [{ a: [{ b: [[{ c: 1, d: 2 }]], e: true }], f: false }]],
};

function inJavaScript(text: string): Values {
  const [old, current] = (['1.1', '1.2'] as const).map(version => parse(text, { version, merge: true, strict: true }));
  expect(current).toEqual(old);
  return current;
}

function inGo(values: Values): Values {
  const folder = mkdtempSync(join(tmpdir(), 'yaml-text-test-'));
  try {
    const file = join(folder, 'values.yaml');
    writeFileSync(file, yamlText({ apiVersion: 'example.com/v1', kind: 'Sample', metadata: { name: 'a' }, spec: values }));
    const { status, stdout, stderr } = spawnSync('kubectl', ['annotate', '--local', '-f', file, 'a=b', '-o', 'json'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout).spec;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a reader of integers makes of it: there is only one zero. */
function withoutNegativeZero(value: any): any {
  return JSON.parse(JSON.stringify(value));
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...' \n\t\r-:#?|>&*!%@`"\'\\[]{},=<~.0123456789eExobn_+/ay\u0085\u2028\ufeff\u00a0') }),
  fc.array(fc.constantFrom('a', ' ', '  ', '\t', '\n', '#', '- ', ': ', '---', '|', '😀', '1'), { maxLength: 12 }).map(parts => parts.join('')),
  fc.constantFrom(...WORDS, ...TEXTS),
).filter(each => each !== '__proto__');

const values = fc.letrec<{ value: any; map: Values }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    tie('map'),
  ),
  map: fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
})).map;

test('every text, number and shape is read back in JavaScript', () => {
  expect(inJavaScript(yamlText(VALUES))).toEqual(withoutNegativeZero(VALUES));
});

(kubectl ? test : test.skip)('every text, number and shape is read back in Go', () => {
  expect(inGo(VALUES)).toEqual(withoutNegativeZero(VALUES));
});

test('any values are read back in JavaScript', () => {
  fc.assert(fc.property(values, value => {
    expect(inJavaScript(yamlText(value))).toEqual(withoutNegativeZero(value));
  }), { numRuns: 1000 });
});

(kubectl ? test : test.skip)('any values are read back in Go', () => {
  fc.assert(fc.property(fc.array(values, { minLength: 200, maxLength: 200 }), many => {
    expect(inGo({ many })).toEqual(withoutNegativeZero({ many }));
  }), { numRuns: 5, endOnFailure: true });
});

test('a number keeps its type, whatever it looks like', () => {
  expect(yamlText({ a: 3, b: -0, c: 80.0, d: 0.5, e: 1e21, f: 1e-7, g: -1.5e-9 })).toBe([
    'a: 3', 'b: 0', 'c: 80', 'd: 0.5', 'e: 1.0e+21', 'f: 1.0e-7', 'g: -1.5e-9', '',
  ].join('\n'));
});

test('the text is block style with keys sorted and lists under their keys', () => {
  expect(yamlText({
    b: { 'prometheus.io/scrape': 'true', 'a\\b.c': 'x', 'on': 'off' },
    a: [1, '2', { z: [], y: {} }, [[null], ['no']], 'a\nb\n'],
    script: ' first\nsecond',
    10: 'ten',
  })).toBe(`"10": ten
a:
  - 1
  - "2"
  - "y": {}
    z: []
  - - - null
    - - "no"
  - |
    a
    b
b:
  "a\\\\b.c": x
  "on": "off"
  prometheus.io/scrape: "true"
script: |2-
   first
  second
`);
});

test('no values are an empty map', () => {
  expect(yamlText({})).toBe('{}\n');
});

test('the order of insertion does not show', () => {
  expect(yamlText({ b: 1, a: { d: 1, c: 2 } })).toBe(yamlText({ a: { c: 2, d: 1 }, b: 1 }));
});

test('an object in two places is written twice, without an anchor', () => {
  const shared = { a: ['b'] };
  expect(yamlText({ x: shared, y: shared })).toBe('x:\n  a:\n    - b\n"y":\n  a:\n    - b\n');
});

test('no line is folded, ends in a space or has an odd character', () => {
  const lines = yamlText(VALUES).split('\n');
  expect(lines.filter(line => /[ \t]$/.test(line))).toEqual([]);
  expect(lines.filter(line => /[^\n\t\x20-\x7e\u00a0-\u2027\u202f-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u.test(line))).toEqual([]);
  expect(lines.some(line => line.length > 120 && line.includes(`first ${'x'.repeat(120)}`))).toBe(true);
});

test.each([
  ['an image tag of digits', { image: { tag: '4651090' } }],
  ['an image tag like a power of ten', { image: { tag: '12e45' } }],
  ['an image tag with an underscore', { image: { tag: '1_000' } }],
  ['a version like a fraction', { version: '1.10' }],
  ['words that were booleans once', { commonLabels: { country: 'no', flag: 'on', y: 'y', off: 'n' } }],
  ['empty maps and lists', { a: {}, b: [], c: { d: {} } }],
  ['dots, slashes and backslashes in keys', { podAnnotations: { 'prometheus.io/scrape': 'true', 'a\\b.c': 'x' } }],
  ['long lines, leading spaces and blank lines at the end', { conf: `${'x'.repeat(120)}\n    second\n\n` }],
  ['text that looks like documents', { text: 'a: b\n  - c\n---\nd' }],
])('read back, also from text inside text: %s', (_, input) => {
  expect(checkValueTree(input)).toEqual([]);
  const twice = yamlText({ valuesContent: yamlText(input) });
  expect(inJavaScript(inJavaScript(twice).valuesContent)).toEqual(input);
});

test('a hundred thousand values are written', () => {
  const wide = { list: Array.from({ length: 100_000 }, (_, i) => ({ [`key-${i}`]: `${i}` })) };
  expect(yamlText(wide).split('\n')).toHaveLength(100_002);
});
