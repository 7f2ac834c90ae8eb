import { ApiObject, App, Chart, JsonPatch, YamlOutputType } from 'cdk8s';
import { stringify } from 'yaml';
import { CertManager, ComponentMode, Delivery, GatewayCa, GroveKai, SecretType, ServingStack, ServingStackProps, StackKind } from '../../src';
import { CATALOG } from '../../src/constructs/catalog';
import { problemsOf } from '../support/crd-validation';
import { byKey, crossplaneOutput, crossplaneProps, delivered, idOf, KUBECONFIG, removal, text, uses } from '../support/crossplane';
import { kubectlIsThere, readByGo } from '../support/go-yaml';
import { insideChart, Output, outsideCharts, refusal, stackOutput } from '../support/render';
import { VARIANTS } from '../support/variants';

const DYNAMO: ServingStackProps = { stack: StackKind.DYNAMO };
const MUTUAL_TLS = VARIANTS.find(([name]) => name === 'Dynamo with mutual TLS')![1];
const MAX_LABEL = 63;
const MAX_NAME = 253;

describe.each(VARIANTS)('%s', (_, props) => {
  let output: Output;
  let plain: Output;

  beforeAll(() => {
    output = crossplaneOutput(props);
    plain = stackOutput(props);
  });

  test('renders as in the snapshot', () => {
    const known = Object.keys(props).length > 1 ? [crossplaneOutput({ stack: props.stack })] : [];
    expect(text(output, ...known)).toMatchSnapshot();
  });

  test('renders what the API server takes', () => {
    expect(output.objects.length).toBeGreaterThan(0);
    expect(output.objects.flatMap(problemsOf)).toEqual([]);
  });

  test('puts everything into the namespace of the control plane, labelled with its component', () => {
    for (const { metadata } of output.objects) {
      expect(metadata.namespace).toBe('platform');
      expect(metadata.labels['modelplane.ai/resource']).toMatch(/^[a-z-]+$/);
    }
  });

  test('carries what helmChart does: charts, versions, values and manifests', () => {
    const releases = output.all('Release').map(({ metadata, spec: { forProvider: { chart, namespace, values } } }) => ({
      release: metadata.annotations['crossplane.io/external-name'], namespace, chart, values,
    }));
    expect(releases).toEqual(plain.all('HelmChart').map(({ metadata: { name }, spec: { repo, chart, version, targetNamespace } }) => {
      const oci = /^(oci:.*)\/([^/]+)$/.exec(chart);
      return {
        release: name,
        namespace: targetNamespace,
        chart: { name: oci?.[2] ?? chart, repository: oci?.[1] ?? repo, version },
        values: plain.values(name.replace(/^mp-/, '')),
      };
    }));
    const manifests = output.all('Object').filter(({ spec }) => !spec.managementPolicies).map(({ spec }) => spec.forProvider.manifest);
    expect(manifests).toEqual(plain.objects.filter(({ kind }) => kind !== 'HelmChart'));
  });

  test('waits for the releases that others need to run, tries failed ones again, and leaves Namespaces to the stack', () => {
    for (const { metadata, spec: { rollbackLimit, forProvider } } of output.all('Release')) {
      const { chart } = CATALOG.find(({ key }) => key === metadata.labels['modelplane.ai/resource'])!;
      expect({ rollbackLimit, ...forProvider }).toMatchObject({ rollbackLimit: 5, skipCreateNamespace: true });
      expect([forProvider.wait, forProvider.waitTimeout]).toEqual(chart!.wait ? [true, '10m'] : [undefined, undefined]);
    }
  });

  test('has a Usage for each pair of objects of an edge and for each consumer of a ProviderConfig, and no other', () => {
    const objects = byKey(output);
    const provided = (key: string) => !objects.has(key) && CATALOG.some(data => data.key === key && data.role === 'substrate')
      || objects.get(key)?.every(({ spec }) => spec.managementPolicies && key !== 'gateway-pki');
    const before = (key: string): string[] => {
      const { dependsOn = [], namespace } = CATALOG.find(data => data.key === key) ?? {};
      return [...namespace ? [`namespace-${namespace}`] : [], ...dependsOn]
        .flatMap(dependency => provided(dependency) ? before(dependency) : [dependency]);
    };
    const configs = { Release: 'helm-provider-config', Object: 'kubernetes-provider-config' };
    const expected = [...objects].flatMap(([key, users]) => users.flatMap(user => {
      const config = configs[user.kind as keyof typeof configs];
      const edges = provided(key) ? [] : before(key);
      return [...config ? [config] : [], ...edges].flatMap(used => objects.get(used) ?? []).map(used => `${idOf(user)} ${idOf(used)}`);
    }));
    const found = uses(output).map(pair => pair.join(' '));
    expect([...found].sort()).toEqual([...new Set(expected)].sort());
    expect(found.length).toBeGreaterThan(delivered(output).length - 3);
  });

  test('removes everything, what is used last', () => {
    const rounds = removal(output);
    const all = delivered(output);
    expect(rounds.size).toBe(all.length);
    for (const { spec: { forProvider: { manifest, namespace = manifest?.metadata.namespace } = {} as any }, ...object } of all) {
      const place = all.find(({ spec }) => spec.forProvider?.manifest?.kind === 'Namespace' && spec.forProvider.manifest.metadata.name === namespace);
      if (place) {
        expect(rounds.get(idOf(place))).toBeGreaterThan(rounds.get(idOf(object))!);
      }
    }
    for (const config of all.filter(({ kind }) => kind === 'ProviderConfig')) {
      const users = all.filter(({ kind, apiVersion }) => kind !== 'ProviderConfig' && apiVersion === config.apiVersion);
      users.forEach(user => expect(rounds.get(idOf(config))).toBeGreaterThan(rounds.get(idOf(user))!));
    }
  });

  test('names nothing twice, nor too long', () => {
    const names = output.objects.map(({ kind, apiVersion, metadata }) => `${apiVersion} ${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    delivered(output).forEach(({ metadata }) => expect(metadata.name.length).toBeLessThanOrEqual(MAX_LABEL));
  });
});

describe('removal of a Dynamo stack with mutual TLS', () => {
  const output = crossplaneOutput(MUTUAL_TLS);
  const rounds = removal(output);

  test.each([
    ['Object/west-kai-queues-2', 'Release/west-kai-scheduler'],
    ['Object/west-gateway', 'Object/west-gateway-class'],
    ['Object/west-gateway-class', 'Release/west-envoy-gateway'],
    ['Object/west-gateway', 'Release/west-ai-gateway'],
    ['Release/west-ai-gateway', 'Release/west-envoy-gateway'],
    ['Release/west-envoy-gateway', 'Object/west-gaie-crds-1'],
    ['Object/west-gateway-pki-2', 'Release/west-trust-manager'],
    ['Release/west-trust-manager', 'Object/west-gateway-selfsigned-issuer'],
    ['Object/west-gateway-selfsigned-issuer', 'Release/west-cert-manager'],
    ['Object/west-modelexpress-server-5', 'Object/west-modelexpress-crds-1'],
    ['Release/west-cert-manager', 'Object/west-namespace-cert-manager'],
    ['Object/west-namespace-cert-manager', 'kubernetes.ProviderConfig/west-cluster-35b2c'],
    ['Release/west-cert-manager', 'helm.ProviderConfig/west-cluster-35b2c'],
  ])('%s goes before %s', (earlier, later) => {
    expect(rounds.get(earlier)).toBeLessThan(rounds.get(later)!);
  });

  test('by hand deletes what is on the control plane, not what that made', () => {
    const plan = new ServingStack(new App(), 'stack', crossplaneProps(MUTUAL_TLS))._teardown;
    expect(plan).toContain('kai-queues: `kubectl delete -n platform object.kubernetes.m.crossplane.io/west-kai-queues-2 '
      + 'object.kubernetes.m.crossplane.io/west-kai-queues-1`');
    expect(plan).toContain('kai-scheduler: `kubectl delete -n platform release.helm.m.crossplane.io/west-kai-scheduler`');
  });

  test('a Usage names both by kind and name, and deletes again what was refused', () => {
    expect(output.one('Usage', 'west-kai-queues-2-uses-kai-scheduler')).toEqual({
      apiVersion: 'protection.crossplane.io/v1beta1',
      kind: 'Usage',
      metadata: { name: 'west-kai-queues-2-uses-kai-scheduler', namespace: 'platform', labels: { 'modelplane.ai/resource': 'kai-queues' } },
      spec: {
        of: { apiVersion: 'helm.m.crossplane.io/v1beta1', kind: 'Release', resourceRef: { name: 'west-kai-scheduler' } },
        by: { apiVersion: 'kubernetes.m.crossplane.io/v1alpha1', kind: 'Object', resourceRef: { name: 'west-kai-queues-2' } },
        replayDeletion: true,
      },
    });
  });
});

