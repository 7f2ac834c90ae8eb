import { ComponentMode, Delivery, GaieCrds, GaieCrdsProps } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { outsideCharts } from '../support/render';

testConstruct<GaieCrdsProps>({
  make: (scope, id, props) => new GaieCrds(scope, id, props),
  defaults: {},
  everyOption: { mode: ComponentMode.MANAGED, delivery: Delivery.helmChart() },
  refused: [
    ['values and a version, since it has no chart', { values: { a: 1 }, version: 'v1.0.2' },
      'values: unknown field, must be one of mode, delivery',
      'version: unknown field, must be one of mode, delivery'],
  ],
});

test('carries the CRDs of the release that Envoy AI Gateway is built with, approved where their group is protected', () => {
  const crds = outsideCharts(app => new GaieCrds(app, 'crds')).all('CustomResourceDefinition');
  expect(crds.map(({ metadata }) => [metadata.name, metadata.annotations['inference.networking.k8s.io/bundle-version']])).toEqual([
    ['inferencepools.inference.networking.k8s.io', 'v1.0.2'],
    ['inferencepools.inference.networking.x-k8s.io', 'v1.0.2'],
    ['inferenceobjectives.inference.networking.x-k8s.io', 'v1.0.2'],
  ]);
});
