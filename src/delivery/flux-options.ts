import { posix } from 'node:path';
import type { Place } from './engine';
import { goDuration } from '../lib/duration';
import { Fault, refuse } from '../lib/fault';
import { dnsLabel, dnsSubdomain, repositoryFolder } from '../lib/names';
import { check, Field, MapSchema } from '../lib/schema';

/** Kinds of source that Flux reads folders from. */
export enum FluxSourceKind {
  /** A Git repository. */
  GIT_REPOSITORY = 'GitRepository',
  /** An OCI artifact, as `flux push artifact` makes it. */
  OCI_REPOSITORY = 'OCIRepository',
  /** A bucket of an object store. */
  BUCKET = 'Bucket',
}

/** What Flux does about objects of a release that somebody else has changed. */
export enum FluxDriftDetection {
  /** Undo the change. */
  ENABLED = 'enabled',
  /** Report the change. */
  WARN = 'warn',
  /** Not look. */
  DISABLED = 'disabled',
}

/** The source that Flux reads the output from. */
export interface FluxSourceRef {
  /**
   * Kind of the source.
   *
   * @default FluxSourceKind.GIT_REPOSITORY
   */
  readonly kind?: FluxSourceKind;

  /**
   * Name of the source, at most 253 characters.
   *
   * @default "flux-system"
   */
  readonly name?: string;

  /**
   * Namespace of the source, at most 63 characters.
   *
   * @default "flux-system"
   */
  readonly namespace?: string;
}

/** Options of Flux delivery. Durations are Go's: `90s`, `1h30m`. */
export interface FluxDeliveryOptions {
  /**
   * Folder of the output in the repository that Flux reads, relative to its root: `clusters/west/dist`, or `.` for the root.
   *
   * Flux deletes what it no longer finds there, so it is not guessed.
   */
  readonly path: string;

  /**
   * The source that holds the output.
   *
   * @default - the GitRepository flux-system in flux-system
   */
  readonly sourceRef?: FluxSourceRef;

  /**
   * Namespace of Flux's own objects: Kustomizations, HelmReleases and their sources. At most 63 characters.
   *
   * @default - "flux-system"; with `remote`, the namespace of the kubeconfig's Secret where the stack names it
   */
  readonly namespace?: string;

  /**
   * What the names of Flux's own objects begin with, at most 253 characters. Clusters that share a hub need different ones.
   *
   * @default - the id of the stack
   */
  readonly name?: string;

  /**
   * How often everything is compared with the source.
   *
   * @default "1h"
   */
  readonly interval?: string;

  /**
   * How long Flux waits before it tries a component again.
   *
   * @default "2m"
   */
  readonly retryInterval?: string;

  /**
   * How long a component may take to become ready before it counts as failed, and is tried again.
   *
   * @default "10m"
   */
  readonly timeout?: string;

  /**
   * Whether Flux deletes what is no longer in the source. Components that are namespaces or CRDs stay.
   *
   * @default true
   */
  readonly prune?: boolean;

  /**
   * What Flux does about objects of a release that somebody else has changed.
   *
   * @see https://fluxcd.io/flux/components/helm/helmreleases/#drift-detection
   * @default - not set: Flux does not look
   */
  readonly driftDetection?: FluxDriftDetection;

  /**
   * Whether Flux runs in another cluster, a hub, and reaches this one by the kubeconfig among the stack's `secrets`.
   *
   * The Secret and Flux's own objects are then in one namespace of the hub, since Flux looks for it nowhere else.
   *
   * @default false
   */
  readonly remote?: boolean;
}

/** Options that were checked. */
export interface FluxSettings extends FluxDeliveryOptions {
  /** Where Flux's own objects are if nothing else says. */
  readonly defaultNamespace?: string;
}

const DURATION: Field = { type: 'string', check: goDuration };
const NAMESPACE: Field = { type: 'string', minLength: 1, check: dnsLabel };

/** The fields of FluxDeliveryOptions that a configuration file may have: a stack's name is its own. */
export const FLUX_FIELDS = {
  path: { type: 'string', check: repositoryFolder },
  sourceRef: {
    type: 'map',
    fields: {
      kind: { type: 'string', values: Object.values(FluxSourceKind) },
      name: { type: 'string', minLength: 1, check: name => dnsSubdomain(name) },
      namespace: NAMESPACE,
    },
  },
  namespace: NAMESPACE,
  interval: DURATION,
  retryInterval: DURATION,
  timeout: DURATION,
  prune: { type: 'boolean' },
  driftDetection: { type: 'string', values: Object.values(FluxDriftDetection) },
  remote: { type: 'boolean' },
} satisfies Record<string, Field>;

const OPTIONS: MapSchema = {
  type: 'map',
  fields: {
    ...FLUX_FIELDS,
    path: { ...FLUX_FIELDS.path, required: true },
    name: { type: 'string', minLength: 1, check: name => dnsSubdomain(name) },
  },
};

/** Options from code; throws everything that is wrong with them. */
export function fluxSettings(options: FluxDeliveryOptions): FluxSettings {
  const { faults, value } = check(options ?? {}, OPTIONS, 'props');
  refuse(faults.map(fault => withFix(fault, 'add the folder of the output in the repository that Flux reads, such as clusters/west/dist')));
  return value;
}

/** Options of a configuration file, for a stack that the command writes: there the path is that of all stacks together. */
export function fluxSettingsAt(options: Partial<FluxDeliveryOptions>, { name, namespace, folder }: Place): FluxSettings {
  const path = options.path === undefined ? folder : posix.join(options.path, name);
  return { ...options, path, defaultNamespace: namespace } as FluxSettings;
}

/** What the options of a configuration file and the place of a stack lack together. */
export function fluxFaults(options: Partial<FluxDeliveryOptions>, place: Place): Fault[] {
  const { defaultNamespace, ...settings } = fluxSettingsAt(options, place);
  return check(settings, OPTIONS, 'yaml').faults.map(fault => withFix(fault,
    'add to the file of --config: "delivery: {engine: flux, path: DIR}", DIR being what -o names, from the root of the repository that Flux reads'));
}

/** Says how to add the path, which is all that can be missing. */
function withFix(fault: Fault, fix: string): Fault {
  return fault.problem === 'missing' ? { ...fault, fix } : fault;
}
