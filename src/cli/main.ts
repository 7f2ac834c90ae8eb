import { Command, CommanderError } from 'commander';
import { RefusedError, synth, SynthOptions, UsageError } from './synth';
import { Terminal } from './terminal';
import { ENGINES } from '../delivery/delivery';
import { InputError } from '../lib/fault';

/** Exit codes of the command. */
const OK = 0;
const REFUSED = 1;
const FAILED = 2;
const BAD_USAGE = 64;

/** Runs the command and returns its exit code. */
export function main(args: readonly string[], version: string, stdout = process.stdout, stderr = process.stderr): number {
  const program = new Command('serving-stack')
    .description('The serving substrate for large language models on Kubernetes, as YAML for the engine you run.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) });
  let terminal = new Terminal(stdout, stderr);
  program.command('synth')
    .description('write the YAML of every ServingStack in the given files')
    .argument('[input...]', 'ServingStack YAML files, folders of them, or - for standard input')
    .option('-o, --output <dir>', 'write each stack to DIR/<its name>/, replacing what this command wrote there before')
    .option('--stdout', 'print the YAML of a single stack')
    .option('--delivery <engine>', `engine that carries the components to the cluster: ${Object.keys(ENGINES).join(', ')} (default: helm-chart)`)
    .option('--config <file>', 'YAML file with what a ServingStack has no field for: delivery, components, versionSet, ...')
    .option('-q, --quiet', 'print nothing but errors')
    .action((inputs: string[], options: SynthOptions & { quiet?: boolean }) => {
      terminal = new Terminal(stdout, stderr, options.quiet);
      synth(inputs, options, terminal);
    });
  try {
    program.parse(args, { from: 'user' });
    return OK;
  } catch (error) {
    return report(error, terminal);
  }
}

function report(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? OK : BAD_USAGE;
  }
  const { message } = error as Error;
  terminal.error(message);
  if (error instanceof UsageError) {
    return BAD_USAGE;
  }
  return error instanceof RefusedError || error instanceof InputError ? REFUSED : FAILED;
}
