import { Yaml } from 'cdk8s';
import { CHECKS, checksOf } from './checks';
import { Read } from './read';
import { STATUS_READS } from './status';
import { readsOf } from './verify';
import { StackKind } from '../constructs/stack-options';
import { Manifest } from '../lib/component';
import { compare } from '../lib/order';

const NAME = 'serving-stack-verify';

/** The permissions that reads need and no more: a ClusterRole that only reads, and one for dry runs, which the API server counts as creation. */
export function clusterRoles(reads: ReadonlyArray<Read<unknown>>): Manifest[] {
  return [
    role(NAME, reads.filter(({ verb }) => verb !== 'create')),
    role(`${NAME}-dry-run`, reads.filter(({ verb }) => verb === 'create')),
  ];
}

/** The same roles for all checks and the status, or for those of one stack, as YAML. */
export function clusterRolesText(stack?: StackKind): string {
  const checks = stack === undefined ? CHECKS : checksOf(stack);
  return Yaml.stringify(...clusterRoles([...readsOf(checks), ...Object.values(STATUS_READS)]));
}


function role(name: string, reads: ReadonlyArray<Read<unknown>>): Manifest {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name }, rules: rules(reads) };
}

/** A rule for each kind and verb: objects that are got by name are named. */
function rules(reads: ReadonlyArray<Read<unknown>>): any[] {
  const byKind = new Map<string, Array<Read<unknown>>>();
  for (const read of reads) {
    const key = `${read.group}/${read.resource}/${read.verb}`;
    byKind.set(key, [...byKind.get(key) ?? [], read]);
  }
  return [...byKind].sort(([a], [b]) => compare(a, b)).map(([, [first, ...others]]) => ({
    apiGroups: [first.group],
    resources: [first.resource],
    ...first.verb === 'get' && { resourceNames: [...new Set([first, ...others].map(({ name }) => name!))].sort(compare) },
    verbs: [first.verb],
  }));
}
