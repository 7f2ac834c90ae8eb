import { cdk8s, github, javascript, JsonPatch, release, ReleasableCommits } from 'projen';

/** Actions at the commits of these releases: a tag can be moved, a commit cannot. */
const ACTIONS = {
  'actions/attest': '1e69f48acb82d1966a394da916b4c1698aa569d6', // v4.2.2
  'actions/setup-dotnet': 'a98b56852c35b8e3190ac28c8c2271da59106c68', // v6.0.0
  'actions/setup-go': 'b7ad1dad31e06c5925ef5d2fc7ad053ef454303e', // v7.0.0
  'actions/setup-java': 'dd06d9cba3e5552c54d9f8ea23572deb30010f7c', // v6.0.0
  'actions/setup-node': '820762786026740c76f36085b0efc47a31fe5020', // v7.0.0
  'actions/setup-python': '5fda3b95a4ea91299a34e894583c3862153e4b97', // v7.0.0
  'peter-evans/create-pull-request': '5f6978faf089d4d20b00c7766989d076bb2fc7f1', // v8.1.1
};

/** States what was built where, for `gh attestation verify`, where a registry keeps no such statement itself. */
const attest = (files: string) => ({
  name: 'Attest build provenance',
  if: '${{ !inputs.dry_run }}',
  uses: 'actions/attest',
  with: { 'subject-path': files },
});

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-serving-stack',
  description: 'The serving substrate for large language models on Kubernetes, as typed cdk8s constructs and plain YAML for the GitOps engine you run',
  author: 'cdk8s-serving-stack authors',
  authorAddress: 'cdk8s-serving-stack@users.noreply.github.com',
  authorOrganization: true,
  repositoryUrl: 'https://github.com/cdk8s-serving-stack/cdk8s-serving-stack.git',
  license: 'Apache-2.0',
  copyrightOwner: 'cdk8s-serving-stack authors',
  defaultReleaseBranch: 'main',
  projenrcTs: true,
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.16.0',
  // npm's trusted publishing needs npm 11.5, which comes with it
  workflowNodeVersion: '24.x',
  keywords: ['cdk8s', 'kubernetes', 'llm', 'inference', 'gpu', 'gateway-api', 'gitops', 'helm', 'flux', 'argo-cd', 'crossplane', 'k3s'],

  // Peers stand at the lowest version that works, and the tests run against exactly that one.
  cdk8sVersion: '2.68.12',
  constructsVersion: '10.3.0',
  peerDeps: ['cdk8s-plus-30@^2.2.5'],
  peerDependencyOptions: { pinnedDevDependency: true },
  bundledDeps: ['yaml@2.9.1'],
  jsiiVersion: '~6.0.16',
  typescriptVersion: '~6.0.0',
  devDeps: [
    '@cyclonedx/cyclonedx-esbuild@^1.4.4',
    // 2.0 needs Node.js 22
    '@kubernetes/client-node@^1.4.0',
    'ajv@^8',
    'ajv-formats@^3',
    'ajv-formats-draft2019@^1',
    'cdk8s-cli@^2.207.60',
    'commander@^14',
    'esbuild@^0.28.0',
    'fast-check@^4',
    'jsii-docgen@^10',
  ],

  // what is found there depends on what was built before
  autoDetectBin: false,
  bin: { 'serving-stack': 'bin/serving-stack.js' },
  // source maps would be four fifths of the package
  tsconfigDev: {
    compilerOptions: { paths: { 'cdk8s-serving-stack': ['../src/index.ts'] } },
    include: ['../bench/**/*.ts', '../scripts/**/*.ts', '../examples/**/*.ts'],
  },
  tsconfig: { compilerOptions: { inlineSourceMap: false, inlineSources: false } },
  jestOptions: {
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    junitReporting: false,
    jestConfig: {
      collectCoverage: false,
      maxWorkers: '100%',
      setupFiles: ['<rootDir>/test/support/seed.ts'],
      moduleNameMapper: { '^cdk8s-serving-stack$': '<rootDir>/src' },
      testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/examples/**/*.test.ts'],
    },
  },
  eslintOptions: { dirs: ['src'], devdirs: ['test'], ignorePatterns: ['src/imports/**', '**/*.mjs', '*.d.ts', 'node_modules/', 'coverage'] },
  gitignore: ['/bin/'],

  // docs/releasing.md says how all of this is used
  releaseTrigger: release.ReleaseTrigger.workflowDispatch(),
  releasableCommits: ReleasableCommits.featuresAndFixes(),
  releaseEnvironment: 'release',
  releaseFailureIssue: true,
  // it runs where the registries' credentials are
  jsiiReleaseVersion: '0.2.1061',
  buildWorkflowOptions: { mutableBuild: false },
  githubOptions: {
    mergify: false,
    pullRequestLintOptions: { semanticTitleOptions: { types: ['feat', 'fix', 'docs', 'test', 'refactor', 'perf', 'build', 'ci', 'chore', 'revert'] } },
  },
  depsUpgradeOptions: { cooldown: 7, workflowOptions: { schedule: javascript.UpgradeDependenciesSchedule.WEEKLY } },
  npmTrustedPublishing: true,
  publishToPypi: { distName: 'cdk8s-serving-stack', module: 'cdk8s_serving_stack', trustedPublishing: true, attestations: true },
  publishToMaven: {
    javaPackage: 'io.github.cdk8sservingstack',
    mavenGroupId: 'io.github.cdk8s-serving-stack',
    mavenArtifactId: 'cdk8s-serving-stack',
    postPublishSteps: [attest('dist/java/**/*.jar')],
  },
  publishToNuget: {
    dotNetNamespace: 'Cdk8sServingStack',
    packageId: 'Cdk8sServingStack',
    trustedPublishing: true,
    postPublishSteps: [attest('dist/dotnet/**/*.nupkg')],
  },
  publishToGo: {
    moduleName: 'github.com/cdk8s-serving-stack/cdk8s-serving-stack-go',
    packageName: 'servingstack',
    // a deploy key opens one repository, a token all that its owner has
    githubUseSsh: true,
  },
});
// packages ask for a runtime of its own version at least, to which new apps are pinned
project.deps.removeDependency('jsii-pacmak');
project.addDevDeps('jsii-pacmak@1.140.0');
// the command's own files are in its bundle
project.addPackageIgnore('/lib/cli/');
project.addPackageIgnore('/lib/verify/');
for (const path of ['/.ci/', '/.compatignore', '/AGENTS.md', '/bench/', '/bin/*.meta.json', '/docs/', '/examples/', '/rosetta/', '/scripts/', '/test-reports/']) {
  project.addPackageIgnore(path);
}
project.eslint?.allowDevDeps('**/src/cli/**');
project.eslint?.allowDevDeps('**/src/verify/**');

