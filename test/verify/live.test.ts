import { getEventListeners } from 'node:events';
import { LiveCluster, NoCredentialsError, Response } from '../../src/verify/live';
import { get, list, offer, Read } from '../../src/verify/read';

const NODES = list<any>('v1', 'nodes', ['spec.taints']);
const LABELLED = list<any>('v1', 'pods', [], { namespace: 'a', labels: 'app=x' });
const CRD = get<any>('apiextensions.k8s.io/v1', 'customresourcedefinitions', 'a.example.com', ['spec.versions']);
const GATEWAYS = list<any>('gateway.networking.k8s.io/v1', 'gateways', []);
const QUEUE = offer('queues', { apiVersion: 'scheduling.run.ai/v2', kind: 'Queue', metadata: { name: 'q' } });

/** What the API server says where it does not do as asked, and where it does not know the path. */
const STATUS = { apiVersion: 'v1', kind: 'Status', message: 'no' };
const NOT_FOUND = { ...STATUS, reason: 'NotFound' };
const NO_PATH = { message: '404 page not found' };
const HTML = { message: '<html>Please sign in</html>' };
const NO_API_SERVER = { unreadable: 'what answers at this address is not a Kubernetes API server' };

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
    return expired ? page(['n2']) : (expired = true, { status: 410, body: { ...STATUS, message: 'too old' } });
  });
  expect(await read(NODES)).toMatchObject({ items: [{ metadata: { name: 'n1' } }, { metadata: { name: 'n2' } }] });
});

test('a list whose pages are always too old is unreadable', async () => {
  const { read, requests } = cluster(path => path.includes('continue') ? { status: 410, body: { ...STATUS, message: 'too old' } } : page(['n1'], 'next'));
  expect(await read(NODES)).toEqual({ unreadable: 'too old' });
  expect(requests).toHaveLength(6);
});

test('labels select', async () => {
  const { read, requests } = cluster(() => page([]));
  expect(await read(LABELLED)).toEqual({ items: [] });
  expect(requests).toEqual(['GET /api/v1/namespaces/a/pods?labelSelector=app%3Dx&limit=500']);
});

test.each([
  ['an object that is missing', CRD, 404, NOT_FOUND, { items: [] }],
  ['a list that is missing', NODES, 404, NOT_FOUND, { items: [] }],
  ['a kind that is not served', GATEWAYS, 404, NO_PATH, { items: [] }],
  ['a kind that is not served, with the end of the line', GATEWAYS, 404, { message: '404 page not found\n' }, { items: [] }],
  ['a 404 that has another reason', GATEWAYS, 404, { ...STATUS, reason: 'Gone' }, { unreadable: 'no' }],
  ['a path that every API server has', NODES, 404, NO_PATH, NO_API_SERVER],
  ['an object of a kind that every API server has', CRD, 404, NO_PATH, NO_API_SERVER],
  ['a web server that knows no such page', GATEWAYS, 404, { message: '<h1>404 Not Found</h1>' }, NO_API_SERVER],
  ['an empty 404', GATEWAYS, 404, { message: '' }, NO_API_SERVER],
  ['a page to sign in at, for an object', CRD, 200, HTML, NO_API_SERVER],
  ['a page to sign in at, for a list', NODES, 200, HTML, NO_API_SERVER],
  ['another object', CRD, 200, { metadata: { name: 'b.example.com' } }, NO_API_SERVER],
  ['JSON of another service', NODES, 200, { items: [] }, NO_API_SERVER],
  ['JSON that is null', NODES, 200, null, NO_API_SERVER],
  ['an object in place of a list', NODES, 200, { kind: 'NodeList' }, NO_API_SERVER],
  ['an object that may not be read', CRD, 403, STATUS, { unreadable: 'no', forbidden: true }],
  ['a list that may not be read', NODES, 403, STATUS, { unreadable: 'no', forbidden: true }],
  ['a server that is in trouble', NODES, 500, STATUS, { unreadable: 'no' }],
  ['a server that says nothing', NODES, 500, { message: '' }, { unreadable: 'the API server answered 500' }],
  ['a user that is not known', CRD, 401, STATUS, { unreadable: 'no' }],
])('%s', async (_, wanted, status, body, answer) => {
  expect(await cluster(() => ({ status, body })).read(wanted)).toEqual(answer);
});

const DENIED = 'admission webhook "x" denied the request: no';
const DOWN = 'Internal error occurred: failed calling webhook "x": connection refused';

