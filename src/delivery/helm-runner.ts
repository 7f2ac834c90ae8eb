import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, devNull, tmpdir } from 'node:os';
import { delimiter, join, resolve, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { show } from '../lib/fault';
import { compareVersions, parseVersion } from '../lib/semver';

/** The oldest helm whose `template` does all that is asked of it here. */
const MINIMUM = 'v3.14.0';

/** One call of helm. */
export interface HelmRun {
  readonly args: readonly string[];
  /** Text of the values file, whose path is added to the arguments. */
  readonly values?: string;
}

/** What a call of helm gave. */
export interface HelmResult {
  readonly stdout: string;
  /** Why it failed, in helm's own words on one line. */
  readonly failure?: string;
}

/** The helm executable, called without a cluster, a kube context, plugins or other settings of its user. */
export class Helm {
  /** Finds an executable by its path, or on PATH by its name. */
  public static find(executable: string): Helm {
    const isPath = executable.includes('/') || executable.includes(sep);
    const path = isPath ? fileAt(resolve(executable)) : onPath(executable);
    if (!path) {
      throw new Error(`${show(executable)} was not found${isPath ? '' : ' on PATH'}: delivery plain renders charts with Helm, `
        + `install version ${MINIMUM} or newer (https://helm.sh/docs/intro/install) or name its executable in the option helm`);
    }
    return new Helm(path);
  }

  private constructor(private readonly path: string) {}

  /** What changes when another helm stands at the path; none for a script, which may call another helm each time. */
  public get identity(): string | undefined {
    const file = realpathSync(this.path);
    const { size, mtimeMs } = statSync(file);
    return size < MEBIBYTE || startsWith(file, '#!') ? undefined : JSON.stringify([file, size, mtimeMs]);
  }

  /** The version, `v4.1.4`; refuses one that is too old. */
  public version(): string {
    let version = '';
    this.run([VERSION_RUN], result => {
      version = this.checkedVersion(result);
    });
    return version;
  }

  /** The version that a run of VERSION_RUN gave. */
  public checkedVersion({ stdout, failure }: HelmResult): string {
    const [text] = /v\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?/.exec(stdout) ?? [];
    const version = text === undefined ? undefined : parseVersion(text);
    if (failure !== undefined || !version) {
      throw new Error(`${this.path}: is not a helm that works: ${failure ?? `it calls its version ${show(stdout.trim())}`}, `
        + `install Helm ${MINIMUM} or newer (https://helm.sh/docs/intro/install)`);
    }
    if (compareVersions(version, parseVersion(MINIMUM)!) < 0) {
      throw new Error(`${this.path}: is Helm ${text}, which is too old: install ${MINIMUM} or newer (https://helm.sh/docs/intro/install)`);
    }
    return text!;
  }

  /** Calls helm once for each of the runs, several at a time; each result is taken when it is there, while others still run. */
  public run(runs: readonly HelmRun[], take: (result: HelmResult, i: number) => void): void {
    const folder = mkdtempSync(join(tmpdir(), 'serving-stack-helm-'));
    try {
      const calls = runs.map(({ args, values }, i): string[] => {
        const file = join(folder, `${i}.values.yaml`);
        if (values !== undefined) {
          writeFileSync(file, values, { mode: 0o600 });
        }
        return [...args, ...values === undefined ? [] : ['--values', file]];
      });
      runAll(this.path, calls, folder, i => {
        const read = (name: string) => readFileSync(join(folder, `${i}.${name}`), 'utf8');
        const end: End = JSON.parse(read('end'));
        take(end === 0 ? { stdout: read('out') } : { stdout: '', failure: typeof end === 'string' ? end : ownWords(read('err'), end) }, i);
      });
    } finally {
      // a helm that still runs, after another has failed, may write into it
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

/** What asks helm for its version. */
export const VERSION_RUN: HelmRun = { args: ['version', '--short'] };

const MEBIBYTE = 1024 * 1024;

/** How a call ended: with an exit code, or why it could not begin or was killed. */
type End = number | string;

/**
 * What runs in a thread of its own, since a constructor can only wait: as text, which the package and the one file of the command
 * hold alike. The calls write into files, so that no output is too large. `states` has the number of calls that have ended, or -1
 * where the thread failed, and then for each call whether it has.
 */
const THREAD = `
const { closeSync, openSync, writeFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const { path, calls, folder, env, atOnce, states } = require('node:worker_threads').workerData;
let next = 0;
let running = 0;
process.on('uncaughtException', error => {
  writeFileSync(folder + '/failure', String(error));
  Atomics.store(states, 0, -1);
  Atomics.notify(states, 0);
});
function begin() {
  while (running < atOnce && next < calls.length) {
    call(next++);
  }
}
function call(i) {
  const files = ['out', 'err'].map(name => openSync(folder + '/' + i + '.' + name, 'w'));
  running++;
  const end = how => {
    if (Atomics.load(states, i + 1) === 1) {
      return;
    }
    files.forEach(file => closeSync(file));
    writeFileSync(folder + '/' + i + '.end', JSON.stringify(how));
    Atomics.store(states, i + 1, 1);
    Atomics.add(states, 0, 1);
    Atomics.notify(states, 0);
    running--;
    setImmediate(begin);
  };
  try {
    const child = spawn(path, calls[i], { cwd: folder, env, stdio: ['ignore', ...files], windowsHide: true });
    child.on('error', error => end('cannot be run: ' + error.message));
    child.on('close', (code, signal) => end(code === null ? 'was killed by ' + signal : code));
  } catch (error) {
    end('cannot be run: ' + error.message);
  }
}
begin();
`;

function runAll(path: string, calls: readonly string[][], folder: string, take: (i: number) => void): void {
  const states = new Int32Array(new SharedArrayBuffer(4 * (calls.length + 1)));
  // a call waits for files or the network for much of its time
  const atOnce = Math.max(4, availableParallelism());
  const worker = new Worker(THREAD, { eval: true, execArgv: [], workerData: { path, calls, folder, env: environment(folder), atOnce, states } });
  const open = new Set(calls.keys());
  try {
    while (open.size > 0) {
      Atomics.wait(states, 0, calls.length - open.size);
      if (Atomics.load(states, 0) < 0) {
        throw new Error(`cannot run ${path}: ${readFileSync(join(folder, 'failure'), 'utf8')}`);
      }
      for (const i of open) {
        if (Atomics.load(states, i + 1) === 1) {
          open.delete(i);
          take(i);
        }
      }
    }
  } finally {
    void worker.terminate();
  }
}

/**
 * What helm sees of this process: its network settings, and of the user's own helm only what signs in to registries and
 * repositories. Caches and plugins are empty ones, and times are UTC, for the same bytes on every machine.
 */
function environment(folder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:HELM_|KUBE)/.test(name));
  const signIn = SIGN_IN.flatMap(name => process.env[name] ? [[name, resolve(process.env[name]!)]] : []);
  return {
    ...Object.fromEntries([...own, ...signIn]),
    KUBECONFIG: devNull,
    HELM_CACHE_HOME: join(folder, 'cache'),
    HELM_DATA_HOME: join(folder, 'data'),
    TZ: 'UTC',
  };
}

const SIGN_IN = ['HELM_CONFIG_HOME', 'HELM_REGISTRY_CONFIG', 'HELM_REPOSITORY_CONFIG'];

/** The error that helm prints at its end, without its notes before. */
function ownWords(stderr: string, code: number): string {
  const start = stderr.search(/^Error: /m);
  const words = stderr.slice(Math.max(0, start)).replace(/^Error: /, '')
    .replace(/Use --debug flag to render out invalid YAML\s*$/, '').replace(/\s+/g, ' ').trim();
  return words || `it ended with exit code ${code}`;
}

function onPath(name: string): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean)
    .flatMap(folder => endings.map(ending => resolve(folder, name + ending)))
    .find(fileAt);
}

function fileAt(path: string): string | undefined {
  return existsSync(path) && statSync(path).isFile() ? path : undefined;
}

function startsWith(file: string, text: string): boolean {
  const start = Buffer.alloc(text.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start, 0, text.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.toString('latin1') === text;
}