// apart from the tests, so that these are done in three minutes
const lint = project.addTask('lint', {
  description: 'Check the types of tests and scripts, and the style of all',
  steps: [{ exec: 'tsc --noEmit -p test/tsconfig.json' }, { spawn: 'eslint' }],
});
project.testTask.removeStep(project.testTask.steps.findIndex(({ spawn }) => spawn === 'eslint'));
project.postCompileTask.spawn(lint);

const bundle = project.addTask('bundle', {
  description: 'Bundle the serving-stack command, and write the bill of materials and the licences of what is in it',
  steps: [{ exec: 'node scripts/bundle.mjs' }, { exec: 'node scripts/third-party.mjs' }],
});
project.compileTask.spawn(bundle);

// Construct Hub and jsii-pacmak take each language's snippets from what this writes into the package.
project.package.addField('jsiiRosetta', { strict: true, exampleDependencies: { '@types/node': '^20' } });
project.addGitIgnore('.jsii.tabl.json');
const docsCheck = project.addTask('docs:check', {
  description: 'Compile the snippets of README and docstrings, translate them to every language, and refuse translations that are wrong',
  steps: [{ exec: 'jsii-rosetta extract --strict' }, { exec: 'node scripts/check-translations.mjs' }],
});
project.postCompileTask.spawn(docsCheck);
project.postCompileTask.spawn(project.tasks.tryFind('compat')!);

