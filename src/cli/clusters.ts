import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { UsageError } from './stacks';
import { nearest } from '../lib/fault';
import { compare } from '../lib/order';
import { DumpedCluster } from '../verify/dump';
import { readKubeconfig } from '../verify/kubeconfig';
import { LiveCluster } from '../verify/live';
import { Cluster } from '../verify/read';

/** Which clusters are read, and with how much patience. */
export interface ClusterOptions {
  readonly kubeconfig?: string;
  readonly context?: readonly string[];
  readonly allContexts?: boolean;
  readonly dump?: string;
  /** Seconds for everything that is read of a cluster. */
  readonly timeout: number;
  /** Seconds for one answer of the API server. */
  readonly requestTimeout: number;
}

/** Adds the options that say which clusters are read. */
export function clusterOptions(command: Command): Command {
  return command
    .option('--kubeconfig <file>', 'kubeconfig to use (default: KUBECONFIG, ~/.kube/config, or the pod\'s own)')
    .option('--context <name>', 'context of the kubeconfig, may be repeated (default: the current one)', (name: string, names: string[] = []) => [...names, name])
    .option('--all-contexts', 'every context of the kubeconfig')
    .option('--timeout <seconds>', 'how long all reads of a cluster may take', seconds, 60)
    .option('--request-timeout <seconds>', 'how long one answer may take', seconds, 15);
}

/** How long, as an option says it. */
export function seconds(text: string): number {
  const value = Number(text.replace(/s$/, ''));
  if (!(value > 0 && value <= 86_400)) {
    throw new InvalidArgumentError('must be a number of seconds above 0');
  }
  return value;
}

/** Opens a cluster: a live one is then read anew. */
export type Open = () => Cluster;

/** The clusters that the options name. Throws a UsageError, or an Error where they cannot be read. */
export async function clusters(options: ClusterOptions): Promise<Open[]> {
  if (options.dump !== undefined) {
    const conflicting = (['kubeconfig', 'context', 'allContexts'] as const).find(name => options[name] !== undefined);
    if (conflicting) {
      throw new UsageError(`--dump reads no live cluster: leave ${conflicting === 'allContexts' ? '--all-contexts' : `--${conflicting}`} out`);
    }
    const dumped = dumps(options.dump).map(file => readDump(file));
    return dumped.map(cluster => () => cluster);
  }
  return live(options);
}

async function live({ kubeconfig, context, allContexts, timeout, requestTimeout }: ClusterOptions): Promise<Open[]> {
  if (context && allContexts) {
    throw new UsageError('choose --context or --all-contexts');
  }
  const config = await readKubeconfig(kubeconfig).catch(error => {
    throw new Error(`${kubeconfig ?? 'kubeconfig'}: cannot be read: ${error.message}`);
  });
  if (config.names.length === 0) {
    throw new Error(`${kubeconfig ?? 'kubeconfig'}: has no contexts`);
  }
  const names = allContexts ? config.names : context ?? [config.current];
  for (const name of names.filter(wanted => !config.names.includes(wanted))) {
    const meant = name && nearest(name, config.names);
    throw new Error(name ? `--context: the kubeconfig has no context ${name}${meant ? `, did you mean ${meant}?` : ''}`
      : 'the kubeconfig has no current context: name one with --context');
  }
  return names.map(name => () => new LiveCluster(name, config.connect(name), { request: requestTimeout, deadline: timeout }));
}

/** A dump, or those of a folder by name. */
function dumps(path: string): string[] {
  return reading(path, () => {
    if (!statSync(path).isDirectory()) {
      return [path];
    }
    const files = readdirSync(path).filter(name => name.endsWith('.json')).sort(compare);
    if (files.length === 0) {
      throw new Error('has no .json file, serving-stack dump writes them');
    }
    return files.map(name => join(path, name));
  });
}

function readDump(file: string): DumpedCluster {
  return reading(file, () => {
    const dump = JSON.parse(readFileSync(file, 'utf8'));
    const fault = DumpedCluster.fault(dump);
    if (fault) {
      throw new Error(fault);
    }
    return new DumpedCluster(dump);
  });
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
