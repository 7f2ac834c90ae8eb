// Builds an app per language from the packages of dist/ and compares what it writes, byte for byte, with what TypeScript writes, after npm run compile:
// node test/languages/run.mjs [--only LANGUAGE,...] [--update]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { goModule, manifest, MAVEN_CACHE, missingGoPeers, missingMavenPeers, PEERS, root } from '../../scripts/language-peers.mjs';
import { needCompiled, packageLanguage } from '../../scripts/package-languages.mjs';

const MAX_TARBALL = 1.5e6;
const MAX_ASSEMBLY = 600e3;
/** What a user needs of the npm package. */
const NEEDED = /^(\.jsii|\.jsii\.tabl\.json|API\.md|LICENSE|NOTICE|README\.md|THIRD-PARTY[\w.-]*|package\.json|bin\/.*|lib\/(?!cli\/|verify\/).*\.(js|d\.ts)|schemas\/.*\.json|node_modules\/yaml\/.*)$/;

/** What the refusals of the apps have to say, in every language; keys that are not strings can be written in Go alone. */
const REFUSALS = {
  port: [
    'gateway.listeners[0].port: 0 is not a port, must be between 1 and 65535',
    'gateway.listeners[1].port: 80.5 is not a port, must be an integer between 1 and 65535',
  ],
  version: ['versions.certManager: "latest" is not a version that Helm reads, must be semver such as "v1.21.1", without ranges, spaces or leading zeros'],
  values: ['values.crds.enabled: is a list, must be a boolean'],
  engine: [
    'path: "/clusters/west" is not relative, use "clusters/west"',
    'interval: "often" is not a duration, must be numbers with the units h, m, s or ms, such as 10m or 1h30m',
  ],
  folders: ['west: delivery flux writes a folder for each component, make the App with yamlOutputType FOLDER_PER_CHART_FILE_PER_RESOURCE'],
  manifest: ['missing.yaml: cannot be read: there is no such file, check the path'],
};
const GO_REFUSALS = {
  keys: ['values.prometheus["<interface {} Value>"]: "<interface {} Value>" was a key of Go other than a string, use map[string]any'],
};

const { values: { only, update } } = parseArgs({ options: { only: { type: 'string' }, update: { type: 'boolean', default: false } } });
const here = join(root, 'test', 'languages');
const work = mkdtempSync(join(tmpdir(), 'serving-stack-languages-'));
const inputs = join(work, 'inputs');
const version = name => manifest.devDependencies[name];

/** How each language builds its app from the package at `artifact`, in a folder that has its example, and runs it. */
const LANGUAGES = {
  typescript: {
    package: 'js',
    build(folder, artifact) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'commonjs' }));
      const peers = PEERS.map(peer => `${peer.name}@${peer.version}`);
      const { sucrase } = JSON.parse(readFileSync(join(root, 'examples', 'typescript', 'package.json'), 'utf8')).devDependencies;
      const tools = { sucrase, 'typescript': version('typescript'), '@types/node': version('@types/node') };
      run(folder, 'npm', 'install', '--no-audit', '--no-fund', artifact, ...peers, ...Object.entries(tools).map(([tool, range]) => `${tool}@${range}`));
      cpSync(join(here, 'stacks.ts'), join(folder, 'stacks.ts'));
      compile(folder, 'main.ts', 'stacks.ts');
    },
    stacks: (...args) => ['node', 'stacks.js', ...args],
  },
  'es-module': {
    package: 'js',
    build(folder) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
      symlinkSync(join(work, 'typescript', 'node_modules'), join(folder, 'node_modules'));
      cpSync(join(here, 'stacks.ts'), join(folder, 'stacks.ts'));
      compile(folder, 'stacks.ts');
    },
    stacks: (...args) => ['node', 'stacks.js', ...args],
  },
  python: {
    package: 'python',
    build(folder, artifact) {
      run(folder, 'python3', '-m', 'venv', '.venv');
      // the name in the requirements is then satisfied already
      run(folder, join('.venv', 'bin', 'pip'), 'install', '--quiet', artifact, '--requirement', 'requirements.txt');
      cpSync(join(here, 'stacks.py'), join(folder, 'stacks.py'));
      const said = run(folder, join('.venv', 'bin', 'serving-stack'), '--version').stdout.trim();
      expect(said === manifest.version, `python: the command says that it is ${said}`);
    },
    env: folder => ({ PATH: `${join(folder, '.venv', 'bin')}:${process.env.PATH}` }),
    stacks: (...args) => ['python', 'stacks.py', ...args],
  },
  java: {
    package: 'java',
    build(folder) {
      const { groupId } = manifest.jsii.targets.java.maven;
      // a release is never looked up again
      rmSync(join(MAVEN_CACHE, ...groupId.split('.')), { recursive: true, force: true });
      const repositories = [join(root, 'dist', 'java'), ...missingMavenPeers()].map((path, i) => `<repository><id>local-${i}</id><url>file://${path}</url></repository>`);
      edit(join(folder, 'pom.xml'), '</project>', `<repositories>${repositories.join('')}</repositories></project>`);
      mkdirSync(join(folder, '.mvn'));
      writeFileSync(join(folder, '.mvn', 'maven.config'), `-Dmaven.repo.local=${MAVEN_CACHE}\n`);
      cpSync(join(here, 'Stacks.java'), join(folder, 'src', 'main', 'java', 'com', 'example', 'Stacks.java'));
      run(folder, 'mvn', '--batch-mode', '--quiet', 'compile');
    },
    stacks: (...args) => ['mvn', '--batch-mode', '--quiet', 'exec:java', '-Dexec.mainClass=com.example.Stacks', `-Dexec.args=${args.join(' ')}`],
  },
  go: {
    package: 'go',
    refusals: GO_REFUSALS,
    build(folder, artifact) {
      const ours = goModule({ name: manifest.name, version: manifest.version, targets: manifest.jsii.targets });
      const replaced = Object.entries({ [ours]: artifact, ...missingGoPeers() }).map(([module, path]) => `-replace=${module}=${path}`);
      run(folder, 'go', 'mod', 'edit', ...replaced);
      mkdirSync(join(folder, 'stacks'));
      cpSync(join(here, 'stacks.go'), join(folder, 'stacks', 'main.go'));
      run(folder, 'go', 'mod', 'tidy');
      run(folder, 'go', 'build', '-o', join(folder, 'bin', 'stacks'), './stacks');
      run(folder, 'go', 'build', '-o', join(folder, 'bin', 'example'), '.');
    },
    stacks: (...args) => [join('bin', 'stacks'), ...args],
  },
  csharp: { package: 'dotnet' },
};

