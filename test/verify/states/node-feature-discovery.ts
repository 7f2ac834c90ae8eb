import { CheckStates, daemonSet, node } from './states';

const TAINT = { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' };
const TEAM = { key: 'example.com/team', value: 'ml', effect: 'NoSchedule' };
const IMAGE = 'registry.k8s.io/nfd/node-feature-discovery:v0.19.0';

const accept = (key: string) => ({ key, operator: 'Exists', effect: 'NoSchedule' });
const gpu = (name: string, ...taints: any[]) => node(name, { labels: { 'nvidia.com/gpu.present': 'true' }, taints });
const worker = (name: string, ...tolerations: any[]) => daemonSet('nfd', name, IMAGE, { args: ['nfd-worker'], tolerations });
const counted = (desired: number, ready: number) => daemonSet('nfd', 'nfd-worker', IMAGE, { args: ['nfd-worker'], desired, ready });
/** Runs on the same image, and labels nothing. */
const topologyUpdater = daemonSet('nfd', 'nfd-topology-updater', IMAGE, { args: ['nfd-topology-updater'], tolerations: [{ operator: 'Exists' }] });

const SCALE_DOWN = { key: 'ToBeDeletedByClusterAutoscaler', value: '1767225600', effect: 'NoSchedule' };
const AVOIDED = { key: 'example.com/spot', effect: 'PreferNoSchedule' };

/** What keeps pods away only until a node is ready for them. */
const STARTUP = [
  'node.cilium.io/agent-not-ready', 'ebs.csi.aws.com/agent-not-ready', 'startup-taint.cluster-autoscaler.kubernetes.io/gpu', 'status-taint.cluster-autoscaler.kubernetes.io/gpu',
  'ignore-taint.cluster-autoscaler.kubernetes.io/gpu', 'node.cluster.x-k8s.io/uninitialized',
].map(key => ({ key, effect: 'NoSchedule' }));

/** Subtler states than a missing toleration. */
export const NODE_FEATURE_DISCOVERY_STATES: readonly CheckStates[] = [
  {
    code: 'node-feature-discovery/worker-tolerates',
    // taints that pass by themselves, or keep no pod away, need no toleration
    good: [
      gpu('gpu-0', TAINT, SCALE_DOWN, AVOIDED),
      gpu('gpu-1', TAINT, { key: 'karpenter.sh/disrupted', effect: 'NoSchedule' }),
      gpu('gpu-2', TEAM),
      gpu('gpu-3', TAINT, ...STARTUP),
      worker('nfd-worker', accept(TAINT.key)),
      worker('nfd-worker-ml', { key: TEAM.key, value: TEAM.value }),
    ],
    bad: [
      {
        what: 'a node whose taints no one DaemonSet tolerates',
        with: [gpu('gpu-2', TAINT, TEAM)],
        result: 'fail',
        message: 'none of DaemonSet nfd/nfd-worker, DaemonSet nfd/nfd-worker-ml tolerates example.com/team:NoSchedule of gpu-2',
      },
      {
        what: 'nodes of different taints',
        with: [gpu('gpu-0', { key: 'a', effect: 'NoSchedule' }), gpu('gpu-1', { key: 'b', effect: 'NoExecute' }), worker('nfd-worker')],
        without: [worker('nfd-worker-ml'), gpu('gpu-2'), gpu('gpu-3')],
        result: 'fail',
        message: 'DaemonSet nfd/nfd-worker does not tolerate a:NoSchedule and b:NoExecute of gpu-0 and gpu-1',
      },
      {
        what: 'more taints than are named',
        with: ['a', 'b', 'c', 'd'].map(key => gpu(`gpu-${key}`, { key, effect: 'NoSchedule' })),
        result: 'fail',
        message: 'none of DaemonSet nfd/nfd-worker, DaemonSet nfd/nfd-worker-ml tolerates a:NoSchedule, b:NoSchedule, c:NoSchedule and 1 more of gpu-a, gpu-b, gpu-c and 1 more',
        fix: `add to the chart's worker.tolerations: ${['a', 'b', 'c', 'd'].map(key => `{key: ${key}, operator: Exists, effect: NoSchedule}`).join(', ')}`,
      },
      {
        what: 'another part on the worker\'s image',
        without: [worker('nfd-worker'), worker('nfd-worker-ml')],
        with: [topologyUpdater],
        result: 'fail',
        message: 'no DaemonSet runs the worker of Node Feature Discovery',
      },
    ],
  },
  {
    code: 'node-feature-discovery/worker-tolerates',
    // everything, as some charts do it, from an image of OpenShift
    good: [
      gpu('gpu-0', TAINT, TEAM),
      daemonSet('openshift-nfd', 'nfd-worker', 'registry.redhat.io/openshift4/ose-node-feature-discovery-rhel9@sha256:0a', { tolerations: [{ operator: 'Exists' }] }),
    ],
    bad: [{
      what: 'an operator that is missing, so that the value must be equal',
      with: [daemonSet('openshift-nfd', 'nfd-worker', IMAGE, { tolerations: [{ key: TAINT.key }, accept(TEAM.key)] })],
      result: 'fail',
      message: 'DaemonSet openshift-nfd/nfd-worker does not tolerate nvidia.com/gpu:NoSchedule of gpu-0',
    }],
  },
  {
    code: 'node-feature-discovery/worker-tolerates',
    // a worker on a node that is down
    good: [gpu('gpu-0'), gpu('gpu-1', { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }), counted(2, 1)],
    bad: [
      { what: 'no worker that is ready', with: [counted(2, 0)], result: 'fail', message: 'of DaemonSet nfd/nfd-worker 0 of 2 pods are ready' },
      { what: 'more workers down than nodes', with: [counted(4, 2)], result: 'warn', message: 'of DaemonSet nfd/nfd-worker 2 of 4 pods are ready' },
      { what: 'no worker at all', with: [counted(0, 0)], result: 'fail', message: 'DaemonSet nfd/nfd-worker runs on no node' },
    ],
  },
  {
    code: 'node-feature-discovery/gpu-labels',
    good: [
      node('azure', { labels: { 'kubernetes.azure.com/accelerator': 'nvidia', 'feature.node.kubernetes.io/pci-0300_10de.present': 'true' } }),
      // no GPUs of NVIDIA
      node('amd', { labels: { 'karpenter.k8s.aws/instance-gpu-manufacturer': 'amd' } }),
      node('none', { labels: { 'nvidia.com/gpu.present': 'false' } }),
      node('habana', { labels: { 'karpenter.k8s.aws/instance-gpu-manufacturer': 'habana' } }),
      node('neuron', { labels: { 'k8s.amazonaws.com/accelerator': 'aws-neuron' } }),
    ],
    bad: [
      {
        what: 'a node of Karpenter on Azure',
        with: [node('azure-1', { labels: { 'karpenter.azure.com/sku-gpu-manufacturer': 'nvidia' } })],
        result: 'fail',
        message: 'azure-1 has a GPU and no label that says so',
      },
      {
        what: 'a node that joins',
        with: [node('new', { labels: { 'k8s.amazonaws.com/accelerator': 'nvidia-l4' }, taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' }] })],
        result: 'warn',
        message: 'new is not ready or about to go, and has no label of Node Feature Discovery',
      },
      {
        what: 'a label that the DRA driver takes for those',
        with: [gpu('gpu-0')],
        result: 'warn',
        message: 'gpu-0 has a GPU and no label of Node Feature Discovery, and the DRA driver runs there by another',
      },
      {
        what: 'a label that says no',
        with: [node('azure', { labels: { 'kubernetes.azure.com/accelerator': 'nvidia', 'feature.node.kubernetes.io/pci-0300_10de.present': 'false' } })],
        result: 'fail',
        message: 'azure has a GPU and no label that says so',
      },
      {
        what: 'nodes of Karpenter and of EKS',
        with: [
          node('auto', { labels: { 'eks.amazonaws.com/instance-gpu-manufacturer': 'nvidia' } }),
          node('karpenter', { labels: { 'karpenter.k8s.aws/instance-gpu-manufacturer': 'nvidia' } }),
        ],
        result: 'fail',
        message: 'auto and karpenter have GPUs and no label that says so',
      },
    ],
  },
];
