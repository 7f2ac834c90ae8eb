// Generates src/imports/values, or OUTDIR: node scripts/generate-values-tables.mjs [OUTDIR]
//
// Works offline, from the facts kept beside the project: one compact table of keys and types per chart version. A chart's schema
// decides where it is closed. Elsewhere the defaults say which keys there are, widened by what they cannot say: Kubernetes objects
// take more keys than a default shows, and charts read keys that stand in their values.yaml as comments only.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Keys that kube-prometheus-stack reads though its defaults do not show them, and types that are wider than the default's.
const KUBE_PROMETHEUS_STACK = {
  'additionalPrometheusRules': '?',
  'alertmanager/{config,additionalLabels}': 'o',
  'alertmanager/alertmanagerSpec/additionalArgs': 'l',
  'alertmanager/alertmanagerSpec/clusterAdvertiseAddress': 'bs',
  'alertmanager/alertmanagerSpec/configSecret': 's',
  'alertmanager/service/clusterPort': 'n',
  'kubelet/serviceMonitor/resourceMetricRelabelings': 'l',
  'prometheus/additionalLabels': 'o',
  'prometheus/networkPolicy/{cilium,podSelector}': 'o',
  'prometheus/networkPolicy/{egress,ingress}': 'l',
  'prometheus/prometheusSpec/additionalScrapeConfigs': 'ls',
  'prometheus/prometheusSpec/enforced{Label,LabelNameLength,LabelValueLength,Sample,Target}Limit': 'bn',
  'prometheus/prometheusSpec/queryLogFile': 'bs',
  'prometheus/prometheusSpec/sampleLimit': 'bn',
  'prometheus/prometheusSpec/tsdb': 'o',
  'prometheus/{thanosService,thanosServiceExternal}/targetHttpPort': 'ns',
  'prometheusOperator/admissionWebhooks/certManager/issuerRef': 'o',
  'prometheusOperator/admissionWebhooks/deployment/{logFormat,logLevel,priorityClassName}': 's',
  'prometheusOperator/admissionWebhooks/matchConditions': 'lo',
  'prometheusOperator/networkPolicy/{cilium,matchLabels}': 'o',
  'prometheusOperator/verticalPodAutoscaler/controlledValues': 's',
  'prometheusOperator/verticalPodAutoscaler/recommenders': 'l',
  'prometheusOperator/verticalPodAutoscaler/updatePolicy/minReplicas': 'n',
  'prometheusOperator/{alertmanager,prometheus}DefaultBaseImage': 's',
  'prometheusOperator/{alertmanager,prometheus}DefaultBaseImageRegistry': 's',
  'prometheusOperator/{clusterDomain,logFormat,logLevel,priorityClassName}': 's',
  'thanosRuler/thanosRulerSpec/alertmanagersUrl': '?',
  'thanosRuler/thanosRulerSpec/queryConfig/secret': 'lo',
  '{alertmanager,prometheus,thanosRuler}/extraSecret/name': 's',
  '{coreDns,kubeControllerManager,kubeDns,kubeEtcd,kubeProxy,kubeScheduler}/service/selector': 'o',
};

// Where each table comes from, what it adds to the defaults, and the versions that it serves beside its own.
const TABLES = [
  {
    chart: 'ai-gateway-helm',
    version: '1.1.0',
    adds: { 'controller/maxRecvMsgSize': 'ns', 'controller/mutatingWebhook/namespaceSelector': 'o' },
  },
  { chart: 'cert-manager', version: '1.20.2', schema: 'cert-manager-v1.20.2' },
  { chart: 'cert-manager', version: '1.21.1', schema: 'cert-manager' },
  { chart: 'dra-driver-nvidia-gpu', version: '0.4.0', adds: { logVerbosity: 'ns', maskNvidiaDriverParams: '?' } },
  { chart: 'dra-driver-nvidia-gpu', version: '0.4.1', adds: { logVerbosity: 'ns', maskNvidiaDriverParams: '?' } },
  {
    chart: 'gateway-helm',
    version: '1.8.3',
    // its charts folder did not change on the release branch
    serves: ['1.8.4'],
    adds: { '{fullnameOverride,nameOverride}': 's' },
  },
  {
    chart: 'grove-charts',
    version: '0.1.0-alpha.12-rc2',
    // the release candidate's own tree could not be had
    facts: 'grove-charts-main',
    adds: { 'config/scheduler/defaultProfileName': 's' },
  },
  {
    chart: 'kai-scheduler',
    version: '0.16.8',
    adds: {
      'binder/cdiEnabled': 'b',
      'binder/resourceReservationPodResources': 'o',
      'binder/runtimeClassName': 's',
      'binder/resourceReservationImage/tag': 's',
      'global/vpa': 'o',
      'nodescaleadjuster/scalingPodImage/tag': 's',
      'numaPlacementExporter/{driftResyncInterval,podResourcesHostPath,podResourcesSocket,pollInterval,sysfsHostPath}': 's',
      'prometheus/externalPrometheusUrl': 's',
      'scheduler/affinity': 'o',
      '{admission,binder,nodescaleadjuster,operator,podgroupcontroller,podgrouper,queuecontroller,scheduler}/image/tag': 's',
      '{admission,binder,nodescaleadjuster,operator,podgroupcontroller,podgrouper,queuecontroller,scheduler}/resources': 'o',
      '{crdupgrader,kaiConfigDeployer,numaPlacementExporter,postCleanup,topologyMigration}/image/tag': 's',
    },
  },
  { chart: 'kube-prometheus-stack', version: '72.6.2', adds: KUBE_PROMETHEUS_STACK },
  { chart: 'kube-prometheus-stack', version: '84.4.0', adds: KUBE_PROMETHEUS_STACK },
  { chart: 'lws', version: '0.8.0' },
  { chart: 'node-feature-discovery', version: '0.18.3', adds: { 'featureGates': 'o', 'image/tag': 's' } },
  { chart: 'node-feature-discovery', version: '0.19.0', schema: 'node-feature-discovery' },
  { chart: 'trust-manager', version: '0.24.0', schema: 'trust-manager' },
];