describe('the CA', () => {
  const render = (ca?: GatewayCa) => crossplaneOutput({ gateway: { hostname: 'west.example.com', ca } });

  test('is read from the ConfigMap that trust-manager writes, which nothing here writes', () => {
    expect(render().one('Object', 'west-gateway-pki-ca').spec).toEqual({
      managementPolicies: ['Observe'],
      providerConfigRef: { kind: 'ProviderConfig', name: 'west-cluster-35b2c' },
      forProvider: { manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'modelplane-cluster-ca', namespace: 'modelplane-system' } } },
    });
    expect(crossplaneOutput().all('Object', 'west-gateway-pki-ca')).toEqual([]);
  });

  test('keeps the names of Objects through a rollover: one with another manifest would leave what it made, or delete what took its name', () => {
    const commits: GatewayCa[] = [{ generation: 1 }, { generation: 1, trusted: [2] }, { generation: 2, trusted: [1] }, { generation: 2 }];
    const objectsOf = (ca: GatewayCa) => new Map(byKey(render(ca)).get('gateway-pki')!.map(({ metadata, spec: { forProvider: { manifest } } }) =>
      [metadata.name, `${manifest.kind} ${manifest.metadata.name}`]));
    const [before, ...after] = commits.map(objectsOf);
    const known = new Map(before);
    for (const objects of after) {
      objects.forEach((manifest, name) => expect([name, known.get(name) ?? manifest]).toEqual([name, manifest]));
      objects.forEach((manifest, name) => known.set(name, manifest));
    }
    expect(new Set(known.values()).size).toBe(known.size);
    expect(known.size).toBe(7);
  });
});

