import { HELM_CONFIG, HubObject, KUBERNETES_CONFIG, RESOURCE_LABEL } from './crossplane-objects';
import { Usage } from '../imports/protection.crossplane.io';
import { Manifest } from '../lib/component';
import { Ordered } from '../lib/order';

/**
 * Usages that keep what an object needs until that object is gone: all of each component that its own depends on, and the ProviderConfig
 * that it is reached by. `objects` has what there is, by key.
 */
export function usages({ installation: { data }, dependsOn }: Ordered, objects: ReadonlyMap<string, readonly HubObject[]>): Manifest[] {
  return objects.get(data.key)!.flatMap(by => {
    const config = CONFIGS[by.manifest.kind];
    return [...config ? [config] : [], ...dependsOn].flatMap(key => objects.get(key) ?? []).map(of => usage(by, of));
  });
}

/** The ProviderConfig that each kind of object needs. */
const CONFIGS: Readonly<Record<string, string>> = { Release: HELM_CONFIG, Object: KUBERNETES_CONFIG };

function usage(by: HubObject, of: HubObject): Manifest {
  const { namespace, labels } = by.manifest.metadata;
  return Usage.manifest({
    metadata: { name: `${by.manifest.metadata.name}-uses-${of.part}`, namespace, labels: { [RESOURCE_LABEL]: labels![RESOURCE_LABEL] } },
    // by name: there is no composite whose parts a selector could match
    spec: { of: reference(of), by: reference(by), replayDeletion: true },
  });
}

function reference({ manifest: { apiVersion, kind, metadata: { name } } }: HubObject) {
  return { apiVersion, kind, resourceRef: { name } };
}
