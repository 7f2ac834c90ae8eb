import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';
import { parse } from 'yaml';
import {
  CertManager, ComponentMode, Delivery, EnvoyGateway, FluxDriftDetection, FluxSourceKind, GroveKai, SecretType, ServingStack, ServingStackProps,
  StackKind, VersionSet,
} from '../../src';
import { CATALOG } from '../../src/constructs/catalog';
import { problemsOf } from '../support/crd-validation';
import { fluxOutput, fluxStack, FOLDERS, kustomizations, objectsOf } from '../support/flux';
import { kubectlIsThere, readByGo } from '../support/go-yaml';
import { insideChart, nameOf, Output, outsideCharts, refusal, stackOutput } from '../support/render';
import { VARIANTS } from '../support/variants';

const DYNAMO: ServingStackProps = { stack: StackKind.DYNAMO };
const SUBSTITUTE = 'kustomize.toolkit.fluxcd.io/substitute';
const byName = (a: any, b: any) => nameOf(a) < nameOf(b) ? -1 : 1;

describe.each(VARIANTS)('%s', (_, props) => {
  let output: Output;

  beforeAll(() => {
    output = fluxOutput(props);
  });

  test('renders as in the snapshot', () => {
    const known = Object.keys(props).length > 1 ? fluxOutput({ stack: props.stack }).files : {};
    // the manifests are those of every other delivery
    const text = Object.entries(output.files).map(([file, content]) =>
      /^hub\/|\/(HelmRelease|OCIRepository|HelmRepository)\./.test(file) && known[file] !== content ? `# ${file}\n${content}` : `# ${file}`);
    expect(text.join('\n')).toMatchSnapshot();
  });

  test('renders what the API server takes', () => {
    expect(output.objects.length).toBeGreaterThan(0);
    expect(output.objects.flatMap(problemsOf)).toEqual([]);
  });

  test('has a Kustomization for each folder, and nothing else in the hub', () => {
    const folders = [...new Set(Object.keys(output.files).map(file => file.split('/')[0]))];
    const hub = objectsOf(output, 'hub');
    expect(hub.map(({ kind }) => kind)).toEqual(hub.map(() => 'Kustomization'));
    expect(hub).toHaveLength(output.all('Kustomization').length);
    expect(hub.map(({ spec }) => spec.path).sort()).toEqual(folders.filter(name => name !== 'hub').map(name => `./clusters/west/${name}`).sort());
    expect(hub.filter(({ spec }) => !spec.wait || !spec.prune)).toEqual([]);
  });

  test('expresses every edge, through what is not installed, to Kustomizations that there are', () => {
    const found = kustomizations(output);
    const names = new Map([...found].map(([key, { metadata }]) => [key, metadata.name]));
    const before = (key: string): string[] => {
      const { dependsOn = [], namespace } = CATALOG.find(data => data.key === key) ?? {};
      return [...namespace ? [`namespace-${namespace}`] : [], ...dependsOn]
        .flatMap(dependency => names.has(dependency) ? [dependency] : provided(dependency) ? before(dependency) : []);
    };
    // configuration that is not there was never wanted
    const provided = (key: string) => CATALOG.find(data => data.key === key)?.role === 'substrate';
    for (const [key, { spec }] of found) {
      const expected = [...new Set(before(key))].map(dependency => names.get(dependency)).sort();
      expect([key, (spec.dependsOn ?? []).map(({ name }: any) => name)]).toEqual([key, expected]);
    }
    expect([...found.values()].filter(({ spec }) => spec.dependsOn).length).toBeGreaterThan(3);
  });

  test('comes to an end: no Kustomization waits for one that waits for it', () => {
    const waiting = new Map(output.all('Kustomization').map(({ metadata, spec }) => [metadata.name, spec.dependsOn ?? []]));
    for (let ready = 0; ready !== waiting.size;) {
      ready = waiting.size;
      [...waiting].filter(([, needs]) => needs.every(({ name }: any) => !waiting.has(name))).forEach(([name]) => waiting.delete(name));
    }
    expect([...waiting]).toEqual([]);
  });

  test('applies no kind together with the CRD that defines it, or before it', () => {
    const found = kustomizations(output);
    const definitions = output.all('CustomResourceDefinition').map(({ spec }) => `${spec.group}/${spec.names.kind}`);
    for (const key of found.keys()) {
      const kinds = objectsOf(output, key).map(({ apiVersion, kind }) => `${apiVersion.split('/')[0]}/${kind}`);
      expect(kinds.filter(kind => definitions.includes(kind))).toEqual([]);
      // what runs on the hub, and what goes to the cluster
      expect(new Set(kinds.map(kind => kind.includes('.toolkit.fluxcd.io/'))).size).toBe(1);
    }
  });

  test('has nothing that looks like a variable where one would be substituted, and asks for no substitution', () => {
    const others = output.objects.filter(({ metadata }) => metadata.annotations?.[SUBSTITUTE] !== 'disabled');
    expect(others.filter(object => /\$[${]/.test(JSON.stringify(object))).map(nameOf)).toEqual([]);
    expect(JSON.stringify(output.objects)).not.toContain('postBuild');
  });

  test('carries the charts and values of the default delivery, but for what is listed here', () => {
    const differences: Record<string, (values: any) => object> = {
      // Flux brings a chart's crds/ folder up to date itself
      'mp-grove-charts': ({ crdInstaller, ...values }) => values,
    };
    const expected = stackOutput(props).all('HelmChart').map(({ metadata: { name }, spec: { repo, chart, version, targetNamespace, valuesContent } }) => {
      const values = parse(valuesContent);
      return { name, chart: repo ? `${repo}/${chart}` : chart, version, namespace: targetNamespace, values: differences[name]?.(values) ?? values };
    });
    expect(releases(output)).toEqual(expected.sort((a, b) => a.name < b.name ? -1 : 1));
  });

  test('carries the manifests of the default delivery', () => {
    const manifests = output.objects.filter(({ apiVersion }) => !apiVersion.includes('.toolkit.fluxcd.io/'));
    expect(manifests.sort(byName)).toEqual(stackOutput(props).objects.filter(({ kind }) => kind !== 'HelmChart').sort(byName));
  });

  test('lists the objects that it renders', () => {
    const stack = fluxStack(new App(FOLDERS), props);
    expect(stack.apiObjects.map(object => object.toJson()).sort(byName)).toEqual([...output.objects].sort(byName));
    expect(stack.warnings.filter(warning => warning.includes('secrets'))).toEqual([]);
  });
});

/** What Helm gets, by the names of the releases. */
function releases(output: Output): object[] {
  return output.all('HelmRelease').map(({ metadata, spec }) => {
    const { chart, chartRef } = spec;
    const source = output.one(chartRef?.kind ?? 'HelmRepository', chartRef?.name ?? chart.spec.sourceRef.name);
    expect(source.metadata.namespace).toBe(metadata.namespace);
    return {
      name: spec.releaseName,
      chart: chart ? `${source.spec.url}/${chart.spec.chart}` : source.spec.url,
      version: chart ? chart.spec.version : source.spec.ref.tag,
      namespace: spec.targetNamespace,
      values: spec.values,
    };
  }).sort((a, b) => a.name < b.name ? -1 : 1);
}

describe('HelmReleases', () => {
  const all = [{}, DYNAMO].flatMap(props => fluxOutput(props).all('HelmRelease'));

  test('are named for the hub, and their releases as everywhere', () => {
    const named = all.map(({ metadata, spec }) => [metadata.namespace, metadata.name, spec.releaseName]);
    expect(named).toContainEqual(['flux-system', 'west-nvidia-dra-driver-gpu', 'mp-dra-driver-nvidia-gpu']);
    expect(named.filter(([, , release]) => !/^mp-[a-z-]{1,50}$/.test(release))).toEqual([]);
  });

  test('keep the record of a release beside it, and make no namespace', () => {
    expect(all.filter(({ spec }) => spec.storageNamespace !== spec.targetNamespace)).toEqual([]);
    expect(JSON.stringify(all)).not.toContain('createNamespace');
  });

  test('bring CRDs up to date, and try again after a failure', () => {
    for (const { spec: { install, upgrade } } of all) {
      expect([install.crds, upgrade.crds]).toEqual(['CreateReplace', 'CreateReplace']);
      expect([install.remediation.retries, upgrade.remediation.retries]).toEqual([-1, 3]);
    }
  });

  test('wait for workloads where others need them running, and else only for the installation', () => {
    const waits = CATALOG.filter(({ chart }) => chart?.wait).map(({ chart }) => chart!.release);
    for (const { spec: { releaseName, install, upgrade, rollback } } of all) {
      const expected = waits.includes(releaseName) ? undefined : true;
      expect([releaseName, install.disableWait, upgrade.disableWait, rollback?.disableWait]).toEqual([releaseName, expected, expected, expected]);
    }
  });

  test('leave the CRDs of the Gateway API to the provider that owns them', () => {
    const output = fluxOutput({ gatewayApiCrds: ComponentMode.PROVIDED, components: { envoyGatewayCrds: { mode: ComponentMode.PROVIDED } } });
    const { spec } = output.one('HelmRelease', 'west-envoy-gateway');
    expect([spec.install.crds, spec.upgrade.crds, spec.values.crds]).toEqual(['Skip', 'Skip', { enabled: false }]);
    expect(output.one('HelmRelease', 'west-cert-manager').spec.install.crds).toBe('CreateReplace');
    expect(refusal(() => fluxOutput({ gatewayApiCrds: ComponentMode.PROVIDED }))).toMatch(/^gatewayApiCrds: Helm cannot store a release of gateway-crds-helm/);
  });

  test('take charts of a registry by their exact tag, as the layer that is the chart', () => {
    const source = (name: string, props?: ServingStackProps) => fluxOutput(props).one('OCIRepository', name).spec;
    expect(source('west-envoy-gateway')).toEqual({
      interval: '1h',
      url: 'oci://docker.io/envoyproxy/gateway-helm',
      ref: { tag: 'v1.8.4' },
      layerSelector: { mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip', operation: 'copy' },
    });
    expect(source('west-node-feature-discovery').ref).toEqual({ tag: '0.18.3' });
    expect(source('west-node-feature-discovery', { versionSet: VersionSet.MANAGED }).ref).toEqual({ tag: '0.19.0' });
    expect(source('west-leader-worker-set', { versions: { standard: { leaderWorkerSet: '0.8.0+build.1' } } }).ref).toEqual({ tag: '0.8.0_build.1' });
  });

  test('take a version with two parts as text', () => {
    const output = fluxOutput({ versions: { prometheus: '1.10' } });
    expect(output.one('HelmRelease', 'west-kube-prometheus-stack').spec.chart.spec.version).toBe('1.10');
  });
});

describe('health', () => {
  const MUTUAL_TLS = VARIANTS.find(([name]) => name.includes('mutual TLS'))![1];
  const checks = (props?: ServingStackProps) => [...kustomizations(fluxOutput(props))].flatMap(([key, { spec }]) =>
    (spec.healthCheckExprs ?? []).map(({ kind }: any) => `${key}: ${kind}`));

  test('of a Gateway is that it is programmed, and of a Bundle that it is synced', () => {
    expect(checks()).toEqual(['gateway: Gateway']);
    // of the policy of client certificates nothing: it is accepted only once there is the Gateway, which comes after it
    expect(checks(MUTUAL_TLS)).toEqual(['gateway-pki: Bundle', 'gateway: Gateway']);
    expect(kustomizations(fluxOutput()).get('gateway').spec.healthCheckExprs).toEqual([{
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      current: 'status.conditions.exists(c, c.type == \'Programmed\' && c.status == \'True\' && c.observedGeneration == metadata.generation)',
    }]);
  });
});

describe('removal', () => {
  test('waits for a component, and leaves namespaces, which hold the records of releases, and CRDs, which hold a user\'s objects', () => {
    const output = fluxOutput(DYNAMO);
    for (const [key, { spec }] of kustomizations(output)) {
      const kept = objectsOf(output, key).some(({ kind }) => ['Namespace', 'CustomResourceDefinition'].includes(kind));
      expect([key, spec.deletionPolicy]).toEqual([key, kept ? 'Orphan' : 'WaitForTermination']);
    }
  });

  test('by hand deletes a Kustomization, and then what that leaves', () => {
    const plan = fluxStack(new App(FOLDERS), DYNAMO, { namespace: 'hub-1', name: 'cluster-1' })._teardown;
    const commands = [...plan.matchAll(/^\d+\. ([a-z-]+): `(.*)`$/gm)];
    expect(commands.map(([, key]) => key).sort()).toEqual([...kustomizations(fluxOutput(DYNAMO)).keys()].sort());
    expect(plan).toContain('. cert-manager: `kubectl delete kustomization cluster-1-cert-manager -n hub-1`\n');
    expect(plan).toContain('. namespace-monitoring: `kubectl delete kustomization cluster-1-namespace-monitoring -n hub-1 && kubectl delete namespace/monitoring`');
    expect(plan).toMatch(/\. modelexpress-crds: `kubectl delete kustomization cluster-1-modelexpress-crds -n hub-1 && kubectl delete customresourcedefinition\.apiextensions\.k8s\.io\//);
    expect(plan.indexOf('. gateway:')).toBeLessThan(plan.indexOf('. envoy-gateway:'));
  });

  test('leaves everything where nothing is to be pruned', () => {
    for (const { spec } of fluxOutput({}, { prune: false }).all('Kustomization')) {
      expect(spec.prune).toBe(false);
      expect([undefined, 'Orphan']).toContain(spec.deletionPolicy);
    }
  });

  test('by hand deletes what such a Kustomization leaves, each object after those that are made with it', () => {
    const plan = fluxStack(new App(FOLDERS), { gateway: { hostname: 'west.example.com' } }, { prune: false })._teardown;
    expect(plan).toContain('. cert-manager: `kubectl delete kustomization west-cert-manager -n flux-system'
      + ' && kubectl delete -n flux-system helmrelease.helm.toolkit.fluxcd.io/west-cert-manager helmrepository.source.toolkit.fluxcd.io/west-cert-manager`\n');
    expect(plan).toContain('. gateway-class: `kubectl delete kustomization west-gateway-class -n flux-system && kubectl delete gatewayclass.gateway.networking.k8s.io/envoy`\n');
  });
});

describe('values', () => {
  const kai = (values: object) => outsideCharts(app => new GroveKai(app, 'part', {
    kaiScheduler: { values: values as any },
    delivery: Delivery.flux({ path: '.' }),
  }), FOLDERS);
  const name = 'part-kai-scheduler';
  const shared = { a: 1 };

  test.each<[string, object]>([
    ['booleans, integers and numbers in quotes', { webhook: { on: false }, n: 3, nested: { a: [1, '2'] } }],
    ['image tags that look like numbers', { image: { tag: '4651090', other: '12e45', third: '1_000', fourth: '1.10' } }],
    ['booleans of YAML 1.1', { country: 'no', flag: 'on', y: 'y', off: 'n', yes: 'Yes', N: 'N' }],
    ['times, dates and sexagesimals', { time: '22:30', date: '2026-01-15', port: '190:20:30' }],
    ['nulls', { 'limits': { cpu: null }, 'list': [null, '~', { a: null }, ''], 'a/b~c': { d: null } }],
    ['empty maps and lists', { a: {}, b: [], c: { d: {} }, e: [[], {}] }],
    ['keys with dots and slashes', { 'prometheus.io/scrape': 'true', 'a\\b.c': 'x' }],
    ['text of several lines', { conf: `first ${'x'.repeat(120)}\n    then spaces\n\n`, c: '\n\na', d: 'a: b\n  - c\n---\nd' }],
    ['one object in two places', { first: shared, second: [shared, shared] }],
  ])('arrive with their types: %s', (_, values) => {
    const output = kai(values);
    expect(output.one('HelmRelease', name).spec.values).toEqual(values);
    if (kubectlIsThere) {
      expect(readByGo(output.textOf('HelmRelease', name)).spec.values).toEqual(values);
    }
  });

  test.each<[string, object, string]>([
    ['text that reads as a number', { tag: '0o17' }, 'kaiScheduler.values.tag: "0o17" reads as a number in YAML, this delivery cannot quote it, write it otherwise'],
    ['a key that merges maps', { '<<': 1 }, 'kaiScheduler.values["<<"]: "<<" merges maps, use another key'],
    ['control characters', { a: '\u007f' }, 'kaiScheduler.values.a: "\\u007f" has a control character that YAML readers refuse or change, leave it out'],
  ])('are refused that would arrive changed: %s', (_, values, message) => {
    expect(refusal(() => kai(values))).toBe(message);
  });

  test('unset are null, unless a patch says otherwise', () => {
    const props: ServingStackProps = { components: { prometheus: { unsetValues: ['grafana.adminUser'] } } };
    const grafana = (output: Output) => output.one('HelmRelease', 'west-kube-prometheus-stack').spec.values.grafana;
    expect(grafana(fluxOutput(props))).toEqual({ enabled: false, adminUser: null });
    const patched = outsideCharts(app => {
      const release = fluxStack(app, props).apiObjects.find(({ kind, name: found }) => kind === 'HelmRelease' && found === 'west-kube-prometheus-stack')!;
      release.addJsonPatch(JsonPatch.replace('/spec/values/grafana/adminUser', 'me'), JsonPatch.add('/spec/unheardOf', [1]));
    }, FOLDERS);
    expect(grafana(patched).adminUser).toBe('me');
    expect(patched.one('HelmRelease', 'west-kube-prometheus-stack').spec.unheardOf).toEqual([1]);
  });
});

describe('variables', () => {
  test('are substituted in no value of a chart, whoever asks for substitution', () => {
    const output = fluxOutput({ components: { prometheus: { values: { grafana: { adminPassword: '${PASSWORD}', $b: '$$c' } } } } });
    const { metadata, spec } = output.one('HelmRelease', 'west-kube-prometheus-stack');
    expect(spec.values.grafana).toMatchObject({ adminPassword: '${PASSWORD}', $b: '$$c' });
    expect(metadata.annotations).toEqual({ [SUBSTITUTE]: 'disabled' });
    expect(output.all('HelmRelease').filter(({ metadata: { annotations } }) => annotations?.[SUBSTITUTE] !== 'disabled')).toEqual([]);
  });
});

describe('options', () => {
  test('reach every object that they are for', () => {
    const output = fluxOutput({}, {
      path: './fleet//west/',
      sourceRef: { kind: FluxSourceKind.OCI_REPOSITORY, name: 'fleet', namespace: 'sources' },
      namespace: 'hub-1',
      name: 'cluster-1',
      interval: '30m',
      retryInterval: '45s',
      timeout: '1h30m',
      driftDetection: FluxDriftDetection.WARN,
    });
    expect(output.one('Kustomization', 'cluster-1-ai-gateway').spec).toEqual({
      path: './fleet/west/ai-gateway',
      sourceRef: { kind: 'OCIRepository', name: 'fleet', namespace: 'sources' },
      interval: '30m',
      retryInterval: '45s',
      timeout: '1h30m',
      prune: true,
      deletionPolicy: 'WaitForTermination',
      wait: true,
      dependsOn: ['ai-gateway-crds', 'envoy-gateway', 'gaie-crds', 'gateway-selfsigned-issuer', 'namespace-envoy-ai-gateway-system']
        .map(key => ({ name: `cluster-1-${key}` })),
    });
    const own = output.objects.filter(({ apiVersion }) => apiVersion.includes('.toolkit.fluxcd.io/'));
    expect(own.filter(({ metadata, spec }) => metadata.namespace !== 'hub-1' || !metadata.name.startsWith('cluster-1-') || spec.interval !== '30m')).toEqual([]);
    expect(output.all('HelmRelease').filter(({ spec }) => spec.timeout !== '1h30m' || spec.driftDetection.mode !== 'warn')).toEqual([]);
    expect(output.objects.flatMap(problemsOf)).toEqual([]);
  });

  test('of a source are each filled in', () => {
    expect(fluxOutput({}, { sourceRef: { name: 'fleet' } }).all('Kustomization')[0].spec.sourceRef).toEqual({
      kind: 'GitRepository', name: 'fleet', namespace: 'flux-system',
    });
  });

  test('may name the root of the repository', () => {
    expect(fluxOutput({}, { path: '.' }).one('Kustomization', 'west-gateway').spec.path).toBe('./gateway');
  });

  test.each<[string, object | undefined, ...string[]]>([
    ['none', undefined, 'path: missing, add the folder of the output in the repository that Flux reads, such as clusters/west/dist'],
    ['no path', { prune: false }, 'path: missing, add the folder of the output in the repository that Flux reads, such as clusters/west/dist'],
    ['an absolute path', { path: '/clusters' },
      'path: "/clusters" is not relative, use "clusters"'],
    ['a path out of the repository', { path: 'a/../../b' },
      'path: "a/../../b" has ".." in it, must be a folder from the root of the repository, such as "clusters/west", or "." for the root'],
    ['an empty path', { path: '' }, 'path: "" is empty, use "."'],
    ['durations that are none', { path: 'a', interval: '10', timeout: '5 minutes', retryInterval: '0s' },
      'interval: "10" is not a duration, must be numbers with the units h, m, s or ms, such as 10m or 1h30m',
      'retryInterval: "0s" is not a duration, must be numbers with the units h, m, s or ms, such as 10m or 1h30m',
      'timeout: "5 minutes" is not a duration, must be numbers with the units h, m, s or ms, such as 10m or 1h30m'],
    ['a source of another kind, with a misspelt field', { path: 'a', sourceRef: { kind: 'HelmRepository', nam: 'x', namespace: 'A' } },
      'sourceRef.nam: unknown field, did you mean name?',
      'sourceRef.kind: "HelmRepository" is not one of the choices, must be one of GitRepository, OCIRepository, Bucket, did you mean GitRepository?',
      'sourceRef.namespace: "A" is not a DNS label, use "a"'],
    ['an unknown choice, a name and a namespace that Kubernetes refuses', { path: 'a', driftDetection: 'on', name: 'West', namespace: 'a.b', prune: 'yes' },
      'namespace: "a.b" is not a DNS label, must be lower-case letters, digits and "-", with a letter or digit at both ends',
      'prune: "yes" is a string, must be true or false',
      'driftDetection: "on" is not one of the choices, must be one of enabled, warn, disabled',
      'name: "West" is not a DNS subdomain, use "west"'],
  ])('are refused: %s', (_, options, ...messages) => {
    expect(refusal(() => Delivery.flux(options as any)).split('\n')).toEqual(messages);
  });
});

describe('names', () => {
  test.each(['a'.repeat(60), `${'b'.repeat(120)}.${'c'.repeat(132)}`])('of objects of the hub are labels, and releases are called as ever: %s', id => {
    const output = fluxOutput(DYNAMO, {}, id);
    const hub = output.objects.filter(({ apiVersion }) => apiVersion.includes('.toolkit.fluxcd.io/'));
    expect(hub.filter(({ metadata: { name } }) => name.length > 63)).toEqual([]);
    expect(new Set(output.all('Kustomization').map(({ metadata }) => metadata.name)).size).toBe(kustomizations(output).size);
    const others = fluxOutput(DYNAMO);
    expect(releases(output)).toEqual(releases(others));
    const existing = output.all('Kustomization').map(({ metadata }) => metadata.name);
    expect(output.all('Kustomization').flatMap(({ spec }) => spec.dependsOn ?? []).filter(({ name }) => !existing.includes(name))).toEqual([]);
  });

  test('come from the stack, whose id must be fit for it', () => {
    expect(refusal(() => fluxOutput({}, {}, 'West Cluster'))).toBe('name: "West Cluster" is not a DNS subdomain, '
      + 'must be labels of lower-case letters, digits and "-", joined by ".", with a letter or digit at both ends of each: set name in the options of Delivery.flux()');
    expect(fluxOutput({}, { name: 'west' }, 'West Cluster').files).toEqual(fluxOutput().files);
  });
});

describe('where it stands', () => {
  test('cannot be a Chart', () => {
    expect(refusal(() => insideChart(chart => fluxStack(chart as unknown as App), {}, FOLDERS))).toBe('platform/west: delivery flux writes a folder for each component, '
      + 'which cannot be inside Chart platform: put it into the App, made with yamlOutputType FOLDER_PER_CHART_FILE_PER_RESOURCE');
  });

  test('must be an App that writes folders', () => {
    expect(refusal(() => fluxStack(new App()))).toBe('west: delivery flux writes a folder for each component, '
      + 'make the App with yamlOutputType FOLDER_PER_CHART_FILE_PER_RESOURCE');
  });

  test('is the stack\'s alone, and its folders are', () => {
    expect(refusal(() => outsideCharts(app => {
      fluxStack(app);
      fluxStack(app, {}, {}, 'east');
    }, FOLDERS))).toMatch(/^east: the App already has a Chart named hub, a stack outside any Chart is alone in its App/);
    expect(refusal(() => fluxOutput({}, {}, 'hub'))).toBe('hub: the App already has a construct named hub, this one itself, though its output needs the name: give it another id');
  });

  test('keeps its names whatever a user adds', () => {
    const output = outsideCharts(app => {
      fluxStack(app);
      new ApiObject(new Chart(app, 'mine', { namespace: 'team' }), 'settings', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } });
    }, FOLDERS);
    const { 'mine/ConfigMap.settings.k8s.yaml': mine, ...rest } = output.files;
    expect(rest).toEqual(fluxOutput().files);
    expect(mine).toContain('namespace: team');
  });

  test('may hold one part alone, with its namespace', () => {
    const output = outsideCharts(app => new CertManager(app, 'certificates', { delivery: Delivery.flux({ path: 'a' }) }), FOLDERS);
    expect(output.objects.map(({ metadata, kind }) => `${kind} ${metadata.name}`)).toEqual([
      'HelmRelease certificates-cert-manager', 'HelmRepository certificates-cert-manager', 'Kustomization certificates-cert-manager',
      'Kustomization certificates-namespace-cert-manager', 'Namespace cert-manager',
    ]);
    expect(refusal(() => outsideCharts(app => new EnvoyGateway(app, 'envoy-gateway', { delivery: Delivery.flux({ path: 'a' }) }), FOLDERS)))
      .toMatch(/^envoy-gateway: the App already has a construct named envoy-gateway, this one itself/);
  });
});

test('Secrets are of no use to it where it runs in the cluster, and a warning says so', () => {
  const { warnings } = fluxStack(new App(FOLDERS), { secrets: [{ type: SecretType.KUBECONFIG, name: 'a', key: 'b' }] });
  expect(warnings).toEqual(['secrets: not used by delivery flux']);
});

test('one delivery may serve several stacks', () => {
  const delivery = Delivery.flux({ path: 'clusters/west' });
  const files = ['east', 'west'].map(id => outsideCharts(app => new ServingStack(app, id, { delivery }), FOLDERS).files);
  expect(files[1]).toEqual(fluxOutput().files);
  expect(Object.keys(files[0])).toContain('hub/Kustomization.east-gateway.k8s.yaml');
});
