import { kubeconfig, lowest, NewApp } from './new-app';

/** How a language's tools are called. */
export interface Commands {
  /** What must be there besides Node.js, each at its lowest release. */
  readonly needs: readonly string[];
  /** Brings what the app needs, and what it writes down of that. */
  readonly install: readonly string[];
  readonly synth: string;
  readonly test: string;
  /** What of that belongs into the repository. */
  readonly lock?: string;
}

/** What every app has, whatever its language. */
export function sharedFiles(language: string, run: string, ignored: readonly string[]): Record<string, string> {
  return {
    'cdk8s.yaml': `language: ${language}\napp: ${run}\n`,
    '.gitignore': ignored.map(line => `${line}\n`).join(''),
  };
}

/** The command of cdk8s for those who have no package.json to pin it in. */
export function pinnedSynth({ pins }: NewApp): string {
  return `npx --yes cdk8s-cli@${lowest(pins.tools['cdk8s-cli'])} synth`;
}

export function readme(app: NewApp, { needs, install, synth, test, lock }: Commands): string {
  return `# ${app.name}

What a Kubernetes cluster needs to serve large language models, as a [cdk8s](https://cdk8s.io) app.

It needs ${[...needs, 'Node.js 22'].join(' and ')}, or newer.

\`\`\`sh
${[...install, `${synth}   # writes dist/`, `${test}   # fails where dist/ is not what the app writes`].join('\n')}
\`\`\`

\`cdk8s synth\` empties \`dist/\` first: after an error, \`git restore dist\` brings it back.
Commit \`dist/\`${lock ? ` and \`${lock}\`` : ''} with the code. \`.github/workflows/serving-stack.yaml\` fails where \`dist/\` is stale. GitHub looks for it at the
root of the repository: where that is not this folder, move \`.github\` there, and set \`working-directory\` in it to this folder.

[The examples](https://github.com/cdk8s-serving-stack/cdk8s-serving-stack/tree/main/examples) say how the API reads in each language.

## Deliver it

${delivering(app)}`;
}

/** A workflow that fails where `dist/` is not what the app writes. */
export function workflow(app: NewApp, setup: string, { install, synth, test }: Commands): string {
  return `name: serving-stack
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
defaults:
  run:
    working-directory: ${app.place === undefined || app.place === '.' ? '.' : JSON.stringify(app.place)}
jobs:
  synth:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v7
        with:
          node-version: 22
${setup}${app.delivery.engine === 'plain' ? HELM_SETUP : ''}${install.map(command => `      - run: ${command}\n`).join('')}      - run: ${test}
      - run: ${synth}
      - name: dist/ is what the app writes
        run: |
          git add --all dist
          git diff --cached --exit-code -- dist
`;
}

/** Charts are rendered by it, so that its version is a part of the output. */
const HELM_SETUP = `      - uses: azure/setup-helm@v4
        with:
          version: v3.19.0
`;

function delivering(app: NewApp): string {
  const { engine, options } = app.delivery;
  switch (engine) {
    case 'flux': return `The app lies where Flux finds its output at \`${options.path}\`, in its GitRepository \`flux-system\`. Commit and push \`dist/\`, then
let Flux read the folder \`hub\`, once:

\`\`\`sh
flux create kustomization ${app.name} --source=GitRepository/flux-system --path=${shellWord(`./${options.path}/hub`)} --prune --interval=10m
flux get kustomizations --watch
\`\`\`

No other Kustomization may read \`dist/\`, or it would apply every folder at once: keep the app outside of the path of \`flux bootstrap\`.
`;
    case 'argo-cd': return `Commit and push \`dist/\` to \`${options.repoUrl}\`, where it must be at
\`${options.path}\`, then apply what makes all the rest, once, where Argo CD runs:

\`\`\`sh
kubectl apply --server-side -f dist/root
kubectl get applications -n argocd --watch
\`\`\`
`;
    case 'crossplane': return `The control plane has Crossplane 2, provider-helm, provider-kubernetes, the namespace \`${options.namespace}\` and in it the Secret
\`${kubeconfig(app).name}\`, whose key \`${kubeconfig(app).key}\` is the kubeconfig of the cluster. Then apply \`dist/\` there, or let Flux or Argo CD do so:

\`\`\`sh
kubectl apply --server-side -f dist/
kubectl get releases.helm.m.crossplane.io,objects.kubernetes.m.crossplane.io -n ${options.namespace} --watch
\`\`\`
`;
    case 'plain': return `Helm 3.14 or newer, on PATH, renders the charts when the app is synthesized. The files are numbered in the order of installation:

${UNTIL_APPLIED}`;
    default: return `k3s and RKE2 bring the controller that installs HelmCharts. The files are numbered in the order of installation:

${UNTIL_APPLIED}`;
  }
}

const UNTIL_APPLIED = `\`\`\`sh
until kubectl apply --server-side -f dist/; do sleep 10; done
\`\`\`
`;

/** A word as a shell reads it. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** What is said where the test finds files that are not what the app writes. */
export function staleMessage({ synth }: Commands): string {
  return `run ${synth} and commit what it changes`;
}

/** A literal in double quotes, as all of our languages read it. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
