import { writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { NamedStack, readStacks, StacksOptions, UsageError } from './stacks';
import { Terminal, Written } from './terminal';
import { chartsText, writeCharts } from '../delivery/write';
import { OutputFolder } from '../lib/output-folder';

/** Options of `serving-stack synth`. */
export interface SynthOptions extends StacksOptions {
  readonly stdout?: boolean;
}

/** Writes every ServingStack of the inputs as YAML, or nothing at all. */
export function synth(inputs: readonly string[], options: SynthOptions, terminal: Terminal): void {
  if ((options.output === undefined) === !options.stdout) {
    throw new UsageError('choose where to write: -o DIR, or --stdout for a single stack');
  }
  if (options.output === '') {
    throw new UsageError('-o: the folder has no name');
  }
  if (options.output === undefined) {
    print(inputs, options, terminal);
  } else {
    write(inputs, options, options.output, terminal);
  }
}

function print(inputs: readonly string[], options: SynthOptions, terminal: Terminal): void {
  const texts: string[] = [];
  readStacks(inputs, options, terminal, ({ app }) => texts.push(chartsText(app)));
  if (texts.length > 1) {
    throw new UsageError(`--stdout prints one stack, found ${texts.length}: use -o DIR`);
  }
  terminal.print(texts[0]);
}

function write(inputs: readonly string[], options: SynthOptions, directory: string, terminal: Terminal): void {
  const output = new OutputFolder(directory);
  const written: Written[] = [];
  try {
    readStacks(inputs, options, terminal, named => {
      const files = writeStack(named, output.begin(named.name));
      // the names of a whole fleet are not kept
      written.push({ folder: join(directory, named.name), count: files.length, files: written.length === 0 ? files : [] });
    }, name => output.refusal(name));
    output.finish();
  } catch (error) {
    output.abandon();
    throw error;
  }
  terminal.list(written);
}

function writeStack({ name, app, stack, engine }: NamedStack, folder: string): string[] {
  const files = writeCharts(app, folder);
  const extra = {
    ...engine.extraFiles?.(files.map(file => file.split(sep).join('/'))),
    'README.md': `${engine.readme(name)}\n${before(stack._provided)}${section(stack._upgrade)}${section(stack._teardown)}`,
  };
  Object.entries(extra).forEach(([file, text]) => writeFileSync(join(folder, file), text));
  return [...files, ...Object.keys(extra)];
}

/** A page as a part of another one. */
function section(page: string): string {
  return page.replace(/^# /, '## ');
}

/** What to do first where the cluster provides components. */
function before(provided: readonly string[]): string {
  return provided.length === 0 ? '' : `## Before it is applied

The cluster provides ${provided.join(', ')}. Whether it does, and what to put right, is what \`serving-stack verify\` says, given the file of
this stack: run it first.

`;
}
