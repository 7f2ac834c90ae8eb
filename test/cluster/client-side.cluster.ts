import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackKind } from '../../src';
import { ApiServer } from './support/api-server';
import { Cluster } from './support/cluster';
import { crdsAreThere } from './support/crds';
import { appliedBy, DELIVERIES } from './support/deliveries';

const describeWhereCrdsAre = crdsAreThere ? describe : describe.skip;
const MINUTES = 60_000;
/** Bytes that all annotations of an object may have; a client-side apply puts a copy of the object into one. */
const LIMIT = 262_144;

describeWhereCrdsAre('an apply by the client', () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await ApiServer.start();
  }, 20 * MINUTES);
  afterAll(() => server?.stop());

  const objects = (delivery: string) => Object.values(StackKind).flatMap(stack => appliedBy(delivery, { stack })).map(({ object }) => object);
  const isLarge = (object: any) => JSON.stringify(object).length > LIMIT;
  const large = (delivery: string) => [...new Set(objects(delivery).filter(isLarge).map(({ metadata }) => metadata.name))];

  test('is too large for CRDs of charts that plain renders, and for nothing else that we write', () => {
    const found = Object.fromEntries(Object.keys(DELIVERIES).map(delivery => [delivery, large(delivery)]));
    expect(found).toMatchObject({ 'helm-chart': [], 'flux': [], 'argo-cd': [], 'crossplane': [] });
    expect(found.plain).toEqual(expect.arrayContaining(['envoyproxies.gateway.envoyproxy.io', 'leaderworkersets.leaderworkerset.x-k8s.io']));
  }, 5 * MINUTES);

  test('fails for such a CRD, and --server-side does not', async () => {
    const crd = objects('plain').find(({ metadata }) => metadata.name === 'envoyproxies.gateway.envoyproxy.io');
    const file = join(server.folder, 'crd.json');
    writeFileSync(file, JSON.stringify(crd));
    expect(() => kubectl('apply', '-f', file)).toThrow(/metadata\.annotations: Too long/);
    expect(kubectl('apply', '--server-side', '-f', file)).toMatch(/serverside-applied/);
    await new Cluster(server).remove(crd);
  }, 5 * MINUTES);

  test('is not what README and the documentation of plain say', () => {
    for (const file of ['README.md', 'docs/engines/plain.md']) {
      const text = readFileSync(join(__dirname, '../..', file), 'utf8');
      const applies = text.match(/kubectl[^\n`]* apply [^\n`]*-f [^\n`]*/g) ?? [];
      expect(applies.filter(command => !command.includes('--server-side'))).toEqual([]);
      expect(applies).not.toEqual([]);
    }
  });

  function kubectl(...args: string[]): string {
    try {
      return execFileSync(server.kubectl, [...args, '--kubeconfig', server.kubeconfigOf()], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      throw new Error((error as any).stderr);
    }
  }
});
