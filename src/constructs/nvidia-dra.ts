import { KubeResourceQuota, Quantity } from 'cdk8s-plus-30/lib/imports/k8s';
import { Construct } from 'constructs';
import { chartFields, ChartOptions, Component, ComponentMode, DeliveryOptions, MODE_FIELDS } from './component';
import { NODE_FEATURE_DISCOVERY } from './node-feature-discovery';
import { tolerate, Toleration, TOLERATIONS } from './toleration';
import { ComponentData, Manifest } from '../lib/component';
import { driverRoot } from '../lib/names';
import { Field } from '../lib/schema';

/** First release of the kernel driver that the DRA driver works with. */
export const OLDEST_DRIVER = 565;

export const CRITICAL_PODS_QUOTA: ComponentData = {
  key: 'dra-driver-critical-pods-quota',
  file: 34,
  role: 'substrate',
  option: 'criticalPodsQuota',
  namespace: 'nvidia-dra-driver',
  summary: 'admits the DRA driver\'s system-critical pods where the cloud restricts them by quota (GKE)',
  requires: {
    states: {
      'admits-critical-pods': {
        says: 'Where the cluster restricts `system-node-critical` pods by quota, as GKE does, a ResourceQuota in the DRA driver\'s namespace admits '
          + 'them; otherwise the kubelet plugin never starts.',
      },
    },
  },
};

export const NVIDIA_DRA: ComponentData = {
  key: 'nvidia-dra-driver-gpu',
  file: 36,
  role: 'substrate',
  option: 'nvidiaDraDriver',
  namespace: 'nvidia-dra-driver',
  podSecurity: 'privileged',
  dependsOn: [NODE_FEATURE_DISCOVERY.key, CRITICAL_PODS_QUOTA.key],
  inUseBy: 'every pod with a ResourceClaim of gpu.nvidia.com, which only the kubelet plugin lets end',
  leaves: [{ what: 'the CRDs of resource.nvidia.com' }],
  summary: 'publishes GPUs as ResourceSlices and the DeviceClass gpu.nvidia.com',
  requires: {
    objects: [{ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', name: 'gpu.nvidia.com' }],
    states: {
      'plugin-tolerates': { says: 'The kubelet plugin tolerates every taint of the GPU nodes.' },
      'resource-slices': { says: 'The kubelet plugin runs, and publishes the devices of each GPU node as ResourceSlices.' },
      'kernel-driver': {
        says: `The NVIDIA kernel driver, ${OLDEST_DRIVER} or newer, and Container Toolkit are on every GPU node, by its image or by the GPU Operator.`,
      },
      'single-allocator': {
        says: 'No device plugin advertises `nvidia.com/gpu` on nodes of the DRA driver: it would hand out the same GPUs a second time.',
      },
    },
    notNeeded: ['ComputeDomains for NVLink across nodes, and what they need: the stack turns them off.'],
  },
  chart: {
    name: 'dra-driver-nvidia-gpu',
    repository: 'oci://registry.k8s.io/dra-driver-nvidia/charts',
    release: 'mp-dra-driver-nvidia-gpu',
    tags: 'none',
    versions: { v1alpha1: '0.4.0', managed: '0.4.1' },
    versionPath: ['nvidiaDraDriver'],
    staleCrds: true,
    fixed: { gpuResourcesEnabledOverride: true, resources: { computeDomains: { enabled: false } } },
  },
};

/** Where the driver is on clusters that do not say otherwise. */
export const DEFAULT_DRIVER_ROOT = '/';

/** The schema of the driver root. */
export const DRIVER_ROOT: Field = { type: 'string', minLength: 1, maxLength: 512, check: driverRoot };

/** Options of NvidiaDra. */
export interface NvidiaDraProps extends ChartOptions, DeliveryOptions {
  /**
   * Host path of the NVIDIA driver: absolute, without a slash at the end. GKE uses `/home/kubernetes/bin/nvidia`.
   *
   * @default "/"
   */
  readonly nvidiaDriverRoot?: string;

  /**
   * Whether the quota for system-critical pods is installed, which GKE requires.
   *
   * @default - installed when the driver root is not "/"
   */
  readonly criticalPodsQuota?: ComponentMode;

  /**
   * Taints of GPU nodes that the kubelet plugin accepts, besides `nvidia.com/gpu`.
   *
   * @default - none
   */
  readonly tolerations?: Toleration[];
}

/**
 * The NVIDIA DRA driver for GPUs, without ComputeDomains.
 *
 * @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu
 */
export class NvidiaDra extends Component {
  constructor(scope: Construct, id: string, props: NvidiaDraProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, {
      ...chartFields(NVIDIA_DRA.chart!),
      nvidiaDriverRoot: DRIVER_ROOT,
      criticalPodsQuota: MODE_FIELDS.mode,
      tolerations: TOLERATIONS,
    });
    const root = props.nvidiaDriverRoot ?? DEFAULT_DRIVER_ROOT;
    const needsQuota = props.criticalPodsQuota !== undefined || root !== DEFAULT_DRIVER_ROOT;
    this._install(
      needsQuota
        ? this._manifests(CRITICAL_PODS_QUOTA, [criticalPodsQuota()], props.criticalPodsQuota)
        : { data: CRITICAL_PODS_QUOTA, owner: this, provided: 'not needed' },
      this._release(NVIDIA_DRA, props, {
        gpuResourcesEnabledOverride: true,
        resources: { computeDomains: { enabled: false } },
        nvidiaDriverRoot: root === DEFAULT_DRIVER_ROOT ? undefined : root,
        // the chart's own default tolerates the common taint only, and a list replaces it
        kubeletPlugin: props.tolerations?.length ? { tolerations: tolerate(...props.tolerations) } : undefined,
      }),
    );
  }
}

function criticalPodsQuota(): Manifest {
  return KubeResourceQuota.manifest({
    metadata: { name: 'allow-critical-pods', namespace: CRITICAL_PODS_QUOTA.namespace },
    spec: {
      hard: { pods: Quantity.fromString('1000') },
      scopeSelector: {
        matchExpressions: [{
          scopeName: 'PriorityClass',
          operator: 'In',
          values: ['system-node-critical', 'system-cluster-critical'],
        }],
      },
    },
  });
}
