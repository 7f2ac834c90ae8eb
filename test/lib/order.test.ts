import * as fc from 'fast-check';
import { ComponentData, Installation } from '../../src/lib/component';
import { compare, namespaceKey, order } from '../../src/lib/order';

interface Part {
  readonly on?: readonly string[];
  readonly file?: number;
  readonly namespace?: string;
  readonly provided?: boolean;
}

function installations(parts: Record<string, Part>): Installation[] {
  return Object.entries(parts).map(([key, { on, file = 50, namespace, provided }]) => {
    const data: ComponentData = { key, file, role: 'config', namespace, dependsOn: on, summary: '' };
    return { data, owner: undefined as any, provided };
  });
}

const sorted = (parts: Record<string, Part>) => order(installations(parts));
const keys = (parts: Record<string, Part>) => sorted(parts).map(({ installation }) => installation.data.key);
const edges = (parts: Record<string, Part>) =>
  Object.fromEntries(sorted(parts).map(({ installation, dependsOn }) => [installation.data.key, dependsOn]));

test.each<[string, Record<string, Part>, string[]]>([
  ['nothing', {}, []],
  ['what depends comes after', { a: { on: ['b'] }, b: { on: ['c'] }, c: {} }, ['c', 'b', 'a']],
  ['the file number decides where edges leave a choice', { a: { file: 30 }, b: { file: 10 }, c: { file: 20 } }, ['b', 'c', 'a']],
  ['edges come before file numbers', { a: { file: 10, on: ['b'] }, b: { file: 20 }, c: { file: 15 } }, ['c', 'b', 'a']],
  ['equal file numbers go by key, in code unit order', { b: {}, a: {}, B: {}, ä: {}, a10: {}, a9: {} }, ['B', 'a', 'a10', 'a9', 'b', 'ä']],
  ['a namespace comes before what is in it', { 'a': { file: 1, namespace: 'n' }, 'namespace-n': { file: 99 } }, ['namespace-n', 'a']],
  ['what is not installed at all is no obstacle', { a: { on: ['missing'], namespace: 'default' } }, ['a']],
  ['what is provided drops out', { a: { on: ['b'] }, b: { provided: true } }, ['a']],
])('%s', (_, parts, expected) => {
  expect(keys(parts)).toEqual(expected);
});

test('edges run through what is provided, however far, and through what is missing they do not', () => {
  expect(edges({
    a: { on: ['p', 'q'] },
    p: { on: ['q', 'c'], provided: true },
    q: { on: ['p', 'd', 'missing'], provided: true },
    c: {},
    d: { on: ['c'] },
  })).toEqual({ a: ['c', 'd'], c: [], d: ['c'] });
});

test('a provided component passes on the edge to its namespace, if that is made', () => {
  expect(edges({ 'a': { on: ['p'] }, 'p': { namespace: 'n', provided: true }, 'namespace-n': {} }))
    .toEqual({ 'a': ['namespace-n'], 'namespace-n': [] });
});

test('edges are told once each and ascending', () => {
  expect(edges({ a: { on: ['c', 'b', 'c'] }, b: {}, c: {} }).a).toEqual(['b', 'c']);
});

test('the rank is the length of the longest chain below', () => {
  const ranks = sorted({ a: { on: ['b', 'c'] }, b: { on: ['c'] }, c: {}, d: {} }).map(({ installation, rank }) => [installation.data.key, rank]);
  expect(Object.fromEntries(ranks)).toEqual({ a: 2, b: 1, c: 0, d: 0 });
});

test.each<[string, Record<string, Part>, string]>([
  ['of two', { a: { on: ['b'] }, b: { on: ['a'] } }, 'a -> b -> a'],
  ['of one', { a: { on: ['a'] } }, 'a -> a'],
  ['through what is provided', { a: { on: ['p'] }, p: { on: ['a'], provided: true } }, 'a -> a'],
])('a circle is refused, and shown: %s', (_, parts, circle) => {
  expect(() => order(installations(parts))).toThrow(`components depend on each other in a circle: ${circle}`);
});

test('a key that comes twice is refused', () => {
  expect(() => order([...installations({ a: {}, b: {} }), ...installations({ a: {} })])).toThrow('component key used twice among a, b, a');
});

test('a hundred layers of a hundred are sorted at once', () => {
  const parts = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, { on: Array.from({ length: 10 }, (__, j) => `k${i - 1 - j}`) }]));
  expect(sorted(parts).map(({ rank }) => rank)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
});

test('any graph without a circle is sorted: all that is not provided, each after all that it needs, whatever order it comes in', () => {
  const part = fc.record({ file: fc.integer({ min: 0, max: 3 }), provided: fc.boolean(), on: fc.array(fc.nat(11), { maxLength: 4 }) });
  fc.assert(fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), fc.integer(), (list, seed) => {
    // edges to earlier ones only
    const parts = Object.fromEntries(list.map(({ on, ...rest }, i) => [`k${i}`, { ...rest, on: on.filter(j => j < i).map(j => `k${j}`) }]));
    const input = installations(parts);
    const result = order(input);
    const places = new Map(result.map(({ installation }, place) => [installation.data.key, place]));
    expect([...places.keys()].sort()).toEqual(input.filter(({ provided }) => !provided).map(({ data }) => data.key).sort());
    for (const { installation, dependsOn, rank } of result) {
      expect(dependsOn.every(key => places.get(key)! < places.get(installation.data.key)!)).toBe(true);
      expect(rank).toBe(Math.max(-1, ...dependsOn.map(key => result[places.get(key)!].rank)) + 1);
    }
    const shuffled = [...input].sort((a, b) => (a.data.key.length * seed) % 7 - (b.data.key.length * seed) % 7 || compare(b.data.key, a.data.key));
    expect(order(shuffled)).toEqual(result);
  }));
});

test('the component that makes a namespace is named after it', () => {
  expect(namespaceKey('monitoring')).toBe('namespace-monitoring');
});
