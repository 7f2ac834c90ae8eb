import { Fault, formatFault } from '../../src/lib/fault';
import { mergeValues } from '../../src/lib/values';
import { checkValues, checkValueTree } from '../../src/lib/values-check';

const messages = (faults: Fault[]) => faults.map(formatFault);

class Example {}

test.each([
  ['an integer of too many digits', { tag: 2 ** 53 }, 'tag: 9007199254740992 is an integer of which JavaScript loses digits, pass a string'],
  ['a negative one', { a: -(2 ** 60) }, 'a: -1152921504606847000 is an integer of which JavaScript loses digits, pass a string'],
  ['a large power', { a: [1e21] }, 'a[0]: 1e+21 is an integer of which JavaScript loses digits, pass a string'],
  ['not a number', { a: { b: NaN } }, 'a.b: NaN cannot be written, must be a finite number'],
  ['infinity', { a: -Infinity }, 'a: -Infinity cannot be written, must be a finite number'],
  ['a bigint', { a: 1n }, 'a: 1 is a bigint, pass a string'],
  ['a function', { a: () => 1 }, 'a: a function is not data, must be a string, number, boolean, list, map or null'],
  ['a symbol', { a: [Symbol('x')] }, 'a[0]: a symbol is not data, must be a string, number, boolean, list, map or null'],
  ['a date', { a: new Date(0) }, 'a: an object of class Date is not data, must be a string, number, boolean, list, map or null'],
  ['an instance', { 'a.b': new Example() }, '["a.b"]: an object of class Example is not data, must be a string, number, boolean, list, map or null'],
  ['a Map', { a: new Map() }, 'a: an object of class Map is not data, must be a string, number, boolean, list, map or null'],
  ['bytes', { a: Buffer.from('a') }, 'a: an object of class Buffer is not data, must be a string, number, boolean, list, map or null'],
  ['half a character', { a: 'x\ud83d' }, 'a: "x\\ud83d" has half of a surrogate pair, must be Unicode text'],
  ['half a character in a key', { a: { '\udc00': 1 } }, 'a["\\udc00"]: "\\udc00" has half of a surrogate pair, must be Unicode text'],
  ['a key that is lost', JSON.parse('{"a": {"__proto__": 1}}'), 'a.__proto__: "__proto__" is a key that JavaScript loses, leave it out'],
  ['no map at all', [1], 'a list of 1 is not a map, must be a map of values'],
])('%s is refused', (_, values, message) => {
  expect(messages(checkValueTree(values))).toEqual([message]);
});

test.each([
  ['every type', { a: 'text', b: 1.5, c: true, d: null, e: [[]], f: { g: {} }, h: undefined, i: [undefined], j: -0 }],
  ['the largest integers', { a: Number.MAX_SAFE_INTEGER, b: Number.MIN_SAFE_INTEGER, c: 0.1, d: 1e-300 }],
  ['any text', { '': '', 'a\nb': '\u0000\u0085\u2028\ufeff😀', '<<': '~' }],
  ['a map without a prototype', Object.assign(Object.create(null), { a: 1 })],
])('%s is accepted', (_, values) => {
  expect(checkValueTree(values)).toEqual([]);
});

test('everything wrong is found', () => {
  expect(checkValueTree({ a: [NaN, { b: 1n }], c: () => 1, d: 'fine' }).map(fault => fault.path)).toEqual([['a', 0], ['a', 1, 'b'], ['c']]);
});

test('a cycle is found, an object in two places is none', () => {
  const shared = { x: [1] };
  const cyclic: any = { a: shared, b: [shared, shared] };
  expect(checkValueTree(cyclic)).toEqual([]);
  cyclic.c = { d: [cyclic] };
  cyclic.b.push(cyclic.b);
  expect(messages(checkValueTree(cyclic))).toEqual([
    'b[2]: refers back to what it stands in, must hold no cycle',
    'c.d[0]: refers back to what it stands in, must hold no cycle',
  ]);
});

