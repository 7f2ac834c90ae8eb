import { document, run, temporaryFolder } from '../support/command';

const folder = temporaryFolder();

const REPOSITORY = 'repoUrl: https://git.example.com/clusters.git, path: clusters';
const OVERWRITE = 'and overwrite each other there: ';
const BY_DESTINATION = `${OVERWRITE}set stacks.NAME.delivery.destination in the file of --config, unless each has an Argo CD of its own`;
const BY_SECRETS = `${OVERWRITE}give each its own in spec.secrets, unless each is delivered from another cluster`;
const ONE_SECRET = `all install into one cluster, that of the kubeconfig in Secret platform/west-kubeconfig, key kubeconfig, ${BY_SECRETS}`;

/** What the command says of the clusters of stacks, whose kubeconfigs are in one Secret unless told otherwise. */
function warnings(names: readonly string[], config: string, secretOf: (name: string) => string = () => 'name: west-kubeconfig'): string[] {
  const stacks = names.map(name => folder.write(`${name}.yaml`, document(name).replace('name: kubeconfig', secretOf(name))));
  const { code, err } = run('synth', ...stacks, '-o', folder.path('out'), '--config', folder.write('config.yaml', config));
  expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('error') });
  return err.split('\n').filter(line => line.includes('cluster, ')).map(line => line.replace('warning: ', ''));
}

test.each<[string, string, string[]]>([
  ['argo-cd, by default', `delivery: { engine: argo-cd, ${REPOSITORY} }\n`,
    [`a, b: all install into one cluster, https://kubernetes.default.svc, ${BY_DESTINATION}`]],
  ['argo-cd with a destination for all', `delivery: { engine: argo-cd, ${REPOSITORY}, destination: { name: west } }\n`,
    [`a, b: all install into one cluster, west, ${BY_DESTINATION}`]],
  ['crossplane', 'delivery: { engine: crossplane }\n', [`a, b: ${ONE_SECRET}`]],
  ['flux with a hub', 'delivery: { engine: flux, path: clusters, remote: true }\n', [`a, b: ${ONE_SECRET}`]],
  ['flux with a hub and a namespace of its own', 'delivery: { engine: flux, path: clusters, remote: true, namespace: hub }\n',
    [`a, b: ${ONE_SECRET.replace('platform/', 'hub/')}`]],
  ['two engines, to the cluster of one Secret', 'delivery: { engine: crossplane }\nstacks: { b: { delivery: { engine: flux, path: clusters, remote: true } } }\n',
    [`a, b: ${ONE_SECRET}`]],
  ['flux in the cluster, of which nothing is known', 'delivery: { engine: flux, path: clusters }\n', []],
  ['helm-chart, of which nothing is known', 'delivery: { engine: helm-chart }\n', []],
])('stacks that aim at one cluster: %s', (_, config, expected) => {
  expect(warnings(['a', 'b'], config)).toEqual(expected);
});

test.each<[string, string, (name: string) => string]>([
  ['destinations', `delivery: { engine: argo-cd, ${REPOSITORY} }\nstacks: { b: { delivery: { destination: { name: b } } } }\n`, () => 'name: k'],
  ['Secrets', 'delivery: { engine: crossplane }\n', name => `name: ${name}`],
  ['namespaces of the Secret', 'delivery: { engine: flux, path: clusters, remote: true }\n', name => `name: k, namespace: ${name}`],
])('stacks with different %s are not warned of', (_, config, secretOf) => {
  expect(warnings(['a', 'b'], config, secretOf)).toEqual([]);
});

test('one stack is never warned of', () => {
  expect(warnings(['a'], 'delivery: { engine: crossplane }\n')).toEqual([]);
});

test('a warning names three stacks and says how many there are more, and each cluster has its own', () => {
  const secretOf = (name: string) => `name: ${name < 'f' ? 'west' : 'east'}-kubeconfig`;
  expect(warnings(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'delivery: { engine: crossplane }\n', secretOf)).toEqual([
    `a, b, c and 2 more: ${ONE_SECRET}`,
    `f, g: ${ONE_SECRET.replace('west-', 'east-')}`,
  ]);
});

test('nothing is said of it where a stack is refused', () => {
  const stacks = ['a', 'b'].map(name => folder.write(`${name}.yaml`, document(name)));
  const { err } = run('synth', ...stacks, folder.write('c.yaml', document('c', '  stack: Other\n')), '--delivery', 'crossplane', '-o', folder.path('out'));
  expect(err).not.toContain('warning');
});
