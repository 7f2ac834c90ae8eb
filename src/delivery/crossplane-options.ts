import type { Place } from './engine';
import { ClusterSecret } from '../lib/component';
import { goDuration } from '../lib/duration';
import { Fault, refuse, show } from '../lib/fault';
import { dnsLabel, dnsSubdomain } from '../lib/names';
import { check, Field } from '../lib/schema';
import { checkBareText } from '../lib/values-check';

/** Options of Crossplane delivery. */
export interface CrossplaneDeliveryOptions {
  /**
   * Name of the stack, at most 253 characters: the names of its objects begin with it, and stacks that share a namespace need different
   * ones. Another name would uninstall everything and install it again.
   */
  readonly name: string;

  /** Namespace of the stack's objects on the control plane, at most 63 characters. It must be there already. */
  readonly namespace: string;

  /**
   * How long Helm waits for the workloads of a release where others need them to run, as a Go duration: `90s`, `1h30m`.
   *
   * @default "10m"
   */
  readonly waitTimeout?: string;

  /**
   * How often in a row a failed release is rolled back and tried again, 1 or more; one that never ran is uninstalled and installed.
   *
   * @see https://github.com/crossplane-contrib/provider-helm
   * @default 5
   */
  readonly rollbackLimit?: number;
}

/** The fields of CrossplaneDeliveryOptions that a configuration file may have: the others are in a stack's metadata. */
export const CROSSPLANE_FIELDS = {
  waitTimeout: { type: 'string', check: goDuration },
  rollbackLimit: { type: 'integer', noun: 'a limit', minimum: 1, maximum: 2 ** 31 - 1 },
} satisfies Record<string, Field>;

const METADATA_FIELDS = {
  name: { type: 'string', required: true, minLength: 1, check: name => dnsSubdomain(name) },
  namespace: { type: 'string', required: true, minLength: 1, check: dnsLabel },
} satisfies Record<string, Field>;

/** Type of the Secret that says where the cluster is; all others are identities. */
export const KUBECONFIG = 'Kubeconfig';

/** Options from code; throws everything that is wrong with them. */
export function crossplaneSettings(options: CrossplaneDeliveryOptions): CrossplaneDeliveryOptions {
  const { faults, value } = check(options ?? {}, { type: 'map', fields: { ...METADATA_FIELDS, ...CROSSPLANE_FIELDS } }, 'props');
  refuse([...faults, ...checkBareText(value.namespace, ['namespace'])]);
  return value;
}

/** Options of a configuration file, for a stack that the command writes. */
export function crossplaneSettingsAt(options: Partial<CrossplaneDeliveryOptions>, { name, namespace }: Place): CrossplaneDeliveryOptions {
  return { ...options, name, namespace: namespace! };
}

/** What the place of a stack lacks. */
export function crossplaneFaults(_: Partial<CrossplaneDeliveryOptions>, { name, namespace }: Place): Fault[] {
  return namespace === undefined ? [{
    path: [],
    problem: `ServingStack ${name} has no metadata.namespace`,
    fix: 'add it, crossplane puts its objects into that namespace of the control plane',
  }] : checkBareText(namespace).map(fault => ({ ...fault, problem: `metadata.namespace of ServingStack ${name}: ${fault.problem}` }));
}

/** What the providers cannot take of a list of Secrets: a ProviderConfig has room for one kubeconfig and one identity. */
export function secretFaults(secrets: ReadonlyArray<Partial<ClusterSecret>>): Fault[] {
  const types = secrets.map(secret => secret?.type);
  return secrets.flatMap((secret, i): Fault[] => {
    const { type, ...names } = secret ?? {};
    const earlier = types.findIndex(other => other !== undefined && (other === KUBECONFIG) === (type === KUBECONFIG));
    return [
      ...type === undefined || earlier === i ? [] : [{
        path: [i, 'type'],
        problem: `${show(type)} is ${type === KUBECONFIG ? `the type of entry ${earlier} too` : `a second cloud identity, after entry ${earlier}`}`,
        fix: 'keep one of the two',
      }],
      ...checkBareText(names, [i]),
    ];
  });
}
