import { list } from './read';

/** What every object has. */
export interface Named {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly creationTimestamp?: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

/** A controller of pods. */
export interface Workload extends Named {
  readonly kind: string;
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[]; readonly tolerations?: readonly any[] } } };
}

export interface Deployment extends Workload {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export interface ConfigMap extends Named {
  readonly data?: Readonly<Record<string, string>>;
}

export interface Gateway extends Named {
  readonly status?: { readonly addresses?: ReadonlyArray<{ readonly value: string }>; readonly conditions?: readonly Condition[] };
}

export interface CustomResourceDefinition extends Named {
  readonly spec: { readonly versions: ReadonlyArray<{ readonly name: string; readonly served: boolean }> };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

const CONTAINERS = ['name', 'image', 'command', 'args'].map(field => `spec.template.spec.containers.${field}`);

export const DEPLOYMENTS = list<Deployment>('apps/v1', 'deployments', [...CONTAINERS, 'status.conditions']);
