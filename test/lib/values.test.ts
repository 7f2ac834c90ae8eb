import * as fc from 'fast-check';
import { formatFault } from '../../src/lib/fault';
import { applyUnset, isMap, mergeValues, parseUnsetPath, Values } from '../../src/lib/values';

/** Maps of few keys, so that two of them meet. */
const values = fc.letrec<{ value: any; map: Values }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom('', 'text', true, null, undefined),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('map'),
  ),
  map: fc.dictionary(fc.constantFrom('a', 'b', 'c.d', 'constructor', '__proto__'), tie('value'), { maxKeys: 4 }),
})).map;

/** The values without what is `undefined`. */
function pruned(value: any): any {
  if (Array.isArray(value)) {
    return value.filter(item => item !== undefined).map(pruned);
  }
  return isMap(value)
    ? Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined).map(([key, item]) => [key, pruned(item)]))
    : value;
}

function hasUndefined(value: unknown): boolean {
  return value === undefined || typeof value === 'object' && value !== null && Object.values(value).some(hasUndefined);
}

function objectsIn(value: unknown): object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

test.each<[string, Values, Values, Values, string[][]]>([
  ['maps merge', { a: { b: 1, c: 2 }, d: 3 }, { a: { c: 4, e: 5 } }, { a: { b: 1, c: 4, e: 5 }, d: 3 }, []],
  ['lists replace', { a: [1, 2], b: { c: [3] } }, { a: [4], b: { c: [] } }, { a: [4], b: { c: [] } }, [['a'], ['b', 'c']]],
  ['a list over none or an empty one loses nothing', { a: [] }, { a: [1], b: [2] }, { a: [1], b: [2] }, []],
  ['a list over something else, and the reverse', { a: { b: 1 }, c: [1], d: [1] }, { a: [1], c: { b: 1 }, d: 'x' },
    { a: [1], c: { b: 1 }, d: 'x' }, [['a'], ['c'], ['d']]],
  ['null stays, over a map too', { a: { b: 1 }, c: null }, { a: null, d: null }, { a: null, c: null, d: null }, [['a']]],
  ['a map over null', { a: null }, { a: { b: 1 } }, { a: { b: 1 } }, []],
  ['undefined is absent', { a: 1, b: undefined, c: { d: undefined } }, { a: undefined, e: [undefined, 1, { f: undefined }] },
    { a: 1, c: {}, e: [1, {}] }, []],
  ['empty maps and lists stay', { a: {}, b: [] }, { c: { d: {} }, a: {} }, { a: {}, b: [], c: { d: {} } }, []],
  ['false, zero and empty text are values', { a: true, b: 1, c: 'x' }, { a: false, b: 0, c: '' }, { a: false, b: 0, c: '' }, []],
  ['keys that every object has', { toString: 1 }, { constructor: { name: 'x' }, hasOwnProperty: [1] },
    { toString: 1, constructor: { name: 'x' }, hasOwnProperty: [1] }, []],
])('%s', (_, base, override, merged, lost) => {
  const result = mergeValues(base, override);
  expect(result).toEqual({ values: merged, lost });
  expect(hasUndefined(result.values)).toBe(false);
});

test('merging changes neither input and shares nothing with them', () => {
  fc.assert(fc.property(values, values, (base, override) => {
    const before = structuredClone([base, override]);
    const merged = mergeValues(base, override).values;
    expect([base, override]).toEqual(before);
    const theirs = new Set([...objectsIn(base), ...objectsIn(override)]);
    expect(objectsIn(merged).filter(object => theirs.has(object))).toEqual([]);
    expect(hasUndefined(merged)).toBe(false);
    expect(mergeValues({}, base).values).toEqual(pruned(base));
    expect(mergeValues(merged, override).values).toEqual(merged);
    expect(({} as any).a).toBeUndefined();
  }));
});

test('a key __proto__ is a key like any other, and changes no prototype', () => {
  const evil = JSON.parse('{"__proto__": {"polluted": true}}');
  const { values: merged } = mergeValues({ a: 1 }, evil);
  expect(Object.keys(merged)).toEqual(['a', '__proto__']);
  expect(merged.polluted).toBeUndefined();
  expect(({} as any).polluted).toBeUndefined();
});

