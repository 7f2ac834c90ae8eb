import { posix } from 'node:path';
import type { Place } from './engine';
import { Fault, Path, refuse, show } from '../lib/fault';
import { dnsLabel, dnsSubdomain, goYamlNumber, repositoryFolder } from '../lib/names';
import { check, Field, MapSchema, Problem } from '../lib/schema';

/** The cluster that Argo CD installs into, by one of its two names. */
export interface ArgoCdDestination {
  /**
   * Address of the cluster's API server, as Argo CD knows it.
   *
   * @default - the cluster that Argo CD runs in, unless there is a name
   */
  readonly server?: string;

  /**
   * Name of the cluster in Argo CD, at most 253 characters.
   *
   * @default - the cluster is named by its server
   */
  readonly name?: string;
}

/** Options of Argo CD delivery. */
export interface ArgoCdDeliveryOptions {
  /**
   * Address of the Git repository that the output is committed to, as Argo CD reaches it: `https://`, `ssh://` or `git@host:path`.
   *
   * Credentials in it are refused: Argo CD keeps them in Secrets of its own.
   */
  readonly repoUrl: string;

  /**
   * Folder of the output in that repository, relative to its root: `clusters/west/dist`, or `.` for the root.
   *
   * Argo CD deletes what it no longer finds there, so it is not guessed.
   */
  readonly path: string;

  /**
   * Branch, tag or commit of the repository to install.
   *
   * @default "HEAD"
   */
  readonly targetRevision?: string;

  /**
   * What the names of Argo CD's own objects begin with, at most 253 characters. Clusters that share an Argo CD need different ones.
   *
   * @default - the id of the stack
   */
  readonly name?: string;

  /**
   * Namespace of Argo CD's own objects, at most 63 characters.
   *
   * @default "argocd"
   */
  readonly namespace?: string;

  /**
   * AppProject of the Applications, which must be there. With `appProject` it is that of the app of apps only.
   *
   * @default "default"
   */
  readonly project?: string;

  /**
   * Whether to write an AppProject for the Applications of the components: it limits them to the repositories of their charts, to the
   * output's own, and to the namespaces that they install into. Kinds are not limited.
   *
   * @default false
   */
  readonly appProject?: boolean;

  /**
   * The cluster to install into.
   *
   * @default - the cluster that Argo CD runs in
   */
  readonly destination?: ArgoCdDestination;

  /**
   * Whether Argo CD deletes what is no longer in the repository. Namespaces are never deleted.
   *
   * @default true
   */
  readonly prune?: boolean;

  /**
   * Whether Argo CD undoes changes that somebody else makes in the cluster.
   *
   * @default true
   */
  readonly selfHeal?: boolean;
}

/** Options with their defaults; the name's is the id of the stack. */
export type ArgoCdSettings = Required<Omit<ArgoCdDeliveryOptions, 'name'>> & Pick<ArgoCdDeliveryOptions, 'name'>;

/** The cluster that Argo CD runs in, as it knows it itself. */
export const IN_CLUSTER = 'https://kubernetes.default.svc';

/** The fields of ArgoCdDeliveryOptions that a configuration file may have: a stack's name is its own. */
export const ARGO_CD_FIELDS = {
  repoUrl: { type: 'string', check: repositoryUrl, secret: true },
  path: { type: 'string', check: repositoryFolder },
  targetRevision: { type: 'string', check: word },
  namespace: { type: 'string', minLength: 1, check: dnsLabel },
  project: { type: 'string', minLength: 1, check: name => dnsSubdomain(name) ?? word(name) },
  appProject: { type: 'boolean' },
  destination: {
    type: 'map',
    fields: { server: { type: 'string', check: serverUrl }, name: { type: 'string', maxLength: 253, check: word } },
    check: oneDestination,
  },
  prune: { type: 'boolean' },
  selfHeal: { type: 'boolean' },
} satisfies Record<string, Field>;

