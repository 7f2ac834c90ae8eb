import { AiGateway, AiGatewayProps, ComponentMode, Delivery } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { outsideCharts } from '../support/render';

const { MANAGED, PROVIDED } = ComponentMode;

testConstruct<AiGatewayProps>({
  make: (scope, id, props) => new AiGateway(scope, id, props),
  defaults: {},
  everyOption: {
    version: 'v1.1.1',
    mode: MANAGED,
    crds: { mode: MANAGED, values: {}, unsetValues: [] },
    values: { controller: { replicaCount: 2, logRequestHeaderAttributes: 'x-team:team' } },
    unsetValues: ['controller.metricsRequestHeaderAttributes'],
    delivery: Delivery.helmChart(),
  },
  refused: [
    ['a version without its v', { version: '1.1.0' }, 'version: "1.1.0" has no v, ai-gateway-helm\'s tags do: use "v1.1.0"'],
    ['another name for the extension server', { values: { controller: { fullnameOverride: 'gateway' } } },
      'values.controller.fullnameOverride: "gateway" contradicts the value that the stack relies on, leave it out, it is "ai-gateway-controller"'],
    ['other ports of the extension server', { values: { controller: { service: { ports: [] } } }, unsetValues: ['controller.service'] },
      'values.controller.service.ports: the stack relies on the chart\'s own value, leave it out',
      'unsetValues[0]: "controller.service" is set in values too, keep one of the two'],
    ['ports that are unset', { unsetValues: ['controller.service', 'controller.service.ports', 'controller.service.ports.a'] },
      ...['controller.service', 'controller.service.ports', 'controller.service.ports.a']
        .map((path, i) => `unsetValues[${i}]: "${path}" is a value that the stack relies on, leave it out`)],
    ['certificates that every rendering makes anew', { values: { controller: { mutatingWebhook: { certManager: { enable: false } } } } },
      'values.controller.mutatingWebhook.certManager.enable: false contradicts the value that the stack relies on, leave it out, it is true'],
  ],
});

const charts = (props: AiGatewayProps) => outsideCharts(app => new AiGateway(app, 'gateway', props)).all('HelmChart')
  .map(({ metadata, spec }) => [metadata.name, spec.version]);

test('the CRDs have the version of the controller', () => {
  expect(charts({ version: 'v1.1.1' })).toEqual([['mp-ai-gateway-crds-helm', 'v1.1.1'], ['mp-ai-gateway-helm', 'v1.1.1']]);
});

test('the CRDs and the controller can each be the cluster\'s', () => {
  expect(charts({ crds: { mode: PROVIDED } })).toEqual([['mp-ai-gateway-helm', 'v1.1.0']]);
  expect(charts({ mode: PROVIDED })).toEqual([['mp-ai-gateway-crds-helm', 'v1.1.0']]);
});
