import Ajv from 'ajv';
import * as fc from 'fast-check';
import { formatFault } from '../../src/lib/fault';
import { check, Field, fieldName, jsonSchema, MapSchema, Schema, Spelling } from '../../src/lib/schema';

const linesOf = (value: unknown, schema: Schema, spelling: Spelling = 'props') => check(value, schema, spelling, ['x']).faults.map(formatFault);
const map = (fields: Record<string, Field>): MapSchema => ({ type: 'map', fields });

const TEXT: Schema = { type: 'string' };
const PORT: Schema = { type: 'integer', noun: 'a port', minimum: 1, maximum: 9 };

describe('a string', () => {
  const limited: Schema = { type: 'string', minLength: 2, maxLength: 3 };
  const choice: Schema = { type: 'string', values: ['One', 'Two', 'Three'] };
  const checked: Schema = { type: 'string', maxLength: 5, check: text => text.includes('a') ? { problem: `${text} has an a`, fix: 'use b' } : undefined };
  const secret: Schema = { type: 'string', secret: true, minLength: 2, maxLength: 3, check: () => ({ problem: 'is wrong', fix: 'mend it' }) };

  test.each<[string, unknown, Schema]>([
    ['any', '', TEXT],
    ['any', '\0 \u2028 👻', TEXT],
    ['at the lower limit', 'ab', limited],
    ['at the upper limit', 'abc', limited],
    ['characters of four bytes', '👻👻👻', limited],
    ['a choice', 'Two', choice],
    ['right', 'bbbbb', checked],
  ])('may be %s (%#)', (_, value, schema) => {
    expect(check(value, schema, 'props')).toEqual({ faults: [], value });
  });

  test.each<[unknown, Schema, string]>([
    ['a', limited, '"a" is too short, must have at least 2 characters'],
    ['', { type: 'string', minLength: 1 }, '"" is too short, must have at least 1 character'],
    ['abcd', limited, '"abcd" has 4 characters, must have at most 3'],
    ['👻👻👻👻', limited, '"👻👻👻👻" has 4 characters, must have at most 3'],
    ['\ud83d', TEXT, '"\\ud83d" has half of a surrogate pair, must be valid Unicode'],
    ['one', choice, '"one" is not one of the choices, must be one of One, Two, Three, did you mean One?'],
    ['Thre', choice, '"Thre" is not one of the choices, must be one of One, Two, Three, did you mean Three?'],
    ['Four', choice, '"Four" is not one of the choices, must be one of One, Two, Three'],
    ['\ud83d', choice, '"\\ud83d" is not one of the choices, must be one of One, Two, Three'],
    ['a', checked, 'a has an a, use b'],
    ['aaaaaa', checked, '"aaaaaa" has 6 characters, must have at most 5'],
    ['a', secret, 'the value is too short, must have at least 2 characters'],
    ['abcd', secret, 'the value has 4 characters, must have at most 3'],
    ['a\ud83d', secret, 'the value has half of a surrogate pair, must be valid Unicode'],
    ['ab', secret, 'is wrong, mend it'],
    [12345n, secret, 'is a number, must be a string, quote it'],
    [false, secret, 'is a boolean, must be a string, quote it'],
    [5, TEXT, '5 is a number, must be a string, quote it'],
    [5n, TEXT, '5 is a number, must be a string, quote it'],
    [true, TEXT, 'true is a boolean, must be a string, quote it'],
    [5, choice, '5 is a number, must be one of One, Two, Three'],
    [[], TEXT, 'is a list, must be a string'],
    [{}, choice, 'is a map, must be one of One, Two, Three'],
    [new Date(0), TEXT, 'is an object of class Date, must be a string'],
    [() => 1, TEXT, 'is a function, must be a string'],
    [Symbol('s'), TEXT, 'is a symbol, must be a string'],
    [null, TEXT, 'is null, must be a string'],
  ])('may not be %p (%#)', (value, schema, line) => {
    expect(linesOf(value, schema)).toEqual([`x: ${line}`]);
    expect(check(value, schema, 'props').value).toBeUndefined();
  });
});

