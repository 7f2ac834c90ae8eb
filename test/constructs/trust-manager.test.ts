import { ComponentMode, Delivery, TrustManager, TrustManagerProps } from '../../src';
import { testConstruct } from '../support/construct-suite';

const RELIED_ON = 'is a value that the stack relies on, leave it out';

testConstruct<TrustManagerProps>({
  make: (scope, id, props) => new TrustManager(scope, id, props),
  defaults: {},
  everyOption: {
    version: 'v0.25.0',
    mode: ComponentMode.MANAGED,
    values: { replicaCount: 2, app: { logLevel: 3 }, defaultPackage: { enabled: true } },
    unsetValues: ['app.webhook.timeoutSeconds'],
    delivery: Delivery.helmChart(),
  },
  refused: [
    ['another trust namespace', { values: { app: { trust: { namespace: 'other' } } } },
      'values.app.trust.namespace: "other" contradicts the value that the stack relies on, leave it out, it is "modelplane-system"'],
    ['a trust namespace left to the chart', { unsetValues: ['app.trust.namespace', 'app.trust', 'app'] },
      `unsetValues[0]: "app.trust.namespace" ${RELIED_ON}`,
      `unsetValues[1]: "app.trust" ${RELIED_ON}`,
      `unsetValues[2]: "app" ${RELIED_ON}`],
    ['maps that the stack relies on, replaced as a whole', { values: { app: null, crds: 'none' } },
      'values.crds: is a string, must be a map',
      'values.crds: "none" contradicts the value that the stack relies on, leave it out, it is {"enabled":true}',
      'values.app: null contradicts the value that the stack relies on, leave it out, it is {"trust":{"namespace":"modelplane-system"}}'],
    ['CRDs turned off', { values: { crds: { enabled: false } } },
      'values.crds.enabled: false contradicts the value that the stack relies on, leave it out, it is true'],
    ['a name that the chart does not take', { values: { fullnameOverride: 'trust' } },
      'values.fullnameOverride: the chart has no such value, did you mean "nameOverride"?'],
  ],
});
