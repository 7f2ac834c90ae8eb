import * as fc from 'fast-check';
import { Delivery, ServingStackProps, StackKind } from '../../src';
import { nameOf, refusal } from '../support/render';
import { ApiServer } from './support/api-server';
import { Cluster, differences } from './support/cluster';
import { CHART_CRDS, crdsAreThere, crdsOf, ENGINE_CRDS } from './support/crds';
import { appliedBy, DELIVERIES, HUB_NAMESPACES } from './support/deliveries';
import { ValidStack, validStacks } from './support/valid-stacks';

const describeWhereCrdsAre = crdsAreThere ? describe : describe.skip;
const MINUTES = 60_000;
const RUNS = 200;

/** Something that an API server refuses, as an object and as the input of ours that would make it. */
interface Refusal {
  readonly kind: string;
  readonly engine?: string;
  readonly change: (object: any) => any;
  readonly theirs: RegExp;
  readonly props: () => ServingStackProps;
  readonly ours: string;
}

const listeners = (...given: object[]): Pick<Refusal, 'kind' | 'change' | 'props'> => ({
  kind: 'Gateway',
  change: gateway => ({ ...gateway, spec: { ...gateway.spec, listeners: given } }),
  props: () => ({ gateway: { listeners: given as any } }),
});
const HTTP = { name: 'http', port: 80, protocol: 'HTTP' };

const hostname = (name: string): Pick<Refusal, 'kind' | 'change' | 'props'> => ({
  kind: 'Gateway',
  change: gateway => ({ ...gateway, spec: { ...gateway.spec, listeners: [{ ...HTTP, hostname: name }] } }),
  props: () => ({ gateway: { hostname: name } }),
});

const className = (name: string): Pick<Refusal, 'kind' | 'change' | 'props'> => ({
  kind: 'GatewayClass',
  change: ({ metadata, ...object }) => ({ ...object, metadata: { ...metadata, name } }),
  props: () => ({ gateway: { className: name } }),
});

const flux = (kind: string, field: string, value: unknown, options: object): Omit<Refusal, 'theirs' | 'ours'> => ({
  kind,
  engine: 'flux',
  change: object => ({ ...object, spec: { ...object.spec, [field]: value } }),
  props: () => ({ delivery: Delivery.flux({ path: 'a', ...options }) }),
});

const REFUSED: ReadonlyArray<readonly [name: string, refused: Refusal]> = [
  ['two listeners of a name', {
    ...listeners(HTTP, { ...HTTP, port: 81 }),
    theirs: /duplicate entries for key \[name="http"\]/,
    ours: 'gateway.listeners[1].name: "http" is the name of listener 0 too, must be unique',
  }],
  ['two listeners of a port', {
    ...listeners(HTTP, { ...HTTP, name: 'other' }),
    theirs: /Combination of port, protocol and hostname must be unique/,
    ours: 'gateway.listeners[1].port: 80 is the port of listener 0 too, and without hostnames nothing tells them apart, use another port',
  }],
  ['port 0', {
    ...listeners({ ...HTTP, port: 0 }),
    theirs: /greater than or equal to 1/,
    ours: 'gateway.listeners[0].port: 0 is not a port, must be between 1 and 65535',
  }],
  ['port 65536', {
    ...listeners({ ...HTTP, port: 65536 }),
    theirs: /less than or equal to 65535/,
    ours: 'gateway.listeners[0].port: 65536 is not a port, must be between 1 and 65535',
  }],
  ['a listener with capitals', {
    ...listeners({ ...HTTP, name: 'Http' }),
    theirs: /spec\.listeners\[0\]\.name in body should match/,
    ours: 'gateway.listeners[0].name: "Http" is not a DNS subdomain, use "http"',
  }],
  ['a hostname with capitals', {
    ...hostname('West.example.com'),
    theirs: /hostname in body should match/,
    ours: 'gateway.hostname: "West.example.com" has upper-case letters, use "west.example.com"',
  }],
  ['a hostname that ends in a dot', {
    ...hostname('west.example.com.'),
    theirs: /hostname in body should match/,
    ours: 'gateway.hostname: "west.example.com." ends in a dot, use "west.example.com"',
  }],
  ['a class with capitals', {
    ...className('Envoy'),
    theirs: /a lowercase RFC 1123 subdomain must consist of/,
    ours: 'gateway.className: "Envoy" is not a DNS subdomain, use "envoy"',
  }],
  ['a policy that k3s does not have', {
    kind: 'HelmChart',
    change: object => ({ ...object, spec: { ...object.spec, failurePolicy: 'retry!' } }),
    theirs: /spec\.failurePolicy/,
    props: () => ({ delivery: Delivery.helmChart({ failurePolicy: 'retry!' as any }) }),
    ours: 'failurePolicy: "retry!" is not one of the choices, must be one of abort, reinstall',
  }],
  ['an interval in words', {
    ...flux('Kustomization', 'interval', '10 minutes', { interval: '10 minutes' }),
    theirs: /spec\.interval/,
    ours: 'interval: "10 minutes" is not a duration, must be numbers with the units h, m, s or ms, such as 10m or 1h30m',
  }],
  ['a source of another kind', {
    ...flux('Kustomization', 'sourceRef', { kind: 'Git', name: 'a' }, { sourceRef: { kind: 'Git' } }),
    theirs: /sourceRef\.kind/,
    ours: 'sourceRef.kind: "Git" is not one of the choices, must be one of GitRepository, OCIRepository, Bucket',
  }],
  ['a drift detection of another mode', {
    ...flux('HelmRelease', 'driftDetection', { mode: 'on' }, { driftDetection: 'on' }),
    theirs: /driftDetection\.mode/,
    ours: 'driftDetection: "on" is not one of the choices, must be one of enabled, warn, disabled',
  }],
  ['a name with capitals', {
    kind: 'Application',
    engine: 'argo-cd',
    change: ({ metadata, ...object }) => ({ ...object, metadata: { ...metadata, name: 'West-root' } }),
    theirs: /a lowercase RFC 1123 subdomain must consist of/,
    props: () => ({ delivery: Delivery.argoCd({ repoUrl: 'https://git.example.com/a.git', path: 'a', name: 'West' }) }),
    ours: 'name: "West" is not a DNS subdomain, use "west"',
  }],
  ['a namespace that is too long', {
    kind: 'Release',
    engine: 'crossplane',
    change: ({ metadata, ...object }) => ({ ...object, metadata: { ...metadata, namespace: 'a'.repeat(64) } }),
    theirs: /not found|must be no more than 63/,
    props: () => ({ ...DELIVERIES.crossplane(), delivery: Delivery.crossplane({ name: 'west', namespace: 'a'.repeat(64) }) }),
    ours: `namespace: "${'a'.repeat(64)}" has 64 bytes, must have at most 63`,
  }],
  ['an identity of another type', {
    kind: 'ProviderConfig',
    engine: 'crossplane',
    change: object => ({ ...object, spec: { ...object.spec, identity: { ...object.spec.identity, type: 'AzureWorkloadIdentity' } } }),
    theirs: /spec\.identity\.type/,
    props: () => ({ ...DELIVERIES.crossplane(), secrets: [{ type: 'AzureWorkloadIdentity' as any, name: 'a', key: 'b' }] }),
    ours: 'secrets[0].type: "AzureWorkloadIdentity" is not one of the choices, must be one of Kubeconfig, GoogleApplicationCredentials, '
      + 'AWSWebIdentityCredentials, NebiusServiceAccountCredentials',
  }],
  ['values of more than an object holds', {
    kind: 'HelmChart',
    change: object => ({ ...object, spec: { ...object.spec, valuesContent: 'a'.repeat(1_600_000) } }),
    theirs: /request is too large/,
    props: () => ({ components: { prometheus: { values: { a: 'a'.repeat(1_600_000) } } } }),
    ours: 'components.prometheus.values: 1600008 bytes as JSON, more than an object of a cluster has room for, must be at most 1048576',
  }],
];