describe('an integer', () => {
  test.each([1, 9, 5.0])('may be %p', value => {
    expect(check(value, PORT, 'props')).toEqual({ faults: [], value });
  });

  test.each<[unknown, string]>([
    [0, '0 is not a port, must be between 1 and 9'],
    [10, '10 is not a port, must be between 1 and 9'],
    [10n ** 20n, '100000000000000000000 is not a port, must be between 1 and 9'],
    [1.5, '1.5 is not a port, must be an integer between 1 and 9'],
    [NaN, 'NaN is not a port, must be an integer between 1 and 9'],
    [-Infinity, '-Infinity is not a port, must be an integer between 1 and 9'],
    ['5', '"5" is a string, must be a port, an integer from 1 to 9, without quotes'],
    [true, 'true is a boolean, must be a port, an integer from 1 to 9'],
    [[5], 'is a list, must be a port, an integer from 1 to 9'],
  ])('may not be %p', (value, line) => {
    expect(linesOf(value, PORT)).toEqual([`x: ${line}`]);
  });
});

test.each<[Schema, unknown, string[]]>([
  [{ type: 'boolean' }, false, []],
  [{ type: 'boolean' }, 'true', ['x: "true" is a string, must be true or false']],
  [{ type: 'any' }, { a: [Symbol('s')] }, []],
  [{ type: 'opaque', made: 'Delivery.flux()', is: value => value.made }, { made: true }, []],
  [{ type: 'opaque', made: 'Delivery.flux()', is: value => value.made }, { made: false }, ['x: is a map, must be made by Delivery.flux()']],
  [{ type: 'opaque', made: 'Delivery.flux()', is: value => value.made }, 'flux', ['x: "flux" is a string, must be made by Delivery.flux()']],
])('%j: %p', (schema, value, lines) => {
  expect(linesOf(value, schema)).toEqual(lines);
  expect(check(value, schema, 'props').value).toBe(lines.length > 0 ? undefined : value);
});

describe('a list', () => {
  const list: Schema = { type: 'list', items: PORT, minItems: 2, maxItems: 3 };

  test('has entries of its schema, no more and no fewer than it may', () => {
    expect(check([1, 2, 3], list, 'props')).toEqual({ faults: [], value: [1, 2, 3] });
    expect(linesOf([1], list)).toEqual(['x: has 1 entries, must have at least 2']);
    expect(linesOf([1, 2, 3, 4], list)).toEqual(['x: has 4 entries, must have at most 3']);
    expect(linesOf('a', list)).toEqual(['x: "a" is a string, must be a list']);
    expect(linesOf({ length: 2 }, list)).toEqual(['x: is a map, must be a list']);
    expect(linesOf([0, 'a', 1, null, 10], list)).toEqual([
      'x[0]: 0 is not a port, must be between 1 and 9',
      'x[1]: "a" is a string, must be a port, an integer from 1 to 9, without quotes',
      'x[3]: the entry is empty, fill it or remove it',
      'x[4]: 10 is not a port, must be between 1 and 9',
      'x: has 5 entries, must have at most 3',
    ]);
    // eslint-disable-next-line no-sparse-arrays
    expect(linesOf([1, , 2], list)).toEqual(['x[1]: the entry is empty, fill it or remove it']);
  });

  test('is checked as a whole without the entries that are wrong by themselves', () => {
    const whole = jest.fn(() => [{ path: ['y'], problem: 'odd', fix: 'even it' }]);
    expect(linesOf([1, 'a', null], { type: 'list', items: PORT, check: whole }).pop()).toBe('y: odd, even it');
    expect(whole).toHaveBeenCalledWith([1, undefined, undefined], ['x']);
    expect(check([1, 'a'], { type: 'list', items: PORT }, 'props').value).toEqual([1, undefined]);
  });
});

