import { readStacks, StacksOptions } from './stacks';
import { Terminal } from './terminal';

/** Prints how to remove every ServingStack of the inputs, in order, as Markdown. */
export function teardownPlan(inputs: readonly string[], options: StacksOptions, terminal: Terminal): void {
  const plans: string[] = [];
  // no step depends on where the folder lies
  readStacks(inputs, { place: '.', ...options }, terminal, ({ name, stack }) => plans.push(stack._teardown.replace('this stack', name)));
  terminal.print(plans.join('\n'));
}