describe('what the cluster provides', () => {
  const output = crossplaneOutput({ ...DYNAMO, mode: ComponentMode.PROVIDED, gateway: { hostname: 'west.example.com' } });

  test('is looked for and not touched, each requirement by its name', () => {
    const observed = output.all('Object').filter(({ spec }) => spec.managementPolicies).map(({ spec }) => spec.forProvider.manifest);
    const required = CATALOG.filter(({ key }) => !['leader-worker-set', 'envoy-gateway-crds'].includes(key)).flatMap(({ requires = {} }) => [
      ...Object.keys(requires.crds ?? {}), ...(requires.objects ?? []).map(({ name }) => name),
    ]);
    expect(observed.map(({ metadata }) => metadata.name).sort()).toEqual([...required, 'modelplane-cluster-ca'].sort());
    expect(observed.flatMap(manifest => Object.keys(manifest))).not.toContain('spec');
    expect(output.all('Release')).toEqual([]);
  });

  test('is ready once the version is served', () => {
    expect(output.one('Object', 'west-kai-scheduler').spec.readiness).toEqual({
      policy: 'DeriveFromCelQuery',
      celQuery: 'object.spec.versions.exists(v, v.name == "v2" && v.served == true) && has(object.status) && has(object.status.conditions) && '
        + 'object.status.conditions.exists(c, c.type == "Established" && c.status == "True")',
    });
    expect(output.one('Object', 'west-nvidia-dra-driver-gpu').spec.readiness).toBeUndefined();
  });

  test('is in nobody\'s way when the stack is removed', () => {
    expect(uses(output).filter(([, of]) => of === 'Object/west-kai-scheduler')).toEqual([]);
    expect(uses(output).filter(([by]) => by === 'Object/west-kai-scheduler')).toEqual([
      ['Object/west-kai-scheduler', 'kubernetes.ProviderConfig/west-cluster-35b2c'],
    ]);
  });
});