describe('a map', () => {
  const fields = map({
    name: { ...TEXT, required: true } as Field,
    port: { ...PORT, required: true } as Field,
    protocol: { type: 'string', values: ['HTTP', 'TCP'], required: true },
    clientCas: { type: 'list', yaml: 'clientCAs', items: TEXT, required: true },
    delivery: { type: 'opaque', made: 'Delivery.flux()', is: () => true },
    below: map({ deep: TEXT, port: TEXT }),
    other: map({ deep: TEXT, other2: TEXT, clientCas: { ...TEXT, yaml: 'clientCAs2' } as Field }),
  });
  const right = { name: 'a', port: 1, protocol: 'TCP', clientCas: ['b'] };
  const rightInYaml = { name: 'a', port: 1, protocol: 'TCP', clientCAs: ['b'] };

  test('has the names of props in code, those of the API in YAML, and the names of props once it is checked', () => {
    expect(check(right, fields, 'props')).toEqual({ faults: [], value: right });
    expect(check(rightInYaml, fields, 'yaml')).toEqual({ faults: [], value: right });
    expect(linesOf(rightInYaml, fields)).toEqual(['x.clientCAs: unknown field, did you mean clientCas?', 'x.clientCas: missing, add a list']);
    expect(linesOf(right, fields, 'yaml')).toEqual(['x.clientCas: unknown field, did you mean clientCAs?', 'x.clientCAs: missing, add a list']);
    expect(fieldName('clientCas', fields.fields.clientCas, 'yaml')).toBe('clientCAs');
    expect(fieldName('clientCas', fields.fields.clientCas, 'props')).toBe('clientCas');
    expect(fieldName('name', fields.fields.name, 'yaml')).toBe('name');
  });

  test('says what is missing, and takes null and undefined for nothing', () => {
    const missing = [
      'x.name: missing, add a string', 'x.port: missing, add a port', 'x.protocol: missing, add one of HTTP, TCP', 'x.clientCas: missing, add a list',
    ];
    expect(linesOf({}, fields)).toEqual(missing);
    expect(linesOf({ name: null, port: undefined, below: null, unknown: undefined }, fields)).toEqual(missing);
    expect(check({ ...right, below: null, other: undefined }, fields, 'props').value).toEqual(right);
    expect(check({ ...right, below: null }, fields, 'props').value).not.toHaveProperty('below');
  });

  test.each<[string, string, Spelling]>([
    ['nmae', 'did you mean name?', 'props'],
    ['NAME', 'did you mean name?', 'props'],
    ['other2', 'did you mean other.other2?', 'props'],
    ['clientCAs2', 'did you mean other.clientCAs2?', 'yaml'],
    ['deep', 'must be one of name, port, protocol, clientCas, delivery, below, other', 'props'],
    ['deep', 'must be one of name, port, protocol, clientCAs, below, other', 'yaml'],
    ['delivery', 'must be one of name, port, protocol, clientCAs, below, other', 'yaml'],
    ['__proto__', 'must be one of name, port, protocol, clientCas, delivery, below, other', 'props'],
  ])('has no field %s: %s', (name, fix, spelling) => {
    const value = Object.fromEntries([...Object.entries(spelling === 'yaml' ? rightInYaml : right), [name, {}]]);
    expect(linesOf(value, fields, spelling)).toEqual([`x.${name}: unknown field, ${fix}`]);
  });

  test('that has one field names it', () => {
    expect(linesOf({ zzzzzz: 1 }, map({ mode: TEXT }))).toEqual(['x.zzzzzz: unknown field, only mode is known here']);
  });

  test('reports all that is wrong in it', () => {
    expect(linesOf({ a: 1, name: 5, port: 0, clientCas: ['a', 5], below: { deep: [], b: 1 }, other: 'c' }, fields)).toEqual([
      'x.a: unknown field, must be one of name, port, protocol, clientCas, delivery, below, other',
      'x.name: 5 is a number, must be a string, quote it',
      'x.port: 0 is not a port, must be between 1 and 9',
      'x.protocol: missing, add one of HTTP, TCP',
      'x.clientCas[1]: 5 is a number, must be a string, quote it',
      'x.below.b: unknown field, must be one of deep, port',
      'x.below.deep: is a list, must be a string',
      'x.other: "c" is a string, must be a map',
    ]);
  });

  test('is checked as a whole without the fields that are wrong by themselves', () => {
    const whole = jest.fn(() => [{ path: ['y'], problem: 'odd', fix: 'even it' }]);
    const checked = { ...map({ clientCas: fields.fields.clientCas, port: TEXT }), check: whole };
    expect(linesOf({ clientCAs: 'a', port: 1 }, checked, 'yaml').pop()).toBe('y: odd, even it');
    expect(whole).toHaveBeenCalledWith({ clientCas: undefined, port: undefined }, ['x'], 'yaml');
  });

  test('may be an object with getters, and no other object than props can be', () => {
    class Props { public get name() { return 'a'; } }
    expect(check(new Props(), map({ name: TEXT }), 'props')).toEqual({ faults: [], value: { name: 'a' } });
    expect(check(Object.assign(Object.create(null), { name: 'a' }), map({ name: TEXT }), 'props').faults).toEqual([]);
    for (const value of [new Map(), new Set(), new Date(0), /a/, Buffer.of(1), new Error('a'), Promise.resolve()]) {
      expect(linesOf(value, map({ name: TEXT }))).toEqual([`x: is an object of class ${value.constructor.name}, must be a map`]);
    }
    expect(linesOf([], map({ name: TEXT }))).toEqual(['x: is a list, must be a map']);
    expect(linesOf(null, map({ name: TEXT }))).toEqual(['x: is null, must be a map']);
  });
});

