import { Fault, Path, show } from './fault';

/** Helm values: maps, lists, strings, numbers, booleans and null, as `checkValueTree` lets them through. */
export type Values = { [key: string]: any };

/** Deeper than the values of any chart, and well within what every reader takes. */
export const MAX_DEPTH = 100;

/** Whether it is a plain map. Node and jsii hand over objects of several realms, so their prototypes are not one object. */
export function isMap(value: unknown): value is Values {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return false;
  }
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The values of `base` with those of `override` over them, as Helm merges values files: maps merge, all else replaces, null stays.
 *
 * `undefined` counts as absent, in lists too. The result shares nothing with its inputs. `lost` has the path of each map or list with
 * entries in `base` that `override` replaces.
 */
export function mergeValues(base: Values, override: Values): { values: Values; lost: Path[] } {
  const lost: Path[] = [];
  return { values: mergeMaps(base, override, [], lost), lost };
}

function mergeMaps(base: Values, override: Values, path: Path, lost: Path[]): Values {
  const before = new Map(entriesOf(base));
  const after = new Map(entriesOf(override));
  // from entries, since assigning to the key __proto__ would set no key
  return Object.fromEntries([
    ...[...before].filter(([key]) => !after.has(key)).map(([key, value]) => [key, copy(value)]),
    ...[...after].map(([key, value]) => [key, mergeValue(before.get(key), value, [...path, key], lost)]),
  ]);
}

function mergeValue(base: unknown, override: unknown, path: Path, lost: Path[]): unknown {
  if (isMap(base) && isMap(override)) {
    return mergeMaps(base, override, path, lost);
  }
  // a map or a list of ours with something in it
  if (typeof base === 'object' && base !== null && Object.keys(base).length > 0) {
    lost.push(path);
  }
  return copy(override);
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter(item => item !== undefined).map(copy);
  }
  return isMap(value) ? Object.fromEntries(entriesOf(value).map(([key, item]) => [key, copy(item)])) : value;
}

function entriesOf(map: Values): [string, unknown][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}

/**
 * Reads a path in the syntax of Helm's `--set`: `a.b\.c` is the key `b.c` in the map `a`.
 *
 * A backslash takes the character after it as it is. One path only, without list indices and without a value.
 *
 * @see https://helm.sh/docs/intro/using_helm/#the-format-and-limitations-of---set
 */
export function parseUnsetPath(text: string): { segments: string[] } | Omit<Fault, 'path'> {
  const segments = [''];
  for (let i = 0; i < text.length; i++) {
    const escaped = text[i] === '\\';
    if (escaped && i === text.length - 1) {
      return { problem: `${show(text)} ends in a backslash`, fix: 'write \\\\ for a backslash in a key' };
    }
    if ('[]'.includes(text[i])) {
      return { problem: `${show(text)} has a list index`, fix: `unset the whole list, or write \\${text[i]} for a bracket in a key` };
    }
    if ('=,{}'.includes(text[i])) {
      return { problem: `${show(text)} is more than a path`, fix: `give one path without a value, or write \\${text[i]} in a key` };
    }
    if (text[i] === '.') {
      segments.push('');
    } else {
      segments[segments.length - 1] += escaped ? text[++i] : text[i];
    }
  }
  if (segments.includes('')) {
    return { problem: `${show(text)} has an empty key`, fix: 'separate keys by one dot, and write \\. for a dot in a key' };
  }
  if (segments.length > MAX_DEPTH) {
    return { problem: `${show(text)} is a path of ${segments.length} keys`, fix: `must be at most ${MAX_DEPTH}` };
  }
  return segments.map(keyProblem).find(problem => problem) ?? { segments };
}

/** Why a key cannot be written, if it cannot. */
export function keyProblem(key: string): Omit<Fault, 'path'> | undefined {
  if (key === '__proto__') {
    return { problem: `${show(key)} is a key that JavaScript loses`, fix: 'leave it out' };
  }
  // all that jsii leaves of the keys of map[any]any or map[int]any
  if (/^<.+ Value>$/.test(key)) {
    return { problem: `${show(key)} was a key of Go other than a string`, fix: 'use map[string]any' };
  }
  return textProblem(key);
}

/** Why a text cannot be written, if it cannot. */
export function textProblem(text: string): Omit<Fault, 'path'> | undefined {
  return /\p{Surrogate}/u.test(text) ? { problem: `${show(text)} has half of a surrogate pair`, fix: 'must be Unicode text' } : undefined;
}

/** The values with null at each path, by which Helm deletes the chart's default. */
export function applyUnset(values: Values, paths: ReadonlyArray<readonly string[]>): Values {
  const nulls: Values = {};
  paths.forEach(path => setNull(nulls, path));
  return mergeValues(values, nulls).values;
}

function setNull(map: Values, [key, ...below]: readonly string[]): void {
  if (below.length === 0) {
    map[key] = null;
    return;
  }
  if (!Object.hasOwn(map, key)) {
    map[key] = {};
  }
  // below a null nothing is left to unset
  if (map[key] !== null) {
    setNull(map[key], below);
  }
}
