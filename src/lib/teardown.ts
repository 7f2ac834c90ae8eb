import { ComponentData, Manifest } from './component';
import { namespaceKey, Ordered } from './order';

/** One step of a removal: everything that depends on the component is gone before. */
export interface TeardownStep {
  readonly component: Ordered;
  /** Components that must be gone before this one is removed. */
  readonly after: readonly string[];
}

/** The order of installation backwards, by the same edges. */
export function teardownSteps(components: readonly Ordered[]): TeardownStep[] {
  const dependents = new Map<string, string[]>();
  for (const { installation, dependsOn } of components) {
    dependsOn.forEach(key => dependents.set(key, [...dependents.get(key) ?? [], installation.data.key]));
  }
  return [...components].reverse().map(component => ({ component, after: dependents.get(component.installation.data.key) ?? [] }));
}

/**
 * How to remove a stack, as Markdown: a numbered step for each component with its command, what the step takes along, what stays, and
 * which controllers that the cluster provides must outlive what they finalize.
 */
export function teardownPlan(
  components: readonly Ordered[],
  provided: readonly ComponentData[],
  engine: {
    readonly removesCrds: boolean;
    readonly uninstallsCharts: boolean;
    readonly before?: string;
    readonly command: (component: Ordered) => string;
    /** Steps after those of the components. */
    readonly last?: ReadonlyArray<{ readonly what: string; readonly command: string }>;
  },
): string {
  const steps = teardownSteps(components).map(({ component, after }, i) => {
    const { data } = component.installation;
    return [
      `${i + 1}. ${data.key}: \`${engine.command(component)}\``,
      ...after.length > 0 ? [`Only when these are gone: ${after.join(', ')}.`] : [],
      ...data.removes && (engine.removesCrds || data.file === 0) ? [`Takes along ${data.removes}.`] : [],
    ].join('\n   ');
  });
  const last = (engine.last ?? []).map(({ what, command }, i) =>
    `${steps.length + i + 1}. ${what}: \`${command}\`\n   Only when all of the above is gone.`);
  const kept = provided.flatMap(({ key }) => {
    const finalized = components.filter(({ installation }) => installation.data.finalizedBy === key).map(({ installation }) => installation.data.key);
    return finalized.length > 0 ? [`- Keep ${key} running until ${finalized.join(' and ')} are gone: it lets their finalizers go.`] : [];
  });
  const removed = new Set(components.map(({ installation: { data } }) => data.key));
  const stays = components.flatMap(({ installation: { data } }) => [
    ...data.removes && !engine.removesCrds && data.file > 0 ? [`its CRDs, with ${data.removes}`] : [],
    ...(data.leaves ?? []).filter(({ namespace, uninstalled = engine.uninstallsCharts }) =>
      uninstalled === engine.uninstallsCharts && !(namespace && removed.has(namespaceKey(namespace)))).map(({ what }) => what),
  ].map(text => `- ${data.key}: ${text}`));
  const users = components.flatMap(({ installation: { data } }) => data.inUseBy ? [`- ${data.key}: ${data.inUseBy}.`] : []);
  return [
    '# How to remove this stack\n',
    ...users.length > 0 ? ['First delete what uses these, while all of the stack runs, and see that it is gone:\n', ...users, ''] : [],
    ...engine.before ? [`${engine.before}\n`] : [],
    ...kept.length > 0 ? ['The cluster provides what these need to go:\n', ...kept, ''] : [],
    ...steps,
    ...last,
    ...stays.length > 0 ? ['\nThis stays, until you delete it:\n', ...stays] : [],
    '',
  ].join('\n');
}

/** The command that deletes objects, last first, and waits until they are gone. */
export function kubectlDelete(manifests: readonly Manifest[]): string {
  const byNamespace = new Map<string | undefined, string[]>();
  for (const { apiVersion, kind, metadata: { name, namespace } } of [...manifests].reverse()) {
    const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
    const resource = `${kind.toLowerCase()}${group && `.${group}`}/${name}`;
    byNamespace.set(namespace, [...byNamespace.get(namespace) ?? [], resource]);
  }
  return [...byNamespace].map(([namespace, resources]) => ['kubectl delete', ...namespace ? ['-n', namespace] : [], ...resources].join(' ')).join(' && ');
}
