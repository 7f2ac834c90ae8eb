import { ComponentMode, Delivery, Lws, LwsProps } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { outsideCharts } from '../support/render';

testConstruct<LwsProps>({
  make: (scope, id, props) => new Lws(scope, id, props),
  defaults: {},
  everyOption: {
    version: '0.8.0',
    mode: ComponentMode.MANAGED,
    values: { replicaCount: 2 },
    unsetValues: ['resources.limits'],
    delivery: Delivery.helmChart(),
  },
  refused: [
    ['a tag that is no version', { version: 'latest' },
      'version: "latest" is not a version that Helm reads, must be semver such as "1.21.1", without ranges, spaces or leading zeros'],
  ],
});

test.each(['v0.8.0', '0.8.0'])('%s is a tag of the chart, which is published under both', version => {
  expect(outsideCharts(app => new Lws(app, 'lws', { version })).one('HelmChart').spec.version).toBe(version);
});