const OPTIONS: MapSchema = {
  type: 'map',
  fields: {
    ...ARGO_CD_FIELDS,
    repoUrl: { ...ARGO_CD_FIELDS.repoUrl, required: true },
    path: { ...ARGO_CD_FIELDS.path, required: true },
    name: { type: 'string', minLength: 1, check: name => dnsSubdomain(name) },
  },
};

/** Options from code; throws everything that is wrong with them. */
export function argoCdSettings(options: ArgoCdDeliveryOptions): ArgoCdSettings {
  const { faults, value } = check(options ?? {}, OPTIONS, 'props');
  refuse(faults);
  const { path, destination, ...rest } = value;
  return {
    targetRevision: 'HEAD',
    namespace: 'argocd',
    project: 'default',
    appProject: false,
    prune: true,
    selfHeal: true,
    ...rest,
    path: posix.normalize(path).replace(/\/$/, ''),
    destination: destination && Object.keys(destination).length > 0 ? destination : { server: IN_CLUSTER },
  };
}

/** Options of a configuration file, for a stack that the command writes: there the path is that of all stacks together. */
export function argoCdOptionsAt(options: Partial<ArgoCdDeliveryOptions>, { name, folder }: Place): ArgoCdDeliveryOptions {
  const path = options.path === undefined ? folder : posix.join(options.path, name);
  return { ...options, path } as ArgoCdDeliveryOptions;
}

/** What the options of a configuration file and the place of a stack lack together. */
export function argoCdFaults(options: Partial<ArgoCdDeliveryOptions>, place: Place): Fault[] {
  return check(argoCdOptionsAt(options, place), OPTIONS, 'yaml').faults.map(fault => {
    const missing = fault.problem === 'missing' ? MISSING[String(fault.path[0])] : undefined;
    return { ...fault, ...missing };
  });
}

/** How to add what the command cannot know. */
const MISSING: Readonly<Record<string, Problem>> = {
  repoUrl: {
    problem: 'missing',
    fix: 'add to the file of --config: "delivery: {engine: argo-cd, repoUrl: URL}", URL being that of the repository that -o writes into, '
      + 'as Argo CD reaches it',
  },
  path: {
    problem: 'missing, since the output is not written into a Git repository',
    fix: 'add to the file of --config: "delivery: {engine: argo-cd, path: DIR}", DIR being what -o names, from the root of the repository '
      + 'that Argo CD reads',
  },
};

function repositoryUrl(url: string): Problem | undefined {
  // not shown: it may hold a password
  if (/^https?:\/\/[^/]*@|^[a-z+]+:\/\/[^/@]*:[^/@]*@/i.test(url)) {
    return { problem: 'has credentials in it', fix: 'leave them out, Argo CD keeps them in Secrets of its own' };
  }
  return /^((https?|ssh|git):\/\/[^/\s]+\/|[\w.-]+@[\w.-]+:)[\x21-\x7e]+$/.test(url) ? undefined : {
    problem: 'is not the address of a Git repository',
    fix: 'must be like https://git.example.com/team/clusters.git or git@git.example.com:team/clusters.git',
  };
}

function serverUrl(url: string): Problem | undefined {
  return /^https?:\/\/[^/@\s]+(\/[\x21-\x7e]*)?$/.test(url) ? undefined
    : { problem: `${show(url)} is not the address of an API server`, fix: `must be like ${IN_CLUSTER}` };
}

function word(text: string): Problem | undefined {
  if (goYamlNumber(text)) {
    return { problem: `${show(text)} reads as a number in YAML`, fix: 'choose another' };
  }
  return /^[\x21-\x7e]+$/.test(text) ? undefined
    : { problem: `${show(text)} is empty or has other than visible ASCII characters`, fix: 'must be one word' };
}

function oneDestination({ server, name }: ArgoCdDestination, path: Path): Fault[] {
  return server !== undefined && name !== undefined
    ? [{ path, problem: 'has both a server and a name', fix: 'keep one of the two, each names the cluster' }]
    : [];
}
