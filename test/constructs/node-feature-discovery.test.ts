import { App } from 'cdk8s';
import { ComponentMode, Delivery, NodeFeatureDiscovery, NodeFeatureDiscoveryProps, TaintEffect, TolerationOperator } from '../../src';
import { testConstruct } from '../support/construct-suite';

testConstruct<NodeFeatureDiscoveryProps>({
  make: (scope, id, props) => new NodeFeatureDiscovery(scope, id, props),
  defaults: {},
  everyOption: {
    version: '0.19.0',
    mode: ComponentMode.MANAGED,
    tolerations: [{ key: 'example.test/gpu', operator: TolerationOperator.EQUAL, value: 'true', effect: TaintEffect.NO_SCHEDULE }],
    values: { worker: { hostNetwork: true } },
    unsetValues: ['gc.interval'],
    delivery: Delivery.helmChart(),
  },
  refused: [
    ['a version with a v', { version: 'v0.18.3' }, 'version: "v0.18.3" has a v, node-feature-discovery\'s tags do not: use "0.18.3"'],
    ['a toleration of every taint', { tolerations: [{ operator: 'Exists' }] }, 'tolerations[0].key: missing, add a string'],
  ],
});

test('tolerations that replace the stack\'s are noticed, since GPU nodes may then go without labels', () => {
  const { warnings } = new NodeFeatureDiscovery(new App(), 'nfd', { values: { worker: { tolerations: [] } } });
  expect(warnings).toEqual([
    'values.worker.tolerations: replaces what the stack sets there, repeat it if it is still wanted',
  ]);
});
