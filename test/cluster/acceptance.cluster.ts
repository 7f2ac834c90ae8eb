import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf } from '../support/render';
import { VARIANTS } from '../support/variants';
import { ApiServer } from './support/api-server';
import { Cluster, differences } from './support/cluster';
import { CHART_CRDS, crdsAreThere, crdsOf, ENGINE_CRDS } from './support/crds';
import { Applied, appliedBy, DELIVERIES, HUB_NAMESPACES } from './support/deliveries';

const describeWhereCrdsAre = crdsAreThere ? describe : describe.skip;
const MINUTES = 60_000;

let server: ApiServer;
let cluster: Cluster;
let applied = 0;

describeWhereCrdsAre('an API server takes what every delivery writes', () => {
  beforeAll(async () => {
    server = await ApiServer.start();
    cluster = new Cluster(server);
    await cluster.define([...Object.values(ENGINE_CRDS), ...Object.values(CHART_CRDS)].flat().flatMap(crdsOf));
    await Promise.all(HUB_NAMESPACES.map(name => cluster.namespace(name)));
  }, 20 * MINUTES);
  afterAll(() => {
    server?.stop();
    console.info(`${applied} objects applied, ${VARIANTS.length} variants, ${Object.keys(DELIVERIES).length} deliveries`);
  });

  describe.each(Object.keys(DELIVERIES))('%s', delivery => {
    test.each(VARIANTS)('%s', async (name, props) => {
      const objects = await standing(appliedBy(delivery, props));
      expect(objects.length).toBeGreaterThan(4);
      const stored = await applyAll(objects);
      // the same again changes nothing
      expect(await applyAll(objects)).toEqual(stored);
      if (/mutual TLS/.test(name)) {
        expect(kubectlDiff(objects)).toBe('');
      }
      await removeAll(objects);
    }, 5 * MINUTES);
  });
});

/** What is left to apply where the charts' own CRDs stand already: they stay, as they do when a chart is removed. */
function standing(objects: Applied[]): any[] {
  const brought = new Set(Object.values(CHART_CRDS).flat().flatMap(crdsOf).map(nameOf));
  return objects.map(({ object }) => object).filter(object => !brought.has(nameOf(object)));
}

/** Applies objects in order, and returns what is stored of each; every field that was sent is stored as it was sent. */
async function applyAll(objects: readonly any[]): Promise<Record<string, any>> {
  const all: Record<string, any> = {};
  for (const object of objects) {
    const stored = await cluster.apply(object);
    applied++;
    if (object.kind === 'CustomResourceDefinition') {
      await cluster.established(object);
    }
    const changed = differences(object, stored).map(difference => `${object.kind}${difference}`).filter(difference => !CANONICAL.includes(difference));
    expect(changed).toEqual([]);
    // the API server stores a default of a status only with the first change, and writes that of a CRD by itself
    const { metadata: { resourceVersion, managedFields, ...metadata }, status, ...rest } = stored;
    all[nameOf(object)] = { ...rest, metadata };
  }
  return all;
}

/** What the API server writes otherwise, and means the same. */
const CANONICAL = ['ResourceQuota.spec.hard.pods: "1000" became "1k"'];

async function removeAll(objects: readonly any[]): Promise<void> {
  for (const object of [...objects].reverse()) {
    await cluster.remove(object);
  }
}

/** What kubectl says would change; nothing where nothing would. */
function kubectlDiff(objects: readonly any[]): string {
  const file = join(server.folder, 'objects.json');
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  const args = ['diff', '--server-side', '--field-manager=serving-stack-test', '-f', file, '--kubeconfig', server.kubeconfigOf()];
  try {
    return execFileSync(server.kubectl, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return `${(error as any).stdout}${(error as any).stderr}`;
  }
}
