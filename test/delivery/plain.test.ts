import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart, YamlOutputType } from 'cdk8s';
import { CertManager, ComponentMode, Delivery, Lws, PlainDeliveryOptions, ServingStack, ServingStackProps, StackKind } from '../../src';
import { StackConfig } from '../../src/constructs/stack-config';
import { insideChart, nameOf, outsideCharts, refusal, stack } from '../support/render';
import { crd } from '../support/stub-charts';

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'plain-'));
});
afterEach(() => rmSync(work, { recursive: true }));

const VERSION = 'echo v4.1.4+g05fa379';

const OBJECTS = `apiVersion: v1
kind: ConfigMap
metadata:
  name: RELEASE
data:
  nothing: ~
---
apiVersion: batch/v1
kind: Job
metadata:
  name: RELEASE-hook
  annotations:
    helm.sh/hook: pre-install
`;

/** A helm that is a script: notes its calls, and prints a CRD and two objects for each release. */
function helm(template = `sed "s/RELEASE/$2/" "${'$'}{0%/*}/output"`, version = VERSION, output = `${crd('stubs.RELEASE.example.com')}---\n${OBJECTS}`): string {
  const path = join(work, 'helm');
  writeFileSync(join(work, 'output'), output);
  writeFileSync(path, `#!/bin/sh\necho "$@" >> "\${0%/*}/calls"\ncase $1 in\nversion) ${version} ;;\n*) ${template} ;;\nesac\n`);
  chmodSync(path, 0o755);
  return path;
}

const calls = () => existsSync(join(work, 'calls')) ? readFileSync(join(work, 'calls'), 'utf8').trim().split('\n') : [];
const plain = (options: PlainDeliveryOptions = {}) => Delivery.plain({ cache: false, ...options, helm: options.helm ?? helm() });
const render = (props: ServingStackProps = {}, delivery = plain()) => outsideCharts(app => new ServingStack(app, 'west', { delivery, ...props }));

const isCrd = ({ kind }: any) => kind === 'CustomResourceDefinition';

describe('a stack outside any Chart', () => {
  test('is numbered files: namespaces, CRDs, and components in the order of every other delivery', () => {
    const { objectsByFile } = render({ stack: StackKind.DYNAMO });
    const files = Object.keys(objectsByFile);
    const crds = files.filter(file => /^01-[a-z-]+\.crds/.test(file));
    expect(files.filter(file => file.startsWith('00-')).flatMap(file => objectsByFile[file].map(({ kind }) => kind)).every(kind => kind === 'Namespace')).toBe(true);
    expect(crds.flatMap(file => objectsByFile[file]).every(isCrd)).toBe(true);
    expect(files.filter(file => !crds.includes(file)).flatMap(file => objectsByFile[file]).some(isCrd)).toBe(false);
    expect(crds).toHaveLength(12);
    const others = outsideCharts(app => new ServingStack(app, 'west', { stack: StackKind.DYNAMO }));
    const onlyCrds = ['25-gaie-crds.k8s.yaml', '68-modelexpress-crds.k8s.yaml'];
    expect(files.filter(file => !crds.includes(file))).toEqual(Object.keys(others.files).filter(file => !onlyCrds.includes(file)));
  });

  test('keeps the hooks of an installation before the objects that they stand before', () => {
    expect(render().objectsByFile['10-cert-manager.k8s.yaml'].map(nameOf)).toEqual([
      'batch/v1 Job cert-manager mp-cert-manager-hook', 'v1 ConfigMap cert-manager mp-cert-manager',
    ]);
  });

  test('keeps nulls', () => {
    expect(render().one('ConfigMap', 'mp-cert-manager').data).toEqual({ nothing: null });
  });

  test('keeps integers that a double cannot hold, also where the Chart has a namespace', () => {
    const output = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: RELEASE\nspec:\n  big: 9223372036854775807\n  none: ~\n';
    const delivery = plain({ helm: helm(undefined, undefined, output) });
    const { files } = insideChart(chart => new Lws(chart, 'lws', { delivery }), { namespace: 'own' });
    expect(Object.values(files).join('')).toContain('big: 9223372036854775807\n');
    expect(Object.values(files).join('')).toContain('none: null\n');
    expect(Object.values(files).join('')).not.toContain('own');
  });
});

