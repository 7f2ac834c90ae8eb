import { Condition, Gateway } from './resources';

/** A listener and the condition by which it takes no requests. */
export interface Refusal {
  readonly listener: string;
  readonly condition: Condition;
}

/** Reasons why something is not programmed that pass by themselves, as a rule. */
const PASSING = [undefined, 'Pending', 'AddressNotAssigned', 'NoResources'];
/** In the order in which one explains the next. */
const OF_LISTENERS = ['Accepted', 'ResolvedRefs', 'Programmed'];

/** A condition of a Gateway or a listener, by its type. */
export function conditionOf({ conditions = [] }: { readonly conditions?: readonly Condition[] } = {}, wanted: string): Condition | undefined {
  return conditions.find(({ type }) => type === wanted);
}

/** Whether it is false for a reason that nobody but a user undoes. */
export function isRefused(condition: Condition | undefined): condition is Condition {
  return condition?.status === 'False' && !PASSING.includes(condition.reason);
}

/** The first listener that takes no requests: for its Gateway's conditions one that does is enough. */
export function refusedListener({ status: { listeners = [] } = {} }: Gateway): Refusal | undefined {
  return listeners.flatMap(listener => OF_LISTENERS.map(type => ({ listener: listener.name, condition: conditionOf(listener, type) })))
    .find((each): each is Refusal => isRefused(each.condition));
}

/** Whether the controller has not seen the last change yet. */
export function isStale({ metadata: { generation }, status }: Gateway): boolean {
  const seen = conditionOf(status, 'Programmed')?.observedGeneration;
  return seen !== undefined && generation !== undefined && seen < generation;
}

/** `: Reason: message`, as far as there are any. */
export function because({ reason, message }: Partial<Condition> = {}): string {
  const words = [reason, message].filter(Boolean).join(': ');
  return words === '' ? '' : `: ${words}`;
}
