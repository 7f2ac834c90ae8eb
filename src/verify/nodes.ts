import { Evidence, fail, Outcome, pass, warn } from './check';
import { DaemonSet, Node, PodToleration, ResourceSlice, Taint } from './resources';
import { nameOf } from './workloads';

/** Driver of the ResourceSlices that the NVIDIA DRA driver publishes. */
export const GPU_DRIVER = 'gpu.nvidia.com';
/** Labels by which Node Feature Discovery says that a node has a device of NVIDIA. */
export const NFD_LABELS = ['pci-10de', 'pci-0300_10de', 'pci-0302_10de'].map(device => `feature.node.kubernetes.io/${device}.present`);

/** What a device plugin advertises, and the key of the taint that GPU nodes mostly have. */
const GPU_RESOURCE = 'nvidia.com/gpu';
/** The same where it shares GPUs by time under a name of its own, or hands out parts of them. */
const PARTS_OF_GPUS = /^nvidia\.com\/(gpu\.shared$|mig-)/;
/** Labels by which anything says so: besides those, of the GPU Operator, of clouds and of autoscalers. */
const GPU_LABELS = [
  ...NFD_LABELS,
  'nvidia.com/gpu.present', 'cloud.google.com/gke-accelerator', 'k8s.amazonaws.com/accelerator', 'kubernetes.azure.com/accelerator',
  'eks.amazonaws.com/instance-gpu-manufacturer', 'karpenter.k8s.aws/instance-gpu-manufacturer',
];
/** Values of these labels by which there is no GPU of NVIDIA. */
const NO_GPU = ['false', 'none', '', 'amd'];
/** Taints that controllers set for a while, or before a node goes: Kubernetes itself, clouds and autoscalers. */
const PASSING = /^(node(\.cloudprovider)?\.kubernetes\.io\/|karpenter\.sh\/|ToBeDeletedByClusterAutoscaler$)/;
const SHOWN = 3;

/** The nodes that anything in the cluster says have GPUs. */
export function gpuNodes(nodes: readonly Node[], slices: readonly ResourceSlice[]): Node[] {
  const sliced = new Set(slices.filter(({ spec: { driver } }) => driver === GPU_DRIVER).map(({ spec: { nodeName } }) => nodeName));
  return nodes.filter(({ metadata: { name, labels = {} }, spec: { taints = [] } = {}, status }) => sliced.has(name)
    || GPU_LABELS.some(label => label in labels && !NO_GPU.includes(labels[label]))
    || taints.some(({ key }) => key === GPU_RESOURCE)
    || pluginResource(status?.allocatable) !== undefined);
}

/** The resource by which a device plugin hands out GPUs, or parts of them, where it has any. */
export function pluginResource(allocatable: Readonly<Record<string, string>> = {}): string | undefined {
  return Object.keys(allocatable).find(name => (name === GPU_RESOURCE || PARTS_OF_GPUS.test(name)) && Number(allocatable[name]) > 0);
}

/** There is nothing to judge: pools that scale by demand may be empty. */
export function noGpuNode(): Outcome {
  return warn('no node with a GPU was seen', 'read it again once there is one, a pool that scales by demand may be empty');
}

/** `gpu-0, gpu-1, gpu-2 and 7 more`. */
export function names(nodes: ReadonlyArray<{ readonly metadata: { readonly name: string } }>): string {
  return some(nodes.map(({ metadata: { name } }) => name));
}

/** `all 7 GPU nodes`. */
export function all(gpus: readonly Node[]): string {
  return gpus.length > 1 ? `all ${gpus.length} GPU nodes` : `GPU node ${gpus[0].metadata.name}`;
}

/** The first few nodes as evidence. */
export function seenOf(nodes: readonly Node[], field: string | ((node: Node) => string), value: (node: Node) => unknown): Evidence[] {
  return nodes.slice(0, SHOWN).map(node => ({
    object: `Node ${node.metadata.name}`,
    field: typeof field === 'string' ? field : field(node),
    value: value(node) ?? null,
  }));
}

/** Whether one or another of the DaemonSets runs on every GPU node, as far as taints go. */
export function toleratesGpuNodes(sets: readonly DaemonSet[], gpus: readonly Node[], what: string, values: string): Outcome {
  if (sets.length === 0) {
    return fail(`no DaemonSet runs ${what}`, 'install it, or see why its DaemonSet is gone');
  }
  if (gpus.length === 0) {
    return noGpuNode();
  }
  const closed = gpus.map(node => ({ node, refused: refusedOf(sets, node) })).filter(({ refused }) => refused.length > 0);
  const tolerations = sets.map((set): Evidence =>
    ({ object: nameOf(set), field: 'spec.template.spec.tolerations', value: set.spec.template.spec.tolerations ?? null }));
  const sayers = sets.map(nameOf).join(', ');
  if (closed.length === 0) {
    return pass(`${sets.length > 1 ? `one of ${sayers}` : sayers} tolerates the taints of ${all(gpus)}`, ...tolerations);
  }
  const taints = [...new Map(closed.flatMap(({ refused }) => refused.map(taint => [`${taint.key}:${taint.effect}`, taint]))).entries()];
  return fail(
    `${sets.length > 1 ? `none of ${sayers} tolerates` : `${sayers} does not tolerate`} ${some(taints.map(([name]) => name))} of ${names(closed.map(({ node }) => node))}`,
    // where each node has a taint of its own, no list of them would do
    `add to ${values}: ${taints.length > SHOWN ? '{operator: Exists}' : taints.map(([, { key, effect }]) => `{key: ${key}, operator: Exists, effect: ${effect}}`).join(', ')}`,
    ...tolerations,
    ...seenOf(closed.map(({ node }) => node), 'spec.taints', node => node.spec?.taints),
  );
}

/** The taints of a node that keep away the DaemonSet which tolerates most of them: a pod must tolerate all. */
function refusedOf(sets: readonly DaemonSet[], { spec: { taints = [] } = {} }: Node): readonly Taint[] {
  const lasting = taints.filter(({ key, effect }) => effect !== 'PreferNoSchedule' && !PASSING.test(key));
  return sets
    .map(({ spec: { template: { spec: { tolerations = [] } } } }) =>
      lasting.filter(taint => !tolerations.some(toleration => tolerates(toleration, taint))))
    .reduce((a, b) => a.length <= b.length ? a : b);
}

/** As the scheduler decides it: an empty effect is every effect, and an empty key with Exists every key. */
export function tolerates({ key = '', operator = 'Equal', value = '', effect = '' }: PodToleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) {
    return false;
  }
  return operator === 'Exists' ? key === '' || key === taint.key : key === taint.key && value === (taint.value ?? '');
}

/** `a, b, c and 7 more`. */
function some(texts: readonly string[]): string {
  return texts.length > SHOWN ? `${texts.slice(0, SHOWN).join(', ')} and ${texts.length - SHOWN} more` : texts.join(' and ');
}
