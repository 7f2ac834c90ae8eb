import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ClusterOptions, clusters } from './clusters';
import { UsageError } from './stacks';
import { Terminal } from './terminal';
import { printable } from './verify-text';
import { CHECKS } from '../verify/checks';
import { Dump, dumpOf } from '../verify/dump';
import { STATUS_READS } from '../verify/status';
import { readAll, readsOf } from '../verify/verify';

/** Options of `serving-stack dump`. */
export interface DumpOptions extends ClusterOptions {
  readonly output?: string;
  /** Whether the API server is asked what it would say to new objects. */
  readonly dryRun: boolean;
}

/** Records what verify and status read of clusters: one to standard output or a file, several to a folder. Returns the exit code. */
export async function dump(options: DumpOptions, terminal: Terminal): Promise<number> {
  const { output, dryRun } = options;
  if (output !== undefined && !isFolder(output) && existsSync(output) && statSync(output).isDirectory()) {
    throw new UsageError(`-o: ${output} is a folder, name it with a slash at its end`);
  }
  const opened = (await clusters(options)).map(open => open());
  if (opened.length > 1 && !isFolder(output)) {
    throw new UsageError(`-o: ${opened.length} clusters go to a folder, name it with a slash at its end`);
  }
  const same = opened.find(({ name }, i) => opened.some((other, j) => j < i && fileOf(other.name) === fileOf(name)));
  if (same) {
    const names = opened.map(({ name }) => name).filter(name => fileOf(name) === fileOf(same.name));
    throw new UsageError(`-o: ${names.join(' and ')} would both be ${fileOf(same.name)}, dump them one by one with --context`);
  }
  const reads = [...readsOf(CHECKS), ...Object.values(STATUS_READS)].filter(({ verb }) => dryRun || verb !== 'create');
  const dumped = await Promise.all(opened.map(async cluster => dumpOf(cluster, await readAll(cluster, reads))));
  dumped.forEach(one => write(one, output, terminal));
  return dumped.some(({ answers }) => Object.values(answers).some(answer => 'unreadable' in answer)) ? 2 : 0;
}

function write(one: Dump, output: string | undefined, terminal: Terminal): void {
  const text = `${JSON.stringify(one)}\n`;
  if (output === undefined || output === '-') {
    terminal.print(text);
  } else {
    const file = isFolder(output) ? join(output, fileOf(one.metadata.name)) : output;
    mkdirSync(dirname(file), { recursive: true });
    replace(file, text);
    terminal.list([{ folder: dirname(file), count: 1, files: [basename(file)] }]);
  }
  const unreadable = Object.entries(one.answers).filter(([, answer]) => 'unreadable' in answer);
  unreadable.forEach(([path, answer]) => terminal.warn(`${one.metadata.name}: ${path}: ${printable((answer as { unreadable: string }).unreadable)}`));
}

/** Writes a file whole or not at all. */
function replace(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  try {
    // names of nodes and addresses are nobody else's business
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function isFolder(output: string | undefined): boolean {
  return output?.endsWith('/') ?? false;
}

function fileOf(cluster: string): string {
  return `${cluster.replace(/[^A-Za-z0-9._-]/g, '_')}.json`;
}
