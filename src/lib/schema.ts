import { Fault, nearest, Path, show } from './fault';
import { loneSurrogate } from './names';
import { isMap as isPlainMap } from './values';

/** What is wrong with a value, without saying where it is. */
export type Problem = Omit<Fault, 'path'>;

/** How the names of an input are spelled: by its props in code, or by the API's fields in YAML. */
export type Spelling = 'props' | 'yaml';

/** The shape of an input: checked, documented and published as JSON Schema from this one description. */
export type Schema = StringSchema | IntegerSchema | BooleanSchema | ListSchema | MapSchema | OpenMapSchema | OpaqueSchema | AnySchema | ChoiceSchema;

interface Described {
  readonly description?: string;
}

export interface StringSchema extends Described {
  readonly type: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly values?: readonly string[];
  /** What no length can say. */
  readonly check?: (value: string) => Problem | undefined;
  /** Errors do not show the value. */
  readonly secret?: boolean;
}

export interface IntegerSchema extends Described {
  readonly type: 'integer';
  /** What the number is, for errors: `a port`. */
  readonly noun: string;
  readonly minimum: number;
  readonly maximum: number;
}

export interface BooleanSchema extends Described {
  readonly type: 'boolean';
}

export interface ListSchema extends Described {
  readonly type: 'list';
  readonly items: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** What only the whole list can show; entries and fields that are wrong by themselves come as undefined. */
  readonly check?: (value: any[], path: Path) => Fault[];
}

export interface MapSchema extends Described {
  readonly type: 'map';
  readonly fields: Readonly<Record<string, Field>>;
  /** What only the whole map can show; names are spelled as in props, fields that are wrong by themselves are undefined. */
  readonly check?: (value: any, path: Path, spelling: Spelling) => Fault[];
}

/** A map with keys of the user's, each of the same schema, or of any where there is none. */
export interface OpenMapSchema extends Described {
  readonly type: 'open map';
  readonly items?: Schema;
}

/** An object of code, which YAML cannot hold. */
export interface OpaqueSchema extends Described {
  readonly type: 'opaque';
  /** What makes it, for errors: `Delivery.helmChart()`. */
  readonly made: string;
  readonly is: (value: any) => boolean;
}

/** A map whose further fields depend on one of them. */
export interface ChoiceSchema extends Described {
  readonly type: 'choice';
  /** The field that decides. */
  readonly by: string;
  readonly of: Readonly<Record<string, Readonly<Record<string, Field>>>>;
}

/** Whatever it is, it is not read here. */
export interface AnySchema extends Described {
  readonly type: 'any';
}

export type Field = Schema & {
  readonly required?: boolean;
  /** The name in YAML, where props cannot have it. */
  readonly yaml?: string;
};

/** What was checked: everything wrong with it, and what is right of its value, with the names of props. */
export interface Checked {
  readonly faults: Fault[];
  readonly value: any;
}

const UNKNOWN_FIELD = 'unknown field';

/** Whether a fault is one of a field's name, whatever its value is. */
export function isOfKey({ problem }: Fault): boolean {
  return problem === UNKNOWN_FIELD;
}

/** Checks an input against its schema and reports all faults at once. */
export function check(value: unknown, schema: Schema, spelling: Spelling, path: Path = []): Checked {
  switch (schema.type) {
    case 'string': return scalar(value, path, stringProblem(value, schema));
    case 'integer': return scalar(value, path, integerProblem(value, schema));
    case 'boolean': return scalar(value, path, typeof value === 'boolean' ? undefined : wrongType(value, 'must be true or false'));
    case 'list': return checkList(value, schema, spelling, path);
    case 'map': return checkMap(value, schema, spelling, path);
    case 'open map': return checkOpenMap(value, schema, spelling, path);
    case 'choice': return checkChoice(value, schema, spelling, path);
    case 'any': return { faults: [], value };
    case 'opaque': return scalar(value, path, isMap(value) && schema.is(value) ? undefined : wrongType(value, `must be made by ${schema.made}`));
  }
}

/** The schema of a field as a user of this spelling reads it. */
export function fieldName(name: string, field: Field, spelling: Spelling): string {
  return spelling === 'yaml' ? field.yaml ?? name : name;
}

/** The same input as JSON Schema, for editors, with the names of YAML. */
export function jsonSchema(schema: Schema): object {
  return withoutUndefined({ description: schema.description, ...jsonSchemaType(schema) });
}

