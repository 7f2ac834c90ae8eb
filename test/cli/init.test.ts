import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { App, YamlOutputType } from 'cdk8s';
import { convertCompilerOptionsFromJson, createProgram, flattenDiagnosticMessageText } from 'typescript';
import { parse } from 'yaml';
import { Delivery, SecretType, ServingStack, ServingStackProps, StackKind } from '../../src';
import { run, temporaryFolder } from '../support/command';

const ROOT = join(__dirname, '..', '..');
const { peerDependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const folder = temporaryFolder();

const LANGUAGES: Record<string, string[]> = {
  typescript: ['main.test.ts', 'main.ts', 'package.json', 'tsconfig.json'],
  python: ['main.py', 'requirements.txt', 'test_main.py'],
  java: ['pom.xml', 'src/main/java/com/example/Main.java', 'src/test/java/com/example/MainTest.java'],
  go: ['go.mod', 'main.go', 'main_test.go'],
};

const REPOSITORY = 'https://git.example.com/platform/clusters.git';

/** What each delivery must be told, and what then comes out. */
const DELIVERIES: Record<string, { flags: string[]; props: () => ServingStackProps; folders?: boolean }> = {
  'helm-chart': { flags: [], props: () => ({ delivery: Delivery.helmChart() }) },
  'flux': {
    flags: ['--path', 'stacks/west/dist'],
    props: () => ({ delivery: Delivery.flux({ path: 'stacks/west/dist' }) }),
    folders: true,
  },
  'argo-cd': {
    flags: ['--repo-url', REPOSITORY, '--path', 'west/dist'],
    props: () => ({ delivery: Delivery.argoCd({ repoUrl: REPOSITORY, path: 'west/dist' }) }),
    folders: true,
  },
  'crossplane': {
    flags: ['--namespace', 'platform'],
    props: () => ({
      secrets: [{ type: SecretType.KUBECONFIG, name: 'west-kubeconfig', key: 'kubeconfig' }],
      delivery: Delivery.crossplane({ name: 'west', namespace: 'platform' }),
    }),
  },
  'plain': { flags: [], props: () => ({ delivery: Delivery.plain() }) },
};

const ALL = Object.keys(LANGUAGES).flatMap(language => Object.keys(DELIVERIES).map(delivery => [language, delivery] as const));

/** Writes an app to `west` and returns its files. */
function init(language: string, delivery: string, ...more: string[]): Record<string, string> {
  expect(run('init', language, '-o', folder.path('west'), '--delivery', delivery, ...DELIVERIES[delivery].flags, ...more))
    .toEqual({ code: 0, out: expect.any(String), err: `note: ${folder.path('west/README.md')} says how to go on\n` });
  return folder.tree('west');
}

/** What a process other than this one needs to run the app against this tree. */
function linkModules(): void {
  mkdirSync(folder.path('west/node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter(entry => entry !== 'cdk8s-serving-stack' && !entry.startsWith('.'))) {
    symlinkSync(join(ROOT, 'node_modules', name), folder.path('west/node_modules', name));
  }
}

describe.each(ALL)('%s, delivered by %s', (language, delivery) => {
  test('has all that an app needs', () => {
    const files = init(language, delivery);
    expect(Object.keys(files).sort()).toEqual(
      ['.github/workflows/serving-stack.yaml', '.gitignore', 'README.md', 'cdk8s.yaml', ...LANGUAGES[language]].sort());
    expect(files['cdk8s.yaml']).toMatch(new RegExp(`^language: ${language}\napp: .+\n$`));
    expect(files['.gitignore']).not.toContain('dist');
  });

  test('says so in code and in its README', () => {
    const files = Object.entries(init(language, delivery, '--stack', 'Dynamo'));
    const source = files.find(([name]) => /(^|\/)main\.\w+$/i.test(name))![1];
    expect({ source, readme: withoutTools(files.find(([name]) => name === 'README.md')![1]) }).toMatchSnapshot();
  });
});

describe.each(Object.keys(LANGUAGES))('%s', language => {
  test('is the rest of it, whatever the delivery', () => {
    const files = init(language, 'helm-chart');
    const same = Object.entries(files).filter(([name]) => name !== 'README.md' && !/(^|\/)main\.\w+$/i.test(name));
    expect(Object.fromEntries(same.map(([name, text]) => [name, withoutTools(text)]))).toMatchSnapshot();
  });

  test('is pinned to what this package is tested with', () => {
    const [manifest] = Object.entries(init(language, 'helm-chart')).filter(([name]) => /^(package\.json|requirements\.txt|pom\.xml|go\.mod)$/.test(name));
    for (const [peer, range] of Object.entries<string>(peerDependencies)) {
      expect(manifest[1]).toMatch(pin(peer, range.slice(1)));
    }
    expect(manifest[1]).toMatch(/(cdk8s-serving-stack"?(: "|==|<\/artifactId>\s*<version>)|servingstack v)1\.2\.3\b/);
  });
});

function pin(name: string, version: string): RegExp {
  const escaped = version.replaceAll('.', '\\.');
  return new RegExp(`"${name}": "${escaped}"|^${name}==${escaped}$|<artifactId>${name}</artifactId>\\s*<version>${escaped}<|`
    + `/${name.replaceAll('-', '')}/v\\d+ v${escaped}\\b`, 'm');
}

/** Tools move with our own, without anything of the app changing. */
function withoutTools(text: string): string {
  return ['cdk8s-cli', 'jsii-pacmak', 'typescript', '@types/node'].reduce((masked, tool) => masked
    .replaceAll(`"${tool}": "${devDependencies[tool]}"`, `"${tool}": "TOOL"`)
    .replace(new RegExp(`(cdk8s-cli@|jsii==|jsii-runtime-go v|jsii-runtime</artifactId>\\s*<version>)${devDependencies[tool].replace(/^\^/, '').replaceAll('.', '\\.')}`, 'g'), '$1TOOL'), text);
}

test.each(Object.keys(LANGUAGES))('%s takes what needs quotes', language => {
  const path = 'a "b" it\'s $HOME ${c}/dist';
  expect(run('init', language, '-o', folder.path('west'), '--delivery', 'flux', '--path', path).code).toBe(0);
  const [, source] = Object.entries(folder.tree('west')).find(([name]) => /(^|\/)main\.\w+$/i.test(name))!;
  expect(source).toContain(language === 'typescript' ? '\'a "b" it\\\'s $HOME ${c}/dist\'' : '"a \\"b\\" it\'s $HOME ${c}/dist"');
  expect(folder.tree('west')['README.md']).toContain("--path='./a \"b\" it'\\''s $HOME ${c}/dist/hub'");
});

describe('the TypeScript app', () => {
  test.each(Object.keys(DELIVERIES).filter(name => name !== 'plain'))('of %s writes the same as a ServingStack', delivery => {
    const { props, folders } = DELIVERIES[delivery];
    init('typescript', delivery, '--stack', 'Dynamo');
    linkModules();
    const { createApp } = jest.requireActual(folder.path('west/main.ts'));
    const written = jest.spyOn(console, 'error').mockImplementation();
    createApp(folder.path('written')).synth();
    const app = new App({
      outdir: folder.path('expected'),
      outputFileExtension: '.yaml',
      ...folders ? { yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE } : {},
    });
    const stack = new ServingStack(app, 'west', { stack: StackKind.DYNAMO, ...props() });
    app.synth();
    expect(folder.tree('written')).toEqual(folder.tree('expected'));
    expect(Object.keys(folder.tree('written')).length).toBeGreaterThan(20);
    expect(written.mock.calls.flat()).toEqual(stack.warnings);
    written.mockRestore();
  });

  test('writes the same as the command', () => {
    init('typescript', 'helm-chart');
    linkModules();
    jest.requireActual(folder.path('west/main.ts')).createApp(folder.path('written')).synth();
    const document = folder.write('west.yaml', `apiVersion: infrastructure.modelplane.ai/v1alpha1
kind: ServingStack
metadata: { name: west }
spec: { secrets: [{ type: Kubeconfig, name: kubeconfig, key: kubeconfig }] }
`);
    expect(run('synth', document, '-o', folder.path('out')).code).toBe(0);
    const { '.serving-stack': marker, 'README.md': readme, ...files } = folder.tree('out/west');
    expect(folder.tree('written')).toEqual(files);
  });

  test('passes its own type check, with every delivery', () => {
    Object.entries(DELIVERIES).forEach(([delivery, { flags }]) => {
      expect(run('init', '-o', folder.path('west', delivery), '--name', 'west', '--delivery', delivery, ...flags).code).toBe(0);
    });
    linkModules();
    const { compilerOptions } = JSON.parse(readFileSync(folder.path('west/plain/tsconfig.json'), 'utf8'));
    const { options, errors } = convertCompilerOptionsFromJson(
      { ...compilerOptions, paths: { 'cdk8s-serving-stack': [join(ROOT, 'src', 'index.ts')] } }, folder.path('west'));
    expect(errors).toEqual([]);
    const files = Object.keys(DELIVERIES).flatMap(delivery => ['main.ts', 'main.test.ts'].map(file => folder.path('west', delivery, file)));
    const program = createProgram(files, options);
    const problems = files.map(file => program.getSourceFile(file))
      .flatMap(file => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
      .map(({ file, messageText }) => `${file?.fileName}: ${flattenDiagnosticMessageText(messageText, ' ')}`);
    expect(problems).toEqual([]);
  }, 60_000);
});

test('the Java app resolves as little as the example does', () => {
  const managed = (pom: string) => /<dependencyManagement>[^]*<\/dependencyManagement>/.exec(pom)![0];
  expect(managed(init('java', 'helm-chart')['pom.xml'])).toBe(managed(readFileSync(join(ROOT, 'examples', 'java', 'pom.xml'), 'utf8')));
});

describe('the folder', () => {
  test('gives the stack its name', () => {
    expect(run('init', '-o', folder.path('some/where/east'), '-q')).toEqual({ code: 0, out: '', err: '' });
    expect(folder.tree('some/where/east')['main.ts']).toContain("new ServingStack(app, 'east', {");
  });

  test('is what is listed, and has nothing else', () => {
    const { out } = run('init', 'go', '-o', folder.path('west'));
    expect(out.trim().split('\n').sort()).toEqual(Object.keys(folder.tree('west')).map(file => folder.path('west', file)).sort());
  });

  test('may be there already, and stays the same', () => {
    mkdirSync(folder.path('west/.git'), { recursive: true });
    expect(run('init', 'go', '-o', folder.path('west')).code).toBe(0);
    expect(readdirSync(folder.path('west'))).toEqual(expect.arrayContaining(['.git', 'main.go']));
  });

  test('is refused where anything is in it', () => {
    folder.write('west/notes.txt', 'mine');
    expect(run('init', 'go', '-o', folder.path('west')))
      .toEqual({ code: 1, out: '', err: `error: ${folder.path('west')}: is not empty, choose a folder that is new or empty with -o\n` });
    expect(folder.tree('west')).toEqual({ 'notes.txt': 'mine' });
  });

  test('is refused where it is none', () => {
    const file = folder.write('west', '');
    expect(run('init', 'go', '-o', file)).toEqual({ code: 1, out: '', err: expect.stringContaining('is not a folder') });
    expect(run('init', 'go', '-o', join(file, 'a', 'b'))).toEqual({ code: 2, out: '', err: expect.stringContaining('cannot be made') });
  });

  test('is as it was where it cannot be written', () => {
    expect(run('init', 'go', '-o', '/proc/self/new/west').code).toBe(2);
    mkdirSync(folder.path('west'));
    const modules = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { renameSync } = modules;
    const rename = jest.spyOn(modules, 'renameSync');
    try {
      for (const output of ['new/west', 'west']) {
        rename.mockImplementationOnce(renameSync).mockImplementationOnce(() => {
          throw new Error('the disk is full');
        });
        expect(run('init', 'go', '-o', folder.path(output))).toEqual({ code: 2, out: '', err: 'error: the disk is full\n' });
      }
      expect(rename).toHaveBeenCalledTimes(4);
    } finally {
      rename.mockRestore();
    }
    expect(existsSync(folder.path('new'))).toBe(false);
    expect(readdirSync(folder.path('west'))).toEqual([]);
  });
});

describe('the workflow', () => {
  test.each([
    ['what is there already', () => {}, 0],
    ['a new file', () => folder.write('west/dist/new.yaml', ''), 1],
    ['another text', () => folder.write('west/dist/kept.yaml', 'b'), 1],
    ['a file less', () => rmSync(folder.path('west/dist/gone.yaml')), 1],
  ])('ends with %s as it should', (_, change, code) => {
    init('go', 'helm-chart');
    const { jobs } = parse(folder.tree('west')['.github/workflows/serving-stack.yaml']);
    const [test, synth, step] = jobs.synth.steps.slice(-3);
    expect([test.run, synth.run]).toEqual(['go test ./...', expect.stringMatching(/ synth$/)]);
    ['kept', 'gone'].forEach(name => folder.write(`west/dist/${name}.yaml`, 'a'));
    const git = (...args: string[]) => spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder.path('west') });
    [['init'], ['add', '--all'], ['commit', '-m', 'a']].forEach(args => expect(git(...args).status).toBe(0));
    change();
    expect(spawnSync('bash', ['-e', '-c', step.run], { cwd: folder.path('west') }).status).toBe(code);
  });

  test('brings the helm that charts are rendered by', () => {
    const { steps } = parse(init('go', 'plain')['.github/workflows/serving-stack.yaml']).jobs.synth;
    expect(steps.map(({ uses }: any) => uses)).toContain('azure/setup-helm@v4');
  });

  test('runs in the folder of the app where that is known', () => {
    expect(init('go', 'flux')['.github/workflows/serving-stack.yaml']).toContain('working-directory: "stacks/west"\n');
  });

  test('runs at the root otherwise', () => {
    expect(init('go', 'plain')['.github/workflows/serving-stack.yaml']).toContain('working-directory: .\n');
  });
});

