import { App } from 'cdk8s';
import * as fc from 'fast-check';
import { ComponentMode, ListenerProtocol, SecretType, ServingStack, StackKind, TaintEffect, VersionSet } from '../src';
import { makeCa } from './support/certificates';
import { asDocument, documentOf, fromProps, fromSameDocument, fromText, KUBECONFIG, SPEC } from './support/input';
import { chartsText } from '../src/delivery/write';
import { Fault, formatFault, InputError, Path } from '../src/lib/fault';
import { readYaml } from '../src/lib/yaml-input';

const TIMEOUT = 60_000;

const optional = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] });
const oneOf = (values: object) => fc.constantFrom(...Object.values(values));

/** Every field with every kind of value that it may have. */
const valid = (() => {
  const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}[a-z0-9]$/);
  const name = fc.array(label, { minLength: 1, maxLength: 4 }).map(labels => labels.join('.'));
  const semver = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.constantFrom('', '-rc.1', '+build.7'))
    .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest}`);
  const tagged = semver.map(version => `v${version}`);
  const mode = oneOf(ComponentMode);

  const key = fc.oneof(label, fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('on', 'constructor', '0o17', '<<', 'a.b/c', '👻'))
    .map(text => `x${text}`);
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'binary' }), fc.constantFrom('on', '0o17', '1e3', '~', '__proto__'),
      fc.maxSafeInteger(), fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.boolean(), fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    ),
  }));
  const open = optional({
    mode,
    values: fc.dictionary(key, value, { maxKeys: 4 }),
    unsetValues: fc.array(fc.constantFrom('unset', 'unset.a', 'a\\.b', 'unset\\[0\\]')),
  });

  const certificates = ['a', 'b', 'c'].map(ca => makeCa({ name: ca }));
  const clientCa = fc.record({
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    certificate: fc.constantFrom(...certificates, certificates.join('')),
  });
  const listener = fc.record({ name, port: fc.integer({ min: 1, max: 65535 }), protocol: oneOf(ListenerProtocol) });
  const gateway = optional({
    className: label,
    listeners: fc.uniqueArray(listener, { maxLength: 8, comparator: (a, b) => a.name === b.name || a.port === b.port }),
  });
  const tlsGateway = fc.record({
    hostname: name,
    className: label,
    clientCas: fc.array(clientCa, { maxLength: 3 }),
    ca: fc.uniqueArray(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 3 })
      .map(([generation, ...trusted]) => ({ generation, trusted })),
  }, { requiredKeys: ['hostname'] });

  const secret = fc.record({ type: oneOf(SecretType), name, key: fc.stringMatching(/^[A-Za-z_-][A-Za-z0-9._-]{0,9}$/), namespace: label });

  const toleration = fc.oneof(
    optional({ value: label, effect: oneOf(TaintEffect) }),
    fc.record({ operator: fc.constant('Exists'), effect: fc.constant('NoExecute'), tolerationSeconds: fc.nat() }),
  ).chain(rest => fc.tuple(label, name).map(([a, b]) => ({ key: `${b}/${a}`, ...rest })));

  return fc.record({
    stack: oneOf(StackKind),
    nvidiaDriverRoot: fc.array(label, { maxLength: 3 }).map(parts => `/${parts.join('/')}`),
    versions: optional({
      certManager: tagged,
      trustManager: tagged,
      envoyGateway: fc.integer({ min: 1, max: 99 }).map(patch => `v1.8.${patch}`),
      prometheus: semver,
      nodeFeatureDiscovery: semver,
      nvidiaDraDriver: semver,
      standard: optional({ leaderWorkerSet: fc.oneof(semver, tagged) }),
      dynamo: optional({ grove: tagged, kaiScheduler: tagged, modelExpress: label }),
    }),
    gateway: fc.oneof(gateway, tlsGateway),
    secrets: fc.array(secret, { maxLength: 7 }).map(others => [...others, KUBECONFIG]),
    mode,
    versionSet: oneOf(VersionSet),
    gatewayApiCrds: mode,
    tolerations: fc.array(toleration, { maxLength: 3 }),
    components: fc.record({
      certManager: optional({ mode, values: optional({ replicaCount: fc.nat(9), podLabels: fc.dictionary(label, label) }) }),
      prometheus: open,
      nodeFeatureDiscovery: open,
      nvidiaDraDriver: open,
      // large, and the same whatever the input
      gaieCrds: fc.constant({ mode: 'Provided' }),
      criticalPodsQuota: optional({ mode }),
      envoyGateway: open,
      aiGateway: open,
      leaderWorkerSet: open,
      kaiScheduler: open,
      // no engine that leaves charts to Helm can install it
      envoyGatewayCrds: fc.constant({ mode: 'Provided' }),
    }, { requiredKeys: ['envoyGatewayCrds', 'gaieCrds'] }),
  }, { requiredKeys: ['components'] }) as fc.Arbitrary<any>;
})();

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
  }), { numRuns: 200 });
}, TIMEOUT);

const MAPS: Path[] = [
  [], ['secrets', 0], ['versions'], ['versions', 'standard'], ['versions', 'dynamo'], ['gateway'], ['gateway', 'clientCas', 0], ['gateway', 'listeners', 0],
  ['components'], ['components', 'prometheus'], ['components', 'gaieCrds'], ['tolerations', 0],
];

test('an unknown field is refused, at its path', () => {
  const name = hostileText.map(text => `${text}_`);
  fc.assert(fc.property(valid, fc.constantFrom(...MAPS), name, json, (props, map, field, value) => {
    expectRefusal(put(props, [...map, field], value), [...map, field]);
  }), { numRuns: 160 });
}, TIMEOUT);

test('whatever stands anywhere is taken or refused, and nothing else is thrown', () => {
  fc.assert(fc.property(valid, fc.nat(), fc.option(hostileText), anything, (props, at, field, value) => {
    const paths = pathsOf(props);
    const path = paths[at % paths.length];
    const mutated = put(props, field === null ? path : [...path, field], value);
    faultsIn([mutated], () => fromProps(mutated));
  }), { numRuns: 200 });
  fc.assert(fc.property(valid, fc.nat(), fc.option(hostileText), json, (props, at, field, value) => {
    const paths = pathsOf(props);
    const path = paths[at % paths.length];
    faultsInDocument(put(props, field === null ? path : [...path, field], value));
  }), { numRuns: 200 });
  fc.assert(fc.property(anything.filter(value => value !== null), props => {
    faultsIn([props], () => new ServingStack(new App(), 'west', props as object));
  }), { numRuns: 200 });
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
  fc.assert(fc.property(text, given => void faultsInText(given)), { numRuns: 250 });
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(3), piece), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(valid, edits, (props, changes) => {
    faultsInText(changes.reduce((before, [at, length, replacement]) => {
      const start = at % before.length;
      return before.slice(0, start) + replacement + before.slice(start + length);
    }, documentOf(asDocument(props).spec)));
  }), { numRuns: 200 });
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
