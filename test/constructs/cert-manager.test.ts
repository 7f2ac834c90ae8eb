import { CertManager, CertManagerProps, ComponentMode, Delivery, HelmFailurePolicy } from '../../src';
import { testConstruct } from '../support/construct-suite';

const NO_SEMVER = 'is not a version that Helm reads, must be semver such as "v1.21.1", without ranges, spaces or leading zeros';

testConstruct<CertManagerProps>({
  make: (scope, id, props) => new CertManager(scope, id, props),
  defaults: {},
  everyOption: {
    version: 'v1.20.2',
    mode: ComponentMode.MANAGED,
    values: { replicaCount: 2, crds: { keep: false } },
    unsetValues: ['podDisruptionBudget.minAvailable', 'webhook.serviceLabels'],
    delivery: Delivery.helmChart({ failurePolicy: HelmFailurePolicy.ABORT }),
  },
  refused: [
    ['a version without its v', { version: '1.21.1' }, 'version: "1.21.1" has no v, cert-manager\'s tags do: use "v1.21.1"'],
    ['a version padded with zeros', { version: '1.2345.0067' }, `version: "1.2345.0067" ${NO_SEMVER}`],
    ['a version longer than the API takes', { version: `v1.21.1-${'a'.repeat(25)}` },
      `version: "v1.21.1-${'a'.repeat(25)}" has 33 characters, must have at most 32`],
    ['a value that the chart does not have', { values: { replicas: 2 } },
      'values.replicas: the chart has no such value, see the values.yaml of the chart'],
    ['a value in another case', { values: { webHook: {} } }, 'values.webHook: the chart has no such value, did you mean "webhook"?'],
    ['values of another type', { values: { replicaCount: 'two', global: [] } },
      'values.replicaCount: is a string, must be a number',
      'values.global: is a list, must be a map'],
    ['CRDs turned off', { values: { crds: { enabled: false } } },
      'values.crds.enabled: false contradicts the value that the stack relies on, leave it out, it is true'],
    ['CRDs left to the chart', { unsetValues: ['crds', 'crds.enabled'] },
      'unsetValues[0]: "crds" is a value that the stack relies on, leave it out',
      'unsetValues[1]: "crds.enabled" is a value that the stack relies on, leave it out'],
    ['a path that is set as well', { values: { webhook: { replicaCount: 3 } }, unsetValues: ['webhook.replicaCount', 'webhook'] },
      'unsetValues[0]: "webhook.replicaCount" is set in values too, keep one of the two',
      'unsetValues[1]: "webhook" is set in values too, keep one of the two'],
    ['a path into a list', { unsetValues: ['extraArgs[0]'] },
      'unsetValues[0]: "extraArgs[0]" has a list index, unset the whole list, or write \\[ for a bracket in a key'],
    ['all of it at once', { version: 1.21, mode: 'managed', values: [], unsetValues: 'crds', delivery: {}, replicas: 2 },
      'replicas: unknown field, must be one of mode, values, unsetValues, version, delivery',
      'mode: "managed" is not one of the choices, must be one of Managed, Provided, did you mean Managed?',
      'values: is a list, must be a map',
      'unsetValues: "crds" is a string, must be a list',
      'version: 1.21 is a number, must be a string, quote it',
      'delivery: is a map, must be made by a function of Delivery, such as Delivery.helmChart()'],
  ],
});