describe('access to the cluster', () => {
  test.each([SecretType.GOOGLE_APPLICATION_CREDENTIALS, SecretType.AWS_WEB_IDENTITY_CREDENTIALS, SecretType.NEBIUS_SERVICE_ACCOUNT_CREDENTIALS])(
    'is a kubeconfig with an identity of its own type and namespace: %s', type => {
      const output = crossplaneOutput({ secrets: [{ type, name: 'sa', key: 'key', namespace: 'clouds' }, KUBECONFIG] });
      expect(output.all('ProviderConfig').flatMap(problemsOf)).toEqual([]);
      for (const { metadata, spec } of output.all('ProviderConfig')) {
        expect(metadata.name).toBe('west-cluster-35b2c');
        expect(spec).toEqual({
          credentials: { source: 'Secret', secretRef: { name: 'west-kubeconfig', key: 'kubeconfig', namespace: 'platform' } },
          identity: { type, source: 'Secret', secretRef: { name: 'sa', key: 'key', namespace: 'clouds' } },
        });
      }
      expect(output.all('ProviderConfig').map(({ apiVersion }) => apiVersion)).toEqual([
        'helm.m.crossplane.io/v1beta1', 'kubernetes.m.crossplane.io/v1alpha1',
      ]);
    });

  test('is what everything refers to, by the kind that is in the same namespace', () => {
    const references = crossplaneOutput(DYNAMO).objects.flatMap(({ spec }) => spec.providerConfigRef ?? []);
    expect(references.length).toBeGreaterThan(0);
    references.forEach(reference => expect(reference).toEqual({ kind: 'ProviderConfig', name: 'west-cluster-35b2c' }));
  });

  const gcp = { type: SecretType.GOOGLE_APPLICATION_CREDENTIALS, name: 'a', key: 'b' };

  test.each<[string, unknown, string[]]>([
    ['no Secrets', undefined, ['secrets: missing, add a list with a Kubeconfig entry']],
    ['no kubeconfig', [gcp], ['secrets: has no entry of type Kubeconfig, add one, it says where the cluster is']],
    ['two kubeconfigs', [KUBECONFIG, gcp, { ...KUBECONFIG, name: 'other' }],
      ['secrets[2].type: "Kubeconfig" is the type of entry 0 too, keep one of the two']],
    ['two identities', [gcp, KUBECONFIG, { ...gcp, type: SecretType.AWS_WEB_IDENTITY_CREDENTIALS }],
      ['secrets[2].type: "AWSWebIdentityCredentials" is a second cloud identity, after entry 0, keep one of the two']],
    ['names that YAML readers take for numbers', [{ ...KUBECONFIG, name: '0o17', key: '0XFF' }], [
      'secrets[0].name: "0o17" reads as a number in YAML, this delivery cannot quote it, write it otherwise',
      'secrets[0].key: "0XFF" reads as a number in YAML, this delivery cannot quote it, write it otherwise',
    ]],
    ['something else', ['a'], ['secrets[0]: "a" is a string, must be a map']],
  ])('%s: refused', (_, secrets, lines) => {
    expect(refusal(() => crossplaneOutput({ secrets } as ServingStackProps)).split('\n')).toEqual(lines);
  });
});

describe('names', () => {
  const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;

  test.each(['west.example-1', 'a'.repeat(60), longest])('fit every limit: %s', name => {
    const output = crossplaneOutput(MUTUAL_TLS, { name });
    const objects = delivered(output);
    expect(output.objects.flatMap(problemsOf)).toEqual([]);
    // the providers write the name of a ProviderConfig into a label
    objects.forEach(({ metadata }) => expect(metadata.name).toMatch(new RegExp(`^[a-z0-9]([a-z0-9.-]{0,${MAX_LABEL - 2}}[a-z0-9])?$`)));
    expect(new Set(objects.map(idOf)).size).toBe(objects.length);
    output.all('Usage').forEach(({ metadata }) => expect(metadata.name.length).toBeLessThanOrEqual(MAX_NAME));
    expect(new Set(output.all('Usage').map(({ metadata }) => metadata.name)).size).toBe(output.all('Usage').length);
    const ids = new Set(objects.map(idOf));
    uses(output).flat().forEach(id => expect(ids).toContain(id));
  });

  test('begin with the name of the delivery, releases apart, whose names charts copy into labels', () => {
    const output = crossplaneOutput(DYNAMO, { name: longest });
    expect(output.all('Release').map(({ metadata }) => metadata.annotations['crossplane.io/external-name'])).toEqual(
      stackOutput(DYNAMO).all('HelmChart').map(({ metadata }) => metadata.name));
  });
});

