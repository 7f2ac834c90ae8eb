import { Admission, OptionalRead, Read } from './read';
import { ComponentData } from '../lib/component';

/** How a check came out; `unknown` is never taken for absent. */
export type Result = 'pass' | 'fail' | 'warn' | 'unknown';

/** Where something was seen in the cluster. */
export interface Evidence {
  /** `Deployment cert-manager/cert-manager`, `Node gpu-0`. */
  readonly object: string;
  /** Path of the field. */
  readonly field?: string;
  readonly value?: unknown;
}

/** What a check found. */
export interface Outcome {
  readonly result: Result;
  /** What is so, in one sentence. */
  readonly message: string;
  readonly evidence: readonly Evidence[];
  /** What puts it right: a command, or a field and its value. */
  readonly fix?: string;
}

/** What the cluster should serve, as far as checks differ by it. */
export interface About {
  /** Chart version or image tag that the stack installs of a component. */
  readonly versionOf: (data: ComponentData) => string;
  readonly driverRoot: string;
  /** Name of the GatewayClass. */
  readonly className: string;
  /** Whether callers need certificates. */
  readonly clientCas: boolean;
  /** Time of the reading, ages are counted to it. */
  readonly time: Date;
}

/** What the reads of a check brought. */
export type Seen<R extends Record<string, Read<any>>> = {
  readonly [K in keyof R]: R[K] extends OptionalRead<infer T> ? readonly T[] | undefined : R[K] extends Read<infer T> ? readonly T[] : never;
};

/** One thing that a cluster must show, and how to tell. */
export interface Check {
  /** Stable: `cert-manager/running`. */
  readonly code: string;
  readonly component: ComponentData;
  /** What must hold, as the requirements page says it. */
  readonly says: string;
  /** Serving works without it: failing is a warning. */
  readonly advice: boolean;
  readonly reads: Readonly<Record<string, Read<any>>>;
  readonly judge: (seen: any, about: About) => Outcome;
}

/** The check of a state that a component declares. It sees nothing but its reads. */
export function check<R extends Record<string, Read<any>>>(
  component: ComponentData,
  state: string,
  reads: R,
  judge: (seen: Seen<R>, about: About) => Outcome,
): Check {
  const { says, advice = false } = component.requires!.states![state];
  return { code: `${component.key}/${state}`, component, says, advice, reads, judge };
}

/** It holds. */
export function pass(message: string, ...evidence: Evidence[]): Outcome {
  return { result: 'pass', message, evidence };
}

/** It does not hold. */
export function fail(message: string, fix: string, ...evidence: Evidence[]): Outcome {
  return { result: 'fail', message, evidence, fix };
}

/** It holds, or need not, but is worth a look. */
export function warn(message: string, fix: string, ...evidence: Evidence[]): Outcome {
  return { result: 'warn', message, evidence, fix };
}

/** What was read does not tell. */
export function unknown(message: string, fix: string, ...evidence: Evidence[]): Outcome {
  return { result: 'unknown', message, evidence, fix };
}

/** A component's webhook: what an object is offered for. */
export interface Webhook {
  readonly of: string;
  /** What it is called in the API server's words. */
  readonly name: RegExp;
}

/** Who refuses, in the API server's words: a webhook, answering or not, a policy, or a quota. */
const REFUSERS = [['webhook', /webhook "([^"]+)"/], ['ValidatingAdmissionPolicy', /ValidatingAdmissionPolicy '([^']+)'/], ['ResourceQuota', /exceeded quota: ([^,]+)/]] as const;

/** What the API server said to an offered object: it passes, or fails in the server's words; where others refuse it, the webhook was not asked. */
export function admission([{ admitted, message = '' }]: readonly Admission[], object: string, webhook: Webhook, fix: string): Outcome {
  if (admitted) {
    return pass(`the API server would take a ${object}`);
  }
  const [refuser] = REFUSERS.flatMap(([kind, words]) => words.exec(message)?.slice(1).map(name => ({ kind, name })) ?? []);
  return refuser !== undefined && !(refuser.kind === 'webhook' && webhook.name.test(refuser.name))
    ? unknown(`${refuser.kind} ${refuser.name} refuses a ${object}, and the webhook of ${webhook.of} was not asked`,
      'let it take one, or leave the dry runs out: --no-dry-run', { object, value: message })
    : fail(`the API server would refuse a ${object}: ${message}`, fix, { object, value: message });
}
