import { Construct } from 'constructs';
import { chartFields, ChartOptions, Component, DeliveryOptions } from './component';
import { tolerate, Toleration, TOLERATIONS } from './toleration';
import { ComponentData } from '../lib/component';

export const NODE_FEATURE_DISCOVERY: ComponentData = {
  key: 'node-feature-discovery',
  file: 32,
  role: 'substrate',
  option: 'nodeFeatureDiscovery',
  namespace: 'node-feature-discovery',
  podSecurity: 'privileged',
  leaves: [
    { what: 'the CRDs of nfd.k8s-sigs.io' },
    { what: 'the labels feature.node.kubernetes.io/... of nodes', uninstalled: false },
  ],
  summary: 'labels the nodes that have GPUs',
  requires: {
    crds: { 'nodefeatures.nfd.k8s-sigs.io': 'v1alpha1' },
    states: {
      'worker-tolerates': {
        says: 'The worker runs, and tolerates every taint of the GPU nodes. Where it does not, the DRA driver\'s kubelet plugin is never scheduled there, and '
          + 'every claim of a GPU stays pending while all components look healthy.',
      },
      'gpu-labels': { says: 'Every GPU node has `feature.node.kubernetes.io/pci-10de.present`, `pci-0300_10de.present` or `pci-0302_10de.present`.' },
    },
  },
  chart: {
    name: 'node-feature-discovery',
    repository: 'oci://registry.k8s.io/nfd/charts',
    release: 'mp-node-feature-discovery',
    tags: 'none',
    versions: { v1alpha1: '0.18.3', managed: '0.19.0' },
    versionPath: ['nodeFeatureDiscovery'],
    staleCrds: true,
  },
};

/** Options of NodeFeatureDiscovery. */
export interface NodeFeatureDiscoveryProps extends ChartOptions, DeliveryOptions {
  /**
   * Taints of GPU nodes that the worker accepts, besides `nvidia.com/gpu`.
   *
   * @default - none
   */
  readonly tolerations?: Toleration[];
}

/**
 * Node Feature Discovery, whose worker also runs on tainted GPU nodes.
 *
 * @see https://kubernetes-sigs.github.io/node-feature-discovery/
 */
export class NodeFeatureDiscovery extends Component {
  constructor(scope: Construct, id: string, props: NodeFeatureDiscoveryProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, { ...chartFields(NODE_FEATURE_DISCOVERY.chart!), tolerations: TOLERATIONS });
    this._install(this._release(NODE_FEATURE_DISCOVERY, props, {
      worker: { tolerations: tolerate(...props.tolerations ?? []) },
    }));
  }
}