project.addTask('synth', {
  description: 'Compile, bundle the command, and write the YAML of the example',
  steps: [
    { spawn: project.compileTask.name },
    { exec: 'node bin/serving-stack.js synth examples/west-gke-stack.yaml -o dist/synth' },
  ],
});

project.addTask('test:helm', {
  description: 'Test plain delivery with a real helm, from PATH or fetched once',
  exec: "jest --ci --testMatch '**/test/helm/*.helm.ts'",
});

project.addTask('bench:plain', {
  description: 'Compare plain delivery with bare helm and with cdk8s\' own Helm construct within one run',
  steps: [{ spawn: project.compileTask.name }, { exec: 'node bench/plain.mjs' }],
});

project.addTask('test:cluster', {
  description: 'Test against a real API server, which is built with Go once',
  steps: [
    // says what is missing, and exits with 2, before any test begins
    { exec: 'node test/cluster/binaries.mjs' },
    { exec: "jest --ci --runInBand --testMatch '**/test/cluster/*.cluster.ts'" },
  ],
});

project.addTask('test:languages', {
  description: 'Build the packages of all languages that this machine can, and have an app in each write the same bytes',
  steps: [{ spawn: project.compileTask.name }, { exec: 'node test/languages/run.mjs', receiveArgs: true }],
});

project.addTask('bench:verify', {
  description: 'Measure verify on clusters of 500 and 5,000 nodes within one run',
  steps: [{ spawn: bundle.name }, { exec: 'node bench/verify.mjs' }],
});

project.addTask('test:package', {
  description: 'Use the packed package from an empty app, and the bundled command against servers that fail',
  steps: [{ exec: 'node scripts/test-package.mjs' }, { exec: "jest --ci --testMatch '**/test/command/*.command.ts'" }],
});

project.addTask('imports', {
  description: 'Generate src/imports from the CRDs and values of ../shared',
  steps: [{ exec: 'node scripts/generate-imports.mjs' }, { exec: 'node scripts/generate-values-tables.mjs' }],
});

project.addTask('docs', {
  description: 'Write what is generated from the components: the table of README, the requirements page, the permissions of verify and the schema of the configuration file',
  steps: [{ exec: 'ts-node -T -P test/tsconfig.json scripts/docs.ts' }],
});

project.addTask('bench', {
  description: 'Compare start, time per stack and memory within one run',
  steps: [{ spawn: project.compileTask.name }, { exec: 'node bench/bench.mjs' }],
});

project.buildWorkflow?.addPostBuildJob('checks', {
  runsOn: ['ubuntu-latest'],
  permissions: { contents: github.workflows.JobPermission.READ },
  tools: { node: { version: '24.x' }, java: { version: '17' }, python: { version: '3.x' }, go: { version: 'stable' } },
  steps: [github.WorkflowSteps.checkout(), { name: 'All that must hold', run: '.ci/run' }],
});

for (const [name, commit] of Object.entries(ACTIONS)) {
  project.github?.actions.set(name, `${name}@${commit}`);
}
const releaseWorkflow = project.github?.tryFindWorkflow('release')?.file;
for (const job of ['release_maven', 'release_nuget', 'release_github']) {
  releaseWorkflow?.patch(
    JsonPatch.add(`/jobs/${job}/permissions/attestations`, 'write'),
    JsonPatch.add(`/jobs/${job}/permissions/id-token`, 'write'),
  );
}
// neither pushes anything, and both run what all dependencies bring
releaseWorkflow?.patch(JsonPatch.replace('/jobs/release/permissions/contents', 'read'));
project.github?.tryFindWorkflow('build')?.file?.patch(JsonPatch.replace('/jobs/build/permissions/contents', 'read'));

project.release?.publisher.addGitHubPrePublishingSteps(attest('dist/sbom.cdx.json'));
project.release?.publisher.addGitHubPostPublishingSteps({
  name: 'Attach the bill of materials',
  if: '${{ !inputs.dry_run }}',
  run: 'gh release upload "$(cat dist/releasetag.txt)" dist/sbom.cdx.json --clobber -R "$GITHUB_REPOSITORY"',
  env: { GITHUB_TOKEN: '${{ secrets.GITHUB_TOKEN }}' },
});

// jsii's word on Node.js releases past their end of life, on every call
project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '20');

project.synth();
