import { ChartData } from './component';
import { Fault, formatFault, formatPath, Path, show } from './fault';
import { applyUnset, mergeValues, parseUnsetPath, Values } from './values';
import { checkBareText, checkValues, checkValueTree } from './values-check';
import { valuesTable } from '../imports/values';

/** What a user may set of a chart. */
export interface ChartSettings {
  readonly version?: string;
  readonly values?: Values;
  readonly unsetValues?: ReadonlyArray<string | undefined>;
}

/** Where a user set it, for messages. */
export interface OptionPaths {
  readonly values: Path;
  readonly unsetValues: Path;
}

/** What the engine does with values. */
export interface ValuesCarrier {
  readonly valuesAsObject?: boolean;
  readonly storesValues?: boolean;
}

/** Less than the 1.5 MiB of an object in etcd, which holds more than the values. */
const MAX_STORED_BYTES = 2 ** 20;

/** Everything in the options that this chart cannot be installed with. */
export function chartFaults(chart: ChartData, options: ChartSettings, paths: OptionPaths, carrier: ValuesCarrier = {}): Fault[] {
  const { values = {}, unsetValues = [] } = options;
  const faults: Fault[] = [];
  const unwritable = checkValueTree(values);
  faults.push(...at(paths.values, unwritable));
  if (unwritable.length > 0) {
    return faults;
  }
  faults.push(...at(paths.values, tableFindings(chart, options, true)), ...at(paths.values, contradictions(values, chart.fixed ?? {}, [])),
    ...at(paths.values, lockedValues(values, chart.locked ?? [])), ...at(paths.values, carrier.valuesAsObject ? checkBareText(values) : []),
    ...at(paths.values, carrier.storesValues ? sizeFaults(values) : []));
  unsetValues.forEach((text, i) => {
    if (text === undefined) {
      return;
    }
    const parsed = parseUnsetPath(text);
    const problem = 'problem' in parsed ? parsed
      : unsetProblem(text, parsed.segments, values, chart) ?? unknownUnset(chart, options, parsed.segments, true);
    if (problem) {
      faults.push({ path: [...paths.unsetValues, i], ...problem });
    }
  });
  return faults;
}

/** The values that Helm gets: defaults, then the user's, then nulls for what is unset. */
export function chartValues(defaults: Values, { values = {}, unsetValues = [] }: ChartSettings): { values: Values; lost: Path[] } {
  const merged = mergeValues(defaults, values);
  const unset = unsetValues.flatMap(text => text === undefined ? [] : [parseUnsetPath(text)]).flatMap(parsed => 'segments' in parsed ? [parsed.segments] : []);
  return { values: applyUnset(merged.values, unset), lost: [...merged.lost, ...unset.filter(segments => reaches(defaults, segments))] };
}

/** What may be a mistake in the options, a line each. */
export function chartWarnings(chart: ChartData, options: ChartSettings, lost: readonly Path[], paths: OptionPaths): string[] {
  return [
    ...at(paths.values, tableFindings(chart, options, false)).map(formatFault),
    ...(options.unsetValues ?? []).flatMap((text, i) => {
      const parsed = parseUnsetPath(text!);
      const problem = 'segments' in parsed ? unknownUnset(chart, options, parsed.segments, false) : undefined;
      return problem ? [formatFault({ path: [...paths.unsetValues, i], ...problem })] : [];
    }),
    ...lost.map(path => `${formatPath([...paths.values, ...path])}: replaces what the stack sets there, repeat it if it is still wanted`),
  ];
}

function tableFindings(chart: ChartData, { version, values = {} }: ChartSettings, closed: boolean): Fault[] {
  // loading a table takes time that nobody needs who sets no values
  const table = Object.keys(values).length > 0 ? valuesTable(chart.name, version ?? chart.versions.v1alpha1) : undefined;
  return table?.closed === closed ? checkValues(values, table) : [];
}

/** What the chart does not know of a path that is to be deleted. */
function unknownUnset(chart: ChartData, options: ChartSettings, segments: readonly string[], closed: boolean): Omit<Fault, 'path'> | undefined {
  const [finding] = tableFindings(chart, { ...options, values: applyUnset({}, [segments]) }, closed);
  return finding && { problem: `the chart has no value ${formatPath(finding.path)}`, fix: finding.fix };
}

function sizeFaults(values: Values): Fault[] {
  const bytes = Buffer.byteLength(JSON.stringify(values));
  return bytes <= MAX_STORED_BYTES ? [] : [{
    path: [],
    problem: `${bytes} bytes as JSON, more than an object of a cluster has room for`,
    fix: `must be at most ${MAX_STORED_BYTES}`,
  }];
}

function contradictions(values: Values, fixed: Values, path: Path): Fault[] {
  return Object.keys(fixed).filter(key => values[key] !== undefined).flatMap(key => {
    const [given, ours, where] = [values[key], fixed[key], [...path, key]];
    if (isMap(ours) && isMap(given)) {
      return contradictions(given, ours, where);
    }
    return same(given, ours) ? [] : [{
      path: where,
      problem: `${show(given)} contradicts the value that the stack relies on`,
      fix: `leave it out, it is ${isMap(ours) || Array.isArray(ours) ? JSON.stringify(ours) : show(ours)}`,
    }];
  });
}

function lockedValues(values: Values, locked: ReadonlyArray<readonly string[]>): Fault[] {
  return locked.filter(path => reaches(values, path)).map(path => ({
    path,
    problem: 'the stack relies on the chart\'s own value',
    fix: 'leave it out',
  }));
}

function isPrefix(prefix: readonly string[], path: readonly string[]): boolean {
  return prefix.every((segment, i) => segment === path[i]);
}

function unsetProblem(text: string, segments: readonly string[], values: Values, chart: ChartData): Omit<Fault, 'path'> | undefined {
  if (reaches(values, segments)) {
    return { problem: `${show(text)} is set in values too`, fix: 'keep one of the two' };
  }
  if (reaches(chart.fixed ?? {}, segments) || chart.locked?.some(path => isPrefix(segments, path) || isPrefix(path, segments))) {
    return { problem: `${show(text)} is a value that the stack relies on`, fix: 'leave it out' };
  }
  return undefined;
}

/** Whether the path leads to a value, a map of values, or through a value that is no map. */
function reaches(values: Values, segments: readonly string[]): boolean {
  let current: unknown = values;
  for (const segment of segments) {
    if (!isMap(current)) {
      return true;
    }
    if (!Object.hasOwn(current, segment) || current[segment] === undefined) {
      return false;
    }
    current = current[segment];
  }
  return true;
}

function at(prefix: Path, findings: readonly Fault[]): Fault[] {
  return findings.map(finding => ({ ...finding, path: [...prefix, ...finding.path] }));
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
