import { ObjectsCluster } from './objects-cluster';
import { DAEMON_SETS, DEPLOYMENTS } from '../../src/verify/resources';
import { argument } from '../../src/verify/workloads';

const workload = (kind: string, container: object) =>
  ({ apiVersion: 'apps/v1', kind, metadata: { namespace: 'a', name: 'b' }, spec: { template: { spec: { containers: [{ name: 'c', image: 'd', ...container }] } } } });

test.each<[string, { command?: string[]; args?: string[] }, { command?: string[]; args?: string[] }]>([
  ['neither command nor arguments', {}, {}],
  ['a key', { args: ['--api-key=sk-hunter2', '--api-key', 'sk-hunter2'] }, { args: [] }],
  ['a key in a script', { command: ['sh', '-c', 'KEY=hunter2 exec nfd-worker --token hunter2'] }, { command: ['nfd-worker'] }],
  ['a key that looks like a part', { args: ['--key=worker-hunter2'] }, { args: ['worker'] }],
  ['a flag with its value', { args: ['--key=a', '--trust-namespace=b', '--scheduler-name=c'] }, { args: ['--trust-namespace=b', '--scheduler-name=c'] }],
  ['a flag before its value', { args: ['--trust-namespace', 'b', 'hunter2'] }, { args: ['--trust-namespace', 'b'] }],
  ['a flag at the end of the command', { command: ['x', '--scheduler-name'], args: ['b', 'hunter2'] }, { command: ['--scheduler-name'], args: ['b'] }],
  ['a flag without a value', { args: ['hunter2', '--scheduler-name'] }, { args: ['--scheduler-name'] }],
  ['a path', { command: ['/usr/bin/nfd-worker'], args: ['--config', 'hunter2'] }, { command: ['nfd-worker'], args: [] }],
])('of a container with %s is kept what checks look at', async (_, container, kept) => {
  const objects = ['Deployment', 'DaemonSet'].map(kind => workload(kind, container));
  const cluster = new ObjectsCluster(objects);
  const answers = await Promise.all([DEPLOYMENTS, DAEMON_SETS].map(read => cluster.answer(read)));
  expect(answers).toEqual(['Deployment', 'DaemonSet'].map(kind => ({ items: [workload(kind, kept)] })));
  for (const flag of ['--trust-namespace', '--scheduler-name']) {
    expect(argument((answers[0] as { items: any[] }).items[0], flag)).toBe(argument(objects[0], flag));
  }
});

test.each([[{}], [{ spec: {} }], [{ spec: { template: { spec: { containers: null } } } }]])('an object without containers is kept as it is: %j', async object => {
  const named = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } };
  expect(await new ObjectsCluster([{ ...named, ...object }]).answer(DEPLOYMENTS)).toMatchObject({ items: [named] });
});
