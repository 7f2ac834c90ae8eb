import { NODE_FEATURE_DISCOVERY } from '../../constructs/node-feature-discovery';
import { check, Check, fail, pass } from '../check';
import { all, gpuNodes, names, NFD_LABELS, noGpuNode, seenOf, toleratesGpuNodes } from '../nodes';
import { DAEMON_SETS, Node, NODES, RESOURCE_SLICES, Workload } from '../resources';
import { imageName } from '../workloads';

/** One image has all parts of it: the worker is told by the command, or by the DaemonSet's name where the command is the image's. */
function isWorker({ metadata, spec: { template: { spec: { containers } } } }: Workload): boolean {
  // OpenShift has an image of its own, with a longer name
  return containers.some(({ image, name, command = [], args = [] }) => imageName(image).includes('node-feature-discovery')
    && [metadata.name, name, ...command, ...args].some(text => /worker/.test(text)));
}

const labelOf = ({ metadata: { labels = {} } }: Node) => NFD_LABELS.find(label => labels[label] === 'true');

export const NODE_FEATURE_DISCOVERY_CHECKS: readonly Check[] = [
  check(NODE_FEATURE_DISCOVERY, 'worker-tolerates', { nodes: NODES, slices: RESOURCE_SLICES, sets: DAEMON_SETS }, ({ nodes, slices, sets }) =>
    toleratesGpuNodes(sets.filter(isWorker), gpuNodes(nodes, slices), 'the worker of Node Feature Discovery', 'the chart\'s worker.tolerations')),
  check(NODE_FEATURE_DISCOVERY, 'gpu-labels', { nodes: NODES, slices: RESOURCE_SLICES }, ({ nodes, slices }) => {
    const gpus = gpuNodes(nodes, slices);
    const bare = gpus.filter(node => labelOf(node) === undefined);
    return gpus.length === 0 ? noGpuNode() : bare.length === 0
      ? pass(`${all(gpus)} ${gpus.length > 1 ? 'are' : 'is'} labelled`, ...seenOf(gpus, node => `metadata.labels[${labelOf(node)}]`, () => 'true'))
      : fail(
        `${names(bare)} ${bare.length > 1 ? 'have GPUs' : 'has a GPU'} and no label that says so`,
        'see why the worker does not run there or finds no device: kubectl get pods -A -o wide | grep worker',
        ...seenOf(bare, `metadata.labels[${NFD_LABELS[2]}]`, node => node.metadata.labels?.[NFD_LABELS[2]]),
      );
  }),
];
