import { ObjectsCluster } from './objects-cluster';
import { STATES } from './states';
import { aboutStack, CHECKS } from '../../src/verify/checks';
import { DumpedCluster, dumpOf } from '../../src/verify/dump';
import { get, list, keep } from '../../src/verify/read';
import { readAll, readsOf, verify } from '../../src/verify/verify';

const SECRET = { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'a', name: 'b' }, data: { key: 'c2VjcmV0' }, stringData: { key: 'secret' } };

test('what Secrets hold is left out, and nothing else', async () => {
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'a', name: 'b' }, data: { key: 'value' } };
  const cluster = new ObjectsCluster([SECRET, map]);
  const reads = [get<any>('v1', 'secrets', 'b', ['data', 'stringData'], 'a'), get<any>('v1', 'configmaps', 'b', ['data'], 'a')];
  const dump = dumpOf(cluster, await readAll(cluster, reads));
  expect(JSON.stringify(dump)).not.toMatch(/secret"|c2Vj/);
  expect(dump.answers['/api/v1/namespaces/a/configmaps/b']).toEqual({ items: [map], fields: ['data'] });
});

test('a dump is judged as the cluster was', async () => {
  const objects = STATES.flatMap(({ good }) => good);
  const cluster = new ObjectsCluster(objects, ['nodes']);
  const dump = JSON.parse(JSON.stringify(dumpOf(cluster, await readAll(cluster, readsOf(CHECKS)))));
  const strip = ({ findings }: any) => findings.map(({ code, result, message }: any) => ({ code, result, message }));
  const [live, dumped] = await Promise.all([cluster, new DumpedCluster(dump)].map(of => verify(of, CHECKS, aboutStack({}))));
  const secret = CHECKS.filter(({ reads }) => Object.values(reads).some(({ resource }) => resource === 'secrets')).map(({ code }) => code);
  const comparable = (report: any) => strip(report).filter(({ code }: any) => !secret.includes(code));
  expect(comparable(dumped)).toEqual(comparable(live));
  expect(comparable(live).length).toBeGreaterThan(15);
});

test('paths of answers are sorted, so that two dumps can be compared', async () => {
  const cluster = new ObjectsCluster([]);
  const paths = Object.keys(dumpOf(cluster, await readAll(cluster, readsOf(CHECKS))).answers);
  expect(paths).toEqual([...paths].sort());
});

test.each([
  ['the whole of a field', { spec: { taints: [{ key: 'a', effect: 'b' }], podCIDR: 'x' } }, ['spec.taints'], { spec: { taints: [{ key: 'a', effect: 'b' }] } }],
  ['fields of a list\'s entries', { spec: { containers: [{ name: 'a', image: 'b', env: [] }] } }, ['spec.containers.image'], { spec: { containers: [{ image: 'b' }] } }],
  ['two fields beside each other', { spec: { a: 1, b: 2, c: 3 } }, ['spec.a', 'spec.b'], { spec: { a: 1, b: 2 } }],
  ['a field that is not there', { spec: {} }, ['spec.a.b', 'status.x'], { spec: {} }],
  ['no null', { spec: { a: null, b: { c: null } } }, ['spec.a', 'spec.b.c'], { spec: { b: {} } }],
])('%s is kept', (_, object, fields, kept) => {
  const meta = { apiVersion: 'v1', kind: 'X', metadata: { name: 'n' } };
  expect(keep({ ...meta, ...object }, { fields })).toEqual({ ...meta, ...kept });
});

test('metadata keeps the name, and more where it is asked for', () => {
  const object = { apiVersion: 'v1', kind: 'X', metadata: { name: 'n', uid: 'u', labels: { a: 'b' }, managedFields: [] } };
  expect(keep(object, { fields: ['metadata.labels'] })).toEqual({ apiVersion: 'v1', kind: 'X', metadata: { name: 'n', labels: { a: 'b' } } });
});

