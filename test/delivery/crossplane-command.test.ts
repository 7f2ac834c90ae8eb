import { join } from 'node:path';
import { App } from 'cdk8s';
import { Delivery, ServingStack } from '../../src';
import { document, run, temporaryFolder } from '../support/command';
import { problemsOf } from '../support/crd-validation';
import { objectsIn } from '../support/render';

const folder = temporaryFolder();
const EXAMPLE = join(__dirname, '..', '..', 'examples', 'west-gke-stack.yaml');

/** What the command writes for a stack, and its README. */
function written(name: string): { files: Record<string, string>; readme: string; objects: any[] } {
  const { '.serving-stack': _, 'README.md': readme, ...files } = folder.tree(join('out', name));
  return { files, readme, objects: Object.values(files).flatMap(objectsIn) };
}

test('the reference\'s example needs nothing but the name of the engine, and is what an app writes', () => {
  expect(run('synth', EXAMPLE, '--delivery', 'crossplane', '-o', folder.path('out'))).toMatchObject({ code: 0, err: '' });
  const app = new App({ outdir: folder.path('app'), outputFileExtension: '.yaml' });
  ServingStack.fromManifest(app, 'stack', EXAMPLE, { delivery: Delivery.crossplane({ name: 'west-gke-stack', namespace: 'platform' }) });
  app.synth();
  const { files, objects } = written('west-gke-stack');
  expect(files).toEqual(folder.tree('app'));
  expect(objects.flatMap(problemsOf)).toEqual([]);
  expect(objects.find(({ kind }) => kind === 'ProviderConfig')).toEqual({
    apiVersion: 'helm.m.crossplane.io/v1beta1',
    kind: 'ProviderConfig',
    metadata: { name: 'west-gke-stack-cluster-e39d2', namespace: 'platform', labels: { 'modelplane.ai/resource': 'helm-provider-config' } },
    spec: {
      credentials: { source: 'Secret', secretRef: { name: 'west-gke-kubeconfig', namespace: 'platform', key: 'kubeconfig' } },
      identity: {
        type: 'GoogleApplicationCredentials',
        source: 'Secret',
        secretRef: { name: 'west-gke-sa-key', namespace: 'platform', key: 'private_key' },
      },
    },
  });
});

test('the README names what the control plane needs, and the objects to watch and to keep', () => {
  run('synth', folder.write('west.yaml', document('west')), '--delivery', 'crossplane', '-o', folder.path('out'));
  const { readme, objects } = written('west');
  expect(readme).toContain('namespace `platform`');
  expect(readme).toContain('kubectl apply --server-side -f west\n');
  const [, gateway] = /objects\.kubernetes\.m\.crossplane\.io (\S+) -o jsonpath='{\.status\.atProvider\.manifest\.status\.addresses}'/.exec(readme)!;
  expect(objects.find(({ kind, metadata }) => kind === 'Object' && metadata.name === gateway).spec.forProvider.manifest.kind).toBe('Gateway');
  expect(readme).toContain(' west-gateway-pki-ca -o jsonpath=\'{.status.atProvider.manifest.data.ca\\.crt}\'');
  expect(readme).toContain('grep -v \'^usage\'');
  const patched = [...readme.matchAll(/kubectl patch -n platform (\w+)s\.(\S+) (\S+) --type merge -p '(.*)'/g)];
  expect(patched.map(([, kind, group, object]) => [kind, group, object])).toEqual([
    ['release', 'helm.m.crossplane.io', 'west-cert-manager'], ['object', 'kubernetes.m.crossplane.io', 'west-namespace-cert-manager'],
  ]);
  for (const [, kind, group, object, patch] of patched) {
    const found = objects.find(made => made.kind.toLowerCase() === kind && made.apiVersion.startsWith(group) && made.metadata.name === object);
    expect(problemsOf({ ...found, spec: { ...found.spec, ...JSON.parse(patch).spec } })).toEqual([]);
  }
  expect(readme).not.toMatch(/\$\{|undefined/);
});

test('a name of 253 characters and one of 63 in one namespace fit and do not meet', () => {
  const names = [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`, 'a'.repeat(63)];
  const files = names.map(name => folder.write(`${name.length}.yaml`, document(name)));
  expect(run('synth', ...files, '--delivery', 'crossplane', '-o', folder.path('out')).code).toBe(0);
  const objects = names.flatMap(name => written(name).objects);
  expect(objects.flatMap(problemsOf)).toEqual([]);
  expect(new Set(objects.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`)).size).toBe(objects.length);
  objects.filter(({ kind }) => kind !== 'Usage').forEach(({ metadata }) => expect(metadata.name.length).toBeLessThanOrEqual(63));
});

test('options come from the configuration file, for all stacks and for one', () => {
  const config = folder.write('config.yaml', [
    'delivery: { engine: crossplane, waitTimeout: 20m }',
    'stacks: { east: { delivery: { rollbackLimit: 1 } } }',
  ].join('\n'));
  const stacks = ['west', 'east'].map(name => folder.write(`${name}.yaml`, document(name)));
  expect(run('synth', ...stacks, '--config', config, '-o', folder.path('out')).code).toBe(0);
  const release = (name: string) => written(name).objects.find(({ kind }) => kind === 'Release').spec;
  expect(release('west')).toMatchObject({ rollbackLimit: 5, forProvider: { waitTimeout: '20m' } });
  expect(release('east')).toMatchObject({ rollbackLimit: 1, forProvider: { waitTimeout: '20m' } });
});

describe('refuses', () => {
  test.each<[string, string, string, string[]]>([
    ['a stack without a namespace', document('west').replace(', namespace: platform', ''), '',
      ['delivery: ServingStack west has no metadata.namespace, add it, crossplane puts its objects into that namespace of the control plane']],
    ['a namespace that is none, once', document('west').replace('platform', 'Platform'), '', [
      'west.yaml:3:36: metadata.namespace: "Platform" is not a DNS label, use "platform"',
    ]],
    ['a namespace that reads as a number', document('west').replace('platform', '"0o17"'), '', [
      'delivery: metadata.namespace of ServingStack west: "0o17" reads as a number in YAML, this delivery cannot quote it, write it otherwise',
    ]],
    ['a second kubeconfig', document('west').replace('key: kubeconfig }]', 'key: kubeconfig }, { type: Kubeconfig, name: b, key: c }]'), '', [
      'west.yaml:5:78: spec.secrets[1].type: "Kubeconfig" is the type of entry 0 too, keep one of the two',
    ]],
    ['options that are none', document('west'), 'delivery: { engine: crossplane, namespace: a, waitTimeout: soon }\n', [
      'config.yaml:1:33: delivery.namespace: unknown field, must be one of engine, waitTimeout, rollbackLimit',
      'config.yaml:1:60: delivery.waitTimeout: "soon" is not a duration, must be numbers with the units h, m, s or ms, such as 10m or 1h30m',
    ]],
  ])('%s', (_, stack, config, lines) => {
    const options = config ? ['--config', folder.write('config.yaml', config)] : ['--delivery', 'crossplane'];
    const { code, err } = run('synth', folder.write('west.yaml', stack), ...options, '-o', folder.path('out'));
    expect(err.trimEnd().replaceAll(folder.path('/'), '').replaceAll('error: ', '').split('\n')).toEqual(lines);
    expect(code).toBe(1);
  });
});
