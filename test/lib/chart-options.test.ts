import { chartFaults, ChartSettings, chartValues, chartWarnings } from '../../src/lib/chart-options';
import { ChartData } from '../../src/lib/component';
import { formatFault } from '../../src/lib/fault';

const PATHS = { values: ['components', 'x', 'values'], unsetValues: ['components', 'x', 'unsetValues'] };
const CHART: ChartData = {
  name: 'unknown-to-the-tables',
  repository: 'oci://example.test',
  release: 'mp-x',
  tags: 'v',
  versions: { v1alpha1: 'v1.0.0', managed: 'v1.0.0' },
  fixed: { crds: { enabled: true }, name: 'fixed', list: [1, { a: 2 }], null: null },
  locked: [['service', 'ports']],
};
const CERT_MANAGER: ChartData = {
  ...CHART,
  name: 'cert-manager',
  versions: { v1alpha1: 'v1.21.1', managed: 'v1.20.2' },
  fixed: undefined,
  locked: undefined,
};
const PROMETHEUS: ChartData = { ...CERT_MANAGER, name: 'kube-prometheus-stack', versions: { v1alpha1: '72.6.2', managed: '84.4.0' } };

const faults = (options: ChartSettings, chart = CHART) => chartFaults(chart, options, PATHS).map(formatFault);
const warnings = (options: ChartSettings, chart = CHART) => chartWarnings(chart, options, [], PATHS);

describe('values of a megabyte', () => {
  const values = (bytes: number) => ({ values: { a: 'ä'.repeat((bytes - '{"a":""}'.length) / 2) } });
  const stored = (bytes: number, storesValues = true) => chartFaults(CHART, values(bytes), PATHS, { storesValues }).map(formatFault);

  test('are as many as an engine can put into an object', () => {
    expect(stored(2 ** 20)).toEqual([]);
    expect(stored(2 ** 20 + 2)).toEqual(['components.x.values: 1048578 bytes as JSON, more than an object of a cluster has room for, must be at most 1048576']);
  });

  test('are not too many where none is stored', () => {
    expect(stored(2 ** 21, false)).toEqual([]);
  });
});

describe('values that the stack relies on', () => {
  test.each<[string, ChartSettings]>([
    ['nothing', {}],
    ['the same', { values: { crds: { enabled: true }, name: 'fixed', list: [1, { a: 2 }], null: null } }],
    ['others beside them', { values: { crds: { keep: true }, service: { type: 'NodePort' } } }],
    ['what is undefined', { values: { crds: undefined, name: undefined } }],
    ['others unset beside them', { unsetValues: ['crds.keep', 'service.type', 'portss', 'names'] }],
  ])('allow %s', (_, options) => {
    expect(faults(options)).toEqual([]);
  });

  test.each<[string, ChartSettings, string[]]>([
    ['another value', { values: { name: 'other' } },
      ['values.name: "other" contradicts the value that the stack relies on, leave it out, it is "fixed"']],
    ['a deeper one', { values: { crds: { enabled: 'true' } } },
      ['values.crds.enabled: "true" contradicts the value that the stack relies on, leave it out, it is true']],
    ['a map in place of a value', { values: { name: { a: 1 } } },
      ['values.name: a map contradicts the value that the stack relies on, leave it out, it is "fixed"']],
    ['a value in place of a map', { values: { crds: true } },
      ['values.crds: true contradicts the value that the stack relies on, leave it out, it is {"enabled":true}']],
    ['null in place of either', { values: { crds: null, name: null } }, [
      'values.crds: null contradicts the value that the stack relies on, leave it out, it is {"enabled":true}',
      'values.name: null contradicts the value that the stack relies on, leave it out, it is "fixed"',
    ]],
    ['a list of another order', { values: { list: [{ a: 2 }, 1] } },
      ['values.list: a list of 2 contradicts the value that the stack relies on, leave it out, it is [1,{"a":2}]']],
    ['a locked one', { values: { service: { ports: { a: 1 } } } },
      ['values.service.ports: the stack relies on the chart\'s own value, leave it out']],
    ['a locked one that goes with all around it', { values: { service: null } },
      ['values.service.ports: the stack relies on the chart\'s own value, leave it out']],
    ['one, all around it, or all within it unset', { unsetValues: ['name', 'crds', 'crds.enabled', 'list.a', 'service', 'service.ports.a'] },
      ['name', 'crds', 'crds.enabled', 'list.a', 'service', 'service.ports.a']
        .map((path, i) => `unsetValues[${i}]: "${path}" is a value that the stack relies on, leave it out`)],
  ])('refuse %s', (_, options, expected) => {
    expect(faults(options)).toEqual(expected.map(fault => `components.x.${fault}`));
  });
});

