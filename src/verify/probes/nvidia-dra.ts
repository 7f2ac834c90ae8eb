import { CRITICAL_PODS_QUOTA, DEFAULT_DRIVER_ROOT, NVIDIA_DRA, OLDEST_DRIVER } from '../../constructs/nvidia-dra';
import { check, Check, fail, pass, unknown, warn } from '../check';
import { all, GPU_DRIVER, gpuNodes, isPassing, names, noGpuNode, ofGpus, passingLack, pluginResource, podsOf, seenOf, sum, toleratesGpuNodes } from '../nodes';
import { DAEMON_SETS, DaemonSet, Node, NODES, RESOURCE_QUOTAS, RESOURCE_SLICES, ResourceQuota, ResourceSlice } from '../resources';
import { nameOf, runs } from '../workloads';

/** Names of the driver's image, before and after it moved to Kubernetes' registry. */
const IMAGES = ['dra-driver-nvidia-gpu', 'k8s-dra-driver-gpu'];
/** Container of the DaemonSets that the driver itself makes, one for each ComputeDomain, from the same image. */
const COMPUTE_DOMAIN = 'compute-domain-daemon';
/** Labels by which GPU Feature Discovery says which driver a node has. */
const DRIVER_LABELS = ['nvidia.com/cuda.driver-version.full', 'nvidia.com/cuda.driver.major'];
/** Class of the kubelet plugin in its chart, and those that a cluster may restrict. */
const DEFAULT_CLASS = 'system-node-critical';
const CRITICAL_CLASSES = [DEFAULT_CLASS, 'system-cluster-critical'];
const GKE_LABEL = 'cloud.google.com/gke-nodepool';

const plugins = (sets: readonly DaemonSet[]) => sets.filter(set => IMAGES.some(image => runs(set, { image }))
  && !set.spec.template.spec.containers.some(({ name }) => name === COMPUTE_DOMAIN));
const READS = { nodes: NODES, slices: RESOURCE_SLICES };

/** The kernel driver's version by node, as its slices have it. */
function driverVersions(slices: readonly ResourceSlice[]): ReadonlyMap<string | undefined, string> {
  const versions = new Map<string | undefined, string>();
  for (const { spec: { nodeName, devices = [] } } of slices) {
    const { version, string } = devices.map(({ attributes }) => attributes?.driverVersion).find(Boolean) ?? {};
    if (version ?? string) {
      versions.set(nodeName, (version ?? string)!);
    }
  }
  return versions;
}

/** Whether the API server takes a quota for one of pods of the class; a scope without an operator is one that exists. */
function covers({ spec: { scopes = [], scopeSelector } = {} }: ResourceQuota, priorityClass: string): boolean {
  return scopes.includes('PriorityClass') || (scopeSelector?.matchExpressions ?? []).some(({ scopeName, operator, values = [] }) =>
    scopeName === 'PriorityClass'
    && (operator === 'Exists' || operator === 'In' && values.includes(priorityClass) || operator === 'NotIn' && !values.includes(priorityClass)));
}

/** How many pods a quota admits; those with a suffix, as GKE writes its own, are more than there are nodes. */
function podsIn({ spec: { hard: { pods } = {} } = {} }: ResourceQuota): number {
  return /^\d+$/.test(pods ?? '') ? Number(pods) : Infinity;
}

function classOf({ spec: { template: { spec: { priorityClassName = '' } } } }: DaemonSet): string {
  return priorityClassName;
}

/** A node of a cluster that restricts critical pods. */
function isGke({ metadata: { labels = {} }, spec }: Node): boolean {
  return GKE_LABEL in labels || (spec?.providerID ?? '').startsWith('gce://');
}

