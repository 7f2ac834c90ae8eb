import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemsOf } from './support/crd-validation';
import { Output, outsideCharts, stackOutput } from './support/render';
import { VARIANTS } from './support/variants';
import { GaieCrds, ModelExpress } from '../src';

/** What has snapshots of its own. */
const PARTS = outsideCharts(app => [new GaieCrds(app, 'gaie-crds'), new ModelExpress(app, 'model-express')]);

describe.each(VARIANTS)('%s', (_, props) => {
  let output: Output;

  beforeAll(() => {
    output = stackOutput(props);
  });

  test('renders as in the snapshot', () => {
    const plain = stackOutput({ stack: props.stack });
    expect(output.text(PARTS, ...Object.keys(props).length > 1 ? [plain] : [])).toMatchSnapshot();
  });

  test('renders what the API server takes', () => {
    expect(output.objects.length).toBeGreaterThan(0);
    expect(output.objects.flatMap(problemsOf)).toEqual([]);
  });

  test('keeps apart what cannot be applied at once: charts, CRDs and what is of their kinds', () => {
    for (const objects of Object.values(output.objectsByFile)) {
      const kinds = new Set(objects.map(({ kind }) => kind));
      expect(kinds.has('HelmChart') ? [...kinds] : []).toEqual(kinds.has('HelmChart') ? ['HelmChart'] : []);
      const defined = objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ spec }) => spec.names.kind);
      expect(defined.filter(kind => kinds.has(kind))).toEqual([]);
    }
  });

  test('never enables a second allocator of GPUs', () => {
    expect(Object.values(output.files).join()).not.toMatch(/device-?plugin/i);
  });
});

test('the same stack gives the same bytes, in other processes, time zones, languages and folders too', () => {
  const root = join(__dirname, '..');
  const folder = mkdtempSync(join(tmpdir(), 'serving-stack-'));
  const script = join(folder, 'synth.js');
  const source = `
    import { stackOutput } from './test/support/render';
    import { VARIANTS } from './test/support/variants';
    process.stdout.write(JSON.stringify(VARIANTS.map(([, props]) => stackOutput(props).files)));`;
  try {
    const bundle = ['--bundle', '--platform=node', '--log-level=error', `--outfile=${script}`];
    execFileSync(require.resolve('esbuild/bin/esbuild'), bundle, { cwd: root, input: source });
    const here = JSON.stringify(VARIANTS.map(([, props]) => stackOutput(props).files));
    for (const [TZ, LC_ALL, cwd] of [['Pacific/Kiritimati', 'tr_TR.UTF-8', folder], ['America/St_Johns', 'C', root]]) {
      const env = { PATH: process.env.PATH, TZ, LC_ALL, LANG: LC_ALL, LANGUAGE: LC_ALL };
      expect(execFileSync(process.execPath, [script], { cwd, env, maxBuffer: 2 ** 26 }).toString()).toBe(here);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
