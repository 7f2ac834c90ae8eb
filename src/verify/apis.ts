import { Check, fail, Outcome, pass } from './check';
import { get, Read } from './read';
import { CustomResourceDefinition, Named } from './resources';
import { ComponentData } from '../lib/component';

const CRD_FIELDS = [
  'metadata.creationTimestamp', 'metadata.annotations', 'spec.versions.name', 'spec.versions.served', 'status.conditions',
];

/** The checks of the APIs and objects that a component requires, each under its own name: presence, and for a CRD that it serves the version. */
export function apiChecks(component: ComponentData, hints: Readonly<Record<string, Hint>> = {}): Check[] {
  const { crds = {}, objects = [] } = component.requires ?? {};
  return [
    ...Object.entries(crds).map(([name, version]): Check => ({
      code: `${component.key}/${name}`,
      component,
      says: `CRD \`${name}\` serves \`${version}\`.`,
      advice: false,
      reads: { crds: crd(name), ...hints[name] && { hint: hints[name].read } },
      judge: ({ crds: found, hint = [] }) => servedCrd(found[0], name, version, component.key, hint.length > 0 ? hints[name].says : undefined),
    })),
    ...objects.map(({ apiVersion, kind, name }): Check => ({
      code: `${component.key}/${kind.toLowerCase()}-${name}`,
      component,
      says: `\`${kind}\` \`${name}\` of \`${apiVersion}\` is there.`,
      advice: false,
      reads: { objects: get(apiVersion, `${kind.toLowerCase()}${kind.endsWith('s') ? 'es' : 's'}`, name, []) },
      judge: ({ objects: [found] }) => found
        ? pass(`${kind} ${name} is there`, { object: `${kind} ${name}` })
        : fail(`${kind} ${name} of ${apiVersion} is missing`, `install ${component.key}, on a cluster that serves ${apiVersion}`, { object: `${kind} ${name}`, value: null }),
    })),
  ];
}

/** Something else in a cluster that explains why a CRD is missing. */
export interface Hint {
  readonly read: Read<Named>;
  readonly says: string;
}

/** A CRD by its name. */
export function crd(name: string): Read<CustomResourceDefinition> {
  return get('apiextensions.k8s.io/v1', 'customresourcedefinitions', name, CRD_FIELDS);
}

function servedCrd(found: CustomResourceDefinition | undefined, name: string, version: string, key: string, hint?: string): Outcome {
  const object = `CustomResourceDefinition ${name}`;
  const install = `install ${key} at a version that serves ${version}`;
  if (!found) {
    return fail(`${name} is missing${hint ? `: ${hint}` : ''}`, install, { object, value: null });
  }
  const served = found.spec.versions.filter(({ served: is }) => is).map(({ name: is }) => is);
  if (!served.includes(version)) {
    return fail(`${name} serves ${served.join(', ') || 'no version'}, not ${version}`, install, { object, field: 'spec.versions', value: served });
  }
  if (found.status?.conditions?.some(({ type, status }) => type === 'Terminating' && status === 'True')) {
    return fail(`${name} is being deleted, with all objects of its kind`, `see what holds it, then ${install}:\nkubectl describe crd ${name}`,
      { object, field: 'status.conditions[Terminating]', value: 'True' });
  }
  const condition = found.status?.conditions?.find(({ type }) => type === 'Established');
  return condition?.status === 'True'
    ? pass(`${name} serves ${version}`, { object, field: 'spec.versions', value: served })
    : fail(`${name} is not established${condition?.message ? `: ${condition.message}` : ''}`, `kubectl describe crd ${name}`,
      { object, field: 'status.conditions[Established]', value: condition?.status ?? null });
}
