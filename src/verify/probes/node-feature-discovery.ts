import { NODE_FEATURE_DISCOVERY } from '../../constructs/node-feature-discovery';
import { check, Check, fail, pass } from '../check';
import { gpuNodes, names, NFD_LABELS, noGpuNode, seenOf, toleratesGpuNodes } from '../nodes';
import { DAEMON_SETS, Node, NODES, RESOURCE_SLICES, Workload } from '../resources';
import { runs } from '../workloads';

/** One image has all parts of it: the worker is told by the command, or by the DaemonSet's name where the command is the image's. */
function isWorker(workload: Workload): boolean {
  const { name, command = [], args = [] } = workload.spec.template.spec.containers.find(({ image }) => image.includes('node-feature-discovery'))!;
  return [workload.metadata.name, name, ...command, ...args].some(text => /worker/.test(text));
}

const isLabelled = ({ metadata: { labels = {} } }: Node) => NFD_LABELS.some(label => labels[label] === 'true');

export const NODE_FEATURE_DISCOVERY_CHECKS: readonly Check[] = [
  check(NODE_FEATURE_DISCOVERY, 'worker-tolerates', { nodes: NODES, slices: RESOURCE_SLICES, sets: DAEMON_SETS }, ({ nodes, slices, sets }) =>
    toleratesGpuNodes(
      sets.filter(set => runs(set, 'node-feature-discovery') && isWorker(set)),
      gpuNodes(nodes, slices),
      'the worker of Node Feature Discovery',
      'the chart\'s worker.tolerations',
    )),
  check(NODE_FEATURE_DISCOVERY, 'gpu-labels', { nodes: NODES, slices: RESOURCE_SLICES }, ({ nodes, slices }) => {
    const gpus = gpuNodes(nodes, slices);
    const bare = gpus.filter(node => !isLabelled(node));
    return gpus.length === 0 ? noGpuNode() : bare.length === 0
      ? pass(`all ${gpus.length} GPU nodes are labelled`)
      : fail(
        `${names(bare)} ${bare.length > 1 ? 'have GPUs' : 'has a GPU'} and no label that says so`,
        'see why the worker does not run there or finds no device: kubectl get pods -A -o wide | grep worker',
        ...seenOf(bare, `metadata.labels[${NFD_LABELS[2]}]`, node => node.metadata.labels?.[NFD_LABELS[2]]),
      );
  }),
];
