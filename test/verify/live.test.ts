import { LiveCluster, Response } from '../../src/verify/live';
import { get, list, offer, Read } from '../../src/verify/read';

const NODES = list<any>('v1', 'nodes', ['spec.taints']);
const LABELLED = list<any>('v1', 'pods', [], { namespace: 'a', labels: 'app=x' });
const CRD = get<any>('apiextensions.k8s.io/v1', 'customresourcedefinitions', 'a.example.com', ['spec.versions']);
const QUEUE = offer('queues', { apiVersion: 'scheduling.run.ai/v2', kind: 'Queue', metadata: { name: 'q' } });

type Answers = (path: string, body: unknown, signal: AbortSignal) => Response | Promise<Response>;

function cluster(answers: Answers, { request = 5, deadline = 5 } = {}) {
  const requests: string[] = [];
  const live = new LiveCluster('west', async (method, path, signal, body) => {
    requests.push(`${method} ${path}`);
    return answers(path, body, signal);
  }, { request, deadline });
  return { requests, read: (read: Read<unknown>) => live.answer(read) };
}

const page = (names: string[], next?: string): Response =>
  ({ status: 200, body: { apiVersion: 'v1', kind: 'NodeList', metadata: { continue: next }, items: names.map(name => ({ metadata: { name, uid: 'x' }, spec: { taints: [], podCIDR: '10.0.0.0/24' } })) } });

test('a list is read page by page, and only the wanted fields are kept', async () => {
  const { read, requests } = cluster(path => path.includes('continue=a%2Bb') ? page(['n2']) : page(['n1'], 'a+b'));
  expect(await read(NODES)).toEqual({
    items: ['n1', 'n2'].map(name => ({ apiVersion: 'v1', kind: 'Node', metadata: { name }, spec: { taints: [] } })),
  });
  expect(requests).toEqual(['GET /api/v1/nodes?limit=500', 'GET /api/v1/nodes?limit=500&continue=a%2Bb']);
});

test('a list whose pages have become too old starts anew', async () => {
  let expired = false;
  const { read } = cluster(path => {
    if (!path.includes('continue')) {
      return page(['n1'], 'next');
    }
    return expired ? page(['n2']) : (expired = true, { status: 410, body: { message: 'too old' } });
  });
  expect(await read(NODES)).toMatchObject({ items: [{ metadata: { name: 'n1' } }, { metadata: { name: 'n2' } }] });
});

test('a list whose pages are always too old is unreadable', async () => {
  const { read, requests } = cluster(path => path.includes('continue') ? { status: 410, body: { message: 'too old' } } : page(['n1'], 'next'));
  expect(await read(NODES)).toEqual({ unreadable: 'too old' });
  expect(requests).toHaveLength(6);
});

test('labels select', async () => {
  const { read, requests } = cluster(() => page([]));
  expect(await read(LABELLED)).toEqual({ items: [] });
  expect(requests).toEqual(['GET /api/v1/namespaces/a/pods?labelSelector=app%3Dx&limit=500']);
});

test.each([
  ['an object that is missing, or a kind that is not served', CRD, 404, { items: [] }],
  ['a kind that is not served', NODES, 404, { items: [] }],
  ['an object that may not be read', CRD, 403, { unreadable: 'no', forbidden: true }],
  ['a list that may not be read', NODES, 403, { unreadable: 'no', forbidden: true }],
  ['a server that is in trouble', NODES, 500, { unreadable: 'no' }],
  ['a user that is not known', CRD, 401, { unreadable: 'no' }],
])('%s', async (_, wanted, status, answer) => {
  expect(await cluster(() => ({ status, body: { message: 'no' } })).read(wanted)).toEqual(answer);
});

test.each([
  ['taken', 201, '', { items: [{ admitted: true }] }],
  ['there already', 409, 'exists', { items: [{ admitted: true }] }],
  ['of a kind that is not served', 404, 'not found', { items: [{ admitted: false, message: 'the kind is not served' }] }],
  ['refused by a webhook', 403, 'admission webhook "x" denied the request: no', { items: [{ admitted: false, message: 'admission webhook "x" denied the request: no' }] }],
  ['refused as a webhook does not answer', 500, 'failed calling webhook "x"', { items: [{ admitted: false, message: 'failed calling webhook "x"' }] }],
  ['not to be offered by this user', 403, 'queues is forbidden: User "x" cannot create resource', { unreadable: 'queues is forbidden: User "x" cannot create resource', forbidden: true }],
])('an object that is %s', async (_, status, message, answer) => {
  const { read, requests } = cluster((__, body) => {
    expect(body).toEqual(QUEUE.offer);
    return { status, body: { message } };
  });
  expect(await read(QUEUE)).toEqual(answer);
  expect(requests).toEqual(['POST /apis/scheduling.run.ai/v2/queues?dryRun=All']);
});

test('one answer that does not come does not hide the others', async () => {
  const { read } = cluster((path, _, signal) => path.includes('nodes') ? hang(signal) : { status: 404, body: {} }, { request: 0.05 });
  expect(await Promise.all([read(NODES), read(CRD)])).toEqual([{ unreadable: 'no answer within 0.05 s' }, { items: [] }]);
});

test('the deadline ends all reads, waiting ones too', async () => {
  const { read, requests } = cluster((_, __, signal) => hang(signal), { deadline: 0.05 });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => read(get('v1', 'configmaps', `c${i}`, []))));
  expect(new Set(answers.map(answer => JSON.stringify(answer)))).toEqual(new Set(['{"unreadable":"not read within 0.05 s in all"}']));
  expect(requests.length).toBeLessThanOrEqual(20);
});

test('at most eight requests run at the same time', async () => {
  let [running, most] = [0, 0];
  const { read } = cluster(async () => {
    most = Math.max(most, ++running);
    await new Promise(resolve => setTimeout(resolve, 2));
    running--;
    return { status: 404, body: {} };
  });
  await Promise.all(Array.from({ length: 40 }, (_, i) => read(get('v1', 'configmaps', `c${i}`, []))));
  expect(most).toBe(8);
});

test('a connection that fails says why', async () => {
  const { read } = cluster(() => {
    throw new Error('connect ECONNREFUSED 127.0.0.1:1');
  });
  expect(await read(CRD)).toEqual({ unreadable: 'connect ECONNREFUSED 127.0.0.1:1' });
});

function hang(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error('aborted'));
    return signal.aborted ? abort() : signal.addEventListener('abort', abort);
  });
}
