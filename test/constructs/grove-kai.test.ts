import { App } from 'cdk8s';
import { ComponentMode, Delivery, GroveKai, GroveKaiProps } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { outsideCharts, stackOutput } from '../support/render';

const { MANAGED, PROVIDED } = ComponentMode;

testConstruct<GroveKaiProps>({
  make: (scope, id, props) => new GroveKai(scope, id, props),
  defaults: {},
  everyOption: {
    grove: { version: 'v0.1.0-alpha.13', mode: MANAGED, values: { replicaCount: 2 }, unsetValues: ['resources.limits'] },
    kaiScheduler: { version: 'v0.16.9', mode: MANAGED, values: { global: { gpuSharing: true } }, unsetValues: ['global.affinity'] },
    delivery: Delivery.helmChart(),
  },
  refused: [
    ['versions without their v', { grove: { version: '0.1.0' }, kaiScheduler: { version: '0.16.8' } },
      'grove.version: "0.1.0" has no v, grove-charts\'s tags do: use "v0.1.0"',
      'kaiScheduler.version: "0.16.8" has no v, kai-scheduler\'s tags do: use "v0.16.8"'],
    ['options that are not under the chart\'s name', { version: 'v0.16.8' }, 'version: unknown field, must be one of grove, kaiScheduler, delivery'],
    ['a Secret that would overwrite the operator\'s certificate', { grove: { values: { webhookServerSecret: { enabled: true } } } },
      'grove.values.webhookServerSecret.enabled: true contradicts the value that the stack relies on, leave it out, it is false'],
  ],
});

const render = (props: GroveKaiProps = {}) => outsideCharts(app => new GroveKai(app, 'grove-kai', props));

test('the parent Queue comes first, and the scheduler before both', () => {
  const { objects, objectsByFile } = render();
  expect(objects.filter(({ kind }) => kind === 'Queue').map(({ metadata, spec }) => [metadata.name, spec.parentQueue])).toEqual([
    ['modelplane-root', undefined],
    ['modelplane', 'modelplane-root'],
  ]);
  const files = Object.keys(objectsByFile);
  expect(files.indexOf('66-kai-queues.k8s.yaml')).toBeGreaterThan(files.indexOf('64-kai-scheduler.k8s.yaml'));
});

test('the Queue that it names is the one that it makes', () => {
  expect(render().all('Queue').map(({ metadata }) => metadata.name)).toContain(new GroveKai(new App(), 'grove-kai').queueName);
});

test('no Queue without the Dynamo stack', () => {
  expect(stackOutput().all('Queue')).toEqual([]);
});

test('without limits is the number -1 to a Queue, and no option of KAI is set, such as one that would take -1 for a duration', () => {
  const output = render();
  for (const { spec } of output.all('Queue')) {
    expect(Object.keys(spec.resources)).toEqual(['cpu', 'gpu', 'memory']);
    Object.values(spec.resources).forEach(resource => expect(resource).toEqual({ limit: -1, overQuotaWeight: 1, quota: -1 }));
  }
  expect(output.values('kai-scheduler')).toEqual({});
});

test('Queues stay where the scheduler is the cluster\'s', () => {
  expect(render({ grove: { mode: PROVIDED }, kaiScheduler: { mode: PROVIDED } }).objects.map(({ kind }) => kind)).toEqual(['Queue', 'Queue']);
});

test('Grove upgrades its own CRDs where Helm would not, and the user may say otherwise', () => {
  expect(render().values('grove-charts').crdInstaller).toEqual({ enabled: true });
  expect(render({ grove: { values: { crdInstaller: { enabled: false } } } }).values('grove-charts').crdInstaller).toEqual({ enabled: false });
});
