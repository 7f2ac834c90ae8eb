import { JsonPatch, YamlOutputType } from 'cdk8s';
import { parse } from 'yaml';
import { ArgoCdDeliveryOptions, CertManager, ComponentMode, Delivery, SecretType, ServingStack, ServingStackProps, StackKind } from '../../src';
import { CATALOG } from '../../src/constructs/catalog';
import { problemsOf } from '../support/crd-validation';
import { kubectlIsThere, readByGo, readValuesByGo } from '../support/go-yaml';
import { insideChart, nameOf, once, Output, outsideCharts, refusal, stackOutput } from '../support/render';
import { VARIANTS } from '../support/variants';

const FOLDERS = { yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE };
const REPOSITORY = 'https://git.example.com/platform/clusters.git';
const DYNAMO: ServingStackProps = { stack: StackKind.DYNAMO };
const GKE: ServingStackProps = { gatewayApiCrds: ComponentMode.PROVIDED };

const argoCd = (options: Partial<ArgoCdDeliveryOptions> = {}) => Delivery.argoCd({ repoUrl: REPOSITORY, path: 'clusters/west', ...options });
const render = (props: ServingStackProps = {}, options?: Partial<ArgoCdDeliveryOptions>, id = 'west') =>
  once([props, options, id], () => outsideCharts(app => new ServingStack(app, id, { ...props, delivery: argoCd(options) }), FOLDERS));

/** The Applications of the components, by component key. */
function applications(output: Output, prefix = 'west-'): Map<string, any> {
  const hub = Object.entries(output.objectsByFile).filter(([file]) => file.startsWith('hub/')).flatMap(([, objects]) => objects);
  return new Map(hub.map(object => [object.metadata.name.slice(prefix.length), object]));
}

