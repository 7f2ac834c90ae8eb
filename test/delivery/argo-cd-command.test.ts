import { mkdirSync } from 'node:fs';
import { App, YamlOutputType } from 'cdk8s';
import { ArgoCdDeliveryOptions, Delivery, ServingStack } from '../../src';
import { document, run, temporaryFolder } from '../support/command';
import { objectsIn } from '../support/render';

const folder = temporaryFolder();
const REPOSITORY = 'https://git.example.com/platform/clusters.git';

const CONFIG = `delivery: { repoUrl: "${REPOSITORY}" }\n`;

beforeEach(() => mkdirSync(folder.path('repository/.git'), { recursive: true }));

/** Runs the command with a configuration, and into a folder of a Git repository unless told otherwise. */
function synth(config: string, ...args: string[]) {
  const stack = folder.write('west.yaml', document('west'));
  const given = args.length > 0 ? args : ['-o', folder.path('repository/clusters')];
  return run('synth', stack, '--delivery', 'argo-cd', ...config ? ['--config', folder.write('config.yaml', config)] : [], ...given);
}

function appOfApps(): any {
  return objectsIn(folder.tree('repository/clusters/west')['root/Application.west-root.yaml'])[0];
}

test('writes the same bytes as an app, and knows where they lie in the repository', () => {
  expect(synth(CONFIG).code).toBe(0);
  const app = new App({
    outdir: folder.path('app'),
    outputFileExtension: '.yaml',
    yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,
  });
  const delivery = Delivery.argoCd({ repoUrl: REPOSITORY, path: 'clusters/west' });
  ServingStack.fromManifest(app, 'west', folder.path('west.yaml'), { delivery });
  app.synth();
  const { '.serving-stack': _, 'README.md': readme, ...files } = folder.tree('repository/clusters/west');
  expect(files).toEqual(folder.tree('app'));
  expect(appOfApps().spec.source.path).toBe('clusters/west/hub');
  expect(readme).toContain('kubectl apply --server-side -f west/root');
  expect(readme).toContain('kubectl delete application west-root -n argocd');
  expect(readme).toContain('resource.customizations.health.argoproj.io_Application');
  expect(readme).not.toMatch(/STACK|NAMESPACE|APP\b|AND_PROJECT/);
});

test('takes the folder from the configuration, for all stacks together', () => {
  expect(synth(`delivery: { engine: argo-cd, repoUrl: "${REPOSITORY}", path: fleet/dist }\n`).code).toBe(0);
  expect(appOfApps().spec.source.path).toBe('fleet/dist/west/hub');
});

test('takes every option from the configuration, and those of a stack over them', () => {
  const all: Omit<Required<ArgoCdDeliveryOptions>, 'name' | 'path'> = {
    repoUrl: REPOSITORY,
    targetRevision: 'main',
    namespace: 'gitops',
    project: 'platform',
    appProject: true,
    destination: { name: 'west' },
    prune: false,
    selfHeal: false,
  };
  const config = { delivery: { engine: 'argo-cd', ...all }, stacks: { west: { delivery: { targetRevision: 'v1', destination: { name: 'other' } } } } };
  const { code, err } = synth(JSON.stringify(config));
  expect(err).not.toContain('error');
  expect(code).toBe(0);
  expect(appOfApps()).toMatchObject({
    metadata: { namespace: 'gitops' },
    spec: { project: 'platform', source: { targetRevision: 'v1' }, syncPolicy: { automated: { prune: false, selfHeal: false } } },
  });
  const [project] = objectsIn(folder.tree('repository/clusters/west')['root/AppProject.west-project.yaml']);
  expect(project.spec.destinations[0].name).toBe('other');
});

test('shows what to add to the configuration where it cannot know', () => {
  const repoUrl = 'delivery.repoUrl: missing, add to the file of --config: "delivery: {engine: argo-cd, repoUrl: URL}", '
    + 'URL being that of the repository that -o writes into, as Argo CD reaches it\n';
  const path = 'delivery.path: missing, since the output is not written into a Git repository, add to the file of --config: '
    + '"delivery: {engine: argo-cd, path: DIR}", DIR being what -o names, from the root of the repository that Argo CD reads\n';
  expect(synth('')).toMatchObject({ code: 1, err: expect.stringContaining(`error: ${repoUrl}`) });
  expect(synth('', '--stdout')).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`error: ${path}`) });
  expect(synth(CONFIG, '-o', folder.path('elsewhere'))).toMatchObject({ code: 1, err: expect.stringContaining(path) });
});

test('prints one stack where the folder is given', () => {
  const { code, out } = synth(`delivery: { repoUrl: "${REPOSITORY}", path: clusters }\n`, '--stdout');
  expect(code).toBe(0);
  expect(objectsIn(out).filter(({ kind }) => kind === 'Application').length).toBeGreaterThan(10);
});

test.each<[string, string, string]>([
  ['an unknown option', `delivery: { repoUrl: "${REPOSITORY}", branch: main }\n`, 'config.yaml:1:71: delivery.branch: unknown field'],
  ['a password, which is not shown', 'delivery: { repoUrl: "https://a:hunter2@b/c" }\n', 'config.yaml:1:22: delivery.repoUrl: has credentials in it'],
  ['two destinations', `delivery: { repoUrl: "${REPOSITORY}", destination: { name: a, server: "https://b" } }\n`,
    'delivery.destination: has both a server and a name, keep one of the two'],
  ['two destinations, one from all stacks',
    `delivery: { repoUrl: "${REPOSITORY}", destination: { name: a } }\nstacks: { west: { delivery: { destination: { server: "https://b" } } } }\n`,
    'stacks.west.delivery.destination: has both a server and a name'],
  ['the name, which is that of the stack', `delivery: { repoUrl: "${REPOSITORY}", name: a }\n`, 'delivery.name: unknown field'],
])('refuses %s, with the place in the file', (_, config, message) => {
  const { code, err } = synth(config);
  expect(err).toContain(message);
  expect(err).not.toContain('hunter2');
  expect(err.match(/error: /g)).toHaveLength(1);
  expect(code).toBe(1);
});
