import { GATEWAY_CA } from './gateway-pki';
import { OPTIONS } from './stack-input';
import { ManifestOptions } from './stack-manifest';
import { Delivery } from '../delivery/delivery';
import { Place } from '../delivery/engine';
import { ENGINES } from '../delivery/engines';
import { Fault, nearest, Path, show } from '../lib/fault';
import { check, Field, isOfKey, jsonSchema, MapSchema } from '../lib/schema';
import { isMap, mergeValues, Values } from '../lib/values';
import { checkValueTree } from '../lib/values-check';
import { readYaml, SourceDocument } from '../lib/yaml-input';

export const DEFAULT_ENGINE = 'helm-chart';

const FIELDS: Record<string, Field> = {
  ...OPTIONS,
  delivery: {
    type: 'choice',
    by: 'engine',
    of: Object.fromEntries(Object.entries(ENGINES).map(([name, { fields }]) => [name, fields])),
  },
  gatewayCa: GATEWAY_CA,
};

/** The configuration file: what a ServingStack has no field for, for all stacks and for single ones by their names. */
export const CONFIG: MapSchema = {
  type: 'map',
  fields: { ...FIELDS, stacks: { type: 'open map', items: { type: 'map', fields: FIELDS } } },
};

/** The JSON Schema that editors check the configuration file with. */
export function configJsonSchema(): object {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'serving-stack configuration', ...jsonSchema(CONFIG) };
}

/** A configuration file that was read. */
export class StackConfig {
  /** Reads a configuration file; `engine` is the command's choice, which the file may not contradict. */
  public static read(text: string, file: string, engine?: string): { faults: Fault[]; config: StackConfig } {
    const { documents, faults } = readYaml(text, file);
    if (documents.length > 1) {
      faults.push({ path: [], location: documents[1].locate([]), problem: 'holds several documents', fix: 'must hold one' });
    }
    const document = documents[0];
    const content = document?.value ?? {};
    const config = new StackConfig(isMap(content) ? content : {}, engine, document);
    // values that cannot be written at all would only be misread by the other checks
    const unwritable = isMap(content) ? checkValueTree(content) : [];
    const problems = unwritable.length > 0 ? unwritable : check(isMap(content) ? config.withEngines() : content, CONFIG, 'yaml').faults;
    faults.push(...[...problems, ...config.contradictions()].map(fault => config.locate(fault)));
    return { faults, config };
  }

  /** No configuration file, or one that cannot be used: what is missing from that is not known. */
  public static none(engine?: string, unusable = false): StackConfig {
    return new StackConfig({}, engine, undefined, unusable);
  }

  private constructor(
    private readonly content: Values,
    private readonly chosen?: string,
    private readonly document?: SourceDocument,
    private readonly unusable = false,
  ) {}

  /** Names under `stacks`. */
  public get stackNames(): string[] {
    return isMap(this.content.stacks) ? Object.keys(this.content.stacks) : [];
  }

  /** What applies to a stack, and what its engine lacks. */
  public optionsOf(place: Place): { faults: Fault[]; options: ManifestOptions & { readonly delivery: Delivery } } {
    const { stacks = {}, ...all } = this.content;
    const own: Values = (Object.hasOwn(stacks, place.name) ? stacks[place.name] : undefined) ?? {};
    const engine = ENGINES[own.delivery?.engine ?? this.engine];
    const { delivery: merged, ...options } = mergeValues(all, own).values;
    // options of another engine mean nothing to this one
    const { engine: _, ...engineOptions } = (engine === ENGINES[this.engine] ? merged : own.delivery) ?? {};
    const faults = (engine.faults?.(engineOptions, place) ?? []).map(fault => ({ ...fault, path: ['delivery', ...fault.path] }));
    const delivery = faults.length > 0 ? Delivery.helmChart() : Delivery._of(engine.make(engineOptions, place));
    return { faults: this.unusable ? [] : faults, options: { ...options, delivery } };
  }

  /** Says where in the file a fault of a stack's options stands. */
  public locate(fault: Fault, stack?: string): Fault {
    if (!this.document || fault.location) {
      return fault;
    }
    const own: Path = ['stacks', stack ?? '', ...fault.path];
    const path = stack !== undefined && reaches(this.content, own.slice(0, 3)) ? own : fault.path;
    return { ...fault, path, location: this.document.locate(path, isOfKey(fault)) };
  }

  private get engine(): string {
    return this.chosen ?? this.content.delivery?.engine ?? DEFAULT_ENGINE;
  }

  /** The content with every choice of an engine written out: it may come from the command line, or be the default. */
  private withEngines(): Values {
    const complete = (options: unknown) => isMap(options) && isMap(options.delivery)
      ? { ...options, delivery: { engine: this.engine, ...options.delivery } }
      : options;
    const { stacks } = this.content;
    return {
      ...complete(this.content) as Values,
      ...isMap(stacks) ? { stacks: Object.fromEntries(Object.entries(stacks).map(([name, stack]) => [name, complete(stack)])) } : {},
    };
  }

  private contradictions(): Fault[] {
    const places: Path[] = [[], ...this.stackNames.map(name => ['stacks', name])];
    return places.flatMap(place => {
      const path = [...place, 'delivery', 'engine'];
      const given = path.reduce<any>((value, name) => value?.[name], this.content);
      return this.chosen === undefined || given === undefined || given === this.chosen ? [] : [{
        path,
        problem: `${show(given)} is not the engine of --delivery ${this.chosen}`,
        fix: 'leave one of the two out',
      }];
    });
  }
}

/** The engine of `--delivery`, which must be one that there is. */
export function engineFault(engine: string): string | undefined {
  if (Object.hasOwn(ENGINES, engine)) {
    return undefined;
  }
  const meant = nearest(engine, Object.keys(ENGINES));
  return `--delivery: ${engine} is not an engine, must be one of ${Object.keys(ENGINES).join(', ')}${meant ? `, did you mean ${meant}?` : ''}`;
}

function reaches(content: unknown, path: Path): boolean {
  return path.every(segment => {
    const found = isMap(content) && Object.hasOwn(content, segment);
    content = found ? (content as Values)[segment] : undefined;
    return found;
  });
}