test('an open map has any keys', () => {
  const values: Schema = { type: 'open map' };
  const ports: Schema = { type: 'open map', items: PORT };
  const given = JSON.parse('{"a": [null], "__proto__": 1}');
  expect(check(given, values, 'props')).toEqual({ faults: [], value: given });
  expect(check({ a: 1, b: null }, ports, 'props')).toEqual({ faults: [], value: { a: 1 } });
  expect(linesOf({ 'a': 0, 'b.c': 'd' }, ports)).toEqual([
    'x.a: 0 is not a port, must be between 1 and 9',
    'x["b.c"]: "d" is a string, must be a port, an integer from 1 to 9, without quotes',
  ]);
  expect(linesOf([], values)).toEqual(['x: is a list, must be a map']);
  expect(linesOf(new Date(0), values)).toEqual(['x: is an object of class Date, must be a map']);
});

test('a choice has the fields of what was chosen', () => {
  const choice: Schema = { type: 'choice', by: 'engine', of: { flux: { path: { ...TEXT, required: true } as Field }, plain: {} } };
  expect(check({ engine: 'flux', path: 'a' }, choice, 'yaml')).toEqual({ faults: [], value: { engine: 'flux', path: 'a' } });
  expect(check({ engine: 'plain' }, choice, 'yaml').faults).toEqual([]);
  expect(linesOf({ engine: 'flux' }, choice)).toEqual(['x.path: missing, add a string']);
  expect(linesOf({ engine: 'plain', path: 'a' }, choice)).toEqual(['x.path: unknown field, only engine is known here']);
  expect(linesOf({ engine: 'fluxx', a: 1 }, choice)).toEqual(['x.engine: "fluxx" is not one of the choices, must be one of flux, plain, did you mean flux?']);
  expect(linesOf({ engine: 'toString' }, choice)).toEqual(['x.engine: "toString" is not one of the choices, must be one of flux, plain']);
  expect(linesOf({ a: 1 }, choice)).toEqual(['x.engine: missing, add one of flux, plain']);
  expect(linesOf('flux', choice)).toEqual(['x: "flux" is a string, must be a map']);
});