test('a list of everything and one with labels are different reads', async () => {
  const cluster = new ObjectsCluster([]);
  await readAll(cluster, [list('v1', 'pods', []), list('v1', 'pods', [], { labels: 'a=b' }), list('v1', 'pods', [])]);
  expect(cluster.read).toEqual(['/api/v1/pods', '/api/v1/pods?labelSelector=a%3Db']);
});

test('reads of one path are one, with the fields of all', async () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { a: 1, b: 2, c: 3 }, data: 'x' };
  const cluster = new ObjectsCluster([pod]);
  const reduce = ({ data, ...object }: any) => ({ ...object, length: data.length });
  const answers = await readAll(cluster, [
    list('v1', 'pods', ['spec.a']), { ...list('v1', 'pods', ['spec.b', 'data']), reduce }, { ...list('v1', 'pods', ['spec.a']), reduce },
  ]);
  const { apiVersion, kind, metadata } = pod;
  expect(answers.get('/api/v1/pods')).toMatchObject({ items: [{ apiVersion, kind, metadata, spec: { a: 1, b: 2 }, length: 1 }] });
  expect(cluster.read).toHaveLength(1);
});

const DUMP = { apiVersion: 'cdk8s-serving-stack/v1', kind: 'ClusterDump', metadata: { name: 'west', creationTimestamp: '2026-01-01T12:00:00Z' } } as const;

test.each<[string, string[] | undefined, string[], string | undefined]>([
  ['the fields of the read', ['spec.a', 'spec.b'], ['spec.b'], undefined],
  ['more than the field', ['spec'], ['spec.b'], undefined],
  ['a part of the field', ['spec.b.c'], ['spec.b'], 'spec.b'],
  ['fields of like names', ['spec.bb'], ['spec.b', 'data'], 'spec.b, data'],
  ['nobody knows which', undefined, ['spec.b'], 'spec.b'],
  ['nothing, and nothing is needed', undefined, [], undefined],
])('a dump with %s', async (_, fields, wanted, missing) => {
  const items = [{ metadata: { name: 'a' } }];
  const cluster = new DumpedCluster({ ...DUMP, answers: { '/api/v1/pods': { items, fields } } });
  expect(await cluster.answer(list('v1', 'pods', wanted))).toEqual(missing === undefined
    ? { items, fields }
    : { unreadable: `an older release wrote the dump without ${missing}` });
});

const ANSWER = 'answers[/a]: must have items, or say why it is unreadable';

test.each<[string, unknown, string | undefined]>([
  ['a dump', { ...DUMP, answers: { '/a': { items: [{}] }, '/b': { unreadable: 'no' } } }, undefined],
  ['nothing', null, 'is not a dump of a cluster: serving-stack dump writes one'],
  ['answers that are null', { ...DUMP, answers: null }, 'is not a dump of a cluster: serving-stack dump writes one'],
  ['no metadata', { ...DUMP, metadata: undefined, answers: {} }, 'metadata.name: must be the name of the cluster'],
  ['no time', { ...DUMP, metadata: { name: 'a' }, answers: {} }, 'metadata.creationTimestamp: must be the time of the reading, such as 2026-01-01T12:00:00Z'],
  ['no such time', { ...DUMP, metadata: { name: 'a', creationTimestamp: 'x' }, answers: {} }, 'metadata.creationTimestamp: must be the time of the reading, such as 2026-01-01T12:00:00Z'],
  ['an answer that is null', { ...DUMP, answers: { '/a': null } }, ANSWER],
  ['an answer without items', { ...DUMP, answers: { '/a': {} } }, ANSWER],
  ['an item that is null', { ...DUMP, answers: { '/a': { items: [null] } } }, ANSWER],
  ['fields that are no texts', { ...DUMP, answers: { '/a': { items: [], fields: [1] } } }, ANSWER],
])('the fault of %s', (_, value, fault) => {
  expect(DumpedCluster.fault(value)).toBe(fault);
});
