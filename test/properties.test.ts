import { App } from 'cdk8s';
import * as fc from 'fast-check';
import { ServingStack } from '../src';
import { asDocument, documentOf, fromProps, fromSameDocument, fromText, SPEC } from './support/input';
import { validProps as valid } from './support/valid-props';
import { chartsText } from '../src/delivery/write';
import { Fault, formatFault, InputError, Path } from '../src/lib/fault';
import { readYaml } from '../src/lib/yaml-input';

const TIMEOUT = 60_000;

const hostileText = fc.oneof(
  fc.constantFrom('', '__proto__', 'constructor', 'toString', 'null', '~', '👻', '\ud800', '\udc00a', '\u2028', 'a\nb', '\0', '\u0085', '0o17', '..', '-'),
  fc.constantFrom(...['a', '-', '/', '.', '0', '👻'].map(unit => unit.repeat(5_000))),
  fc.string({ unit: 'binary' }),
);
const json = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    hostileText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.bigInt(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(hostileText, tie('value')), { maxLength: 4 }).map(Object.fromEntries),
  ),
})).value;
const anything = fc.oneof(
  json,
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSet: true, withSparseArray: true }),
  fc.constantFrom<unknown>(Symbol('s'), () => 1, undefined, new (class Own { public stack = 'a'; })()),
);

test('valid props render, the same bytes each time, and a document that says the same renders them too', () => {
  fc.assert(fc.property(valid, props => {
    const text = render(() => fromProps(props));
    expect(render(() => fromProps(props))).toBe(text);
    expect(render(() => fromSameDocument(props))).toBe(text);
  }), { numRuns: 40 });
}, TIMEOUT);

const FIELDS: Path[] = [
  ['stack'], ['nvidiaDriverRoot'], ['secrets'], ['secrets', 0], ['secrets', 0, 'type'], ['secrets', 0, 'name'], ['secrets', 0, 'key'],
  ['secrets', 0, 'namespace'], ['versions'], ['versions', 'certManager'], ['versions', 'prometheus'], ['versions', 'standard'], ['versions', 'dynamo'],
  ['versions', 'dynamo', 'grove'], ['gateway'], ['gateway', 'className'], ['gateway', 'hostname'], ['gateway', 'clientCas'], ['gateway', 'clientCas', 0],
  ['gateway', 'clientCas', 0, 'name'], ['gateway', 'clientCas', 0, 'certificate'], ['gateway', 'listeners'], ['gateway', 'listeners', 0],
  ['gateway', 'listeners', 0, 'name'], ['gateway', 'listeners', 0, 'port'], ['gateway', 'listeners', 0, 'protocol'], ['mode'], ['versionSet'],
  ['gatewayApiCrds'], ['now'], ['components'], ['components', 'prometheus'], ['components', 'prometheus', 'mode'], ['components', 'prometheus', 'values'],
  ['components', 'prometheus', 'unsetValues'], ['tolerations'], ['tolerations', 0], ['tolerations', 0, 'key'],
  ['tolerations', 0, 'operator'], ['tolerations', 0, 'value'], ['tolerations', 0, 'effect'], ['tolerations', 0, 'tolerationSeconds'],
];
/** Of another type than any field, but for maps, or past every limit. */
const WRONG = [true, 1.5, -1, 2 ** 60, 'a\u2028 ..'.repeat(4_999), [[]], [5], { a: { b: 1 } }];

test('a value of another type or past its limit is refused, at its path or below', () => {
  fc.assert(fc.property(valid, fc.constantFrom(...FIELDS), fc.constantFrom<unknown>(...WRONG), (props, path, value) => {
    // these may be any map
    fc.pre(path[path.length - 1] !== 'values' || typeof value !== 'object' || Array.isArray(value));
    expectRefusal(put(props, path, value), path);
  }), { numRuns: 100 });
}, TIMEOUT);

const MAPS: Path[] = [
  [], ['secrets', 0], ['versions'], ['versions', 'standard'], ['versions', 'dynamo'], ['gateway'], ['gateway', 'clientCas', 0], ['gateway', 'listeners', 0],
  ['components'], ['components', 'prometheus'], ['components', 'gaieCrds'], ['tolerations', 0],
];

test('an unknown field is refused, at its path', () => {
  const name = hostileText.map(text => `${text}_`);
  fc.assert(fc.property(valid, fc.constantFrom(...MAPS), name, json, (props, map, field, value) => {
    expectRefusal(put(props, [...map, field], value), [...map, field]);
  }), { numRuns: 100 });
}, TIMEOUT);

test('whatever stands anywhere is taken or refused, and nothing else is thrown', () => {
  fc.assert(fc.property(valid, fc.nat(), fc.option(hostileText), anything, (props, at, field, value) => {
    const paths = pathsOf(props);
    const path = paths[at % paths.length];
    const mutated = put(props, field === null ? path : [...path, field], value);
    faultsIn([mutated], () => fromProps(mutated));
  }), { numRuns: 100 });
  fc.assert(fc.property(valid, fc.nat(), fc.option(hostileText), json, (props, at, field, value) => {
    const paths = pathsOf(props);
    const path = paths[at % paths.length];
    faultsInDocument(put(props, field === null ? path : [...path, field], value));
  }), { numRuns: 100 });
  fc.assert(fc.property(anything.filter(value => value !== null), props => {
    faultsIn([props], () => new ServingStack(new App(), 'west', props as object));
  }), { numRuns: 100 });
}, TIMEOUT);