export const NVIDIA_DRA_CHECKS: readonly Check[] = [
  check(NVIDIA_DRA, 'plugin-tolerates', { ...READS, sets: DAEMON_SETS }, ({ nodes, slices, sets }) =>
    toleratesGpuNodes(plugins(sets), gpuNodes(nodes, slices), 'the DRA driver\'s kubelet plugin', 'the chart\'s kubeletPlugin.tolerations')),
  check(NVIDIA_DRA, 'resource-slices', { ...READS, sets: DAEMON_SETS }, ({ nodes, slices, sets }) => {
    const found = plugins(sets);
    const gpus = gpuNodes(nodes, slices);
    if (found.length === 0) {
      return fail('no DaemonSet runs the DRA driver\'s kubelet plugin', 'install the driver, or see why its DaemonSet is gone');
    }
    if (gpus.length === 0) {
      return noGpuNode();
    }
    const passing = gpus.filter(isPassing);
    const missing = (set: DaemonSet) => podsOf(set).desired - podsOf(set).ready;
    // one for a pool that is empty now has nothing to do
    const idle = found.every(set => podsOf(set).desired === 0) && passing.length < gpus.length;
    const [faulty] = idle ? found : found.filter(set => missing(set) > passing.length);
    if (faulty) {
      const { desired, ready } = podsOf(faulty);
      return fail(
        desired === 0 ? `${nameOf(faulty)} runs on no node` : `of ${nameOf(faulty)} ${ready} of ${desired} pods are ready`,
        desired === 0
          ? 'see whether GPU nodes have the labels that it selects and the taints that it tolerates'
          : `see its pods, and their logs:\nkubectl -n ${faulty.metadata.namespace} describe daemonset ${faulty.metadata.name}`,
        { object: nameOf(faulty), field: 'status.numberReady', value: ready },
        { object: nameOf(faulty), field: 'status.desiredNumberScheduled', value: desired },
      );
    }
    const devices = new Map<string | undefined, number>();
    for (const { spec } of ofGpus(slices)) {
      devices.set(spec.nodeName, (devices.get(spec.nodeName) ?? 0) + spec.devices!.length);
    }
    const field = `ResourceSlices of ${GPU_DRIVER}`;
    const bare = gpus.filter(({ metadata: { name } }) => !devices.has(name));
    const lacking = bare.filter(node => !isPassing(node));
    if (lacking.length > 0) {
      return fail(
        `${names(lacking)} publish${lacking.length > 1 ? '' : 'es'} no device of ${GPU_DRIVER}`,
        `see the kubelet plugin's logs there: kubectl -n ${found[0].metadata.namespace} get pods -o wide`,
        ...seenOf(lacking, field, () => 0),
      );
    }
    if (bare.length > 0) {
      return passingLack(bare, `publish${bare.length > 1 ? '' : 'es'} no device of ${GPU_DRIVER}`, ...seenOf(bare, field, () => 0));
    }
    const [short] = found.filter(set => missing(set) > 0);
    return short
      ? passingLack(passing, `of ${nameOf(short)} ${podsOf(short).ready} of ${podsOf(short).desired} pods are ready`)
      : pass(`${all(gpus)} publish${gpus.length > 1 ? '' : 'es'} devices`, ...seenOf(gpus, field, ({ metadata: { name } }) => devices.get(name)));
  }),
  check(NVIDIA_DRA, 'kernel-driver', READS, ({ nodes, slices }) => {
    const gpus = gpuNodes(nodes, slices);
    if (gpus.length === 0) {
      return noGpuNode();
    }
    const versions = driverVersions(ofGpus(slices));
    const labelOf = ({ metadata: { labels = {} } }: Node) => DRIVER_LABELS.find(label => label in labels);
    const versionOf = (node: Node) => versions.get(node.metadata.name) ?? node.metadata.labels?.[labelOf(node)!];
    const seen = (of: readonly Node[]) =>
      seenOf(of, node => versions.has(node.metadata.name) ? 'ResourceSlice driverVersion' : `metadata.labels[${labelOf(node) ?? DRIVER_LABELS[0]}]`, versionOf);
    const old = gpus.filter(node => parseInt(versionOf(node) ?? '', 10) < OLDEST_DRIVER);
    if (old.length > 0) {
      return fail(
        `${names(old)} ${old.length > 1 ? 'have kernel drivers' : 'has a kernel driver'} older than ${OLDEST_DRIVER}, such as ${versionOf(old[0])}`,
        `install the NVIDIA kernel driver ${OLDEST_DRIVER} or newer, by the node image or the GPU Operator`,
        ...seen(old),
      );
    }
    const silent = gpus.filter(node => versionOf(node) === undefined);
    const lacking = silent.filter(node => !isPassing(node));
    if (lacking.length > 0) {
      return unknown(
        `nothing says which kernel driver ${names(lacking)} ${lacking.length > 1 ? 'have' : 'has'}`,
        'install the NVIDIA kernel driver and Container Toolkit by the node image or the GPU Operator; nvidia-smi on the node shows them',
        ...seen(lacking),
      );
    }
    return silent.length > 0
      ? passingLack(silent, 'nothing says which kernel driver is there')
      : pass(`${all(gpus)} tell${gpus.length > 1 ? '' : 's'} of a kernel driver`, ...seen(gpus));
  }),
  check(NVIDIA_DRA, 'single-allocator', READS, ({ nodes, slices }) => {
    const gpus = gpuNodes(nodes, slices);
    if (gpus.length === 0) {
      return noGpuNode();
    }
    const published = new Set(ofGpus(slices).map(({ spec: { nodeName } }) => nodeName));
    const resourceOf = ({ status }: Node) => pluginResource(status?.allocatable);
    const twice = gpus.filter(node => published.has(node.metadata.name) && resourceOf(node) !== undefined);
    return twice.length === 0
      ? pass('no GPU is handed out by the DRA driver and a device plugin alike')
      : fail(
        `${names(twice)} hand${twice.length > 1 ? '' : 's'} out the same GPUs by a device plugin and by the DRA driver`,
        `remove the device plugin from ${twice.length > 1 ? 'them' : 'it'}: with the GPU Operator set devicePlugin.enabled to false, `
          + 'on GKE give the node pool the label gke-no-default-nvidia-gpu-device-plugin=true',
        ...seenOf(twice, node => `status.allocatable[${resourceOf(node)}]`, node => node.status?.allocatable?.[resourceOf(node)!]),
      );
  }),
  check(CRITICAL_PODS_QUOTA, 'admits-critical-pods', { nodes: NODES, sets: DAEMON_SETS, quotas: RESOURCE_QUOTAS }, ({ nodes, sets, quotas }, { driverRoot }) => {
    const found = plugins(sets);
    const critical = found.filter(set => CRITICAL_CLASSES.includes(classOf(set)));
    if (found.length > 0 && critical.length === 0) {
      return pass(`${nameOf(found[0])} asks for no class that a cluster restricts`,
        { object: nameOf(found[0]), field: 'spec.template.spec.priorityClassName', value: classOf(found[0]) || null });
    }
    const namespace = critical[0]?.metadata.namespace ?? NVIDIA_DRA.namespace!;
    const priorityClass = critical[0] ? classOf(critical[0]) : DEFAULT_CLASS;
    const fix = `install the component ${CRITICAL_PODS_QUOTA.key}, or a ResourceQuota in ${namespace} with scopeSelector PriorityClass In [${priorityClass}]`;
    const there = quotas.filter(quota => quota.metadata.namespace === namespace);
    const covering = there.filter(quota => covers(quota, priorityClass));
    const needed = Math.max(1, sum(critical.filter(set => set.metadata.namespace === namespace).map(set => podsOf(set).desired)));
    // each quota that covers a pod must have room for it
    const tight = covering.find(quota => podsIn(quota) < needed);
    const hard = ({ metadata: { name }, spec }: ResourceQuota) => ({ object: `ResourceQuota ${namespace}/${name}`, field: 'spec.hard.pods', value: spec?.hard?.pods ?? null });
    if (tight) {
      return fail(
        `ResourceQuota ${namespace}/${tight.metadata.name} admits ${podsIn(tight)} pods of ${priorityClass}, and the kubelet plugin needs ${needed}`,
        `kubectl -n ${namespace} patch resourcequota ${tight.metadata.name} --patch '{"spec": {"hard": {"pods": "1000"}}}'`,
        hard(tight),
      );
    }
    if (covering.length > 0) {
      return pass(`ResourceQuota ${namespace}/${covering[0].metadata.name} admits pods of ${priorityClass}`, hard(covering[0]));
    }
    const evidence = there.length > 0
      ? there.slice(0, 3).map(({ metadata: { name }, spec }) =>
        ({ object: `ResourceQuota ${namespace}/${name}`, field: 'spec.scopeSelector', value: spec?.scopeSelector ?? null }))
      : [{ object: `ResourceQuotas in ${namespace}`, value: null }];
    const sign = nodes.find(isGke);
    if (sign) {
      const { metadata: { name, labels }, spec } = sign;
      return fail(
        `GKE admits no pod of ${priorityClass} to ${namespace} without a ResourceQuota for them, and there is none`,
        fix,
        ...evidence,
        labels?.[GKE_LABEL] === undefined
          ? { object: `Node ${name}`, field: 'spec.providerID', value: spec!.providerID }
          : { object: `Node ${name}`, field: `metadata.labels[${GKE_LABEL}]`, value: labels[GKE_LABEL] },
      );
    }
    return driverRoot !== DEFAULT_DRIVER_ROOT
      ? warn(`there is no ResourceQuota for pods of ${priorityClass} in ${namespace}, as GKE, which the driver root ${driverRoot} speaks for, requires`, fix, ...evidence)
      : pass(`nothing says that the cluster restricts pods of ${priorityClass}`);
  }),
];
