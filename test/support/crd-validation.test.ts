import { crdsAreThere, problemsOf } from './crd-validation';

const withCrds = crdsAreThere ? test : test.skip;
const namespace = 'a';
const queue = { apiVersion: 'scheduling.run.ai/v2', kind: 'Queue', metadata: { name: 'a' }, spec: { resources: { cpu: { quota: -1 } } } };
const chart = {
  apiVersion: 'helm.cattle.io/v1',
  kind: 'HelmChart',
  metadata: { name: 'a', namespace },
  spec: { chart: 'a', valuesContent: 'a: 1\n' },
};
const issuer = { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'a', namespace }, spec: { selfSigned: {} } };
const gateway = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: { name: 'a', namespace },
  spec: { gatewayClassName: 'a', listeners: [{ name: 'a', port: 80, protocol: 'HTTP' }] },
};

/** The object with the value at the path replaced. */
function altered(object: any, value: unknown, ...[key, ...rest]: Array<string | number>): any {
  const copy = Array.isArray(object) ? [...object] : { ...object };
  copy[key] = rest.length > 0 ? altered(object[key] ?? {}, value, ...rest) : value;
  return copy;
}

withCrds.each([queue, chart, issuer, gateway])('$kind as it should be has no problems', object => {
  expect(problemsOf(object)).toEqual([]);
});

withCrds.each<[string, any, RegExp]>([
  ['a field that the CRD does not have', altered(queue, 1, 'spec', 'x'), /^scheduling\.run\.ai\/v2 Queue a: \/spec must NOT have additional/],
  ['one deep down', altered(queue, 1, 'spec', 'resources', 'cpu', 'x'), /\/spec\/resources\/cpu must NOT have additional properties.*"x"/],
  ['one in a list', altered(gateway, 1, 'spec', 'listeners', 0, 'x'), /\/spec\/listeners\/0 must NOT have additional properties/],
  ['one beside the spec', altered(queue, 1, 'data'), / must NOT have additional properties.*"data"/],
  ['a value of another type', altered(queue, '-1', 'spec', 'resources', 'cpu', 'quota'), /\/spec\/resources\/cpu\/quota must be number/],
  ['a value above its limit', altered(gateway, 65536, 'spec', 'listeners', 0, 'port'), /\/spec\/listeners\/0\/port must be <= 65535/],
  ['part of an integer', altered(gateway, 80.5, 'spec', 'listeners', 0, 'port'), /\/spec\/listeners\/0\/port must be integer/],
  ['text that does not match', altered(gateway, '*', 'spec', 'listeners', 0, 'hostname'), /\/spec\/listeners\/0\/hostname must match pattern/],
  ['a value that is missing', altered(gateway, [{ name: 'a' }], 'spec', 'listeners'), /must have required property 'port'/],
  ['null where it is not nullable', altered(gateway, null, 'spec', 'gatewayClassName'), /must be string/],
  ['a list that is too short', altered(gateway, [], 'spec', 'listeners'), /must NOT have fewer than 1 items/],
  ['a version that is not served', altered(queue, 'scheduling.run.ai/v1', 'apiVersion'), /kai-scheduler does not serve v1/],
  ['a kind that nobody has', altered(queue, 'Queueue', 'kind'), /no CRD is known of this kind/],
  ['a group that nobody has', altered(queue, 'run.ai/v2', 'apiVersion'), /no CRD is known of this kind/],
  ['a namespace too many', altered(queue, 'a', 'metadata', 'namespace'), /is cluster-scoped, but in namespace a/],
  ['a namespace too few', altered(issuer, undefined, 'metadata', 'namespace'), /has no namespace/],
])('%s is noticed', (_, object, problem) => {
  expect(problemsOf(object)).toContainEqual(expect.stringMatching(problem));
});

test.each<[string, any, RegExp]>([
  ['a Namespace in a namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', namespace } }, /is cluster-scoped, but/],
  ['a ConfigMap in none', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, /has no namespace/],
  ['values that are no map', altered(chart, 'a', 'spec', 'valuesContent'), /valuesContent is not a map/],
  ['values beside the text', altered(chart, { a: 'false' }, 'spec', 'set'), /has spec\.set/],
])('%s is noticed, CRDs or not', (_, object, problem) => {
  expect(problemsOf(object)).toContainEqual(expect.stringMatching(problem));
});

describe('CustomResourceDefinitions', () => {
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'samples.example.test' },
    spec: { group: 'example.test', scope: 'Namespaced', names: { plural: 'samples' }, versions: [version] },
  };

  test('as they should be have no problems', () => {
    expect(problemsOf(definition)).toEqual([]);
  });

  test.each<[string, any, RegExp]>([
    ['another name', altered(definition, 'sample.example.test', 'metadata', 'name'), /is not named after its plural and group/],
    ['no stored version', altered(definition, [], 'spec', 'versions'), /stores 0 versions/],
    ['two stored versions', altered(definition, [version, version], 'spec', 'versions'), /stores 2 versions/],
    ['no schema', altered(definition, [{ ...version, schema: undefined }], 'spec', 'versions'), /has a version without a schema/],
    ['no such scope', altered(definition, 'namespaced', 'spec', 'scope'), /has scope namespaced/],
    ['a status', { ...definition, status: {} }, /has a status/],
    ['a protected group', altered(definition, 'a.k8s.io', 'spec', 'group'), /protected group without approval/],
  ])('%s is noticed', (_, object, problem) => {
    expect(problemsOf(object)).toContainEqual(expect.stringMatching(problem));
  });
});
