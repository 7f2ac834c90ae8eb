// Prints the folder of etcd, kube-apiserver and kubectl for the tests that run them: from KUBEBUILDER_ASSETS, from PATH, or built with Go once
// into a cache folder; always built, or from the cache, where KUBERNETES_VERSION says which: node test/cluster/binaries.mjs
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE } from '../../scripts/cache.mjs';

const NAMES = ['etcd', 'kube-apiserver', 'kubectl'];
const TOOLS = join(dirname(fileURLToPath(import.meta.url)), 'tools');
const PINNED = readFileSync(join(TOOLS, 'go.mod'), 'utf8').match(/k8s\.io\/kubernetes (v\S+)/)[1];
const VERSION = process.env.KUBERNETES_VERSION || PINNED;

if (!/^v1\.\d+\.\d+$/.test(VERSION)) {
  missing(`KUBERNETES_VERSION is ${VERSION}, must be a release such as ${PINNED}`);
}
const complete = folder => NAMES.every(name => existsSync(join(folder, name)));
const cache = join(CACHE, `kubernetes-${VERSION}`);
const given = process.env.KUBERNETES_VERSION ? [] : [process.env.KUBEBUILDER_ASSETS, ...(process.env.PATH ?? '').split(delimiter)];

console.log([...given, cache].filter(Boolean).find(complete) ?? built());

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
    const module = VERSION === PINNED ? TOOLS : moduleOf(VERSION, work);
    // what another version depends on is looked up as it is met
    const flags = ['-trimpath', ...module === TOOLS ? [] : ['-mod=mod'], '-ldflags', `-s -w ${stamp}`, '-o', `${work}/`];
    execFileSync('go', ['build', ...flags, 'tool'], { cwd: module, stdio: ['ignore', 'inherit', 'inherit'] });
    // the program is called after its folder
    renameSync(join(work, 'server'), join(work, 'etcd'));
    rmSync(join(work, 'module'), { recursive: true, force: true });
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

/** A module like that of TOOLS in a folder that goes with the build, of another version of Kubernetes and the etcd that it is made for. */
function moduleOf(version, work) {
  const folder = join(work, 'module');
  mkdirSync(folder);
  const { GoMod } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@${version}`], { cwd: folder, encoding: 'utf8' }));
  const [, go, etcd] = readFileSync(GoMod, 'utf8').match(/^(go .*)$[^]*go\.etcd\.io\/etcd\/client\/v3 (\S+)/m);
  const staging = [...readFileSync(GoMod, 'utf8').matchAll(/^\s(k8s\.io\/\S+) => \.\/staging/gm)].map(([, module]) => module);
  const pinned = readFileSync(join(TOOLS, 'go.mod'), 'utf8');
  writeFileSync(join(folder, 'go.mod'), `${pinned.match(/^module .*\n/)[0]}
${go}

${pinned.match(/^tool \([^)]*\)\n/m)[0]}
require (
	go.etcd.io/etcd/server/v3 ${etcd}
	k8s.io/kubernetes ${version}
)

replace (
${staging.map(module => `\t${module} => ${module} ${version.replace(/^v1/, 'v0')}\n`).join('')})
`);
  return folder;
}

function missing(what) {
  console.error(`the tests against an API server cannot run: ${what}. Set KUBEBUILDER_ASSETS to a folder that has ${NAMES.join(', ')}, or install Go`);
  process.exit(2);
}
