import { CRITICAL_PODS_QUOTA, DEFAULT_DRIVER_ROOT, NVIDIA_DRA } from '../../constructs/nvidia-dra';
import { check, Check, fail, pass, unknown, warn } from '../check';
import { devicePluginGpus, GPU_DRIVER, GPU_RESOURCE, gpuNodes, names, noGpuNode, seenOf, toleratesGpuNodes } from '../nodes';
import { DAEMON_SETS, DaemonSet, Node, NODES, RESOURCE_QUOTAS, RESOURCE_SLICES, ResourceQuota, ResourceSlice } from '../resources';
import { nameOf, runs } from '../workloads';

/** Names of the driver's image, before and after it moved to Kubernetes' registry. */
const IMAGES = ['dra-driver-nvidia-gpu', 'k8s-dra-driver-gpu'];
/** Labels by which GPU Feature Discovery says which driver a node has. */
const DRIVER_LABELS = ['nvidia.com/cuda.driver-version.full', 'nvidia.com/cuda.driver.major', 'nvidia.com/gpu-driver-upgrade-state'];
const CRITICAL = 'system-node-critical';

const plugins = (sets: readonly DaemonSet[]) => sets.filter(set => IMAGES.some(image => runs(set, image)));
const ofGpus = (slices: readonly ResourceSlice[]) =>
  slices.filter(({ spec: { driver, devices = [] } }) => driver === GPU_DRIVER && devices.length > 0);
const podsOf = ({ status: { desiredNumberScheduled: desired = 0, numberReady: ready = 0 } = {} }: DaemonSet) => ({ desired, ready });
const READS = { nodes: NODES, slices: RESOURCE_SLICES };

/** A resource quota that lets pods of the class in. */
function admitsCritical({ spec }: ResourceQuota): boolean {
  return spec?.hard?.pods !== '0' && (spec?.scopeSelector?.matchExpressions ?? []).some(({ scopeName, operator, values = [] }) =>
    scopeName === 'PriorityClass' && (operator === 'Exists' || operator === 'In' && values.includes(CRITICAL)));
}

/** A node of a cluster that restricts critical pods. */
function isGke({ metadata: { labels = {} }, spec }: Node): boolean {
  return 'cloud.google.com/gke-nodepool' in labels || (spec?.providerID ?? '').startsWith('gce://');
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
    const idle = found.filter(set => podsOf(set).desired === 0 || podsOf(set).ready < podsOf(set).desired);
    if (idle.length === found.length) {
      const { desired, ready } = podsOf(idle[0]);
      return fail(
        desired === 0 ? `${nameOf(idle[0])} runs on no node` : `of ${nameOf(idle[0])} ${ready} of ${desired} pods are ready`,
        desired === 0
          ? 'see whether GPU nodes have the labels that it selects and the taints that it tolerates'
          : `kubectl -n ${idle[0].metadata.namespace} describe daemonset ${idle[0].metadata.name}, and its pods' logs`,
        { object: nameOf(idle[0]), field: 'status.numberReady', value: ready },
        { object: nameOf(idle[0]), field: 'status.desiredNumberScheduled', value: desired },
      );
    }
    const published = new Set(ofGpus(slices).map(({ spec: { nodeName } }) => nodeName));
    const bare = gpus.filter(({ metadata: { name } }) => !published.has(name));
    return bare.length === 0
      ? pass(`every one of ${gpus.length} GPU nodes publishes its devices`)
      : fail(
        `${names(bare)} publish${bare.length > 1 ? '' : 'es'} no device of ${GPU_DRIVER}`,
        `see the kubelet plugin's logs there: kubectl -n ${found[0].metadata.namespace} get pods -o wide`,
        ...bare.slice(0, 3).map(({ metadata: { name } }) => ({ object: `Node ${name}`, field: `ResourceSlices of ${GPU_DRIVER}`, value: 0 })),
      );
  }),
  check(NVIDIA_DRA, 'kernel-driver', READS, ({ nodes, slices }) => {
    const gpus = gpuNodes(nodes, slices);
    if (gpus.length === 0) {
      return noGpuNode();
    }
    const versions = new Map(ofGpus(slices).map(({ spec: { nodeName, devices = [] } }) => {
      const { version, string } = devices.map(({ attributes }) => attributes?.driverVersion).find(Boolean) ?? {};
      return [nodeName, version ?? string];
    }));
    const isSilent = ({ metadata: { name, labels = {} } }: Node) => versions.get(name) === undefined && !DRIVER_LABELS.some(label => label in labels);
    const silent = gpus.filter(isSilent);
    return silent.length === 0
      ? pass(`every one of ${gpus.length} GPU nodes tells its kernel driver`, ...[...versions].slice(0, 3).map(([name, version]) =>
        ({ object: `Node ${name}`, field: 'ResourceSlice driverVersion', value: version ?? null })))
      : unknown(
        `nothing says which kernel driver ${names(silent)} ${silent.length > 1 ? 'have' : 'has'}`,
        'install the NVIDIA kernel driver and Container Toolkit by the node image or the GPU Operator; nvidia-smi on the node shows them',
        ...seenOf(silent, `metadata.labels[${DRIVER_LABELS[0]}]`, () => null),
      );
  }),
  check(NVIDIA_DRA, 'single-allocator', READS, ({ nodes, slices }) => {
    const published = new Set(ofGpus(slices).map(({ spec: { nodeName } }) => nodeName));
    const twice = nodes.filter(({ metadata: { name }, status }) => published.has(name) && devicePluginGpus(status?.allocatable) > 0);
    return twice.length === 0
      ? pass('no GPU is handed out by the DRA driver and a device plugin alike')
      : fail(
        `${names(twice)} hand${twice.length > 1 ? '' : 's'} out the same GPUs by a device plugin and by the DRA driver`,
        `remove the device plugin from ${twice.length > 1 ? 'them' : 'it'}: with the GPU Operator set devicePlugin.enabled to false`,
        ...seenOf(twice, `status.allocatable[${GPU_RESOURCE}]`, node => node.status?.allocatable?.[GPU_RESOURCE]),
      );
  }),
  check(CRITICAL_PODS_QUOTA, 'admits-critical-pods', { nodes: NODES, sets: DAEMON_SETS, quotas: RESOURCE_QUOTAS }, ({ nodes, sets, quotas }, { driverRoot }) => {
    const namespace = plugins(sets)[0]?.metadata.namespace ?? NVIDIA_DRA.namespace!;
    const admitting = quotas.find(quota => quota.metadata.namespace === namespace && admitsCritical(quota));
    const sign = nodes.find(isGke);
    if (admitting) {
      return pass(`ResourceQuota ${namespace}/${admitting.metadata.name} admits pods of ${CRITICAL}`);
    }
    const fix = `install the component ${CRITICAL_PODS_QUOTA.key}, or a ResourceQuota in ${namespace} with scopeSelector PriorityClass In [${CRITICAL}]`;
    const evidence = { object: `ResourceQuotas in ${namespace}`, field: 'spec.scopeSelector', value: quotas.filter(quota => quota.metadata.namespace === namespace).length };
    if (sign) {
      return fail(`GKE admits no pod of ${CRITICAL} to ${namespace} without a ResourceQuota for them, and there is none`, fix, evidence, { object: `Node ${sign.metadata.name}` });
    }
    return driverRoot !== DEFAULT_DRIVER_ROOT
      ? warn(`there is no ResourceQuota for pods of ${CRITICAL} in ${namespace}, as GKE, which the driver root ${driverRoot} speaks for, requires`, fix, evidence)
      : pass(`nothing says that the cluster restricts pods of ${CRITICAL}`);
  }),
];
