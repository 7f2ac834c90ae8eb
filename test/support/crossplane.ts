import { AppProps } from 'cdk8s';
import { stringify } from 'yaml';
import { once, Output, outsideCharts } from './render';
import { CrossplaneDeliveryOptions, Delivery, SecretType, ServingStack, ServingStackProps, StackSecret } from '../../src';

export const KUBECONFIG: StackSecret = { type: SecretType.KUBECONFIG, name: 'west-kubeconfig', key: 'kubeconfig' };

/** The props of a stack that Crossplane carries. */
export function crossplaneProps(props: ServingStackProps = {}, options: Partial<CrossplaneDeliveryOptions> = {}): ServingStackProps {
  return { secrets: [KUBECONFIG], delivery: Delivery.crossplane({ name: 'west', namespace: 'platform', ...options }), ...props };
}

/** What such a stack renders outside of any Chart. */
export function crossplaneOutput(props: ServingStackProps = {}, options: Partial<CrossplaneDeliveryOptions> = {}, app: AppProps = {}): Output {
  return once([props, options, app], () => outsideCharts(scope => new ServingStack(scope, 'stack', crossplaneProps(props, options)), app));
}

/** `Release/west-cert-manager` */
export function idOf({ apiVersion, kind, metadata, resourceRef }: any): string {
  const config = kind === 'ProviderConfig' ? `${apiVersion.split('.')[0]}.` : '';
  return `${config}${kind}/${(metadata ?? resourceRef).name}`;
}

/** What is delivered, without Usages. */
export function delivered(output: Output): any[] {
  return output.objects.filter(({ kind }) => kind !== 'Usage');
}

/** Each Usage as what uses and what is used. */
export function uses(output: Output): ReadonlyArray<readonly [by: string, of: string]> {
  return output.all('Usage').map(({ spec }) => [idOf(spec.by), idOf(spec.of)] as const);
}

/** The Release or the Object of each component, by key. */
export function byKey(output: Output): ReadonlyMap<string, any[]> {
  const found = new Map<string, any[]>();
  for (const object of delivered(output)) {
    const key = object.metadata.labels['modelplane.ai/resource'];
    found.set(key, [...found.get(key) ?? [], object]);
  }
  return found;
}

/** In which round each object goes if everything is deleted again and again while Usages refuse what is in use. */
export function removal(output: Output): ReadonlyMap<string, number> {
  const left = new Set(delivered(output).map(idOf));
  const rounds = new Map<string, number>();
  for (let round = 0; left.size > 0; round++) {
    const inUse = new Set(uses(output).filter(([by]) => left.has(by)).map(([, of]) => of));
    const free = [...left].filter(id => !inUse.has(id));
    expect(free).not.toEqual([]);
    free.forEach(id => {
      rounds.set(id, round);
      left.delete(id);
    });
  }
  return rounds;
}

/** For snapshots: Usages in a line each, and CRDs, which every delivery carries alike, by their names. */
export function text(output: Output, ...bases: Output[]): string {
  const write = (object: any) => object.kind === 'Usage'
    ? `# ${idOf(object.spec.by)} uses ${idOf(object.spec.of)}\n`
    : `---\n${stringify(withoutDefinition(object), { lineWidth: 0 })}`;
  return Object.entries(output.objectsByFile).map(([file, objects]) =>
    bases.some(base => base.files[file] === output.files[file]) ? `# ${file}: the same\n` : `# ${file}\n${objects.map(write).join('')}`).join('\n');
}

function withoutDefinition(object: any): any {
  const { manifest } = object.spec.forProvider ?? {};
  return manifest?.kind !== 'CustomResourceDefinition' || !manifest.spec ? object
    : { ...object, spec: { ...object.spec, forProvider: { manifest: { ...manifest, spec: '...' } } } };
}
