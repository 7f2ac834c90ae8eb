import { ApiObject } from 'cdk8s';
import { KubeNamespace } from 'cdk8s-plus-30/lib/imports/k8s';
import { IConstruct } from 'constructs';
import { ComponentData, Installation, Manifest, PodSecurity } from '../lib/component';
import { compare, namespaceKey } from '../lib/order';

/** Namespaces that are in the cluster already, or that a chart makes. */
const NEVER_RENDERED = ['default', 'kube-system', 'kai-resource-reservation'];

/**
 * A Namespace with pod-security labels for each namespace that the given components are installed into; with `missing`, only
 * those that no object of the App makes yet.
 */
export function namespaces(owner: IConstruct, installations: readonly Installation[], which: 'all' | 'missing' = 'all'): Installation[] {
  const existing = which === 'missing'
    ? owner.node.root.node.findAll().filter(ApiObject.isApiObject).filter(o => o.kind === 'Namespace').map(o => o.name)
    : [];
  const levels = new Map<string, PodSecurity>();
  for (const { data: { namespace, podSecurity = 'baseline' }, provided } of installations) {
    if (namespace && !provided && ![...NEVER_RENDERED, ...existing].includes(namespace)) {
      levels.set(namespace, levels.get(namespace) === 'privileged' ? 'privileged' : podSecurity);
    }
  }
  return [...levels].sort(([a], [b]) => compare(a, b)).map(([name, level]) => ({
    data: namespaceData(name),
    owner,
    manifests: [labelled(name, level)],
  }));
}

function namespaceData(name: string): ComponentData {
  return { key: namespaceKey(name), file: 0, role: 'config', removes: 'all that is in it, whoever put it there', summary: `Namespace ${name} with pod-security labels` };
}

function labelled(name: string, level: PodSecurity): Manifest {
  const labels: Record<string, string> = { 'pod-security.kubernetes.io/enforce': level };
  if (level === 'baseline') {
    labels['pod-security.kubernetes.io/warn'] = 'restricted';
  }
  return KubeNamespace.manifest({ metadata: { name, labels } });
}
