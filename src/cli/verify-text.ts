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
    return `${report.cluster}: nothing can be read: ${report.findings[0].message}\n`;
  }
  return [
    `${report.cluster}, read ${report.time.toISOString()}`,
    ...report.findings.flatMap(finding => lines(finding, width, colours)),
    '',
    `${counts(report)}. RequirementsMet: ${status}${status === 'True' ? '' : ` (${reason})`}`,
    '',
  ].join('\n');
}

/** What came out otherwise than before. */
export function changesText(before: Report, after: Report, colours: boolean): string {
  const known = new Map(before.findings.map(finding => [finding.code, finding]));
  const changed = after.findings.filter(({ code, result, message }) => result !== known.get(code)?.result || message !== known.get(code)?.message);
  return changed.length === 0 ? '' : [
    `${after.cluster}, read ${after.time.toISOString()}`,
    ...changed.flatMap(finding => lines(finding, Math.max(...changed.map(({ code }) => code.length)), colours)),
    '',
  ].join('\n');
}

function lines(finding: Finding, width: number, colours: boolean): string[] {
  const { code, component, result, message, evidence, fix } = finding;
  const { word, colour } = RESULTS[result];
  const shown = colours ? `\u001b[${colour}m${word}\u001b[0m` : word;
  const first = `  ${shown}  ${code.padEnd(width)}  ${message}`;
  if (result === 'pass') {
    return [first];
  }
  const indent = ' '.repeat(8);
  return [
    first,
    ...evidence.map(({ object, field, value }) => `${indent}seen: ${object}${field ? ` ${field}` : ''}${value === undefined ? '' : `: ${value === null ? 'nothing' : short(value)}`}`),
    ...fix ? [`${indent}fix:  ${fix.split('\n').join(`\n${indent}      `)}`] : [],
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
