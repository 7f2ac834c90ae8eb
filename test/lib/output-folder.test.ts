import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutputFolder } from '../../src/lib/output-folder';
import { temporaryFolder } from '../support/command';

const folder = temporaryFolder();

function begin(output: OutputFolder, name: string, text: string): void {
  writeFileSync(join(output.begin(name), 'file'), text);
}

test('nothing stands in its place before everything is finished', () => {
  const output = new OutputFolder(folder.path('out'));
  begin(output, 'a', '1');
  expect(readdirSync(folder.path('out')).filter(name => !name.startsWith('.'))).toEqual([]);
  output.finish();
  expect(readdirSync(folder.path('out'))).toEqual(['a']);
});

test('an abandoned output leaves no trace', () => {
  const output = new OutputFolder(folder.path('new/out'));
  begin(output, 'a', '1');
  output.abandon();
  expect(readdirSync(folder.path('new'))).toEqual([]);
});

test('an abandoned output leaves what was there', () => {
  folder.write('out/mine', '');
  const output = new OutputFolder(folder.path('out'));
  begin(output, 'a', '1');
  output.abandon();
  expect(folder.tree('out')).toEqual({ mine: '' });
});

test('where one folder cannot be put into its place, none is', () => {
  const first = new OutputFolder(folder.path('out'));
  begin(first, 'a', 'old');
  first.finish();
  const output = new OutputFolder(folder.path('out'));
  begin(output, 'a', 'new');
  rmSync(output.begin('b'), { recursive: true });
  expect(() => output.finish()).toThrow('ENOENT');
  output.abandon();
  expect(readdirSync(folder.path('out'))).toEqual(['a']);
  expect(folder.tree('out/a')).toHaveProperty('file', 'old');
});

test.each([
  ['missing', () => {}, undefined],
  ['empty', () => mkdirSync(folder.path('out/a'), { recursive: true }), undefined],
  ['ours', () => folder.write('out/a/.serving-stack', ''), undefined],
  ['somebody else\'s', () => folder.write('out/a/file', ''), expect.stringContaining('was not written by serving-stack')],
  ['a file', () => folder.write('out/a', ''), expect.stringContaining('is a file')],
])('a folder that is %s', (_, prepare, refusal) => {
  prepare();
  const output = new OutputFolder(folder.path('out'));
  expect(output.refusal('a')).toEqual(refusal);
  output.abandon();
});
