import { Command, CommanderError } from 'commander';
import { RefusedError, StacksOptions, UsageError } from './stacks';
import { synth, SynthOptions } from './synth';
import { teardownPlan } from './teardown-plan';
import { Terminal } from './terminal';
import { ENGINES } from '../delivery/engines';
import { InputError } from '../lib/fault';

/** Exit codes of the command. */
const OK = 0;
const REFUSED = 1;
const FAILED = 2;
const BAD_USAGE = 64;

/** Runs the command and returns its exit code. */
export function main(
  args: readonly string[],
  version: string,
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): number {
  const program = new Command('serving-stack')
    .description('The serving substrate for large language models on Kubernetes, as YAML for the engine you run.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) });
  let terminal = new Terminal(stdout, stderr);
  const reading = (command: Command) => command
    .argument('[input...]', 'ServingStack YAML files, folders of them, or - for standard input')
    .option('--delivery <engine>', `engine that carries the components to the cluster: ${Object.keys(ENGINES).join(', ')} (default: helm-chart)`)
    .option('--config <file>', 'YAML file with what a ServingStack has no field for: delivery, components, versionSet, ...')
    .option('-q, --quiet', 'print nothing but results and errors');
  const speaking = (options: { quiet?: boolean }) => terminal = new Terminal(stdout, stderr, options.quiet);
  reading(program.command('synth'))
    .description('write the YAML of every ServingStack in the given files')
    .option('-o, --output <dir>', 'write each stack to DIR/<its name>/, replacing what this command wrote there before')
    .option('--stdout', 'print the YAML of a single stack')
    .action((inputs: string[], options: SynthOptions & { quiet?: boolean }) => synth(inputs, options, speaking(options)));
  reading(program.command('teardown-plan'))
    .description('print how to remove every ServingStack in the given files, in order')
    .option('-o, --output <dir>', 'folder that synth wrote to, where the delivery must know it')
    .action((inputs: string[], options: StacksOptions & { quiet?: boolean }) => teardownPlan(inputs, options, speaking(options)));
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
