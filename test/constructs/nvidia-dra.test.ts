import { ComponentMode, Delivery, NvidiaDra, NvidiaDraProps, TaintEffect, TolerationOperator } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { outsideCharts } from '../support/render';

const { MANAGED, PROVIDED } = ComponentMode;
const GKE = '/home/kubernetes/bin/nvidia';
const ABSOLUTE = 'must be an absolute path such as "/" or "/home/kubernetes/bin/nvidia"';

testConstruct<NvidiaDraProps>({
  make: (scope, id, props) => new NvidiaDra(scope, id, props),
  defaults: {},
  everyOption: {
    version: '0.4.1',
    mode: MANAGED,
    nvidiaDriverRoot: GKE,
    criticalPodsQuota: MANAGED,
    tolerations: [{ key: 'example.test/gpu', operator: TolerationOperator.EQUAL, value: 'true', effect: TaintEffect.NO_SCHEDULE }],
    values: { kubeletPlugin: { priorityClassName: 'system-node-critical' }, resources: { gpus: { enabled: true } } },
    unsetValues: ['image.tag'],
    delivery: Delivery.helmChart(),
  },
  refused: [
    ['a version with a v', { version: 'v0.4.0' }, 'version: "v0.4.0" has a v, dra-driver-nvidia-gpu\'s tags do not: use "0.4.0"'],
    ['a driver root with a slash at the end', { nvidiaDriverRoot: '/opt/x/' }, 'nvidiaDriverRoot: "/opt/x/" ends in a slash, use "/opt/x"'],
    ['a relative driver root', { nvidiaDriverRoot: 'relative' }, `nvidiaDriverRoot: "relative" is not absolute, ${ABSOLUTE}`],
    ['a driver root that climbs', { nvidiaDriverRoot: '/a/../b' }, 'nvidiaDriverRoot: "/a/../b" has "." or ".." in it, use "/b"'],
    ['a driver root with a gap', { nvidiaDriverRoot: '//opt' }, 'nvidiaDriverRoot: "//opt" has an empty part, use "/opt"'],
    ['an empty driver root', { nvidiaDriverRoot: '' }, 'nvidiaDriverRoot: "" is too short, must have at least 1 character'],
    ['a driver root that splits a mount', { nvidiaDriverRoot: '/opt:ro' },
      `nvidiaDriverRoot: "/opt:ro" has a ":", which separates the parts of a mount, ${ABSOLUTE}`],
    ['GPUs left to a device plugin', { values: { gpuResourcesEnabledOverride: false } },
      'values.gpuResourcesEnabledOverride: false contradicts the value that the stack relies on, leave it out, it is true'],
    ['ComputeDomains', { values: { resources: { computeDomains: { enabled: true } } } },
      'values.resources.computeDomains.enabled: true contradicts the value that the stack relies on, leave it out, it is false'],
    ['a quota in another case', { criticalPodsQuota: 'managed' },
      'criticalPodsQuota: "managed" is not one of the choices, must be one of Managed, Provided, did you mean Managed?'],
  ],
});

const render = (props: NvidiaDraProps) => outsideCharts(app => new NvidiaDra(app, 'dra', props));

test.each<[string, NvidiaDraProps, number]>([
  ['the default driver root', {}, 0],
  ['the default driver root, given', { nvidiaDriverRoot: '/' }, 0],
  ['another driver root', { nvidiaDriverRoot: GKE }, 1],
  ['another driver root where the cluster has a quota', { nvidiaDriverRoot: GKE, criticalPodsQuota: PROVIDED }, 0],
  ['the default driver root where a quota is asked for', { criticalPodsQuota: MANAGED }, 1],
  ['a driver that the cluster has, whose pods need the quota all the same', { nvidiaDriverRoot: GKE, mode: PROVIDED }, 1],
  ['a driver that the cluster has, where a quota is asked for', { mode: PROVIDED, criticalPodsQuota: MANAGED }, 1],
])('the quota for system-critical pods: %s', (_, props, quotas) => {
  expect(render(props).all('ResourceQuota')).toHaveLength(quotas);
});

test('the quota comes before the driver, in a namespace that lets the driver\'s pods in', () => {
  const [namespace, quota, driver] = render({ nvidiaDriverRoot: GKE }).objects;
  expect([namespace, quota, driver].map(({ kind }) => kind)).toEqual(['Namespace', 'ResourceQuota', 'HelmChart']);
  expect(namespace.metadata).toEqual({ name: 'nvidia-dra-driver', labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } });
  expect([quota.metadata.namespace, driver.spec.targetNamespace]).toEqual(['nvidia-dra-driver', 'nvidia-dra-driver']);
});

test('the default driver root is left to the chart', () => {
  expect(render({ nvidiaDriverRoot: '/' }).values('dra-driver-nvidia-gpu')).not.toHaveProperty('nvidiaDriverRoot');
  expect(render({ nvidiaDriverRoot: GKE }).values('dra-driver-nvidia-gpu').nvidiaDriverRoot).toBe(GKE);
});
