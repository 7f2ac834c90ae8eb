import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { parse } from 'yaml';
import { Delivery, FluxDeliveryOptions, ServingStack } from '../../src';
import { document, run, temporaryFolder } from '../support/command';
import { FOLDERS } from '../support/flux';
import { objectsIn } from '../support/render';

const folder = temporaryFolder();

/** Runs the command on a stack `west`, and on others, from a repository where there is one. */
function synth(...args: string[]) {
  return run('synth', folder.write('in/west.yaml', document('west', '  gateway: { hostname: west.example.com }\n')), '--delivery', 'flux', ...args);
}

function repository(): void {
  mkdirSync(folder.path('.git'));
}

/** What an app writes of the same stack. */
function appTree(options: FluxDeliveryOptions): Record<string, string> {
  const app = new App({ ...FOLDERS, outdir: folder.path('app'), outputFileExtension: '.yaml' });
  ServingStack.fromManifest(app, 'west', folder.path('in/west.yaml'), { delivery: Delivery.flux(options) });
  app.synth();
  return folder.tree('app');
}

function pathsOf(tree: Record<string, string>): string[] {
  return Object.entries(tree).filter(([file]) => file.startsWith('hub/')).map(([, text]) => parse(text).spec.path).sort();
}

describe('in a Git repository', () => {
  test('each stack is a folder, the same bytes as an app writes', () => {
    repository();
    expect(synth('-o', folder.path('clusters')).code).toBe(0);
    const { '.serving-stack': _, 'README.md': readme, 'kustomization.yaml': kustomization, ...files } = folder.tree('clusters/west');
    expect(files).toEqual(appTree({ path: 'clusters/west' }));
    expect(readme).toContain('kubectl apply -k west\n');
    expect(readme).not.toContain('CLUSTER');
    expect(readme).toContain('. gateway-pki: `kubectl delete kustomization west-gateway-pki -n flux-system`');
    expect(kustomization).toContain('kustomize.config.k8s.io');
  });

  test('kustomization.yaml lists the hub and nothing else, in the order of installation', () => {
    repository();
    synth('-o', folder.path('clusters'));
    const { kind, resources } = parse(folder.tree('clusters/west')['kustomization.yaml']);
    const hub = readdirSync(folder.path('clusters/west/hub')).map(file => `hub/${file}`);
    expect(kind).toBe('Kustomization');
    expect([...resources].sort()).toEqual(hub.sort());
    const names = resources.map((file: string) => /^hub\/Kustomization\.(.*)\.yaml$/.exec(file)![1]);
    for (const [i, file] of resources.entries()) {
      const [{ metadata, spec }] = objectsIn(folder.tree('clusters/west')[file]);
      expect(metadata.name).toBe(names[i]);
      expect((spec.dependsOn ?? []).filter(({ name }: any) => names.indexOf(name) > i)).toEqual([]);
    }
  });

  test('the path is that of the output from the root of the repository, wherever the command runs', () => {
    repository();
    for (const [output, path] of [['deep/er', './deep/er/west/gateway-pki'], ['.', './west/gateway-pki']]) {
      expect(synth('-o', folder.path(output)).code).toBe(0);
      expect(pathsOf(folder.tree(join(output, 'west')))).toContain(path);
    }
  });

  test('a worktree, whose .git is a file, is one too', () => {
    folder.write('.git', 'gitdir: elsewhere');
    expect(synth('-o', folder.path('out')).code).toBe(0);
    expect(pathsOf(folder.tree('out/west'))).toContain('./out/west/gateway-pki');
  });
});

describe('outside of one', () => {
  const lines = 'error: delivery.path: missing, add to the file of --config: "delivery: {engine: flux, path: DIR}", '
    + 'DIR being what -o names, from the root of the repository that Flux reads\n';

  test('the path is asked for, once for all stacks, and nothing is written', () => {
    folder.write('in/east.yaml', document('east'));
    expect(run('synth', folder.path('in/east.yaml'), folder.write('in/west.yaml', document('west')), '--delivery', 'flux', '-o', folder.path('out')))
      .toEqual({ code: 1, out: '', err: lines });
    expect(readdirSync(folder.path())).toEqual(['in']);
  });

  test('and for standard output, in a repository too', () => {
    repository();
    expect(synth('--stdout')).toEqual({ code: 1, out: '', err: lines });
  });

  test('what is asked for is enough', () => {
    const config = folder.write('config.yaml', 'delivery: {engine: flux, path: ./clusters/}');
    expect(synth('-o', folder.path('out'), '--config', config).code).toBe(0);
    const { '.serving-stack': _, 'README.md': __, 'kustomization.yaml': ___, ...files } = folder.tree('out/west');
    expect(files).toEqual(appTree({ path: 'clusters/west' }));
    const { code, out } = synth('--stdout', '--config', config);
    expect(code).toBe(0);
    expect(objectsIn(out)).toHaveLength(Object.keys(files).length);
  });
});

