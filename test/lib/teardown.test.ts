import { App } from 'cdk8s';
import { ComponentMode, ServingStack, StackKind } from '../../src';
import { CATALOG } from '../../src/constructs/catalog';
import { order } from '../../src/lib/order';
import { kubectlDelete, teardownPlan, teardownSteps } from '../../src/lib/teardown';

const owner = new App();
const installations = CATALOG.map(data => ({ data, owner, manifests: [] }));
const components = order(installations);

test('everything that depends on a component is gone before it', () => {
  const steps = teardownSteps(components);
  const place = new Map(steps.map(({ component }, i) => [component.installation.data.key, i]));
  for (const { installation, dependsOn } of components) {
    dependsOn.forEach(key => expect(place.get(key)).toBeGreaterThan(place.get(installation.data.key)!));
  }
  const before = (key: string) => steps[place.get(key)!].after;
  expect(before('envoy-gateway')).toEqual(expect.arrayContaining(['gateway-class', 'ai-gateway']));
  expect(before('gateway')).toEqual([]);
});

test('the plan of a whole stack reads like this', () => {
  const stack = new ServingStack(new App(), 'west', { stack: StackKind.DYNAMO, gateway: { hostname: 'west.example.com' } });
  expect(stack._teardown).toMatchSnapshot();
});

test('controllers that the cluster provides outlive what they finalize', () => {
  const stack = new ServingStack(new App(), 'west', { stack: StackKind.DYNAMO, mode: ComponentMode.PROVIDED });
  expect(stack._teardown).toContain('- Keep envoy-gateway running until gateway-class and gateway are gone');
  expect(stack._teardown).toContain('- Keep kai-scheduler running until kai-queues are gone');
  expect(stack._teardown).not.toContain('the CRDs of monitoring.coreos.com');
});

test('without anything provided or left there is nothing to say of it', () => {
  const [first] = order([{ data: { key: 'a', file: 1, role: 'config', summary: '' }, owner }]);
  expect(teardownPlan([first], [], { removesCrds: true, uninstallsCharts: true, command: () => 'remove a' })).toBe('# How to remove this stack\n\n1. a: `remove a`\n');
});

describe('what stays', () => {
  const leaves = [{ what: 'always' }, { what: 'of Helm', uninstalled: true }, { what: 'of a deletion', uninstalled: false }, { what: 'in n', namespace: 'n' }];
  const part = { data: { key: 'a', file: 1, role: 'config', summary: '', leaves } as const, owner };
  const namespace = { data: { key: 'namespace-n', file: 0, role: 'config', summary: '' } as const, owner };
  const staying = (uninstallsCharts: boolean, ...all: Array<typeof part | typeof namespace>) =>
    [...teardownPlan(order(all), [], { removesCrds: true, uninstallsCharts, command: () => '' }).matchAll(/^- a: (.*)$/gm)].map(([, what]) => what);

  test('is what the way of removal leaves', () => {
    expect(staying(true, part)).toEqual(['always', 'of Helm', 'in n']);
    expect(staying(false, part)).toEqual(['always', 'of a deletion', 'in n']);
  });

  test('is not what goes with its namespace', () => {
    expect(staying(true, namespace, part)).toEqual(['always', 'of Helm']);
  });
});

test('what nothing else lets go is deleted before all', () => {
  const [users] = /^# .*\n\n([^]*)\n\nTake/.exec(new ServingStack(new App(), 'west')._teardown)!.slice(1);
  expect(users).toBe(`First delete what uses these, while all of the stack runs, and see that it is gone:

- nvidia-dra-driver-gpu: every pod with a ResourceClaim of gpu.nvidia.com, which only the kubelet plugin lets end.
- ai-gateway: every object of aigateway.envoyproxy.io, since only the controller lets an AIGatewayRoute go.`);
});

test('objects are deleted last first, by namespace', () => {
  expect(kubectlDelete([
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a', namespace: 'n' } },
    { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'b', namespace: 'n' } },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } },
  ])).toBe('kubectl delete namespace/n && kubectl delete -n n issuer.cert-manager.io/b serviceaccount/a');
});
