import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, AppProps, Chart, ChartProps } from 'cdk8s';
import { parse, parseAllDocuments } from 'yaml';
import { ServingStack, ServingStackProps } from '../../src';

/** What an App writes, as a folder of files that is read in the order of their names. */
export class Output {
  /** The text of each file, by its path, ascending. */
  public readonly files: Readonly<Record<string, string>>;

  constructor(app: App) {
    app.synth();
    const entries = readdirSync(app.outdir, { recursive: true, encoding: 'utf8' });
    const files = entries.filter(entry => statSync(join(app.outdir, entry)).isFile()).sort();
    this.files = Object.fromEntries(files.map(file => [file, readFileSync(join(app.outdir, file), 'utf8')]));
  }

  /** The documents of each file, by name, ascending. */
  public get objectsByFile(): Readonly<Record<string, any[]>> {
    return Object.fromEntries(Object.entries(this.files).map(([file, text]) => [file, objectsIn(text)]));
  }

  /** All documents, in order. */
  public get objects(): any[] {
    return Object.values(this.objectsByFile).flat();
  }

  /** The objects of a kind, those of a name only where one is given. */
  public all(kind: string, name?: string): any[] {
    return this.objects.filter(object => object.kind === kind && (name === undefined || object.metadata.name === name));
  }

  /** The one object of a kind and a name. */
  public one(kind: string, name?: string): any {
    const found = this.all(kind, name);
    expect(found.map(nameOf)).toHaveLength(1);
    return found[0];
  }

  /** The text of the one document of a kind and a name. */
  public textOf(kind: string, name?: string): string {
    const object = this.one(kind, name);
    return Object.values(this.files).flatMap(documentsIn).find(document => nameOf(parse(document)) === nameOf(object))!;
  }

  /** What Helm gets for a chart. */
  public values(chart: string): any {
    return parse(this.one('HelmChart', `mp-${chart}`).spec.valuesContent);
  }

  /** For snapshots: file by file, and of files that one of `bases` has too only the names. */
  public text(...bases: Output[]): string {
    const known = (file: string, text: string) => bases.some(base => base.files[file] === text);
    return Object.entries(this.files).map(([file, text]) => known(file, text) ? `# ${file}: the same` : `# ${file}\n${text}`).join('\n');
  }
}

/** What `make` renders in an App of its own, outside of any Chart. */
export function outsideCharts(make: (app: App) => unknown, props: AppProps = {}): Output {
  return inOwnApp(props, make);
}

const outputs = new Map<string, Output>();

/** What was rendered before from the same inputs: App.synth takes long for as many Charts as a stack has. */
export function once(inputs: unknown[], render: () => Output): Output {
  const key = JSON.stringify(inputs, (_, value) => value === undefined || typeof value === 'number' && !Number.isFinite(value) ? String(value) : value);
  const output = outputs.get(key) ?? render();
  outputs.set(key, output);
  return output;
}

/** What `make` renders inside a user's Chart, called `platform`, in an App of its own. */
export function insideChart(make: (chart: Chart) => unknown, props: ChartProps = {}, app: AppProps = {}): Output {
  return inOwnApp(app, scope => make(new Chart(scope, 'platform', props)));
}

/** What a stack renders outside of any Chart. */
export function stackOutput(props: ServingStackProps = {}): Output {
  return outsideCharts(app => new ServingStack(app, 'west', props));
}

/** A stack with nothing rendered, for its outputs and warnings. */
export function stack(props: ServingStackProps = {}): ServingStack {
  return new ServingStack(new App(), 'west', props);
}

/** The message that `make` is refused with. */
export function refusal(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('was not refused');
}

/** What tells an object from all others in a cluster. */
export function nameOf({ apiVersion, kind, metadata }: any): string {
  return [apiVersion, kind, metadata.namespace, metadata.name].filter(part => part !== undefined).join(' ');
}

/** Most files are the same in most stacks, and CRDs take long to parse. */
const parsed = new Map<string, any[]>();

/** The documents of a YAML text, not to be changed. */
export function objectsIn(text: string): any[] {
  const objects = parsed.get(text) ?? parseAllDocuments(text).map(document => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });
  parsed.set(text, objects);
  return objects;
}

function inOwnApp(props: AppProps, make: (app: App) => unknown): Output {
  const outdir = mkdtempSync(join(tmpdir(), 'serving-stack-'));
  try {
    const app = new App({ outdir, ...props });
    make(app);
    return new Output(app);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function documentsIn(text: string): string[] {
  return text.split(/^---\n/m);
}
