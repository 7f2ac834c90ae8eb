import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the API server answered: a JSON body. */
export interface Answer {
  readonly status: number;
  readonly body: any;
}

/** How a request is sent, besides its method and path. */
export interface Sending {
  readonly body?: unknown;
  readonly contentType?: string;
}

/** The user that may do everything. */
export const ADMIN = 'admin';

/**
 * etcd and a kube-apiserver on loopback, with certificates and data of their own in a folder that is removed with them. No controller and no
 * kubelet runs.
 */
export class ApiServer {
  /** Starts both, and returns when the API server is ready. `users` have a token each, and no permissions. */
  public static async start(users: readonly string[] = []): Promise<ApiServer> {
    const binaries = execFileSync('node', [join(__dirname, '..', 'binaries.mjs')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
    const server = new ApiServer(binaries, mkdtempSync(join(tmpdir(), 'api-server-')), await freePorts(3));
    try {
      await server.launch(users);
      return server;
    } catch (error) {
      server.stop();
      throw error;
    }
  }

  public readonly url: string;
  public readonly kubectl: string;
  private keeper?: ChildProcess;
  private agent?: Agent;

  private constructor(private readonly binaries: string, public readonly folder: string, private readonly ports: readonly number[]) {
    this.url = `https://127.0.0.1:${ports[0]}`;
    this.kubectl = join(binaries, 'kubectl');
  }

  /** Sends a request as the given user. */
  public send(method: string, path: string, { body, contentType = 'application/json' }: Sending = {}, user = ADMIN): Promise<Answer> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { Authorization: `Bearer ${token(user)}`, Accept: 'application/json', ...text !== undefined && { 'Content-Type': contentType } };
    return new Promise((resolve, reject) => {
      httpsRequest(`${this.url}${path}`, { method, headers, agent: this.agent, signal: AbortSignal.timeout(REQUEST_SECONDS * 1000) }, response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode!, body: answer.startsWith('{') ? JSON.parse(answer) : { message: answer } });
        });
      }).on('error', reject).end(text);
    });
  }

  /** Writes a kubeconfig of a user, whose context has the user's name, and returns its path. */
  public kubeconfigOf(user = ADMIN): string {
    const file = join(this.folder, `${user}.kubeconfig`);
    writeFileSync(file, JSON.stringify({
      'apiVersion': 'v1',
      'kind': 'Config',
      'clusters': [{ name: 'test', cluster: { 'server': this.url, 'certificate-authority-data': this.authority.toString('base64') } }],
      'users': [{ name: user, user: { token: token(user) } }],
      'contexts': [{ name: user, context: { cluster: 'test', user } }],
      'current-context': user,
    }));
    return file;
  }

  /** Stops both and removes what they kept. */
  public stop(): void {
    this.agent?.destroy();
    this.keeper?.stdin!.destroy();
  }

  private async launch(users: readonly string[]): Promise<void> {
    const [secure, client, peer] = this.ports;
    const path = (name: string) => join(this.folder, name);
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(path('sa.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(path('sa.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
    writeFileSync(path('tokens.csv'), [ADMIN, ...users].map((user, i) => `${token(user)},${user},${i}${user === ADMIN ? ',system:masters' : ''}\n`).join(''));
    const etcd = `http://127.0.0.1:${client}`;
    this.run([
      this.command('etcd', {
        'data-dir': path('etcd'),
        'unsafe-no-fsync': '',
        'log-level': 'error',
        'listen-client-urls': etcd,
        'advertise-client-urls': etcd,
        'listen-peer-urls': `http://127.0.0.1:${peer}`,
      }),
      this.command('kube-apiserver', {
        'etcd-servers': etcd,
        'bind-address': '127.0.0.1',
        'secure-port': `${secure}`,
        'cert-dir': path('certificates'),
        'token-auth-file': path('tokens.csv'),
        'authorization-mode': 'RBAC',
        'service-cluster-ip-range': '10.0.0.0/24',
        'service-account-issuer': 'https://kubernetes.default.svc',
        'service-account-key-file': path('sa.pub'),
        'service-account-signing-key-file': path('sa.key'),
        // the controllers that these wait for do not run here
        'disable-admission-plugins': 'ServiceAccount,TaintNodesByCondition',
        'enable-priority-and-fairness': 'false',
      }),
    ]);
    await this.ready();
  }

  private command(name: string, flags: Readonly<Record<string, string>>): string[] {
    return [join(this.binaries, name), ...Object.entries(flags).map(([flag, value]) => value === '' ? `--${flag}` : `--${flag}=${value}`)];
  }

  /** Runs programs as long as this process lives: where a test run is interrupted, nothing in it has a chance to stop them. */
  private run(commands: readonly string[][]): void {
    const args = [join(__dirname, 'keeper.mjs'), this.folder, JSON.stringify(commands)];
    this.keeper = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'], detached: true });
    this.keeper.unref();
  }

  private async ready(): Promise<void> {
    const end = Date.now() + START_SECONDS * 1000;
    while (Date.now() < end && this.keeper!.exitCode === null) {
      try {
        this.agent ??= new Agent({ ca: this.authority, keepAlive: true });
        if ((await this.send('GET', '/readyz')).status === 200) {
          return;
        }
      } catch {
        // not listening yet
      }
      await new Promise(resolve => setTimeout(resolve, 100));
    }
    throw new Error('the API server did not become ready');
  }

  /** The certificates that the API server made for itself. */
  private get authority(): Buffer {
    return readFileSync(join(this.folder, 'certificates', 'apiserver.crt'));
  }
}

const START_SECONDS = 120;
const REQUEST_SECONDS = 60;

function token(user: string): string {
  return `token-of-${user}`;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => new Promise<ReturnType<typeof createServer>>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
  })));
  const ports = servers.map(server => (server.address() as { port: number }).port);
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
  return ports;
}
