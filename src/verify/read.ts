import { Manifest } from '../lib/component';

/** What is read of a cluster: a list, one object by its name, or what the API server says to an object without storing it. */
export interface Read<T> {
  readonly verb: 'list' | 'get' | 'create';
  /** API group, empty for the core one. */
  readonly group: string;
  readonly version: string;
  /** Plural name of the kind, as in paths and permissions. */
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  /** Labels that listed objects have. */
  readonly labels?: string;
  /** Paths of the fields that are kept of each object, through lists: `spec.template.spec.containers.image`; besides its name and namespace. */
  readonly fields: readonly string[];
  /** What is kept of an object after that, where a field is a file that has fields of its own. */
  readonly reduce?: (object: any) => any;
  /** What is offered to the API server, which only says whether it would take it. */
  readonly offer?: Manifest;
  /** A phantom: what comes out of the read. */
  readonly _type?: T;
}

/** A read without which a check can still say something. */
export interface OptionalRead<T> extends Read<T> {
  readonly optional: true;
}

/** What the API server would say to an object. */
export interface Admission {
  readonly admitted: boolean;
  /** Its words where it refuses. */
  readonly message?: string;
}

/** What a read brought: objects, none of them where the cluster does not serve the kind, or why it could not be read. */
export type Answer = Brought | Unreadable;

/** Objects that were read. */
export interface Brought {
  readonly items: readonly any[];
  /** The fields that were kept of them, where that is on record. */
  readonly fields?: readonly string[];
}

/** Why something could not be read. */
export interface Unreadable {
  readonly unreadable: string;
  /** The user may not. */
  readonly forbidden?: true;
}

/** A cluster that can be read, live or recorded. */
export interface Cluster {
  /** What to call it in a report: context or file. */
  readonly name: string;
  /** When it was read; a live cluster is read now. */
  readonly time: Date;
  answer(read: Read<unknown>): Promise<Answer>;
}

/** Every object of a kind. */
export function list<T>(api: string, resource: string, fields: readonly string[], scope: { namespace?: string; labels?: string } = {}): Read<T> {
  return { verb: 'list', ...groupVersion(api), resource, fields, ...scope };
}

/** One object, as a list of one or none. */
export function get<T>(api: string, resource: string, name: string, fields: readonly string[], namespace?: string): Read<T> {
  return { verb: 'get', ...groupVersion(api), resource, name, fields, namespace };
}

/** Whether the API server would take an object: admission and its webhooks included, and nothing is stored. */
export function offer(resource: string, object: Manifest): Read<Admission> {
  return { verb: 'create', ...groupVersion(object.apiVersion), resource, namespace: object.metadata.namespace, fields: [], offer: object };
}

/** The same, not needed for a judgement. */
export function optional<T>(read: Read<T>): OptionalRead<T> {
  return { ...read, optional: true };
}

/** The path of a read at the API server, which tells it from all others. */
export function pathOf({ verb, group, version, resource, namespace, name, labels }: Read<unknown>): string {
  const parts = [
    group === '' ? `/api/${version}` : `/apis/${group}/${version}`,
    namespace === undefined ? '' : `/namespaces/${namespace}`,
    `/${resource}`,
    name === undefined ? '' : `/${name}`,
    labels === undefined ? '' : `?labelSelector=${encodeURIComponent(labels)}`,
    verb === 'create' ? '?dryRun=All' : '',
  ];
  return parts.join('');
}

/** Two reads of one path as one that keeps the fields of both. */
export function both(a: Read<unknown>, b: Read<unknown>): Read<unknown> {
  const reduces = [...new Set([a.reduce, b.reduce])].filter(reduce => reduce !== undefined);
  return {
    ...a,
    fields: [...new Set([...a.fields, ...b.fields])],
    ...reduces.length > 0 && { reduce: reduces.length === 1 ? reduces[0] : object => reduces.reduce((reduced, reduce) => reduce(reduced), object) },
  };
}

/** An object with its name, its namespace and what a read keeps. */
export function keep(object: any, { fields, reduce = same => same }: Pick<Read<unknown>, 'fields' | 'reduce'>): any {
  const kept = { apiVersion: object.apiVersion, kind: object.kind, metadata: pick(object.metadata ?? {}, [['name'], ['namespace']]) };
  return reduce(merge(kept, pick(object, fields.map(field => field.split('.')))));
}

/** Paths in the order of the fields; a list is gone through, and holds an entry for each of its own. Null is as good as nothing. */
function pick(value: any, paths: ReadonlyArray<readonly string[]>): any {
  if (Array.isArray(value)) {
    return value.map(item => pick(item, paths));
  }
  if (value === null || typeof value !== 'object' || paths.some(path => path.length === 0)) {
    return value;
  }
  const heads = [...new Set(paths.map(([head]) => head))].filter(head => value[head] !== undefined && value[head] !== null);
  return Object.fromEntries(heads.map(head => [head, pick(value[head], paths.filter(path => path[0] === head).map(path => path.slice(1)))]));
}

function merge(a: any, b: any): any {
  return { ...a, ...b, metadata: { ...a.metadata, ...b.metadata } };
}

function groupVersion(api: string): { group: string; version: string } {
  const [version, group = ''] = api.split('/').reverse();
  return { group, version };
}
