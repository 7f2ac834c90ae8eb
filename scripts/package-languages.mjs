// Packages for every language into dist/, after npm run compile: node scripts/package-languages.mjs [LANGUAGE...]
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gofmt, goPackage, hasTool, manifest, MAVEN_CACHE, mavenSettings, missingGoPeers, missingMavenPeers, pacmak, root } from './language-peers.mjs';

const JSII = manifest.jsii.targets;

/** What each language needs to be built, and its artifact in dist/. */
export const PACKAGES = {
  js: {
    has: () => true,
    build: () => pacmak('.', 'js'),
    artifact: `js/${manifest.name}@${manifest.version}.jsii.tgz`,
  },
  python: {
    tool: 'python3',
    has: () => hasTool('python3', '-c', 'import ensurepip, venv'),
    build: () => pacmak('.', 'python'),
    artifact: `python/${JSII.python.module}-${manifest.version}-py3-none-any.whl`,
  },
  java: {
    tool: 'Maven with a JDK',
    has: () => hasTool('mvn', '--version') && hasTool('javac', '-version'),
    build: () => {
      const peers = missingMavenPeers();
      pacmak('.', 'java', '--maven-local-repository', MAVEN_CACHE, ...peers.length > 0 ? ['--mvn-global-settings', mavenSettings(peers)] : []);
    },
    artifact: join('java', JSII.java.maven.groupId.replaceAll('.', '/'), JSII.java.maven.artifactId, manifest.version,
      `${JSII.java.maven.artifactId}-${manifest.version}.jar`),
  },
  go: {
    tool: 'Go',
    has: () => hasTool('go', 'version'),
    build: () => {
      const lacks = Object.keys(missingGoPeers()).length > 0;
      pacmak('.', 'go', ...lacks ? ['--code-only'] : []);
      if (lacks) {
        gofmt(join(root, 'dist', 'go'));
      }
    },
    artifact: join('go', goPackage(manifest.name, JSII.go)),
  },
  dotnet: {
    tool: 'the .NET SDK',
    has: () => hasTool('dotnet', '--list-sdks'),
    build: () => pacmak('.', 'dotnet'),
    code: () => pacmak('.', 'dotnet', '--code-only'),
    artifact: 'dotnet',
  },
};

/** Builds the package of a language anew; says how long that took and how large it is, or what is missing. */
export function packageLanguage(language) {
  const { tool, has, build, code, artifact } = PACKAGES[language];
  const ready = has();
  if (!ready && !code) {
    return { language, missing: tool };
  }
  rmSync(join(root, 'dist', language), { recursive: true, force: true });
  const start = performance.now();
  (ready ? build : code)();
  const path = join(root, 'dist', artifact);
  return { language, path, bytes: sizeOf(path), seconds: (performance.now() - start) / 1000, missing: ready ? undefined : tool };
}

export function sizeOf(path) {
  return statSync(path).isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : statSync(path).size;
}

/** Refuses to package what is not there. */
export function needCompiled() {
  if (!existsSync(join(root, '.jsii')) || !existsSync(join(root, 'bin'))) {
    throw new Error('nothing is compiled: npm run compile');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const languages = process.argv.slice(2);
  const unknown = languages.find(language => !Object.hasOwn(PACKAGES, language));
  if (unknown) {
    console.error(`${unknown} is not one of ${Object.keys(PACKAGES).join(', ')}`);
    process.exit(64);
  }
  needCompiled();
  for (const language of languages.length > 0 ? languages : Object.keys(PACKAGES)) {
    const { path, bytes, seconds, missing } = packageLanguage(language);
    const size = path && `${(bytes / 1e3).toFixed(0)} kB in ${seconds.toFixed(1)} s, ${path}`;
    console.log(`${language.padEnd(8)}${missing ? `${size ? `code only, ${size}` : 'not built'}: needs ${missing}` : size}`);
  }
}
