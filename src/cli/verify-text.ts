import { Result } from '../verify/check';
import { Finding, pageOf, Report, requirementsMet } from '../verify/verify';

/** How results are shown: a word, and the colour of a terminal. */
const RESULTS: Readonly<Record<Result, { word: string; colour: number }>> = {
  pass: { word: 'pass', colour: 32 },
  fail: { word: 'FAIL', colour: 31 },
  warn: { word: 'warn', colour: 33 },
  unknown: { word: '????', colour: 35 },
};

/** A report for people: a line for each check, and under each that did not pass what was seen and what to do. */
export function reportText(report: Report, colours: boolean): string {
  const width = Math.max(...report.findings.map(({ code }) => code.length));
  const { status, reason } = requirementsMet(report);
  const messages = new Set(report.findings.map(({ result, message }) => `${result}: ${message}`));
  if (messages.size === 1 && report.findings.length > 1 && report.findings[0].result === 'unknown') {
    const { message, fix } = report.findings[0];
    return `${printable(report.cluster)}: nothing can be read: ${printable(message)}\n${fix ? `  fix:  ${printable(fix)}\n` : ''}`;
  }
  return [
    `${printable(report.cluster)}, read ${report.time.toISOString()}`,
    ...report.findings.flatMap(finding => lines(finding, width, colours)),
    '',
    `${counts(report)}. RequirementsMet: ${status}${status === 'True' ? '' : ` (${reason})`}`,
    '',
  ].join('\n');
}

/** Text of a cluster as one line of a terminal, to which control characters are commands. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, control => ESCAPED[control] ?? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const ESCAPED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** What came out otherwise than before. */
export function changesText(before: Report, after: Report, colours: boolean): string {
  const known = new Map(before.findings.map(finding => [finding.code, finding]));
  const changed = after.findings.filter(({ code, result, message }) => result !== known.get(code)?.result || message !== known.get(code)?.message);
  return changed.length === 0 ? '' : [
    `${printable(after.cluster)}, read ${after.time.toISOString()}`,
    ...changed.flatMap(finding => lines(finding, Math.max(...changed.map(({ code }) => code.length)), colours)),
    '',
  ].join('\n');
}

function lines(finding: Finding, width: number, colours: boolean): string[] {
  const { code, component, result, message, evidence, fix } = finding;
  const { word, colour } = RESULTS[result];
  const shown = colours ? `\u001b[${colour}m${word}\u001b[0m` : word;
  const first = `  ${shown}  ${code.padEnd(width)}  ${printable(message)}`;
  if (result === 'pass') {
    return [first];
  }
  const indent = ' '.repeat(8);
  return [
    first,
    ...evidence.map(({ object, field, value }) => `${indent}seen: ${printable(`${object}${field ? ` ${field}` : ''}${value === undefined ? '' : `: ${value === null ? 'nothing' : short(value)}`}`)}`),
    ...fix ? [`${indent}fix:  ${fix.split('\n').map(printable).join(`\n${indent}      `)}`] : [],
    `${indent}see:  ${pageOf(component)}`,
  ];
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

function counts({ findings }: Report): string {
  const names: Record<Result, string> = { pass: 'passed', fail: 'failed', warn: 'warned', unknown: 'unknown' };
  return (Object.keys(names) as Result[])
    .map(result => [findings.filter(finding => finding.result === result).length, names[result]] as const)
    .filter(([count, name]) => count > 0 || name === 'passed')
    .map(([count, name]) => `${count} ${name}`).join(', ');
}
