// Plain delivery against bare helm and cdk8s' own Helm construct, as ratios within this run: node bench/plain.mjs [LIB]
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lib = resolve(process.argv[2] ?? join(root, 'lib'));
const require = createRequire(join(lib, 'index.js'));
const { App, Chart, Helm } = require('cdk8s');
const { Delivery, ServingStack } = require(lib);
const { CATALOG } = require(join(lib, 'constructs', 'catalog.js'));

const helm = execFileSync('node', [join(root, 'scripts', 'helm.mjs')], { encoding: 'utf8' }).trim();
const work = mkdtempSync(join(tmpdir(), 'serving-stack-bench-'));
const ROUNDS = 7;

/** Folders of ../shared/crds that stand for a chart's own CRDs. */
const CRDS = {
  'cert-manager': ['cert-manager'],
  'trust-manager': ['trust-manager'],
  'kube-prometheus-stack': ['kube-prometheus-stack-72.6.2'],
  'node-feature-discovery': ['node-feature-discovery'],
  'dra-driver-nvidia-gpu': ['dra-driver-nvidia-gpu'],
  'gateway-helm': ['envoy-gateway', 'gateway-api-experimental'],
  'ai-gateway-crds-helm': ['envoy-ai-gateway'],
  'lws': ['lws'],
};

const OBJECTS = `{{- range $i := until 15 }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $.Release.Name }}-{{ $i }}
  labels:
    app.kubernetes.io/name: {{ $.Chart.Name }}
    app.kubernetes.io/version: {{ $.Chart.Version | quote }}
spec:
  replicas: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: {{ $.Chart.Name }}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: {{ $.Chart.Name }}
    spec:
      serviceAccountName: {{ $.Release.Name }}
      containers:
        - name: controller
          image: "registry.example.com/controller:v1.0.0"
          args: ["--leader-elect", "--metrics-bind-address=:8443"]
          resources:
            requests:
              cpu: 100m
              memory: 64Mi
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: {{ $.Release.Name }}-{{ $i }}
rules:
  - apiGroups: [""]
    resources: ["configmaps", "secrets", "events"]
    verbs: ["get", "list", "watch"]
{{- end }}
`;

try {
  const charts = writeCharts();
  const times = { 'bare helm template': [], 'plain, no cache': [], 'plain, cached': [], 'cdk8s Helm': [] };
  const plain = options => new ServingStack(new App(), 'west', { delivery: Delivery.plain({ helm, chartFolder: join(work, 'charts'), ...options }) });
  plain({ cacheFolder: join(work, 'cache') });
  for (let i = 0; i < ROUNDS; i++) {
    times['bare helm template'].push(time(() => charts.forEach(bare)));
    times['plain, no cache'].push(time(() => plain({ cache: false })));
    times['plain, cached'].push(time(() => plain({ cacheFolder: join(work, 'cache') })));
    times['cdk8s Helm'].push(time(() => charts.forEach(cdk8sHelm)));
  }
  const [floor, rival] = [median(times['bare helm template']), median(times['cdk8s Helm'])];
  console.log(`node ${process.version}, ${charts.length} charts, median of ${ROUNDS} alternating rounds, from the construct's beginning to its end\n`);
  for (const [name, all] of Object.entries(times)) {
    console.log(`${name.padEnd(20)} ${median(all).toFixed(0).padStart(6)} ms  ${(median(all) / floor).toFixed(2).padStart(5)} times bare helm, `
      + `${(rival / median(all)).toFixed(1).padStart(5)} times as fast as cdk8s Helm`);
  }
} finally {
  rmSync(work, { recursive: true });
}

/** A chart for each of the Standard stack, of about the real one's size. */
function writeCharts() {
  const dynamo = ['grove-charts', 'kai-scheduler', 'gateway-crds-helm'];
  return CATALOG.filter(({ chart }) => chart && !dynamo.includes(chart.name)).map(({ chart, namespace }) => {
    const folder = join(work, 'charts', chart.name);
    mkdirSync(join(folder, 'templates'), { recursive: true });
    writeFileSync(join(folder, 'Chart.yaml'), `apiVersion: v2\nname: ${chart.name}\nversion: ${chart.versions.v1alpha1}\n`);
    writeFileSync(join(folder, 'templates', 'objects.yaml'), OBJECTS);
    for (const name of CRDS[chart.name] ?? []) {
      const crds = join(root, '..', 'shared', 'crds', name);
      if (existsSync(crds)) {
        cpSync(crds, join(folder, 'crds'), { recursive: true });
      }
    }
    return { folder, namespace, release: chart.release };
  });
}

function bare({ folder, namespace, release }) {
  const { status, stderr } = spawnSync(helm, ['template', release, folder, '--namespace', namespace, '--include-crds'], { stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) {
    throw new Error(String(stderr));
  }
}

function cdk8sHelm({ folder, namespace, release }) {
  new Helm(new Chart(new App(), 'chart'), 'helm', { chart: folder, releaseName: release, namespace, helmExecutable: helm, helmFlags: ['--include-crds'] });
}

function time(act) {
  const start = performance.now();
  act();
  return performance.now() - start;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
