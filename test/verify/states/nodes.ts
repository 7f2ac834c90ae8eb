import { CheckStates, daemonSet, node } from './states';

const TAINT = { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' };
const TOLERATION = { key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' };
const LABEL = 'feature.node.kubernetes.io/pci-10de.present';
const DRIVER = 'nvcr.io/nvidia/k8s-dra-driver-gpu:v25.12.0';

const gpu = (name: string, more: object = {}) => node(name, { labels: { [LABEL]: 'true' }, taints: [TAINT], ...more });
const cpu = node('cpu-0');
const GPU_NODES = [gpu('gpu-0'), gpu('gpu-1')];

const worker = (tolerations?: any[]) => daemonSet('nfd', 'nfd-worker', 'registry.k8s.io/nfd/node-feature-discovery:v0.19.0', { args: ['nfd-worker'], tolerations });
const plugin = (options: object = {}) => daemonSet('nvidia-dra-driver', 'dra-driver-nvidia-gpu-kubelet-plugin', 'registry.k8s.io/dra-driver-nvidia/dra-driver-nvidia-gpu:v0.4.1',
  { tolerations: [TOLERATION], priorityClassName: 'system-node-critical', desired: 2, ...options });

function slice(nodeName: string, { driver = 'gpu.nvidia.com', devices = 2, version = '580.65.6' as string | null } = {}): any {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: `${nodeName}-${driver}` },
    spec: {
      driver,
      nodeName,
      pool: { name: nodeName, generation: 1, resourceSliceCount: 1 },
      devices: Array.from({ length: devices }, (_, i) => ({ name: `gpu-${i}`, attributes: version === null ? { uuid: { string: `u${i}` } } : { driverVersion: { version } } })),
    },
  };
}

const SLICES = [slice('gpu-0'), slice('gpu-1')];
const READY = [...GPU_NODES, cpu, worker([TOLERATION]), plugin(), ...SLICES];

const NONE = { what: 'no GPU node', with: [], without: [...GPU_NODES, ...SLICES], result: 'warn', message: 'no node with a GPU was seen' } as const;
const SET = 'DaemonSet nvidia-dra-driver/dra-driver-nvidia-gpu-kubelet-plugin';

