import { makeCa } from '../support/certificates';
import { documentOf, faultsOf, fromProps, fromText, KUBECONFIG, long, testRefused } from '../support/input';

const CLIENT_CA = { name: 'a', certificate: makeCa({ name: 'a' }) };
const LISTENER = { name: 'http', port: 80, protocol: 'HTTP' };
const COMPONENTS = 'certManager, trustManager, gaieCrds, prometheus, nodeFeatureDiscovery, criticalPodsQuota, nvidiaDraDriver, envoyGatewayCrds, '
  + 'envoyGateway, aiGatewayCrds, aiGateway, leaderWorkerSet, grove, kaiScheduler';
const OPTIONS = 'delivery, mode, versionSet, components, tolerations, gatewayApiCrds, now';

testRefused([
  ['a misspelt secret field', { secrets: [KUBECONFIG, { ...KUBECONFIG, nmae: 'a' }] }, ['secrets[1].nmae: unknown field, did you mean name?']],
  ['a secret field of nothing like a name', { secrets: [{ ...KUBECONFIG, optional: true }] }, [
    'secrets[0].optional: unknown field, must be one of type, name, key, namespace',
  ]],
  ['a misspelt version', { versions: { certmanager: 'v1.21.1' } }, ['versions.certmanager: unknown field, did you mean certManager?']],
  ['a version that stands deeper', { versions: { grove: 'v0.1.0', leaderWorkerSet: 'v0.8.0' } }, [
    'versions.grove: unknown field, did you mean dynamo.grove?',
    'versions.leaderWorkerSet: unknown field, did you mean standard.leaderWorkerSet?',
  ]],
  ['a version that cannot be chosen', { versions: { aiGateway: 'v1.1.0' } }, [
    'versions.aiGateway: unknown field, must be one of standard, dynamo, certManager, trustManager, prometheus, nodeFeatureDiscovery, '
      + 'nvidiaDraDriver, envoyGateway',
  ]],
  ['a misspelt version of a stack', { versions: { dynamo: { kaiSheduler: 'v0.16.8' }, standard: { lws: 'v0.8.0' } } }, [
    'versions.standard.lws: unknown field, only leaderWorkerSet is known here',
    'versions.dynamo.kaiSheduler: unknown field, did you mean kaiScheduler?',
  ]],
  ['a misspelt gateway field', { gateway: { hostName: 'a.example.com', listener: [] } }, [
    'gateway.hostName: unknown field, did you mean hostname?',
    'gateway.listener: unknown field, did you mean listeners?',
  ]],
  ['a misspelt listener field', { gateway: { listeners: [{ ...LISTENER, prot: 80 }] } }, [
    'gateway.listeners[0].prot: unknown field, did you mean port?',
  ]],
  ['a field of other listeners', { gateway: { listeners: [{ ...LISTENER, tls: {} }] } }, [
    'gateway.listeners[0].tls: unknown field, must be one of name, port, protocol',
  ]],
  ['a misspelt client CA field', { gateway: { hostname: 'a.example.com', clientCas: [{ ...CLIENT_CA, cert: 'a', pem: 'b' }] } }, [
    'gateway.clientCas[0].cert: unknown field, must be one of name, certificate',
    'gateway.clientCas[0].pem: unknown field, must be one of name, certificate',
  ]],
  ['a misspelt CA field', { gateway: { hostname: 'a.example.com', ca: { generations: 2 } } }, [
    'gateway.ca.generations: unknown field, did you mean generation?',
  ]],
  ['a component in other case', { components: { certmanager: { values: { a: 1 } } } }, [
    'components.certmanager: unknown field, did you mean certManager?',
  ]],
  ['a component that is none', { components: { loki: { mode: 'Provided' } } }, [`components.loki: unknown field, must be one of ${COMPONENTS}`]],
  ['a part of the stack that is no substrate', { components: { kaiQueues: { mode: 'Provided' } } }, [
    `components.kaiQueues: unknown field, must be one of ${COMPONENTS}`,
  ]],
  ['a version of a component', { components: { prometheus: { version: '72.6.2' } } }, [
    'components.prometheus.version: unknown field, must be one of mode, values, unsetValues',
  ]],
  ['a misspelt field of a component', { components: { prometheus: { unset: ['a'], value: {} } } }, [
    'components.prometheus.unset: unknown field, must be one of mode, values, unsetValues',
    'components.prometheus.value: unknown field, did you mean values?',
  ]],
  ['values of a component without a chart', { components: { gaieCrds: { values: { a: 1 } }, criticalPodsQuota: { unsetValues: ['a'] } } }, [
    'components.gaieCrds.values: unknown field, only mode is known here',
    'components.criticalPodsQuota.unsetValues: unknown field, only mode is known here',
  ]],
  ['a misspelt toleration field', { tolerations: [{ key: 'a', effects: 'NoSchedule' }] }, [
    'tolerations[0].effects: unknown field, did you mean effect?',
  ]],
  ['an unknown name that is hostile', { gateway: JSON.parse('{"__proto__": 1, "constructor": {}, "toString": "a", "": 0, "a\\u2028b": 1, "👻": 2}') },
    ['.__proto__', '.constructor', '.toString', '[""]', '["a\\u2028b"]', '["👻"]'].map(segment =>
      `gateway${segment}: unknown field, must be one of className, hostname, clientCas, listeners, ca`)],
  ['an unknown name that is long', { gateway: { [long(9999)]: 1 } }, [
    `gateway["${long(79)}..."]: unknown field, must be one of className, hostname, clientCas, listeners, ca`,
  ]],
  ['a misspelt prop', { Stack: 'Dynamo', toleration: [] },
    ['Stack: unknown field, did you mean stack?', 'toleration: unknown field, did you mean tolerations?'],
    [`Stack: unknown field, must be one of ${OPTIONS}, gatewayCa`, 'toleration: unknown field, did you mean tolerations?']],
  ['a prop that stands deeper', { hostname: 'a.example.com', criticalPodsQuota: 'Managed' },
    ['hostname: unknown field, did you mean gateway.hostname?', 'criticalPodsQuota: unknown field, did you mean components.criticalPodsQuota?'],
    [`hostname: unknown field, must be one of ${OPTIONS}, gatewayCa`, 'criticalPodsQuota: unknown field, did you mean components.criticalPodsQuota?']],
  ['a prop of nothing like a name', { replicas: 3 },
    [`replicas: unknown field, must be one of secrets, stack, nvidiaDriverRoot, versions, gateway, ${OPTIONS}`],
    [`replicas: unknown field, must be one of ${OPTIONS}, gatewayCa`]],
]);

