// Installs the packed package into an empty app and uses it as the README says: node scripts/test-package.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const app = mkdtempSync(join(tmpdir(), 'serving-stack-app-'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const BUDGET = 1.5e6;
let passed = 0;
let failed = 0;

function check(name, test) {
  try {
    test();
    passed++;
    console.log(`ok   ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n${error.stdout ?? ''}${error.stderr ?? ''}${error.message}`);
  }
}

function run(command, args, cwd = app) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function assert(condition, message) {
  if (!condition) {
    throw new Error(message);
  }
}

try {
  const [{ filename, files, size }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', app], root));
  const names = files.map(({ path }) => path);

  check(`the package is under ${BUDGET / 1e6} MB`, () => assert(size < BUDGET, `${filename} has ${size} bytes`));
  check('it holds what users need and nothing else', () => {
    for (const needed of [
      '.jsii', '.jsii.tabl.json', 'API.md', 'LICENSE', 'README.md', 'bin/THIRD-PARTY-LICENSES', 'bin/serving-stack.js', 'lib/index.js', 'lib/index.d.ts',
      'schemas/config.schema.json',
    ]) {
      assert(names.includes(needed), `${needed} is missing`);
    }
    const surplus = names.filter(name => /^(src|test|test-reports|bench|scripts|examples|docs|dist|rosetta|\.ci|\.projen|\.github|lib\/cli)\/|\.map$|\.meta\.json$|tsconfig/.test(name));
    assert(surplus.length === 0, `not needed: ${surplus.join(', ')}`);
  });

  check('it has the licence of every package whose code is in the command', () => {
    const licenses = readFileSync(join(root, 'bin', 'THIRD-PARTY-LICENSES'), 'utf8');
    const { outputs } = JSON.parse(readFileSync(join(root, 'bin', 'serving-stack.meta.json'), 'utf8'));
    const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs).filter(file => inputs[file].bytesInOutput > 0));
    const folders = new Set(files.flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
    assert(folders.size > 20, `only ${folders.size} packages are in the command`);
    for (const folder of folders) {
      const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const [, text = ''] = licenses.split(`\n${name} ${version}\n${'-'.repeat(80)}\n`);
      assert(/copyright|apache license/i.test(text.split('-'.repeat(80))[0]), `${name} ${version} is missing`);
    }
  });

  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true }));
  const peers = Object.keys(manifest.peerDependencies).map(name => `${name}@${manifest.devDependencies[name]}`);
  run('npm', ['install', '--no-audit', '--no-fund', join(app, filename), ...peers, `typescript@${manifest.devDependencies.typescript}`, '@types/node@20']);

  const [, example] = /```ts\n([^`]*)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'));
  check('the README example compiles against it and writes YAML', () => {
    writeFileSync(join(app, 'main.ts'), example);
    run('npx', ['tsc', '--strict', '--target', 'es2022', '--module', 'node16', '--moduleResolution', 'node16', '--types', 'node', 'main.ts']);
    run('node', ['main.js']);
    assert(readdirSync(join(app, 'dist')).includes('45-envoy-gateway.yaml'), readdirSync(join(app, 'dist')).join(', '));
  });
  check('it works from an ES module', () => {
    writeFileSync(join(app, 'main.mjs'), 'import { App } from "cdk8s"; import { ServingStack } from "cdk8s-serving-stack";'
      + 'const app = new App({ outdir: "esm" }); new ServingStack(app, "west"); app.synth();');
    run('node', ['main.mjs']);
    assert(statSync(join(app, 'esm', '10-cert-manager.k8s.yaml')).size > 0, 'nothing was written');
  });
  check('fromManifest reads the reference\'s example', () => {
    writeFileSync(join(app, 'manifest.js'), 'const { App } = require("cdk8s"); const { ServingStack } = require("cdk8s-serving-stack");'
      + `const app = new App({ outdir: "manifest" }); ServingStack.fromManifest(app, "west", ${JSON.stringify(join(root, 'examples', 'west-gke-stack.yaml'))}); app.synth();`);
    run('node', ['manifest.js']);
  });
  check('its command writes the reference\'s example, the same as from code', () => {
    run('npx', ['serving-stack', 'synth', join(root, 'examples', 'west-gke-stack.yaml'), '-o', 'clusters']);
    const folder = join(app, 'clusters', 'west-gke-stack');
    for (const file of readdirSync(folder).filter(name => name.endsWith('.yaml'))) {
      assert(readFileSync(join(folder, file), 'utf8') === readFileSync(join(app, 'manifest', file.replace('.yaml', '.k8s.yaml')), 'utf8'), `${file} differs`);
    }
    assert(run('npx', ['serving-stack', '--version']).trim() === manifest.version, 'wrong version');
  });
} finally {
  rmSync(app, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