test.each([
  ['taken', 201, { kind: 'Queue' }, { items: [{ admitted: true }] }],
  ['answered with a page to sign in at', 200, HTML, NO_API_SERVER],
  ['answered with another kind', 201, { kind: 'Status' }, NO_API_SERVER],
  ['there already', 409, STATUS, { items: [{ admitted: true }] }],
  ['of a kind that is not served', 404, NO_PATH, { items: [{ admitted: false, message: 'the kind is not served' }] }],
  ['unknown to a web server', 404, HTML, NO_API_SERVER],
  ['refused by a webhook', 403, { ...STATUS, message: DENIED }, { items: [{ admitted: false, message: DENIED }] }],
  ['refused as a webhook does not answer', 500, { ...STATUS, message: DOWN }, { items: [{ admitted: false, message: DOWN }] }],
  ['not as its kind wants it', 422, STATUS, { items: [{ admitted: false, message: 'no' }] }],
  ['no object to the API server', 400, STATUS, { items: [{ admitted: false, message: 'no' }] }],
  ['not to be offered by this user', 403, STATUS, { unreadable: 'no', forbidden: true }],
  ['offered to a server in trouble', 500, STATUS, { unreadable: 'no' }],
  ['offered to a server that is not there', 503, STATUS, { unreadable: 'no' }],
  ['offered to a server that is slow', 504, STATUS, { unreadable: 'no' }],
  ['not for a proxy', 422, { message: 'no' }, { unreadable: 'no' }],
])('an object that is %s', async (_, status, body, answer) => {
  const { read, requests } = cluster((__, sent) => {
    expect(sent).toEqual(QUEUE.offer);
    return { status, body };
  });
  expect(await read(QUEUE)).toEqual(answer);
  expect(requests).toEqual(['POST /apis/scheduling.run.ai/v2/queues?dryRun=All']);
});

test.each<[string, number, number | undefined, number, number, object]>([
  ['is busy once', 429, 0.01, 1, 2, { items: [] }],
  ['is busy five times', 429, 0.01, 5, 6, { items: [] }],
  ['is always busy', 429, 0.01, 99, 6, { unreadable: 'no' }],
  ['is not there for a moment', 503, 0.01, 1, 2, { items: [] }],
  ['is not there, for who knows how long', 503, undefined, 1, 1, { unreadable: 'no' }],
  ['is busy for longer than there is time', 429, 60, 1, 1, { unreadable: 'no' }],
  ['does not say how long it is busy, for longer than there is time', 429, undefined, 1, 1, { unreadable: 'no' }],
])('a server that %s', async (_, status, retryAfter, times, count, answer) => {
  let left = times;
  const { read, requests } = cluster(() => left-- > 0 ? { status, body: STATUS, retryAfter } : page([]), { deadline: 0.9 });
  expect(await read(NODES)).toEqual(answer);
  expect(requests).toHaveLength(count);
});

test('an object is offered anew to a server that was busy', async () => {
  let busy = true;
  const { read } = cluster(() => busy ? (busy = false, { status: 429, body: STATUS, retryAfter: 0 }) : { status: 201, body: { kind: 'Queue' } });
  expect(await read(QUEUE)).toEqual({ items: [{ admitted: true }] });
});

test('a request ends in time even if who sends it does not care', async () => {
  const { read } = cluster(() => new Promise(() => undefined), { request: 0.05 });
  expect(await read(NODES)).toEqual({ unreadable: 'no answer within 0.05 s' });
});

test('an answer that came is not held on to until the deadline', async () => {
  const signals: AbortSignal[] = [];
  const { read } = cluster((_, __, signal) => {
    signals.push(signal);
    return page(['n1']);
  });
  await read(NODES);
  expect(signals.map(signal => getEventListeners(signal, 'abort'))).toEqual([[]]);
});

test('without credentials all reads say why, late ones too', async () => {
  const { read } = cluster((_, __, signal) => new Promise((___, reject) => signal.addEventListener('abort', () => reject(new NoCredentialsError('exec plugin x: hangs')))),
    { request: 0.05 });
  expect(await Promise.all([read(NODES), read(CRD)])).toEqual([{ unreadable: 'exec plugin x: hangs' }, { unreadable: 'exec plugin x: hangs' }]);
});

test('one answer that does not come does not hide the others', async () => {
  const { read } = cluster((path, _, signal) => path.includes('nodes') ? hang(signal) : { status: 404, body: NOT_FOUND }, { request: 0.05 });
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
    return { status: 404, body: NOT_FOUND };
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
