import { clusterRoles } from '../../src/verify/access';
import { CHECKS } from '../../src/verify/checks';
import { get, list, offer } from '../../src/verify/read';
import { STATUS_READS } from '../../src/verify/status';
import { readsOf } from '../../src/verify/verify';

test('objects that are read by name are named, kinds are merged, dry runs are apart', () => {
  const [reads, dryRuns] = clusterRoles([
    get('v1', 'configmaps', 'b', [], 'x'),
    get('v1', 'configmaps', 'a', [], 'y'),
    list('apps/v1', 'deployments', []),
    list('apps/v1', 'deployments', ['status']),
    offer('queues', { apiVersion: 'scheduling.run.ai/v2', kind: 'Queue', metadata: { name: 'q' } }),
  ]);
  expect(reads.rules).toEqual([
    { apiGroups: [''], resources: ['configmaps'], resourceNames: ['a', 'b'], verbs: ['get'] },
    { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] },
  ]);
  expect(dryRuns.rules).toEqual([{ apiGroups: ['scheduling.run.ai'], resources: ['queues'], verbs: ['create'] }]);
});

test('the role of verify only reads, and Secrets by name only', () => {
  const [{ rules }] = clusterRoles([...readsOf(CHECKS), ...Object.values(STATUS_READS)]);
  expect(rules.flatMap(({ verbs }: any) => verbs).filter((verb: string) => !['get', 'list'].includes(verb))).toEqual([]);
  expect(rules.filter(({ resources, resourceNames }: any) => resources.includes('secrets') && !resourceNames)).toEqual([]);
});
