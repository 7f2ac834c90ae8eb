import * as fc from 'fast-check';
import { Path } from '../../src/lib/fault';
import { readYaml } from '../../src/lib/yaml-input';
import { kubectlIsThere, readByGo } from '../support/go-yaml';

const valuesOf = (text: string) => {
  const { documents, faults } = readYaml(text, 'a.yaml');
  expect(faults).toEqual([]);
  return documents.map(({ value }) => value);
};
const valueOf = (text: string) => {
  const values = valuesOf(text);
  expect(values).toHaveLength(1);
  return values[0];
};
const faultsOf = (text: string) => readYaml(text, 'a.yaml').faults.map(({ path, location, problem, fix }) => {
  expect(path).toEqual([]);
  return `${location}: ${problem}, ${fix}`;
});

/** Scalars without quotes and what they stand for. */
const SCALARS: ReadonlyArray<readonly [value: unknown, ...texts: string[]]> = [
  [null, '', '~', 'null', 'Null', 'NULL'],
  [true, 'y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'],
  [false, 'n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'],
  [0, '0', '-0', '+0', '00', '0x0', '0b0', '0o0', '0_'],
  [1, '1', '+1', '01', '0x1', '0X1', '0b1', '0B1', '0o1', '0O1', '1.0', '1.', '1e0', '1_', '+_1', '0b+1'],
  [-1, '-1', '-01', '-0x1', '-0b1', '-0o1', '-1.0', '0b-1'],
  [15, '017', '0o17', '0xf', '0xF', '0b1111', '1_5', '15e0', '1.5e1', '1.5E+1', '150e-1'],
  [8, '08', '0_8'],
  [0.5, '.5', '0.5', '5e-1', '+.5_', '.5e0'],
  [0.51, '.51', '.5_1'],
  [1000, '1000', '1e3', '1E3', '1_000', '1_e_3'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [9007199254740993n, '9007199254740993', '0x20000000000001'],
  [-9223372036854775808n, '-9223372036854775808'],
  [18446744073709551615n, '18446744073709551615', '0xFFFFFFFFFFFFFFFF'],
  [100000000000000000000000n, '100000000000000000000000'],
  [7.777777777777778e24, '07777777777777777777777777'],
  [1e300, '1e300'],
  [0, '1e-400'],
  ...[
    'yEs', 'tRue', 'oN', 'nUll', 'none', 'nil', 'yess', '0x', '0b', '0o', '0b2', '0x1g', '0o-7', '0B-1', '-0b-1', '1e', '1e+', 'e1', '.', '-.', '+', '.5.', '.5_', '._5',
    '_1', '1.2.3', '1e400', '-1e400', '0x1FFFFFFFFFFFFFFFF', '0x1p3', '12:30', '190:20:30', '2026-01-15', '2026-01-15T00:00:00Z', '22:30', 'inf', 'NaN', '.infinity',
    'a', 'a b', 'a#b', 'http://a/b', '1 2', 'v1.2.3', '4651090a', '12e45x',
  ].map((text): [string, string] => [text, text]),
];

test.each(SCALARS.flatMap(([value, ...texts]) => texts.map(text => [text, value])))('%s stands for %p', (text, value) => {
  expect(valueOf(`a: ${text}\n`)).toEqual({ a: value });
  expect(valueOf(`{a: [${text}], b: "${text}", c: '${text}'}`)).toEqual({ a: text === '' ? [] : [value], b: text, c: text });
});

test.each([['.inf', Infinity], ['+.Inf', Infinity], ['-.INF', -Infinity], ['.nan', NaN], ['.NaN', NaN]])('%s stands for %p', (text, value) => {
  expect(valueOf(`a: ${text}\n`)).toEqual({ a: value });
});

(kubectlIsThere ? describe : describe.skip)('as kubectl reads it (skipped where there is no kubectl)', () => {
  /** Each text with its value, as we read it and as Go does; JSON.parse has no bigints either. */
  const both = (texts: readonly string[]) => {
    const document = `apiVersion: example.test/v1\nkind: A\nmetadata: {name: a}\nspec:\n${texts.map(text => `- ${text}\n`).join('')}`;
    const ours = (valueOf(document) as any).spec.map((value: unknown) => typeof value === 'bigint' ? Number(value) : value);
    const theirs = readByGo(document).spec;
    return [ours, theirs].map(values => texts.map((text, i) => [text, values[i]]));
  };

  test('the table', () => {
    const [ours, theirs] = both(SCALARS.flatMap(([, ...texts]) => texts));
    expect(ours).toEqual(theirs);
  });

  test('any plain scalar', () => {
    const character = fc.constantFrom(...'0123456789+-._eExXoObBaAfFyYnN~tTrRuUsSlLiI');
    const plain = fc.string({ unit: character, minLength: 1, maxLength: 8 })
      .filter(text => !/^(-|---.*|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/.test(text));
    const [ours, theirs] = both([...new Set(fc.sample(plain, 5000))]);
    expect(ours.length).toBeGreaterThan(4000);
    expect(ours).toEqual(theirs);
  });

  test('any text in quotes', () => {
    const text = fc.string({ unit: 'binary' }).filter(given => !/[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/.test(given));
    const texts = fc.sample(text, 500);
    const double = texts.map(given => JSON.stringify(given));
    const single = texts.map(given => `'${given.replace(/[\s\p{Cc}]/gu, ' ').replaceAll('\'', '\'\'')}'`);
    const [ours, theirs] = both([...double, ...single]);
    expect(ours).toEqual(theirs);
    expect(ours.slice(0, texts.length).map(([, value]) => value)).toEqual(texts);
  });

  test('aliases, merge keys, folded and literal text', () => {
    const document = 'apiVersion: example.test/v1\nkind: A\nmetadata: {name: a}\nspec:\n  a: &a {b: 1, c: 2}\n  d: *a\n  e: {<<: *a, c: 3}\n'
      + '  f:\n    <<: [{c: 4, d: 5}, *a]\n  g: |\n    x\n      y\n\n  h: >-\n    x\n    y\n\n    z\n  i: "x\n\n    y"\n  j: a\n    b\n';
    expect((valueOf(document) as any).spec).toEqual(readByGo(document).spec);
  });
});

test.each([
  ['words', 'on: 1\nyes: 2\n~: 3\nnull: 4\n', { 'on': 1, 'yes': 2, '~': 3, 'null': 4 }],
  ['numbers', '1: a\n1.0: b\n0o17: c\n1e3: d\n', { '1': 'a', '1.0': 'b', '0o17': 'c', '1e3': 'd' }],
  ['nothing', ': a\n', { '': 'a' }],
  ['quotes', '"a\\tb": 1\n\'c\'\'d\': 2\n', { 'a\tb': 1, 'c\'d': 2 }],
  ['names of objects', 'constructor: 1\ntoString: 2\n', { constructor: 1, toString: 2 }],
  ['a prototype', '__proto__: {a: 1}\n', JSON.parse('{"__proto__": {"a": 1}}')],
])('keys stay as they are written: %s', (_, text, value) => {
  expect(valueOf(text)).toEqual(value);
  expect(Object.keys(valueOf(text) as object).sort()).toEqual(Object.keys(value).sort());
});

test.each([
  ['', []],
  ['\ufeff', []],
  ['# comment\n', []],
  ['---\n---\n# comment\n---\n~\n--- null\n', []],
  ['a', ['a']],
  ['\ufeffa: 1\n', [{ a: 1 }]],
  ['a: 1\r\nb:\r\n- 2\r\n', [{ a: 1, b: [2] }]],
  ['a: 1\n---\n- 2\n...\n--- 3\n', [{ a: 1 }, [2], 3]],
  ['%YAML 1.1\n---\na: 0o17\n', [{ a: 15 }]],
  ['{"a": ["b", 1, true, null, {"c": 1e2}]}', [{ a: ['b', 1, true, null, { c: 100 }] }]],
  ['a: !!str 1\nb: !!int 1\nc: !!bool yes\nd: !!null ~\ne: !!map {a: !!seq [1]}\nf: !other x\n', [{ a: '1', b: 1, c: true, d: null, e: { a: [1] }, f: 'x' }]],
  ['a: !!set {b}\nc: !!omap [d: 1]\ne: !!binary YQ==\n', [{ a: { b: null }, c: [{ d: 1 }], e: 'YQ==' }]],
])('documents of %j', (text, values) => {
  expect(valuesOf(text)).toEqual(values);
});

describe('locations', () => {
  const text = [
    'a: 1', 'b:', '  - x', '  -   y', '  - {c: d, "e": [f,  g]}', 'h: &h', '  i: j', 'k: *h', 'l:', 'm: ""', 'n: |', '  text', 'o:', '  <<: *h', '? p', ': q', '"é🦙": r', '',
  ].join('\n');

  test.each<[Path, string]>([
    [[], '1:1'],
    [['a'], '1:4'],
    [['b'], '2:1'],
    [['b', 0], '3:5'],
    [['b', 1], '4:7'],
    [['b', 2], '5:5'],
    [['b', 2, 'c'], '5:9'],
    [['b', 2, 'e'], '5:12'],
    [['b', 2, 'e', 1], '5:22'],
    [['b', 9], '2:1'],
    [['b', 'x'], '2:1'],
    [['h', 'i'], '7:6'],
    [['h', 'none'], '6:1'],
    [['k'], '8:1'],
    [['k', 'i'], '7:6'],
    [['l'], '9:1'],
    [['m'], '10:4'],
    [['n'], '11:4'],
    [['n', 'below', 0], '11:4'],
    [['o', 'i'], '13:1'],
    [['p'], '16:3'],
    [['é🦙'], '17:8'],
    [['none'], '1:1'],
    [['none', 'below', 1], '1:1'],
  ])('%j is at %s', (path, place) => {
    const locate = (given: string, i = 0) => readYaml(given, 'a.yaml').documents[i].locate(path);
    expect(locate(text)).toBe(`a.yaml:${place}`);
    expect(locate(`\ufeff${text}`)).toBe(`a.yaml:${place}`);
    expect(locate(text.replaceAll('\n', '\r\n'))).toBe(`a.yaml:${place}`);
    expect(locate(`# comment\n---\nx\n---\n${text}`, 1)).toBe(`a.yaml:${place.replace(/^\d+/, n => `${Number(n) + 4}`)}`);
  });
});

test.each([
  ['one key twice', 'a: 1\nb: 2\na: 3\n', ['3:1: the key stands in this map already, remove one of the two']],
  ['several keys twice', 'a: {b: 1, "b": 2}\nc: 3\nc: 4\nc: 5\n', [
    '1:11: the key stands in this map already, remove one of the two',
    '3:1: the key stands in this map already, remove one of the two',
    '4:1: the key stands in this map already, remove one of the two',
  ]],
  ['one key in two spellings', 'on: 1\n"on": 2\n', ['2:1: the key stands in this map already, remove one of the two']],
  ['a tab', 'a:\n\tb: 1\n', ['2:1: a tab indents the line, use spaces']],
  ['a tab after spaces', 'a:\n  \tb: 1\n', ['2:3: a tab indents the line, use spaces']],
  ['an open quote', 'a: "b\n', ['2:1: missing closing "quote, mend the syntax there']],
  ['an open list', 'a: [b\nc: d\n', ['2:1: flow sequence in block collection must be sufficiently indented and end with a ], mend the syntax there']],
  ['a colon too many', 'a: b: c\n', ['1:4: nested mappings are not allowed in compact mappings, mend the syntax there']],
  ['bad indentation', 'a:\n  b: 1\n c: 2\n', ['3:1: all mapping items must start at the same column, mend the syntax there']],
  ['text in place of an entry', 'a: 1\nb\n', ['2:1: implicit map keys need to be followed by map values, mend the syntax there']],
  ['a bad escape', 'a: "\\q"\n', ['1:5: invalid escape sequence \\q, mend the syntax there']],
  ['a broken tag', 'a: !a! b\n', ['1:4: the tag is none of YAML, remove it']],
  ['a broken directive', '%TAG a\n---\na: b\n', ['1:1: the directive is none of YAML, remove it']],
  ['a reserved character', 'a: @b\n', ['1:4: plain value cannot start with reserved character @, mend the syntax there']],
  ['a map as key', '? {a: 1}\n: 2\n', ['1:3: a key must be a plain word or a string, quote it']],
  ['a list as key', '[a]: 2\n', ['1:1: a key must be a plain word or a string, quote it']],
  ['an unknown alias', 'a: *b\nb: &b 1\nc: *b\nd: *e\n', [
    '1:4: the alias "*b" has no anchor before it, write out what it stands for',
    '4:4: the alias "*e" has no anchor before it, write out what it stands for',
  ]],
  ['an alias inside of its anchor', 'a: &a\n  b: [*a]\n', ['2:7: the alias "*a" stands inside of its anchor, write out what it stands for']],
  ['a merge of what is no map', 'x: 1\na:\n  <<: b\n', ['1:1: merge sources must be maps or map aliases, give "<<" a map or aliases of maps']],
  ['a zero byte', 'a: 1\nb: c\0\n', ['2:5: "\\u0000" is a control character, save the file as UTF-8 text without it']],
  ['UTF-16', Buffer.from('\ufeffa: b\n', 'utf16le').toString(), ['1:4: "\\u0000" is a control character, save the file as UTF-8 text without it']],
  ['an escape character', 'a: \u001b[31m\n', ['1:4: "\\u001b" is a control character, save the file as UTF-8 text without it']],
  ['faults in several documents', 'a: *b\n---\nb: 1\n---\nc: "\n', [
    '1:4: the alias "*b" has no anchor before it, write out what it stands for',
    '6:1: missing closing "quote, mend the syntax there',
  ]],
])('%s cannot be read', (_, text, expected) => {
  expect(faultsOf(text)).toEqual(expected.map(line => `a.yaml:${line.replace(': ', ': cannot be read as YAML: ')}`));
});

test('what can be read comes beside what cannot', () => {
  const { documents, faults } = readYaml('a: 1\n---\nb: "\n', 'a.yaml');
  expect(documents.map(({ value }) => value)).toEqual([{ a: 1 }]);
  expect(faults).toHaveLength(1);
});

test.each([
  ['[', 20_000], ['{a: ', 20_000], ['- ', 5_000],
])('%j %d times is too deep', (text, times) => {
  expect(faultsOf(text.repeat(times))[0]).toMatch(/^a\.yaml:1:\d+: cannot be read as YAML: maps and lists are nested too deep, write it flatter$/);
});

test('aliases may not unfold to more than there is memory for', () => {
  const levels = (count: number) => Array.from({ length: count }, (_, i) =>
    `a${i}: &a${i} [${i === 0 ? '0' : Array(9).fill(`*a${i - 1}`).join(', ')}]\n`).join('');
  expect(valueOf(levels(3))).toHaveProperty('a2.8.8.0', 0);
  expect(faultsOf(levels(20))).toEqual(['a.yaml:1:1: cannot be read as YAML: its aliases unfold to too much, write it without so many aliases']);
});

test('a message has nothing of the text', () => {
  const secret = 'c2VjcmV0LXNlY3JldA';
  const pieces = fc.constantFrom(
    'a: ', '- ', '|', '>', '"', '\'', '[', '{', ']', '}', ',', '\n', '\n  ', '\t', '!', '!<', '@', '%', '...\n', '---\n', '\\', '? ', ': ', '%YAML ',
  );
  fc.assert(fc.property(fc.array(fc.oneof(pieces, fc.constant(secret)), { minLength: 2, maxLength: 12 }), parts => {
    expect(faultsOf(parts.join('')).join('\n')).not.toContain(secret);
  }), { numRuns: 1000 });
});
