import { ApiServer } from './api-server';

const MANAGER = 'serving-stack-test';
const APPLY = 'application/apply-patch+yaml';

/** An API server as those who apply objects see it. */
export class Cluster {
  private readonly kinds = new Map<string, { plural: string; namespaced: boolean }>();

  constructor(public readonly server: ApiServer) {}

  /** Applies an object on the server's side as kubectl does, and returns what is stored; `dryRun` stores nothing. Throws what the server says. */
  public async apply(object: any, { dryRun = false } = {}): Promise<any> {
    const path = await this.pathOf(object);
    return this.sent('PATCH', `${path}?fieldManager=${MANAGER}&fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`, object, APPLY);
  }

  /** Writes what a controller would: the status of an object that is there. */
  public async putStatus(object: any): Promise<void> {
    const path = await this.pathOf(object);
    await this.sent('PATCH', `${path}/status?fieldManager=${MANAGER}-status&force=true`, object, APPLY);
  }

  public async get(object: any): Promise<any | undefined> {
    const { status, body } = await this.server.send('GET', await this.pathOf(object));
    return status === 404 ? undefined : body;
  }

  /** Removes an object if it is there, finalized as its controllers would, and returns when it is gone. */
  public async remove(object: any): Promise<void> {
    const path = await this.pathOf(object).catch(() => undefined);
    if (path === undefined) {
      return;
    }
    const { status, body: answer } = await this.server.send('DELETE', path);
    // what waits for finalizers is answered with itself, not with a Status
    if (status === 404 || status === 200 && answer.kind === 'Status') {
      return;
    }
    if (object.kind === 'Namespace') {
      const { body } = await this.server.send('GET', path);
      await this.server.send('PUT', `${path}/finalize`, { body: { ...body, spec: { finalizers: [] } } });
    } else if (object.metadata.finalizers) {
      await this.server.send('PATCH', path, { body: { metadata: { finalizers: null } }, contentType: 'application/merge-patch+json' });
    }
    await until(async () => (await this.server.send('GET', path)).status === 404, `${path} to be gone`);
    if (object.kind === 'CustomResourceDefinition') {
      await this.forgotten(object);
    }
  }

  /** Applies CRDs, and returns when their kinds are served. */
  public async define(crds: readonly any[]): Promise<void> {
    await Promise.all(crds.map(crd => this.apply(crd)));
    await Promise.all(crds.map(crd => this.established(crd)));
  }

  /** Returns when the kinds of a CRD are served, a moment after it is established. */
  public async established({ metadata, spec: { group, names, versions } }: any): Promise<void> {
    for (const { name } of versions.filter(({ served }: any) => served)) {
      const api = `/apis/${group}/${name}`;
      await until(async () => (await this.server.send('GET', `${api}/${names.plural}?limit=1`)).status === 200, `${metadata.name} to be served`);
      await until(async () => (await this.server.send('GET', api)).body.resources?.some(({ kind }: any) => kind === names.kind), `${metadata.name} to be listed`);
      // what the server says of itself comes later still
      await until(() => this.announces(`/apis/${group}/${name}`, names.plural), `${metadata.name} to be announced`);
    }
  }

  /** Returns when the kinds of a CRD that is gone are served no more. */
  private async forgotten({ metadata, spec: { group, names, versions } }: any): Promise<void> {
    for (const { name } of versions) {
      const api = `/apis/${group}/${name}`;
      this.kinds.delete(`${api} ${names.kind}`);
      await until(async () => !(await this.announces(api, names.plural)), `${metadata.name} not to be announced`);
    }
  }

  private async announces(api: string, plural: string): Promise<boolean> {
    return (await this.server.send('GET', api)).body.resources?.some((resource: any) => resource.name === plural) ?? false;
  }

  public async namespace(name: string): Promise<void> {
    await this.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }

  /** Where an object is at the API server, which must serve its kind. */
  public async pathOf({ apiVersion, kind, metadata: { name, namespace } }: any): Promise<string> {
    const api = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const { plural, namespaced } = await this.kindOf(api, kind);
    if (namespaced !== (namespace !== undefined)) {
      throw new Error(`${kind} ${name}: is ${namespaced ? '' : 'not '}namespaced, and its namespace is ${namespace}`);
    }
    return `${api}${namespaced ? `/namespaces/${namespace}` : ''}/${plural}/${name}`;
  }

  private async kindOf(api: string, kind: string): Promise<{ plural: string; namespaced: boolean }> {
    const key = `${api} ${kind}`;
    if (!this.kinds.has(key)) {
      const { status, body } = await this.server.send('GET', api);
      const found = status === 200 ? body.resources.find((resource: any) => resource.kind === kind && !resource.name.includes('/')) : undefined;
      if (!found) {
        throw new Error(`no matches for kind ${kind} in ${api}`);
      }
      this.kinds.set(key, { plural: found.name, namespaced: found.namespaced });
    }
    return this.kinds.get(key)!;
  }

  private async sent(method: string, path: string, object: any, contentType: string): Promise<any> {
    const { status, body } = await this.server.send(method, path, { body: object, contentType });
    if (status >= 300) {
      throw new Error(`${object.kind} ${object.metadata.name}: ${status}: ${body.message}`);
    }
    return body;
  }
}

const PATIENCE_SECONDS = 60;

/** Waits until something holds. */
export async function until(holds: () => Promise<unknown>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_SECONDS * 1000;
  while (!await holds()) {
    if (Date.now() > end) {
      throw new Error(`waited ${PATIENCE_SECONDS} s in vain for ${what}`);
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** Paths at which what is stored is not what was sent; fields that the server added do not count. */
export function differences(sent: any, stored: any, path = ''): string[] {
  if (Array.isArray(sent)) {
    return Array.isArray(stored) && stored.length === sent.length
      ? sent.flatMap((item, i) => differences(item, stored[i], `${path}[${i}]`))
      : [`${path}: ${JSON.stringify(sent)} became ${JSON.stringify(stored)}`];
  }
  if (typeof sent === 'object' && sent !== null && typeof stored === 'object' && stored !== null) {
    return Object.keys(sent).flatMap(key => differences(sent[key], stored[key], `${path}.${key}`));
  }
  return sent === stored ? [] : [`${path}: ${JSON.stringify(sent)} became ${JSON.stringify(stored)}`];
}
