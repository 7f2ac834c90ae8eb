import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Ajv, { ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { nameOf } from './render';

const FOLDER = join(__dirname, '../../../shared/crds');

/** Whether there is anything to validate custom resources against. */
export const crdsAreThere = existsSync(FOLDER);

if (!crdsAreThere) {
  console.warn('custom resources are not validated: the CRDs of their projects, ../shared/crds, are not there');
}

/** Kinds of Kubernetes itself, and whether they are namespaced. */
const CORE: Readonly<Record<string, boolean>> = {
  'v1 Namespace': false,
  'v1 ConfigMap': true,
  'v1 ResourceQuota': true,
  'v1 Service': true,
  'v1 ServiceAccount': true,
  'apps/v1 Deployment': true,
  'rbac.authorization.k8s.io/v1 Role': true,
  'rbac.authorization.k8s.io/v1 RoleBinding': true,
  'apiextensions.k8s.io/v1 CustomResourceDefinition': false,
};

/**
 * What the API server would refuse or silently drop of an object, CEL rules aside: a version that is not served, a namespace
 * too many or too few, a field that the CRD does not know, a value that it does not take.
 */
export function problemsOf(object: any): string[] {
  const text = JSON.stringify(object);
  const problems = known.get(text) ?? findProblems(object);
  known.set(text, problems);
  return [...problems];
}

/** Most objects are the same in most stacks. */
const known = new Map<string, string[]>();

function findProblems(object: any): string[] {
  const { apiVersion, kind } = object;
  const core = CORE[`${apiVersion} ${kind}`];
  const problems = core === undefined ? customResourceProblems(object) : scopeProblems(object, core);
  if (kind === 'CustomResourceDefinition') {
    problems.push(...definitionProblems(object));
  }
  if (kind === 'HelmChart') {
    problems.push(...valuesContentProblems(object));
  }
  return problems.map(problem => `${nameOf(object)}: ${problem}`);
}

function customResourceProblems(object: any): string[] {
  if (!crdsAreThere) {
    return [];
  }
  const [group, version] = object.apiVersion.split('/');
  const definitions = definitionsOf(group, object.kind);
  return definitions.length === 0 ? ['no CRD is known of this kind'] : definitions.flatMap(({ folder, crd }) => {
    const served = crd.spec.versions.find((candidate: any) => candidate.name === version && candidate.served);
    return served
      ? [...scopeProblems(object, crd.spec.scope === 'Namespaced'), ...schemaProblems(object, served.schema.openAPIV3Schema)]
      : [`${folder} does not serve ${version}`];
  });
}

function scopeProblems({ metadata }: any, namespaced: boolean): string[] {
  const has = metadata.namespace !== undefined;
  return has === namespaced ? [] : [has ? `is cluster-scoped, but in namespace ${metadata.namespace}` : 'has no namespace'];
}

function definitionProblems({ metadata, spec, status }: any): string[] {
  const stored = spec.versions.filter((version: any) => version.storage);
  const isApproved = metadata.annotations?.['api-approved.kubernetes.io'] !== undefined;
  return [
    ...metadata.name === `${spec.names.plural}.${spec.group}` ? [] : ['is not named after its plural and group'],
    ...stored.length === 1 ? [] : [`stores ${stored.length} versions`],
    ...['Namespaced', 'Cluster'].includes(spec.scope) ? [] : [`has scope ${spec.scope}`],
    ...spec.versions.every((version: any) => version.schema?.openAPIV3Schema?.type === 'object') ? [] : ['has a version without a schema'],
    // learnt from an API server
    ...spec.versions.every((version: any) => Object.keys(version.schema?.openAPIV3Schema?.properties?.metadata ?? {}).every(key => key === 'type'))
      ? [] : ['says more of metadata than its type'],
    ...isApproved || !/(^|\.)k8s\.io$/.test(spec.group) ? [] : ['is in a protected group without approval'],
    ...status === undefined ? [] : ['has a status'],
  ];
}

function valuesContentProblems({ spec }: any): string[] {
  const values = parse(spec.valuesContent);
  return [
    ...typeof values === 'object' && values !== null && !Array.isArray(values) ? [] : ['valuesContent is not a map'],
    ...'set' in spec ? ['has spec.set'] : [],
  ];
}

interface Definition {
  readonly folder: string;
  readonly crd: any;
}

const definitions = new Map<string, Definition[]>();

/** The CRDs of a kind, one for each version of its project that is there. */
function definitionsOf(group: string, kind: string): Definition[] {
  const key = `${group}/${kind}`;
  const read = definitions.get(key);
  if (read) {
    return read;
  }
  const found = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith(`.${group}.yaml`)).flatMap(file => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    // most files are other kinds, and large ones take long to parse
    return new RegExp(`^ +kind: ${kind}$`, 'm').test(text) ? [{ folder: dirname(file), crd: parse(text) }] : [];
  }).filter(({ crd }) => crd.spec.group === group && crd.spec.names.kind === kind);
  definitions.set(key, found);
  return found;
}

const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, unicodeRegExp: false, logger: false });
ajv.addFormat('int32', { type: 'number', validate: n => Number.isInteger(n) && Math.abs(n) <= 2 ** 31 });
ajv.addFormat('int64', { type: 'number', validate: n => Number.isSafeInteger(n) });

/** Compiled, by the schema as text: objects of a kind mostly have the same fields. */
const validators = new Map<string, ValidateFunction>();

function schemaProblems(object: any, schema: any): string[] {
  const typeMeta = {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
  };
  const narrowed = closed({ ...schema, properties: { ...schema.properties, ...typeMeta } }, object);
  const text = JSON.stringify(narrowed);
  const validate = validators.get(text) ?? ajv.compile(narrowed);
  validators.set(text, validate);
  validate(object);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

/**
 * A structural schema as JSON Schema, in which fields that the API server would drop are errors. Without the fields that a map
 * given as `value` does not have: the largest schema takes seconds to compile.
 */
function closed(schema: any, value?: any): any {
  const { properties = {}, additionalProperties, items, ...rest } = schema;
  if (schema['x-kubernetes-int-or-string']) {
    return { ...rest, type: ['integer', 'string'] };
  }
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const names = Object.keys(properties).filter(name => !isMap || Object.hasOwn(value, name));
  const open = schema['x-kubernetes-preserve-unknown-fields'] || schema['x-kubernetes-embedded-resource'];
  return {
    ...rest,
    properties: Object.fromEntries(names.map(name => [name, closed(properties[name], isMap ? value[name] : undefined)])),
    ...items && { items: closed(items) },
    ...schema.type === 'object' && {
      additionalProperties: typeof additionalProperties === 'object' ? closed(additionalProperties) : additionalProperties ?? !!open,
    },
  };
}