describe('values', () => {
  const delivery = Delivery.crossplane({ name: 'west', namespace: 'platform' });
  const values = (given: object) => outsideCharts(app => new GroveKai(app, 'part', { delivery, kaiScheduler: { values: given as any } }));
  const release = (output: Output) => output.textOf('Release', 'west-kai-scheduler');

  test.each<[string, object]>([
    ['nulls', { limits: { 'cpu': null, 'a/b~c': null }, list: [null, '~', { x: null }] }],
    ['empty maps and lists', { a: {}, b: [], c: { d: {} } }],
    ['booleans of YAML 1.1', { country: 'no', flag: 'on', y: 'y', off: 'n' }],
    ['image tags that look like numbers', { image: { tag: '4651090', other: '12e45', third: '1_000', sixth: '1.10' } }],
    ['text of several lines', { conf: `first ${'x'.repeat(120)}\n    then spaces\n\n`, d: 'a: b\n  - c\n---\nd' }],
    ['keys with dots', { 'prometheus.io/scrape': 'true', 'a\\b.c': 'x' }],
  ])('arrive as they are: %s', (_, given) => {
    expect(values(given).one('Release', 'west-kai-scheduler').spec.forProvider.values).toEqual(given);
    if (kubectlIsThere) {
      expect(readByGo(release(values(given))).spec.forProvider.values).toEqual(given);
    }
  });

  test('keep a null that unsetValues says', () => {
    const output = crossplaneOutput({ components: { prometheus: { unsetValues: ['prometheus.prometheusSpec.retention'] } } });
    expect(output.one('Release', 'west-kube-prometheus-stack').spec.forProvider.values.prometheus.prometheusSpec).toHaveProperty('retention', null);
  });

  test('give way to a user\'s patch, nulls too, and so does all else', () => {
    const output = outsideCharts(app => {
      const stack = new ServingStack(app, 'stack', crossplaneProps({ ...DYNAMO, components: { kaiScheduler: { values: { a: null } } } }));
      const patched = stack.apiObjects.find(({ kind, name }) => kind === 'Release' && name === 'west-kai-scheduler')!;
      patched.addJsonPatch(JsonPatch.replace('/spec/forProvider/values/a', 1), JsonPatch.add('/spec/forProvider/maxHistory', 5));
    });
    expect(output.one('Release', 'west-kai-scheduler').spec.forProvider).toMatchObject({ values: { a: 1 }, maxHistory: 5 });
  });

  test.each<[string, ServingStackProps, string]>([
    ['in values', { ...DYNAMO, components: { kaiScheduler: { values: { a: { tag: '0o17' } } } } },
      'components.kaiScheduler.values.a.tag: "0o17" reads as a number in YAML, this delivery cannot quote it, write it otherwise'],
    ['in a toleration', { tolerations: [{ key: 'gpu', value: '0o17' }] },
      'node-feature-discovery.values.worker.tolerations[1].value: "0o17" reads as a number in YAML, this delivery cannot quote it, write it otherwise'],
  ])('that cdk8s would leave bare are refused: %s', (_, props, line) => {
    expect(refusal(() => crossplaneOutput(props)).split('\n')).toContain(line);
  });
});

describe('options', () => {
  test('say how long Helm waits and how often it tries again', () => {
    const output = crossplaneOutput({}, { waitTimeout: '1h30m', rollbackLimit: 2 });
    expect(output.one('Release', 'west-cert-manager').spec).toMatchObject({ rollbackLimit: 2, forProvider: { wait: true, waitTimeout: '1h30m' } });
    expect(output.one('Release', 'west-leader-worker-set').spec.forProvider).not.toHaveProperty('waitTimeout');
  });

  test.each<[string, object, string[]]>([
    ['none', {}, ['name: missing, add a string', 'namespace: missing, add a string']],
    ['all wrong', { name: 'West_1', namespace: 'a.b', waitTimeout: '10', rollbackLimit: 0, managementPolicies: [] }, [
      'managementPolicies: unknown field, must be one of name, namespace, waitTimeout, rollbackLimit',
      'name: "West_1" is not a DNS subdomain, must be labels of lower-case letters, digits and "-", joined by ".", with a letter or digit at both ends of each',
      'namespace: "a.b" is not a DNS label, must be lower-case letters, digits and "-", with a letter or digit at both ends',
      'waitTimeout: "10" is not a duration, must be numbers with the units h, m, s or ms, such as 10m or 1h30m',
      'rollbackLimit: 0 is not a limit, must be between 1 and 2147483647',
    ]],
    ['a name that is too long', { name: 'a'.repeat(254), namespace: 'a' }, [`name: "${'a'.repeat(79)}..." has 254 bytes, must have at most 253`]],
    ['a namespace that reads as a number', { name: 'a', namespace: '0o17' },
      ['namespace: "0o17" reads as a number in YAML, this delivery cannot quote it, write it otherwise']],
  ])('%s: refused', (_, options, lines) => {
    expect(refusal(() => Delivery.crossplane(options as any)).split('\n')).toEqual(lines);
  });

  test('the oversized chart is refused, since Helm stores releases here', () => {
    expect(refusal(() => crossplaneOutput({ gatewayApiCrds: ComponentMode.PROVIDED }))).toMatch(
      /^gatewayApiCrds: Helm cannot store a release of gateway-crds-helm/);
  });
});

