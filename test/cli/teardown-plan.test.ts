import { join } from 'node:path';
import { document, run, temporaryFolder } from '../support/command';

const folder = temporaryFolder();
const EXAMPLE = join(__dirname, '..', '..', 'examples', 'west-gke-stack.yaml');

test.each([
  ['helm-chart', '', 'kubectl delete helmchart mp-cert-manager -n kube-system'],
  ['flux', 'delivery: { path: clusters }\n', 'kubectl delete kustomization west-gke-stack-cert-manager -n flux-system'],
  ['argo-cd', 'delivery: { repoUrl: https://git.example.com/fleet.git, path: clusters }\n', 'kubectl delete application west-gke-stack-cert-manager -n argocd'],
  ['crossplane', '', 'release.helm.m.crossplane.io/west-gke-stack-cert-manager'],
])('%s: a step for each component, what it depends on last', (engine, config, step) => {
  const { code, out } = run('teardown-plan', EXAMPLE, '--quiet', '--delivery', engine, '--config', folder.write('config.yaml', config));
  expect(code).toBe(0);
  expect(out).toMatch(/^# How to remove west-gke-stack\n/);
  expect(out).toContain(step);
  const steps = [...out.matchAll(/^\d+\. (.*): `/gm)].map(([, key]) => key);
  const after = (first: string, second: string) => expect(steps.indexOf(second)).toBeGreaterThan(steps.indexOf(first));
  after('gateway', 'gateway-class');
  after('gateway-class', 'envoy-gateway');
  after('envoy-gateway', 'cert-manager');
  after('cert-manager', 'namespace-cert-manager');
});

test.each<[string, string, string[]]>([
  ['the ProviderConfigs', '', ['the ProviderConfigs, by which all others are reached']],
  ['what only looks, then the ProviderConfigs', 'components: { leaderWorkerSet: { mode: Provided } }\n',
    ['the Objects that look for what the cluster provides', 'the ProviderConfigs, by which all others are reached']],
])('crossplane: last goes %s', (_, config, last) => {
  const { out } = run('teardown-plan', EXAMPLE, '--quiet', '--delivery', 'crossplane', '--config', folder.write('config.yaml', config));
  const steps = [...out.matchAll(/^(\d+)\. (.*): `kubectl delete -n platform (.*)`\n {3}(.*)/gm)].slice(-last.length);
  expect(steps.map(([, , what]) => what)).toEqual(last);
  expect(steps.map(([, number]) => Number(number))).toEqual(last.map((__, i) => out.match(/^\d+\. /gm)!.length - last.length + 1 + i));
  expect(steps.map(([, , , objects]) => objects.replaceAll('west-gke-stack-', ''))).toEqual([
    'object.kubernetes.m.crossplane.io/leader-worker-set',
    'providerconfig.kubernetes.m.crossplane.io/cluster-e39d2 providerconfig.helm.m.crossplane.io/cluster-e39d2',
  ].slice(-last.length));
  steps.forEach(([, , , , after]) => expect(after).toBe('Only when all of the above is gone.'));
});

test('what the cluster provides is kept running as long as it is needed', () => {
  const config = folder.write('config.yaml', 'mode: Provided\n');
  const { out } = run('teardown-plan', EXAMPLE, '--quiet', '--config', config);
  expect(out).toContain('Keep envoy-gateway running until gateway-class and gateway are gone');
});

test('several stacks have a plan each', () => {
  const { out } = run('teardown-plan', EXAMPLE, folder.write('east.yaml', document('east')), '--quiet');
  expect(out.match(/^# .*/gm)).toEqual(['# How to remove west-gke-stack', '# How to remove east']);
});

test('what is wrong is refused here too', () => {
  expect(run('teardown-plan', folder.write('bad.yaml', document('bad', '  stack: Other\n')))).toMatchObject({ code: 1, out: '' });
});
