import { apiChecks } from './apis';
import { About, Check } from './check';
import { CERT_MANAGER_CHECKS } from './probes/cert-manager';
import { CATALOG, STACK_COMPONENTS } from '../constructs/catalog';
import { ENVOY_GATEWAY_CRDS } from '../constructs/envoy-gateway';
import { DEFAULT_CLASS_NAME } from '../constructs/inference-gateway';
import { DEFAULT_DRIVER_ROOT } from '../constructs/nvidia-dra';
import { StackInput, versionOf } from '../constructs/stack-input';
import { StackKind } from '../constructs/stack-options';

/** What is read beyond presence, component by component. */
const PROBES: readonly Check[] = [
  ...CERT_MANAGER_CHECKS,
];

/** Every check of any stack, by component. Envoy Gateway requires the CRDs that may be split off it, so those have no checks of their own. */
export const CHECKS: readonly Check[] = CATALOG.filter(data => data !== ENVOY_GATEWAY_CRDS)
  .flatMap(data => [...apiChecks(data), ...PROBES.filter(({ component }) => component === data)]);

/** The checks of one kind of stack. */
export function checksOf(stack: StackKind = StackKind.STANDARD): Check[] {
  const others = STACK_COMPONENTS[stack === StackKind.DYNAMO ? 'Standard' : 'Dynamo'];
  return CHECKS.filter(({ component }) => !others.includes(component));
}

/** What checks need to know of a stack. */
export function aboutStack(input: StackInput): Omit<About, 'time'> {
  return {
    versionOf: data => versionOf(data, input),
    driverRoot: input.nvidiaDriverRoot ?? DEFAULT_DRIVER_ROOT,
    className: input.gateway?.className ?? DEFAULT_CLASS_NAME,
    hostname: input.gateway?.hostname,
  };
}
