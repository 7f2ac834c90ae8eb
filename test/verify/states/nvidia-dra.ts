import { CheckStates, daemonSet, node } from './states';

const IMAGE = 'registry.k8s.io/dra-driver-nvidia/dra-driver-nvidia-gpu:v0.4.1';
const NAMESPACE = 'nvidia-dra-driver';
const SET = `DaemonSet ${NAMESPACE}/dra-driver-nvidia-gpu-kubelet-plugin`;
const GKE = node('gke-0', { labels: { 'cloud.google.com/gke-nodepool': 'cpu' } });

const gpu = (name: string, more: object = {}) => node(name, { labels: { 'nvidia.com/gpu.present': 'true' }, ...more });
const plugin = (options: object = {}, name = 'dra-driver-nvidia-gpu-kubelet-plugin') => daemonSet(NAMESPACE, name, IMAGE, { priorityClassName: 'system-node-critical', ...options });

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' };
const UNREACHABLE = { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' };

/** What the driver's controller makes of each ComputeDomain, from the same image. */
function computeDomainDaemon(): any {
  const made = daemonSet(NAMESPACE, 'computedomain-daemon-0a', IMAGE, { tolerations: [{ operator: 'Exists' }], desired: 1, ready: 0 });
  made.spec.template.spec.containers = [{ name: 'compute-domain-daemon', image: IMAGE, command: ['compute-domain-daemon', 'run'] }];
  return made;
}

function slice(nodeName: string, { name = `${nodeName}-gpu.nvidia.com`, version = '580.65.6' as string | null, slices = 1 } = {}): any {
  const attributes = { type: { string: 'gpu' }, ...version !== null && { driverVersion: { version }, cudaDriverVersion: { version: '13.0.0' } } };
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name },
    spec: { driver: 'gpu.nvidia.com', nodeName, pool: { name: nodeName, generation: 1, resourceSliceCount: slices }, devices: [{ name: `gpu-of-${name.length}`, attributes }] },
  };
}

/** A node whose GPUs a device plugin hands out by other names. */
function sliced(name: string, resource: string, count: string): any {
  const made = gpu(name);
  const counts = { 'cpu': '8', 'memory': '32Gi', 'pods': '110', 'nvidia.com/gpu': '0', [resource]: count };
  return { ...made, status: { capacity: counts, allocatable: counts } };
}

function quota(spec: object, namespace = NAMESPACE): any {
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { namespace, name: 'critical' }, spec };
}

const priorityClass = (operator: string, ...values: string[]) => ({ matchExpressions: [{ scopeName: 'PriorityClass', operator, ...values.length > 0 && { values } }] });
const REFUSED = `GKE admits no pod of system-node-critical to ${NAMESPACE} without a ResourceQuota for them, and there is none`;

