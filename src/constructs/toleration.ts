import { Fault, Path, show } from '../lib/fault';
import { qualifiedName, taintValue } from '../lib/names';
import { Field } from '../lib/schema';

/** How a toleration compares the taint's value. */
export enum TolerationOperator {
  /** The taint's value must be the toleration's. */
  EQUAL = 'Equal',
  /** Any value will do. */
  EXISTS = 'Exists',
}

/** What a taint does to pods that do not tolerate it. */
export enum TaintEffect {
  /** New pods are not scheduled. */
  NO_SCHEDULE = 'NoSchedule',
  /** New pods are scheduled only where there is no other node. */
  PREFER_NO_SCHEDULE = 'PreferNoSchedule',
  /** Running pods are evicted. */
  NO_EXECUTE = 'NoExecute',
}

/**
 * A taint that the GPU components' pods accept.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
 */
export interface Toleration {
  /** The taint's key: one without a key would tolerate every taint, and is refused. */
  readonly key: string;
  /**
   * How the values are compared.
   *
   * @default TolerationOperator.EQUAL
   */
  readonly operator?: TolerationOperator;
  /**
   * The taint's value; not allowed with TolerationOperator.EXISTS.
   *
   * @default - the empty value
   */
  readonly value?: string;
  /**
   * The effect that is tolerated.
   *
   * @default - every effect
   */
  readonly effect?: TaintEffect;
  /**
   * Seconds for which a pod stays on a node with a NO_EXECUTE taint; only allowed with that effect.
   *
   * @default - for ever
   */
  readonly tolerationSeconds?: number;
}

/** The taint that GPU nodes commonly carry. */
export const GPU_TAINT: Toleration = { key: 'nvidia.com/gpu', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_SCHEDULE };

/** The default tolerations and the user's, without repeats, as pods carry them. */
export function tolerate(...tolerations: Toleration[]): object[] {
  const rendered = [GPU_TAINT, ...tolerations].map(({ key, operator, value, effect, tolerationSeconds }) =>
    Object.fromEntries(Object.entries({ key, operator, value, effect, tolerationSeconds }).filter(([, v]) => v !== undefined)));
  return rendered.filter((toleration, i) => rendered.findIndex(other => JSON.stringify(other) === JSON.stringify(toleration)) === i);
}

/** The schema of a list of tolerations. */
export const TOLERATIONS: Field = {
  type: 'list',
  items: {
    type: 'map',
    fields: {
      key: { type: 'string', required: true, minLength: 1, check: qualifiedName },
      operator: { type: 'string', values: Object.values(TolerationOperator) },
      value: { type: 'string', check: taintValue },
      effect: { type: 'string', values: Object.values(TaintEffect) },
      tolerationSeconds: { type: 'integer', noun: 'a number of seconds', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    },
    check: tolerationFaults,
  },
};

function tolerationFaults(toleration: Toleration, path: Path): Fault[] {
  const faults: Fault[] = [];
  if (toleration.operator === TolerationOperator.EXISTS && toleration.value) {
    faults.push({ path: [...path, 'value'], problem: `${show(toleration.value)} is given with operator Exists`, fix: 'leave it out or use operator Equal' });
  }
  const effectIsRight = toleration.effect !== undefined || !('effect' in toleration);
  if (toleration.tolerationSeconds !== undefined && effectIsRight && toleration.effect !== TaintEffect.NO_EXECUTE) {
    faults.push({
      path: [...path, 'tolerationSeconds'],
      problem: `${toleration.tolerationSeconds} is given with effect ${toleration.effect ?? 'unset'}`,
      fix: 'leave it out or use effect NoExecute',
    });
  }
  return faults;
}