/** What is in the folders of the components. */
function manifests(output: Output): any[] {
  return Object.entries(output.objectsByFile).filter(([file]) => !/^(hub|root)\//.test(file)).flatMap(([, objects]) => objects);
}

describe.each(VARIANTS)('%s', (_, props) => {
  let output: Output;

  beforeAll(() => {
    output = render(props);
  });

  test('renders as in the snapshot', () => {
    const plain = render({ stack: props.stack });
    const known = Object.keys(props).length > 1 ? plain.files : {};
    // the manifests are those of every other delivery
    const text = Object.entries(output.files).map(([file, content]) =>
      /^(hub|root)\//.test(file) && known[file] !== content ? `# ${file}\n${content}` : `# ${file}`);
    expect(text.join('\n')).toMatchSnapshot();
  });

  test('renders what the API server takes', () => {
    expect(output.objects.length).toBeGreaterThan(0);
    expect(output.objects.flatMap(problemsOf)).toEqual([]);
  });

  test('has waves that respect every edge, through what is not installed', () => {
    const waves = new Map([...applications(output)].map(([key, { metadata }]) => [key, metadata.annotations['argocd.argoproj.io/sync-wave']]));
    const before = (key: string): string[] => {
      const { dependsOn = [], namespace } = CATALOG.find(data => data.key === key) ?? {};
      return [...namespace ? [`namespace-${namespace}`] : [], ...dependsOn].flatMap(found => waves.has(found) ? [found] : before(found));
    };
    const edges = [...waves.keys()].flatMap(key => before(key).map(dependency => [dependency, key]));
    expect(edges.length).toBeGreaterThan(4);
    expect(edges.filter(([dependency, key]) => !(Number(waves.get(dependency)) < Number(waves.get(key))))).toEqual([]);
    expect([...waves.values()].filter(wave => !/^\d+$/.test(wave))).toEqual([]);
  });

  test('carries the charts and values of the default delivery, but for what is listed here', () => {
    const differences: Record<string, (values: any) => object> = {
      // hooks of one wave start together here, and certgen would start before its permissions
      'mp-gateway-helm': values => ({ ...values, certgen: { rbac: { annotations: { 'argocd.argoproj.io/sync-wave': '-1' } } } }),
      // Argo CD brings a chart's crds/ folder up to date itself
      'mp-grove-charts': ({ crdInstaller, ...values }) => values,
    };
    const expected = stackOutput(props).all('HelmChart').map(({ metadata: { name }, spec }) => {
      const { repo, chart, version, targetNamespace, valuesContent } = spec;
      const values = parse(valuesContent);
      return { name, chart: repo ? `${repo}/${chart}` : chart, version, namespace: targetNamespace, values: differences[name]?.(values) ?? values };
    });
    const found = [...applications(output).values()].filter(({ spec }) => spec.source.chart).map(({ spec: { source, destination } }) => ({
      name: source.helm.releaseName,
      chart: `${source.repoURL.includes('://') ? '' : 'oci://'}${source.repoURL}/${source.chart}`,
      version: source.targetRevision,
      namespace: destination.namespace,
      values: parse(source.helm.values),
    }));
    const byName = (a: { name: string }, b: { name: string }) => a.name < b.name ? -1 : 1;
    expect(found.sort(byName)).toEqual(expected.sort(byName));
  });

  test('carries the manifests of the default delivery, but for what is listed here', () => {
    const differences: Record<string, (manifest: any) => object> = {
      // it becomes healthy with the Gateway, whose wave would wait for it for ever
      ClientTrafficPolicy: manifest => ({
        ...manifest,
        metadata: { ...manifest.metadata, annotations: { 'argocd.argoproj.io/ignore-healthcheck': 'true' } },
      }),
    };
    const expected = stackOutput(props).objects.filter(({ kind }) => kind !== 'HelmChart').map(object => differences[object.kind]?.(object) ?? object);
    const byName = (a: object, b: object) => nameOf(a as any) < nameOf(b as any) ? -1 : 1;
    expect(manifests(output).sort(byName)).toEqual(expected.sort(byName));
  });

  test('has an Application for each folder, and no other that points into the repository', () => {
    const folders = [...new Set(Object.keys(output.files).map(file => file.split('/')[0]))].filter(folder => folder !== 'root');
    const sources = output.all('Application').filter(({ spec }) => spec.source.repoURL === REPOSITORY).map(({ spec }) => spec.source.path);
    expect(sources.sort()).toEqual(folders.map(folder => `clusters/west/${folder}`).sort());
  });

  test('keeps within its AppProject', () => {
    const limited = render(props, { appProject: true });
    const { spec } = limited.one('AppProject', 'west-project');
    const used = [...applications(limited).values()];
    expect([...new Set(used.map(({ spec: { project } }) => project))]).toEqual(['west-project']);
    expect([...new Set(used.map(({ spec: { source } }) => source.repoURL))].sort()).toEqual(spec.sourceRepos);
    const namespaces = spec.destinations.map(({ namespace }: any) => namespace);
    const objects = manifests(limited).map(({ metadata }) => metadata.namespace ?? 'default');
    const needed = [...used.map(({ spec: { destination } }) => destination.namespace), ...objects];
    expect(needed.filter(namespace => !namespaces.includes(namespace))).toEqual([]);
    expect(limited.one('Application', 'west-root').spec.project).toBe('default');
  });
});

describe('Applications', () => {
  const all = [{}, DYNAMO, GKE].flatMap(props => render(props).all('Application'));

  test('never make namespaces, which have labels, and apply large CRDs without a copy in an annotation', () => {
    for (const { spec } of all) {
      expect(spec.syncPolicy.syncOptions).toContain('ServerSideApply=true');
      expect(spec.syncPolicy.syncOptions.join()).not.toMatch(/CreateNamespace=true|Replace=true/);
      expect(spec.syncPolicy.retry).toEqual({ limit: 20, backoff: { duration: '10s', factor: 2, maxDuration: '3m' } });
    }
  });

  test('set nothing that goes around the values', () => {
    const fields = [...new Set(all.flatMap(({ spec }) => Object.keys(spec.source.helm ?? {})))].sort();
    expect(fields).toEqual(['releaseName', 'values']);
  });

  test('name OCI repositories without scheme and chart, and others with their scheme', () => {
    const sources = new Set(all.filter(({ spec }) => spec.source.chart).map(({ spec: { source } }) => `${source.repoURL} ${source.chart}`));
    expect([...sources].sort()).toEqual([
      'docker.io/envoyproxy ai-gateway-crds-helm',
      'docker.io/envoyproxy ai-gateway-helm',
      'docker.io/envoyproxy gateway-crds-helm',
      'docker.io/envoyproxy gateway-helm',
      'ghcr.io/ai-dynamo/grove grove-charts',
      'ghcr.io/kai-scheduler/kai-scheduler kai-scheduler',
      'https://charts.jetstack.io cert-manager',
      'https://prometheus-community.github.io/helm-charts kube-prometheus-stack',
      'quay.io/jetstack/charts trust-manager',
      'registry.k8s.io/dra-driver-nvidia/charts dra-driver-nvidia-gpu',
      'registry.k8s.io/lws/charts lws',
      'registry.k8s.io/nfd/charts node-feature-discovery',
    ]);
  });

  test('ignore what controllers write, in webhook configurations and generated Secrets only, and leave it as it is', () => {
    for (const { metadata, spec } of all.filter(({ metadata: { name } }) => name !== 'west-root')) {
      const ignored: any[] = spec.ignoreDifferences ?? [];
      expect([metadata.name, spec.syncPolicy.syncOptions.includes('RespectIgnoreDifferences=true')]).toEqual([metadata.name, ignored.length > 0]);
      for (const { kind, group, name, jsonPointers, jqPathExpressions = [] } of ignored) {
        if (kind === 'Secret') {
          expect({ group, name, jsonPointers, jqPathExpressions }).toEqual({ group: undefined, name: expect.any(String), jsonPointers: ['/data'], jqPathExpressions: [] });
        } else {
          expect([group, kind]).toEqual(['admissionregistration.k8s.io', expect.stringMatching(/^(Mutating|Validating)WebhookConfiguration$/)]);
          expect(jqPathExpressions).toContain('.webhooks[]?.clientConfig.caBundle');
          expect(jqPathExpressions.includes('.webhooks[]?.failurePolicy')).toBe(metadata.name === 'west-kube-prometheus-stack');
          expect(jqPathExpressions.filter((path: string) => !path.startsWith('.webhooks[]?.'))).toEqual([]);
        }
      }
    }
    const ignoring = all.filter(({ spec }) => spec.ignoreDifferences).map(({ metadata }) => metadata.name.slice('west-'.length));
    expect([...new Set(ignoring)].sort()).toEqual(['ai-gateway', 'cert-manager', 'grove', 'kube-prometheus-stack', 'leader-worker-set', 'root', 'trust-manager']);
  });

  test('are deleted with their objects, Namespaces excepted', () => {
    const staying = all.filter(({ metadata }) => metadata.finalizers === undefined).map(({ metadata }) => metadata.name);
    expect(staying.length).toBeGreaterThan(0);
    expect(staying.filter(name => !name.startsWith('west-namespace-'))).toEqual([]);
    expect(all.filter(({ metadata: { finalizers } }) => finalizers && finalizers.join() !== 'resources-finalizer.argocd.argoproj.io')).toEqual([]);
  });

  test('the app of apps makes those of the hub, where Argo CD runs, and not itself', () => {
    const output = render({}, { destination: { name: 'west' }, namespace: 'gitops', project: 'platform', targetRevision: 'main' });
    const root = output.one('Application', 'west-root');
    expect(Object.keys(output.files).filter(file => file.startsWith('root/'))).toEqual(['root/Application.west-root.k8s.yaml']);
    expect(root.spec).toMatchObject({
      project: 'platform',
      source: { repoURL: REPOSITORY, path: 'clusters/west/hub', targetRevision: 'main' },
      destination: { server: 'https://kubernetes.default.svc', namespace: 'gitops' },
    });
    // finalizers that Argo CD adds must stay
    expect(root.spec.syncPolicy.syncOptions).toEqual(['ServerSideApply=true']);
    for (const { metadata, spec } of applications(output).values()) {
      expect([metadata.namespace, spec.project, spec.destination.name, spec.destination.server]).toEqual(['gitops', 'platform', 'west', undefined]);
    }
  });

  test('sync as asked', () => {
    const automated = render({}, { prune: false, selfHeal: false }).all('Application').map(({ spec }) => spec.syncPolicy.automated);
    expect(automated).toEqual(automated.map(() => ({ prune: false, selfHeal: false })));
  });

  test('point below the root of the repository too', () => {
    const paths = (path: string) => applications(render({}, { path })).get('gateway').spec.source.path;
    expect(['.', './', 'a/', './a//b'].map(paths)).toEqual(['gateway', 'gateway', 'a/gateway', 'a/b/gateway']);
  });
});

describe('an AppProject', () => {
  const namespaces = (props: ServingStackProps, options = {}) =>
    render(props, { appProject: true, ...options }).one('AppProject').spec.destinations.map(({ namespace }: any) => namespace);

  test('has the namespaces that charts put objects into, where they are installed', () => {
    expect(namespaces(DYNAMO)).toEqual(expect.arrayContaining(['default', 'kai-resource-reservation', 'kai-scheduler', 'kube-system']));
    expect(namespaces({})).not.toContain('kai-resource-reservation');
    expect(namespaces({ mode: ComponentMode.PROVIDED })).toEqual(['default', 'modelplane-system']);
  });

  test('limits clusters as the Applications name theirs, and no kinds', () => {
    const { metadata, spec } = render({}, { appProject: true, destination: { name: 'west' } }).one('AppProject');
    expect([...new Set(spec.destinations.map(({ name, server }: any) => `${name} ${server}`))]).toEqual(['west undefined']);
    expect(spec.clusterResourceWhitelist).toEqual([{ group: '*', kind: '*' }]);
    expect(metadata.finalizers).toEqual(['resources-finalizer.argocd.argoproj.io']);
  });
});

describe('the CRDs of the Gateway API, where the provider owns them', () => {
  test('are not installed, and Envoy Gateway\'s own are, before it', () => {
    const found = applications(render(GKE));
    const wave = (key: string) => Number(found.get(key).metadata.annotations['argocd.argoproj.io/sync-wave']);
    expect(parse(found.get('envoy-gateway').spec.source.helm.values).crds).toEqual({ enabled: false });
    expect(parse(found.get('envoy-gateway-crds').spec.source.helm.values)).toEqual({ crds: { envoyGateway: { enabled: true } } });
    expect(wave('envoy-gateway-crds')).toBeLessThan(wave('envoy-gateway'));
  });

  test('and Envoy Gateway\'s own neither, where they are provided too', () => {
    expect(applications(render({ ...GKE, components: { envoyGatewayCrds: { mode: ComponentMode.PROVIDED } } })).has('envoy-gateway-crds')).toBe(false);
  });
});

describe('values', () => {
  const read = (values: any, key = 'kai-scheduler', option = 'kaiScheduler') => {
    const application = applications(render({ ...DYNAMO, components: { [option]: { values } } })).get(key);
    return { application, values: parse(application.spec.source.helm.values) };
  };

  test.each<[string, object]>([
    ['dots and backslashes in keys', { podAnnotations: { 'prometheus.io/scrape': 'true', 'a\\b.c': 'x' } }],
    ['documents in text', { text: 'a: b\n  - c\n---\nd', conf: `first ${'x'.repeat(120)}\n    then spaces\n\n` }],
    ['what looks like another type', { tag: '4651090', octal: '0o17', no: 'no', time: '22:30', n: null, number: 1e-7, list: [true, 'true'] }],
    ['what looks like a variable', { a: '$ARGOCD_APP_NAME', b: '${ARGOCD_APP_NAME}', c: '{{ .Values.a }}' }],
  ])('arrive with their types: %s', (_, values) => {
    const { application, values: parsed } = read(values);
    expect(parsed).toEqual(values);
    if (kubectlIsThere) {
      expect(readValuesByGo(readByGo(JSON.stringify(application)).spec.source.helm.values)).toEqual(values);
    }
  });

  test('of a user win over the wave of certgen\'s permissions', () => {
    const annotations = (given: object) => read({ certgen: { rbac: { annotations: given } } }, 'envoy-gateway', 'envoyGateway').values.certgen.rbac.annotations;
    expect(annotations({ 'argocd.argoproj.io/sync-wave': '-5', 'a': 'b' })).toEqual({ 'argocd.argoproj.io/sync-wave': '-5', 'a': 'b' });
    expect(annotations({ a: 'b' })).toEqual({ 'argocd.argoproj.io/sync-wave': '-1', 'a': 'b' });
  });
});

describe('names', () => {
  test('begin with the id of the stack, or with another', () => {
    expect([...applications(render({}, {}, 'east'), 'east-').keys()]).toEqual([...applications(render()).keys()]);
    expect(render({}, { name: 'prod.east' }).all('Application').filter(({ metadata }) => !metadata.name.startsWith('prod.east-'))).toEqual([]);
  });

  test('fit a label, and stay different', () => {
    const names = render(DYNAMO, { name: 'a'.repeat(200), appProject: true }).all('Application').map(({ metadata }) => metadata.name);
    expect(names.filter(name => name.length > 63)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('leave a project room to be described', () => {
    const { description } = render({}, { name: 'a'.repeat(253), appProject: true }).one('AppProject').spec;
    expect(description).toBe(`The components of ${'a'.repeat(237)}`);
    expect(description).toHaveLength(255);
  });

  test('of releases do not depend on them', () => {
    const releases = (name: string) => render({}, { name }).all('Application').map(({ spec }) => spec.source.helm?.releaseName);
    expect(releases('b').sort()).toEqual(releases('c').sort());
  });

  test('are refused where Kubernetes has no such names', () => {
    expect(refusal(() => render({}, {}, 'West')))
      .toBe('West: "West" is not a DNS subdomain, give the delivery a name that is one');
  });
});

describe('refused', () => {
  test.each<[string, any, ...string[]]>([
    ['nothing', {}, 'repoUrl: missing, add a string', 'path: missing, add a string'],
    ['no options at all', undefined, 'repoUrl: missing, add a string', 'path: missing, add a string'],
    ['two destinations', { destination: { name: 'west', server: 'https://west.example.com' } },
      'destination: has both a server and a name, keep one of the two, each names the cluster'],
    ['a server without a scheme', { destination: { server: 'west.example.com' } },
      'destination.server: "west.example.com" is not the address of an API server, must be like https://kubernetes.default.svc'],
    ['a password', { repoUrl: 'https://bot:hunter2@git.example.com/a.git' },
      'repoUrl: has credentials in it, leave them out, Argo CD keeps them in Secrets of its own'],
    ['a token', { repoUrl: 'https://hunter2@git.example.com/a.git' },
      'repoUrl: has credentials in it, leave them out, Argo CD keeps them in Secrets of its own'],
    ['no address', { repoUrl: 'clusters' }, 'repoUrl: is not the address of a Git repository, '
      + 'must be like https://git.example.com/team/clusters.git or git@git.example.com:team/clusters.git'],
    ['an absolute path', { path: '/clusters/west' }, 'path: "/clusters/west" is not relative, use "clusters/west"'],
    ['a path outside', { path: 'a/../../b' },
      'path: "a/../../b" has ".." in it, must be a folder from the root of the repository, such as "clusters/west", or "." for the root'],
    ['a path of Windows', { path: 'clusters\\west' }, 'path: "clusters\\\\west" has a backslash, use "clusters/west"'],
    ['two words', { targetRevision: 'a b' }, 'targetRevision: "a b" is empty or has other than visible ASCII characters, must be one word'],
    ['a number for Go', { targetRevision: '0o17' }, 'targetRevision: "0o17" reads as a number in YAML, choose another'],
    ['a project that is none', { project: 'My Project' }, 'project: "My Project" is not a DNS subdomain, '
      + 'must be labels of lower-case letters, digits and "-", joined by ".", with a letter or digit at both ends of each'],
    ['other types', { appProject: 'yes', prune: 1, namespace: 'Argo', name: 2 },
      'namespace: "Argo" is not a DNS label, use "argo"',
      'appProject: "yes" is a string, must be true or false',
      'prune: 1 is a number, must be true or false',
      'name: 2 is a number, must be a string, quote it'],
    ['an unknown option', { repoURL: 'x' }, 'repoURL: unknown field, did you mean repoUrl?'],
  ])('%s', (_, options, ...messages) => {
    const known = options && Object.keys(options).length > 0 ? { repoUrl: REPOSITORY, path: 'clusters/west' } : {};
    expect(refusal(() => Delivery.argoCd(options && { ...known, ...options })).split('\n')).toEqual(messages);
  });

  test('a stack inside a Chart, and an App that writes no folders', () => {
    const type = 'yamlOutputType FOLDER_PER_CHART_FILE_PER_RESOURCE';
    expect(refusal(() => insideChart(chart => new ServingStack(chart, 'west', { delivery: argoCd() }), {}, FOLDERS))).toBe('platform/west: '
      + `delivery argo-cd writes a folder for each component, which cannot be inside Chart platform: put it into the App, made with ${type}`);
    expect(refusal(() => stackOutput({ delivery: argoCd() })))
      .toBe(`west: delivery argo-cd writes a folder for each component, make the App with ${type}`);
  });
});

test.each(['https://git.example.com/a.git', 'http://git/a', 'ssh://git@git.example.com:22/a.git', 'git@git.example.com:team/a.git'])(
  '%s is an address', repoUrl => {
    expect(render({}, { repoUrl }).one('Application', 'west-root').spec.source.repoURL).toBe(repoUrl);
  });

test('the same stack gives the same bytes', () => {
  expect(render(DYNAMO).files).toEqual(render(DYNAMO).files);
});

test('a part alone has an Application, and one for its namespace', () => {
  const output = outsideCharts(app => new CertManager(app, 'certificates', { delivery: argoCd() }), FOLDERS);
  expect(Object.keys(output.files)).toEqual([
    'hub/Application.certificates-cert-manager.k8s.yaml',
    'hub/Application.certificates-namespace-cert-manager.k8s.yaml',
    'namespace-cert-manager/Namespace.cert-manager.k8s.yaml',
    'root/Application.certificates-root.k8s.yaml',
  ]);
});

test('a stack lists the objects of its components, and a user\'s patches of them survive', () => {
  const output = outsideCharts(app => {
    const { apiObjects } = new ServingStack(app, 'west', { delivery: argoCd() });
    apiObjects.find(({ kind }) => kind === 'Application')!.addJsonPatch(JsonPatch.add('/spec/revisionHistoryLimit', 3));
    apiObjects.find(({ kind }) => kind === 'Gateway')!.addJsonPatch(JsonPatch.add('/spec/unheardOf', true));
    expect(apiObjects.map(object => nameOf(object.toJson())).sort()).toEqual(render().objects.map(nameOf).filter(name => !name.endsWith('west-root')).sort());
  }, FOLDERS);
  expect(output.all('Application').filter(({ spec }) => spec.revisionHistoryLimit === 3)).toHaveLength(1);
  expect(output.one('Gateway').spec.unheardOf).toBe(true);
});

test('a component is removed by its Application, and a Namespace by itself too', () => {
  outsideCharts(app => {
    const { _teardown: plan } = new ServingStack(app, 'west', { delivery: argoCd({ namespace: 'gitops' }) });
    expect(plan).toContain('`kubectl delete application west-gateway -n gitops`');
    expect(plan).toContain('`kubectl delete application west-namespace-monitoring -n gitops && kubectl delete namespace/monitoring`');
  }, FOLDERS);
});

test('Secrets are of no use to it, and a warning says so', () => {
  outsideCharts(app => {
    const { warnings } = new ServingStack(app, 'west', { delivery: argoCd(), secrets: [{ type: SecretType.KUBECONFIG, name: 'a', key: 'b' }] });
    expect(warnings).toEqual(['secrets: not used by delivery argo-cd']);
  }, FOLDERS);
});
