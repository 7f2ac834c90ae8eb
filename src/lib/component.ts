import { IConstruct } from 'constructs';
import { Values } from './values';

/**
 * A component as it is declared, once, at the top of its construct's file: everything that generated pages, checks and
 * engines need to know of it, whatever a stack makes of it.
 */
export interface ComponentData {
  /** Stable name, used in file names, labels and edges. */
  readonly key: string;
  /** Number that the component's file name starts with: fixed, so that adding a component renames no other file. */
  readonly file: number;
  /** Substrate can be provided by the cluster; config is the stack's own and always rendered. */
  readonly role: 'substrate' | 'config';
  /** Name under `components` in the props and in the configuration file. */
  readonly option?: string;
  /** Namespace that its objects live in. */
  readonly namespace?: string;
  /** Pod Security level that its pods need the namespace to enforce. */
  readonly podSecurity?: PodSecurity;
  /** Keys of the components that are installed before it and removed after it. */
  readonly dependsOn?: readonly string[];
  /** What the cluster must show where it provides the component. */
  readonly requires?: Requirements;
  /** The Helm chart, where the component is one. */
  readonly chart?: ChartData;
  /** What it is, in a few words, for the generated table of components. */
  readonly summary: string;
}

/** @see https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
export type PodSecurity = 'baseline' | 'privileged';

/** A Helm chart as its publisher ships it. */
export interface ChartData {
  readonly name: string;
  /** `https://` index or `oci://` parent of the chart. */
  readonly repository: string;
  /** Helm release name: a rename would uninstall and reinstall. */
  readonly release: string;
  /** Whether the published tags begin with a v: OCI tags are exact. */
  readonly tags: 'v' | 'none' | 'either';
  /** Default version of each version set. */
  readonly versions: VersionDefaults;
  /** Path under `versions` in the props; absent where no version can be chosen. */
  readonly versionPath?: readonly string[];
  /** The component is ready only when its workloads run. */
  readonly wait?: boolean;
  /** Values that a user may add to but not contradict: the rest of the stack relies on them. */
  readonly fixed?: Values;
  /** Values that a user may not set at all: the rest of the stack relies on the chart's defaults. */
  readonly locked?: ReadonlyArray<readonly string[]>;
  /** Values to add where the engine leaves the chart's crds/ folder to Helm, which never upgrades it. */
  readonly crdUpgradeValues?: Values;
  /** Helm cannot store a release of it: larger than the 1 MiB that a Secret holds. */
  readonly exceedsReleaseSecret?: boolean;
  /** Versions of other charts that it works with; others are known to fail. */
  readonly worksWith?: readonly ChartPairing[];
}

export interface VersionDefaults {
  readonly v1alpha1: string;
  readonly managed: string;
}

/** A range of another component's chart versions, from `min` on and below `below`. */
export interface ChartPairing {
  readonly key: string;
  readonly min: string;
  readonly below: string;
  readonly reason: string;
}

/** A Secret that reaches another cluster: its kubeconfig, or a cloud identity. */
export interface ClusterSecret {
  readonly type: string;
  readonly name: string;
  readonly key: string;
  readonly namespace?: string;
}

/** What a cluster must show where a component is provided. */
export interface Requirements {
  /** CRDs by their name, and the version that they must serve. */
  readonly crds?: Readonly<Record<string, string>>;
  /** Cluster-scoped objects. */
  readonly objects?: ReadonlyArray<{ readonly apiVersion: string; readonly kind: string; readonly name: string }>;
}

/** An object as the API server takes it. One without a namespace is cluster-scoped: ours always name theirs. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  readonly [field: string]: any;
}

/** A Helm release as one stack installs it. */
export interface Release {
  readonly chart: ChartData;
  readonly version: string;
  readonly namespace: string;
  readonly values: Values;
}

/** A component as one stack installs it. */
export interface Installation {
  readonly data: ComponentData;
  /** Construct that its objects belong to. */
  readonly owner: IConstruct;
  /** The cluster has it already: nothing is installed, though order still runs through it. */
  readonly provided?: boolean;
  readonly release?: Release;
  readonly manifests?: readonly Manifest[];
}

/** `10-cert-manager`, the name of the component's file. */
export function fileName(data: ComponentData): string {
  return `${String(data.file).padStart(2, '0')}-${data.key}`;
}