// Maps that charts hand to Kubernetes or to another program as they are: a default shows only some of their keys.
const OPEN_MAPS = new Set([
  'affinity', 'annotations', 'attachMetadata', 'containerSecurityContext', 'env', 'labels', 'livenessProbe', 'objectSelector',
  'podSecurityContext', 'readinessProbe', 'securityContext', 'selector', 'sessionAffinityConfig', 'startupProbe', 'strategy', 'tlsConfig',
  'updateStrategy',
]);

// What Kubernetes takes as a number or as text: 1 or 50%, 8080 or http.
const INT_OR_STRING = new Set(['maxSurge', 'maxUnavailable', 'minAvailable', 'targetPort']);

// Keys that charts read in every map of such a name, shown in some of them only.
const INGRESS = { ingressClassName: 's', pathType: 's', serviceName: 's', servicePort: 'ns' };
const USUAL_KEYS = {
  ingress: INGRESS,
  ingressPerReplica: INGRESS,
  podDisruptionBudget: { maxUnavailable: 'ns', minAvailable: 'ns' },
  serviceMonitor: { scrapeTimeout: 's' },
  thanosIngress: INGRESS,
};

const FACT_TYPES = { 'string': 's', 'number': 'n', 'boolean': 'b', 'list': 'l', 'open map': 'o', 'null': '?' };
const SCHEMA_TYPES = { string: 's', number: 'n', integer: 'n', boolean: 'b', array: 'l', object: 'o' };

const HEADER = '/* eslint-disable -- generated by scripts/generate-values-tables.mjs, not to be edited */\n';

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const sharedRoot = resolve(projectRoot, '../shared');
const outdir = resolve(process.argv[2] ?? join(projectRoot, 'src/imports/values'));

if (!existsSync(sharedRoot)) {
  console.error(`${sharedRoot}: no such folder, the tables are generated from the facts in it`);
  process.exit(1);
}

mkdirSync(outdir, { recursive: true });
for (const table of TABLES) {
  writeFileSync(join(outdir, `${table.chart}-${table.version}.ts`), tableModule(table));
}
writeFileSync(join(outdir, 'index.ts'), indexModule());
writeFileSync(join(outdir, 'table.ts'), `${HEADER}
/**
 * What one key's value may be: a map of the keys below it, or letters for the types that it takes: s string, n number, b boolean,
 * l list, o map of any keys, ? anything. The key \`*\` stands for every key that its map does not name.
 */
export type ValuesKeys = { readonly [key: string]: string | ValuesKeys };

/** What the values of one chart version may hold. */
export interface ValuesTable {
  /** Whether the chart's own schema refuses what the table does not have. */
  readonly closed: boolean;
  readonly keys: ValuesKeys;
}
`);

function build({ chart, version, facts = `${chart}-${version}`, schema, adds = {} }) {
  const defaults = treeOfFacts(readJson('facts/values-keys', `${facts}.json`));
  const root = schema && readJson('charts', schema, 'values.schema.json');
  if (root && isClosed(root)) {
    return { closed: true, keys: treeOfSchema(root) };
  }
  const keys = widen(root ? union(treeOfSchema(root), defaults) : defaults);
  keys.global ??= 'o';
  for (const [paths, type] of Object.entries(adds)) {
    alternatives(paths).forEach(path => add(keys, path, type));
  }
  return { closed: false, keys };
}

function readJson(...path) {
  return JSON.parse(readFileSync(join(sharedRoot, ...path), 'utf8'));
}

