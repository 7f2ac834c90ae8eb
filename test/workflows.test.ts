import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', '.github', 'workflows');
const WORKFLOWS = readdirSync(FOLDER).map(file => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }));

test.each(WORKFLOWS)('$file runs actions at commits, not at tags that can be moved', ({ text }) => {
  const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter(action => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

test.each(WORKFLOWS)('$file installs what the lock file has, and nothing latest', ({ text }) => {
  expect(text).not.toMatch(/npm install|@latest/);
});

test('every registry is published to, by a publib of one version', () => {
  const { text } = WORKFLOWS.find(({ file }) => file === 'release.yml')!;
  const published = [...text.matchAll(/'publib@(\d+\.\d+\.\d+)' 'publib-(\w+)'/g)];
  expect(published.map(([, , registry]) => registry).sort()).toEqual(['golang', 'maven', 'npm', 'nuget', 'pypi']);
  expect(new Set(published.map(([, version]) => version)).size).toBe(1);
});
