import { CHECKS, checksOf } from './checks';
import { CATALOG, STACK_COMPONENTS } from '../constructs/catalog';
import { StackKind } from '../constructs/stack-options';
import { ComponentData, VersionDefaults } from '../lib/component';

/** What one component asks of a cluster that provides it. */
export interface ComponentRequirements {
  readonly component: string;
  readonly summary: string;
  /** The stack that has the component, where not both do. */
  readonly stack?: string;
  /** What is installed where the component is managed. */
  readonly chart?: { readonly name: string; readonly repository: string; readonly versions: VersionDefaults };
  readonly requirements: ReadonlyArray<{ readonly code: string; readonly requirement: string; readonly advice: boolean }>;
  readonly notNeeded: readonly string[];
}

/** The requirements of one kind of stack, or of both, by component. */
export function requirements(stack?: StackKind): ComponentRequirements[] {
  const checks = stack === undefined ? CHECKS : checksOf(stack);
  return CATALOG.filter(data => checks.some(({ component }) => component === data)).map(data => ({
    component: data.key,
    summary: data.summary,
    stack: stackOf(data),
    chart: data.chart && { name: data.chart.name, repository: data.chart.repository, versions: data.chart.versions },
    requirements: checks.filter(({ component }) => component === data).map(({ code, says, advice }) => ({ code, requirement: says, advice })),
    notNeeded: data.requires?.notNeeded ?? [],
  }));
}

/** The same as a page of Markdown, with a section for each component. */
export function requirementsPage(stack?: StackKind): string {
  const all = requirements(stack);
  const sections = [undefined, ...Object.values(StackKind)].map(of => ({ of, components: all.filter(({ stack: is }) => is === of) }));
  return [INTRODUCTION, ...sections.filter(({ components }) => components.length > 0).flatMap(({ of, components }) =>
    [`## ${of === undefined ? 'On every stack' : `${of} stack`}`, ...components.map(section)])].join('\n\n') + '\n';
}

const INTRODUCTION = `# What a cluster must provide

Where components are provided by the cluster (\`mode: Provided\`, for a whole stack or for single components), nothing of them is installed,
and the cluster must show what this page lists. \`serving-stack verify\` reads all of it, by the codes given here; \`serving-stack
requirements -o clusterrole\` prints the permissions that it needs. What is marked as advice is worth a warning, and serving works without
it. Versions are those that the stack installs and is tested with: stay close to them.

The stack's own configuration is installed in every mode: its namespaces, the issuer and PKI of the gateway, the EnvoyProxy, GatewayClass and
Gateway, and on the Dynamo stack the KAI Queues and the ModelExpress server with its CRDs. Keep the controllers running until that
configuration is removed: they let its objects go.`;

function section({ component, summary, chart, requirements: lines, notNeeded }: ComponentRequirements): string {
  const { v1alpha1, managed } = chart?.versions ?? {};
  const versions = v1alpha1 === managed ? v1alpha1 : `${v1alpha1} (version set v1alpha1) or ${managed} (managed)`;
  return [
    `### ${component}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.${chart ? ` Installed where it is managed: chart \`${chart.name}\` ${versions} from ${chart.repository}.` : ''}`,
    ['| check | what must hold |', '|---|---|', ...lines.map(({ code, requirement, advice }) => `| \`${code}\` | ${advice ? 'Advice: ' : ''}${requirement} |`)].join('\n'),
    ...notNeeded.length > 0 ? [`Not needed: ${notNeeded.join(' ')}`] : [],
  ].join('\n\n');
}

function stackOf(data: ComponentData): string | undefined {
  return Object.entries(STACK_COMPONENTS).find(([, components]) => components.includes(data))?.[0];
}