function jsonSchemaType(schema: Schema): object {
  switch (schema.type) {
    case 'string': return { type: 'string', minLength: schema.minLength, maxLength: schema.maxLength, enum: schema.values };
    case 'integer': return { type: 'integer', minimum: schema.minimum, maximum: schema.maximum };
    case 'boolean': return { type: 'boolean' };
    case 'list': return { type: 'array', items: jsonSchema(schema.items), minItems: schema.minItems, maxItems: schema.maxItems };
    case 'open map': return { type: 'object', additionalProperties: schema.items ? jsonSchema(schema.items) : undefined };
    case 'any': return {};
    case 'choice': return {
      anyOf: Object.keys(schema.of).map(choice => {
        // not required: the command line may make the choice
        const { properties } = jsonSchemaType({ type: 'map', fields: schema.of[choice] }) as { properties: object };
        return { type: 'object', additionalProperties: false, properties: { [schema.by]: { const: choice }, ...properties } };
      }),
    };
    case 'opaque': throw new Error('an object of code has no JSON Schema');
    case 'map': {
      const fields = Object.entries(schema.fields).filter(([, field]) => field.type !== 'opaque');
      const required = fields.filter(([, field]) => field.required).map(([name, field]) => fieldName(name, field, 'yaml'));
      return {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(fields.map(([name, field]) => [fieldName(name, field, 'yaml'), jsonSchema(field)])),
        required: required.length > 0 ? required : undefined,
      };
    }
  }
}

function withoutUndefined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

function stringProblem(value: unknown, schema: StringSchema): Problem | undefined {
  if (typeof value !== 'string') {
    const quotable = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
    const form = schema.values ? `one of ${schema.values.join(', ')}` : 'a string';
    const fix = `must be ${form}${quotable && !schema.values ? ', quote it' : ''}`;
    return schema.secret && quotable ? { problem: `is ${typeName(value)}`, fix } : wrongType(value, fix);
  }
  const shown = schema.secret ? 'the value' : show(value);
  const length = [...value].length;
  const { minLength = 0, maxLength = Infinity, values } = schema;
  if (values && !values.includes(value)) {
    const meant = nearest(value, values);
    return { problem: `${shown} is not one of the choices`, fix: `must be one of ${values.join(', ')}${meant ? `, did you mean ${meant}?` : ''}` };
  }
  if (loneSurrogate(value)) {
    return { problem: `${shown} has half of a surrogate pair`, fix: 'must be valid Unicode' };
  }
  if (length < minLength) {
    return { problem: `${shown} is too short`, fix: `must have ${minLength === 1 ? 'at least 1 character' : `at least ${minLength} characters`}` };
  }
  if (length > maxLength) {
    return { problem: `${shown} has ${length} characters`, fix: `must have at most ${maxLength}` };
  }
  return schema.check?.(value);
}

function integerProblem(value: unknown, { noun, minimum, maximum }: IntegerSchema): Problem | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    return wrongType(value, `must be ${noun}, an integer from ${minimum} to ${maximum}${typeof value === 'string' ? ', without quotes' : ''}`);
  }
  const fits = Number.isInteger(value) && value >= minimum && value <= maximum;
  const fraction = typeof value === 'number' && !Number.isInteger(value);
  return fits ? undefined : { problem: `${value} is not ${noun}`, fix: `must be ${fraction ? 'an integer ' : ''}between ${minimum} and ${maximum}` };
}

function checkList(value: unknown, schema: ListSchema, spelling: Spelling, path: Path): Checked {
  if (!Array.isArray(value)) {
    return scalar(value, path, wrongType(value, 'must be a list'));
  }
  const { minItems = 0, maxItems = Infinity } = schema;
  const items = Array.from(value, (item, i) => item == null
    ? scalar(item, [...path, i], { problem: 'the entry is empty', fix: 'fill it or remove it' })
    : check(item, schema.items, spelling, [...path, i]));
  const faults = items.flatMap(item => item.faults);
  if (value.length < minItems) {
    faults.push({ path, problem: `has ${value.length} entries`, fix: `must have at least ${minItems}` });
  }
  if (value.length > maxItems) {
    faults.push({ path, problem: `has ${value.length} entries`, fix: `must have at most ${maxItems}` });
  }
  const result = items.map(item => item.value);
  return { faults: [...faults, ...schema.check?.(result, path) ?? []], value: result };
}

