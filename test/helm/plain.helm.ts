import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { eastCluster } from '../../examples/plain/main';
import { CertManager, Delivery, Lws, NodeFeatureDiscovery, PlainDeliveryOptions, Prometheus, ServingStack, StackKind } from '../../src';
import { kubectlIsThere, readByGo } from '../support/go-yaml';
import { insideChart, nameOf, Output, outsideCharts, refusal } from '../support/render';
import { crd, writeChart, writeStubCharts } from '../support/stub-charts';

// run by: npx jest --testMatch '**/test/helm/*.helm.ts'

const root = join(__dirname, '..', '..');
const helm = execFileSync('node', [join(root, 'scripts', 'helm.mjs')], { encoding: 'utf8' }).trim();

let work: string;
let charts: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'plain-'));
  charts = writeStubCharts(join(work, 'charts'));
});
afterAll(() => rmSync(work, { recursive: true }));

const plain = (options: PlainDeliveryOptions = {}) => Delivery.plain({ helm, chartFolder: charts, cache: false, ...options });

/** A folder with one more chart in it. */
function folderWith(name: string, version: string, files: Record<string, string>): string {
  const folder = mkdtempSync(join(work, 'folder-'));
  writeChart(folder, name, version, files);
  return folder;
}

const lws = (templates: Record<string, string>, values?: { [key: string]: any }, options: PlainDeliveryOptions = {}): Output => {
  const chartFolder = folderWith('lws', 'v0.8.0', templates);
  return outsideCharts(app => new Lws(app, 'lws', { values, delivery: plain({ chartFolder, ...options }) }));
};

test('a whole stack is the same twice, in another time zone, locale and folder too', () => {
  const render = () => outsideCharts(app => new ServingStack(app, 'west', { stack: StackKind.DYNAMO, delivery: plain() })).files;
  const first = render();
  const before = process.env;
  try {
    process.env = { ...before, TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' };
    expect(render()).toEqual(first);
  } finally {
    process.env = before;
  }
  expect(Object.keys(first).length).toBeGreaterThan(30);
});

test('every object has the namespace that Helm would have given it', () => {
  const { objects } = outsideCharts(app => new ServingStack(app, 'west', { delivery: plain() }));
  expect(objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.namespace)).toEqual([
    'cert-manager', 'modelplane-system', 'monitoring', 'node-feature-discovery', 'nvidia-dra-driver', 'envoy-gateway-system', 'envoy-ai-gateway-system',
    'envoy-ai-gateway-system', 'lws-system',
  ]);
  expect(objects.filter(({ kind }) => kind === 'ClusterRole').every(({ metadata }) => !('namespace' in metadata))).toBe(true);
});

test('charts are rendered with the values, the version of Kubernetes and the APIs of the stack, and without a cluster', () => {
  const template = `apiVersion: v1
kind: ConfigMap
metadata:
  name: asked
data:
  values: {{ .Values | toJson | quote }}
  kubernetes: {{ .Capabilities.KubeVersion.Version | quote }}
  own: {{ .Capabilities.APIVersions.Has "leaderworkerset.x-k8s.io/v1" | quote }}
  foreign: {{ .Capabilities.APIVersions.Has "cert-manager.io/v1" | quote }}
  lookup: {{ lookup "v1" "Namespace" "" "kube-system" | toJson | quote }}
  namespace: {{ .Release.Namespace }}
  install: {{ .Release.IsInstall | quote }}
  date: {{ "2020-01-01T00:00:00Z" | toDate "2006-01-02T15:04:05Z07:00" | date "15:04 MST" | quote }}
`;
  const { data } = lws({ 'templates/a.yaml': template, 'values.yaml': 'a: 1\nb: x\n' }, { a: null, c: '0o17', on: 'off' } as any).one('ConfigMap', 'asked');
  expect(data).toEqual({
    values: '{"b":"x","c":"0o17","on":"off"}',
    kubernetes: 'v1.34.0',
    own: 'true',
    foreign: 'false',
    lookup: '{}',
    namespace: 'lws-system',
    install: 'true',
    date: '00:00 UTC',
  });
  expect(lws({ 'templates/a.yaml': template }, undefined, { kubernetesVersion: '1.35' }).one('ConfigMap', 'asked').data.kubernetes).toBe('v1.35.0');
  const folder = mkdtempSync(join(work, 'stack-'));
  writeStubCharts(folder, { lws: { 'templates/a.yaml': template } });
  const stack = outsideCharts(app => new ServingStack(app, 'west', { delivery: plain({ chartFolder: folder }) }));
  expect(stack.one('ConfigMap', 'asked').data.foreign).toBe('true');
});