describe('a stack inside a Chart', () => {
  test('has namespaces, CRDs and then the rest in document order, and its own dependencies', () => {
    const { objects } = insideChart(chart => new ServingStack(chart, 'west', { delivery: plain() }), { namespace: 'own' });
    const kinds = objects.map(({ kind }) => kind);
    const [lastNamespace, firstCrd, lastCrd] = [kinds.lastIndexOf('Namespace'), kinds.indexOf('CustomResourceDefinition'), kinds.lastIndexOf('CustomResourceDefinition')];
    expect(kinds.slice(0, lastNamespace + 1).every(kind => kind === 'Namespace')).toBe(true);
    expect(firstCrd).toBe(lastNamespace + 1);
    expect(kinds.slice(firstCrd, lastCrd + 1).every(kind => kind === 'CustomResourceDefinition')).toBe(true);
    expect(objects.some(({ metadata }) => metadata.namespace === 'own')).toBe(false);
    expect(objects.map(nameOf).indexOf('batch/v1 Job cert-manager mp-cert-manager-hook')).toBeGreaterThan(lastCrd);
  });

  test.each([YamlOutputType.FILE_PER_RESOURCE, YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE])('refuses output type %s, and runs no helm', yamlOutputType => {
    expect(refusal(() => new ServingStack(new App({ yamlOutputType }), 'west', { delivery: plain() }))).toContain('loses the order of installation');
    expect(calls()).toEqual([]);
  });

  test('takes objects that only their namespaces or groups tell apart', () => {
    const object = (apiVersion: string, kind: string, namespace: string) => `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: a, namespace: ${namespace} }\n`;
    const output = [['v1', 'Service', 'a'], ['v1', 'Service', 'b'], ['serving.example.com/v1', 'Service', 'b']].map(([a, k, n]) => object(a, k, n)).join('');
    const { objects } = insideChart(chart => new Lws(chart, 'lws', { delivery: plain({ helm: helm(undefined, undefined, output) }) }));
    expect(objects.filter(({ kind }) => kind === 'Service').map(nameOf)).toEqual([
      'v1 Service a a', 'v1 Service b a', 'serving.example.com/v1 Service b a',
    ]);
  });
});

describe('helm is called', () => {
  test('with all that a chart can ask a cluster for, and nothing of a cluster', () => {
    render({}, plain({ kubernetesVersion: 'v1.35.1' }));
    const call = calls().find(line => line.startsWith('template mp-kube-prometheus-stack '))!;
    expect(call).toContain('template mp-kube-prometheus-stack kube-prometheus-stack --repo https://prometheus-community.github.io/helm-charts --version 72.6.2 '
      + '--namespace monitoring --include-crds --kube-version 1.35.1 --api-versions ');
    for (const api of [
      'cert-manager.io/v1', 'cert-manager.io/v1/Certificate', 'monitoring.coreos.com/v1/ServiceMonitor', 'gateway.networking.k8s.io/v1', 'resource.k8s.io/v1',
      'inference.networking.k8s.io/v1', 'inference.networking.k8s.io/v1/InferencePool', 'trust.cert-manager.io/v1alpha1',
    ]) {
      expect(` ${call} `).toContain(` --api-versions ${api} `);
    }
    expect(calls().find(line => line.startsWith('template mp-gateway-helm '))).toContain(' oci://docker.io/envoyproxy/gateway-helm --version v1.8.4 ');
  });

  test('with the APIs of what the cluster provides', () => {
    render({ components: { certManager: { mode: ComponentMode.PROVIDED } } });
    expect(calls().filter(line => line.startsWith('template'))).toHaveLength(8);
    expect(calls().filter(line => line.startsWith('template')).every(line => line.includes('--api-versions cert-manager.io/v1 '))).toBe(true);
  });

  test('with the values in a file, and its user\'s cluster, caches, plugins and other settings out of sight', () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      KUBECONFIG: '/home/x/.kube/config',
      KUBE_TOKEN: 't',
      HELM_NAMESPACE: 'x',
      HELM_DEBUG: 'true',
      HELM_KUBECONTEXT: 'x',
      HELM_PLUGINS: '/p',
      HELM_CACHE_HOME: '/c',
      HELM_REGISTRY_CONFIG: 'registry.json',
      HTTPS_PROXY: 'http://proxy.example.com',
    });
    try {
      const template = 'env | sort > "${0%/*}/env"; for last; do :; done; cat "$last" > "${0%/*}/values"';
      outsideCharts(app => new CertManager(app, 'cert-manager', { delivery: plain({ helm: helm(template) }), values: { global: { logLevel: 3 } } }));
    } finally {
      process.env = before;
    }
    const env = Object.fromEntries(readFileSync(join(work, 'env'), 'utf8').trim().split('\n').map(line => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
    expect(Object.keys(env).filter(name => /^(HELM|KUBE)/.test(name))).toEqual(['HELM_CACHE_HOME', 'HELM_DATA_HOME', 'HELM_REGISTRY_CONFIG', 'KUBECONFIG']);
    expect(env).toMatchObject({ KUBECONFIG: '/dev/null', TZ: 'UTC', HELM_REGISTRY_CONFIG: join(process.cwd(), 'registry.json'), HTTPS_PROXY: 'http://proxy.example.com' });
    expect(env.HELM_CACHE_HOME).not.toBe('/c');
    expect(readFileSync(join(work, 'values'), 'utf8')).toBe('crds:\n  enabled: true\nglobal:\n  logLevel: 3\n');
    // nothing is left behind
    expect(existsSync(env.HELM_CACHE_HOME.replace(/\/cache$/, ''))).toBe(false);
  });

  test('several times at once', () => {
    // each waits until four of them have begun
    const template = `touch "\${0%/*}/begun-$2"; i=0; until [ $(ls "\${0%/*}" | grep -c begun-) -ge 4 ]; do sleep 0.05; i=$((i+1)); [ $i -lt 200 ] || exit 1; done; ${'true'}`;
    expect(render({}, plain({ helm: helm(template) })).all('Namespace').length).toBeGreaterThan(5);
  });
});