function checkMap(value: unknown, schema: MapSchema, spelling: Spelling, path: Path): Checked {
  if (!isMap(value)) {
    return scalar(value, path, wrongType(value, 'must be a map'));
  }
  const names = new Map(Object.entries(schema.fields)
    .filter(([, field]) => spelling === 'props' || field.type !== 'opaque')
    .map(([name, field]) => [fieldName(name, field, spelling), name]));
  const faults = Object.keys(value).filter(key => !names.has(key) && value[key] !== undefined)
    .flatMap(key => at([...path, key], unknownField(key, names, schema, spelling)));
  const result: Record<string, unknown> = {};
  for (const [given, name] of names) {
    const field = schema.fields[name];
    // not only own properties: props may be an object with getters
    if (value[given] != null) {
      const checked = check(value[given], field, spelling, [...path, given]);
      faults.push(...checked.faults);
      result[name] = checked.value;
    } else if (field.required) {
      faults.push(...at([...path, given], { problem: 'missing', fix: `add ${article(field)}` }));
    }
  }
  return { faults: [...faults, ...schema.check?.(result, path, spelling) ?? []], value: result };
}

function checkOpenMap(value: unknown, schema: OpenMapSchema, spelling: Spelling, path: Path): Checked {
  if (!isPlainMap(value)) {
    return scalar(value, path, wrongType(value, 'must be a map'));
  }
  if (!schema.items) {
    return { faults: [], value };
  }
  const entries = Object.keys(value).filter(key => value[key] != null)
    .map(key => ({ key, checked: check(value[key], schema.items!, spelling, [...path, key]) }));
  return {
    faults: entries.flatMap(entry => entry.checked.faults),
    value: Object.fromEntries(entries.map(({ key, checked }) => [key, checked.value])),
  };
}

function checkChoice(value: unknown, schema: ChoiceSchema, spelling: Spelling, path: Path): Checked {
  const choice = isMap(value) ? value[schema.by] : undefined;
  const known = typeof choice === 'string' && Object.hasOwn(schema.of, choice);
  // without a choice no other field can be judged
  return known || !isMap(value)
    ? check(value, choiceFields(schema, known ? choice : undefined), spelling, path)
    : check({ [schema.by]: choice }, choiceFields(schema), spelling, path);
}

function choiceFields(schema: ChoiceSchema, choice?: string): MapSchema {
  const choices: Field = { type: 'string', values: Object.keys(schema.of), required: true };
  return { type: 'map', fields: { [schema.by]: choices, ...choice === undefined ? {} : schema.of[choice] } };
}

function unknownField(key: string, names: ReadonlyMap<string, string>, schema: MapSchema, spelling: Spelling): Problem {
  const allowed = [...names.keys()];
  const below = allowed.filter(given => {
    const field = schema.fields[names.get(given)!];
    return field.type === 'map' && Object.entries(field.fields).some(([name, inner]) => fieldName(name, inner, spelling) === key);
  });
  const meant = below.length === 1 ? `${below[0]}.${key}` : nearest(key, allowed);
  const list = allowed.length > 1 ? `must be one of ${allowed.join(', ')}` : `only ${allowed[0]} is known here`;
  return { problem: UNKNOWN_FIELD, fix: meant ? `did you mean ${meant}?` : list };
}

function wrongType(value: unknown, fix: string): Problem {
  const shown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
  return { problem: shown ? `${show(value)} is ${typeName(value)}` : `is ${typeName(value)}`, fix };
}

function typeName(value: unknown): string {
  if (typeof value !== 'object') {
    return typeof value === 'bigint' ? 'a number' : `a ${typeof value}`;
  }
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : isPlainMap(value) ? 'a map' : `an object of class ${value.constructor?.name}`;
}

function article(schema: Schema): string {
  switch (schema.type) {
    case 'integer': return schema.noun;
    case 'string': return schema.values ? `one of ${schema.values.join(', ')}` : 'a string';
    default: return `a ${schema.type}`;
  }
}

function scalar(value: unknown, path: Path, problem: Problem | undefined): Checked {
  return problem ? { faults: [{ path, ...problem }], value: undefined } : { faults: [], value };
}

function at(path: Path, problem: Problem | undefined): Fault[] {
  return problem ? [{ path, ...problem }] : [];
}

/** Any object but those that hold what they have elsewhere, such as a Map: props may be of a class. */
function isMap(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
