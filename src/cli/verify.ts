import { ClusterOptions, clusters } from './clusters';
import { junit } from './junit';
import { readStacks, RefusedError, StacksOptions, UsageError } from './stacks';
import { Terminal } from './terminal';
import { changesText, reportText } from './verify-text';
import { StackInput } from '../constructs/stack-input';
import { StackKind } from '../constructs/stack-options';
import { nearest } from '../lib/fault';
import { Check } from '../verify/check';
import { aboutStack, CHECKS, checksOf } from '../verify/checks';
import { exitCode, Report, reportJson, verify as verifyCluster } from '../verify/verify';

/** Options of `serving-stack verify`. */
export interface VerifyOptions extends ClusterOptions, StacksOptions {
  readonly stack?: StackKind;
  readonly output: string;
  readonly watch?: boolean;
  /** Seconds from one reading to the next. */
  readonly interval: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Whether the API server is asked what it would say to new objects. */
  readonly dryRun: boolean;
}

/** How reports are printed. */
export const VERIFY_FORMATS = ['table', 'json', 'junit'];

/** Checks whether clusters meet what a stack needs, and returns the exit code that says so. */
export async function verify(file: string | undefined, options: VerifyOptions, terminal: Terminal): Promise<number> {
  if (options.watch && (options.output === 'junit' || options.dump !== undefined)) {
    throw new UsageError(`--watch: ${options.dump !== undefined ? 'a dump does not change' : 'junit is one document, choose table or json'}`);
  }
  if (file === undefined && options.config !== undefined) {
    throw new UsageError('--config: belongs to a ServingStack file, name that too');
  }
  const input = file === undefined ? { stack: options.stack } : { ...readStack(file, options), ...options.stack && { stack: options.stack } };
  const checks = selected(checksOf(input.stack), options);
  const opened = await clusters(options);
  const about = aboutStack(input);
  const read = () => Promise.all(opened.map(open => verifyCluster(open(), checks, about)));
  let reports = await read();
  print(reports, options, terminal);
  if (options.watch) {
    reports = await watch(reports, read, options, terminal);
  }
  return exitCode(reports);
}

/** The one stack of a file. */
function readStack(file: string, options: StacksOptions): StackInput {
  const inputs: StackInput[] = [];
  readStacks([file], { place: '.', ...options }, Terminal.silent(), ({ input }) => inputs.push(input));
  if (inputs.length !== 1) {
    throw new RefusedError([`${file}: holds ${inputs.length} ServingStacks, name the file of one`]);
  }
  return inputs[0];
}

/** The checks that --only, --skip and --no-dry-run leave; a component stands for all of its own. */
function selected(checks: readonly Check[], { only, skip, dryRun }: VerifyOptions): Check[] {
  const names = new Set(CHECKS.flatMap(({ code, component }) => [code, component.key]));
  for (const [option, codes] of Object.entries({ only, skip })) {
    const unknown = codes?.find(code => !names.has(code));
    if (unknown !== undefined) {
      const meant = nearest(unknown, names);
      throw new UsageError(`--${option}: there is no check ${unknown}${meant ? `, did you mean ${meant}?` : ''}`);
    }
  }
  const named = ({ code, component }: Check, codes: readonly string[]) => codes.includes(code) || codes.includes(component.key);
  const offers = ({ reads }: Check) => Object.values(reads).some(({ verb }) => verb === 'create');
  const left = checks.filter(check => (dryRun || !offers(check)) && (!only || named(check, only)) && !(skip && named(check, skip)));
  if (left.length === 0) {
    throw new UsageError('--only and --skip leave no check of this stack');
  }
  return left;
}

function print(reports: readonly Report[], { output }: VerifyOptions, terminal: Terminal): void {
  if (output === 'table') {
    terminal.print(reports.map(report => reportText(report, terminal.colours)).join('\n'));
  } else if (output === 'junit') {
    terminal.print(junit(reports));
  } else {
    terminal.print(`${JSON.stringify(reportJson(reports), undefined, 2)}\n`);
  }
}

/** Reads again and again, and prints what changed, until somebody has seen enough. */
async function watch(first: Report[], read: () => Promise<Report[]>, options: VerifyOptions, terminal: Terminal): Promise<Report[]> {
  let last = first;
  const stop = new Promise<void>(resolve => {
    ['SIGINT', 'SIGTERM'].forEach(signal => process.once(signal, () => resolve()));
    // nobody reads on
    process.stdout.once('error', () => resolve());
  });
  let stopped = false;
  void stop.then(() => stopped = true);
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([stop, new Promise(resolve => timer = setTimeout(resolve, options.interval * 1000))]);
    clearTimeout(timer);
    if (stopped) {
      return last;
    }
    const next = await Promise.race([stop, read()]);
    if (!next) {
      return last;
    }
    const changes = next.map((report, i) => changesText(last[i], report, terminal.colours)).join('');
    if (changes !== '') {
      terminal.print(options.output === 'json' ? `${JSON.stringify(reportJson(next), undefined, 2)}\n` : changes);
    }
    last = next;
  }
}
