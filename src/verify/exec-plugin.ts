import { spawn } from 'node:child_process';
import { NoCredentialsError } from './live';

/** The plugin of a kubeconfig's user that prints its credentials. */
export interface ExecPlugin {
  readonly apiVersion?: string;
  readonly command: string;
  readonly args?: readonly string[] | null;
  readonly env?: ReadonlyArray<{ readonly name: string; readonly value: string }> | null;
  readonly provideClusterInfo?: boolean;
}

/** What a plugin printed. */
export interface ExecCredential {
  readonly token?: string;
  /** In PEM. */
  readonly clientCertificateData?: string;
  readonly clientKeyData?: string;
}

/**
 * Runs a plugin, which is asked nothing, and given the cluster where it wants it. One that has not ended when the signal comes is left behind.
 *
 * @see https://kubernetes.io/docs/reference/config-api/client-authentication.v1/
 */
export async function execCredential(plugin: ExecPlugin, cluster: object, signal: AbortSignal): Promise<ExecCredential> {
  const refuse = (reason: string) => new NoCredentialsError(`exec plugin ${plugin.command}: ${reason}`);
  const late = () => refuse('gave no credentials in time');
  if (signal.aborted) {
    throw late();
  }
  const info = {
    apiVersion: plugin.apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false, ...plugin.provideClusterInfo && { cluster } },
  };
  const own = Object.fromEntries((plugin.env ?? []).map(({ name, value }) => [name, value]));
  const env = { ...process.env, ...own, KUBERNETES_EXEC_INFO: JSON.stringify(info) };
  const printed = await new Promise<string>((resolve, reject) => {
    const child = spawn(plugin.command, plugin.args ?? [], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', text => texts[stream] += text);
    }
    const leave = () => {
      child.kill();
      // its own children may hold on to them
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      reject(late());
    };
    signal.addEventListener('abort', leave, { once: true });
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => reject(refuse(code === 'ENOENT' ? 'not found' : message)));
    child.once('close', (code, killed) => {
      signal.removeEventListener('abort', leave);
      const said = texts.stderr.trim().slice(-500);
      return code === 0 ? resolve(texts.stdout) : reject(refuse(`${code === null ? `ended by ${killed}` : `exit code ${code}`}${said && `: ${said}`}`));
    });
  });
  const credential = credentialIn(printed);
  if (credential === undefined) {
    // what it printed instead may be a secret
    throw refuse('printed no ExecCredential');
  }
  return credential;
}

function credentialIn(printed: string): ExecCredential | undefined {
  try {
    const { token, clientCertificateData, clientKeyData } = JSON.parse(printed).status;
    const isText = (value: unknown) => typeof value === 'string' && value !== '';
    return isText(token) || isText(clientCertificateData) && isText(clientKeyData) ? { token, clientCertificateData, clientKeyData } : undefined;
  } catch {
    return undefined;
  }
}
