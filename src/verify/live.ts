import { Admission, Answer, Cluster, keep, pathOf, Read } from './read';

/** What a request to the API server brought. */
export interface Response {
  readonly status: number;
  /** The body as JSON, or as the text of a message where it is none. */
  readonly body: any;
  /** Seconds after which to ask again, where the server says so. */
  readonly retryAfter?: number;
}

/** Sends requests to one API server; throws where none is answered, a NoCredentialsError where none can be. */
export type Send = (method: 'GET' | 'POST', path: string, signal: AbortSignal, body?: unknown) => Promise<Response>;

/** Why no request can be sent, now or later. */
export class NoCredentialsError extends Error {}

/** How long, in seconds. */
export interface Patience {
  /** For one page of one read. */
  readonly request: number;
  /** For all reads together. */
  readonly deadline: number;
}

/** Objects to a page: large enough for few requests, small enough that a page of nodes with all their images is no burden. */
const PAGE = 500;
/** Requests at the same time. */
const AT_ONCE = 8;
/** How often a list starts anew when its pages have become too old. */
const RESTARTS = 2;
/** How often a request is sent anew that the server is too busy for. */
const RETRIES = 5;
/** Groups that every API server has: where they are missing, something else answers. */
const SERVED = ['', 'apps', 'discovery.k8s.io', 'apiextensions.k8s.io', 'admissionregistration.k8s.io'];

/** A cluster as it is now. Nothing is stored in it. */
export class LiveCluster implements Cluster {
  public readonly time = new Date();
  private readonly deadline: AbortSignal;
  private readonly end: number;
  private readonly waiting: Array<() => void> = [];
  private running = 0;

  constructor(
    public readonly name: string,
    private readonly send: Send,
    private readonly patience: Patience,
  ) {
    this.deadline = AbortSignal.timeout(patience.deadline * 1000);
    this.end = Date.now() + patience.deadline * 1000;
  }

  public async answer(read: Read<unknown>): Promise<Answer> {
    try {
      return read.verb === 'create' ? await this.offer(read) : read.verb === 'get' ? await this.get(read) : await this.list(read);
    } catch (error) {
      return { unreadable: (error as Error).message };
    }
  }

  private async get(read: Read<unknown>): Promise<Answer> {
    const { status, body } = await this.request('GET', pathOf(read));
    if (status === 200) {
      return body?.metadata?.name === read.name ? { items: [keep(body, read)] } : NO_API_SERVER;
    }
    return status === 404 ? absent(read, body) : refused(status, body);
  }

  private async list(read: Read<unknown>): Promise<Answer> {
    const first = pathOf(read) + (read.labels === undefined ? '?' : '&') + `limit=${PAGE}`;
    for (let restarts = 0; ; restarts++) {
      const items: any[] = [];
      let next = '';
      do {
        const { status, body } = await this.request('GET', first + next);
        if (status === 410 && next !== '' && restarts < RESTARTS) {
          break;
        }
        if (status !== 200) {
          return status === 404 ? absent(read, body) : refused(status, body);
        }
        if (typeof body?.kind !== 'string' || !Array.isArray(body.items)) {
          return NO_API_SERVER;
        }
        // items of a list do not say what they are
        const type = { apiVersion: body.apiVersion, kind: body.kind.replace(/List$/, '') };
        items.push(...body.items.map((item: any) => keep({ ...type, ...item }, read)));
        next = body.metadata?.continue ? `&continue=${encodeURIComponent(body.metadata.continue)}` : '';
        if (next === '') {
          return { items };
        }
      } while (true);
    }
  }

  private async offer(read: Read<unknown>): Promise<Answer> {
    const { status, body } = await this.request('POST', pathOf(read), read.offer);
    if (status < 300) {
      return body?.kind === read.offer!.kind ? said({ admitted: true }) : NO_API_SERVER;
    }
    if (status === 404) {
      const answer = absent(read, body);
      return 'items' in answer ? said({ admitted: false, message: 'the kind is not served' }) : answer;
    }
    if (!isStatus(body)) {
      return refused(status, body);
    }
    // an object of that name shows that one was taken
    return status === 409 ? said({ admitted: true })
      : INVALID.includes(status) || ADMISSION.test(body.message ?? '') ? said({ admitted: false, message: messageOf(status, body) })
        : refused(status, body);
  }

  private async request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
    if (this.running >= AT_ONCE) {
      await new Promise<void>(resolve => this.waiting.push(resolve));
    }
    this.running++;
    try {
      for (let retries = 0; ; retries++) {
        const response = await this.once(method, path, body);
        const { status, retryAfter } = response;
        const busy = status === 429 || status === 503 && retryAfter !== undefined;
        const pause = (retryAfter ?? 1) * 1000;
        if (!busy || retries === RETRIES || Date.now() + pause >= this.end) {
          return response;
        }
        await new Promise(resolve => setTimeout(resolve, pause));
      }
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }

  private async once(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.deadline]);
    // unlike that of AbortSignal.timeout, it keeps the process waiting
    const timer = setTimeout(() => abort.abort(), this.patience.request * 1000);
    const late = abortOf(signal);
    try {
      return await Promise.race([this.send(method, path, signal, body), late.rejection]);
    } catch (error) {
      if (error instanceof NoCredentialsError) {
        throw error;
      }
      if (this.deadline.aborted) {
        throw new Error(`not read within ${this.patience.deadline} s in all`);
      }
      throw abort.signal.aborted ? new Error(`no answer within ${this.patience.request} s`) : error;
    } finally {
      clearTimeout(timer);
      // or it would keep every answer until the deadline
      late.forget();
    }
  }
}

/** How the API server begins what a webhook, an admission policy or a quota said, or that a webhook did not answer. */
const ADMISSION = /admission webhook|ValidatingAdmissionPolicy|failed calling webhook|exceeded quota/;
/** An object that is not as its kind wants it. */
const INVALID = [400, 422];

const NO_API_SERVER: Answer = { unreadable: 'what answers at this address is not a Kubernetes API server' };

function said(admission: Admission): Answer {
  return { items: [admission] };
}

/** Nothing, where it is the API server that knows nothing of it, and not a proxy or a wrong address. */
function absent({ group }: Read<unknown>, body: any): Answer {
  if (isStatus(body)) {
    return body.reason === 'NotFound' ? { items: [] } : refused(404, body);
  }
  return /^404 page not found\s*$/.test(body?.message) && !SERVED.includes(group) ? { items: [] } : NO_API_SERVER;
}

function isStatus(body: any): boolean {
  return body?.kind === 'Status';
}

function refused(status: number, body: any): Answer {
  return { unreadable: messageOf(status, body), ...status === 403 && { forbidden: true } };
}

function messageOf(status: number, body: any): string {
  return body?.message || `the API server answered ${status}`;
}

/** What rejects when a signal comes, unless it is forgotten before. */
function abortOf(signal: AbortSignal): { rejection: Promise<never>; forget: () => void } {
  let abort = () => {};
  const rejection = new Promise<never>((_, reject) => {
    // what was sent may say better why it ends
    abort = () => void setImmediate(reject, signal.reason);
  });
  if (signal.aborted) {
    abort();
  } else {
    signal.addEventListener('abort', abort, { once: true });
  }
  return { rejection, forget: () => signal.removeEventListener('abort', abort) };
}
