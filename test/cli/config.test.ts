import { join } from 'node:path';
import { parse } from 'yaml';
import { document, run, temporaryFolder } from '../support/command';

const folder = temporaryFolder();
const EXAMPLE = join(__dirname, '..', '..', 'examples', 'west-gke-stack.yaml');

/** What the command writes of the example with this configuration. */
function withConfig(config: string, ...args: string[]) {
  return run('synth', EXAMPLE, '-o', folder.path('out'), '--config', folder.write('config.yaml', config), ...args);
}

function helmChart(stack: string, file: string): any {
  return parse(folder.tree(`out/${stack}`)[file]);
}

test('a configuration changes what a ServingStack has no field for', () => {
  const { code } = withConfig(`
delivery: { engine: helm-chart, failurePolicy: abort }
versionSet: managed
components:
  certManager: { mode: Provided }
  prometheus: { values: { commonLabels: { team: ml } }, unsetValues: [prometheus.prometheusSpec.retention] }
tolerations: [{ key: example.com/gpu, operator: Exists }]
`);
  expect(code).toBe(0);
  const { spec } = helmChart('west-gke-stack', '30-kube-prometheus-stack.yaml');
  expect(spec).toMatchObject({ version: '84.4.0', failurePolicy: 'abort' });
  expect(parse(spec.valuesContent)).toMatchObject({ commonLabels: { team: 'ml' }, prometheus: { prometheusSpec: { retention: null } } });
  expect(Object.keys(folder.tree('out/west-gke-stack'))).not.toContain('10-cert-manager.yaml');
  const nfd = parse(helmChart('west-gke-stack', '32-node-feature-discovery.yaml').spec.valuesContent);
  expect(nfd.worker.tolerations).toContainEqual({ key: 'example.com/gpu', operator: 'Exists' });
});

test('a stack of a fleet may differ, and keeps what it does not change', () => {
  const config = folder.write('config.yaml', `
components:
  prometheus: { values: { commonLabels: { team: ml, tier: all } } }
stacks:
  east:
    components:
      prometheus: { values: { commonLabels: { tier: east } } }
`);
  expect(run('synth', EXAMPLE, folder.write('east.yaml', document('east')), '-o', folder.path('out'), '--config', config).code).toBe(0);
  const labels = (stack: string) => parse(helmChart(stack, '30-kube-prometheus-stack.yaml').spec.valuesContent).commonLabels;
  expect(labels('west-gke-stack')).toEqual({ team: 'ml', tier: 'all' });
  expect(labels('east')).toEqual({ team: 'ml', tier: 'east' });
});

test('values are read as Helm reads them, and written with the same types', () => {
  withConfig('components: { kaiScheduler: {}, prometheus: { values: { commonLabels: { a: "no", b: "1.10", c: 0o17, d: on, on: x } } } }\n');
  const { commonLabels } = parse(helmChart('west-gke-stack', '30-kube-prometheus-stack.yaml').spec.valuesContent);
  expect(commonLabels).toEqual({ a: 'no', b: '1.10', c: 15, d: true, on: 'x' });
});

test.each([
  ['an unknown option', 'component: {}\n', '1:1: component: unknown field, did you mean components?'],
  ['an unknown component', 'components:\n  certmanager: {}\n', '2:3: components.certmanager: unknown field, did you mean certManager?'],
  ['a component that is always rendered', 'components: { gateway: { mode: Provided } }\n', 'components.gateway: unknown field'],
  ['values of a component without a chart', 'components: { gaieCrds: { values: {} } }\n', 'components.gaieCrds.values: unknown field'],
  ['an unknown mode', 'mode: managed\n', '1:7: mode: "managed" is not one of the choices, must be one of Managed, Provided'],
  ['an unknown engine', 'delivery: { engine: helmchart }\n', '1:21: delivery.engine: "helmchart" is not one of the choices'],
  ['an option of no engine', 'delivery: { failurepolicy: abort }\n', 'delivery.failurepolicy: unknown field, did you mean failurePolicy?'],
  ['an unknown option of one stack', 'stacks: { west-gke-stack: { modee: Managed } }\n', 'stacks.west-gke-stack.modee: unknown field, did you mean mode?'],
  ['a contradiction', 'components: { trustManager: { values: { app: { trust: { namespace: other } } } } }\n',
    '1:68: components.trustManager.values.app.trust.namespace: "other" contradicts'],
  ['a contradiction of one stack', 'stacks: { west-gke-stack: { components: { trustManager: { values: { crds: { enabled: false } } } } } }\n',
    'stacks.west-gke-stack.components.trustManager.values.crds.enabled: false contradicts'],
  ['an integer that would lose digits', 'components: { prometheus: { values: { id: 9007199254740993 } } }\n', 'pass a string'],
  ['a CA without a hostname', 'gatewayCa: { generation: 2 }\n', '1:1: gatewayCa: there is no CA without a hostname, needs spec.gateway.hostname'],
  ['a list', '[1]\n', 'is a list, must be a map'],
  ['two documents', 'mode: Managed\n---\nmode: Managed\n', '3:1: holds several documents, must hold one'],
  ['what is no YAML', 'mode: [\n', 'cannot be read as YAML'],
])('%s is refused, with its place', (_, config, message) => {
  const { code, err } = withConfig(config);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  expect(err).toContain(`error: ${folder.path('config.yaml')}:`);
});

test('faults of the configuration and of the stacks come together', () => {
  const { err } = run('synth', folder.write('bad.yaml', document('bad', '  stack: Other\n')), '-o', folder.path('out'),
    '--config', folder.write('config.yaml', 'mode: none\n'));
  expect(err.split('\n').filter(Boolean)).toHaveLength(2);
});

test('--delivery may not contradict the configuration, nor that of a stack', () => {
  expect(withConfig('delivery: { failurePolicy: abort }\n', '--delivery', 'helm-chart').code).toBe(0);
  expect(withConfig('delivery: { engine: flux }\n', '--delivery', 'helm-chart').err).toContain('is not the engine of --delivery helm-chart');
  expect(withConfig('stacks: { west-gke-stack: { delivery: { engine: flux } } }\n', '--delivery', 'helm-chart').err)
    .toContain('stacks.west-gke-stack.delivery.engine: "flux" is not the engine of --delivery helm-chart');
});

test('a stack that is not among the inputs warns, with the nearest name', () => {
  const { code, err } = withConfig('stacks: { west-gke-stak: {} }\n');
  expect(code).toBe(0);
  expect(err).toContain('warning: stacks.west-gke-stak: no stack of that name is among the inputs, did you mean west-gke-stack?');
});

test('an empty configuration changes nothing', () => {
  withConfig('');
  const empty = folder.tree('out');
  run('synth', EXAMPLE, '-o', folder.path('out'));
  expect(folder.tree('out')).toEqual(empty);
});

test('a configuration that cannot be read is an error', () => {
  expect(run('synth', EXAMPLE, '-o', folder.path('out'), '--config', folder.path('none.yaml')))
    .toEqual({ code: 1, out: '', err: `error: ${folder.path('none.yaml')}: cannot be read: there is no such file, check the path\n` });
  expect(run('synth', EXAMPLE, '-o', folder.path('out'), '--config', '/dev/zero').err)
    .toBe('error: /dev/zero: cannot be read: it is a device, must be a file or a pipe\n');
  expect(run('synth', EXAMPLE, '-o', folder.path('out'), '--config', folder.path()).err)
    .toBe(`error: ${folder.path()}: cannot be read: it is a folder, name a file in it\n`);
});
