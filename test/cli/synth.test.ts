import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { ServingStack } from '../../src';
import { document, run, temporaryFolder } from '../support/command';

const folder = temporaryFolder();
const EXAMPLE = join(__dirname, '..', '..', 'examples', 'west-gke-stack.yaml');

describe('the tree', () => {
  test('is a folder for each stack, the same bytes as an app writes', () => {
    expect(run('synth', EXAMPLE, '-o', folder.path('out')).code).toBe(0);
    const app = new App({ outdir: folder.path('app'), outputFileExtension: '.yaml' });
    ServingStack.fromManifest(app, 'west', EXAMPLE);
    app.synth();
    const { '.serving-stack': marker, 'README.md': readme, ...files } = folder.tree('out/west-gke-stack');
    expect(files).toEqual(folder.tree('app'));
    expect(marker).toContain('serving-stack');
    expect(readme).toContain('kubectl apply --server-side -f west-gke-stack');
    expect(readme).toMatch(/^## How to upgrade\n[^#]*--version v1\.8\.4 [^#]*^## How to remove this stack$/m);
    expect(readme).not.toContain('The cluster provides');
    expect(readdirSync(folder.path('out'))).toEqual(['west-gke-stack']);
  });

  test('is listed on standard output, the stack\'s files or each stack of several', () => {
    const one = run('synth', EXAMPLE, '-o', folder.path('out'));
    expect(one.out.split('\n')).toContain(folder.path('out/west-gke-stack/10-cert-manager.yaml'));
    const two = run('synth', EXAMPLE, folder.write('east.yaml', document('east')), '-o', folder.path('out'));
    expect(two.out).toBe(`${folder.path('out/west-gke-stack')}: 23 files\n${folder.path('out/east')}: 23 files\n`);
  });

  test('is replaced as a whole, and nothing else is', () => {
    folder.write('out/other/notes.txt', 'keep');
    run('synth', EXAMPLE, '-o', folder.path('out'));
    folder.write('out/west-gke-stack/99-stale.yaml', 'stale');
    run('synth', EXAMPLE, '-o', folder.path('out'));
    expect(folder.tree('out')).toHaveProperty(['other/notes.txt'], 'keep');
    expect(readdirSync(folder.path('out/west-gke-stack'))).not.toContain('99-stale.yaml');
  });

  test('is not written over a folder that is somebody else\'s', () => {
    folder.write('out/west-gke-stack/mine.yaml', 'mine');
    const { code, err } = run('synth', EXAMPLE, '-o', folder.path('out'));
    expect(code).toBe(1);
    expect(err).toContain(`error: ${folder.path('out/west-gke-stack')}: was not written by serving-stack`);
    expect(folder.tree('out')).toEqual({ 'west-gke-stack/mine.yaml': 'mine' });
  });

  test('is written into a folder that is empty', () => {
    mkdirSync(folder.path('out/west-gke-stack'), { recursive: true });
    expect(run('synth', EXAMPLE, '-o', folder.path('out')).code).toBe(0);
  });
});

describe('inputs', () => {
  test('are any number of files, each with any number of documents', () => {
    const several = folder.write('several.yaml', [document('a'), '---\n', document('b')].join(''));
    expect(run('synth', several, folder.write('c.yaml', document('c')), '-o', folder.path('out')).code).toBe(0);
    expect(readdirSync(folder.path('out'))).toEqual(['a', 'b', 'c']);
  });

  test('are folders, whose other documents are skipped with a note', () => {
    folder.write('stacks/a.yml', document('a'));
    folder.write('stacks/config.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n');
    folder.write('stacks/notes.txt', 'not YAML: [');
    const { code, err } = run('synth', folder.path('stacks'), '-o', folder.path('out'));
    expect(code).toBe(0);
    expect(err).toContain(`note: ${folder.path('stacks/config.yaml')}:1:1: "ConfigMap" is not for this command, skipped`);
  });

  test.each([
    ['a folder without any', () => (folder.write('stacks/config.yaml', 'kind: ConfigMap\n'), folder.path('stacks')), 'no ServingStack document found'],
    ['an empty folder', () => (mkdirSync(folder.path('stacks')), folder.path('stacks')), 'has no .yaml, .yml or .json file'],
    ['a file that is not there', () => folder.path('missing.yaml'), 'missing.yaml: cannot be read: there is no such file, check the path'],
    ['an empty file', () => folder.write('empty.yaml', ''), 'no ServingStack document found'],
  ])('%s is an error', (_, input, message) => {
    const { code, err } = run('synth', input(), '-o', folder.path('out'));
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
    expect(readdirSync(folder.path())).not.toContain('out');
  });

  test.each([
    ['a device', '/dev/zero', 'it is a device, must be a file or a pipe'],
    ['a device that is empty', '/dev/null', 'it is a device, must be a file or a pipe'],
    ['what may wait forever', '/proc/kmsg', ''],
  ])('%s is refused at once', (_, input, message) => {
    expect(run('synth', input, '-o', folder.path('out'))).toEqual({ code: 1, out: '', err: expect.stringContaining(`${input}: cannot be read: ${message}`) });
  });

  test('of absurd size are refused with it', () => {
    const file = folder.write('big.yaml', '');
    truncateSync(file, 64 * 1024 ** 2 + 1);
    expect(run('synth', file, '-o', folder.path('out')))
      .toEqual({ code: 1, out: '', err: `error: ${file}: cannot be read: it has 65 MiB, must have at most 64 MiB\n` });
  });

  describe('are pipes too', () => {
    /** A pipe that a program writes to. */
    const pipe = (program: string, ...args: string[]) => {
      execFileSync('mkfifo', [folder.path('pipe')]);
      spawn('sh', ['-c', 'exec "$@" > "$0"', folder.path('pipe'), program, ...args], { stdio: 'ignore' });
      return folder.path('pipe');
    };

    test('which are read to their end', () => {
      expect(run('synth', pipe('cat', EXAMPLE), '-o', folder.path('out')).code).toBe(0);
      expect(readdirSync(folder.path('out'))).toEqual(['west-gke-stack']);
    });

    test('unless they have none', () => {
      expect(run('synth', pipe('cat', '/dev/zero'), '-o', folder.path('out')).err)
        .toBe(`error: ${folder.path('pipe')}: cannot be read: it has more than 64 MiB, must have at most 64 MiB\n`);
    });
  });

  test('with equal names are refused, naming both places', () => {
    const { code, err } = run('synth', folder.write('a.yaml', document('same')), folder.write('b.yaml', document('same')), '-o', folder.path('out'));
    expect(code).toBe(1);
    expect(err).toBe(`error: ${folder.path('b.yaml')}:1:1: metadata.name: "same" is the name of the stack at ${folder.path('a.yaml')}:1:1 too, must be unique\n`);
  });

  test('that are wrong are reported all at once, and nothing is written', () => {
    folder.write('stacks/a.yaml', document('a', '  nvidiaDriverRoot: relative\n  gateway: { className: Envoy }\n'));
    folder.write('stacks/b.yaml', document('b', '  stak: Dynamo\n'));
    folder.write('stacks/c.yaml', document('c'));
    const { code, err, out } = run('synth', folder.path('stacks'), '-o', folder.path('out'));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.replaceAll(folder.path('stacks/'), '').trim().split('\n').map(line => line.split(', ')[0])).toEqual([
      'error: a.yaml:6:21: spec.nvidiaDriverRoot: "relative" is not absolute',
      'error: a.yaml:7:25: spec.gateway.className: "Envoy" is not a DNS subdomain',
      'error: b.yaml:6:3: spec.stak: unknown field',
    ].map(expect.stringContaining.bind(expect)));
    expect(readdirSync(folder.path())).not.toContain('out');
  });

  test('wrong ones leave what was written before as it was', () => {
    run('synth', EXAMPLE, '-o', folder.path('out'));
    const before = folder.tree('out');
    copyFileSync(EXAMPLE, folder.path('good.yaml'));
    expect(run('synth', folder.path('good.yaml'), folder.write('bad.yaml', document('bad', '  stack: Other\n')), '-o', folder.path('out')).code).toBe(1);
    expect(folder.tree('out')).toEqual(before);
  });
});

