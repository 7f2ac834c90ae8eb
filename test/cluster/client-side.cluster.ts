import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackKind } from '../../src';
import { nameOf } from '../support/render';
import { ApiServer } from './support/api-server';
import { Cluster } from './support/cluster';
import { crdsAreThere, crdsOf } from './support/crds';
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

  test('has room for all that we write ourselves, whatever the delivery', () => {
    for (const delivery of Object.keys(DELIVERIES)) {
      const objects = Object.values(StackKind).flatMap(stack => appliedBy(delivery, { stack })).map(({ object }) => object);
      expect(objects.filter(object => JSON.stringify(object).length > LIMIT).map(nameOf)).toEqual([]);
    }
  }, 5 * MINUTES);

  test('has none for a CRD of a chart with all its descriptions, as plain renders it, and --server-side has', async () => {
    const crd = structuredClone(crdsOf('envoy-gateway').find(({ metadata }) => metadata.name === 'envoyproxies.gateway.envoyproxy.io'));
    // as long as the descriptions that ../shared/crds is without
    crd.spec.versions[0].schema.openAPIV3Schema.description = 'what it is for. '.repeat(LIMIT / 20);
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
