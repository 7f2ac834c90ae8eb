import { NODE_FEATURE_DISCOVERY } from '../../constructs/node-feature-discovery';
import { check, Check, fail, Outcome, pass, warn } from '../check';
import { all, gpuNodes, isPassing, names, NFD_LABELS, noGpuNode, ofGpus, passingLack, podsOf, PRESENT, seenOf, sum, toleratesGpuNodes } from '../nodes';
import { DAEMON_SETS, DaemonSet, Node, NODES, RESOURCE_SLICES, Workload } from '../resources';
import { imageName, nameOf } from '../workloads';

/** One image has all parts of it: the worker is told by the command, or by the DaemonSet's name where the command is the image's. */
function isWorker({ metadata, spec: { template: { spec: { containers } } } }: Workload): boolean {
  // OpenShift has an image of its own, with a longer name
  return containers.some(({ image, name, command = [], args = [] }) => imageName(image).includes('node-feature-discovery')
    && [metadata.name, name, ...command, ...args].some(text => /worker/.test(text)));
}

/** Workers of which more pods are not ready than nodes. */
function down(workers: readonly DaemonSet[], passing: number): Outcome | undefined {
  const counts = workers.map(podsOf);
  const [desired, ready] = [sum(counts.map(({ desired: of }) => of)), sum(counts.map(({ ready: of }) => of))];
  if (desired > 0 && desired - ready <= passing) {
    return undefined;
  }
  const message = desired === 0 ? `${workers.map(nameOf).join(', ')} runs on no node` : `of ${workers.map(nameOf).join(', ')} ${ready} of ${desired} pods are ready`;
  return (ready === 0 ? fail : warn)(
    message,
    workers.map(({ metadata: { namespace, name } }) => `kubectl -n ${namespace} describe daemonset ${name}`).join('\n'),
    ...workers.map(set => ({ object: nameOf(set), field: 'status.numberReady', value: podsOf(set).ready })),
  );
}

const labelOf = ({ metadata: { labels = {} } }: Node) => NFD_LABELS.find(label => labels[label] === 'true');

export const NODE_FEATURE_DISCOVERY_CHECKS: readonly Check[] = [
  check(NODE_FEATURE_DISCOVERY, 'worker-tolerates', { nodes: NODES, slices: RESOURCE_SLICES, sets: DAEMON_SETS }, ({ nodes, slices, sets }) => {
    const workers = sets.filter(isWorker);
    const tolerated = toleratesGpuNodes(workers, gpuNodes(nodes, slices), 'the worker of Node Feature Discovery', 'the chart\'s worker.tolerations');
    return tolerated.result === 'pass' ? down(workers, nodes.filter(isPassing).length) ?? tolerated : tolerated;
  }),
  check(NODE_FEATURE_DISCOVERY, 'gpu-labels', { nodes: NODES, slices: RESOURCE_SLICES }, ({ nodes, slices }) => {
    const gpus = gpuNodes(nodes, slices);
    if (gpus.length === 0) {
      return noGpuNode();
    }
    const bare = gpus.filter(node => labelOf(node) === undefined);
    const served = new Set(ofGpus(slices).map(({ spec: { nodeName } }) => nodeName));
    // the DRA driver goes there all the same
    const known = bare.filter(node => node.metadata.labels?.[PRESENT] === 'true' || served.has(node.metadata.name));
    const lacking = bare.filter(node => !known.includes(node) && !isPassing(node));
    const say = (of: readonly Node[]) => `${names(of)} ${of.length > 1 ? 'have GPUs' : 'has a GPU'} and no label`;
    const seen = (of: readonly Node[]) => seenOf(of, `metadata.labels[${NFD_LABELS[2]}]`, node => node.metadata.labels?.[NFD_LABELS[2]]);
    const fix = 'see why the worker does not run there or finds no device: kubectl get pods -A -o wide | grep worker';
    if (lacking.length > 0) {
      return fail(`${say(lacking)} that says so`, fix, ...seen(lacking));
    }
    if (known.length > 0) {
      return warn(`${say(known)} of Node Feature Discovery, and the DRA driver runs there by another`, fix, ...seen(known));
    }
    return bare.length > 0
      ? passingLack(bare, `${bare.length > 1 ? 'have' : 'has'} no label of Node Feature Discovery`)
      : pass(`${all(gpus)} ${gpus.length > 1 ? 'are' : 'is'} labelled`, ...seenOf(gpus, node => `metadata.labels[${labelOf(node)}]`, () => 'true'));
  }),
];
