// Prints the folder of etcd, kube-apiserver and kubectl for the tests that run them: from KUBEBUILDER_ASSETS, from PATH, or built with Go once
// into a cache folder: node test/cluster/binaries.mjs
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['etcd', 'kube-apiserver', 'kubectl'];
const TOOLS = join(dirname(fileURLToPath(import.meta.url)), 'tools');
const VERSION = readFileSync(join(TOOLS, 'go.mod'), 'utf8').match(/k8s\.io\/kubernetes (v\S+)/)[1];

const complete = folder => NAMES.every(name => existsSync(join(folder, name)));
const cache = join(process.env.SERVING_STACK_CACHE ?? process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cdk8s-serving-stack', `kubernetes-${VERSION}`);

const found = [process.env.KUBEBUILDER_ASSETS, ...(process.env.PATH ?? '').split(delimiter), cache].filter(Boolean).find(complete);
console.log(found ?? built());

function built() {
  if (spawnSync('go', ['version']).status !== 0) {
    missing(`neither ${NAMES.join(', ')} nor go to build them with`);
  }
  mkdirSync(dirname(cache), { recursive: true });
  const work = mkdtempSync(join(dirname(cache), 'build-'));
  const start = Date.now();
  let failed;
  console.error(`building Kubernetes ${VERSION} and etcd with go, once: about 10 minutes on 2 cores`);
  try {
    const [major, minor] = VERSION.slice(1).split('.');
    const stamp = Object.entries({ gitVersion: VERSION, gitMajor: major, gitMinor: minor })
      .map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`).join(' ');
    execFileSync('go', ['build', '-trimpath', '-ldflags', `-s -w ${stamp}`, '-o', `${work}/`, 'tool'], { cwd: TOOLS, stdio: ['ignore', 'inherit', 'inherit'] });
    // the program is called after its folder
    renameSync(join(work, 'server'), join(work, 'etcd'));
    // several runs may build it at once
    if (!complete(cache)) {
      rmSync(cache, { recursive: true, force: true });
      renameSync(work, cache);
    }
  } catch (error) {
    // not at once: what is half built goes first
    failed = error.message;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (failed) {
    missing(`${failed}; the Go module proxy must be reached`);
  }
  console.error(`built in ${Math.round((Date.now() - start) / 1000)} s`);
  return cache;
}

function missing(what) {
  console.error(`the tests against an API server cannot run: ${what}. Set KUBEBUILDER_ASSETS to a folder that has ${NAMES.join(', ')}, or install Go`);
  process.exit(2);
}
