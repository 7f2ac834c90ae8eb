import { execFileSync } from 'child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { valuesTable } from '../../src/imports/values';
import { formatFault } from '../../src/lib/fault';
import { applyUnset, parseUnsetPath, Values } from '../../src/lib/values';
import { checkValues } from '../../src/lib/values-check';

const root = join(__dirname, '../..');
const facts = join(root, '../shared/facts/values-keys');
const factsAreThere = existsSync(facts);
if (!factsAreThere) {
  console.warn('src/imports/values is not compared with what the generator writes: its source, ../shared/facts, is not there');
}

const CHARTS: [chart: string, version: string, facts?: string][] = [
  ['ai-gateway-helm', '1.1.0'],
  ['cert-manager', '1.20.2'],
  ['cert-manager', '1.21.1'],
  ['dra-driver-nvidia-gpu', '0.4.0'],
  ['dra-driver-nvidia-gpu', '0.4.1'],
  ['gateway-helm', '1.8.3'],
  ['gateway-helm', '1.8.4', 'gateway-helm-1.8.3'],
  ['grove-charts', '0.1.0-alpha.12-rc2', 'grove-charts-main'],
  ['kai-scheduler', '0.16.8'],
  ['kube-prometheus-stack', '72.6.2'],
  ['kube-prometheus-stack', '84.4.0'],
  ['lws', '0.8.0'],
  ['node-feature-discovery', '0.18.3'],
  ['node-feature-discovery', '0.19.0'],
  ['trust-manager', '0.24.0'],
];

const DEFAULTS: { [type: string]: unknown } = {
  'string': 'x', 'number': 1, 'boolean': true, 'list': [1], 'map': {}, 'open map': {}, 'null': null,
};

/** Values of the types that the chart's own have. A key may hold slashes itself. */
function defaultsOf(file: string): Values {
  const types: { [path: string]: string } = JSON.parse(readFileSync(join(facts, `${file}.json`), 'utf8'));
  const maps: { [path: string]: Values } = { '': {} };
  for (const [path, type] of Object.entries(types)) {
    const [parent = ''] = Object.keys(maps).filter(map => path.startsWith(`${map}/`)).sort((a, b) => b.length - a.length);
    maps[parent][path.slice(parent ? parent.length + 1 : 0)] = type === 'map' ? maps[path] = {} : DEFAULTS[type];
  }
  return maps[''];
}

function findings(chart: string, version: string, values: Values): string[] {
  return checkValues(values, valuesTable(chart, version)!).map(formatFault);
}

test.each(CHARTS)('%s %s has a table, by its version with a v too', (chart, version) => {
  const table = valuesTable(chart, version)!;
  expect(Object.keys(table.keys).length).toBeGreaterThan(3);
  expect(valuesTable(chart, `v${version}`)).toBe(table);
  expect(table.closed).toBe(['cert-manager', 'trust-manager'].includes(chart));
});

test.each([['cert-manager', '1.20.1'], ['modelexpress', '0.4.1'], ['toString', ''], ['', '']])('%s %s has none', (chart, version) => {
  expect(valuesTable(chart, version)).toBeUndefined();
});

(factsAreThere ? test.each(CHARTS) : test.skip.each(CHARTS))('%s %s knows its own defaults', (chart, version, file = `${chart}-${version}`) => {
  expect(findings(chart, version, defaultsOf(file))).toEqual([]);
});

