import { readFileSync } from 'node:fs';
import { CHECKS } from '../../src/verify/checks';
import { dumpOf } from '../../src/verify/dump';
import { STATUS_READS } from '../../src/verify/status';
import { readAll, readsOf } from '../../src/verify/verify';
import { runLater, temporaryFolder, document } from '../support/command';
import { ObjectsCluster } from '../verify/objects-cluster';
import { CERT_MANAGER_STATES } from '../verify/states/cert-manager';
import { deployment } from '../verify/states/states';

const folder = temporaryFolder();
const HEALTHY = CERT_MANAGER_STATES[0].good;
const DOWN = [...HEALTHY.slice(0, 2), deployment('cert-manager', 'cert-manager-cainjector', 'cert-manager-cainjector:v1', { message: '0 of 1 "pods" <ready>' })];
const EMPTY_DUMP = { apiVersion: 'cdk8s-serving-stack/v1', kind: 'ClusterDump', metadata: { name: 'old', creationTimestamp: '2026-01-01T12:00:00Z' }, answers: {} };
const ONLY = ['--only', 'cert-manager/running'];

/** Writes a dump of a cluster with the given objects, and returns its path. */
async function dumped(objects: readonly any[], denied: string[] = [], file = 'west.json') {
  const cluster = new ObjectsCluster(objects, denied);
  const answers = await readAll(cluster, [...readsOf(CHECKS), ...Object.values(STATUS_READS)]);
  return folder.write(file, JSON.stringify(dumpOf(cluster, answers)));
}

test('a check that passes is a line, and the exit code is 0', async () => {
  expect(await runLater('verify', '--dump', await dumped(HEALTHY), ...ONLY)).toEqual({
    code: 0,
    err: '',
    out: `test, read 2026-01-01T12:00:00.000Z
  pass  cert-manager/running  Deployment cert-manager/cert-manager, Deployment cert-manager/cert-manager-webhook, Deployment cert-manager/cert-manager-cainjector run

1 passed. RequirementsMet: True
`,
  });
});

test('one that fails says what was seen and what to do, and the exit code is 1', async () => {
  expect(await runLater('verify', '--dump', await dumped(DOWN), ...ONLY)).toEqual({
    code: 1,
    err: '',
    out: `test, read 2026-01-01T12:00:00.000Z
  FAIL  cert-manager/running  Deployment cert-manager/cert-manager-cainjector is not available
        seen: Deployment cert-manager/cert-manager-cainjector status.conditions[Available]: 0 of 1 "pods" <ready>
        fix:  kubectl describe -n cert-manager deployment/cert-manager-cainjector
        see:  https://github.com/cdk8s-serving-stack/cdk8s-serving-stack/blob/main/docs/requirements.md#cert-manager

0 passed, 1 failed. RequirementsMet: False (MissingRequirements)
`,
  });
});

test('what may not be read is unknown, and the exit code is 2', async () => {
  const { code, out } = await runLater('verify', '--dump', await dumped(HEALTHY, ['deployments']), ...ONLY, '--only', 'cert-manager/admits');
  expect(code).toBe(2);
  expect(out).toMatch(/^ {2}\?\?\?\? {2}cert-manager\/running {2}deployments is forbidden$/m);
  expect(out).toMatch(/1 passed, 1 unknown\. RequirementsMet: False \(Checking\)\n$/);
});

test('a failure goes before what is unknown', async () => {
  const { code, out } = await runLater('verify', '--dump', await dumped(HEALTHY, ['deployments']), '--only', 'cert-manager');
  expect(code).toBe(1);
  expect(out).toMatch(/1 passed, 1 failed, 1 unknown\. RequirementsMet: False \(MissingRequirements\)\n$/);
});

test('JSON has evidence, fix and link, and ends in the condition', async () => {
  const { out, code } = await runLater('verify', '--dump', await dumped(DOWN), ...ONLY, '-o', 'json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    apiVersion: 'cdk8s-serving-stack/v1',
    kind: 'ClusterReport',
    metadata: { name: 'test', creationTimestamp: '2026-01-01T12:00:00.000Z' },
    findings: [{
      code: 'cert-manager/running',
      component: 'cert-manager',
      requirement: expect.stringMatching(/controller/),
      advice: false,
      result: 'fail',
      message: 'Deployment cert-manager/cert-manager-cainjector is not available',
      evidence: [{ object: 'Deployment cert-manager/cert-manager-cainjector', field: 'status.conditions[Available]', value: '0 of 1 "pods" <ready>' }],
      fix: 'kubectl describe -n cert-manager deployment/cert-manager-cainjector',
      link: 'https://github.com/cdk8s-serving-stack/cdk8s-serving-stack/blob/main/docs/requirements.md#cert-manager',
    }],
    conditions: [{
      type: 'RequirementsMet',
      status: 'False',
      reason: 'MissingRequirements',
      message: 'cert-manager/running: Deployment cert-manager/cert-manager-cainjector is not available',
      lastTransitionTime: '2026-01-01T12:00:00.000Z',
    }],
  });
});

