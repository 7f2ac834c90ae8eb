import { Evidence, fail, Outcome, pass, warn } from './check';
import { DaemonSet, Node, PodToleration, ResourceSlice, Taint } from './resources';
import { nameOf } from './workloads';

/** Driver of the ResourceSlices that the NVIDIA DRA driver publishes. */
export const GPU_DRIVER = 'gpu.nvidia.com';
/** What a device plugin advertises, and the key of the taint that GPU nodes mostly have. */
export const GPU_RESOURCE = 'nvidia.com/gpu';
/** Labels by which Node Feature Discovery says that a node has a device of NVIDIA. */
export const NFD_LABELS = ['pci-10de', 'pci-0300_10de', 'pci-0302_10de'].map(device => `feature.node.kubernetes.io/${device}.present`);

/** Labels of clouds and of the GPU Operator. */
const GPU_LABELS = ['nvidia.com/gpu.present', 'cloud.google.com/gke-accelerator', 'k8s.amazonaws.com/accelerator', 'kubernetes.azure.com/accelerator'];
const NO_GPU = ['false', 'none', ''];
const SHOWN = 3;

/** The nodes that anything in the cluster says have GPUs. */
export function gpuNodes(nodes: readonly Node[], slices: readonly ResourceSlice[]): Node[] {
  const sliced = new Set(slices.filter(({ spec: { driver } }) => driver === GPU_DRIVER).map(({ spec: { nodeName } }) => nodeName));
  return nodes.filter(({ metadata: { name, labels = {} }, spec: { taints = [] } = {}, status }) => sliced.has(name)
    || [...NFD_LABELS, ...GPU_LABELS].some(label => label in labels && !NO_GPU.includes(labels[label]))
    || taints.some(({ key }) => key === GPU_RESOURCE)
    || devicePluginGpus(status?.allocatable) > 0);
}

/** How many GPUs a device plugin advertises. */
export function devicePluginGpus(allocatable: Readonly<Record<string, string>> = {}): number {
  return Number(allocatable[GPU_RESOURCE] ?? 0);
}

/** There is nothing to judge: pools that scale by demand may be empty. */
export function noGpuNode(): Outcome {
  return warn('no node with a GPU was seen', 'read it again once there is one, a pool that scales by demand may be empty');
}

/** `gpu-0, gpu-1, gpu-2 and 7 more`. */
export function names(nodes: ReadonlyArray<{ readonly metadata: { readonly name: string } }>): string {
  const shown = nodes.slice(0, SHOWN).map(({ metadata: { name } }) => name);
  return nodes.length > SHOWN ? `${shown.join(', ')} and ${nodes.length - SHOWN} more` : shown.join(' and ');
}

/** The first few nodes as evidence. */
export function seenOf(nodes: readonly Node[], field: string, value: (node: Node) => unknown): Evidence[] {
  return nodes.slice(0, SHOWN).map(node => ({ object: `Node ${node.metadata.name}`, field, value: value(node) ?? null }));
}

/** Whether some of the DaemonSets runs on every GPU node, as far as taints go. */
export function toleratesGpuNodes(sets: readonly DaemonSet[], gpus: readonly Node[], what: string, values: string): Outcome {
  if (sets.length === 0) {
    return fail(`no DaemonSet runs ${what}`, 'install it, or see why its DaemonSet is gone');
  }
  if (gpus.length === 0) {
    return noGpuNode();
  }
  const accepted = sets.map(({ spec }) => spec.template.spec.tolerations ?? []);
  const closed = gpus.flatMap(node => {
    const taints = (node.spec?.taints ?? []).filter(({ key, effect }) => effect !== 'PreferNoSchedule' && !BY_KUBERNETES.test(key));
    const refused = taints.filter(taint => !accepted.some(tolerations => tolerations.some(toleration => tolerates(toleration, taint))));
    return refused.length > 0 ? [{ node, taint: refused[0] }] : [];
  });
  if (closed.length === 0) {
    return pass(`${sets.map(nameOf).join(', ')} tolerates the taints of ${gpus.length} GPU node${gpus.length > 1 ? 's' : ''}`);
  }
  const [{ taint: { key, effect } }] = closed;
  return fail(
    `${sets.map(nameOf).join(', ')} does not tolerate ${key}:${effect} of ${names(closed.map(({ node }) => node))}`,
    `add to ${values}: {key: ${key}, operator: Exists, effect: ${effect}}`,
    ...seenOf(closed.map(({ node }) => node), 'spec.taints', node => node.spec?.taints),
  );
}

/** Taints that Kubernetes itself sets for a while; DaemonSets tolerate them by themselves. */
const BY_KUBERNETES = /^node\.kubernetes\.io\//;

/** As the scheduler decides it: an empty effect is every effect, and an empty key with Exists every key. */
export function tolerates({ key = '', operator = 'Equal', value = '', effect = '' }: PodToleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) {
    return false;
  }
  return operator === 'Exists' ? key === '' || key === taint.key : key === taint.key && value === (taint.value ?? '');
}
