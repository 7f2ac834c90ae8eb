import { closeSync, constants, openSync, readdirSync, readSync, Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from './fault';
import { compare } from './order';
import { Problem } from './schema';

const MIB = 1024 ** 2;
/** More than anything that is meant to be read. */
const LIMIT = 64 * MIB;
const CHUNK = 64 * 1024;

/** The files that an input stands for: itself, or the YAML files of a folder, by name. */
export function inputFiles(input: string): string[] {
  return attempt(input, () => {
    if (!statSync(input).isDirectory()) {
      return [input];
    }
    const files = readdirSync(input).filter(name => /\.(ya?ml|json)$/.test(name) && !name.startsWith('.')).sort(compare);
    return files.length > 0 ? files.map(name => join(input, name))
      : refuseInput(input, { problem: 'has no .yaml, .yml or .json file', fix: 'name the folder that has them' });
  });
}

/** The text of a file, of a pipe such as a shell's `<(...)` or, where it is 0, of standard input; throws what keeps it from being read. */
export function readInput(file: string | 0): string {
  if (file === 0 || file === '/dev/stdin') {
    return attempt('standard input', () => readAll('standard input', 0));
  }
  return attempt(file, () => {
    const stats = statSync(file);
    const problem = unfit(stats);
    if (problem) {
      refuseInput(file, problem);
    }
    // what a pipe brings is waited for, but not what a file of /proc may some day have; O_NONBLOCK alone opens to read
    const descriptor = openSync(file, stats.isFile() ? constants.O_NONBLOCK : 'r');
    try {
      return readAll(file, descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

function unfit(stats: Stats): Problem | undefined {
  if (stats.isDirectory()) {
    return PROBLEMS.EISDIR;
  }
  if (!stats.isFile() && !stats.isFIFO()) {
    return { problem: `cannot be read: it is a ${stats.isSocket() ? 'socket' : 'device'}`, fix: 'must be a file or a pipe' };
  }
  return stats.size > LIMIT ? tooLarge(`${Math.ceil(stats.size / MIB)} MiB`) : undefined;
}

/** Up to the end, which what is no file may not have. */
function readAll(name: string, descriptor: number): string {
  const chunks: Buffer[] = [];
  for (let length = 0; length <= LIMIT;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readSync(descriptor, chunk);
    if (read === 0) {
      return Buffer.concat(chunks).toString('utf8');
    }
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return refuseInput(name, tooLarge(`more than ${LIMIT / MIB} MiB`));
}

function tooLarge(size: string): Problem {
  return { problem: `cannot be read: it has ${size}`, fix: `must have at most ${LIMIT / MIB} MiB` };
}

/** What the system says most often, for people. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  ENOENT: { problem: 'cannot be read: there is no such file', fix: 'check the path' },
  EACCES: { problem: 'cannot be read: this user has no permission', fix: 'change that of the file or of its folder' },
  EISDIR: { problem: 'cannot be read: it is a folder', fix: 'name a file in it' },
};

function attempt<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) {
      throw error;
    }
    const { code = '', message } = error as NodeJS.ErrnoException;
    return refuseInput(name, PROBLEMS[code] ?? { problem: `cannot be read: ${message}`, fix: 'name a file that can be' });
  }
}

function refuseInput(name: string, problem: Problem): never {
  throw new InputError([{ path: [], location: name, ...problem }]);
}
