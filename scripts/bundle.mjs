// Bundles the serving-stack command into one file: node scripts/bundle.mjs [FILE]
import { chmodSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outfile = process.argv[2] ?? join(root, 'bin', 'serving-stack.js');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

await build({
  entryPoints: [join(root, 'src', 'cli', 'bin.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  banner: { js: '#!/usr/bin/env node' },
  define: { SERVING_STACK_VERSION: JSON.stringify(version) },
  minify: true,
  // cdk8s and our errors tell classes apart by their names
  keepNames: true,
  legalComments: 'linked',
  logLevel: 'warning',
});
chmodSync(outfile, 0o755);
