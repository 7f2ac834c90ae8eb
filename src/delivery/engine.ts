import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ClusterSecret, ComponentData } from '../lib/component';
import { Fault } from '../lib/fault';
import { Ordered } from '../lib/order';

/** What components need to know of the engine that carries them. */
export interface EngineTraits {
  /** Renders chart templates itself, so that no Helm release is stored in the cluster. */
  readonly rendersTemplates: boolean;
  /** Brings the CRDs of a chart's crds/ folder up to date on upgrade, as Helm never does. */
  readonly upgradesChartCrds: boolean;
  /** Deletes CRDs with the component that brings them, and with them every object of their kinds. */
  readonly removesCrds: boolean;
  /** Uses the Secrets that reach another cluster. */
  readonly usesSecrets: boolean;
  /** Carries Helm values as an object, which cdk8s writes in its own YAML, and not as text of ours. */
  readonly valuesAsObject: boolean;
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

/** Carries components to the cluster: one implementation per delivery, none of them public. */
export interface Engine {
  /** As the command and the configuration file name it. */
  readonly name: string;
  readonly traits: EngineTraits;
  /** Creates the objects of all components, which come sorted. */
  deliver(scope: Construct, components: readonly Ordered[], context: DeliveryContext): Delivered;
  /** What must be done before anything is removed step by step, so that it is not restored. */
  beforeRemoval?(context: DeliveryContext): string;
  /** The command that removes a component once all that depends on it is gone. */
  removal(component: Ordered, context: DeliveryContext): string;
  /** How to apply the folder that the command writes. */
  readme(folder: string): string;
  /** Files that the command writes beside those of cdk8s, whose paths it is given, by their path. */
  extraFiles?(files: readonly string[]): Readonly<Record<string, string>>;
}

/** The objects of each component, by component key, in the order of installation. */
export type Delivered = ReadonlyMap<string, readonly ApiObject[]>;