test('objects of another realm and without a prototype are maps, instances are not', () => {
  expect(isMap(Object.assign(Object.create(null), { a: 1 }))).toBe(true);
  expect(isMap(structuredClone({ a: 1 }))).toBe(true);
  expect([new Date(), new Map(), [], null, 'a', () => 1].filter(isMap)).toEqual([]);
  expect(mergeValues({ a: { b: 1 } }, { a: Object.assign(Object.create(null), { c: 2 }) }).values).toEqual({ a: { b: 1, c: 2 } });
});

test.each([
  ['a', ['a']],
  ['a.b.c', ['a', 'b', 'c']],
  ['podAnnotations.prometheus\\.io/scrape', ['podAnnotations', 'prometheus.io/scrape']],
  ['a\\\\.b', ['a\\', 'b']],
  ['a\\,b', ['a,b']],
  ['a\\[0\\].b\\=c', ['a[0]', 'b=c']],
  ['kube-state-metrics.image', ['kube-state-metrics', 'image']],
  ['a 😀.b', ['a 😀', 'b']],
  ['constructor.toString', ['constructor', 'toString']],
])('the path %s is read', (text, segments) => {
  expect(parseUnsetPath(text)).toEqual({ segments });
});

test.each([
  ['', '"" has an empty key, separate keys by one dot, and write \\. for a dot in a key'],
  ['.', '"." has an empty key, separate keys by one dot, and write \\. for a dot in a key'],
  ['a..b', '"a..b" has an empty key, separate keys by one dot, and write \\. for a dot in a key'],
  ['a.', '"a." has an empty key, separate keys by one dot, and write \\. for a dot in a key'],
  ['a[0]', '"a[0]" has a list index, unset the whole list, or write \\[ for a bracket in a key'],
  ['a]', '"a]" has a list index, unset the whole list, or write \\] for a bracket in a key'],
  ['a=null', '"a=null" is more than a path, give one path without a value, or write \\= in a key'],
  ['a,b', '"a,b" is more than a path, give one path without a value, or write \\, in a key'],
  ['{a}', '"{a}" is more than a path, give one path without a value, or write \\{ in a key'],
  ['a\\', '"a\\\\" ends in a backslash, write \\\\ for a backslash in a key'],
  ['a.__proto__', '"__proto__" is a key that JavaScript loses, leave it out'],
  ['a.\ud800', '"\\ud800" has half of a surrogate pair, must be Unicode text'],
  ['a.'.repeat(100) + 'a', `"${'a.'.repeat(39)}a..." is a path of 101 keys, must be at most 100`],
])('the path %j is refused', (text, message) => {
  const parsed = parseUnsetPath(text);
  expect('problem' in parsed && formatFault({ path: [], ...parsed })).toBe(message);
});

test('any keys are read back from their path', () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).filter(key => key !== '__proto__'), { minLength: 1 }), segments => {
    expect(parseUnsetPath(segments.map(segment => segment.replace(/[.\\,[\]{}=]/g, '\\$&')).join('.'))).toEqual({ segments });
  }));
});

test.each<[string, Values, string[][], Values]>([
  ['a default is deleted', { a: { b: 1, c: 2 } }, [['a', 'b']], { a: { b: null, c: 2 } }],
  ['what no default of ours names', {}, [['a', 'b.c']], { a: { 'b.c': null } }],
  ['a whole map', { a: { b: 1 } }, [['a']], { a: null }],
  ['several paths of one map', { d: 1 }, [['a', 'b'], ['a', 'c', 'd'], ['a', 'c', 'e']], { a: { b: null, c: { d: null, e: null } }, d: 1 }],
  ['a map and what is below it, in either order', { a: { b: 1 } }, [['a', 'b'], ['a'], ['a', 'c']], { a: null }],
  ['keys that every object has', {}, [['constructor', 'name'], ['toString']], { constructor: { name: null }, toString: null }],
  ['nothing', { a: 1 }, [], { a: 1 }],
])('unset: %s', (_, given, paths, unset) => {
  const before = structuredClone(given);
  expect(applyUnset(given, paths)).toEqual(unset);
  expect(given).toEqual(before);
});
