import { CertManager, ComponentMode, Delivery, HelmFailurePolicy } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { outsideCharts } from '../support/render';

testConstruct({
  make: (scope, id, props) => new CertManager(scope, id, props),
  defaults: {},
  everyOption: {
    version: 'v1.20.2',
    mode: ComponentMode.MANAGED,
    values: { replicaCount: 2, crds: { keep: false } },
    unsetValues: ['podDisruptionBudget.minAvailable'],
    delivery: Delivery.helmChart({ failurePolicy: HelmFailurePolicy.ABORT }),
  },
  refused: [
    ['a version without its v', { version: '1.21.1' }, 'x'],
    ['x', { version: 1.21, values: {foo: 1, crds: {enabled: false}}, unsetValues: ['crds.enabled', 'crds'], delivery: {}, mode: 'provided', bla: 1 }, 'x'],
    ['y', { values: {foo: 1, crds: {enabled: false}}, unsetValues: ['crds.enabled', 'crds', 'a[0]'] }, 'x'],
  ],
});
test('y', () => {
  const o = outsideCharts(app => new CertManager(app, 'part', { mode: ComponentMode.PROVIDED }));
  expect(o.text).toBe('');
});
