import { parseAllDocuments } from 'yaml';
import { CHECKS } from '../../src/verify/checks';
import { run } from '../support/command';

const printed = (...args: string[]) => run('requirements', ...args).out;

test('the page has every check, or those of one stack', () => {
  expect(CHECKS.filter(({ code }) => !printed().includes(`| \`${code}\` |`))).toEqual([]);
  expect(printed('--stack', 'Standard')).not.toContain('## Dynamo stack');
  expect(printed('--stack', 'Dynamo')).toContain('## Dynamo stack');
});

test('JSON has the same', () => {
  const components = JSON.parse(printed('-o', 'json'));
  expect(components.flatMap(({ requirements }: any) => requirements.map(({ code }: any) => code))).toEqual(CHECKS.map(({ code }) => code));
});

test('the permissions are two ClusterRoles', () => {
  const roles = parseAllDocuments(printed('-o', 'clusterrole')).map(document => document.toJS());
  expect(roles.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).toEqual(['ClusterRole serving-stack-verify', 'ClusterRole serving-stack-verify-dry-run']);
});

test('another format is refused', () => {
  const { code, err } = run('requirements', '-o', 'yaml');
  expect(code).toBe(64);
  expect(err).toMatch(/Allowed choices are markdown, json, clusterrole/);
});