describe('failures', () => {
  test('are told for all charts at once, with construct, chart, version and helm\'s own words', () => {
    const template = 'echo "level=INFO msg=x" >&2; case $2 in mp-lws) echo "Error: chart \\"lws\\" not found" >&2; exit 1 ;; '
      + 'mp-gateway-helm) printf "Error: execution error at\\n  (x.yaml:1:3): boo\\n\\nUse --debug flag to render out invalid YAML\\n" >&2; exit 1 ;; mp-cert-manager) echo "a: [" ;; esac';
    const lines = refusal(() => render({}, plain({ helm: helm(template) }))).split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^west\/cert-manager: chart cert-manager v1\.21\.1: helm's output:\d+:\d+: cannot be read as YAML: /),
      'west/envoy-gateway: chart gateway-helm v1.8.4: helm template: execution error at (x.yaml:1:3): boo',
      'west/lws: chart lws v0.8.0: helm template: chart "lws" not found',
    ]);
  });

  test.each<[string, string, RegExp]>([
    ['nothing but an exit code', 'exit 3', /helm template: it ended with exit code 3/],
    ['a signal', 'kill -9 $$', /helm template: was killed by SIGKILL/],
  ])('%s', (_, template, message) => {
    expect(refusal(() => render({}, plain({ helm: helm(template) })))).toMatch(message);
  });

  test.each<[string, () => string, RegExp]>([
    ['is not on PATH', () => 'no-such-helm', /^"no-such-helm" was not found on PATH: .* install version v3\.14\.0 or newer \(https:\/\/helm\.sh/],
    ['is not at its path', () => join(work, 'nothing'), /nothing" was not found: /],
    ['is too old', () => helm('true', 'echo v3.13.3+gc8b9489'), /is Helm v3\.13\.3, which is too old: install v3\.14\.0 or newer/],
    ['is Helm 2', () => helm('true', 'echo "Client: v2.17.0+ga690bad"'), /is Helm v2\.17\.0, which is too old/],
    ['is another program', () => helm('true', 'echo hello'), /is not a helm that works: it calls its version "hello"/],
    ['does not run', () => {
      writeFileSync(join(work, 'file'), 'no program');
      return join(work, 'file');
    }, /is not a helm that works: cannot be run: spawn .* EACCES/],
  ])('helm %s', (_, path, message) => {
    expect(refusal(() => render({}, plain({ helm: path() })))).toMatch(message);
  });
});