describe('--stdout', () => {
  test('prints the YAML of a single stack, the files one after the other', () => {
    run('synth', EXAMPLE, '-o', folder.path('out'));
    const { code, out } = run('synth', EXAMPLE, '--stdout');
    const files = Object.entries(folder.tree('out/west-gke-stack')).filter(([name]) => name.endsWith('.yaml'));
    expect({ code, out }).toEqual({ code: 0, out: files.map(([, text]) => text).join('---\n') });
  });

  test('prints no two', () => {
    const { code, err } = run('synth', EXAMPLE, folder.write('east.yaml', document('east')), '--stdout');
    expect({ code, err }).toEqual({ code: 64, err: expect.stringContaining('--stdout prints one stack, found 2') });
  });
});

describe('warnings', () => {
  test('stand on standard error, once for all stacks', () => {
    const names = ['a', 'b', 'c', 'd'];
    names.forEach(name => folder.write(`stacks/${name}.yaml`, document(name)));
    const { err } = run('synth', folder.path('stacks'), '-o', folder.path('out'));
    expect(err).toBe('warning: 4 stacks: spec.secrets: not used by delivery helm-chart\n');
  });

  test('are left out by --quiet, as is the list of files', () => {
    expect(run('synth', EXAMPLE, '-o', folder.path('out'), '--quiet')).toEqual({ code: 0, out: '', err: '' });
  });
});