test.each<[string, string[], string[]]>([
  ['set in values too', ['a', 'a.b', 'c\\.d'], ['"a" is set in values too', '"a.b" is set in values too', '"c\\\\.d" is set in values too']],
  ['below what is set to something else', ['e.f'], ['"e.f" is set in values too']],
  ['no path', ['', 'x..y', 'x[0]', 'x=1', 'x,y', 'x\\'],
    ['"" has an empty key', '"x..y" has an empty key', '"x[0]" has a list index', '"x=1" is more than a path', '"x,y" is more than a path',
      '"x\\\\" ends in a backslash']],
])('paths to unset are refused: %s', (_, unsetValues, expected) => {
  const found = faults({ values: { 'a': { b: 1 }, 'c.d': 2, 'e': [] }, unsetValues });
  expect(found).toEqual(expected.map((problem, i) => expect.stringContaining(`components.x.unsetValues[${i}]: ${problem}, `)));
});

test('values that cannot be written are all that is told, since nothing else can be judged by them', () => {
  const cycle: any = { crds: { enabled: false } };
  cycle.self = { cycle };
  expect(faults({ values: cycle, unsetValues: [''] }))
    .toEqual(['components.x.values.self.cycle: refers back to what it stands in, must hold no cycle']);
});

describe('keys and types of known charts', () => {
  test('are refused where the chart\'s schema is closed, since Helm would refuse them too', () => {
    expect(faults({ values: { webhok: 1 } }, CERT_MANAGER))
      .toEqual(['components.x.values.webhok: the chart has no such value, did you mean "webhook"?']);
    expect(warnings({ values: { webhok: 1 } }, CERT_MANAGER)).toEqual([]);
  });

  test('are warned of where it is open', () => {
    expect(faults({ values: { prometheuss: 1 } }, PROMETHEUS)).toEqual([]);
    expect(warnings({ values: { prometheuss: 1 } }, PROMETHEUS))
      .toEqual(['components.x.values.prometheuss: the chart has no such value, did you mean "prometheus"?']);
  });

  test.each(['v1.19.0', 'v1.21.2', 'v2.0.0'])('are not judged for a version that is not known: %s', version => {
    expect(faults({ version, values: { webhok: 1 } }, CERT_MANAGER)).toEqual([]);
    expect(warnings({ version, values: { webhok: 1 } }, CERT_MANAGER)).toEqual([]);
  });

  test('are judged by the version that is installed', () => {
    const values = { prometheus: { servicemonitor: { path: '/metrics' } } };
    expect(faults({ values }, CERT_MANAGER)).toHaveLength(1);
    expect(faults({ version: 'v1.20.2', values }, CERT_MANAGER)).toEqual([]);
  });
});

describe('the values that Helm gets', () => {
  const defaults = { a: { b: 1, c: [1, 2] }, d: { e: {} } };

  test.each<[string, ChartSettings, object]>([
    ['the defaults', {}, defaults],
    ['maps merged', { values: { a: { f: 2 } } }, { a: { b: 1, c: [1, 2], f: 2 }, d: { e: {} } }],
    ['lists replaced', { values: { a: { c: [] } } }, { a: { b: 1, c: [] }, d: { e: {} } }],
    ['maps replaced by what is no map, and the other way round', { values: { a: 1, d: { e: [] } } }, { a: 1, d: { e: [] } }],
    ['null kept, undefined dropped', { values: { a: null, d: undefined } }, { a: null, d: { e: {} } }],
    ['a default unset', { unsetValues: ['a.b', 'x.y', 'p\\.q'] }, { 'a': { b: null, c: [1, 2] }, 'd': { e: {} }, 'x': { y: null }, 'p.q': null }],
    ['a map of defaults unset', { unsetValues: ['a'] }, { a: null, d: { e: {} } }],
    ['one unset within another', { unsetValues: ['a.b', 'a', 'a.c'] }, { a: null, d: { e: {} } }],
    ['empty maps and lists kept', { values: { x: {}, y: [], z: { w: {} } } }, { ...defaults, x: {}, y: [], z: { w: {} } }],
  ])('%s', (_, options, expected) => {
    const before = structuredClone(defaults);
    expect(chartValues(defaults, options).values).toEqual(expected);
    expect(defaults).toEqual(before);
  });

  test('lists of the stack that are lost are told', () => {
    const { lost } = chartValues(defaults, { values: { a: { c: [3] } } });
    expect(chartWarnings(CHART, {}, lost, PATHS)).toEqual([
      'components.x.values.a.c: replaces what the stack sets there, repeat it if it is still wanted',
    ]);
    expect(chartValues({ c: [] }, { values: { c: [1] } }).lost).toEqual([]);
  });
});