const failures = [];
function expect(condition, message) {
  if (!condition) {
    failures.push(message);
  }
}

/** Runs a command to its end and returns what it printed; throws what it printed where it fails. */
function run(cwd, command, ...args) {
  return runWith({}, cwd, command, ...args);
}

function runWith(env, cwd, command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
    // packages of version 0.0.0 do not belong into the user's cache
    env: { ...process.env, JSII_RUNTIME_PACKAGE_CACHE_ROOT: join(cwd, 'jsii-cache'), JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20', ...env },
  });
  if (status !== 0) {
    throw new Error(`${[command, ...args].join(' ')} in ${cwd} failed: ${error?.message ?? `${stdout}${stderr}`.split('\n').slice(-40).join('\n')}`);
  }
  return { stdout };
}

function compile(folder, ...files) {
  run(folder, 'npx', '--no', '--', 'tsc', '--strict', '--target', 'es2022', '--module', 'node16', '--moduleResolution', 'node16', '--types', 'node', ...files);
}

function edit(file, from, to) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

function seconds(work) {
  const start = performance.now();
  const result = work();
  return { result, time: (performance.now() - start) / 1000 };
}

/** The content of every file below a folder, by its path. */
function contents(folder) {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true }).filter(path => statSync(join(folder, path)).isFile()) : [];
  return new Map(paths.sort().map(path => [path, readFileSync(join(folder, path))]));
}

/** The files that differ between two folders. */
function differences(one, other) {
  const [before, after] = [contents(one), contents(other)];
  return [...new Set([...before.keys(), ...after.keys()])].filter(path => !before.has(path) || !after.has(path) || !before.get(path).equals(after.get(path)));
}

function same(what, one, other) {
  const files = differences(one, other);
  expect(files.length === 0, `${what}: ${files.length} files differ: ${files.slice(0, 5).join(', ')}`);
  return files.length === 0;
}

/** The npm package, in which the packages of all languages wrap the library. */
function checkPackage(tarball) {
  const size = statSync(tarball).size;
  expect(size < MAX_TARBALL, `the npm package has ${size} bytes, must have less than ${MAX_TARBALL}`);
  const folder = join(work, 'package');
  run(work, 'tar', '-xzf', tarball);
  const assembly = statSync(join(folder, '.jsii')).size;
  expect(assembly < MAX_ASSEMBLY, `.jsii has ${assembly} bytes, must have less than ${MAX_ASSEMBLY}`);
  const files = contents(folder);
  const surplus = [...files.keys()].filter(name => !NEEDED.test(name));
  expect(surplus.length === 0, `no user needs these files of the npm package: ${surplus.join(', ')}`);
  const mapped = [...files].filter(([name, content]) => name.startsWith('lib/') && content.includes('sourceMappingURL=')).map(([name]) => name);
  expect(mapped.length === 0, `source maps are in ${mapped.slice(0, 5).join(', ')}`);
  const { dependencies = {}, bundledDependencies = [] } = JSON.parse(files.get('package.json'));
  const loose = Object.keys(dependencies).filter(name => !bundledDependencies.includes(name));
  expect(loose.length === 0, `dependencies that are not bundled: ${loose.join(', ')}`);
}

