import { Answer, Cluster, pathOf, Read } from './read';

/** What was read of a cluster, to be judged elsewhere. */
export interface Dump {
  readonly kind: 'ClusterDump';
  readonly apiVersion: typeof DUMP_API;
  readonly metadata: { readonly name: string; readonly creationTimestamp: string };
  /** By path at the API server, with the fields that were kept: what has others was written by another release. */
  readonly answers: Readonly<Record<string, Answer>>;
}

const DUMP_API = 'cdk8s-serving-stack/v1';

/** Records answers, without what Secrets hold. */
export function dumpOf(cluster: Cluster, answers: ReadonlyMap<string, Answer>): Dump {
  const sorted = [...answers].sort(([a], [b]) => a < b ? -1 : 1);
  return {
    apiVersion: DUMP_API,
    kind: 'ClusterDump',
    metadata: { name: cluster.name, creationTimestamp: cluster.time.toISOString() },
    answers: Object.fromEntries(sorted.map(([path, answer]) => [path, withoutSecrets(answer)])),
  };
}

function withoutSecrets(answer: Answer): Answer {
  return 'items' in answer ? { ...answer, items: answer.items.map(({ data, stringData, ...item }) => item.kind === 'Secret' ? item : { ...item, data, stringData }) } : answer;
}

/** A cluster as it was recorded. */
export class DumpedCluster implements Cluster {
  /** What is wrong with a value that should be a dump, or nothing. */
  public static fault(value: any): string | undefined {
    if (value?.kind !== 'ClusterDump' || value.apiVersion !== DUMP_API || !isObject(value.answers)) {
      return 'is not a dump of a cluster: serving-stack dump writes one';
    }
    if (typeof value.metadata?.name !== 'string') {
      return 'metadata.name: must be the name of the cluster';
    }
    if (typeof value.metadata.creationTimestamp !== 'string' || Number.isNaN(Date.parse(value.metadata.creationTimestamp))) {
      return 'metadata.creationTimestamp: must be the time of the reading, such as 2026-01-01T12:00:00Z';
    }
    const wrong = Object.entries(value.answers).find(([, answer]) => !isAnswer(answer));
    return wrong && `answers[${wrong[0]}]: must have items, or say why it is unreadable`;
  }

  public readonly name: string;
  public readonly time: Date;

  constructor(private readonly dump: Dump) {
    this.name = dump.metadata.name;
    this.time = new Date(dump.metadata.creationTimestamp);
  }

  public answer(read: Read<unknown>): Promise<Answer> {
    const answer = this.dump.answers[pathOf(read)] ?? { unreadable: 'not in the dump, which an older release wrote or which has other checks' };
    const missing = 'items' in answer ? read.fields.filter(field => !holds(answer.fields ?? [], field)) : [];
    return Promise.resolve(missing.length > 0 ? { unreadable: `an older release wrote the dump without ${missing.join(', ')}` } : answer);
  }
}

/** Whether a field is among those that were kept, or within one. */
function holds(kept: readonly string[], field: string): boolean {
  return kept.some(whole => field === whole || field.startsWith(`${whole}.`));
}

function isAnswer(value: any): value is Answer {
  return isObject(value) && (typeof value.unreadable === 'string'
    || Array.isArray(value.items) && value.items.every(isObject) && (value.fields === undefined || isTexts(value.fields)));
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(text => typeof text === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
