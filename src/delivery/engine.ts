import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Ordered } from '../lib/order';

/** What components need to know of the engine that carries them. */
export interface EngineTraits {
  /** Renders chart templates itself, so that no Helm release is stored in the cluster. */
  readonly rendersTemplates: boolean;
  /** Brings the CRDs of a chart's crds/ folder up to date on upgrade, as Helm never does. */
  readonly upgradesChartCrds: boolean;
  /** Uses the Secrets that reach another cluster. */
  readonly usesSecrets: boolean;
}

/** Carries components to the cluster: one implementation per delivery, none of them public. */
export interface Engine {
  /** As the command and the configuration file name it. */
  readonly name: string;
  readonly traits: EngineTraits;
  /** Creates the objects of all components, which come sorted. */
  deliver(scope: Construct, components: readonly Ordered[]): Delivered;
  /** How to apply the folder that the command writes. */
  readme(folder: string): string;
}

/** The objects of each component, by component key, in the order of installation. */
export type Delivered = ReadonlyMap<string, readonly ApiObject[]>;
