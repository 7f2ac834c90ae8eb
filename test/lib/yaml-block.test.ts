import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { readBlockYaml } from '../../src/lib/yaml-block';
import { readYaml } from '../../src/lib/yaml-input';

const CRDS = join(__dirname, '..', '..', '..', 'shared', 'crds');

/** What both readers make of a text that the faster one reads; undefined where it leaves the text to the other. */
function both(text: string): { fast: unknown; exact: unknown } | undefined {
  const fast = readBlockYaml(text);
  if (fast === undefined) {
    return undefined;
  }
  const { documents, faults } = readYaml(text, 'text');
  return { fast, exact: faults.length > 0 ? faults : documents.length === 1 ? documents[0].value : documents };
}

function expectAlike(text: string): void {
  const read = both(text);
  if (read) {
    expect(read.fast).toEqual(read.exact);
  }
}

(existsSync(CRDS) ? describe : describe.skip)('CRDs of ../shared', () => {
  const files = existsSync(CRDS) ? readdirSync(CRDS, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.yaml')).sort() : [];

  test.each(files)('%s', file => {
    for (const document of readFileSync(join(CRDS, file), 'utf8').split(/^(?=---(?:\s|$))/m)) {
      const fast = readBlockYaml(document);
      const isEmpty = document.replace(/^(?:---|#.*)$/gm, '').trim() === '';
      expect(fast !== undefined || isEmpty).toBe(true);
      // the exact reader takes most of a minute for all of them
      if (document.length < 40_000 && !isEmpty) {
        expect(fast).toEqual(readYaml(document, file).documents[0].value);
      }
    }
  });
});

test.each<[string, string, unknown]>([
  ['words and numbers', 'a: yes\nb: 0o17\nc: 22:30\nd: 1.10\ne: ~\nf:\ng: 1e3\nh: .inf\ni: v1\nj: 9007199254740993\n',
    { a: true, b: 15, c: '22:30', d: 1.1, e: null, f: null, g: 1000, h: Infinity, i: 'v1', j: 9007199254740993n }],
  ['text in quotes', 'a: "x\\n\\"y\\""\nb: \'it\'\'s\'\nc: \'two\n  lines\n\n  and a gap\'\n', { a: 'x\n"y"', b: 'it\'s', c: 'two lines\nand a gap' }],
  ['text of several lines', 'a: one\n  two\n\n  three\nb: |\n  x\n    y\n\n  z\n\nc: |-\n  x\n', { a: 'one two\nthree', b: 'x\n  y\n\nz\n', c: 'x' }],
  ['lists', 'a:\n- 1\n- b: 2\n  c: 3\n-\n  d: 4\n- - 5\n', undefined],
  ['lists of maps, as far left as their key and further in', 'a:\n- b: 1\n  c:\n  - x\nd:\n  -   e: 2\n      f: 3\n', { a: [{ b: 1, c: ['x'] }], d: [{ e: 2, f: 3 }] }],
  ['empty collections and lists of strings', 'a: {}\nb: []\nc: ["get", "list"]\n', { a: {}, b: [], c: ['get', 'list'] }],
  ['comments and blank lines', '---\n# Source: a\n\na: 1\n  # b\n\nc: 2\n', { a: 1, c: 2 }],
])('%s', (_, text, value) => {
  expect(readBlockYaml(text)).toEqual(value);
  expectAlike(text);
});

test.each([
  'a: 1\na: 2\n', 'a: [\n', 'a: {b: 1}\n', 'a: &x 1\n', 'a: !!str 1\n', 'a: >\n  x\n', 'a: 1 # b\n', '"a": 1\n', 'y: 1\n', '<<: 1\n', '1: 2\n', '__proto__: 1\n',
  'a: b: c\n', 'a: b:\n', 'a\n', '- a\n', 'a: 1\n b: 2\n', 'a:\n  b: 1\n c: 2\n', 'a: |2\n   x\n', 'a: |\n\n  x\n', 'a:\tb\n', '\ta: 1\n', 'a: "\\x41"\n', 'a: \u2028\n',
  'a: b\n---\nc: d\n', 'a: 1\n...\n', '%YAML 1.1\n---\na: 1\n', 'a: - b\n', 'a: @b\n', 'a: `b\n', '', '# only this\n', 'a: 1', 'a: \'b\n', 'a: x\n  # c\n  y\n',
])('%j is left to the other reader', text => {
  expect(readBlockYaml(text)).toBeUndefined();
});

const SCALARS = ['1', '-1', '0', '007', '0o17', '0x1f', '1_000', '1.5', '.5', '1e3', '+1', '-', '--', '-a', '.', '..', 'y', 'no', 'On', 'OFF', 'null', '~', 'Null', 'nUll',
  'a', 'a b', 'a: b', 'a #b', 'a#b', 'a:b', 'a:', '"a"', '"a\\n"', '"a', '\'a\'', '\'it\'\'s\'', '\'a', '|', '|-', '|+', '>', '[]', '{}', '["a"]', '["a", "b"]', '[a]', '{a: b}',
  '.inf', '-.Inf', '.NaN', '22:30', '2001-12-14', '1.2.3', '10s', '5xx', '=', '<', '<<', '*a', '&a', '!a', '%a', '@a', '?', '? a', ', a', '(a', '^a$', '\\d', '/a', '$a', '+', '+a', '~a', ''];

test('whatever lines stand together, both read the same or the faster one reads nothing', () => {
  const scalar = fc.oneof(fc.constantFrom(...SCALARS), fc.constantFrom('', 'a', 'a b', '|', '|-', '\'a', '"a"'));
  const indent = fc.constantFrom('', '', '', '  ', '  ', '    ', ' ');
  const key = fc.constantFrom('a', 'b', 'c-d', 'x.y/z', '$ref', 'e', 'f', 'on', 'E5', '_');
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(indent, fc.constantFrom('', '', '- ', '-  ', '- - '), key, fc.constantFrom(': ', ': ', ':  ', ':'), scalar).map(parts => parts.join('')) },
    { weight: 2, arbitrary: fc.tuple(indent, fc.constantFrom('- ', '', '-'), scalar).map(parts => parts.join('')) },
    fc.tuple(indent, fc.constantFrom('', '# c', ' ', 'x')).map(parts => parts.join('')),
  );
  let read = 0;
  fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), lines => {
    // keys of their own, for no more than a few texts to have one twice
    const text = lines.map((line_, i) => `${line_.replace(/([a-zE_]):/, `$1${i}:`)}\n`).join('');
    read += both(text) ? 1 : 0;
    expectAlike(text);
  }), { numRuns: 4000 });
  expect(read).toBeGreaterThan(100);
});

test('what a writer of YAML writes, both read the same', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(...SCALARS), fc.array(fc.string(), { minLength: 2, maxLength: 4 }).map(parts => parts.join('\n')));
  const { value } = fc.letrec(tie => ({
    value: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie('map'), tie('list')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    map: fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9./-]{0,6}$/), tie('value'), { maxKeys: 4 }),
  }));
  fc.assert(fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), value, { minKeys: 1 }), map => {
    expectAlike(stringify(map, { version: '1.1', lineWidth: 0 }));
    expectAlike(stringify(map, { version: '1.1', lineWidth: 20, indentSeq: false }));
  }), { numRuns: 1500 });
});
