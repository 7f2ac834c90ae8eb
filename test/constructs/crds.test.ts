import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { inferenceExtensionCrds } from '../../src/constructs/crds/inference-extension';
import { modelExpressCrds } from '../../src/constructs/crds/model-express';

const upstream = join(__dirname, '../../../shared/crds');
const upstreamIsThere = existsSync(upstream);
const crds: Array<[string, any]> = [
  ...inferenceExtensionCrds().map((crd): [string, any] => ['gateway-api-inference-extension', crd]),
  ...modelExpressCrds().map((crd): [string, any] => ['modelexpress', crd]),
].map(([folder, crd]) => [`${folder}/${crd.metadata.name}`, crd]);

test('the CRDs are those of the releases', () => {
  expect(crds.map(([file]) => file)).toStrictEqual([
    'gateway-api-inference-extension/inferencepools.inference.networking.k8s.io',
    'gateway-api-inference-extension/inferencepools.inference.networking.x-k8s.io',
    'gateway-api-inference-extension/inferenceobjectives.inference.networking.x-k8s.io',
    'modelexpress/modelmetadatas.modelexpress.nvidia.com',
    'modelexpress/modelcacheentries.modelexpress.nvidia.com',
  ]);
});

if (!upstreamIsThere) {
  console.warn('the CRDs are not compared with those of their projects: ../shared/crds is not there');
}

(upstreamIsThere ? describe : describe.skip)('upstream', () => {
  test.each(crds)('%s says the same, descriptions aside', (file, crd) => {
    expect(bare(crd)).toStrictEqual(bare(fromUpstream(file)));
  });

  // Holds the comparison itself to account: each of these would let other objects in, or keep some out.
  test.each<[string, (schema: any, crd: any) => void]>([
    ['a limit', schema => { port(schema).maximum = 65536; }],
    ['a default', schema => { schema.properties.spec.properties.endpointPickerRef.properties.failureMode.default = 'FailOpen'; }],
    ['a default dropped', schema => { delete schema.properties.spec.properties.endpointPickerRef.properties.group.default; }],
    ['a rule', schema => { schema.properties.spec.properties.endpointPickerRef['x-kubernetes-validations'][0].rule = 'true'; }],
    ['a list type', schema => { delete schema.properties.status.properties.parents['x-kubernetes-list-type']; }],
    ['a required field', schema => { schema.properties.spec.required.pop(); }],
    ['a field of its own', schema => { schema.properties.spec.properties.extra = { type: 'string' }; }],
    ['an annotation', (_, crd) => { delete crd.metadata.annotations['api-approved.kubernetes.io']; }],
  ])('%s that differs is noticed', (_, alter) => {
    const [file, crd] = crds[0];
    const altered = structuredClone(crd);
    alter(altered.spec.versions[0].schema.openAPIV3Schema, altered);
    expect(bare(altered)).not.toStrictEqual(bare(fromUpstream(file)));
  });
});

test.each(crds)('%s describes every property in a short sentence', (_, crd) => {
  // an API server refuses a description of metadata
  const descriptions = describedProperties(crd.spec.versions[0].schema.openAPIV3Schema, '').filter(([path]) => path !== '.metadata');
  expect(descriptions.length).toBeGreaterThan(5);
  expect(descriptions.filter(([, description]) => !/^[A-Z].{5,118}\.$/.test(description ?? ''))).toStrictEqual([]);
});

test.each(crds)('%s can be installed as a managed object', (_, crd) => {
  expect(Object.keys(crd)).toStrictEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  expect(crd.metadata).not.toHaveProperty('creationTimestamp');
});

// Labels that a construct adds to one would show on another, and YAML would have aliases.
test('no two places share an object', () => {
  const objects = [inferenceExtensionCrds(), modelExpressCrds(), inferenceExtensionCrds(), modelExpressCrds()].flatMap(objectsIn);
  expect(objects.length).toBeGreaterThan(400);
  expect(new Set(objects).size).toBe(objects.length);
});

function port(schema: any): any {
  return schema.properties.spec.properties.targetPorts.items.properties.number;
}

function fromUpstream(file: string): any {
  const { status, ...crd } = parse(readFileSync(join(upstream, `${file}.yaml`), 'utf8'));
  return crd;
}

function bare(value: any): any {
  if (Array.isArray(value)) {
    return value.map(bare);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'description').map(([key, child]) => [key, bare(child)]));
}

function objectsIn(value: any): object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

function describedProperties(schema: any, path: string): Array<[string, string | undefined]> {
  return [
    [path, schema.description],
    ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) => describedProperties(child, `${path}.${name}`)),
    ...(schema.items ? describedProperties(schema.items, `${path}[]`) : []),
    ...(schema.additionalProperties ? describedProperties(schema.additionalProperties, `${path}.*`) : []),
  ];
}