test('JUnit has a case for each check', async () => {
  const { out } = await runLater('verify', '--dump', await dumped(DOWN), ...ONLY, '-o', 'junit');
  expect(out).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="test" timestamp="2026-01-01T12:00:00.000Z" tests="1" failures="1" errors="0">
    <testcase classname="cert-manager" name="running">
      <failure message="Deployment cert-manager/cert-manager-cainjector is not available">Deployment cert-manager/cert-manager-cainjector is not available&#10;seen: Deployment cert-manager/cert-manager-cainjector status.conditions[Available]: &quot;0 of 1 \\&quot;pods\\&quot; &lt;ready&gt;&quot;&#10;fix: kubectl describe -n cert-manager deployment/cert-manager-cainjector&#10;https://github.com/cdk8s-serving-stack/cdk8s-serving-stack/blob/main/docs/requirements.md#cert-manager</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test('a folder of dumps is a fleet', async () => {
  await dumped(HEALTHY, [], 'dumps/a.json');
  await dumped(DOWN, [], 'dumps/b.json');
  const { out, code } = await runLater('verify', '--dump', folder.path('dumps'), ...ONLY, '-o', 'json');
  expect(code).toBe(1);
  const { kind, items } = JSON.parse(out);
  expect(kind).toBe('ClusterReportList');
  expect(items.map(({ conditions: [{ status }] }: any) => status)).toEqual(['True', 'False']);
});

test('a Standard stack is assumed, and a file or --stack says otherwise', async () => {
  const dump = await dumped([]);
  const codes = async (...args: string[]) => JSON.parse((await runLater('verify', '--dump', dump, '-o', 'json', ...args)).out).findings.map(({ code }: any) => code);
  expect(await codes()).toContain('leader-worker-set/leaderworkersets.leaderworkerset.x-k8s.io');
  expect(await codes()).not.toContain('grove/podcliquesets.grove.io');
  const dynamo = await codes('--stack', 'Dynamo');
  expect(dynamo).toContain('grove/podcliquesets.grove.io');
  expect(dynamo).not.toContain('leader-worker-set/leaderworkersets.leaderworkerset.x-k8s.io');
  expect(await codes(folder.write('stack.yaml', document('west', '  stack: Dynamo')))).toEqual(dynamo);
  expect(await codes('--stack', 'Dynamo', '--no-dry-run')).toEqual(dynamo.filter((code: string) => !code.endsWith('/admits')));
});

test.each([
  ['a check that there is not', ['--only', 'cert-manager/runing'], '--only: there is no check cert-manager/runing, did you mean cert-manager/running?'],
  ['nothing left', ['--only', 'cert-manager', '--skip', 'cert-manager'], '--only and --skip leave no check of this stack'],
  ['a dump that is watched', ['--watch'], '--watch: a dump does not change'],
  ['a configuration of no stack', ['--config', 'missing.yaml'], '--config: belongs to a ServingStack file, name that too'],
  ['a dump and a context', ['--context', 'west'], '--dump reads no live cluster: leave --context out'],
])('bad usage: %s', async (_, args, message) => {
  expect(await runLater('verify', '--dump', await dumped([]), ...args)).toEqual({ code: 64, out: '', err: `error: ${message}\n` });
});

test.each([
  ['no JSON', 'a: b', /west\.json: .*JSON/],
  ['something else', '{"kind": "List"}', /west\.json: is not a dump of a cluster: serving-stack dump writes one/],
  ['damaged', JSON.stringify({ ...EMPTY_DUMP, answers: { '/a': null } }), /west\.json: answers\[\/a\]: must have items/],
])('a dump that is %s cannot be read, and the exit code is 2', async (_, text, message) => {
  const { code, err } = await runLater('verify', '--dump', folder.write('west.json', text));
  expect(code).toBe(2);
  expect(err).toMatch(message);
});

test('a file with other than one stack is refused', async () => {
  const file = folder.write('stacks.yaml', `${document('a')}\n---\n${document('b')}`);
  expect(await runLater('verify', file, '--dump', await dumped([]))).toEqual({ code: 1, out: '', err: `error: ${file}: holds 2 ServingStacks, name the file of one\n` });
});

test('a dump from before a check was made leaves it unknown', async () => {
  const { code, out } = await runLater('verify', '--dump', folder.write('old.json', JSON.stringify(EMPTY_DUMP)));
  expect(code).toBe(2);
  expect(out).toBe(`old: nothing can be read: not in the dump, which an older release wrote or which has other checks
  fix:  read it again once the API server answers: kubectl get --raw PATH shows what it says
`);
});

test('one from before a field was read leaves what needs it unknown', async () => {
  const file = await dumped(HEALTHY);
  const dump = JSON.parse(readFileSync(file, 'utf8'));
  const deployments = dump.answers['/apis/apps/v1/deployments'];
  deployments.fields = deployments.fields.filter((field: string) => field !== 'status.conditions');
  const { code, out } = await runLater('verify', '--dump', folder.write('old.json', JSON.stringify(dump)), ...ONLY);
  expect(code).toBe(2);
  expect(out).toMatch(/^ {2}\?\?\?\? {2}cert-manager\/running {2}an older release wrote the dump without status\.conditions$/m);
});

test('control characters of a cluster are no commands to a terminal', async () => {
  const message = 'a\u001b[2J\nb\r\tc\u202e\u009b31m';
  const down = [...HEALTHY.slice(0, 2), deployment('cert-manager', 'cert-manager-cainjector', 'cert-manager-cainjector:v1', { message })];
  const { out } = await runLater('verify', '--dump', await dumped(down), ...ONLY);
  expect(out).toContain('status.conditions[Available]: a\\u001b[2J\\nb\\r\\tc\\u202e\\u009b31m\n');
});
