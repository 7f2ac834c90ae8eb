import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { stringify } from 'yaml';
import { NOW } from './certificates';
import { ServingStack, ServingStackManifestOptions, ServingStackProps } from '../../src';
import { InputError } from '../../src/lib/fault';

/** What is wrong, the props, and a line for each fault: in code, and in YAML where it cannot be told from that. */
export type Refused = readonly [name: string, props: object, inCode: readonly string[], inYaml?: readonly string[]];

/** Fields of a ServingStack's spec, and all else that props have. */
export const SPEC = ['secrets', 'stack', 'nvidiaDriverRoot', 'versions', 'gateway'];

export const KUBECONFIG = { type: 'Kubeconfig', name: 'west-kubeconfig', key: 'kubeconfig' };

/** A name of as many characters. */
export const long = (length: number) => 'a'.repeat(length);

const folder = mkdtempSync(join(tmpdir(), 'serving-stack-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A stack from code. */
export function fromProps(props: object): ServingStack {
  return new ServingStack(new App(), 'west', { now: NOW.toISOString(), ...props } as ServingStackProps);
}

/** A stack from the text of a file `west.yaml`. */
export function fromText(text: string | Buffer, options: object = {}): ServingStack {
  const file = join(folder, 'west.yaml');
  writeFileSync(file, text);
  return ServingStack.fromManifest(new App(), 'west', file, { now: NOW.toISOString(), ...options } as ServingStackManifestOptions);
}

/** A stack from a ServingStack document that says the same as the props, where YAML can. */
export function fromSameDocument(props: object): ServingStack {
  const { spec, options } = asDocument(props);
  return fromText(documentOf(spec), options);
}

/** A ServingStack document; strings are quoted and escaped, so that none is taken for something else. */
export function documentOf(spec: unknown, metadata: unknown = { name: 'west' }): string {
  const document = { apiVersion: 'infrastructure.modelplane.ai/v1alpha1', kind: 'ServingStack', metadata, spec };
  const text = stringify(document, { aliasDuplicateObjects: false, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 });
  return text.replace(/[\u007f-\u009f]/g, character => `\\x${character.charCodeAt(0).toString(16)}`);
}

/** The lines that an input is refused with; file names come without their folder. */
export function faultsOf(make: () => unknown): string[] {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message.replaceAll(join(folder, '/'), '').split('\n');
  }
  throw new Error('was not refused');
}

/** Tests that each input is refused, in code and in YAML, with exactly these lines. */
export function testRefused(table: readonly Refused[]): void {
  const rows = table.map(([name, ...rest]) => [name, rest] as const);
  test.each(rows)('%s: refused in code', (_, [props, inCode]) => {
    expect(faultsOf(() => fromProps(props))).toEqual(inCode);
  });

  test.each(rows)('%s: refused in YAML', (_, [props, inCode, inYaml = inCode.map(asInYaml)]) => {
    const lines = faultsOf(() => fromSameDocument(props));
    expect(lines.map(line => line.replace(LOCATION, ''))).toEqual(inYaml);
    // what stands in the file has a place there, and nothing else has
    lines.forEach(line => expect(LOCATION.test(line)).toBe(/^(west\.yaml:\d+:\d+: )?spec[.[]/.test(line)));
  });
}

/** Tests that each input is taken, and that code and YAML describe the same stack. */
export function testAccepted(table: ReadonlyArray<readonly [name: string, props: object]>): void {
  test.each(table)('%s: accepted', (_, props) => {
    const stack = fromProps(props);
    expect(stack.apiObjects.length).toBeGreaterThan(0);
    expect(objectsOf(fromSameDocument(props))).toEqual(objectsOf(stack));
  });
}

/** What a stack renders. */
export function objectsOf(stack: ServingStack): any[] {
  return stack.apiObjects.map(object => object.toJson());
}

const LOCATION = /^west\.yaml:\d+:\d+: /;

/** Splits props into a document's spec, which needs a kubeconfig, and the options beside it. */
export function asDocument(props: object): { spec: object; options: object } {
  const entries = Object.entries({ secrets: [KUBECONFIG], ...props });
  const { gateway, ...spec }: Record<string, any> = Object.fromEntries(entries.filter(([name]) => SPEC.includes(name)));
  const options = Object.fromEntries(entries.filter(([name]) => !SPEC.includes(name)));
  if (typeof gateway !== 'object' || gateway === null || Array.isArray(gateway)) {
    return { spec: { ...spec, gateway }, options };
  }
  const { ca, clientCas, ...rest } = gateway;
  return { spec: { ...spec, gateway: { ...rest, clientCAs: clientCas } }, options: { ...options, gatewayCa: ca } };
}

/** A line as the same fault in YAML has it: with the names and the paths of a document. */
function asInYaml(line: string): string {
  return line
    .replace(/^gateway\.ca\b/, 'gatewayCa')
    .replace(new RegExp(`^(?=(${SPEC.join('|')})\\b)`), 'spec.')
    .replace(/(?<=needs )gateway\./, 'spec.gateway.')
    .replaceAll('clientCas', 'clientCAs')
    // beside the document, not in it
    .replace(/(?<=clientCAs, listeners), ca$/, '');
}