const SYNTAX = [
  ' ', '  ', '\n', '\n  ', '\n- ', ': ', '- ', '{', '}', '[', ']', '"', '\'', '|', '>-', '#', ', ', '? ', '&a ', '*a', '<<: ', '!!str ', '!!binary ', '!<a> ',
  '---\n', '...\n', '%YAML 1.2\n', '\t', '\r\n', '~', 'yes', '0o17', '1e400', '99999999999999999999', '\ufeff', '\0', '\u2028', 'é', '🦙',
];
const LINES = [
  'apiVersion: infrastructure.modelplane.ai/v1alpha1\n', 'kind: ServingStack\n', 'kind: List\n', 'items:\n', 'metadata:\n  name: west\n', 'spec:\n',
  '  secrets:\n  - {type: Kubeconfig, name: a, key: b}\n', '  gateway:\n', '    listeners: ', '  stack: Dynamo\n',
];

test('any text is taken or refused, and nothing else is thrown', () => {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...SYNTAX) },
    { weight: 2, arbitrary: fc.constantFrom(...LINES) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
  );
  const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));
  fc.assert(fc.property(text, given => void faultsInText(given)), { numRuns: 100 });
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(3), piece), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(valid, edits, (props, changes) => {
    faultsInText(changes.reduce((before, [at, length, replacement]) => {
      const start = at % before.length;
      return before.slice(0, start) + replacement + before.slice(start + length);
    }, documentOf(asDocument(props).spec)));
  }), { numRuns: 100 });
}, TIMEOUT);

function render(make: () => ServingStack): string {
  return chartsText(make().node.root as App);
}

/** A copy of the props with a value at a path; maps and lists on the way are made. */
function put(value: any, [segment, ...rest]: Path, replacement: unknown): any {
  if (segment === undefined) {
    return replacement;
  }
  const below = put(value?.[segment], rest, replacement);
  if (typeof segment === 'number') {
    return Object.assign(Array.isArray(value) ? [...value] : [], { [segment]: below });
  }
  const map = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  // assigning to the key __proto__ would set no key
  return Object.fromEntries([...Object.entries(map).filter(([key]) => key !== segment), [segment, below]]);
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  const isContainer = typeof value === 'object' && value !== null;
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : isContainer ? Object.entries(value) : [];
  return [...path.length > 0 ? [path] : [], ...entries.flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

/** Expects a fault at the path or below it, in code and in a document. */
function expectRefusal(props: any, path: Path): void {
  expect(faultsIn([props], () => fromProps(props)).some(fault => startsWith(fault.path, path))).toBe(true);
  const inYaml = [...SPEC.includes(path[0] as string) ? ['spec'] : [], ...path.map(segment => segment === 'clientCas' ? 'clientCAs' : segment)];
  expect(faultsInDocument(props).some(fault => startsWith(fault.path, inYaml))).toBe(true);
}

function startsWith(path: Path, prefix: Path): boolean {
  return prefix.every((segment, i) => path[i] === segment);
}

/** What the inputs are refused with, nothing if they are taken: each fault one line, at a path that is in one of them or missing from it. */
function faultsIn(inputs: readonly unknown[], make: () => unknown): readonly Fault[] {
  try {
    make();
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) {
      throw error;
    }
    const lines = error.message.split('\n');
    expect(lines).toEqual(error.faults.map(formatFault));
    lines.forEach(line => expect(line).toMatch(/^[^\p{Cc}\p{Cs}\u2028\u2029]{10,2000}$/u));
    for (const { path, problem } of error.faults) {
      expect(Math.min(...inputs.map(input => missing(input, path)))).toBeLessThanOrEqual(problem === 'missing' ? 2 : 0);
    }
    return error.faults;
  }
}

function faultsInDocument(props: object): readonly Fault[] {
  const { spec, options } = asDocument(props);
  return faultsInText(documentOf(spec), options);
}

function faultsInText(given: string, options: object = {}): readonly Fault[] {
  // a file has no halves of surrogate pairs
  const text = Buffer.from(given).toString();
  const documents = readYaml(text, '').documents.flatMap(({ value }) => entriesOf(value));
  const lines = text.replace(/^\ufeff/, '').split('\n');
  let faults: readonly Fault[];
  try {
    faults = faultsIn([{}, ...documents].map(document => ({ ...Object(document), ...options })), () => fromText(text, options));
  } catch (error) {
    // a file may hold no stack, or several
    expect((error as Error).message).toMatch(/west\.yaml: holds \d+ ServingStack documents, must hold exactly one/);
    return [];
  }
  for (const { path, location } of faults) {
    const [, line, column] = /west\.yaml:(\d+):(\d+)$/.exec(location ?? '') ?? [];
    expect(line === undefined).toBe(Object.hasOwn(options, path[0] ?? ''));
    if (line !== undefined) {
      expect(Number(column)).toBeLessThanOrEqual(lines[Number(line) - 1].length + 1);
    }
  }
  return faults;
}

/** The documents that a document stands for. */
function entriesOf(value: any): any[] {
  return value?.kind === 'List' && Array.isArray(value.items) ? value.items.flatMap(entriesOf) : [value];
}

/** How many segments at the end of a path are not in the value. */
function missing(value: any, path: Path): number {
  const depth = path.findIndex(segment => {
    const there = typeof value === 'object' && value !== null && Object.hasOwn(value, segment);
    value = there ? value[segment] : undefined;
    return !there;
  });
  return depth < 0 ? 0 : path.length - depth;
}