test.each([
  ['a language that there is none of', ['rust'], 'typescript, python, java, go'],
  ['an engine that there is none of', ['go', '--delivery', 'helmchart'], '--delivery: helmchart is not an engine'],
  ['Flux without its path', ['--delivery', 'flux'], '--path: missing for delivery flux, add the folder of the output from the root of the repository, such as --path clusters/west/dist\n'],
  ['Argo CD without its repository', ['--delivery', 'argo-cd', '--path', 'dist'], '--repo-url: missing for delivery argo-cd, add the repository as Argo CD reaches it'],
  ['Crossplane without its namespace', ['--delivery', 'crossplane'], '--namespace: missing for delivery crossplane'],
  ['an option of another engine', ['--path', 'dist'], '--path: not an option of delivery helm-chart, leave it out'],
  ['a path out of the repository', ['--delivery', 'flux', '--path', '../dist'], '--path: "../dist" has ".." in it'],
  ['a path of something else', ['--delivery', 'flux', '--path', 'stacks/west'],
    '--path: "stacks/west" does not end in "dist", which is what the app writes, use "stacks/west/dist"'],
  ['credentials', ['--delivery', 'argo-cd', '--path', 'dist', '--repo-url', 'https://me:word@git.example.com/a.git'], '--repo-url: has credentials in it'],
  ['a name that no object can have', ['--name', 'West'], '--name: "West" is not a DNS label, use "west"'],
  ['a name that is a number to some', ['--name', '0o17'], '--name: "0o17" '],
  ['a folder without a name', ['-o', ''], '-o: the folder has no name'],
])('%s is bad usage', (_, args, message) => {
  const { code, out, err } = run('init', '-o', folder.path('west'), ...args);
  expect({ code, out, err }).toEqual({ code: 64, out: '', err: expect.stringContaining(message) });
  expect(err).not.toContain('word@');
  expect(existsSync(folder.path('west'))).toBe(false);
});

test('everything wrong is said at once', () => {
  expect(run('init', '-o', folder.path('west'), '--delivery', 'argo-cd', '--name', 'A', '--namespace', 'x').err.trim().split('\n').map(line => line.split(':')[1]))
    .toEqual([' --name', ' --path', ' --repo-url', ' --namespace']);
});
