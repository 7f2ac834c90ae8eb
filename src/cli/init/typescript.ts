import { kubeconfig, lowest, NewApp } from './new-app';
import { Commands, readme, sharedFiles, staleMessage, workflow } from './shared';

/** Strips types without a check, which is for the test: next to nothing slower than JavaScript, where ts-node takes seconds. */
const REGISTER = { sucrase: '^3.35.0' };

const COMMANDS: Commands = {
  needs: [],
  install: ['npm install'],
  synth: 'npx cdk8s synth',
  test: 'npm test',
  lock: 'package-lock.json',
};

/** An app in TypeScript. */
export function typescriptApp(app: NewApp): Record<string, string> {
  return {
    ...sharedFiles('typescript', 'node -r sucrase/register main.ts', ['node_modules/']),
    '.github/workflows/serving-stack.yaml': workflow(app, '', { ...COMMANDS, install: ['npm ci'] }),
    'README.md': readme(app, COMMANDS),
    'main.ts': main(app),
    'main.test.ts': TEST,
    'package.json': manifest(app),
    'tsconfig.json': TSCONFIG,
  };
}

function main(app: NewApp): string {
  const { name, stack, delivery } = app;
  const names = ['Delivery', ...delivery.remote ? ['SecretType'] : [], 'ServingStack', 'StackKind'];
  const appOptions = ['outdir', "outputFileExtension: '.yaml'",
    ...delivery.folders ? ['yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE'] : []];
  const secret = kubeconfig(app);
  const secrets = `    secrets: [{ type: SecretType.KUBECONFIG, name: ${literal(secret.name)}, key: ${literal(secret.key)} }],\n`;
  const options = Object.entries(delivery.options).map(([key, value]) => `${key}: ${literal(value)}`).join(', ');
  return `import { App${delivery.folders ? ', YamlOutputType' : ''} } from 'cdk8s';
import { ${names.join(', ')} } from 'cdk8s-serving-stack';

/** The app, which writes to \`dist/\` unless told otherwise. */
export function createApp(outdir?: string): App {
  const app = new App({ ${appOptions.join(', ')} });
  const stack = new ServingStack(app, ${literal(name)}, {
    stack: StackKind.${stack.toUpperCase()},
${delivery.remote ? secrets : ''}    delivery: Delivery.${delivery.factory}(${options && `{ ${options} }`}),
  });
  stack.warnings.forEach(warning => console.error(warning));
  return app;
}

if (require.main === module) {
  createApp().synth();
}
`;
}

const TEST = `import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApp } from './main';

test('dist/ is what the app writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'app-'));
  try {
    createApp(folder).synth();
    const written = files(folder);
    const committed = files(join(__dirname, 'dist'));
    const stale = Object.keys({ ...written, ...committed }).filter(file => written[file] !== committed[file]);
    assert.ok(stale.length === 0, \`dist/ is stale: \${stale.join(', ')}: ${staleMessage(COMMANDS)}\`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The text of every file below a folder, by its path. */
function files(folder: string): Record<string, string> {
  const paths = existsSync(folder) ? readdirSync(folder, { encoding: 'utf8', recursive: true }) : [];
  return Object.fromEntries(paths
    .filter(path => statSync(join(folder, path)).isFile())
    .map(path => [path, readFileSync(join(folder, path), 'utf8')]));
}
`;

function manifest({ name, pins }: NewApp): string {
  const { peers, tools, version } = pins;
  const exact = Object.fromEntries(Object.entries(peers).map(([peer, range]) => [peer, lowest(range)]));
  const tool = (...names: string[]) => Object.fromEntries(names.map(key => [key, tools[key]]));
  return `${JSON.stringify({
    name,
    private: true,
    scripts: {
      synth: 'cdk8s synth',
      test: 'tsc && node -r sucrase/register --test main.test.ts',
    },
    dependencies: sorted({ ...exact, 'cdk8s-serving-stack': version }),
    devDependencies: sorted({ ...tool('@types/node', 'cdk8s-cli', 'typescript'), ...REGISTER }),
  }, undefined, 2)}\n`;
}

// a file at a time is all that is seen where types are stripped
const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "node16",
    "types": ["node"],
    "strict": true,
    "isolatedModules": true,
    "skipLibCheck": true,
    "noEmit": true
  }
}
`;

function sorted(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => a < b ? -1 : 1));
}

/** A literal in single quotes. */
function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