describe('as JSON Schema', () => {
  test('a schema has the names of YAML and its descriptions, and no objects of code', () => {
    const schema = map({
      a: {
        type: 'list', yaml: 'A', description: 'As.', required: true, items: { type: 'string', minLength: 1, maxLength: 2, values: ['b'] }, minItems: 1, maxItems: 2,
      },
      c: { ...PORT, required: true } as Field,
      d: { type: 'boolean' },
      e: { type: 'open map' },
      f: { type: 'open map', items: { type: 'any' } },
      g: { type: 'opaque', made: 'code', is: () => true },
      h: { type: 'choice', by: 'i', of: { j: { k: TEXT } } },
      l: map({}),
    });
    expect(jsonSchema({ ...schema, description: 'All.' })).toEqual({
      description: 'All.',
      type: 'object',
      additionalProperties: false,
      properties: {
        A: { description: 'As.', type: 'array', items: { type: 'string', minLength: 1, maxLength: 2, enum: ['b'] }, minItems: 1, maxItems: 2 },
        c: { type: 'integer', minimum: 1, maximum: 9 },
        d: { type: 'boolean' },
        e: { type: 'object' },
        f: { type: 'object', additionalProperties: {} },
        h: { anyOf: [{ type: 'object', additionalProperties: false, properties: { i: { const: 'j' }, k: { type: 'string' } } }] },
        l: { type: 'object', additionalProperties: false, properties: {} },
      },
      required: ['A', 'c'],
    });
    expect(() => jsonSchema({ type: 'opaque', made: 'code', is: () => true })).toThrow('an object of code has no JSON Schema');
  });

  const name = fc.constantFrom('a', 'b', 'c');
  const text = fc.string({ unit: fc.constantFrom('a', '👻'), maxLength: 4 });
  const limits = fc.tuple(fc.nat(3), fc.nat(3)).map(([low, span]) => [low, low + span]);
  const schemas = fc.letrec<{ schema: Schema }>(tie => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      limits.map(([minLength, maxLength]): Schema => ({ type: 'string', minLength, maxLength })),
      fc.array(text, { minLength: 1, maxLength: 3 }).map((values): Schema => ({ type: 'string', values: [...new Set(values)] })),
      limits.map(([minimum, maximum]): Schema => ({ type: 'integer', noun: 'a number', minimum, maximum })),
      fc.constant<Schema>({ type: 'boolean' }),
      fc.constant<Schema>({ type: 'any' }),
      fc.constant<Schema>({ type: 'open map' }),
      tie('schema').map((items): Schema => ({ type: 'open map', items })),
      fc.tuple(limits, tie('schema')).map(([[minItems, maxItems], items]): Schema => ({ type: 'list', items, minItems, maxItems })),
      fc.dictionary(name, fc.tuple(tie('schema'), fc.boolean(), fc.boolean())).map(entries => map(Object.fromEntries(Object.entries(entries)
        .map(([field, [schema, required, renamed]]) => [field, { ...schema, required, yaml: renamed ? field.toUpperCase() : undefined } as Field])))),
    ),
  })).schema;
  /** Values that fit, or nearly: null, which fits no type there, is left out. */
  const values = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text, fc.integer({ min: -1, max: 7 }), fc.constant(1.5), fc.boolean(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'A', 'B', 'C'), tie('value'), { maxKeys: 4 }),
    ),
  })).value;

  test('it takes and refuses what the check does', () => {
    const ajv = new Ajv({ strict: false });
    const seen = { taken: 0, refused: 0 };
    fc.assert(fc.property(schemas, fc.array(values, { minLength: 5, maxLength: 5 }), (schema, given) => {
      const validate = ajv.compile(jsonSchema(schema));
      for (const value of given) {
        const taken = check(value, schema, 'yaml').faults.length === 0;
        expect(validate(value)).toBe(taken);
        seen[taken ? 'taken' : 'refused']++;
      }
    }), { numRuns: 1000 });
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(500);
  });
});
