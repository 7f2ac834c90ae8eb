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
    'ajv@^8',
    'cdk8s-cli@^2.207.60',
    'commander@^14',
    'esbuild@^0.28.0',
    'fast-check@^4',
    'ajv-formats',
    'jsii-docgen@^10',
  ],

  bin: { 'serving-stack': 'bin/serving-stack.js' },
  jestOptions: {
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
  },
  publishToPypi: { distName: 'cdk8s-serving-stack', module: 'cdk8s_serving_stack' },
  publishToMaven: {
    javaPackage: 'io.github.cdk8sservingstack',
    mavenGroupId: 'io.github.cdk8s-serving-stack',
    mavenArtifactId: 'cdk8s-serving-stack',
  },
  publishToNuget: { dotNetNamespace: 'Cdk8sServingStack', packageId: 'Cdk8sServingStack' },
  publishToGo: { moduleName: 'github.com/cdk8s-serving-stack/cdk8s-serving-stack-go', packageName: 'servingstack' },
});
project.synth();
