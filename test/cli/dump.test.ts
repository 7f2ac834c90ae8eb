import { mkdirSync, statSync } from 'node:fs';
import { runLater, temporaryFolder } from '../support/command';

const folder = temporaryFolder();

jest.mock('../../src/verify/kubeconfig', () => ({
  readKubeconfig: async () => ({
    current: 'west',
    names: ['west', 'a/b', 'a:b', 'east'],
    connect: () => async (method: string, path: string) => method === 'GET'
      ? { status: 404, body: { kind: 'Status', reason: 'NotFound', message: path } }
      : { status: 403, body: { kind: 'Status', message: 'no\u001b[2J' } },
  }),
}));

test('a cluster goes to a file that is nobody else\'s business', async () => {
  const file = folder.path('new', 'west.json');
  expect(await runLater('dump', '--no-dry-run', '-o', file)).toEqual({ code: 0, err: '', out: `${file}\n` });
  expect(JSON.parse(folder.tree()['new/west.json'])).toMatchObject({ kind: 'ClusterDump', metadata: { name: 'west' } });
  expect(Object.keys(folder.tree())).toHaveLength(1);
  expect((statSync(file).mode % 0o1000).toString(8)).toBe('600');
});

test('clusters go to a folder, and what could not be read is a warning without commands to a terminal', async () => {
  const { code, err } = await runLater('dump', '--context', 'west', '--context', 'a/b', '-o', folder.path('all/'));
  expect(code).toBe(2);
  expect(err).toMatch(/^warning: a\/b: \S+\?dryRun=All: no\\u001b\[2J$/m);
  expect(Object.keys(folder.tree())).toEqual(['all/a_b.json', 'all/west.json']);
});

test.each<[string, string[], () => string, RegExp]>([
  ['several clusters to a file', ['--context', 'west', '--context', 'east'], () => folder.path('file'), /^error: -o: 2 clusters go to a folder, name it with a slash at its end$/m],
  ['two clusters to one file', ['--all-contexts'], () => folder.path('all/'), /^error: -o: a\/b and a:b would both be a_b\.json, dump them one by one with --context$/m],
  ['a folder without its slash', [], () => folder.path(), /^error: -o: .* is a folder, name it with a slash at its end$/m],
])('bad usage: %s', async (_, args, output, message) => {
  const { code, err, out } = await runLater('dump', ...args, '-o', output());
  expect({ code, out }).toEqual({ code: 64, out: '' });
  expect(err).toMatch(message);
  expect(folder.tree()).toEqual({});
});

test('nothing is left where a dump cannot be written', async () => {
  mkdirSync(folder.path('all', 'west.json'), { recursive: true });
  expect(await runLater('dump', '-o', folder.path('all/'))).toMatchObject({ code: 2, err: expect.stringMatching(/^error: E/) });
  expect(folder.tree()).toEqual({});
});
