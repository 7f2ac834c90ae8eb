import { Answer, Cluster, pathOf, Read } from './read';

/** What was read of a cluster, to be judged elsewhere. */
export interface Dump {
  readonly kind: 'ClusterDump';
  readonly apiVersion: typeof DUMP_API;
  readonly metadata: { readonly name: string; readonly creationTimestamp: string };
  /** By path at the API server. */
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
  return 'items' in answer ? { items: answer.items.map(({ data, stringData, ...item }) => item.kind === 'Secret' ? item : { ...item, data, stringData }) } : answer;
}

/** A cluster as it was recorded. */
export class DumpedCluster implements Cluster {
  /** What is wrong with a value that should be a dump, or nothing. */
  public static fault(value: any): string | undefined {
    return value?.kind !== 'ClusterDump' || value.apiVersion !== DUMP_API || typeof value.answers !== 'object'
      ? 'is not a dump of a cluster: serving-stack dump writes one'
      : undefined;
  }

  public readonly name: string;
  public readonly time: Date;

  constructor(private readonly dump: Dump) {
    this.name = dump.metadata.name;
    this.time = new Date(dump.metadata.creationTimestamp);
  }

  public answer(read: Read<unknown>): Promise<Answer> {
    return Promise.resolve(this.dump.answers[pathOf(read)] ?? { unreadable: 'not in the dump, which an older release wrote or which has other checks' });
  }
}
