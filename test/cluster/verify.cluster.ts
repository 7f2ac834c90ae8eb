import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from './support/api-server';
import { Cluster } from './support/cluster';
import { CHART_CRDS, crdsAreThere, crdsOf } from './support/crds';
import { clusterRoles } from '../../src/verify/access';
import { aboutStack, CHECKS } from '../../src/verify/checks';
import { LiveCluster } from '../../src/verify/live';
import { pathOf } from '../../src/verify/read';
import { STATUS_READS } from '../../src/verify/status';
import { readsOf, verify } from '../../src/verify/verify';
import { STATES } from '../verify/states';
import { CheckStates, identity, objectsOf } from '../verify/states/states';

const describeWhereCrdsAre = crdsAreThere ? describe : describe.skip;
const MINUTES = 60_000;
const USERS = ['reader', 'reader-and-dry-run', 'nobody'];
const PATIENCE = { request: 30, deadline: 60 };

describeWhereCrdsAre('verify against an API server', () => {
  let server: ApiServer;
  let cluster: Cluster;
  beforeAll(async () => {
    server = await ApiServer.start(USERS);
    cluster = new Cluster(server);
    await cluster.define(Object.values(CHART_CRDS).flat().flatMap(crdsOf));
    await cluster.define(crdsOf('gateway-api-inference-extension'));
    const [reads, dryRuns] = clusterRoles([...readsOf(CHECKS), ...Object.values(STATUS_READS)]);
    for (const [role, users] of [[reads, ['reader', 'reader-and-dry-run']], [dryRuns, ['reader-and-dry-run']]] as const) {
      await cluster.apply(role);
      await cluster.apply({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: { name: role.metadata.name },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role.metadata.name },
        subjects: users.map(name => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name })),
      });
    }
  }, 20 * MINUTES);
  afterAll(() => server?.stop());

  /** The cluster as the command reads it, as a user with no more than the permissions that it prints. */
  const live = (user: string) => new LiveCluster('test', (method, path, _, body) => server.send(method, path, { body }, user), PATIENCE);

  async function find({ code, about }: CheckStates, user = 'reader') {
    const check = CHECKS.find(candidate => candidate.code === code)!;
    const { findings: [{ result, message }] } = await verify(live(user), [check], { ...aboutStack({}), ...about });
    return { result, message };
  }

  /** What was laid down, by identity. */
  const there = new Map<string, any>();

  /** Makes the cluster hold these objects and none that were laid down before. */
  async function layDown(objects: readonly any[]): Promise<void> {
    const wanted = new Map(objects.map(object => [identity(object), object]));
    for (const [id, object] of there) {
      if (!wanted.has(id) || JSON.stringify(wanted.get(id)) !== JSON.stringify(object)) {
        await cluster.remove(object);
        there.delete(id);
      }
    }
    for (const [id, object] of wanted) {
      if (!there.has(id)) {
        const { status, ...rest } = object;
        if (object.metadata.namespace !== undefined) {
          await cluster.namespace(object.metadata.namespace);
        }
        await cluster.apply(rest);
        if (status) {
          await cluster.putStatus({ apiVersion: object.apiVersion, kind: object.kind, metadata: object.metadata, status });
        }
        there.set(id, object);
      }
    }
  }

  const LAID_DOWN = STATES.filter(({ laidDown }) => laidDown !== false);

  test.each(LAID_DOWN.map((states, i) => [`${states.code} ${i}`, states] as const))('%s', async (_, states) => {
    await layDown(states.good);
    expect(await find(states)).toMatchObject({ result: 'pass' });
    for (const bad of states.bad) {
      await layDown(objectsOf(states, bad));
      expect(await find(states)).toEqual({ result: bad.result, message: agesAside(bad.message) });
      // what puts it right
      await layDown(states.good);
      expect(await find(states)).toMatchObject({ result: 'pass' });
    }
    expect(await find(states, 'nobody')).toMatchObject({ result: 'unknown' });
  }, 5 * MINUTES);

  test('envoy-gateway/client-certificates, by the CRD of the Gateway API itself', async () => {
    expect(await find({ code: 'envoy-gateway/client-certificates', about: { clientCas: true }, good: [], bad: [] })).toMatchObject({ result: 'pass' });
  });

  test('the ClusterRole is enough for every check but the dry runs, and the other for those', async () => {
    const all = async (user: string) => {
      const { findings } = await verify(live(user), CHECKS, aboutStack({}));
      return findings.filter(({ message }) => /forbidden/.test(message)).map(({ code }) => code);
    };
    expect(await all('reader')).toEqual(CHECKS.filter(({ reads }) => Object.values(reads).some(({ verb }) => verb === 'create')).map(({ code }) => code));
    expect(await all('reader-and-dry-run')).toEqual([]);
  }, 5 * MINUTES);

  test('and it is no more than that: without any of its rules something cannot be read', async () => {
    const [role] = clusterRoles([...readsOf(CHECKS), ...Object.values(STATUS_READS)]);
    const path = `/apis/rbac.authorization.k8s.io/v1/clusterroles/${role.metadata.name}`;
    const reads = new Map([...readsOf(CHECKS), ...Object.values(STATUS_READS)].map(read => [pathOf(read), read]));
    for (const [i, rule] of role.rules.entries()) {
      const { status } = await server.send('PUT', path, { body: { ...role, rules: role.rules.filter((_: any, j: number) => j !== i) } });
      expect(status).toBe(200);
      const of = `${rule.apiGroups[0]} ${rule.resources[0]} ${rule.verbs[0]}`;
      const wanted = [...reads.values()].filter(({ group, resource, verb }) => `${group} ${resource} ${verb}` === of);
      await settled(async () => (await Promise.all(wanted.map(read => live('reader').answer(read)))).every(answer => 'unreadable' in answer));
    }
    expect((await server.send('PUT', path, { body: role })).status).toBe(200);
    await settled(async () => 'items' in await live('reader').answer(STATUS_READS.gateway));
  }, 5 * MINUTES);

  describe('the bundled command', () => {
    const folder = mkdtempSync(join(tmpdir(), 'command-'));
    const command = join(folder, 'serving-stack.js');
    const reader = () => ['--kubeconfig', server.kubeconfigOf('reader')];
    const runs = (...args: string[]) => exitOf(() => execFileSync('node', [command, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
    beforeAll(() => {
      execFileSync('node', [join(__dirname, '../../scripts/bundle.mjs'), command]);
    }, MINUTES);
    afterAll(() => rmSync(folder, { recursive: true }));

    test('says the same, over a kubeconfig, and exits with it', async () => {
      await layDown(STATES[0].good);
      expect(runs('verify', ...reader(), '--only', STATES[0].code)).toMatchObject({ code: 0, out: expect.stringMatching(/^reader, read .*\n {2}pass {2}cert-manager\/running/) });
      expect(runs('verify', ...reader(), '--no-dry-run', '--context', 'reader')).toMatchObject({ code: 1 });
      expect(runs('verify', '--kubeconfig', server.kubeconfigOf('nobody'))).toMatchObject({ code: 2 });
      expect(runs('verify', ...reader(), '--context', 'raeder')).toMatchObject({ code: 2, err: expect.stringMatching(/has no context raeder, did you mean reader\?/) });
      const dump = join(folder, 'dump.json');
      expect(runs('dump', ...reader(), '--no-dry-run', '-o', dump)).toMatchObject({ code: 0 });
      const [fromDump, fromCluster] = [['--dump', dump], reader()].map(source => JSON.parse(runs('verify', ...source, '--no-dry-run', '-o', 'json').out).findings);
      expect(fromDump).toEqual(fromCluster);
      expect(runs('status', ...reader())).toMatchObject({ code: 0, out: expect.stringMatching(/^NAME/) });
    }, 5 * MINUTES);

    test('watches: prints what changes, until it is stopped, and exits with what was last seen', async () => {
      const { code, good, bad: [bad] } = STATES[0];
      await layDown(good);
      const watching = spawn('node', [command, 'verify', ...reader(), '--only', code, '--watch', '--interval', '0.2'], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = new Promise(resolve => watching.once('exit', resolve));
      let out = '';
      watching.stdout.on('data', text => out += text);
      const results = () => [...out.matchAll(/^ {2}(pass|FAIL|warn|\?{4}) {2}/gm)].map(([, word]) => word);
      try {
        await settled(async () => results().length === 1);
        await layDown(objectsOf(STATES[0], bad));
        await settled(async () => results().includes('FAIL'));
        await layDown(good);
        await settled(async () => results().at(-1) === 'pass');
        await layDown(objectsOf(STATES[0], bad));
        await settled(async () => results().at(-1) === 'FAIL');
        // several readings of the same
        const before = out;
        await new Promise(resolve => setTimeout(resolve, 1000));
        expect(out).toBe(before);
      } finally {
        watching.kill('SIGINT');
      }
      expect(await exited).toBe(1);
      expect(results()[0]).toBe('pass');
    }, 5 * MINUTES);
  });
});

/** Ages are counted to now where a cluster is live. */
function agesAside(message: string): any {
  return /\d+ minutes/.test(message) ? expect.stringMatching(/not programmed after \d+ minutes/) : message;
}

/** Permissions take a moment to be taken away. */
async function settled(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!await holds()) {
    expect(Date.now()).toBeLessThan(end);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

function exitOf(run: () => string): { code: number; out: string; err: string } {
  try {
    return { code: 0, out: run(), err: '' };
  } catch (error) {
    const { status, stdout, stderr } = error as any;
    return { code: status, out: stdout, err: stderr };
  }
}