test.each<[string, string, Values]>([
  ['cert-manager', '1.21.1', { fullnameOverride: 'a', nameOverride: 'b', namespace: 'c', enabled: true, creator: 'd', crds: { enabled: true } }],
  ['cert-manager', '1.21.1', { startupapicheck: { ttlSecondsAfterFinished: 3 }, podDisruptionBudget: { minAvailable: '50%' }, global: { mine: 1 } }],
  ['trust-manager', '0.24.0', { crds: { enabled: true, keep: true }, app: { trust: { namespace: 'a' } }, defaultPackage: { enabled: false } }],
  ['gateway-helm', '1.8.4', {
    config: { envoyGateway: { extensionApis: { enableBackend: true }, extensionManager: { hooks: {}, service: { fqdn: { port: 1063 } } } } },
    crds: { enabled: false, gatewayAPI: { safeUpgradePolicy: { enabled: false } } },
    deployment: { replicas: 2, envoyGateway: { resources: { limits: { 'cpu': 1, 'example.com/x': '2' } } } },
    podDisruptionBudget: { minAvailable: '50%' },
    global: { images: { ratelimit: { image: 'a' } } },
  }],
  ['ai-gateway-helm', '1.1.0', {
    controller: {
      logRequestHeaderAttributes: 'x-modelplane-caller:caller', mutatingWebhook: { certManager: { enable: true }, namespaceSelector: {} },
    },
  }],
  ['kube-prometheus-stack', '72.6.2', {
    'fullnameOverride': 'prometheus',
    'grafana': { enabled: false, persistence: { enabled: true } },
    'alertmanager': { enabled: false, config: { receivers: [], time_intervals: [] }, ingress: { ingressClassName: 'a', pathType: 'Prefix' } },
    'prometheus': {
      prometheusSpec: {
        podMonitorSelectorNilUsesHelmValues: false,
        podMonitorNamespaceSelector: {},
        additionalScrapeConfigs: [{ job_name: 'a' }],
        enforcedSampleLimit: 1000,
        queryLogFile: '/dev/stdout',
        resources: { requests: { cpu: '1' } },
        securityContext: { runAsUser: 1, supplementalGroups: [1] },
        storageSpec: { volumeClaimTemplate: {} },
      },
      route: { internal: { enabled: true, hostnames: ['a'] } },
      podDisruptionBudget: { maxUnavailable: 1 },
      service: { targetPort: 'oauth-proxy' },
    },
    'prometheusOperator': { logLevel: 'error', priorityClassName: 'a', env: { GOMEMLIMIT: '1' }, admissionWebhooks: { certManager: { issuerRef: {} } } },
    'kubeEtcd': { service: { selector: { component: 'etcd' } }, serviceMonitor: { scrapeTimeout: '10s' } },
    'kube-state-metrics': { resources: {} },
    'crds': { upgradeJob: { enabled: true } },
    'additionalPrometheusRules': [],
  }],
  ['node-feature-discovery', '0.18.3', {
    image: { tag: 'v1' }, featureGates: { NodeFeatureGroupAPI: true }, worker: { tolerations: [], config: { core: { labelSources: [] } } },
  }],
  ['node-feature-discovery', '0.19.0', {
    worker: { ownerRefs: ['pod'], updateStrategy: { rollingUpdate: { maxUnavailable: 1 } }, hostUsers: false }, gc: { livenessProbe: { timeoutSeconds: 1 } },
  }],
  ['dra-driver-nvidia-gpu', '0.4.1', {
    gpuResourcesEnabledOverride: true,
    resources: { gpus: { enabled: true }, computeDomains: { enabled: false } },
    nvidiaDriverRoot: '/a',
    kubeletPlugin: { affinity: { nodeAffinity: null }, updateStrategy: { rollingUpdate: { maxSurge: 1 } } },
    logVerbosity: 6,
  }],
  ['lws', '0.8.0', { enableCertManager: true, gangSchedulingManagement: { schedulerProvider: 'volcano' }, resources: { limits: { cpu: '2' } } }],
  ['grove-charts', '0.1.0-alpha.12-rc2', {
    webhookServerSecret: { enabled: false },
    crdInstaller: { enabled: true },
    config: { scheduler: { defaultProfileName: 'kai-scheduler' } },
    deployment: { labels: { team: 'a' } },
  }],
  ['kai-scheduler', '0.16.8', {
    global: { registry: 'a', vpa: { recommenders: [] } },
    scheduler: { image: { tag: 'b' }, resources: {} },
    binder: { cdiEnabled: true },
    admission: { podDisruptionBudget: { maxUnavailable: '50%' } },
  }],
])('%s %s knows what the chart reads', (chart, version, values) => {
  expect(findings(chart, version, values)).toEqual([]);
});

test.each<[string, string, Values, string]>([
  ['cert-manager', '1.21.1', { crd: { enabled: true } }, 'crd: the chart has no such value, did you mean "crds"?'],
  ['cert-manager', '1.21.1', { prometheus: { podmonitor: { path: '/a' } } },
    'prometheus.podmonitor.path: the chart has no such value, see the values.yaml of the chart'],
  ['trust-manager', '0.24.0', { fullnameOverride: 'a' }, 'fullnameOverride: the chart has no such value, did you mean "nameOverride"?'],
  ['kai-scheduler', '0.16.8', { kaiConfig: { render: true } }, 'kaiConfig: the chart has no such value, see the values.yaml of the chart'],
  ['kai-scheduler', '0.16.8', { crdupgrader: { enabled: false } },
    'crdupgrader.enabled: the chart has no such value, see the values.yaml of the chart'],
  ['kube-prometheus-stack', '84.4.0', { prometheus: { prometheusSpec: { retenton: '2d' } } },
    'prometheus.prometheusSpec.retenton: the chart has no such value, did you mean "retention"?'],
  ['node-feature-discovery', '0.19.0', { master: { enabled: true } }, 'master.enabled: the chart has no such value, did you mean "enable"?'],
  ['dra-driver-nvidia-gpu', '0.4.0', { image: { tag: 4651090 } }, 'image.tag: 4651090 is a number, must be a string'],
])('%s %s does not know %j', (chart, version, values, message) => {
  expect(findings(chart, version, values)).toEqual([message]);
});

test('a path to unset is checked like a value', () => {
  const parsed = parseUnsetPath('prometheus.prometheusSpec.retentionsize') as { segments: string[] };
  expect(findings('kube-prometheus-stack', '84.4.0', applyUnset({}, [parsed.segments]))).toEqual([
    'prometheus.prometheusSpec.retentionsize: the chart has no such value, did you mean "retentionSize"?',
  ]);
});

(factsAreThere ? test : test.skip)('src/imports/values is what the generator writes', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'values-tables-test-'));
  try {
    execFileSync(process.execPath, [join(root, 'scripts/generate-values-tables.mjs'), outdir], { stdio: 'pipe' });
    expect(filesIn(join(root, 'src/imports/values'))).toStrictEqual(filesIn(outdir));
  } finally {
    rmSync(outdir, { recursive: true });
  }
});

function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).sort().map(file => [file, readFileSync(join(folder, file), 'utf8')]));
}
