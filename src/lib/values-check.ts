import { Fault, nearest, Path, show } from './fault';
import { goYamlNumber } from './names';
import { isMap, keyProblem, MAX_DEPTH, textProblem, Values } from './values';
import { ValuesKeys, ValuesTable } from '../imports/values/table';

/** More than an object in a cluster can hold, and few enough to visit one by one. */
const MAX_ENTRIES = 500_000;

/**
 * What in the values can never reach Helm as it is: numbers that lose digits, objects that are not data, cycles, broken text.
 *
 * Paths start below the values. What is `undefined` counts as absent. An object that stands in several places is checked in each.
 */
export function checkValueTree(values: unknown): Fault[] {
  if (!isMap(values)) {
    return [{ path: [], problem: `${show(values)} is not a map`, fix: 'must be a map of values' }];
  }
  const faults: Fault[] = [];
  const path: (string | number)[] = [];
  const parents = new Set<unknown>();
  let entries = 0;

  function visit(value: unknown): void {
    const problem = valueProblem(value, parents);
    if (problem) {
      faults.push({ path: [...path], ...problem });
    } else if (typeof value === 'object' && value !== null) {
      parents.add(value);
      visitEntries(value);
      parents.delete(value);
    }
  }

  function visitEntries(parent: object): void {
    for (const [key, value] of Array.isArray(parent) ? parent.entries() : Object.entries(parent)) {
      // a few objects, each in several places of the next, unfold to more than there is memory for
      if (++entries > MAX_ENTRIES) {
        return;
      }
      path.push(key);
      const problem = typeof key === 'string' ? keyProblem(key) : undefined;
      if (problem) {
        faults.push({ path: [...path], ...problem });
      }
      visit(value);
      path.pop();
    }
  }

  visit(values);
  if (entries > MAX_ENTRIES) {
    return [{ path: [], problem: `more than ${MAX_ENTRIES} values`, fix: 'must be fewer, no cluster can store so many' }];
  }
  return faults;
}

/** Strings and keys that cdk8s' own YAML would not bring to a Go reader as they are. */
export function checkBareText(value: unknown, prefix: Path = []): Fault[] {
  const faults: Fault[] = [];
  const path: Array<string | number> = [...prefix];
  const report = (problem: Omit<Fault, 'path'> | undefined) => problem && faults.push({ path: [...path], ...problem });
  const visit = (current: unknown) => {
    if (typeof current === 'string') {
      report(bareTextProblem(current));
    } else if (typeof current === 'object' && current !== null) {
      const isList = Array.isArray(current);
      for (const key of Object.keys(current)) {
        path.push(isList ? Number(key) : key);
        report(isList ? undefined : key === '<<' ? { problem: '"<<" merges maps', fix: 'use another key' } : bareTextProblem(key));
        visit((current as Record<string, unknown>)[key]);
        path.pop();
      }
    }
  };
  visit(value);
  return faults;
}

function bareTextProblem(text: string): Omit<Fault, 'path'> | undefined {
  if (goYamlNumber(text)) {
    return { problem: `${show(text)} reads as a number in YAML`, fix: 'this delivery cannot quote it, write it otherwise' };
  }
  return /[\u007f-\u009f\u2028\u2029]/.test(text)
    ? { problem: `${show(text)} has a control character that YAML readers refuse or change`, fix: 'leave it out' }
    : undefined;
}

function valueProblem(value: unknown, parents: ReadonlySet<unknown>): Omit<Fault, 'path'> | undefined {
  switch (typeof value) {
    case 'string':
      return textProblem(value);
    case 'number':
      return numberProblem(value);
    case 'boolean':
    case 'undefined':
      return undefined;
    case 'object':
      return value === null ? undefined : objectProblem(value, parents);
    case 'bigint':
      return { problem: `${show(value)} is a bigint`, fix: 'pass a string' };
    default:
      return { problem: `${show(value)} is not data`, fix: 'must be a string, number, boolean, list, map or null' };
  }
}

function numberProblem(value: number): Omit<Fault, 'path'> | undefined {
  if (!Number.isFinite(value)) {
    return { problem: `${value} cannot be written`, fix: 'must be a finite number' };
  }
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? { problem: `${value} is an integer of which JavaScript loses digits`, fix: 'pass a string' }
    : undefined;
}

function objectProblem(value: object, parents: ReadonlySet<unknown>): Omit<Fault, 'path'> | undefined {
  if (!Array.isArray(value) && !isMap(value)) {
    const kind = value.constructor?.name;
    return { problem: `an object of class ${kind} is not data`, fix: 'must be a string, number, boolean, list, map or null' };
  }
  if (parents.has(value)) {
    return { problem: 'refers back to what it stands in', fix: 'must hold no cycle' };
  }
  return parents.size < MAX_DEPTH ? undefined : { problem: 'is too deep', fix: `must be at most ${MAX_DEPTH} levels of maps and lists` };
}

const LETTER_TYPES: { readonly [letter: string]: string } = { s: 'a string', n: 'a number', b: 'a boolean', l: 'a list', o: 'a map' };

/**
 * What the chart does not know: keys that it does not read, values of a type that it does not take. Paths start below the values.
 *
 * Null deletes a default, so it fits every type. Below a map of any keys, and in lists, nothing is checked. Whether a finding is
 * refused or only warned of is for the caller to say, by the table's `closed`.
 */
export function checkValues(values: Values, table: ValuesTable): Fault[] {
  return checkKeys(values, table.keys, []);
}

function checkKeys(values: Values, keys: ValuesKeys, parent: Path): Fault[] {
  return Object.entries(values).filter(([, value]) => value !== undefined).flatMap(([key, value]) => {
    const path = [...parent, key];
    const known = Object.hasOwn(keys, key) && key !== '*' ? keys[key] : keys['*'];
    if (known === undefined) {
      const near = nearest(key, Object.keys(keys));
      return [{ path, problem: 'the chart has no such value', fix: near ? `did you mean ${show(near)}?` : 'see the values.yaml of the chart' }];
    }
    if (typeof known === 'object' && isMap(value)) {
      return checkKeys(value, known, path);
    }
    const letters = typeof known === 'object' ? 'o' : known;
    return value === null || letters === '?' || letters.includes(letterOf(value))
      ? []
      : [{ path, problem: given(value), fix: `must be ${[...letters].map(letter => LETTER_TYPES[letter]).join(' or ')}` }];
  });
}

function letterOf(value: unknown): string {
  return Array.isArray(value) ? 'l' : typeof value === 'object' ? 'o' : (typeof value)[0];
}

// A text may be a password, and what it holds is not what is wrong with it.
function given(value: unknown): string {
  const type = LETTER_TYPES[letterOf(value)];
  return typeof value === 'number' || typeof value === 'boolean' ? `${value} is ${type}` : `is ${type}`;
}
