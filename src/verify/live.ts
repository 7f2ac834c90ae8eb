import { Admission, Answer, Cluster, keep, pathOf, Read } from './read';

/** What a request to the API server brought. */
export interface Response {
  readonly status: number;
  /** The body as JSON, or as text where it is none. */
  readonly body: any;
}

/** Sends requests to one API server; throws where none is answered. */
export type Send = (method: 'GET' | 'POST', path: string, signal: AbortSignal, body?: unknown) => Promise<Response>;

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

/** A cluster as it is now. Nothing is stored in it. */
export class LiveCluster implements Cluster {
  public readonly time = new Date();
  private readonly deadline: AbortSignal;
  private readonly waiting: Array<() => void> = [];
  private running = 0;

  constructor(
    public readonly name: string,
    private readonly send: Send,
    private readonly patience: Patience,
  ) {
    this.deadline = AbortSignal.timeout(patience.deadline * 1000);
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
    return status === 404 ? { items: [] } : status === 200 ? { items: [keep(body, read)] } : refused(status, body);
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
          return status === 404 ? { items: [] } : refused(status, body);
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
    if (status === 401 || status === 403 && !ADMISSION.test(body?.message ?? '')) {
      return refused(status, body);
    }
    // an object of that name shows that one was taken
    const admitted = status < 300 || status === 409;
    const admission: Admission = admitted ? { admitted } : { admitted, message: status === 404 ? 'the kind is not served' : messageOf(status, body) };
    return { items: [admission] };
  }

  private async request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
    if (this.running >= AT_ONCE) {
      await new Promise<void>(resolve => this.waiting.push(resolve));
    }
    this.running++;
    const tooSlow = AbortSignal.timeout(this.patience.request * 1000);
    try {
      return await this.send(method, path, AbortSignal.any([tooSlow, this.deadline]), body);
    } catch (error) {
      if (this.deadline.aborted) {
        throw new Error(`not read within ${this.patience.deadline} s in all`);
      }
      throw tooSlow.aborted ? new Error(`no answer within ${this.patience.request} s`) : error;
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }
}

/** How the API server begins what a webhook or an admission policy said. */
const ADMISSION = /admission webhook|ValidatingAdmissionPolicy/;

function refused(status: number, body: any): Answer {
  return { unreadable: messageOf(status, body), ...status === 403 && { forbidden: true } };
}

function messageOf(status: number, body: any): string {
  return body?.message ?? `the API server answered ${status}`;
}
