import { Installation } from './component';

/** An installation with its place in the order. */
export interface Ordered {
  readonly installation: Installation;
  /** Keys of the installed components that come before it, ascending. */
  readonly dependsOn: readonly string[];
  /** Length of the longest chain of edges below it; equal ranks do not depend on each other. */
  readonly rank: number;
}

/**
 * Sorts what is installed so that each component comes after all that it depends on, by file number where edges leave a
 * choice. A component that the cluster provides drops out, and what depends on it depends on what it would have.
 */
export function order(installations: readonly Installation[]): Ordered[] {
  const byKey = new Map(installations.map(i => [i.data.key, i]));
  if (byKey.size < installations.length) {
    throw new Error(`component key used twice among ${installations.map(i => i.data.key).join(', ')}`);
  }
  const edges = installedEdges(byKey);
  const ranks = new Map<string, number>();
  const rank = (key: string, chain: string[]): number => {
    const known = ranks.get(key);
    if (known !== undefined) {
      return known;
    }
    if (chain.includes(key)) {
      throw new Error(`components depend on each other in a circle: ${[...chain, key].join(' -> ')}`);
    }
    const result = Math.max(-1, ...[...edges.get(key)!].map(dependency => rank(dependency, [...chain, key]))) + 1;
    ranks.set(key, result);
    return result;
  };
  const place = (key: string) => byKey.get(key)!.data.file;
  const pending = [...edges.keys()].sort((a, b) => place(a) - place(b) || compare(a, b));
  pending.forEach(key => rank(key, []));

  const sorted: Ordered[] = [];
  const done = new Set<string>();
  while (pending.length > 0) {
    const next = pending.findIndex(key => [...edges.get(key)!].every(dependency => done.has(dependency)));
    const [key] = pending.splice(next, 1);
    done.add(key);
    sorted.push({ installation: byKey.get(key)!, dependsOn: [...edges.get(key)!].sort(compare), rank: ranks.get(key)! });
  }
  return sorted;
}

/** Code unit order: the same on every machine, whatever its locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function installedEdges(byKey: ReadonlyMap<string, Installation>): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const installation of byKey.values()) {
    if (installation.provided) {
      continue;
    }
    const targets = new Set<string>();
    const seen = new Set<string>();
    const open = [...dependencies(installation)];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const target = byKey.get(key);
      if (target && !target.provided) {
        targets.add(key);
      } else if (target && !seen.has(key)) {
        seen.add(key);
        open.push(...dependencies(target));
      }
    }
    edges.set(installation.data.key, targets);
  }
  return edges;
}

function dependencies({ data }: Installation): string[] {
  return [...data.dependsOn ?? [], ...data.namespace ? [namespaceKey(data.namespace)] : []];
}

/** Key of the component that makes a namespace. */
export function namespaceKey(namespace: string): string {
  return `namespace-${namespace}`;
}
