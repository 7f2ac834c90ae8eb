// Lists what bundle.mjs put into bin/: a CycloneDX bill of materials for the release, and the licences, which the package carries
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sbom = join(root, 'dist', 'sbom.cdx.json');

/** What may be in an Apache-2.0 package without further conditions. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

/** Licences of packages that say which it is but do not contain it, as their repositories have it. */
const TEXTS = {
  tr46: `The MIT License (MIT)

Copyright (c) Sebastian Mayr

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.`,
};

mkdirSync(dirname(sbom), { recursive: true });
execFileSync(join(root, 'node_modules', '.bin', 'cyclonedx-esbuild'), [
  '--gather-license-texts', '--output-reproducible', '--validate', '--mc-type', 'library', '-o', sbom, join(root, 'bin', 'serving-stack.meta.json'),
], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });

const parts = JSON.parse(readFileSync(sbom, 'utf8')).components.map(({ group, name, version, licenses = [], evidence, externalReferences = [] }) => ({
  name: group ? `${group}/${name}` : name,
  version,
  license: licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(' AND '),
  source: externalReferences.find(({ type }) => type === 'vcs')?.url,
  texts: evidence?.licenses?.map(({ license }) => Buffer.from(license.text.content, 'base64').toString('utf8').trim()) ?? [TEXTS[name]].filter(Boolean),
}));
const problems = parts.flatMap(({ name, version, license, texts }) => [
  ...ALLOWED.includes(license) ? [] : [`${name} ${version}: the licence "${license}" is none of ${ALLOWED.join(', ')}`],
  ...texts.length > 0 ? [] : [`${name} ${version}: has no licence file, so its text belongs into scripts/third-party.mjs`],
]);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const line = '-'.repeat(80);
writeFileSync(join(root, 'bin', 'THIRD-PARTY-LICENSES'), [
  'The files of this folder contain, besides the code of this package, that of the',
  'following packages. It is theirs, under their licences, which follow.',
  '',
  ...parts.map(({ name, version, license, source }) => `${name} ${version}, ${license}${source ? `, ${source}` : ''}`),
  ...parts.flatMap(({ name, version, texts }) => ['', line, `${name} ${version}`, line, '', texts.join('\n\n')]),
  '',
].join('\n'));