test('a chart with hooks of every kind, CRDs in both places, lists and objects without a namespace becomes plain objects in order', () => {
  const object = (name: string, annotations: string, kind = 'ConfigMap', apiVersion = 'v1') =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  annotations: {${annotations}}\n`;
  const output = lws({
    'crds/folder.yaml': [crd('wholes.example.com', 'v1', 'Cluster', 'Whole'), crd('parts.example.com', 'v1', 'Namespaced', 'Part')].join('---\n'),
    'templates/crd.yaml': crd('others.example.com'),
    'templates/hooks.yaml': [
      object('job', '"helm.sh/hook": "pre-install,pre-upgrade", "helm.sh/hook-weight": "1"', 'Job', 'batch/v1'),
      object('account', '"helm.sh/hook": "pre-install,pre-upgrade,post-install,post-upgrade", "helm.sh/hook-weight": "1"', 'ServiceAccount'),
      object('first', '"helm.sh/hook": pre-install, "helm.sh/hook-weight": "-1"'),
      object('last', '"helm.sh/hook": post-install, "helm.sh/hook-weight": "9"'),
      object('after', '"helm.sh/hook": post-upgrade'),
      ...['pre-delete', 'post-delete', 'pre-rollback', 'post-rollback', 'test', 'test-success'].map(hook => object(hook, `"helm.sh/hook": ${hook}`)),
    ].join('---\n'),
    'templates/objects.yaml': [
      object('listed', '').replace(/^/gm, '    ').replace('    apiVersion', 'apiVersion: v1\nkind: List\nitems:\n  - apiVersion').replace(/ {4}$/, ''),
      object('whole', '', 'Whole', 'example.com/v1'), object('part', '', 'Part', 'example.com/v1'),
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: { name: leader, namespace: kube-system }\nrules: ~\n',
    ].join('---\n'),
    'templates/NOTES.txt': 'notes\n',
  });
  expect(output.objects.slice(1).map(nameOf)).toEqual([
    'apiextensions.k8s.io/v1 CustomResourceDefinition wholes.example.com', 'apiextensions.k8s.io/v1 CustomResourceDefinition parts.example.com',
    'apiextensions.k8s.io/v1 CustomResourceDefinition others.example.com',
    'v1 ConfigMap lws-system first', 'v1 ServiceAccount lws-system account', 'batch/v1 Job lws-system job',
    'rbac.authorization.k8s.io/v1 Role kube-system leader', 'v1 ConfigMap lws-system listed', 'example.com/v1 Part lws-system part', 'example.com/v1 Whole whole',
    'v1 ConfigMap lws-system after', 'v1 ConfigMap lws-system last',
  ]);
  expect(output.one('Role').rules).toBeNull();
  expect(Object.values(output.files).join('')).not.toContain('helm.sh/hook');
});

test('more output than a pipe or a buffer holds, 12 MB', () => {
  const many = `{{- range $i := until 240 }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: n{{ $i }}
data:
  text: {{ repeat 50000 "x" }}
{{- end }}
`;
  const chartFolder = folderWith('lws', 'v0.8.0', { 'templates/a.yaml': many });
  const objects = new Lws(new App(), 'lws', { delivery: plain({ chartFolder }) }).apiObjects.filter(({ kind }) => kind === 'ConfigMap');
  expect(objects).toHaveLength(240);
  expect(objects.every(object => object.toJson().data.text.length === 50_000)).toBe(true);
});

describe('failures say what failed in helm\'s own words', () => {
  const failing = (files: Record<string, string>) => refusal(() => lws(files));

  test.each<[string, Record<string, string>, RegExp]>([
    ['a template that fails', { 'templates/a.yaml': '{{ fail "boo" }}' }, /^lws: chart lws v0\.8\.0: helm template: execution error at \(lws\/templates\/a\.yaml:1:3\): boo$/],
    ['a template that cannot be parsed', { 'templates/a.yaml': '{{ if }}' }, /^lws: chart lws v0\.8\.0: helm template: parse error at \(lws\/templates\/a\.yaml:1\): missing value for if$/],
    ['a template of broken YAML', { 'templates/a.yaml': 'a: [\n' }, /helm template: YAML parse error on lws\/templates\/a\.yaml: /],
    ['a broken CRD, which helm prints as it is', { 'crds/a.yaml': 'a: [\n' }, /^lws: chart lws v0\.8\.0: lws\/crds\/a\.yaml:\d+:\d+: cannot be read as YAML: /],
    ['a key twice, which helm lets through', { 'templates/a.yaml': 'apiVersion: v1\nkind: Secret\nkind: Secret\n' }, /lws\/templates\/a\.yaml:5:1: .*stands in this map already/],
    ['a chart for another Kubernetes', { 'Chart.yaml': 'apiVersion: v2\nname: lws\nversion: v0.8.0\nkubeVersion: ">=1.99"\n' }, /requires kubeVersion: >=1\.99 which is incompatible with Kubernetes v1\.34\.0$/],
  ])('%s', (_, files, message) => {
    expect(failing(files)).toMatch(message);
  });

  test('values that the chart\'s schema refuses', () => {
    const schema = JSON.stringify({ type: 'object', properties: { a: { type: 'string' } } });
    expect(refusal(() => lws({ 'values.schema.json': schema }, { a: 1 }))).toMatch(/helm template: values don't meet the specifications of the schema/);
  });

  test('a repository and a registry that cannot be reached, of all charts at once', () => {
    const folder = mkdtempSync(join(work, 'empty-'));
    const proxied = { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
    const before = process.env;
    try {
      process.env = proxied;
      const message = refusal(() => new ServingStack(new App(), 'west', { delivery: plain({ chartFolder: folder }) }));
      expect(message).toMatch(/^west\/cert-manager: chart cert-manager v1\.21\.1: helm template: .*is not a valid chart repository or cannot be reached/m);
      expect(message).toMatch(/^west\/lws: chart lws v0\.8\.0: helm template: /m);
    } finally {
      process.env = before;
    }
  });
});

test('archives and folders of charts, from a relative folder too', () => {
  const folder = folderWith('cert-manager', 'v1.21.1', { 'templates/a.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: { name: from-archive }\n' });
  execFileSync(helm, ['package', join(folder, 'cert-manager'), '--destination', folder]);
  rmSync(join(folder, 'cert-manager'), { recursive: true });
  const before = process.cwd();
  try {
    process.chdir(folder);
    const { objects } = outsideCharts(app => new CertManager(app, 'cert-manager', { delivery: plain({ chartFolder: '.' }) }));
    expect(objects.map(nameOf)).toContain('v1 Secret cert-manager from-archive');
  } finally {
    process.chdir(before);
  }
});

test('two runs that write to one cache at once get the same', () => {
  const script = `
    const { App } = require('cdk8s');
    const { Delivery, ServingStack } = require('cdk8s-serving-stack');
    const app = new App();
    new ServingStack(app, 'west', { delivery: Delivery.plain(${JSON.stringify({ helm, chartFolder: charts, cacheFolder: join(work, 'shared-cache') })}) });
    require('fs').writeFileSync(process.argv[1], app.synthYaml());
  `;
  const run = `require('ts-node').register({ transpileOnly: true, project: 'test/tsconfig.json' });
    const Module = require('module'); const resolve = Module._resolveFilename;
    Module._resolveFilename = (name, ...rest) => resolve(name === 'cdk8s-serving-stack' ? ${JSON.stringify(join(root, 'src'))} : name, ...rest);${script}`;
  const shell = [1, 2, 3].map(i => `node -e "$RUN" ${join(work, `run-${i}`)} & p${i}=$!`).join('\n');
  execFileSync('sh', ['-c', `${shell}\nwait $p1 && wait $p2 && wait $p3`], { cwd: root, env: { ...process.env, RUN: run } });
  const texts = [1, 2, 3].map(i => readFileSync(join(work, `run-${i}`), 'utf8'));
  expect(new Set(texts).size).toBe(1);
  expect(readdirSync(join(work, 'shared-cache')).every(name => /^[0-9a-f]{64}\.cache$/.test(name))).toBe(true);
}, 60_000);

test('the command does the same from its one file', () => {
  const bundle = join(work, 'serving-stack.js');
  execFileSync('node', [join(root, 'scripts', 'bundle.mjs'), bundle]);
  const alone = join(mkdtempSync(join(work, 'alone-')), 'serving-stack.js');
  copyFileSync(bundle, alone);
  const config = join(work, 'config.yaml');
  writeFileSync(config, `delivery:\n  engine: plain\n  helm: ${helm}\n  chartFolder: ${charts}\n  cacheFolder: ${join(work, 'cache')}\n`);
  const output = join(work, 'out');
  for (const run of [1, 2]) {
    execFileSync('node', [alone, 'synth', join(root, 'examples', 'west-gke-stack.yaml'), '-o', join(output, String(run)), '--config', config]);
  }
  const [name] = readdirSync(join(output, '1'));
  const files = readdirSync(join(output, '1', name)).sort();
  expect(files).toContain('README.md');
  expect(files.filter(file => /^01-.*\.crds\.yaml$/.test(file)).length).toBeGreaterThan(5);
  for (const file of files) {
    expect(readFileSync(join(output, '2', name, file), 'utf8')).toBe(readFileSync(join(output, '1', name, file), 'utf8'));
  }
}, 60_000);

test('the compiled package does the same', () => {
  if (!existsSync(join(root, 'lib', 'delivery', 'plain.js'))) {
    console.warn('skipped: lib/ is not compiled');
    return;
  }
  const script = `const { App } = require('cdk8s'); const { Delivery, Lws } = require(${JSON.stringify(root)});
    const app = new App(); new Lws(app, 'lws', { delivery: Delivery.plain(${JSON.stringify({ helm, chartFolder: charts, cache: false })}) }); process.stdout.write(app.synthYaml());`;
  const text = execFileSync('node', ['-e', script], { cwd: root, encoding: 'utf8' });
  const app = new App();
  new Lws(app, 'lws', { delivery: plain() });
  expect(text).toBe(app.synthYaml());
});

(kubectlIsThere ? test : test.skip)('kubectl reads what was written as helm printed it', () => {
  const { files } = lws({ 'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  a: "22:30"\n  b: "no"\n  c: "1e3"\n  d: |\n    x\n      y\n' });
  const text = Object.entries(files).find(([file]) => file.startsWith('60-'))![1];
  expect(readByGo(text).data).toEqual({ a: '22:30', b: 'no', c: '1e3', d: 'x\n  y\n' });
});

test('the example renders', () => {
  const output = new Output(eastCluster(mkdtempSync(join(work, 'example-')), { helm, chartFolder: charts, cache: false }));
  expect(Object.keys(output.files)).toEqual(expect.arrayContaining(['10-cert-manager.yaml', '64-kai-scheduler.yaml', '90-gateway.yaml']));
});

test('inside a Chart, several components alone each render their own', () => {
  const { objects } = insideChart(chart => {
    new NodeFeatureDiscovery(chart, 'nfd', { delivery: plain() });
    new Prometheus(chart, 'prometheus', { delivery: plain() });
  });
  expect(objects.filter(({ kind }) => kind === 'ServiceAccount')).toHaveLength(2);
});
