import { Evidence, fail, Outcome, pass, unknown } from './check';
import { Deployment, EndpointSlice, Named, Workload } from './resources';

/** A program by what tells that a workload runs it. */
export interface Program {
  /** Name of its image, which a mirror may have put more before. */
  readonly image: string;
  /** Labels of the Deployment in its chart, by which it is told where the image is another's build. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Whether a Deployment runs each of the programs, wherever it stands and whatever it is called. */
export function running(deployments: readonly Deployment[], programs: readonly Program[]): Outcome {
  const found = programs.map(program => ({ program, of: deployments.filter(deployment => runs(deployment, program)) }));
  const missing = found.filter(({ of }) => of.length === 0).map(({ program }) => program.image);
  if (missing.length > 0) {
    return fail(`no Deployment runs ${missing.join(' or ')}`, 'install it, or see why its Deployment is gone');
  }
  const idle = found.flatMap(({ of }) => of.some(available) ? [] : of);
  return idle.length > 0
    ? fail(`${idle.map(nameOf).join(', ')} ${idle.length > 1 ? 'are' : 'is'} not available`, describe(idle), ...idle.map(availability))
    : pass(`${found.map(({ of }) => nameOf(of.find(available)!)).join(', ')} run`, ...found.map(({ of }) => availability(of.find(available)!)));
}

/** Whether a container has an image of that name, from any registry and of any version, or the workload has the labels. */
export function runs({ metadata: { labels = {} }, spec }: Workload, program: Program): boolean {
  return spec.template.spec.containers.some(({ image }) => isOf(image, program))
    || program.labels !== undefined && Object.entries(program.labels).every(([label, value]) => labels[label] === value);
}

function isOf(image: string, program: Program): boolean {
  const name = imageName(image);
  return name === program.image || name.endsWith(`-${program.image}`);
}

/** Those that run, where any do: an install that is down beside another does nothing. */
export function inUse(deployments: readonly Deployment[]): readonly Deployment[] {
  const up = deployments.filter(available);
  return up.length > 0 ? up : deployments;
}

/** `cert-manager-controller` of `quay.io/jetstack/cert-manager-controller:v1.20.2@sha256:...`. */
export function imageName(image: string): string {
  return image.split('@')[0].split('/').pop()!.split(':')[0];
}

/** `v1.20.2` of the same; nothing where only a digest or neither is given. */
export function imageTag(image: string): string | undefined {
  return image.split('@')[0].split('/').pop()!.split(':')[1];
}

/** The value of a flag among a container's arguments, `--flag=value` or `--flag value`; of several the last, as Go programs take it. */
export function argument(workload: Workload, flag: string): string | undefined {
  for (const { command = [], args = [] } of workload.spec.template.spec.containers) {
    const all = [...command, ...args];
    const at = all.map(text => text === flag || text.startsWith(`${flag}=`)).lastIndexOf(true);
    if (at >= 0) {
      return all[at] === flag ? all[at + 1] : all[at].slice(flag.length + 1);
    }
  }
  return undefined;
}

/** Whether what runs a program is of the wanted release, or of its minor line. */
export function hasReleases(deployments: readonly Deployment[], program: Program, wanted: string, exact: 'exact' | 'minor' = 'exact'): Outcome {
  const found = inUse(deployments.filter(deployment => runs(deployment, program)))
    .map(deployment => ({ deployment, version: releaseOf(deployment, program) }));
  const fix = `install ${wanted}${exact === 'minor' ? ' or another release of its line' : ''}`;
  if (found.length === 0) {
    return fail(`no Deployment runs ${program.image}`, fix);
  }
  const evidence = found.map(({ deployment, version }) => ({ object: nameOf(deployment), field: 'image', value: version ?? null }));
  const fits = (version?: string) => version !== undefined && (exact === 'minor' ? lineOf(version) === lineOf(wanted) : bare(version) === bare(wanted));
  if (found.some(({ version }) => fits(version))) {
    return pass(`${nameOf(found.find(({ version }) => fits(version))!.deployment)} is ${wanted}${exact === 'minor' ? '\'s line' : ''}`, ...evidence);
  }
  return found.every(({ version }) => version === undefined)
    ? unknown(`${nameOf(found[0].deployment)} does not tell its release`, `see whether it is ${wanted}, and give the image its tag`, ...evidence)
    : fail(`${nameOf(found[0].deployment)} is ${found[0].version}, and the stack is made for ${wanted}`, fix, ...evidence);
}

/** Whether traffic goes to an endpoint of the slice. */
export function isReady({ endpoints = [] }: EndpointSlice): boolean {
  return endpoints.some(({ conditions }) => conditions?.ready !== false);
}

/** What the image's tag says, else the label. */
function releaseOf(workload: Workload, program: Program): string | undefined {
  const { containers } = workload.spec.template.spec;
  const container = containers.find(({ image }) => isOf(image, program)) ?? containers[0];
  return imageTag(container.image) ?? workload.metadata.labels?.['app.kubernetes.io/version'];
}

/** Without what one who builds it anew adds. */
function bare(version: string): string {
  return version.replace(/^v/, '').replace(/-fips$/, '');
}

/** `0.8` of `v0.8.3`. */
function lineOf(version: string): string {
  return bare(version).split('.').slice(0, 2).join('.');
}

/** `Deployment cert-manager/cert-manager`. */
export function nameOf({ kind, metadata: { namespace, name } }: Named & { readonly kind: string }): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** One that is scaled to zero has as many pods as it wants, and says so. */
function available(deployment: Deployment): boolean {
  return isAvailable(deployment) && hasPods(deployment);
}

function isAvailable({ status }: Deployment): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Available' && is === 'True') ?? false;
}

function hasPods({ status }: Deployment): boolean {
  return (status?.availableReplicas ?? 0) > 0;
}

function availability(deployment: Deployment): Evidence {
  const object = nameOf(deployment);
  if (isAvailable(deployment) && !hasPods(deployment)) {
    return { object, field: 'status.availableReplicas', value: 0 };
  }
  const condition = deployment.status?.conditions?.find(({ type }) => type === 'Available');
  return { object, field: 'status.conditions[Available]', value: condition?.message ?? condition?.status ?? null };
}

/** A command for each namespace: of several in one command, the last would count for all. */
function describe(deployments: readonly Deployment[]): string {
  const namespaces = [...new Set(deployments.map(({ metadata: { namespace } }) => namespace))];
  return namespaces.map(namespace => `kubectl describe -n ${namespace} ${deployments
    .filter(({ metadata }) => metadata.namespace === namespace).map(({ metadata: { name } }) => `deployment/${name}`).join(' ')}`).join('\n');
}