test('the name of YAML is not known in code, nor that of code in YAML', () => {
  expect(faultsOf(() => fromProps({ gateway: { clientCAs: [] } }))).toEqual(['gateway.clientCAs: unknown field, did you mean clientCas?']);
  expect(faultsOf(() => fromText(documentOf({ secrets: [KUBECONFIG], gateway: { clientCas: [] } })))).toEqual([
    'west.yaml:11:5: spec.gateway.clientCas: unknown field, did you mean clientCAs?',
  ]);
});

test('a document has no options, nor are the options a document', () => {
  const spec = { secrets: [KUBECONFIG], delivery: 'flux', components: {}, gateway: { ca: {} } };
  const known = 'must be one of secrets, stack, nvidiaDriverRoot, versions, gateway, crossplane';
  expect(faultsOf(() => fromText(documentOf(spec), { spec: {}, metadata: {}, kind: 'a' }))).toEqual([
    `west.yaml:10:3: spec.delivery: unknown field, ${known}`,
    `west.yaml:11:3: spec.components: unknown field, ${known}`,
    'west.yaml:13:5: spec.gateway.ca: unknown field, must be one of className, hostname, clientCAs, listeners',
    ...['spec', 'metadata', 'kind'].map(name => `${name}: unknown field, must be one of ${OPTIONS}, gatewayCa`),
  ]);
});

test('a document and its metadata have no other fields than Kubernetes\'', () => {
  const text = documentOf({ secrets: [KUBECONFIG] }, { name: 'west', nmespace: 'a', label: {}, zone: 1 });
  expect(faultsOf(() => fromText(`${text}stacks: {}\nsecrets: []\n`))).toEqual([
    'west.yaml:13:1: stacks: unknown field, did you mean status?',
    'west.yaml:14:1: secrets: unknown field, did you mean spec.secrets?',
    'west.yaml:5:3: metadata.nmespace: unknown field, did you mean namespace?',
    'west.yaml:6:3: metadata.label: unknown field, did you mean labels?',
    'west.yaml:7:3: metadata.zone: unknown field, must be one of name, namespace, annotations, creationTimestamp, deletionGracePeriodSeconds, '
      + 'deletionTimestamp, finalizers, generateName, generation, labels, managedFields, ownerReferences, resourceVersion, selfLink, uid',
  ]);
});
