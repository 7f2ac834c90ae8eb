import { existsSync, readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:http';
import { delimiter } from 'node:path';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js' with { 'resolution-mode': 'import' };
import type { Cluster, User } from '@kubernetes/client-node/dist/config_types.js' with { 'resolution-mode': 'import' };
import { execCredential } from './exec-plugin';
import { send } from './http';
import { NoCredentialsError, Send } from './live';
import { proxyOf } from './proxy';

/** Contexts of a kubeconfig that can be connected to. */
export interface Contexts {
  readonly current: string;
  readonly names: readonly string[];
  /** Sends requests to the context's cluster; its credentials are fetched with the first. */
  connect(context: string): Send;
}

/** Makes an empty kubeconfig. */
type Make = () => KubeConfig;

/**
 * Reads a kubeconfig as kubectl does: the given file, else those of KUBECONFIG that there are, ~/.kube/config, the service account of the pod.
 * No error quotes what a file holds.
 */
export async function readKubeconfig(file?: string): Promise<Contexts> {
  // large, and of no use to those who only write YAML; its index loads a class for every kind of the API
  const { KubeConfig: Client } = await import('@kubernetes/client-node/dist/config.js');
  const make = () => new Client();
  const read = () => load(make, file);
  const configs = read();
  const names = configs.flatMap(config => config.getContexts().map(({ name }) => name));
  return {
    // of what several files say the first counts
    current: configs.map(config => config.getCurrentContext()).find(Boolean) ?? '',
    names: [...new Set(names)],
    connect: context => {
      let connected: Promise<Connection> | undefined;
      return async (method, path, signal, body) => {
        // what is read again may have other credentials by then
        connected ??= connection(make, read, context, signal);
        const { server, options } = await connected;
        return send(server, options, method, path, signal, body);
      };
    },
  };
}

/** What the client calls its context, and takes the API server to be, where there is no kubeconfig at all. */
const NONE_FOUND = { context: 'loaded-context', server: 'http://localhost:8080' };
/** An entry that is not used may be wrong. */
const OPTIONS = { onInvalidEntry: 'filter' } as const;

function load(make: Make, file?: string): KubeConfig[] {
  const files = file !== undefined ? [file] : process.env.KUBECONFIG ? process.env.KUBECONFIG.split(delimiter).filter(existsSync) : undefined;
  const configs = files?.map(name => loaded(make, config => config.loadFromFile(name, OPTIONS), files.length > 1 ? `${name}: ` : ''))
    ?? [loaded(make, config => config.loadFromDefault(OPTIONS))];
  const none = configs.every(config => config.getCurrentContext() === NONE_FOUND.context && config.getCurrentCluster()?.server === NONE_FOUND.server);
  if (none && file === undefined) {
    throw new Error('none found in KUBECONFIG, ~/.kube/config or a pod: name one with --kubeconfig');
  }
  return configs;
}

function loaded(make: Make, read: (config: KubeConfig) => void, at = ''): KubeConfig {
  const config = make();
  try {
    read(config);
  } catch (error) {
    // of the client, about an empty file
    if (error instanceof TypeError) {
      return make();
    }
    throw new Error(`${at}${reasonOf(error)}`);
  }
  return config;
}

/** Why a file cannot be read; where it is no YAML without the lines that are shown, and the words that are quoted. */
function reasonOf(error: any): string {
  return typeof error.reason === 'string'
    ? `${error.reason.replace(/\s*["<].*/s, '')}${error.mark ? `, line ${error.mark.line + 1}` : ''}`
    : error.message;
}

interface Connection {
  readonly server: URL;
  readonly options: RequestOptions;
}

/** Where and how requests to a context's cluster are sent. */
async function connection(make: Make, read: () => readonly KubeConfig[], name: string, signal: AbortSignal): Promise<Connection> {
  try {
    const configs = read();
    const first = <T>(of: (config: KubeConfig) => T | null): T | undefined => configs.map(of).find(found => found !== null) ?? undefined;
    const context = first(config => config.getContextObject(name));
    const named = context && first(config => config.getCluster(context.cluster));
    if (!named) {
      throw new Error(`context ${name} names no cluster`);
    }
    const server = serverOf(named, name);
    const user = context.user ? first(config => config.getUser(context.user)) : ANONYMOUS;
    if (!user) {
      throw new Error(`context ${name}: there is no user ${context.user}`);
    }
    const plain = server.protocol === 'http:';
    const cluster = { ...named, skipTLSVerify: named.skipTLSVerify || plain, proxyUrl: named.proxyUrl ?? proxyOf(server, process.env) };
    const config = make();
    config.loadFromClusterAndUser(cluster, user.exec ? await withCredential(user, cluster, signal) : user);
    const options: RequestOptions = {};
    await config.applyToHTTPSOptions(options);
    // one handshake for all requests
    Object.assign(options.agent ?? {}, { keepAlive: true });
    return { server, options };
  } catch (error) {
    throw error instanceof NoCredentialsError ? error : new NoCredentialsError((error as Error).message);
  }
}

const ANONYMOUS: User = { name: 'anonymous' };

function serverOf({ server }: Cluster, context: string): URL {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Error(`context ${context}: the server of its cluster must be a URL, such as https://example.com:6443`);
  }
  return url;
}

/** A user with what its plugin gave. */
async function withCredential({ exec, ...user }: User, cluster: Cluster, signal: AbortSignal): Promise<User> {
  const { token, clientCertificateData, clientKeyData } = await execCredential(exec, infoOf(cluster), signal);
  if (!clientCertificateData || !clientKeyData) {
    return { ...user, token };
  }
  const base64 = (pem: string) => Buffer.from(pem).toString('base64');
  return { ...user, token, certFile: undefined, keyFile: undefined, certData: base64(clientCertificateData), keyData: base64(clientKeyData) };
}

/** A cluster as plugins are told of it. */
function infoOf({ server, caData, caFile, skipTLSVerify, tlsServerName, proxyUrl }: Cluster): object {
  return {
    'server': server,
    'certificate-authority-data': caFile === undefined ? caData : readFileSync(caFile, 'base64'),
    'insecure-skip-tls-verify': skipTLSVerify,
    'tls-server-name': tlsServerName,
    'proxy-url': proxyUrl,
  };
}