describe('the cache', () => {
  const cached = (options: PlainDeliveryOptions = {}) => Delivery.plain({ helm: join(work, 'helm'), cacheFolder: join(work, 'cache'), ...options });
  const templates = () => calls().filter(line => line.startsWith('template')).length;
  const lws = (delivery: Delivery, values?: { [key: string]: any }, version?: string) =>
    outsideCharts(app => new Lws(app, 'lws', { delivery, values, version })).files;

  test('gives the same bytes without running helm again', () => {
    helm();
    const first = render({}, cached());
    expect(templates()).toBe(9);
    expect(render({}, cached()).files).toEqual(first.files);
    expect(templates()).toBe(9);
    expect(render({}, plain()).files).toEqual(first.files);
  });

  test('asks helm again for all that a rendering depends on', () => {
    helm();
    lws(cached());
    const changes: Array<() => unknown> = [
      () => lws(cached(), { a: 1 }),
      () => lws(cached(), undefined, 'v0.7.0'),
      () => lws(cached({ kubernetesVersion: '1.33.0' })),
      () => render({}, cached()),
    ];
    for (const change of changes) {
      const before = templates();
      change();
      expect(templates()).toBeGreaterThan(before);
    }
    const before = templates();
    helm(undefined, 'echo v3.18.0');
    lws(cached());
    expect(templates()).toBe(before + 1);
  });

  test('sees a local chart change', () => {
    helm();
    const chartFolder = join(work, 'charts');
    const write = (text: string) => {
      mkdirSync(join(chartFolder, 'lws', 'templates'), { recursive: true });
      writeFileSync(join(chartFolder, 'lws', 'Chart.yaml'), 'name: lws\nversion: 0.8.0\n');
      writeFileSync(join(chartFolder, 'lws', 'templates', 'a.yaml'), text);
      lws(cached({ chartFolder }));
    };
    write('a');
    write('a');
    expect(templates()).toBe(1);
    write('b');
    expect(templates()).toBe(2);
    writeFileSync(join(chartFolder, 'lws-v0.8.0.tgz'), 'x');
    write('b');
    expect(calls().pop()).toContain(`template mp-lws ${join(chartFolder, 'lws-v0.8.0.tgz')} --namespace`);
    writeFileSync(join(chartFolder, 'lws-v0.8.0.tgz'), 'y');
    write('b');
    expect(templates()).toBe(4);
  });

  test('is readable by its user alone, and has no unfinished files', () => {
    helm();
    lws(cached());
    const files = readdirSync(join(work, 'cache'));
    expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.cache$/)]);
    expect(statSync(join(work, 'cache', files[0])).mode % 0o100).toBe(0);
    expect(statSync(join(work, 'cache')).mode % 0o100).toBe(0);
  });

  test('renders anew what it cannot read, and forgets what is old', () => {
    helm();
    const first = lws(cached());
    const [file] = readdirSync(join(work, 'cache'));
    writeFileSync(join(work, 'cache', file), 'half of an entr');
    expect(lws(cached())).toEqual(first);
    const old = join(work, 'cache', `${'0'.repeat(64)}.cache`);
    writeFileSync(old, '');
    writeFileSync(join(work, 'cache', 'notes.txt'), '');
    for (const name of [old, join(work, 'cache', 'notes.txt')]) {
      utimesSync(name, new Date(0), new Date(0));
    }
    lws(cached(), { a: 1 });
    expect(existsSync(old)).toBe(false);
    expect(existsSync(join(work, 'cache', 'notes.txt'))).toBe(true);
  });

  test('must be writable where its folder is chosen, not where it is the default', () => {
    helm();
    writeFileSync(join(work, 'file'), '');
    expect(refusal(() => lws(cached({ cacheFolder: join(work, 'file', 'cache') })))).toMatch(/cacheFolder: cannot write to .*choose another folder or set cache to false/);
    const before = process.env.XDG_CACHE_HOME;
    try {
      process.env.XDG_CACHE_HOME = join(work, 'file');
      expect(Object.keys(lws(cached({ cacheFolder: undefined })))).not.toEqual([]);
    } finally {
      process.env.XDG_CACHE_HOME = before;
    }
  });
});

describe('charts of a folder', () => {
  const call = (version: string, ...names: string[]) => {
    const chartFolder = join(work, 'charts');
    for (const name of names) {
      mkdirSync(join(chartFolder, name, '..'), { recursive: true });
      writeFileSync(join(chartFolder, name), 'name: lws\nversion: v0.8.0\n');
    }
    outsideCharts(app => new Lws(app, 'lws', { version, delivery: plain({ chartFolder }) }));
    return calls().pop()!.split(' ')[2].replace(`${chartFolder}/`, '');
  };

  test.each<[string, string, string[]]>([
    ['v0.8.0', 'lws-v0.8.0.tgz', ['lws-v0.8.0.tgz', 'lws-0.8.0.tgz', 'lws/Chart.yaml']],
    ['0.8.0', 'lws-v0.8.0.tgz', ['lws-v0.8.0.tgz']],
    ['v0.8.0', 'lws-0.8.0.tgz', ['lws-0.8.0.tgz', 'lws/Chart.yaml']],
    ['0.8.0', 'lws', ['lws-0.9.0.tgz', 'lws/Chart.yaml']],
    ['v0.8.0', 'oci://registry.k8s.io/lws/charts/lws', ['lws-v0.9.0.tgz', 'other/Chart.yaml']],
  ])('%s is %s', (version, chart, names) => {
    mkdirSync(join(work, 'charts', 'lws'), { recursive: true });
    mkdirSync(join(work, 'charts', 'other'));
    expect(call(version, ...names)).toBe(chart);
  });

  test('are refused in another version, which helm would take without a word', () => {
    mkdirSync(join(work, 'charts', 'lws'), { recursive: true });
    expect(refusal(() => call('v0.9.0', 'lws/Chart.yaml'))).toMatch(/^lws: chart lws v0\.9\.0: .*Chart\.yaml: has version "v0\.8\.0", must be v0\.9\.0: /);
  });
});

