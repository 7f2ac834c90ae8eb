import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** Of what is kept: another form of it never meets entries of this one. */
const FORM = 1;

/** Entries that nobody asked for as long as this are removed. */
const MAX_AGE = 30 * 24 * 60 * 60 * 1000;

/** What charts were rendered to, by all that it depends on, in a folder that several runs may share. */
export class RenderCache {
  private pruned = false;

  /** In the given folder, which must be writable, or in the user's cache directory, which need not be. */
  constructor(private readonly given?: string) {}

  /** What was stored under the key. */
  public load<T>(key: unknown): T | undefined {
    const file = this.file(key);
    if (file === undefined) {
      return undefined;
    }
    try {
      const value = deserialize(readFileSync(file));
      // a shared folder may be read-only
      attempt(() => utimesSync(file, new Date(), new Date()));
      return value;
    } catch {
      // missing, or written by half in a crash, or by a Node.js of another form: rendered anew
      return undefined;
    }
  }

  /** Stores a value of data; two runs that store under one key store the same. */
  public store(key: unknown, value: unknown): void {
    const file = this.file(key);
    if (file === undefined) {
      return;
    }
    const unfinished = `${file}.${randomUUID()}`;
    try {
      // charts may render Secrets
      mkdirSync(this.folder!, { recursive: true, mode: 0o700 });
      writeFileSync(unfinished, serialize(value), { mode: 0o600 });
      renameSync(unfinished, file);
      this.prune();
    } catch (error) {
      attempt(() => rmSync(unfinished, { force: true }));
      if (this.given !== undefined) {
        throw new Error(`cacheFolder: cannot write to ${this.folder}: ${(error as Error).message}, choose another folder or set cache to false`);
      }
    }
  }

  private get folder(): string | undefined {
    return this.given === undefined ? defaultFolder() : resolve(this.given);
  }

  private file(key: unknown): string | undefined {
    const { folder } = this;
    return folder && join(folder, `${createHash('sha256').update(JSON.stringify([FORM, key])).digest('hex')}.cache`);
  }

  private prune(): void {
    if (this.pruned) {
      return;
    }
    this.pruned = true;
    for (const name of readdirSync(this.folder!)) {
      const file = join(this.folder!, name);
      if (/^[0-9a-f]{64}\.cache/.test(name) && Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > MAX_AGE) {
        rmSync(file, { force: true });
      }
    }
  }
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // nothing depends on it
  }
}

/** Where programs of this user keep what they can make again. */
function defaultFolder(): string | undefined {
  const { env, platform } = process;
  const base = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME || (homedir() && join(homedir(), platform === 'darwin' ? 'Library/Caches' : '.cache'));
  return base ? join(base, 'cdk8s-serving-stack') : undefined;
}
