import { Admission, Answer, Cluster, keep, pathOf, Read } from '../../src/verify/read';

/** A cluster that holds the given objects, and where reads of the resources in `denied` are forbidden. */
export class ObjectsCluster implements Cluster {
  public readonly name = 'test';
  public readonly time = new Date('2026-01-01T12:00:00Z');
  /** Paths that were read. */
  public readonly read: string[] = [];

  constructor(
    private readonly objects: readonly any[],
    private readonly denied: readonly string[] = [],
    private readonly admission: Admission = { admitted: true },
  ) {}

  public answer(read: Read<unknown>): Promise<Answer> {
    this.read.push(pathOf(read));
    if (this.denied.includes(read.resource)) {
      return Promise.resolve({ unreadable: `${read.resource} is forbidden` });
    }
    return Promise.resolve({ items: read.verb === 'create' ? [this.admission] : this.objects.filter(object => matches(object, read)).map(object => keep(object, read)) });
  }
}

function matches(object: any, { group, version, resource, namespace, name, labels }: Read<unknown>): boolean {
  return object.apiVersion === [group, version].filter(Boolean).join('/')
    && pluralOf(object.kind) === resource
    && (namespace === undefined || object.metadata.namespace === namespace)
    && (name === undefined || object.metadata.name === name)
    && (labels === undefined || labels.split(',').every(pair => object.metadata.labels?.[pair.split('=')[0]] === pair.split('=')[1]));
}

/** The plural of a kind, as the API server would have it. */
function pluralOf(kind: string): string {
  const lower = kind.toLowerCase();
  return lower.endsWith('s') ? kind === 'Endpoints' ? lower : `${lower}es` : lower.endsWith('y') && !lower.endsWith('gateway') ? `${lower.slice(0, -1)}ies` : `${lower}s`;
}
