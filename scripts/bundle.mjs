// Bundles the serving-stack command into one file: node scripts/bundle.mjs [FILE]
import { createRequire } from 'node:module';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outfile = process.argv[2] ?? join(root, 'bin', 'serving-stack.js');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const options = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  // cdk8s and our errors tell classes apart by their names
  keepNames: true,
  // whole licences stand in THIRD-PARTY-LICENSES, which third-party.mjs writes
  legalComments: 'none',
  metafile: true,
  absWorkingDir: root,
  logLevel: 'warning',
};
// half as large as all the rest, and only those who read clusters load it
const client = '@kubernetes/client-node/dist/config.js';

const command = await build({
  ...options,
  entryPoints: [join(root, 'src', 'cli', 'bin.ts')],
  outfile,
  banner: { js: '#!/usr/bin/env node' },
  define: { SERVING_STACK_VERSION: JSON.stringify(version) },
  plugins: [{
    name: 'client apart',
    setup: ({ onResolve }) => onResolve({ filter: new RegExp(`^${client}$`) }, () => ({ path: './kubernetes-client.js', external: true })),
  }],
});
const clientBundle = await build({
  ...options,
  entryPoints: [createRequire(join(root, 'package.json')).resolve(client)],
  outfile: join(dirname(outfile), 'kubernetes-client.js'),
});
chmodSync(outfile, 0o755);

const metafiles = [command.metafile, clientBundle.metafile];
writeFileSync(outfile.replace(/\.js$/, '.meta.json'), JSON.stringify({
  inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
  outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
}));
