import type { IncomingMessage, RequestOptions } from 'node:http';
import { createGunzip } from 'node:zlib';
import { Send } from './live';

/** Contexts of a kubeconfig that can be connected to. */
export interface Contexts {
  readonly current: string;
  readonly names: readonly string[];
  /** Sends requests to the context's cluster; its credentials are fetched with the first. */
  connect(context: string): Send;
}

/** Reads a kubeconfig as kubectl does: the given file, else KUBECONFIG, ~/.kube/config, the service account of the pod. */
export async function readKubeconfig(file?: string): Promise<Contexts> {
  // large, and of no use to those who only write YAML; its index loads a class for every kind of the API
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const load = () => {
    const config = new KubeConfig();
    if (file === undefined) {
      config.loadFromDefault();
    } else {
      config.loadFromFile(file);
    }
    return config;
  };
  const config = load();
  if (config.getCurrentCluster()?.server === NONE_FOUND && file === undefined) {
    throw new Error('none found in KUBECONFIG, ~/.kube/config or a pod: name one with --kubeconfig');
  }
  return {
    current: config.getCurrentContext(),
    names: config.getContexts().map(({ name }) => name),
    connect: context => {
      const own = load();
      own.setCurrentContext(context);
      const server = own.getCurrentCluster()?.server;
      let credentials: Promise<RequestOptions> | undefined;
      return async (method, path, signal, body) => {
        if (server === undefined) {
          throw new Error(`context ${context} names no cluster`);
        }
        credentials ??= credentialsOf(own);
        return send(new URL(server), await credentials, method, path, signal, body);
      };
    },
  };
}

/** What the client takes the API server to be where there is no kubeconfig at all. */
const NONE_FOUND = 'http://localhost:8080';

async function credentialsOf(config: { applyToHTTPSOptions(options: RequestOptions): Promise<void> }): Promise<RequestOptions> {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  // one handshake for all requests
  Object.assign(options.agent ?? {}, { keepAlive: true });
  return options;
}

async function send(server: URL, options: RequestOptions, method: string, path: string, signal: AbortSignal, body?: unknown) {
  const { request } = server.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const url = new URL(`${server.pathname.replace(/\/$/, '')}${path}`, server);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = { ...options.headers, 'Accept': 'application/json', 'Accept-Encoding': 'gzip', ...text !== undefined && { 'Content-Type': 'application/json' } };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url, { ...options, method, headers, signal }, resolve).on('error', reject).end(text));
  const stream = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
  }
  const answer = Buffer.concat(chunks).toString('utf8');
  try {
    return { status: response.statusCode!, body: JSON.parse(answer) };
  } catch {
    return { status: response.statusCode!, body: { message: answer.trim().slice(0, 500) } };
  }
}
