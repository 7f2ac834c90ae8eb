import { Terminal } from './terminal';
import { StackKind } from '../constructs/stack-options';
import { clusterRolesText } from '../verify/access';
import { requirements as requirementsOf, requirementsPage } from '../verify/requirements';

/** How requirements are printed. */
export const REQUIREMENTS_FORMATS = ['markdown', 'json', 'clusterrole'];

/** Prints what a cluster must provide, or the permissions that checking it takes. */
export function requirements({ stack, output }: { stack?: StackKind; output: string }, terminal: Terminal): void {
  if (output === 'markdown') {
    terminal.print(requirementsPage(stack));
  } else if (output === 'json') {
    terminal.print(`${JSON.stringify(requirementsOf(stack), undefined, 2)}\n`);
  } else {
    terminal.print(clusterRolesText(stack));
  }
}