export const NODE_STATES: readonly CheckStates[] = [
  {
    code: 'node-feature-discovery/worker-tolerates',
    good: READY,
    bad: [
      NONE,
      { what: 'no worker', without: [worker()], result: 'fail', message: 'no DaemonSet runs the worker of Node Feature Discovery' },
      { what: 'no tolerations', with: [worker()], result: 'fail', message: 'DaemonSet nfd/nfd-worker does not tolerate nvidia.com/gpu:NoSchedule of gpu-0 and gpu-1' },
      {
        what: 'a toleration of another value',
        with: [worker([{ key: 'nvidia.com/gpu', operator: 'Equal', value: 'true', effect: 'NoSchedule' }])],
        result: 'fail',
        message: 'DaemonSet nfd/nfd-worker does not tolerate nvidia.com/gpu:NoSchedule of gpu-0 and gpu-1',
      },
      {
        what: 'a toleration of another effect',
        with: [worker([{ ...TOLERATION, effect: 'NoExecute' }])],
        result: 'fail',
        message: 'DaemonSet nfd/nfd-worker does not tolerate nvidia.com/gpu:NoSchedule of gpu-0 and gpu-1',
      },
      {
        what: 'one more taint on one node',
        with: [gpu('gpu-1', { taints: [TAINT, { key: 'example.com/reserved', effect: 'NoExecute' }] })],
        result: 'fail',
        message: 'DaemonSet nfd/nfd-worker does not tolerate example.com/reserved:NoExecute of gpu-1',
      },
    ],
  },
  {
    code: 'node-feature-discovery/gpu-labels',
    good: [gpu('gpu-0'), gpu('gpu-1', { labels: { 'feature.node.kubernetes.io/pci-0302_10de.present': 'true' } }), cpu],
    bad: [
      { what: 'no GPU node', without: GPU_NODES, result: 'warn', message: 'no node with a GPU was seen' },
      { what: 'a node that is only tainted', with: [node('gpu-1', { taints: [TAINT] })], result: 'fail', message: 'gpu-1 has a GPU and no label that says so' },
      {
        what: 'many nodes that only the cloud labels',
        with: Array.from({ length: 5 }, (_, i) => node(`t4-${i}`, { labels: { 'cloud.google.com/gke-accelerator': 'nvidia-tesla-t4' } })),
        result: 'fail',
        message: 't4-0, t4-1, t4-2 and 2 more have GPUs and no label that says so',
      },
    ],
  },
  {
    code: 'nvidia-dra-driver-gpu/plugin-tolerates',
    good: READY,
    bad: [
      NONE,
      { what: 'no plugin', without: [plugin()], result: 'fail', message: 'no DaemonSet runs the DRA driver\'s kubelet plugin' },
      { what: 'no tolerations', with: [plugin({ tolerations: [] })], result: 'fail', message: `${SET} does not tolerate nvidia.com/gpu:NoSchedule of gpu-0 and gpu-1` },
    ],
  },
  {
    code: 'nvidia-dra-driver-gpu/resource-slices',
    good: READY,
    bad: [
      NONE,
      { what: 'no plugin', without: [plugin()], result: 'fail', message: 'no DaemonSet runs the DRA driver\'s kubelet plugin' },
      { what: 'a plugin that runs nowhere', with: [plugin({ desired: 0 })], result: 'fail', message: `${SET} runs on no node` },
      { what: 'a pod that is not ready', with: [plugin({ ready: 1 })], result: 'fail', message: `of ${SET} 1 of 2 pods are ready` },
      { what: 'a node without a slice', without: [SLICES[1]], result: 'fail', message: 'gpu-1 publishes no device of gpu.nvidia.com' },
      { what: 'a slice without a device', with: [slice('gpu-1', { devices: 0 })], result: 'fail', message: 'gpu-1 publishes no device of gpu.nvidia.com' },
      { what: 'a slice of another driver', with: [slice('gpu-1', { driver: 'compute-domain.nvidia.com' })], without: [SLICES[1]], result: 'fail', message: 'gpu-1 publishes no device of gpu.nvidia.com' },
    ],
  },
  {
    code: 'nvidia-dra-driver-gpu/kernel-driver',
    good: [gpu('gpu-0'), gpu('gpu-1', { labels: { [LABEL]: 'true', 'nvidia.com/cuda.driver-version.full': '580.65.06' } }), slice('gpu-0')],
    bad: [
      { what: 'no GPU node', without: [...GPU_NODES, SLICES[0]], result: 'warn', message: 'no node with a GPU was seen' },
      { what: 'a node that says nothing', with: [gpu('gpu-1')], result: 'unknown', message: 'nothing says which kernel driver gpu-1 has' },
      { what: 'devices without a version', with: [slice('gpu-0', { version: null })], result: 'unknown', message: 'nothing says which kernel driver gpu-0 has' },
    ],
  },
  {
    code: 'nvidia-dra-driver-gpu/single-allocator',
    // capacity alone, or none of it, is no second allocator
    good: [gpu('gpu-0', { gpus: '0' }), gpu('gpu-1'), node('plugin-only', { gpus: '8' }), ...SLICES],
    bad: [
      { what: 'a device plugin beside the driver', with: [gpu('gpu-0', { gpus: '8' })], result: 'fail', message: 'gpu-0 hands out the same GPUs by a device plugin and by the DRA driver' },
      {
        what: 'on both nodes',
        with: GPU_NODES.map(({ metadata: { name } }) => gpu(name, { gpus: '1' })),
        result: 'fail',
        message: 'gpu-0 and gpu-1 hand out the same GPUs by a device plugin and by the DRA driver',
      },
    ],
  },
  {
    code: 'dra-driver-critical-pods-quota/admits-critical-pods',
    good: [plugin(), node('gke-0', { providerID: 'gce://p/z/n' }), quota()],
    bad: [
      {
        what: 'no quota on GKE',
        without: [quota()],
        result: 'fail',
        message: 'GKE admits no pod of system-node-critical to nvidia-dra-driver without a ResourceQuota for them, and there is none',
      },
      {
        what: 'a quota of another class',
        with: [quota({ values: ['system-cluster-critical'] })],
        result: 'fail',
        message: 'GKE admits no pod of system-node-critical to nvidia-dra-driver without a ResourceQuota for them, and there is none',
      },
      {
        what: 'a quota in another namespace than the driver',
        without: [plugin()],
        with: [daemonSet('elsewhere', 'plugin', DRIVER, { priorityClassName: 'system-node-critical' })],
        result: 'fail',
        message: 'GKE admits no pod of system-node-critical to elsewhere without a ResourceQuota for them, and there is none',
      },
    ],
  },
  {
    code: 'dra-driver-critical-pods-quota/admits-critical-pods',
    about: { driverRoot: '/home/kubernetes/bin/nvidia' },
    good: [plugin(), cpu, quota()],
    bad: [{
      what: 'no quota where only the driver root speaks for GKE',
      without: [quota()],
      result: 'warn',
      message: 'there is no ResourceQuota for pods of system-node-critical in nvidia-dra-driver, as GKE, which the driver root /home/kubernetes/bin/nvidia speaks for, requires',
    }],
  },
];

function quota({ values = ['system-node-critical', 'system-cluster-critical'] } = {}): any {
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { namespace: 'nvidia-dra-driver', name: 'allow-critical-pods' },
    spec: { hard: { pods: '1000' }, scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values }] } },
  };
}