// A key may hold slashes itself, so a path's parent is its longest prefix that is a map.
function treeOfFacts(facts) {
  const maps = { '': {} };
  for (const [path, type] of Object.entries(facts)) {
    let end = path.lastIndexOf('/');
    while (end > 0 && !(path.slice(0, end) in maps)) {
      end = path.lastIndexOf('/', end - 1);
    }
    const node = type === 'map' ? maps[path] = {} : FACT_TYPES[type];
    if (!node) {
      throw new Error(`${path}: unknown type ${type}`);
    }
    maps[path.slice(0, Math.max(end, 0))][path.slice(end + 1)] = node;
  }
  return maps[''];
}

// Definitions that Kubernetes owns stay open: a cluster may know more fields than a chart's copy of them.
function treeOfSchema(root, node = root) {
  const schema = dereference(root, node);
  if (schema.properties && !node.$ref?.startsWith('#/$defs/_definitions.json')) {
    const keys = Object.entries(schema.properties).map(([key, value]) => [key, treeOfSchema(root, value)]);
    const takesOthers = isClosed(root) && schema.additionalProperties !== false;
    return Object.fromEntries(takesOthers ? [...keys, ['*', '?']] : keys);
  }
  const types = [schema.type ?? []].flat().filter(type => type !== 'null').map(type => SCHEMA_TYPES[type]);
  return [...new Set(types)].sort().join('') || '?';
}

function dereference(root, { $ref, ...node }) {
  if (!$ref) {
    return node;
  }
  const target = $ref.slice(2).split('/').reduce((at, segment) => at[segment], root);
  return { ...dereference(root, target), ...node };
}

function isClosed(root) {
  return dereference(root, root).additionalProperties === false;
}

// The schema's types where it has them, and the keys of both: a schema that is not closed does not list them all.
function union(schema, defaults) {
  return Object.fromEntries([...new Set([...Object.keys(schema), ...Object.keys(defaults)])].map(key => {
    const [a, b] = [schema[key], defaults[key]];
    return [key, isMap(a) && isMap(b) ? union(a, b) : isMap(b) ? b : a ?? b];
  }));
}

function widen(tree, name) {
  const wide = Object.fromEntries(Object.entries(tree).map(([key, node]) => {
    if (isMap(node)) {
      return [key, OPEN_MAPS.has(key) || isResources(key, node) ? 'o' : widen(node, key)];
    }
    return [key, INT_OR_STRING.has(key) ? 'ns' : node];
  }));
  if (name === 'route' && wide.main) {
    // a route of any name takes the keys of the main one
    return { '*': wide.main };
  }
  return { ...USUAL_KEYS[name], ...wide, ...(name === 'global' ? { '*': '?' } : {}) };
}

function isMap(node) {
  return typeof node === 'object';
}

// A chart may have a map of this name that is its own.
function isResources(key, node) {
  return key === 'resources' && Object.keys(node).every(name => ['limits', 'requests', 'claims'].includes(name));
}

// a{b,c}d: abd and acd
function alternatives(paths) {
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(paths) ?? [];
  return names ? names.split(',').map(name => `${before}${name}${after}`) : [paths];
}

function add(keys, path, type) {
  const segments = path.split('/');
  const map = segments.slice(0, -1).reduce((at, segment) => at[segment], keys);
  if (!isMap(map)) {
    throw new Error(`${path}: not in a map whose keys are known`);
  }
  map[segments.at(-1)] = type;
}

function tableModule(table) {
  return `${HEADER}import type { ValuesTable } from './table';\n\nexport const table: ValuesTable = ${print(build(table))};\n`;
}

// A map on one line where it fits.
function print(node, indent = '') {
  if (!isMap(node)) {
    return typeof node === 'string' ? `'${node}'` : String(node);
  }
  const entries = Object.keys(node).sort().map(key => `${/^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`}: ${print(node[key], `${indent}  `)}`);
  const line = `{ ${entries.join(', ')} }`;
  return line.length + indent.length <= 120 && !line.includes('\n')
    ? line
    : `{\n${entries.map(entry => `${indent}  ${entry},\n`).join('')}${indent}}`;
}

function indexModule() {
  const cases = TABLES.map(({ chart, version, serves = [] }) => [version, ...serves].map(served => `    case '${chart}@${served}':\n`).join('')
    + `      return require('./${chart}-${version}').table;\n`);
  return `${HEADER}import type { ValuesTable } from './table';

/** The table of a chart version, given with or without the \`v\`; undefined where there is none. It is loaded when first asked for. */
export function valuesTable(chart: string, version: string): ValuesTable | undefined {
  switch (\`\${chart}@\${version.replace(/^v/, '')}\`) {
${cases.join('')}    default:
      return undefined;
  }
}
`;
}
