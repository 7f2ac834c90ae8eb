import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ClusterSecret, ComponentData } from '../lib/component';
import { Fault } from '../lib/fault';
import { Ordered } from '../lib/order';

/** What the command knows of a stack before its delivery is made. */
export interface Place {
  readonly name: string;
  readonly namespace?: string;
  /** Folder that the stack is written to, from the root of its repository; unknown outside of one. */
  readonly folder?: string;
}

/** What components need to know of the engine that carries them. */
export interface EngineTraits {
  /** Renders chart templates itself, so that no Helm release is stored in the cluster. */
  readonly rendersTemplates: boolean;
  /** Brings the CRDs of a chart's crds/ folder up to date on upgrade, as Helm never does. */
  readonly upgradesChartCrds: boolean;
  /** Deletes CRDs with the component that brings them, and with them every object of their kinds. */
  readonly removesCrds: boolean;
  /** Uninstalls a chart as Helm does, with its delete hooks, but for what it wants to be kept. */
  readonly uninstallsCharts: boolean;
  /** Uses the Secrets that reach another cluster. */
  readonly usesSecrets: boolean;
  /** Carries Helm values as an object, which cdk8s writes in its own YAML, and not as text of ours. */
  readonly valuesAsObject: boolean;
  /** Puts Helm values into an object of a cluster, which has room for only so many. */
  readonly storesValues: boolean;
  /** Whether the command writes numbered files, or a folder for each component. */
  readonly layout: 'files' | 'folders';
  /** What is wrong with the Secrets for this engine, by paths below their list; fields that are wrong by themselves are undefined. */
  readonly secretFaults?: (secrets: ReadonlyArray<Partial<ClusterSecret>>) => Fault[];
}

/** What a delivery knows of the stack besides its components. */
export interface DeliveryContext {
  /** Construct id of the stack or of the component that is alone. */
  readonly id: string;
  readonly secrets: readonly ClusterSecret[];
  /** Components that the cluster provides. */
  readonly provided: readonly ComponentData[];
}

/** The cluster that objects reach, as the engine knows it. */
export interface Target {
  /** What it is known by: two stacks with the same one are in each other's way. */
  readonly cluster: string;
  /** How to give each stack its own. */
  readonly fix: string;
}

/** A step of a removal that is no component's. */
export interface Removal {
  /** What is removed. */
  readonly what: string;
  readonly command: string;
}

/** Carries components to the cluster: one implementation per delivery, none of them public. */
export interface Engine {
  /** As the command and the configuration file name it. */
  readonly name: string;
  readonly traits: EngineTraits;
  /** Creates the objects of all components, which come sorted. */
  deliver(scope: Construct, components: readonly Ordered[], context: DeliveryContext): Delivered;
  /** The cluster that a stack with these Secrets is installed into; undefined where nothing in the output says which. */
  target?(secrets: readonly ClusterSecret[]): Target | undefined;
  /** What must be done before anything is removed step by step, so that it is not restored. */
  beforeRemoval?(context: DeliveryContext): string;
  /** The command that removes a component once all that depends on it is gone. */
  removal(component: Ordered, context: DeliveryContext): string;
  /** What else is removed once all components are gone, one after the other. */
  afterRemoval?(context: DeliveryContext): readonly Removal[];
  /** How to apply the folder that the command writes. */
  readme(folder: string): string;
  /** Files that the command writes beside those of cdk8s, whose paths it is given, by their path. */
  extraFiles?(files: readonly string[]): Readonly<Record<string, string>>;
}

/** The objects of each component, by component key, in the order of installation. */
export type Delivered = ReadonlyMap<string, readonly ApiObject[]>;

/** The cluster that a kubeconfig reaches from the hub that has its Secret. */
export function kubeconfigTarget({ name, key }: ClusterSecret, namespace: string): Target {
  return {
    cluster: `that of the kubeconfig in Secret ${namespace}/${name}, key ${key}`,
    fix: 'give each its own in spec.secrets, unless each is delivered from another cluster',
  };
}
