import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as ts from 'typescript';
import { jsii } from '../package.json';
import * as library from '../src';
import { makeCa } from './support/certificates';
import { run } from './support/command';

const ROOT = join(__dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const ENGINES = join(ROOT, 'docs', 'engines');
const PAGES = [README, ...readdirSync(ENGINES).sort().map(page => readFileSync(join(ENGINES, page), 'utf8'))];
const SNIPPETS = PAGES.flatMap(page => [...page.matchAll(/```ts\n([^`]*)```/g)].map(([, code]) => code));
// the only delivery that runs another program
const RUN = SNIPPETS.filter(code => !code.includes('Delivery.plain'));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'readme-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('every page has a snippet', () => {
  PAGES.forEach(page => expect(page).toContain('```ts'));
});

test('the README has the name of the package in every language', () => {
  const { python, java, go, dotnet, ...others } = jsii.targets;
  expect(others).toEqual({});
  const rows = README.split('\n');
  expect(rows).toContainEqual(expect.stringContaining(`| PyPI \`${python.distName}\` | \`${python.module}\` |`));
  expect(rows).toContainEqual(expect.stringContaining(`| Maven \`${java.maven.groupId}:${java.maven.artifactId}\` | \`${java.package}\` |`));
  expect(rows).toContainEqual(expect.stringContaining(`| \`${go.moduleName}/${go.packageName}\` |`));
  expect(rows).toContainEqual(expect.stringContaining(`| NuGet \`${dotnet.packageId}\` | \`${dotnet.namespace}\` |`));
});

test('snippets pass the type checker', () => {
  const given = join(folder, 'given.d.ts');
  writeFileSync(given, 'declare const fleetA: string;');
  const files = SNIPPETS.map((code, i) => {
    const file = join(folder, `snippet-${i}.ts`);
    writeFileSync(file, code);
    return file;
  });
  const program = ts.createProgram([given, ...files], {
    noEmit: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    paths: { 'cdk8s-serving-stack': [join(ROOT, 'src', 'index.ts')], '*': [join(ROOT, 'node_modules', '*')] },
  });
  const problems = files.map(file => program.getSourceFile(file))
    .flatMap(file => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});

test.each(RUN.map((code, i) => ({ i, code })))('snippet $i writes YAML', ({ code }) => {
  const outdir = mkdtempSync(join(folder, 'dist-'));
  const year = new Date().getFullYear();
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  const require = createRequire(join(ROOT, 'package.json'));
  const load = (name: string) => name === 'cdk8s-serving-stack' ? library : name === 'cdk8s' ? jest.requireActual('cdk8s') : require(name);
  const [here, error] = [process.cwd(), console.error];
  process.chdir(folder);
  process.env.CDK8S_OUTDIR = outdir;
  console.error = () => {};
  try {
    new Function('require', 'exports', 'fleetA', outputText)(load, {}, makeCa({
      name: 'fleet-a',
      notBefore: new Date(`${year - 1}-01-01T00:00:00Z`),
      notAfter: new Date(`${year + 9}-01-01T00:00:00Z`),
    }));
  } finally {
    process.chdir(here);
    delete process.env.CDK8S_OUTDIR;
    console.error = error;
  }
  expect(readdirSync(outdir, { recursive: true }).join()).toMatch(/yaml/);
});

test('the command that the README shows is the command that there is', () => {
  const { out: help } = run('synth', '--help');
  for (const [, option] of README.matchAll(/^\| `(-[^`]*)` \|/gm)) {
    expect(help).toContain(option.split(/[ ,]/).find(word => word.startsWith('--')) ?? option);
  }
});
