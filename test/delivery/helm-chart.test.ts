import { Delivery, GroveKai, HelmFailurePolicy, SecretType, ServingStack, ServingStackProps, StackKind } from '../../src';
import { kubectlIsThere, readByGo, readValuesByGo } from '../support/go-yaml';
import { outsideCharts, refusal, stack, stackOutput } from '../support/render';

const DYNAMO: ServingStackProps = { stack: StackKind.DYNAMO };
const kai = (values: object) => outsideCharts(app => new GroveKai(app, 'grove-kai', { kaiScheduler: { values: values as any } }));
const kaiText = (values: object) => kai(values).textOf('HelmChart', 'mp-kai-scheduler');

/** What Helm gets for KAI, as read in JavaScript and, where it can be, in Go: the HelmChart first, and then the values in it. */
function readings(values: object): any[] {
  const byGo = () => readValuesByGo(readByGo(kaiText(values)).spec.valuesContent);
  return [kai(values).values('kai-scheduler'), ...kubectlIsThere ? [byGo()] : []];
}

describe('HelmChart objects', () => {
  const charts = [{}, DYNAMO].flatMap(props => stackOutput(props).all('HelmChart'));

  test.each(charts)('$metadata.name is where k3s keeps its own, and says where the release goes', ({ metadata, spec }) => {
    expect(metadata.namespace).toBe('kube-system');
    expect(spec.targetNamespace).toMatch(/^[a-z-]+$/);
    expect(spec.targetNamespace).not.toBe('kube-system');
  });

  test('set nothing that goes around the values, makes namespaces without labels, or overrides the defaults of k3s', () => {
    const fields = [...new Set(charts.flatMap(({ spec }) => Object.keys(spec)))].sort();
    expect(fields).toEqual(['chart', 'repo', 'targetNamespace', 'valuesContent', 'version']);
  });

  test('take charts from an index by repo and name, and from a registry by the whole address', () => {
    for (const { metadata, spec } of charts) {
      const name = metadata.name.replace(/^mp-/, '');
      if (spec.repo === undefined) {
        expect(spec.chart).toMatch(new RegExp(`^oci://[a-z0-9./-]+/${name}$`));
      } else {
        expect(spec.repo).toMatch(/^https:\/\/[^/]/);
        expect(spec.chart).toBe(name);
      }
    }
    expect(charts.filter(({ spec }) => spec.repo).map(({ metadata }) => metadata.name)).toEqual([
      'mp-cert-manager', 'mp-kube-prometheus-stack', 'mp-cert-manager', 'mp-kube-prometheus-stack',
    ]);
  });

  test.each(Object.values(HelmFailurePolicy))('say what happens after a failure where that is asked for: %s', failurePolicy => {
    const all = stackOutput({ delivery: Delivery.helmChart({ failurePolicy }) }).all('HelmChart');
    expect(all.map(({ spec }) => spec.failurePolicy)).toEqual(all.map(() => failurePolicy));
  });
});

test.each(['a'.repeat(60), 'west', `${'b'.repeat(120)}.${'c'.repeat(132)}`])('release names do not depend on the name of the stack: %s', id => {
  const render = (name: string) => outsideCharts(app => new ServingStack(app, name, DYNAMO));
  expect(render(id).files).toEqual(render('other').files);
  expect(render(id).all('HelmChart').map(({ metadata }) => metadata.name)).toEqual([
    'mp-cert-manager', 'mp-trust-manager', 'mp-kube-prometheus-stack', 'mp-node-feature-discovery', 'mp-dra-driver-nvidia-gpu', 'mp-gateway-helm',
    'mp-ai-gateway-crds-helm', 'mp-ai-gateway-helm', 'mp-grove-charts', 'mp-kai-scheduler',
  ]);
});

