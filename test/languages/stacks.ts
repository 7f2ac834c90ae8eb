import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart, YamlOutputType } from 'cdk8s';
import {
  CertManager, ComponentMode, Delivery, FluxDriftDetection, FluxSourceKind, ListenerProtocol, Lws, SecretType, ServingStack, StackKind, TaintEffect,
  TolerationOperator, VersionSet,
  // eslint-disable-next-line import/no-unresolved -- the packed package has it, where this is compiled
} from 'cdk8s-serving-stack';

const [folder, input] = process.argv.slice(2);

/** Writes the YAML of an app and what its stack says of itself. */
function write(app: App, name: string, stack: ServingStack): void {
  app.synth();
  writeFileSync(join(folder, name, 'outputs.txt'), [
    stack.gatewayNamespace,
    stack.gatewayName,
    stack.gatewayClassName,
    stack.caConfigMapName ?? 'none',
    stack.prometheusUrl ?? 'none',
    stack.apiObjects.length,
    ...stack.namespaces,
    ...stack.warnings,
    '',
  ].join('\n'));
}

function refused(name: string, make: (app: App) => void): void {
  try {
    make(new App({ outdir: join(folder, name) }));
  } catch (error) {
    console.log(`${name}: ${(error as Error).message}`);
    return;
  }
  throw new Error(`${name} was not refused`);
}

const standard = new App({ outdir: join(folder, 'standard') });
write(standard, 'standard', new ServingStack(standard, 'west'));

const dynamo = new App({
  outdir: join(folder, 'dynamo-flux'),
  outputFileExtension: '.yaml',
  yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,
});
write(dynamo, 'dynamo-flux', new ServingStack(dynamo, 'west', {
  stack: StackKind.DYNAMO,
  now: '2026-01-15T00:00:00Z',
  gateway: {
    hostname: 'west.clusters.example.com',
    clientCas: [{ name: 'fleet-a', certificate: readFileSync(join(input, 'client-ca.pem'), 'utf8') }],
    ca: { generation: 1, trusted: [2] },
  },
  tolerations: [
    { key: 'example.com/gpu', operator: TolerationOperator.EXISTS },
    { key: 'example.com/spot', value: 'yes', effect: TaintEffect.NO_EXECUTE, tolerationSeconds: 300 },
  ],
  delivery: Delivery.flux({
    path: 'clusters/west/dist',
    sourceRef: { kind: FluxSourceKind.OCI_REPOSITORY, name: 'fleet' },
    interval: '30m',
    prune: false,
    driftDetection: FluxDriftDetection.WARN,
  }),
}));

const gke = new App({ outdir: join(folder, 'gke-crossplane'), outputFileExtension: '.yaml' });
write(gke, 'gke-crossplane', new ServingStack(gke, 'west', {
  versionSet: VersionSet.MANAGED,
  versions: { certManager: 'v1.21.1', standard: { leaderWorkerSet: '0.8.0' } },
  nvidiaDriverRoot: '/home/kubernetes/bin/nvidia',
  gateway: {
    listeners: [
      { name: 'http', port: 80, protocol: ListenerProtocol.HTTP },
      { name: 'stream', port: 9000, protocol: ListenerProtocol.TCP },
    ],
  },
  secrets: [
    { type: SecretType.KUBECONFIG, name: 'west-kubeconfig', key: 'kubeconfig' },
    { type: SecretType.GOOGLE_APPLICATION_CREDENTIALS, name: 'west-google', key: 'credentials.json' },
  ],
  delivery: Delivery.crossplane({ name: 'west', namespace: 'clusters', rollbackLimit: 3 }),
}));

const provided = new App({ outdir: join(folder, 'provided') });
write(provided, 'provided', new ServingStack(new Chart(provided, 'west'), 'stack', {
  mode: ComponentMode.PROVIDED,
  components: {
    certManager: {
      mode: ComponentMode.MANAGED,
      values: {
        replicaCount: 2,
        global: { commonLabels: { 'example.com/team': 'inference' } },
        tolerations: [{ key: 'example.com/control', operator: 'Exists', tolerationSeconds: 30 }],
      },
    },
    prometheus: {
      mode: ComponentMode.MANAGED,
      values: {
        prometheus: {
          prometheusSpec: {
            retention: '2d',
            replicas: 2,
            enableAdminAPI: false,
            enableFeatures: [],
            externalLabels: { cluster: 'west', class: 'gpu', größe: 'groß', version: '1.10', on: 'yes' },
            resources: { limits: { cpu: 1.5, memory: '4Gi' }, requests: {} },
            additionalScrapeConfigs: [
              {
                job_name: 'nodes',
                honor_timestamps: false,
                sample_limit: 5000000000,
                static_configs: [{ targets: ['10.0.0.1:9100', '10.0.0.2:9100'], labels: { rack: '07' } }],
              },
              { job_name: 'matrix', params: { 'match[]': ['{job="a"}', 'up\nand more\n'] }, buckets: [[0.1, 1, 1e-7], [], [-2]] },
            ],
          },
        },
      },
      unsetValues: ['prometheus.prometheusSpec.retentionSize', 'prometheus.prometheusSpec.podMetadata.labels.example\\.com/old'],
    },
  },
}));

const parts = new App({ outdir: join(folder, 'parts') });
const chart = new Chart(parts, 'parts');
new CertManager(chart, 'cert-manager', { version: 'v1.20.2', unsetValues: ['podDisruptionBudget'] });
new Lws(chart, 'lws');
parts.synth();

const manifest = new App({ outdir: join(folder, 'manifest') });
write(manifest, 'manifest', ServingStack.fromManifest(manifest, 'west', join(input, 'west-gke-stack.yaml'), { versionSet: VersionSet.MANAGED }));

refused('port', app => new ServingStack(app, 'west', {
  gateway: {
    listeners: [
      { name: 'http', port: 0, protocol: ListenerProtocol.HTTP },
      { name: 'stream', port: 80.5, protocol: ListenerProtocol.TCP },
    ],
  },
}));
refused('version', app => new ServingStack(app, 'west', { versions: { certManager: 'latest' } }));
refused('values', app => new CertManager(new Chart(app, 'west'), 'cert-manager', { values: { crds: { enabled: ['yes'] } } }));
refused('engine', () => Delivery.flux({ path: '/clusters/west', interval: 'often' }));
refused('folders', app => new ServingStack(app, 'west', { delivery: Delivery.flux({ path: '.' }) }));
refused('manifest', app => ServingStack.fromManifest(app, 'west', join(input, 'missing.yaml')));