/** An example is an app as a user has it, and its output is committed. */
function checkExample(language, folder, expected) {
  const example = join(root, 'examples', language);
  if (update) {
    rmSync(join(example, 'dist'), { recursive: true, force: true });
    cpSync(join(folder, 'dist'), join(example, 'dist'), { recursive: true });
  }
  same(`examples/${language}/dist is stale, --update writes it`, join(example, 'dist'), join(folder, 'dist'));
  return same(`the example in ${language}`, expected, join(folder, 'dist'));
}

function test(name) {
  const language = LANGUAGES[name];
  const { path, bytes, seconds: packaging, missing } = packaged(language.package);
  const row = { language: name, 'artifact kB': bytes && Math.round(bytes / 1e3), 'package s': packaging?.toFixed(1) };
  if (missing || !language.build) {
    return { ...row, 'bytes equal': missing ? `not run${bytes ? ', code only' : ''}: needs ${missing}` : 'no app' };
  }
  const folder = join(work, name);
  const example = join(root, 'examples', name);
  mkdirSync(folder);
  if (existsSync(example)) {
    cpSync(example, folder, { recursive: true, filter: source => !['dist', 'node_modules', '__snapshots__'].includes(basename(source)) });
  }
  const build = seconds(() => language.build(folder, path)).time;
  const env = language.env?.(folder) ?? {};
  let equal = true;
  let synth;
  if (existsSync(example)) {
    // what cdk8s synth runs
    const command = /^app: (.*)$/m.exec(readFileSync(join(folder, 'cdk8s.yaml'), 'utf8'))[1].split(' ');
    synth = seconds(() => runWith(env, folder, ...command)).time;
    equal = checkExample(name, folder, join(work, 'typescript', 'dist'));
  }
  const output = join(folder, 'output');
  const { stdout } = runWith(env, folder, ...language.stacks(output, inputs));
  equal = same(`the stacks in ${name}`, join(work, 'typescript', 'output'), output) && equal;
  for (const [refusal, messages] of Object.entries({ ...REFUSALS, ...language.refusals })) {
    const lost = messages.find(message => !stdout.includes(message));
    expect(stdout.includes(`${refusal}: `) && !stdout.includes('InputError') && !lost, `${name} does not say what is wrong with ${refusal}: ${lost}, but ${stdout}`);
  }
  return { ...row, 'app build s': build.toFixed(1), 'cold synth s': synth?.toFixed(1), 'bytes equal': equal ? 'yes' : 'NO' };
}

const packages = new Map();
/** A package is built once, for all that use it. */
function packaged(language) {
  if (!packages.has(language)) {
    packages.set(language, packageLanguage(language));
  }
  return packages.get(language);
}

const chosen = only?.split(',') ?? Object.keys(LANGUAGES);
const unknown = chosen.find(name => !Object.hasOwn(LANGUAGES, name));
if (unknown) {
  console.error(`--only: ${unknown} is not one of ${Object.keys(LANGUAGES).join(', ')}`);
  process.exit(64);
}

needCompiled();
cpSync(join(here, 'inputs'), inputs, { recursive: true });
cpSync(join(root, 'examples', 'west-gke-stack.yaml'), join(inputs, 'west-gke-stack.yaml'));
const rows = [];
// the others are compared with it
for (const name of new Set(['typescript', ...chosen])) {
  console.error(`${name} ...`);
  try {
    rows.push(test(name));
  } catch (error) {
    failures.push(`${name}: ${error.message}`);
    rows.push({ 'language': name, 'bytes equal': 'FAILED' });
    if (name === 'typescript') {
      break;
    }
  }
}
if (packages.has('js')) {
  checkPackage(packages.get('js').path);
}

table(rows);
failures.forEach(message => console.error(`FAIL ${message}`));
if (failures.length === 0) {
  rmSync(work, { recursive: true });
} else {
  console.error(`everything is left in ${work}`);
}
process.exitCode = failures.length === 0 ? 0 : 1;

function table(rows) {
  const columns = ['language', 'artifact kB', 'package s', 'app build s', 'cold synth s', 'bytes equal'];
  const lines = [columns, ...rows.map(row => columns.map(column => String(row[column] ?? '')))];
  const widths = columns.map((_, i) => Math.max(...lines.map(line => line[i].length)));
  lines.forEach(line => console.log(line.map((cell, i) => [1, 2, 3, 4].includes(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i])).join('  ').trimEnd()));
}
