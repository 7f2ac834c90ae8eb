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
  /** Kinds of its objects that report ready only once what depends on the component is there: nothing may wait for them. */
  readonly readyAfterDependents?: readonly string[];
  /** What others make with it, as Markdown: gone before the component is removed, since nothing else lets it go. */
  readonly inUseBy?: string;
  /** What stays in the cluster when the component is removed. */
  readonly leaves?: readonly Leftover[];
  /** What its removal takes along besides its own objects. */
  readonly removes?: string;
  /** Key of the component whose controller lets its objects go, and so must run until they are gone. */
  readonly finalizedBy?: string;
  /** The Helm chart, where the component is one. */
  readonly chart?: ChartData;
  /** What it is, in a few words, for the generated table of components. */
  readonly summary: string;
}

/** What stays in the cluster, on purpose or because nothing removes it. */
export interface Leftover {
  readonly what: string;
  /** Namespace that it is in and goes with. */
  readonly namespace?: string;
  /** True: only where a chart is uninstalled as Helm does it. False: only where its objects are deleted and no more. */
  readonly uninstalled?: boolean;
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
  /** Has CRDs in crds/ folders, which Helm installs once and never upgrades, and no means of its own to upgrade them. */
  readonly staleCrds?: boolean;
  /** What its delete hook removes besides workloads, as kubectl names it: its own controller then cleans up. */
  readonly deleteHookRemoves?: string;
  /** Values to add where the engine leaves the chart's crds/ folder to Helm, which never upgrades it. */
  readonly crdUpgradeValues?: Values;
  /** Path of the value that switches the chart's crds/ folder off when it is false. */
  readonly crdsSwitch?: readonly string[];
  /** Helm cannot store a release of it: larger than the 1 MiB that a Secret holds. */
  readonly exceedsReleaseSecret?: boolean;
  /** Versions of other charts that it works with; others are known to fail. */
  readonly worksWith?: readonly ChartPairing[];
  /** Webhook configurations that the chart renders and that change in the cluster. */
  readonly webhooks?: ChartWebhooks;
  /** Secrets that the chart renders and that a controller fills. */
  readonly generatedSecrets?: readonly string[];
  /** Namespaces besides the release's that the chart puts objects into. */
  readonly otherNamespaces?: readonly string[];
  /** Kinds of its CRDs that other charts ask for, as Helm's capabilities name them: `cert-manager.io/v1/Issuer`. */
  readonly kinds?: readonly string[];
  /** Path in the values of annotations of what an installation hook needs to be permitted. */
  readonly hookRbacAnnotations?: readonly string[];
}

/** Webhook configurations of a chart, whose CA certificate a controller writes. */
export interface ChartWebhooks {
  /** Not by name: values may rename them. */
  readonly kinds: ReadonlyArray<'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration'>;
  /** A Job of the chart sets their failure policy too. */
  readonly patchedByJob?: boolean;
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
  /** What else must hold, by a stable name: what no presence of an API tells. */
  readonly states?: Readonly<Record<string, RequiredState>>;
  /** What others install beside it, and the stack does without. */
  readonly notNeeded?: readonly string[];
}

/** Something that a cluster must show besides APIs and objects. */
export interface RequiredState {
  /** What must hold, as a sentence of Markdown. */
  readonly says: string;
  /** Serving works without it. */
  readonly advice?: boolean;
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
  /** The cluster has it already, or needs none: nothing is installed, though order still runs through it. */
  readonly provided?: boolean | 'not needed';
  readonly release?: Release;
  readonly manifests?: readonly Manifest[];
  /**
   * Number of each manifest where others of the component may come and go: engines name objects of their own by it, and a number that
   * passed from one manifest to another would delete what it stood for. By default they are counted from 1.
   */
  readonly numbers?: readonly number[];
}

/** `10-cert-manager`, the name of the component's file. */
export function fileName(data: ComponentData): string {
  return `${String(data.file).padStart(2, '0')}-${data.key}`;
}
