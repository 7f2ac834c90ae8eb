import { Applied } from './deliveries';

/** What each component waits for, in the engine's own terms: keys by key. */
type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** What an engine may apply while a component is not there yet: all that does not wait for it, by what the engine itself reads. */
export function appliedWithout(key: string, applied: readonly Applied[]): Applied[] {
  const edges = new Map([...byDependsOn(applied), ...byWave(applied), ...byUsage(applied)]);
  const waits = (from: string, seen = new Set<string>()): boolean => {
    seen.add(from);
    return [...edges.get(from) ?? []].some(to => to === key || !seen.has(to) && waits(to, seen));
  };
  return applied.filter(each => each.key !== key && !waits(each.key));
}

/** Flux: a Kustomization waits for others. */
function byDependsOn(applied: readonly Applied[]): Edges {
  const kustomizations = applied.filter(({ object }) => object.kind === 'Kustomization');
  const keyOf = new Map(kustomizations.map(({ key, object }) => [object.metadata.name, key]));
  const before = ({ spec: { dependsOn = [] } }: any) => new Set<string>(dependsOn.map(({ name }: any) => keyOf.get(name)!));
  return new Map(kustomizations.map(({ key, object }) => [key, before(object)]));
}

/** Argo CD: a wave waits for all earlier ones. */
function byWave(applied: readonly Applied[]): Edges {
  const waves = applied.filter(({ object }) => object.kind === 'Application' && object.metadata.annotations)
    .map(({ key, object }) => [key, Number(object.metadata.annotations['argocd.argoproj.io/sync-wave'])] as const);
  return new Map(waves.map(([key, wave]) => [key, new Set(waves.filter(([, earlier]) => earlier < wave).map(([other]) => other))]));
}

/** Crossplane installs by trying again, and holds back only removals: what is used leaves after what uses it. */
function byUsage(applied: readonly Applied[]): Edges {
  const keyOf = new Map(applied.map(({ key, object }) => [`${object.kind} ${object.metadata.name}`, key]));
  const edges = new Map<string, Set<string>>();
  for (const { object: { spec } } of applied.filter(({ object }) => object.kind === 'Usage')) {
    const [by, of] = [spec.by, spec.of].map(end => keyOf.get(`${end.kind} ${end.resourceRef.name}`)!);
    edges.set(by, (edges.get(by) ?? new Set()).add(of));
  }
  return edges;
}