/** Subtler states than something missing. */
export const NVIDIA_DRA_STATES: readonly CheckStates[] = [
  {
    code: 'nvidia-dra-driver-gpu/plugin-tolerates',
    good: [gpu('gpu-0', { taints: [{ key: 'nvidia.com/gpu', effect: 'NoSchedule' }] }), plugin({ tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists' }] }), computeDomainDaemon()],
    bad: [
      {
        what: 'a daemon of a ComputeDomain that tolerates what the plugin does not',
        with: [plugin()],
        result: 'fail',
        message: `${SET} does not tolerate nvidia.com/gpu:NoSchedule of gpu-0`,
      },
      {
        what: 'a plugin that tolerates it, for other nodes',
        with: [plugin(), plugin({ tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists' }], nodeSelector: { pool: 'ml' } }, 'plugin-of-another-pool')],
        result: 'fail',
        message: `none of ${SET}, DaemonSet ${NAMESPACE}/plugin-of-another-pool tolerates nvidia.com/gpu:NoSchedule of gpu-0`,
      },
      {
        what: 'a plugin for other nodes alone',
        with: [plugin({ tolerations: [{ operator: 'Exists' }], nodeSelector: { pool: 'ml' } })],
        result: 'fail',
        message: `${SET} does not select gpu-0`,
      },
      { what: 'such a daemon alone', without: [plugin()], result: 'fail', message: 'no DaemonSet runs the DRA driver\'s kubelet plugin' },
    ],
  },
  {
    code: 'nvidia-dra-driver-gpu/resource-slices',
    // a DaemonSet for a pool that is empty now, and a ComputeDomain that starts
    good: [gpu('gpu-0'), slice('gpu-0'), plugin(), plugin({ desired: 0 }, 'plugin-of-another-pool'), computeDomainDaemon()],
    bad: [
      {
        what: 'a second DaemonSet that is not ready',
        with: [plugin({ desired: 3, ready: 2 }, 'plugin-of-another-pool')],
        result: 'fail',
        message: `of DaemonSet ${NAMESPACE}/plugin-of-another-pool 2 of 3 pods are ready`,
      },
      {
        what: 'a node that joins',
        with: [gpu('gpu-1', { taints: [NOT_READY] }), plugin({ desired: 2, ready: 1 })],
        result: 'warn',
        message: 'gpu-1 is not ready or about to go, and publishes no device of gpu.nvidia.com',
      },
      {
        what: 'a node that is down, and whose devices are still published',
        with: [gpu('gpu-1', { taints: [UNREACHABLE] }), slice('gpu-1'), plugin({ desired: 2, ready: 1 })],
        result: 'warn',
        message: `gpu-1 is not ready or about to go, and of ${SET} 1 of 2 pods are ready`,
      },
      {
        what: 'a node that is down, and two pods that are',
        with: [gpu('gpu-1', { taints: [UNREACHABLE] }), slice('gpu-1'), plugin({ desired: 2, ready: 0 })],
        result: 'fail',
        message: `of ${SET} 0 of 2 pods are ready`,
      },
      {
        what: 'the first node, which joins',
        with: [gpu('gpu-0', { taints: [NOT_READY] }), plugin({ desired: 0 })],
        without: [slice('gpu-0')],
        result: 'warn',
        message: 'gpu-0 is not ready or about to go, and publishes no device of gpu.nvidia.com',
      },
      { what: 'none that runs', with: [plugin({ desired: 0 })], without: [plugin({}, 'plugin-of-another-pool')], result: 'fail', message: `${SET} runs on no node` },
    ],
  },
  {
    code: 'nvidia-dra-driver-gpu/kernel-driver',
    // not every slice of a node tells the version, whatever their order
    good: [gpu('gpu-0'), slice('gpu-0', { slices: 2 }), slice('gpu-0', { name: 'gpu-0-vfio', version: null, slices: 2 })],
    bad: [
      {
        what: 'a label of the GPU Operator that says how an upgrade went',
        with: [node('gpu-1', { labels: { 'nvidia.com/gpu.present': 'true', 'nvidia.com/gpu-driver-upgrade-state': 'upgrade-failed' } })],
        result: 'unknown',
        message: 'nothing says which kernel driver gpu-1 has',
      },
      {
        what: 'a node that joins and says nothing yet',
        with: [gpu('gpu-1', { taints: [NOT_READY] })],
        result: 'warn',
        message: 'gpu-1 is not ready or about to go, and nothing says which kernel driver is there',
      },
      { what: 'an old driver', with: [slice('gpu-0', { version: '535.129.3', slices: 2 })], result: 'fail', message: 'gpu-0 has a kernel driver older than 565, such as 535.129.3' },
      {
        what: 'an old driver by its label',
        with: [node('gpu-1', { labels: { 'nvidia.com/gpu.present': 'true', 'nvidia.com/cuda.driver.major': '470' } })],
        result: 'fail',
        message: 'gpu-1 has a kernel driver older than 565, such as 470',
      },
    ],
  },
  {
    code: 'nvidia-dra-driver-gpu/single-allocator',
    good: [gpu('gpu-0', { gpus: '0' }), slice('gpu-0')],
    bad: [
      { what: 'no GPU node', with: [node('cpu-0')], without: [gpu('gpu-0'), slice('gpu-0')], result: 'warn', message: 'no node with a GPU was seen' },
      {
        what: 'a device plugin that shares GPUs by time, under another name',
        with: [sliced('gpu-0', 'nvidia.com/gpu.shared', '4')],
        result: 'fail',
        message: 'gpu-0 hands out the same GPUs by a device plugin and by the DRA driver',
      },
      {
        what: 'a device plugin of MIG devices',
        with: [sliced('gpu-0', 'nvidia.com/mig-1g.10gb', '7')],
        result: 'fail',
        message: 'gpu-0 hands out the same GPUs by a device plugin and by the DRA driver',
      },
    ],
  },
  {
    code: 'dra-driver-critical-pods-quota/admits-critical-pods',
    // as GKE writes its own, which has no end
    good: [GKE, plugin({ desired: 3 }), quota({ hard: { pods: '1G' }, scopeSelector: priorityClass('In', 'system-node-critical') })],
    bad: [
      { what: 'a quota of every pod', with: [quota({ hard: { pods: '1000' } })], result: 'fail', message: REFUSED },
      { what: 'all classes but this', with: [quota({ hard: { pods: '1000' }, scopeSelector: priorityClass('NotIn', 'system-node-critical') })], result: 'fail', message: REFUSED },
      { what: 'pods without a class', with: [quota({ hard: { pods: '1000' }, scopeSelector: priorityClass('DoesNotExist') })], result: 'fail', message: REFUSED },
      {
        what: 'a quota in another namespace',
        without: [quota({})],
        with: [quota({ hard: { pods: '1000' }, scopeSelector: priorityClass('In', 'system-node-critical') }, 'kube-system')],
        result: 'fail',
        message: REFUSED,
      },
      {
        what: 'a quota of fewer pods than nodes',
        with: [quota({ hard: { pods: '2' }, scopeSelector: priorityClass('In', 'system-node-critical') })],
        result: 'fail',
        message: `ResourceQuota ${NAMESPACE}/critical admits 2 pods of system-node-critical, and the kubelet plugin needs 3`,
      },
      {
        what: 'a quota of fewer pods than two plugins have in all',
        with: [plugin({ desired: 2 }, 'plugin-of-another-pool'), quota({ hard: { pods: '4' }, scopeSelector: priorityClass('In', 'system-node-critical') })],
        result: 'fail',
        message: `ResourceQuota ${NAMESPACE}/critical admits 4 pods of system-node-critical, and the kubelet plugin needs 5`,
      },
      {
        what: 'a plugin of the other critical class',
        with: [plugin({ priorityClassName: 'system-cluster-critical' })],
        result: 'fail',
        message: `GKE admits no pod of system-cluster-critical to ${NAMESPACE} without a ResourceQuota for them, and there is none`,
      },
    ],
  },
  {
    code: 'dra-driver-critical-pods-quota/admits-critical-pods',
    good: [GKE, plugin(), quota({ hard: { pods: '1000' }, scopes: ['PriorityClass'] })],
    bad: [{ what: 'another scope', with: [quota({ hard: { pods: '1000' }, scopes: ['NotTerminating'] })], result: 'fail', message: REFUSED }],
  },
  {
    code: 'dra-driver-critical-pods-quota/admits-critical-pods',
    good: [GKE, plugin(), quota({ scopeSelector: priorityClass('NotIn', 'low') })],
    bad: [{ what: 'none', without: [quota({})], result: 'fail', message: REFUSED }],
  },
  {
    code: 'dra-driver-critical-pods-quota/admits-critical-pods',
    // a class that anybody may use
    good: [GKE, plugin({ priorityClassName: 'gpu-critical' })],
    bad: [{ what: 'a critical one', with: [plugin()], result: 'fail', message: REFUSED }],
  },
  {
    code: 'dra-driver-critical-pods-quota/admits-critical-pods',
    // no sign of a restriction
    good: [node('cpu-0', { providerID: 'kind://docker/kind/kind-worker' }), plugin()],
    bad: [{ what: 'GKE', with: [GKE], result: 'fail', message: REFUSED }],
  },
];
