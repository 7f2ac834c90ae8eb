import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from 'jsii-pacmak/package.json';
import { westCluster } from '../../examples/typescript/main';
import { devDependencies, peerDependencies } from '../../package.json';

const EXAMPLES = join(__dirname, '..', '..', 'examples');

/** What makes each example's versions. */
const PINS: Readonly<Record<string, string>> = { go: 'go.mod', java: 'pom.xml', python: 'requirements.txt' };

test.each(['typescript', ...Object.keys(PINS)])('the example in %s has the output that the one in TypeScript writes', language => {
  const outdir = mkdtempSync(join(tmpdir(), 'example-'));
  try {
    westCluster(outdir).synth();
    expect(contents(join(EXAMPLES, language, 'dist'))).toEqual(contents(outdir));
  } finally {
    rmSync(outdir, { recursive: true });
  }
});

describe.each(Object.entries(PINS))('the example in %s', (language, pins) => {
  test.each(Object.keys(peerDependencies))('pins %s to the version that is tested', peer => {
    expect(readFileSync(join(EXAMPLES, language, pins), 'utf8')).toContain(devDependencies[peer as keyof typeof devDependencies]);
  });
});

test('the example in java pins jsii\'s runtime to that which the packages are made for', () => {
  expect(readFileSync(join(EXAMPLES, 'java', 'pom.xml'), 'utf8')).toContain(`<artifactId>jsii-runtime</artifactId>\n        <version>${version}</version>`);
});

function contents(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')]));
}
