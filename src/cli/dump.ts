import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ClusterOptions, clusters } from './clusters';
import { UsageError } from './stacks';
import { Terminal } from './terminal';
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
  const opened = await clusters(options);
  const { output, dryRun } = options;
  if (opened.length > 1 && !output?.endsWith('/')) {
    throw new UsageError(`-o: ${opened.length} clusters go to a folder, name it with a slash at its end`);
  }
  const reads = [...readsOf(CHECKS), ...Object.values(STATUS_READS)].filter(({ verb }) => dryRun || verb !== 'create');
  const dumped = await Promise.all(opened.map(async open => {
    const cluster = open();
    return dumpOf(cluster, await readAll(cluster, reads));
  }));
  dumped.forEach(one => write(one, output, terminal));
  return dumped.some(({ answers }) => Object.values(answers).some(answer => 'unreadable' in answer)) ? 2 : 0;
}

function write(one: Dump, output: string | undefined, terminal: Terminal): void {
  const text = `${JSON.stringify(one)}\n`;
  if (output === undefined || output === '-') {
    terminal.print(text);
  } else {
    const file = output.endsWith('/') ? join(output, `${one.metadata.name.replace(/[^A-Za-z0-9._-]/g, '_')}.json`) : output;
    mkdirSync(dirname(file), { recursive: true });
    // names of nodes and addresses are nobody else's business
    const descriptor = openSync(`${file}.tmp`, 'w', 0o600);
    writeSync(descriptor, text);
    closeSync(descriptor);
    renameSync(`${file}.tmp`, file);
    terminal.list([{ folder: dirname(file), count: 1, files: [basename(file)] }]);
  }
  const unreadable = Object.entries(one.answers).filter(([, answer]) => 'unreadable' in answer);
  unreadable.forEach(([path, answer]) => terminal.warn(`${one.metadata.name}: ${path}: ${(answer as { unreadable: string }).unreadable}`));
}