describeWhereCrdsAre('an API server', () => {
  let server: ApiServer;
  let cluster: Cluster;
  beforeAll(async () => {
    server = await ApiServer.start();
    cluster = new Cluster(server);
    await cluster.define([...Object.values(ENGINE_CRDS), ...Object.values(CHART_CRDS)].flat().flatMap(crdsOf));
    await Promise.all([...HUB_NAMESPACES, 'modelplane-system'].map(name => cluster.namespace(name)));
  }, 20 * MINUTES);
  afterAll(() => server?.stop());

  const namespaces = new Map<string, Promise<void>>();
  const accepted = new Set<string>();

  /** Has the API server say what it makes of an object, which most stacks have in common, and stores nothing. */
  async function expectAccepted(object: any): Promise<void> {
    const text = JSON.stringify(object);
    if (accepted.has(text)) {
      return;
    }
    const { namespace } = object.metadata;
    if (namespace !== undefined) {
      namespaces.set(namespace, namespaces.get(namespace) ?? cluster.namespace(namespace));
      await namespaces.get(namespace);
    }
    const stored = await cluster.apply(object, { dryRun: true });
    const dropped = differences(object, stored).filter(difference => difference.endsWith(' became undefined'));
    expect(dropped.map(difference => `${nameOf(object)}${difference}`)).toEqual([]);
    accepted.add(text);
  }

  test(`takes what we take: ${RUNS} stacks at random`, async () => {
    const engines: Record<string, number> = {};
    await fc.assert(fc.asyncProperty(validStacks, async make => {
      const stack = make();
      const objects = objectsOf(stack);
      fc.pre(objects !== undefined);
      await Promise.all(objects!.map(expectAccepted));
      engines[stack.engine] = (engines[stack.engine] ?? 0) + 1;
    }), { numRuns: RUNS });
    expect(Object.values(engines).every(runs => runs > RUNS / 10)).toBe(true);
    console.info(`${accepted.size} different objects of ${JSON.stringify(engines)}`);
  }, 10 * MINUTES);

  test.each(REFUSED)('refuses %s, and we do before', async (_, { kind, engine = 'helm-chart', change, theirs, props, ours }) => {
    const { object } = appliedBy(engine, {}).find(applied => applied.object.kind === kind)!;
    await expectAccepted(object);
    await expect(cluster.apply(change(object))).rejects.toThrow(theirs);
    expect(refusal(() => appliedBy(engine, props()))).toBe(ours);
  });

  test('takes the CRDs of reserved API groups for their approval', async () => {
    const crds = appliedBy('helm-chart', { stack: StackKind.DYNAMO }).map(({ object }) => object)
      .filter(({ kind, spec }) => kind === 'CustomResourceDefinition' && spec.group.endsWith('.k8s.io'));
    expect(crds.map(({ spec }) => spec.names.kind)).toEqual(['InferencePool']);
    for (const crd of crds) {
      await expectAccepted(crd);
      await expect(cluster.apply({ ...crd, metadata: { name: crd.metadata.name } }, { dryRun: true })).rejects.toThrow('api-approved.kubernetes.io');
    }
  });
});

/** What a stack applies, or nothing where it is refused. */
function objectsOf({ engine, props }: ValidStack): any[] | undefined {
  try {
    return appliedBy(engine, props).map(({ object }) => object);
  } catch (error) {
    if (/InputError|Go YAML reader/.test(`${(error as Error).name}${(error as Error).message}`)) {
      return undefined;
    }
    throw error;
  }
}
