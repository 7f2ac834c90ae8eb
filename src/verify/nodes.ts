import { Evidence, fail, Outcome, pass, warn } from './check';
import { DaemonSet, Node, PodToleration, ResourceSlice, Taint } from './resources';
import { nameOf } from './workloads';

/** Driver of the ResourceSlices that the NVIDIA DRA driver publishes. */
export const GPU_DRIVER = 'gpu.nvidia.com';
/** Labels by which Node Feature Discovery says that a node has a device of NVIDIA. */
export const NFD_LABELS = ['pci-10de', 'pci-0300_10de', 'pci-0302_10de'].map(device => `feature.node.kubernetes.io/${device}.present`);

/** Label of GPU Feature Discovery, or of a user, which the DRA driver's kubelet plugin takes for those. */
export const PRESENT = 'nvidia.com/gpu.present';

/** What a device plugin advertises, and the key of the taint that GPU nodes mostly have. */
const GPU_RESOURCE = 'nvidia.com/gpu';
/** The same where it shares GPUs by time under a name of its own, or hands out parts of them. */
const PARTS_OF_GPUS = /^nvidia\.com\/(gpu\.shared$|mig-)/;
/** Labels by which anything says so, and their values: besides those, of the GPU Operator, of clouds and of autoscalers. */
const GPU_LABELS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries([...NFD_LABELS, PRESENT].map(label => [label, /^true$/])),
  'cloud.google.com/gke-accelerator': /^nvidia/,
  'k8s.amazonaws.com/accelerator': /^nvidia/,
  'kubernetes.azure.com/accelerator': /^nvidia$/,
  'eks.amazonaws.com/instance-gpu-manufacturer': /^nvidia$/,
  'karpenter.k8s.aws/instance-gpu-manufacturer': /^nvidia$/,
  'karpenter.azure.com/sku-gpu-manufacturer': /^nvidia$/,
};
/** Taints that controllers set until a node is ready, while it is not, or before it goes: Kubernetes itself, clouds, agents and autoscalers. */
const PASSING = new RegExp([
  '^node(\\.cloudprovider)?\\.kubernetes\\.io/', '^karpenter\\.sh/', '^ToBeDeletedByClusterAutoscaler$', '/agent-not-ready$',
  '^(startup|status|ignore)-taint\\.cluster-autoscaler\\.kubernetes\\.io/', '^node\\.cluster\\.x-k8s\\.io/uninitialized$',
].join('|'));
const SHOWN = 3;

/** The nodes that anything in the cluster says have GPUs. */
export function gpuNodes(nodes: readonly Node[], slices: readonly ResourceSlice[]): Node[] {
  const sliced = new Set(slices.filter(({ spec: { driver } }) => driver === GPU_DRIVER).map(({ spec: { nodeName } }) => nodeName));
  return nodes.filter(({ metadata: { name, labels = {} }, spec: { taints = [] } = {}, status }) => sliced.has(name)
    || Object.entries(GPU_LABELS).some(([label, values]) => values.test(labels[label] ?? ''))
    || taints.some(({ key }) => key === GPU_RESOURCE)
    || pluginResource(status?.allocatable) !== undefined);
}

/** The slices that have devices of the NVIDIA DRA driver. */
export function ofGpus(slices: readonly ResourceSlice[]): ResourceSlice[] {
  return slices.filter(({ spec: { driver, devices = [] } }) => driver === GPU_DRIVER && devices.length > 0);
}

/** How many pods a DaemonSet wants, and how many of them are ready. */
export function podsOf({ status: { desiredNumberScheduled = 0, numberReady = 0 } = {} }: DaemonSet): { desired: number; ready: number } {
  return { desired: desiredNumberScheduled, ready: numberReady };
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The resource by which a device plugin hands out GPUs, or parts of them, where it has any. */
export function pluginResource(allocatable: Readonly<Record<string, string>> = {}): string | undefined {
  return Object.keys(allocatable).find(name => (name === GPU_RESOURCE || PARTS_OF_GPUS.test(name)) && Number(allocatable[name]) > 0);
}

/** Whether a node is not ready yet, is down or goes, so that it may lack what others have. */
export function isPassing({ spec: { taints = [] } = {} }: Node): boolean {
  return taints.some(passes);
}

const passes = ({ key }: Taint) => PASSING.test(key);

/** Nodes that may lack something for now. */
export function passingLack(nodes: readonly Node[], what: string, ...evidence: Evidence[]): Outcome {
  const lone = nodes.length === 1;
  return warn(
    `${names(nodes)} ${lone ? 'is' : 'are'} not ready or about to go, and ${what}`,
    `read it again once ${lone ? 'it is ready or gone' : 'they are ready or gone'}: kubectl describe node ${nodes[0].metadata.name}`,
    ...evidence,
    ...seenOf(nodes, 'spec.taints', node => node.spec?.taints),
  );
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
  const apart = gpus.filter(node => !sets.some(set => isFor(set, node)));
  if (apart.length > 0) {
    return fail(
      `${sets.length > 1 ? `none of ${sets.map(nameOf).join(', ')} selects` : `${nameOf(sets[0])} does not select`} ${names(apart)}`,
      'change its nodeSelector, or give the nodes the labels that it asks for',
      ...sets.map((set): Evidence => ({ object: nameOf(set), field: 'spec.template.spec.nodeSelector', value: set.spec.template.spec.nodeSelector ?? null })),
    );
  }
  const closed = gpus.map(node => ({ node, refused: refusedOf(sets.filter(set => isFor(set, node)), node) }))
    .filter(({ refused }) => refused.length > 0);
  const tolerations = sets.map((set): Evidence =>
    ({ object: nameOf(set), field: 'spec.template.spec.tolerations', value: set.spec.template.spec.tolerations ?? null }));
  const sayers = sets.map(nameOf).join(', ');
  if (closed.length === 0) {
    return pass(`${sets.length > 1 ? `one of ${sayers}` : sayers} tolerates the taints of ${all(gpus)}`, ...tolerations);
  }
  const taints = [...new Map(closed.flatMap(({ refused }) => refused.map(taint => [`${taint.key}:${taint.effect}`, taint]))).entries()];
  return fail(
    `${sets.length > 1 ? `none of ${sayers} tolerates` : `${sayers} does not tolerate`} ${some(taints.map(([name]) => name))} of ${names(closed.map(({ node }) => node))}`,
    // all of them, for one without a key would tolerate what is to keep pods away too
    `add to ${values}: ${taints.map(([, { key, effect }]) => `{key: ${key}, operator: Exists, effect: ${effect}}`).join(', ')}`,
    ...tolerations,
    ...seenOf(closed.map(({ node }) => node), 'spec.taints', node => node.spec?.taints),
  );
}

/** Whether a DaemonSet has pods on a node as far as its nodeSelector goes. */
function isFor({ spec: { template: { spec: { nodeSelector = {} } } } }: DaemonSet, { metadata: { labels = {} } }: Node): boolean {
  return Object.entries(nodeSelector).every(([label, value]) => labels[label] === value);
}

/** The taints of a node that keep away the DaemonSet which tolerates most of them: a pod must tolerate all. */
function refusedOf(sets: readonly DaemonSet[], { spec: { taints = [] } = {} }: Node): readonly Taint[] {
  const lasting = taints.filter(taint => taint.effect !== 'PreferNoSchedule' && !passes(taint));
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
