import { Evidence, fail, Outcome, pass, unknown } from './check';
import { Deployment, EndpointSlice, Named, Workload } from './resources';

/** Whether a Deployment runs each of the images, wherever it stands and whatever it is called. */
export function running(deployments: readonly Deployment[], images: readonly string[]): Outcome {
  const found = images.map(image => ({ image, of: deployments.filter(deployment => runs(deployment, image)) }));
  const missing = found.filter(({ of }) => of.length === 0).map(({ image }) => image);
  if (missing.length > 0) {
    return fail(`no Deployment runs ${missing.join(' or ')}`, 'install it, or see why its Deployment is gone');
  }
  const idle = found.flatMap(({ of }) => of.some(available) ? [] : of);
  return idle.length > 0
    ? fail(`${idle.map(nameOf).join(', ')} ${idle.length > 1 ? 'are' : 'is'} not available`, `kubectl describe ${idle.map(kubectl).join(' ')}`, ...idle.map(availability))
    : pass(`${found.map(({ of }) => nameOf(of.find(available)!)).join(', ')} run`, ...found.map(({ of }) => availability(of.find(available)!)));
}

/** Whether a container has an image of that name, from any registry and of any version. */
export function runs(workload: Workload, image: string): boolean {
  return workload.spec.template.spec.containers.some(container => imageName(container.image) === image);
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

/** Whether what runs an image is of the wanted release, or of its minor line. */
export function hasReleases(deployments: readonly Deployment[], image: string, wanted: string, exact: 'exact' | 'minor' = 'exact'): Outcome {
  const found = deployments.filter(deployment => runs(deployment, image)).map(deployment => ({ deployment, version: releaseOf(deployment, image) }));
  const fix = `install ${wanted}${exact === 'minor' ? ' or another release of its line' : ''}`;
  if (found.length === 0) {
    return fail(`no Deployment runs ${image}`, fix);
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
function releaseOf(workload: Workload, image: string): string | undefined {
  const container = workload.spec.template.spec.containers.find(candidate => imageName(candidate.image) === image)!;
  return imageTag(container.image) ?? workload.metadata.labels?.['app.kubernetes.io/version'];
}

function bare(version: string): string {
  return version.replace(/^v/, '');
}

/** `0.8` of `v0.8.3`. */
function lineOf(version: string): string {
  return bare(version).split('.').slice(0, 2).join('.');
}

/** `Deployment cert-manager/cert-manager`. */
export function nameOf({ kind, metadata: { namespace, name } }: Named & { readonly kind: string }): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

function available({ status }: Deployment): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Available' && is === 'True') ?? false;
}

function availability(deployment: Deployment): Evidence {
  const condition = deployment.status?.conditions?.find(({ type }) => type === 'Available');
  return { object: nameOf(deployment), field: 'status.conditions[Available]', value: condition?.message ?? condition?.status ?? null };
}

function kubectl({ kind, metadata: { namespace, name } }: Workload): string {
  return `-n ${namespace} ${kind.toLowerCase()}/${name}`;
}
