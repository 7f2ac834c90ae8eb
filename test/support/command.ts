import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { main } from '../../src/cli/main';

/** A folder of a test's own. */
export interface TemporaryFolder {
  path(...names: string[]): string;
  /** Writes a file and returns its path. */
  write(name: string, text: string): string;
  /** Every file below, by its path. */
  tree(name?: string): Record<string, string>;
}

/** A folder that is made before each test and removed after it. */
export function temporaryFolder(): TemporaryFolder {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'serving-stack-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const path = (...names: string[]) => join(root, ...names);
  return {
    path,
    write: (name, text) => {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      return path(name);
    },
    tree: (name = '') => Object.fromEntries(filesBelow(path(name)).map(file => [relative(path(name), file), readFileSync(file, 'utf8')])),
  };
}

/** What the command printed, and its exit code. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process. */
export function run(...args: string[]): Run {
  const { code, texts } = start(args);
  return { code: code as number, ...texts() };
}

/** Runs the command where it reads clusters. */
export async function runLater(...args: string[]): Promise<Run> {
  const { code, texts } = start(args);
  return { code: await code, ...texts() };
}

function start(args: string[]) {
  const [out, err]: string[][] = [[], []];
  const stream = (texts: string[]) => ({ isTTY: false, write: (text: string) => texts.push(text) }) as unknown as NodeJS.WriteStream;
  const code = main(args, '1.2.3', stream(out), stream(err));
  return { code, texts: () => ({ out: out.join(''), err: err.join('') }) };
}

/** A ServingStack document. */
export function document(name: string, spec = ''): string {
  return `apiVersion: infrastructure.modelplane.ai/v1alpha1
kind: ServingStack
metadata: { name: ${name}, namespace: platform }
spec:
  secrets: [{ type: Kubeconfig, name: kubeconfig, key: kubeconfig }]
${spec}`;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).sort().flatMap(name => {
    const file = join(folder, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });
}