test('what is too deep is refused where that begins', () => {
  const nested = (levels: number): any => levels === 0 ? 'leaf' : { a: nested(levels - 1) };
  expect(checkValueTree(nested(100))).toEqual([]);
  expect(checkValueTree(nested(101)).map(({ path, problem }) => [path.length, problem])).toEqual([[100, 'is too deep']]);
  expect(checkValueTree(nested(5000))).toHaveLength(1);
});

test('a few objects that unfold to billions are refused', () => {
  let value: any = 'leaf';
  for (let i = 0; i < 60; i++) {
    value = [value, value];
  }
  expect(messages(checkValueTree({ value }))).toEqual(['more than 500000 values, must be fewer, no cluster can store so many']);
  expect(messages(checkValueTree({ value: new Array(2 ** 32 - 1) }))).toHaveLength(1);
});

const table = {
  closed: false,
  keys: {
    replicas: 'n',
    tolerations: 'l',
    image: { tag: 's', pullPolicy: 's' },
    port: 'ns',
    annotations: 'o',
    anything: '?',
    enabled: 'b',
    global: { '*': '?', 'registry': 's' },
    route: { '*': { hostnames: 'l' } },
  },
};

test.each([
  ['a misspelt key', { replica: 1 }, 'replica: the chart has no such value, did you mean "replicas"?'],
  ['a key like no other', { somethingElse: {} }, 'somethingElse: the chart has no such value, see the values.yaml of the chart'],
  ['a key of a map below', { image: { Tag: 'v1' } }, 'image.Tag: the chart has no such value, did you mean "tag"?'],
  ['a key that every object has', { constructor: 1 }, 'constructor: the chart has no such value, see the values.yaml of the chart'],
  ['an unknown key without a value', { enbled: null }, 'enbled: the chart has no such value, did you mean "enabled"?'],
  ['a number for text', { image: { tag: 1.10 } }, 'image.tag: 1.1 is a number, must be a string'],
  ['text for a number', { replicas: 'secret' }, 'replicas: is a string, must be a number'],
  ['a boolean for either', { port: true }, 'port: true is a boolean, must be a number or a string'],
  ['a list for a map', { image: [] }, 'image: is a list, must be a map'],
  ['a map for a list', { tolerations: {} }, 'tolerations: is a map, must be a list'],
  ['text for an open map', { annotations: 'a=b' }, 'annotations: is a string, must be a map'],
  ['a known key beside any others', { global: { registry: 5000 } }, 'global.registry: 5000 is a number, must be a string'],
  ['below a key of any name', { route: { mine: { hostname: [] } } }, 'route.mine.hostname: the chart has no such value, did you mean "hostnames"?'],
])('%s is a finding', (_, values, message) => {
  expect(messages(checkValues(values, table))).toEqual([message]);
});

test.each([
  ['every type', { replicas: 1, tolerations: [{ any: 'thing' }], image: { tag: '1.10' }, enabled: false, annotations: { 'a/b': { c: 1 } } }],
  ['either of two types', { port: 80 }],
  ['the other of two types', { port: 'http' }],
  ['anything', { anything: [{ a: 1 }], global: { mine: { deep: 1 } }, route: { 'any name': { hostnames: [] } } }],
  ['null, which deletes a default', { replicas: null, image: null, tolerations: null, annotations: null, global: { registry: null } }],
  ['what is undefined', { nothing: undefined, replicas: undefined }],
])('%s is known', (_, values) => {
  expect(checkValues(values, table)).toEqual([]);
  expect(checkValues(mergeValues({}, values).values, table)).toEqual([]);
});

test('every finding is reported', () => {
  expect(checkValues({ a: 1, image: { b: 1, tag: 2 }, tolerations: '' }, table).map(fault => fault.path)).toEqual([
    ['a'], ['image', 'b'], ['image', 'tag'], ['tolerations'],
  ]);
});
