import { CrossplaneDeliveryOptions, KUBECONFIG } from './crossplane-options';
import { ProviderConfig as HelmProviderConfig, Release as HelmRelease } from '../imports/helm.m.crossplane.io';
import {
  KubernetesObject, KubernetesProviderConfig, ObjectSpecManagementPolicies, ObjectSpecReadinessPolicy,
} from '../imports/kubernetes.m.crossplane.io';
import { ClusterSecret, Manifest, Release, Requirements } from '../lib/component';
import { hashedName, hubName } from '../lib/hub-names';

/** Keys of the ProviderConfigs, which are no component of the stack. */
export const HELM_CONFIG = 'helm-provider-config';
export const KUBERNETES_CONFIG = 'kubernetes-provider-config';

const DEFAULT_WAIT_TIMEOUT = '10m';
const DEFAULT_ROLLBACK_LIMIT = 5;

/** An object of the control plane. */
export interface HubObject {
  readonly manifest: Manifest;
  /** What it is for: the key of a component, with a number where that has several objects. */
  readonly part: string;
}

/** Makes the objects that Crossplane's providers read, all of one stack. */
export class HubObjects {
  private readonly config: { readonly kind: string; readonly name: string };

  constructor(private readonly options: CrossplaneDeliveryOptions) {
    this.config = { kind: 'ProviderConfig', name: hashedName(`${options.name}-cluster`) };
  }

  /** How a provider reaches the cluster. */
  public providerConfig(key: typeof HELM_CONFIG | typeof KUBERNETES_CONFIG, secrets: readonly ClusterSecret[]): HubObject {
    const kubeconfig = secrets.find(({ type }) => type === KUBECONFIG)!;
    const identity = secrets.find(({ type }) => type !== KUBECONFIG);
    const kind = key === HELM_CONFIG ? HelmProviderConfig : KubernetesProviderConfig;
    const spec: any = {
      credentials: this.access(kubeconfig),
      identity: identity && { type: identity.type, ...this.access(identity) },
    };
    return { manifest: kind.manifest({ metadata: this.metadata(this.config.name, key), spec }), part: key };
  }

  /** A Release for a Helm release. */
  public release(key: string, { chart, version, namespace, values }: Release): HubObject {
    const { waitTimeout = DEFAULT_WAIT_TIMEOUT, rollbackLimit = DEFAULT_ROLLBACK_LIMIT } = this.options;
    const metadata = { ...this.metadata(hubName(this.options.name, key), key), annotations: { 'crossplane.io/external-name': chart.release } };
    return {
      part: key,
      manifest: HelmRelease.manifest({
        metadata,
        spec: {
          // without a limit a failed first installation is never tried again
          rollbackLimit,
          providerConfigRef: this.config,
          forProvider: {
            chart: { name: chart.name, repository: chart.repository, version },
            namespace,
            // the stack's own Namespace has labels that the provider's would lack
            skipCreateNamespace: true,
            wait: chart.wait,
            waitTimeout: chart.wait ? waitTimeout : undefined,
            values,
          },
        },
      }),
    };
  }

  /** An Object for each manifest, and one for what a controller writes that others read. */
  public objects(key: string, manifests: readonly Manifest[], numbers: readonly number[] = manifests.map((_, i) => i + 1)): HubObject[] {
    return [
      ...manifests.map((manifest, i) => this.object(key, manifests.length > 1 ? `${numbers[i]}` : undefined, manifest, READY[manifest.kind])),
      ...manifests.flatMap(writtenConfigMap).map(configMap => this.observed(key, 'ca', configMap)),
    ];
  }

  /** An Object that only looks for each thing that the cluster must have where it provides a component. */
  public requirements(key: string, { crds = {}, objects = [] }: Requirements): HubObject[] {
    const required: Array<[manifest: Manifest, ready?: string]> = [
      ...Object.entries(crds).map(([name, version]): [Manifest, string] =>
        [{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name } }, serves(version)]),
      ...objects.map(({ apiVersion, kind, name }): [Manifest] => [{ apiVersion, kind, metadata: { name } }]),
    ];
    return required.map(([manifest, ready], i) => this.observed(key, required.length > 1 ? `${i + 1}` : undefined, manifest, ready));
  }

  private observed(key: string, suffix: string | undefined, manifest: Manifest, ready?: string): HubObject {
    return this.object(key, suffix, manifest, ready, [ObjectSpecManagementPolicies.OBSERVE]);
  }

  private object(
    key: string, suffix: string | undefined, manifest: Manifest, ready?: string, managementPolicies?: ObjectSpecManagementPolicies[],
  ): HubObject {
    const part = suffix === undefined ? key : `${key}-${suffix}`;
    return {
      part,
      manifest: KubernetesObject.manifest({
        metadata: this.metadata(hubName(this.options.name, part), key),
        spec: {
          managementPolicies,
          readiness: ready === undefined ? undefined : { policy: ObjectSpecReadinessPolicy.DERIVE_FROM_CEL_QUERY, celQuery: ready },
          providerConfigRef: this.config,
          forProvider: { manifest },
        },
      }) as Manifest,
    };
  }

  private metadata(name: string, key: string) {
    return { name, namespace: this.options.namespace, labels: { [RESOURCE_LABEL]: key } };
  }

  private access({ name, key, namespace = this.options.namespace }: ClusterSecret) {
    return { source: 'Secret', secretRef: { name, namespace, key } };
  }
}

/** Tells which component an object belongs to. */
export const RESOURCE_LABEL = 'modelplane.ai/resource';

/** Whether an object is ready, in CEL over `object`, by kind; others are ready once they are there. */
const READY: Readonly<Record<string, string>> = {
  // an address comes before the proxies do, and is what callers need
  Gateway: `${met('Programmed')} && has(object.status.addresses) && size(object.status.addresses) > 0`,
  Certificate: met('Ready'),
  Bundle: met('Synced'),
  ClientTrafficPolicy: 'has(object.status) && has(object.status.ancestors) && '
    + 'object.status.ancestors.exists(a, a.conditions.exists(c, c.type == "Accepted" && c.status == "True"))',
  Deployment: met('Available'),
};

function met(condition: string): string {
  // a field that is not there would be an error, which the provider shows as if the query were wrong
  return `has(object.status) && has(object.status.conditions) && object.status.conditions.exists(c, c.type == "${condition}" && c.status == "True")`;
}

function serves(version: string): string {
  return `object.spec.versions.exists(v, v.name == "${version}" && v.served == true) && ${met('Established')}`;
}

/** The ConfigMap that trust-manager writes for a Bundle: with it the CA certificate can be read without the key beside it. */
function writtenConfigMap({ kind, metadata, spec }: Manifest): Manifest[] {
  return kind !== 'Bundle' ? [] : [{
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: metadata.name, namespace: spec.target.namespaceSelector.matchLabels['kubernetes.io/metadata.name'] },
  }];
}
