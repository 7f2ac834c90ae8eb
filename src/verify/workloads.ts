import { Evidence, fail, Outcome, pass } from './check';
import { Deployment, Named, Workload } from './resources';

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
