import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../support/command';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const folder = temporaryFolder();
const bundle = mkdtempSync(join(tmpdir(), 'command-'));
const command = join(bundle, 'serving-stack.js');
const servers: Server[] = [];

beforeAll(() => {
  execFileSync('node', [join(__dirname, '../../scripts/bundle.mjs'), command]);
}, 60_000);
afterAll(() => rmSync(bundle, { recursive: true }));
afterEach(() => servers.splice(0).forEach(server => {
  server.closeAllConnections();
  server.close();
}));

/** An API server on loopback, and its URL. */
async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A cluster without anything of ours. */
const empty: Handler = ({ url }, response) => {
  const body = /\?(.*&)?limit=/.test(url!) && /^\/api\/|\/apis\/(apps|discovery|admission)/.test(url!) ? { kind: 'List', apiVersion: 'v1', items: [] }
    : { kind: 'Status', reason: 'NotFound', message: 'not found' };
  response.writeHead('items' in body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** A kubeconfig with one context, west, as JSON, which is YAML. */
function kubeconfig(server: string, { user = { token: 't' }, cluster = {}, more = {} }: { user?: object; cluster?: object; more?: object } = {}): string {
  return folder.write('kubeconfig', JSON.stringify({
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': [{ name: 'c', cluster: { server, ...cluster } }],
    'users': [{ name: 'u', user }],
    'contexts': [{ name: 'west', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'west',
    ...more,
  }));
}

const execPlugin = (script: string, more: object = {}) =>
  ({ exec: { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', command: 'sh', args: ['-c', script], ...more } });

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Somebody who sees what has been printed so far, and may act on it. */
type Watching = (out: string, kill: (signal: NodeJS.Signals) => void) => void;

/** Runs the bundled command. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, watching: Watching = () => undefined): Promise<Run> {
  const { KUBECONFIG, HTTPS_PROXY, NO_PROXY, ...rest } = process.env;
  const child = spawn('node', [command, ...args], { env: { ...rest, HOME: folder.path(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', text => watching(out += text, signal => child.kill(signal)));
  child.stderr.on('data', text => err += text);
  return new Promise(resolve => child.once('close', code => resolve({ code, out, err })));
}

const NODES = gzipSync(JSON.stringify({ kind: 'NodeList', items: Array.from({ length: 2000 }, (_, i) => ({ metadata: { name: `n${i * 7919}` } })) }));

test.each([
  ['cut', (request: IncomingMessage) => setTimeout(() => request.socket.destroy(), 20), /nothing can be read: the answer ended too early: aborted/],
  ['stalled', () => undefined, /nothing can be read: no answer within 0\.3 s/],
])('an answer that is %s in the middle of its compressed body is unreadable', async (_, then, message) => {
  const url = await serve((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.write(NODES.subarray(0, NODES.length / 2));
    then(request);
  });
  const { code, out } = await run(['verify', '--kubeconfig', kubeconfig(url), '--only', 'node-feature-discovery', '--request-timeout', '0.3']);
  expect(code).toBe(2);
  expect(out).toMatch(message);
}, 30_000);

test('a compressed answer is read', async () => {
  const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify({ kind: 'NodeList', items: [] }))));
  const { answers } = JSON.parse((await run(['dump', '--kubeconfig', kubeconfig(url), '--no-dry-run'])).out);
  expect(answers['/api/v1/nodes']).toMatchObject({ items: [] });
}, 30_000);

test('a server that is busy is asked anew when it says', async () => {
  const asked = new Set<string>();
  const url = await serve((request, response) => {
    if (asked.has(request.url!)) {
      return empty(request, response);
    }
    asked.add(request.url!);
    return response.writeHead(429, { 'retry-after': '0' }).end('busy');
  });
  expect((await run(['verify', '--kubeconfig', kubeconfig(url), '--only', 'cert-manager/running'])).out).toMatch(/FAIL {2}cert-manager\/running/);
}, 30_000);

test('all contexts of a kubeconfig without any', async () => {
  const file = kubeconfig('http://127.0.0.1:1', { more: { contexts: [] } });
  expect(await run(['status', '--ca', '--all-contexts', '--kubeconfig', file])).toEqual({ code: 2, out: '', err: `error: ${file}: has no contexts\n` });
}, 30_000);

test.each([
  ['is missing', undefined, /ENOENT/],
  ['is empty', '', /^error: .*: has no contexts$/m],
  ['is null', '# nothing\n', /^error: .*: has no contexts$/m],
  ['is text', 'hunter2', /^error: .*: has no contexts$/m],
  ['is no YAML', 'users:\n- name: u\n  user:\n    token: hunter2\n   key: hunter2\n', /cannot be read: bad indentation of a mapping entry, line 5$/m],
  ['has an alias', 'token: *hunter2\n', /cannot be read: unidentified alias, line 1$/m],
  ['has a key twice', 'hunter2: 1\nhunter2: 2\n', /cannot be read: duplicated mapping key, line 2$/m],
  ['has no current context', '{contexts: [{name: hunter2, context: {cluster: c}}]}', /has no current context: name one with --context$/m],
])('a kubeconfig that %s: the exit code is 2, and nothing of it is printed', async (_, text, message) => {
  const file = text === undefined ? folder.path('missing') : folder.write('kubeconfig', text);
  const { code, out, err } = await run(['verify', '--kubeconfig', file]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
  expect(err).not.toMatch(/hunter2/);
}, 30_000);

test('a context that there is not, and --ca where nothing answers', async () => {
  const file = kubeconfig('http://127.0.0.1:1');
  expect(await run(['status', '--kubeconfig', file, '--context', 'wset']))
    .toEqual({ code: 2, out: '', err: 'error: --context: the kubeconfig has no context wset, did you mean west?\n' });
  const { code, err } = await run(['status', '--kubeconfig', file, '--ca']);
  expect(code).toBe(2);
  expect(err).toMatch(/^error: west: .*ECONNREFUSED/);
}, 30_000);

describe('kubeconfigs that kubectl takes', () => {
  const works = async (file: string, env: NodeJS.ProcessEnv = {}) => run(['verify', '--only', 'cert-manager/running', ...file ? ['--kubeconfig', file] : []], env);
  const RAN = { code: 1, out: expect.stringMatching(/^west, read .*\n {2}FAIL {2}cert-manager\/running/) };

  test('plain HTTP, and entries that are wrong but not used', async () => {
    const url = await serve(empty);
    const clusters = [{ name: 'stale', cluster: {} }, { name: 'c', cluster: { server: url } }];
    expect(await works(kubeconfig(url, { more: { clusters } }))).toMatchObject(RAN);
    expect(await works(kubeconfig(url, { more: { users: null, contexts: [{ name: 'west', context: { cluster: 'c' } }] } }))).toMatchObject(RAN);
  }, 30_000);

  test('files of KUBECONFIG that are missing or empty, and of two the first', async () => {
    const url = await serve(empty);
    const first = folder.write('first', JSON.stringify({ clusters: [{ name: 'c', cluster: { server: url } }] }));
    const files = [folder.path('missing'), folder.write('empty', ''), first, kubeconfig('http://127.0.0.1:1')];
    expect(await works('', { KUBECONFIG: files.join(':') })).toMatchObject(RAN);
    expect(await works('', { KUBECONFIG: folder.path('missing') })).toMatchObject({ code: 2, err: expect.stringMatching(/none found in KUBECONFIG/) });
  }, 30_000);

  test('the proxy of the environment, but for what it excepts', async () => {
    const file = kubeconfig('https://kubernetes.invalid:6443');
    let reached: string | undefined;
    const proxy = await serve(empty);
    servers[0].on('connect', (request, socket) => {
      reached = request.url;
      socket.destroy();
    });
    await works(file, { HTTPS_PROXY: proxy });
    expect(reached).toBe('kubernetes.invalid:6443');
    reached = undefined;
    expect((await works(file, { HTTPS_PROXY: proxy, NO_PROXY: 'invalid' })).code).toBe(2);
    expect(reached).toBeUndefined();
  }, 30_000);

  test.each([
    ['no user of that name', { contexts: [{ name: 'west', context: { cluster: 'c', user: 'x' } }] }, 'context west: there is no user x'],
    ['no cluster of that name', { clusters: [] }, 'context west names no cluster'],
    ['no URL', { clusters: [{ name: 'c', cluster: { server: 'kubernetes:6443' } }] }, 'context west: the server of its cluster must be a URL, such as https://example.com:6443'],
  ])('but not %s', async (_, more, message) => {
    const { code, out } = await run(['verify', '--kubeconfig', kubeconfig('http://127.0.0.1:1', { more })]);
    expect(code).toBe(2);
    expect(out).toMatch(`west: nothing can be read: ${message}\n  fix:  `);
  }, 30_000);
});

describe('exec plugins', () => {
  test('give a token, and are told of the cluster', async () => {
    let authorization: string | undefined;
    const url = await serve((request, response) => {
      ({ authorization } = request.headers);
      empty(request, response);
    });
    const script = 'echo "$KUBERNETES_EXEC_INFO" | grep -q \'"server":"http://127\' && echo "{\\"status\\": {\\"token\\": \\"$TOKEN\\"}}"';
    const user = execPlugin(script, { env: [{ name: 'TOKEN', value: 'secret' }], provideClusterInfo: true });
    const { code } = await run(['verify', '--only', 'cert-manager/running', '--kubeconfig', kubeconfig(url, { user })]);
    expect({ code, authorization }).toEqual({ code: 1, authorization: 'Bearer secret' });
  }, 30_000);

  test.each([
    ['hangs', 'sleep 60', ['--request-timeout', '0.3'], 'gave no credentials in time'],
    ['hangs with children', 'sleep 60 & wait', ['--timeout', '0.3'], 'gave no credentials in time'],
  ])('that %s: the report is printed, and the command ends', async (_, script, args, message) => {
    const { code, out } = await run(['verify', ...args, '--kubeconfig', kubeconfig('http://127.0.0.1:1', { user: execPlugin(script) })]);
    expect(code).toBe(2);
    expect(out).toMatch(`west: nothing can be read: exec plugin sh: ${message}\n`);
  }, 30_000);
});

describe('watch', () => {
  test('ends at once when it is stopped while an answer is awaited', async () => {
    let hang = false;
    const hung: Array<() => void> = [];
    const url = await serve((request, response) => hang ? hung.splice(0).forEach(stop => stop()) : empty(request, response));
    const args = ['verify', '--kubeconfig', kubeconfig(url), '--only', 'cert-manager/running', '--watch', '--interval', '0.05', '--request-timeout', '300', '--timeout', '300'];
    expect((await run(args, {}, (_, kill) => {
      hang = true;
      hung.push(() => kill('SIGINT'));
    })).code).toBe(1);
  }, 30_000);

  test('ends when nobody reads what changes', async () => {
    let hidden = true;
    const url = await serve((request, response) => {
      hidden = !hidden;
      return hidden ? response.writeHead(500).end() : empty(request, response);
    });
    const args = ['verify', '--kubeconfig', kubeconfig(url), '--only', 'cert-manager/running', '--watch', '--interval', '0.05'];
    const child = spawn('node', [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => child.stdout.destroy());
    expect([1, 2]).toContain(await new Promise(resolve => child.once('exit', resolve)));
  }, 30_000);
});