describe('placement', () => {
  test('outside any Chart is a file for each component, after those of the ProviderConfigs', () => {
    const files = Object.keys(crossplaneOutput({}, {}, { outputFileExtension: '.yaml' }).files);
    expect(files.slice(0, 3)).toEqual(['00-helm-provider-config.yaml', '00-kubernetes-provider-config.yaml', '00-namespace-cert-manager.yaml']);
    expect(files.slice(2)).toEqual(Object.keys(outsideCharts(app => new ServingStack(app, 'stack'), { outputFileExtension: '.yaml' }).files));
  });

  test('in folders loses nothing', () => {
    const output = crossplaneOutput(MUTUAL_TLS, {}, { yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE });
    const sorted = ({ objects }: Output) => objects.map(object => stringify(object)).sort();
    expect(sorted(output)).toEqual(sorted(crossplaneOutput(MUTUAL_TLS)));
  });

  test.each([
    ['FILE_PER_RESOURCE', () => crossplaneOutput({}, {}, { yamlOutputType: YamlOutputType.FILE_PER_RESOURCE })],
    ['FOLDER_PER_CHART_FILE_PER_RESOURCE', () => insideChart(chart => new ServingStack(chart, 'stack', crossplaneProps()), {},
      { yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE })],
  ])('where one ProviderConfig would be written over the other is refused: %s', (type, make) => {
    expect(refusal(make)).toContain(`stack: yamlOutputType ${type} writes objects of one kind and name to one file here`);
  });

  test('inside a Chart is in order, whatever the Chart says', () => {
    const output = insideChart(chart => new ServingStack(chart, 'stack', crossplaneProps(MUTUAL_TLS)), { namespace: 'other' });
    expect(output.objects).toEqual(crossplaneOutput(MUTUAL_TLS).objects);
  });

  test('lets stacks with different names share a Chart, and refuses equal ones', () => {
    const two = (...names: string[]) => insideChart(chart => names.forEach((name, i) =>
      new ServingStack(chart, `stack-${i}`, crossplaneProps({}, { name }))));
    const { objects } = two('west', 'east');
    expect(objects).toHaveLength(2 * crossplaneOutput().objects.length);
    expect(objects.flatMap(problemsOf)).toEqual([]);
    expect(new Set(objects.map(object => `${object.apiVersion} ${idOf(object)}`)).size).toBe(objects.length);
    expect(refusal(() => two('west', 'west'))).toContain('Release platform/west-cert-manager is defined twice');
  });

  test('lists what it made, in the order of installation', () => {
    const app = new App();
    const stack = new ServingStack(new Chart(app, 'chart'), 'stack', crossplaneProps());
    expect(stack.apiObjects.map(object => object.toJson())).toEqual(crossplaneOutput().objects);
    expect(stack.node.findAll().filter(ApiObject.isApiObject)).toHaveLength(stack.apiObjects.length);
  });

  test('of a part that works alone has no ProviderConfig, and no Usage of what is not there', () => {
    const delivery = Delivery.crossplane({ name: 'west', namespace: 'platform' });
    const output = outsideCharts(app => new CertManager(app, 'part', { delivery }));
    expect(output.objects.map(idOf)).toEqual([
      'Object/west-namespace-cert-manager', 'Release/west-cert-manager', 'Usage/west-cert-manager-uses-namespace-cert-manager',
    ]);
    expect(output.one('Release')).toEqual(crossplaneOutput().one('Release', 'west-cert-manager'));
    const provided = outsideCharts(app => new CertManager(app, 'part', { delivery, mode: ComponentMode.PROVIDED }));
    expect(provided.objects.map(idOf)).toEqual(['Object/west-cert-manager']);
  });
});

test('nothing is warned of', () => {
  expect(new ServingStack(new App(), 'stack', crossplaneProps(DYNAMO)).warnings).toEqual([]);
});
