import { cdk8s, javascript } from 'projen';

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
  workflowNodeVersion: '22.x',
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
    // 2.0 needs Node.js 22
    '@kubernetes/client-node@^1.4.0',
    'ajv@^8',
    'cdk8s-cli@^2.207.60',
    'commander@^14',
    'esbuild@^0.28.0',
    'fast-check@^4',
    'jsii-docgen@^10',
  ],

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
  publishToPypi: { distName: 'cdk8s-serving-stack', module: 'cdk8s_serving_stack' },
  publishToMaven: {
    javaPackage: 'io.github.cdk8sservingstack',
    mavenGroupId: 'io.github.cdk8s-serving-stack',
    mavenArtifactId: 'cdk8s-serving-stack',
  },
  publishToNuget: { dotNetNamespace: 'Cdk8sServingStack', packageId: 'Cdk8sServingStack' },
  publishToGo: { moduleName: 'github.com/cdk8s-serving-stack/cdk8s-serving-stack-go', packageName: 'servingstack' },
});
// the command's own files are in its bundle
project.addPackageIgnore('/lib/cli/');
project.addPackageIgnore('/lib/verify/');
for (const path of ['/.ci/', '/AGENTS.md', '/bench/', '/docs/', '/examples/', '/scripts/']) {
  project.addPackageIgnore(path);
}
project.eslint?.allowDevDeps('**/src/cli/**');
project.eslint?.allowDevDeps('**/src/verify/**');

project.testTask.prependExec('tsc --noEmit -p test/tsconfig.json', { name: 'type-check' });

const bundle = project.addTask('bundle', {
  description: 'Bundle the serving-stack command into one file',
  exec: 'node scripts/bundle.mjs',
});
project.compileTask.spawn(bundle);

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

project.addTask('bench:verify', {
  description: 'Measure verify on clusters of 500 and 5,000 nodes within one run',
  steps: [{ spawn: bundle.name }, { exec: 'node bench/verify.mjs' }],
});

project.addTask('test:package', {
  description: 'Use the packed package from an empty app',
  exec: 'node scripts/test-package.mjs',
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

// jsii's word on Node.js releases past their end of life, on every call
project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '1');

project.synth();