test.each([
  ['no input', ['synth', '-o', 'out'], 'name the files to read'],
  ['no place to write', ['synth', EXAMPLE], 'choose where to write'],
  ['two places to write', ['synth', EXAMPLE, '-o', 'out', '--stdout'], 'choose where to write'],
  ['a place without a name', ['synth', EXAMPLE, '-o', ''], 'the folder has no name'],
  ['an unknown option', ['synth', EXAMPLE, '--outptu', 'out'], 'unknown option'],
  ['an unknown command', ['snth'], 'unknown command'],
  ['an unknown engine', ['synth', EXAMPLE, '-o', 'out', '--delivery', 'helmchart'], 'helmchart is not an engine, must be one of helm-chart'],
])('%s is bad usage', (_, args, message) => {
  expect(run(...args)).toEqual({ code: 64, out: '', err: expect.stringContaining(message) });
});

test.each([
  [['--version'], '1.2.3\n'],
  [['synth', '--help'], expect.stringContaining('Usage: serving-stack synth')],
])('%j succeeds', (args, out) => {
  expect(run(...args)).toEqual({ code: 0, out, err: '' });
});

test('a wrong name is blamed alone, not what would follow from it', () => {
  const config = folder.write('flux.yaml', 'delivery: { engine: flux, path: clusters }\n');
  const { code, err } = run('synth', folder.write('evil.yaml', document('../../evil')), '-o', folder.path('out'), '--config', config);
  expect({ code, lines: err.trim().split('\n') }).toEqual({ code: 1, lines: [expect.stringContaining('metadata.name: "../../evil" is not')] });
});

describe('what cannot be written ends in 2', () => {
  test.each([
    ['a file', () => folder.write('file', ''), () => `${folder.path('file')}: is a file`],
    ['what is below a file', () => join(folder.write('file', ''), 'a', 'b'), () => `${folder.path('file')}: is a file`],
    ['what is below a device', () => '/dev/null/out', () => '/dev/null: is a device'],
    ['what is below no folder that could be made', () => '/proc/none/out', () => '/proc/none: cannot be made'],
  ])('%s', (_, output, message) => {
    expect(run('synth', EXAMPLE, '-o', output()))
      .toEqual({ code: 2, out: '', err: expect.stringContaining(`error: ${message()}, choose a folder to write into`) });
  });
});
