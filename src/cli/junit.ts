import { Finding, pageOf, Report } from '../verify/verify';

/** Reports as JUnit XML: a suite for each cluster, a case for each check. What is unknown is an error, a warning passes and says so. */
export function junit(reports: readonly Report[]): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...reports.flatMap(suite), '</testsuites>', ''].join('\n');
}

function suite({ cluster, time, findings }: Report): string[] {
  const count = (result: string) => findings.filter(finding => finding.result === result).length;
  return [
    `  <testsuite name="${xml(cluster)}" timestamp="${time.toISOString()}" tests="${findings.length}" failures="${count('fail')}" errors="${count('unknown')}">`,
    ...findings.flatMap(testCase),
    '  </testsuite>',
  ];
}

const ELEMENTS = { fail: 'failure', unknown: 'error', warn: 'system-out' } as const;

function testCase({ code, component, result, message, evidence, fix }: Finding): string[] {
  const open = `    <testcase classname="${xml(component)}" name="${xml(code.slice(component.length + 1))}"`;
  if (result === 'pass') {
    return [`${open}/>`];
  }
  const element = ELEMENTS[result];
  const details = [message, ...evidence.map(({ object, field = '', value }) => `seen: ${object} ${field}: ${JSON.stringify(value ?? null)}`), `fix: ${fix}`, pageOf(component)];
  const attributes = result === 'warn' ? '' : ` message="${xml(message)}"`;
  return [`${open}>`, `      <${element}${attributes}>${xml(details.join('\n'))}</${element}>`, '    </testcase>'];
}

function xml(text: string): string {
  // what XML 1.0 cannot hold at all is left out
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/\n/g, '&#10;');
}
