// The peers in Java and Go where a registry does not have them at our versions: built once from their npm packages into a cache folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE } from './cache.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The peers at the versions that this package is tested with. */
export const PEERS = Object.keys(manifest.peerDependencies).map(name => {
  const { jsii: { targets }, version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  return { name, version, targets };
});

/** Maven's local repository, apart from the user's own, which must not learn of a release 0.0.0 of ours. */
export const MAVEN_CACHE = join(CACHE, 'maven');

export function hasTool(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** The path of a package's Go module. */
export function goModule({ name, version, targets: { go } }) {
  const major = Number(version.split('.')[0]);
  return `${go.moduleName}/${goPackage(name, go)}${major > 1 ? `/v${major}` : ''}`;
}

export function goPackage(name, { packageName = name.replace(/[^a-z0-9]/gi, '') }) {
  return packageName;
}

let goPeers;
/** A folder for the Go module of each peer that the registry lacks. */
export function missingGoPeers() {
  goPeers ??= Object.fromEntries(PEERS.filter(peer => !hasTool('go', 'mod', 'download', `${goModule(peer)}@v${peer.version}`)).map(peer =>
    [goModule(peer), join(built(peer, 'go', '--code-only'), 'go', goPackage(peer.name, peer.targets.go))]));
  return goPeers;
}

let mavenPeers;
/** A folder, as a Maven repository, for each peer that the registry lacks. */
export function missingMavenPeers() {
  mavenPeers ??= PEERS.filter(({ version, targets: { java: { maven } } }) => !hasTool('mvn', '--batch-mode', '--quiet',
    `-Dmaven.repo.local=${MAVEN_CACHE}`, `-Dartifact=${maven.groupId}:${maven.artifactId}:${version}`, '-Dtransitive=false',
    'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get'))
    .map(peer => join(built(peer, 'java', '--maven-local-repository', MAVEN_CACHE, '--mvn-define', 'maven.javadoc.skip=true'), 'java'));
  return mavenPeers;
}

/** Maven's settings with further repositories. */
export function mavenSettings(folders) {
  const file = join(CACHE, 'settings.xml');
  const repository = (folder, i) => `<repository><id>peers-${i}</id><url>file://${folder}</url></repository>`;
  writeFileSync(file, `<settings>
  <profiles><profile><id>peers</id><repositories>${folders.map(repository).join('')}</repositories></profile></profiles>
  <activeProfiles><activeProfile>peers</activeProfile></activeProfiles>
</settings>
`);
  return file;
}

/** Runs jsii-pacmak, and prints what it says only if it fails. */
export function pacmak(folder, target, ...args) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [join(root, 'node_modules', 'jsii-pacmak', 'bin', 'jsii-pacmak'), folder, '--no-npmignore', '--target', target, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20' },
    maxBuffer: 1e9,
  });
  if (status !== 0) {
    throw new Error(`jsii-pacmak for ${target} failed: ${error?.message ?? `${stdout}${stderr}`.split('\n').slice(-40).join('\n')}`);
  }
}

function built({ name, version }, target, ...args) {
  const folder = join(CACHE, `${target}-${name}-${version}`);
  if (!existsSync(folder)) {
    console.error(`${name} ${version} is not in the registry for ${target}: building it from its npm package, once`);
    mkdirSync(CACHE, { recursive: true });
    const work = mkdtempSync(join(CACHE, 'build-'));
    try {
      pacmak(join(root, 'node_modules', name), target, '--outdir', work, ...args);
      // several runs may build it at once
      renameSync(work, folder);
    } catch (error) {
      rmSync(work, { recursive: true });
      if (!existsSync(folder)) {
        throw error;
      }
    }
  }
  return folder;
}

/** Formats Go as `go fmt` does, where pacmak did not. */
export function gofmt(folder) {
  execFileSync('gofmt', ['-w', folder]);
}