describe('values arrive with their types', () => {
  const shared = { a: 1 };

  test.each<[string, object]>([
    ['booleans, integers and numbers in quotes', { webhook: { on: false }, n: 3, nested: { a: [1, '2'] } }],
    ['image tags that look like numbers', { tags: ['4651090', '12e45', '1_000', '0o17', '0XFF', '0B11', '1.10', '1e1_0', '-0x_1'] }],
    ['booleans of YAML 1.1', { country: 'no', flag: 'on', y: 'y', off: 'n', yes: 'Yes', N: 'N' }],
    ['times, dates and sexagesimals', { time: '22:30', date: '2026-01-15', stamp: '2001-12-14t21:59:43.10-05:00', port: '190:20:30' }],
    ['nulls', { limits: { cpu: null }, list: [null, '~', 'null', ''] }],
    ['empty maps and lists', { a: {}, b: [], c: { d: {} }, e: [[], {}] }],
    ['keys that look like something else',
      { 'a.b/c': 1, 'a\\b.c': 2, '<<': 3, '0o17': 4, 'true': 5, '': 6, '? a': 7, '- a': 8, '1.0': 9, '*a': 10, '{{x}}': 11 }],
    ['text of several lines',
      { lines: [`first ${'x'.repeat(120)}\n    then spaces\n\n`, 'a\r\nb\r\n', '\n\na', 'a: b\n  - c\n---\nd', '# a\n', ' a\nb'] }],
    ['templates', { a: '{{ .Values.x | quote }}', b: '${VAR}', c: '%d', d: '@a', e: '`b`', f: '|', g: '> ' }],
    ['characters that YAML readers refuse or change',
      { list: ['a\u0085b', '\u2028', '\u007f', '\u0000', '\ufeffx', 'é😀', '\t', 'a\u009fb'] }],
    ['large and small numbers', { a: 1e-7, b: 1.5e-300, c: 0.1, d: Number.MAX_SAFE_INTEGER, e: -0.5, f: 1e15 }],
    ['one object in two places', { first: shared, second: [shared, shared] }],
    ['a long line', { regex: `^(${Array.from({ length: 60 }, (_, i) => `name-${i}`).join('|')})$` }],
  ])('%s', (_, values) => {
    for (const read of readings(values)) {
      expect(read).toEqual(values);
    }
  });

  test('what is undefined is not there', () => {
    expect(readings({ a: undefined, b: { c: undefined }, d: [1, undefined, 2] })[0]).toEqual({ b: {}, d: [1, 2] });
  });

  test('no anchor stands for what is in two places', () => {
    expect(kaiText({ first: shared, second: shared })).not.toMatch(/[&*]a?\d/);
  });

  test('the same values give the same text, whatever their order', () => {
    expect(kaiText({ b: { d: 1, c: 2 }, a: [3, 1] })).toBe(kaiText({ a: [3, 1], b: { c: 2, d: 1 } }));
  });

  test.each<[string, object, string]>([
    ['an integer that loses digits', { a: [2 ** 53] }, '.a[0]: 9007199254740992 is an integer of which JavaScript loses digits, pass a string'],
    ['an integer that prints as another number', { a: 1e21 }, '.a: 1e+21 is an integer of which JavaScript loses digits, pass a string'],
    ['no number', { a: NaN }, '.a: NaN cannot be written, must be a finite number'],
    ['a date', { a: new Date(0) }, '.a: an object of class Date is not data, must be a string, number, boolean, list, map or null'],
    ['a function', { 'a.b': () => 1 }, '["a.b"]: a function is not data, must be a string, number, boolean, list, map or null'],
    ['half of a character', { a: '\ud800' }, '.a: "\\ud800" has half of a surrogate pair, must be Unicode text'],
    ['a bigint', { a: 1n }, '.a: 1 is a bigint, pass a string'],
  ])('%s is refused', (_, values, message) => {
    expect(refusal(() => kai(values))).toBe(`kaiScheduler.values${message}`);
  });
});

test('keys that a chart with known values does not have are warned of, with the path that the user wrote', () => {
  expect(stack({ ...DYNAMO, components: { kaiScheduler: { values: { webhook: { on: false } } } } }).warnings).toEqual([
    expect.stringMatching(/^components\.kaiScheduler\.values\.webhook: the chart has no such value, /),
  ]);
});

test('one delivery serves a fleet of Apps', () => {
  const delivery = Delivery.helmChart();
  expect(stackOutput({ delivery }).files).toEqual(stackOutput({ delivery }).files);
  expect(stackOutput({ delivery }).files).toEqual(stackOutput().files);
});

test('Secrets are of no use to it, and a warning says so', () => {
  expect(stack({ secrets: [{ type: SecretType.KUBECONFIG, name: 'a', key: 'b' }] }).warnings).toEqual([
    'secrets: not used by delivery helm-chart',
  ]);
});
