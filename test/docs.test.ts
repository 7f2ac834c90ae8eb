import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parse } from 'yaml';
import { generatedFiles } from '../scripts/docs';

const ROOT = join(__dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

test.each(generatedFiles())('$file is what `npm run docs` makes', ({ file, content }) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toBe(content);
});

test('the configuration in the README holds to the published JSON Schema, and a misspelt one does not', () => {
  const validate = new Ajv2020().compile(JSON.parse(readFileSync(join(ROOT, 'schemas', 'config.schema.json'), 'utf8')));
  const [, config] = /```yaml\n([^`]*engine: helm-chart[^`]*)```/.exec(README)!;
  validate(parse(config));
  expect(validate.errors).toBeNull();
  expect(validate(parse(config.replace('versionSet', 'versionset')))).toBe(false);
});

test('every file that the README and AGENTS.md link to is there', () => {
  const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link]) => link);
  expect(links).toContain('API.md');
  expect(links.filter(link => !existsSync(join(ROOT, link)))).toEqual([]);
});
