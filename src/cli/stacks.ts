import { existsSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { App, YamlOutputType } from 'cdk8s';
import { Terminal } from './terminal';
import { engineFault, StackConfig } from '../constructs/stack-config';
import { StackInput } from '../constructs/stack-input';
import { checkManifest, readManifests, StackManifest } from '../constructs/stack-manifest';
import { Engine } from '../delivery/engine';
import { formatFault, nearest, show } from '../lib/fault';
import { inputFiles, readInput } from '../lib/input-file';
import { ServingStack } from '../serving-stack';

/** What the stacks are read from, and how they are delivered. */
export interface StacksOptions {
  readonly delivery?: string;
  readonly config?: string;
  /** Folder that the stacks are written below, where they are written. */
  readonly output?: string;
  /** What to take for the place of that folder in its repository where it lies in none. */
  readonly place?: string;
}

/** Bad usage of the command, as opposed to bad input. */
export class UsageError extends Error {}

/** Input that was refused: a line for everything that is wrong. */
export class RefusedError extends Error {
  constructor(lines: Iterable<string>) {
    super([...lines].join('\n'));
  }
}

/** A stack of the inputs, alone in its App. */
export interface NamedStack {
  readonly name: string;
  readonly app: App;
  readonly stack: ServingStack;
  readonly engine: Engine;
  /** What it was made from, checked. */
  readonly input: StackInput;
}

/**
 * Hands every ServingStack of the inputs to `visit`, one after the other, and throws everything that is wrong with any of them.
 *
 * Once something is wrong the rest is read to report it as well, and no longer handed over. `refusal` says why a name cannot be taken.
 */
export function readStacks(
  inputs: readonly string[],
  options: StacksOptions,
  terminal: Terminal,
  visit: (stack: NamedStack) => void,
  refusal: (name: string) => string | undefined = () => undefined,
): void {
  if (inputs.length === 0) {
    throw new UsageError('name the files to read, or - for standard input');
  }
  const unknown = options.delivery === undefined ? undefined : engineFault(options.delivery);
  if (unknown) {
    throw new UsageError(unknown);
  }
  const faults = new Set<string>();
  const config = readConfig(options, faults);
  const files = [...new Set(inputs.flatMap(input => input === STDIN ? [input] : attempt(faults, () => inputFiles(input)) ?? []))];
  const folder = (options.output === undefined ? undefined : folderInRepository(resolve(options.output))) ?? options.place;
  new Reader(config, faults, terminal, visit, refusal, folder).run(files);
}

class Reader {
  private readonly places = new Map<string, string>();
  private readonly warnings = new Map<string, string[]>();
  /** The same, of what is wrong only where it is true of several stacks. */
  private readonly shared = new Map<string, string[]>();

  constructor(
    private readonly config: StackConfig,
    private readonly faults: Set<string>,
    private readonly terminal: Terminal,
    private readonly visit: (stack: NamedStack) => void,
    private readonly refusal: (name: string) => string | undefined,
    private readonly folder?: string,
  ) {}

  public run(files: readonly string[]): void {
    files.forEach((file, i) => {
      this.terminal.progress(i, files.length);
      this.readFile(file);
    });
    this.terminal.progress(files.length, files.length);
    if (this.places.size === 0 && this.faults.size === 0) {
      this.faults.add(`${files.join(', ') || 'no file'}: no ServingStack document found`);
    }
    if (this.faults.size > 0) {
      throw new RefusedError(this.faults);
    }
    this.warn();
  }

  private readFile(file: string): void {
    const text = attempt(this.faults, () => readInput(file === STDIN ? 0 : file));
    if (text === undefined) {
      return;
    }
    const { manifests, skipped, faults } = readManifests(text, file === STDIN ? 'standard input' : file);
    faults.forEach(fault => this.faults.add(formatFault(fault)));
    skipped.forEach(kind => this.terminal.note(`${kind} is not for this command, skipped`));
    manifests.forEach(manifest => this.readStack(manifest));
  }

  private readStack(manifest: StackManifest): void {
    const { name, location, namespace } = manifest;
    // anything else is refused below, with its place
    const named = typeof name === 'string' ? name : '';
    const place = { name: named, namespace, folder: this.folder && posix.join(this.folder, named) };
    const { faults: lacking, options } = this.config.optionsOf(place);
    const { faults, input } = checkManifest(manifest, options, options.delivery._engine.traits);
    const misnamed = faults.some(({ path }) => path[0] === 'metadata') || typeof name !== 'string';
    // what follows from a wrong name would only blame something else
    [...misnamed ? [] : lacking, ...faults].forEach(fault => this.faults.add(formatFault(this.config.locate(fault, named))));
    if (misnamed) {
      return;
    }
    const first = this.places.get(name);
    this.places.set(name, location);
    const refusal = first === undefined ? this.refusal(name)
      : `${location}: metadata.name: ${show(name)} is the name of the stack at ${first} too, must be unique`;
    if (refusal) {
      this.faults.add(refusal);
    }
    if (this.faults.size === 0) {
      const engine = options.delivery._engine;
      const app = new App({ yamlOutputType: OUTPUT_TYPES[engine.traits.layout] });
      const stack = ServingStack._checked(app, name, input);
      stack.warnings.forEach(warning => add(this.warnings, warning, name));
      const target = engine.target?.(input.secrets ?? []);
      if (target) {
        add(this.shared, `all install into one cluster, ${target.cluster}, and overwrite each other there: ${target.fix}`, name);
      }
      this.visit({ name, app, stack, engine, input });
    }
  }

  private warn(): void {
    for (const [warning, names] of this.warnings) {
      this.terminal.warn(`${names.length > 3 ? `${names.length} stacks` : names.join(', ')}: ${warning}`);
    }
    for (const [warning, names] of this.shared) {
      if (names.length > 1) {
        this.terminal.warn(`${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''}: ${warning}`);
      }
    }
    const unused = this.config.stackNames.filter(name => !this.places.has(name));
    if (unused.length > 0) {
      const meant = nearest(unused[0], this.places.keys());
      this.terminal.warn(`stacks.${unused[0]}${unused.length > 1 ? ` and ${unused.length - 1} more` : ''}: `
        + `no stack of that name is among the inputs${meant ? `, did you mean ${meant}?` : ''}`);
    }
  }
}

const STDIN = '-';

/** How many stacks a warning names that only makes sense with their names. */
const SHOWN = 3;

const OUTPUT_TYPES = {
  files: YamlOutputType.FILE_PER_CHART,
  folders: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,
};

function add(stacks: Map<string, string[]>, warning: string, name: string): void {
  const names = stacks.get(warning) ?? [];
  names.push(name);
  stacks.set(warning, names);
}

function readConfig({ config, delivery }: StacksOptions, faults: Set<string>): StackConfig {
  const text = config === undefined ? undefined : attempt(faults, () => readInput(config));
  if (text === undefined) {
    return StackConfig.none(delivery, config !== undefined);
  }
  const read = StackConfig.read(text, config!, delivery);
  read.faults.forEach(fault => faults.add(formatFault(fault)));
  return read.faults.length > 0 ? StackConfig.none(delivery, true) : read.config;
}

/** A folder from the root of the Git repository that it lies in. */
function folderInRepository(folder: string): string | undefined {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, '.git'))) {
      return relative(root, folder).split(sep).join('/') || '.';
    }
    if (dirname(root) === root) {
      return undefined;
    }
  }
}

function attempt<T>(faults: Set<string>, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    faults.add((error as Error).message);
    return undefined;
  }
}
