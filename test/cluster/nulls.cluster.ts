import { ApiServer } from './support/api-server';
import { Cluster } from './support/cluster';
import { crdsAreThere, crdsOf, ENGINE_CRDS } from './support/crds';
import { appliedBy, HUB_NAMESPACES } from './support/deliveries';

const describeWhereCrdsAre = crdsAreThere ? describe : describe.skip;
const MINUTES = 60_000;

const COMPONENTS = {
  prometheus: {
    values: { prometheus: { prometheusSpec: { additionalArgs: [null, { name: 'a', value: null }] } }, extra: null },
    unsetValues: ['kubelet.serviceMonitor', 'prometheus.prometheusSpec.retention', 'prometheus.annotations.a\\.b/c'],
  },
};

/** Where each engine that carries values as an object has them; a null deletes a chart's default. */
const VALUES: Readonly<Record<string, { readonly kind: string; readonly of: (object: any) => any }>> = {
  flux: { kind: 'HelmRelease', of: ({ spec }) => spec.values },
  crossplane: { kind: 'Release', of: ({ spec }) => spec.forProvider.values },
};

describeWhereCrdsAre('nulls reach an API server, and stay in what is stored', () => {
  let server: ApiServer;
  let cluster: Cluster;
  beforeAll(async () => {
    server = await ApiServer.start();
    cluster = new Cluster(server);
    await cluster.define(Object.keys(VALUES).flatMap(engine => ENGINE_CRDS[engine]).flatMap(crdsOf));
    await Promise.all(HUB_NAMESPACES.map(name => cluster.namespace(name)));
  }, 20 * MINUTES);
  afterAll(() => server?.stop());

  test.each(Object.entries(VALUES))('%s', async (engine, { kind, of }) => {
    const { object } = appliedBy(engine, { components: COMPONENTS }).find(applied => applied.key === 'kube-prometheus-stack' && applied.object.kind === kind)!;
    await cluster.apply(object);
    // again, as an engine does that reads the repository every now and then
    await cluster.apply(object);
    const values = of(await cluster.get(object));
    expect(values).toMatchObject({
      kubelet: { serviceMonitor: null },
      prometheus: { prometheusSpec: { retention: null, additionalArgs: [null, { name: 'a', value: null }] }, annotations: { 'a.b/c': null } },
      extra: null,
    });
    expect(values).toEqual(of(object));
  }, MINUTES);
});
