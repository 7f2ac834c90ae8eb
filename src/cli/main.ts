import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { clusterOptions, seconds } from './clusters';
import { dump, DumpOptions } from './dump';
import { init, INIT_LANGUAGES, InitOptions } from './init';
import { requirements, REQUIREMENTS_FORMATS } from './requirements';
import { RefusedError, StacksOptions, UsageError } from './stacks';
import { status, STATUS_FORMATS, StatusOptions } from './status';
import { synth, SynthOptions } from './synth';
import { teardownPlan } from './teardown-plan';
import { Terminal } from './terminal';
import { verify, VERIFY_FORMATS, VerifyOptions } from './verify';
import { StackKind } from '../constructs/stack-options';
import { ENGINES } from '../delivery/engines';
import { InputError } from '../lib/fault';

/** Exit codes of the command. */
const OK = 0;
const REFUSED = 1;
const FAILED = 2;
const BAD_USAGE = 64;

interface Quiet {
  readonly quiet?: boolean;
}

/** Runs the command and returns its exit code: at once, or later where it reads clusters. */
export function main(
  args: readonly string[],
  version: string,
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): number | Promise<number> {
  const program = new Command('serving-stack')
    .description('The serving substrate for large language models on Kubernetes, as YAML for the engine you run.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) });
  let terminal = new Terminal(stdout, stderr);
  let pending: Promise<number> | undefined;
  const wait = (code: Promise<number>) => {
    pending = code;
  };
  const speaking = (options: Quiet) => terminal = new Terminal(stdout, stderr, options.quiet);
  const quiet = (command: Command) => command.option('-q, --quiet', 'print nothing but results and errors');
  const format = (formats: readonly string[]) => new Option('-o, --output <format>', 'how to print it').choices(formats).default(formats[0]);
  const kind = () => new Option('--stack <stack>', 'kind of stack').choices(Object.values(StackKind));
  const config = (command: Command) => command
    .option('--config <file>', 'YAML file with what a ServingStack has no field for: delivery, components, versionSet, ...');
  const stacks = (command: Command) => quiet(config(command
    .argument('[input...]', 'ServingStack YAML files, folders of them, or - for standard input')
    .option('--delivery <engine>', `engine that carries the components to the cluster: ${Object.keys(ENGINES).join(', ')} (default: helm-chart)`)));

  stacks(program.command('synth'))
    .description('write the YAML of every ServingStack in the given files')
    .option('-o, --output <dir>', 'write each stack to DIR/<its name>/, replacing what this command wrote there before')
    .option('--stdout', 'print the YAML of a single stack')
    .action((inputs: string[], options: SynthOptions & Quiet) => synth(inputs, options, speaking(options)));
  stacks(program.command('teardown-plan'))
    .description('print how to remove every ServingStack in the given files, in order')
    .option('-o, --output <dir>', 'folder that synth wrote to, where the delivery must know it')
    .action((inputs: string[], options: StacksOptions & Quiet) => teardownPlan(inputs, options, speaking(options)));
  quiet(program.command('init'))
    .description('write a new cdk8s app that describes a stack')
    .addArgument(new Argument('[language]', 'language of the app').choices(INIT_LANGUAGES).default(INIT_LANGUAGES[0]))
    .option('-o, --output <dir>', 'folder of the app, new or empty', '.')
    .addOption(kind().default(StackKind.STANDARD))
    .option('--delivery <engine>', `engine that carries the components to the cluster: ${Object.keys(ENGINES).join(', ')}`, 'helm-chart')
    .option('--name <name>', 'name of the stack (default: that of the folder)')
    .option('--repo-url <url>', 'argo-cd: repository that the output is committed to')
    .option('--path <dir>', 'argo-cd, flux: folder of the output in its repository, such as clusters/west/dist')
    .option('--namespace <namespace>', 'crossplane: namespace of the stack on the control plane')
    .action((language: string, options: InitOptions & Quiet) => init(language, options, version, speaking(options)));
  quiet(program.command('requirements'))
    .description('print what a cluster must provide where components are not installed, or the permissions that verify needs')
    .addOption(kind())
    .addOption(format(REQUIREMENTS_FORMATS))
    .action((options: { stack?: StackKind; output: string } & Quiet) => requirements(options, speaking(options)));
  quiet(clusterOptions(config(program.command('verify'))))
    .description('check whether a cluster can serve: exit code 1 if it cannot, 2 if something could not be read')
    .argument('[file]', 'ServingStack YAML file that the cluster is for (default: a Standard stack)')
    .addOption(kind())
    .addOption(format(VERIFY_FORMATS))
    .option('--dump <path>', 'judge what serving-stack dump recorded: a file, or a folder of them')
    .option('--no-dry-run', 'do not ask the API server what it would say to new objects')
    .option('--only <codes>', 'checks or components to run, separated by commas', codes)
    .option('--skip <codes>', 'checks or components to leave out', codes)
    .option('--watch', 'repeat, and print what changes')
    .option('--interval <seconds>', 'how long to wait in between', seconds, 30)
    .action((file: string | undefined, options: VerifyOptions & Quiet) => wait(verify(file, options, speaking(options))));
  quiet(clusterOptions(program.command('status')))
    .description('print the gateway\'s address and CA certificate of clusters')
    .addOption(format(STATUS_FORMATS))
    .option('--ca', 'print the CA certificate alone, as PEM')
    .option('--dump <path>', 'read what serving-stack dump recorded: a file, or a folder of them')
    .action((options: StatusOptions & Quiet) => wait(status(options, speaking(options))));
  quiet(clusterOptions(program.command('dump')))
    .description('record what verify and status read of clusters, without what Secrets hold')
    .option('-o, --output <path>', 'file to write, or folder with a slash at its end for several clusters (default: standard output)')
    .option('--no-dry-run', 'do not ask the API server what it would say to new objects')
    .action((options: DumpOptions & Quiet) => wait(dump(options, speaking(options))));
  try {
    program.parse(args, { from: 'user' });
    return pending?.catch(error => report(error, terminal)) ?? OK;
  } catch (error) {
    return report(error, terminal);
  }
}

function codes(text: string, before: readonly string[] = []): string[] {
  const named = text.split(',').map(code => code.trim()).filter(code => code !== '');
  if (named.length === 0) {
    throw new InvalidArgumentError('names no check');
  }
  return [...before, ...named];
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