describe('options', () => {
  test('are refused all at once', () => {
    expect(refusal(() => Delivery.plain({ helm: '', kubernetesVersion: '2.0', chartFolder: 1, cache: 'no', charts: 'x' } as any)).split('\n')).toEqual([
      'delivery.charts: unknown field, must be one of helm, kubernetesVersion, chartFolder, cacheFolder, cache',
      'delivery.helm: "" is too short, must have at least 1 character',
      'delivery.kubernetesVersion: "2.0" is not a version of Kubernetes, must be such as "1.34.0"',
      'delivery.chartFolder: 1 is a number, must be a string, quote it',
      'delivery.cache: "no" is a string, must be true or false',
    ]);
  });

  test.each(['1.34', '1.34.2', 'v1.34.0', '1.34.1-gke.1829001'])('Kubernetes %s is a version', kubernetesVersion => {
    expect(() => Delivery.plain({ kubernetesVersion })).not.toThrow();
  });

  test('are the same in the configuration file', () => {
    const read = (text: string) => StackConfig.read(text, 'config.yaml');
    expect(read('delivery:\n  engine: plain\n  helm: /opt/helm\n  kubernetesVersion: "1.34"\n  chartFolder: charts\n  cacheFolder: c\n  cache: true\n').faults).toEqual([]);
    expect(read('delivery:\n  engine: plain\n  kubernetesVersion: 1.34\n').faults).toMatchObject([{ path: ['delivery', 'kubernetesVersion'], location: 'config.yaml:3:22' }]);
    const { options } = read('delivery:\n  engine: plain\n').config.optionsOf({ name: 'west' });
    expect(options.delivery._engine.name).toBe('plain');
  });
});

test('renders the chart that no release can hold', () => {
  const { objectsByFile } = render({ gatewayApiCrds: ComponentMode.PROVIDED });
  expect(Object.keys(objectsByFile).filter(file => file.includes('envoy-gateway-crds'))).toHaveLength(2);
  expect(stack({ delivery: plain(), gatewayApiCrds: ComponentMode.PROVIDED }).warnings.join('\n')).not.toContain('Secret');
});

test('the README tells the way that takes large CRDs, and repeats it', () => {
  expect(plain()._engine.readme('west')).toContain('until kubectl apply --server-side -f west; do');
});

test('the plan of a removal names the files that are there', () => {
  const delivery = plain({
    helm: helm('case $2 in *crds*) sed "s/RELEASE/$2/" "${0%/*}/output" ;; *) echo "{apiVersion: v1, kind: Secret, metadata: {name: $2}}" ;; esac',
      undefined, crd('stubs.RELEASE.example.com')),
  });
  const app = new App();
  const plan = new ServingStack(app, 'west', { stack: StackKind.DYNAMO, delivery })._teardown;
  const files = app.node.children.filter(Chart.isChart).map(({ node }) => `${node.id}.yaml`);
  const named = [...plan.matchAll(/kubectl delete -f west\/([^`]*)`/g)].map(([, file]) => file);
  expect(named).toHaveLength(10);
  expect(files).toEqual(expect.arrayContaining(named));
  expect(named).toContain('01-ai-gateway-crds.crds.yaml');
  // the hooks that would do it are not there
  expect(plan).toContain('. kai-scheduler: `kubectl delete config.kai.scheduler/kai-config --ignore-not-found && kubectl delete -f west/64-kai-scheduler.yaml`\n');
  expect(plan).toContain('- node-feature-discovery: the labels feature.node.kubernetes.io/... of nodes\n');
  expect(plan).not.toMatch(/certificate hook|default-parent-queue/);
});
