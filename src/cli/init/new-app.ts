import { StackKind } from '../../constructs/stack-options';

/** An app to be written, in whatever language. */
export interface NewApp {
  /** Name of the stack, and of what the language calls a package. */
  readonly name: string;
  readonly stack: StackKind;
  readonly delivery: DeliveryCall;
  /** Folder of the app from the root of its repository, where that is known. */
  readonly place?: string;
  readonly pins: Pins;
}

/** A factory of Delivery and what it is given. */
export interface DeliveryCall {
  readonly engine: string;
  readonly factory: string;
  readonly struct?: string;
  readonly options: Readonly<Record<string, string>>;
  /** Whether it writes folders, which the App has to allow. */
  readonly folders: boolean;
  /** Whether it reaches the cluster by a Secret of the stack. */
  readonly remote: boolean;
}

/** What the package says of itself and of what it was built and tested with. */
export interface Pins {
  /** Of this package. */
  readonly version: string;
  readonly peers: Readonly<Record<string, string>>;
  readonly tools: Readonly<Record<string, string>>;
  /** What the package is called in other languages. */
  readonly targets: {
    readonly python: { readonly distName: string; readonly module: string };
    readonly java: { readonly package: string; readonly maven: { readonly groupId: string; readonly artifactId: string } };
    readonly go: { readonly moduleName: string; readonly packageName: string };
  };
}

type Factory = Pick<DeliveryCall, 'factory' | 'struct'> & Partial<Pick<DeliveryCall, 'folders' | 'remote'>>;

const FACTORIES: Readonly<Record<string, Factory>> = {
  'helm-chart': { factory: 'helmChart' },
  'flux': { factory: 'flux', struct: 'FluxDeliveryOptions', folders: true },
  'argo-cd': { factory: 'argoCd', struct: 'ArgoCdDeliveryOptions', folders: true },
  'plain': { factory: 'plain' },
  'crossplane': { factory: 'crossplane', struct: 'CrossplaneDeliveryOptions', remote: true },
};

/** The call that makes the delivery of an engine. */
export function deliveryCall(engine: string, options: Readonly<Record<string, string>>): DeliveryCall {
  return { folders: false, remote: false, ...FACTORIES[engine], engine, options };
}

/** The Secret that holds the kubeconfig where a delivery needs one: a name to begin with. */
export function kubeconfig({ name }: NewApp): { readonly name: string; readonly key: string } {
  return { name: `${name}-kubeconfig`, key: 'kubeconfig' };
}

/** The lowest version of a range such as `^2.68.12`, which is the one that this package is tested with. */
export function lowest(range: string): string {
  return range.replace(/^[\^~]/, '');
}

/** `repoUrl` as `repo_url`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

/** `repoUrl` as `RepoUrl`. */
export function pascalCase(name: string): string {
  return name[0].toUpperCase() + name.slice(1);
}