describe('options of --config', () => {
  test('reach every stack, and single ones by their names', () => {
    const config = folder.write('config.yaml', `
delivery: { path: clusters, interval: 30m, sourceRef: { kind: Bucket, name: fleet }, driftDetection: enabled }
stacks:
  east: { delivery: { namespace: hub-2, prune: false } }
`);
    folder.write('in/east.yaml', document('east'));
    expect(run('synth', folder.path('in'), folder.write('in/west.yaml', document('west')), '--delivery', 'flux', '--config', config, '-o', folder.path('out')).code).toBe(0);
    const gateway = (name: string) => parse(folder.tree(`out/${name}`)[`hub/Kustomization.${name}-ai-gateway.yaml`]);
    expect(gateway('west')).toMatchObject({
      metadata: { namespace: 'flux-system' },
      spec: { path: './clusters/west/ai-gateway', interval: '30m', prune: true, sourceRef: { kind: 'Bucket', name: 'fleet', namespace: 'flux-system' } },
    });
    expect(gateway('east')).toMatchObject({ metadata: { namespace: 'hub-2' }, spec: { path: './clusters/east/ai-gateway', interval: '30m', prune: false } });
    expect(parse(folder.tree('out/east')['ai-gateway/HelmRelease.east-ai-gateway.yaml']).spec.driftDetection).toEqual({ mode: 'enabled' });
  });

  test('are refused with their place in the file', () => {
    const config = folder.write('config.yaml', 'delivery:\n  engine: flux\n  path: ../clusters\n  interval: 10\n  name: west\n');
    const { code, err } = run('synth', folder.write('in/west.yaml', document('west')), '--config', config, '-o', folder.path('out'));
    expect(code).toBe(1);
    expect(err.trimEnd().split('\n').map(line => line.replace(config, 'config.yaml'))).toEqual([
      'error: config.yaml:5:3: delivery.name: unknown field, did you mean sourceRef.name?',
      'error: config.yaml:3:9: delivery.path: "../clusters" has ".." in it, must be a folder from the root of the repository, such as "clusters/west", or "." for the root',
      'error: config.yaml:4:13: delivery.interval: 10 is a number, must be a string, quote it',
    ]);
  });

  test('put the objects of a remote cluster where its ServingStack is, if nothing else says', () => {
    const config = folder.write('config.yaml', 'delivery: { path: clusters, remote: true }');
    const { code, err } = synth('-o', folder.path('out'), '--config', config);
    expect(code).toBe(0);
    expect(err).not.toContain('spec.secrets');
    const release = parse(folder.tree('out/west')['trust-manager/HelmRelease.west-trust-manager.yaml']);
    expect(release.metadata.namespace).toBe('platform');
    expect(folder.tree('out/west')['README.md']).toMatch(/^CLUSTER stands for .*KUBECONFIG=CLUSTER kubectl delete namespace/ms);
    expect(release.spec.kubeConfig).toEqual({ secretRef: { name: 'kubeconfig', key: 'kubeconfig' } });
  });

  test('leave faults of the Secrets where they stand', () => {
    const config = folder.write('config.yaml', 'delivery: { path: clusters, remote: true, namespace: flux-system }');
    const stack = folder.write('in/west.yaml', document('west').replace('key: kubeconfig', 'key: kubeconfig, namespace: other'));
    expect(run('synth', stack, '--delivery', 'flux', '--config', config, '-o', folder.path('out')).err).toBe(
      `error: ${stack}:5:79: spec.secrets[0].namespace: "other" is not "flux-system", the namespace of the delivery, and Flux looks for the Secret there, leave one of the two out\n`,
    );
  });

  test('do not hide that a stack has no name to make a folder of', () => {
    repository();
    expect(run('synth', folder.write('in/west.yaml', document('"../West"')), '--delivery', 'flux', '-o', folder.path('out')).err).toMatch(/: metadata\.name: "\.\.\/West" is not a DNS subdomain/);
  });
});
