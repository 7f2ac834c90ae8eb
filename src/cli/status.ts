import { ClusterOptions, clusters } from './clusters';
import { RefusedError, UsageError } from './stacks';
import { Terminal } from './terminal';
import { printable } from './verify-text';
import { describeCertificate, Status, status as statusOf } from '../verify/status';

/** Options of `serving-stack status`. */
export interface StatusOptions extends ClusterOptions {
  readonly output: string;
  readonly ca?: boolean;
}

/** How a status is printed. */
export const STATUS_FORMATS = ['table', 'json'];

/** Prints the gateways of clusters. Returns the exit code: 2 where something could not be read. */
export async function status(options: StatusOptions, terminal: Terminal): Promise<number> {
  const opened = await clusters(options);
  if (options.ca && opened.length > 1) {
    throw new UsageError(`--ca prints one certificate, there are ${opened.length} clusters: use -o json`);
  }
  const all = await Promise.all(opened.map(open => statusOf(open())));
  if (options.ca) {
    printCa(all[0], terminal);
  } else if (options.output === 'json') {
    terminal.print(`${JSON.stringify(all.length === 1 ? all[0] : { items: all }, undefined, 2)}\n`);
  } else {
    terminal.print(table([HEADER, ...all.map(row)]));
  }
  all.forEach(({ name, unreadable }) => unreadable.forEach(text => terminal.warn(`${name}: ${printable(text)}`)));
  return all.some(({ unreadable }) => unreadable.length > 0) ? 2 : 0;
}

function printCa({ name, caCertificate, unreadable }: Status, terminal: Terminal): void {
  if (caCertificate === undefined) {
    throw unreadable.length > 0
      ? new Error(`${name}: ${printable(unreadable[0])}`)
      : new RefusedError([`${name}: has no CA certificate: its gateway has no hostname, or trust-manager has not written it yet`]);
  }
  terminal.print(caCertificate);
}

const HEADER = ['NAME', 'STACK', 'GATEWAY', 'PROGRAMMED', 'CA CERTIFICATE'];

function row({ name, stack, addresses, programmed, reason, caCertificate }: Status): string[] {
  const state = programmed === undefined ? '' : programmed ? 'True' : `False (${reason})`;
  return [name, stack ?? '', addresses.join(','), state, caCertificate === undefined ? '' : describeCertificate(caCertificate)].map(cell => printable(cell) || '-');
}

function table(rows: readonly string[][]): string {
  const widths = rows[0].map((_, i) => Math.max(...rows.map(cells => cells[i].length)));
  return rows.map(cells => `${cells.map((cell, i) => cell.padEnd(widths[i])).join('   ').trimEnd()}\n`).join('');
}
