import { apiChecks, crd } from './apis';
import { About, Check } from './check';
import { AI_GATEWAY_CHECKS } from './probes/ai-gateway';
import { CERT_MANAGER_CHECKS } from './probes/cert-manager';
import { ENVOY_GATEWAY_CHECKS } from './probes/envoy-gateway';
import { GATEWAY_CHECKS } from './probes/gateway';
import { GATEWAY_API_CHECKS } from './probes/gateway-api';
import { GATEWAY_PKI_CHECKS } from './probes/gateway-pki';
import { GROVE_CHECKS, KAI_SCHEDULER_CHECKS } from './probes/grove-kai';
import { LWS_CHECKS } from './probes/lws';
import { NODE_FEATURE_DISCOVERY_CHECKS } from './probes/node-feature-discovery';
import { NVIDIA_DRA_CHECKS } from './probes/nvidia-dra';
import { PROMETHEUS_CHECKS } from './probes/prometheus';
import { TRUST_MANAGER_CHECKS } from './probes/trust-manager';
import { CATALOG, STACK_COMPONENTS } from '../constructs/catalog';
import { ENVOY_GATEWAY_CRDS } from '../constructs/envoy-gateway';
import { GAIE_CRDS } from '../constructs/gaie-crds';
import { DEFAULT_CLASS_NAME } from '../constructs/inference-gateway';
import { DEFAULT_DRIVER_ROOT } from '../constructs/nvidia-dra';
import { StackInput, versionOf } from '../constructs/stack-input';
import { StackKind } from '../constructs/stack-options';

/** What is read beyond presence, component by component. */
const PROBES: readonly Check[] = [
  ...CERT_MANAGER_CHECKS,
  ...TRUST_MANAGER_CHECKS,
  ...PROMETHEUS_CHECKS,
  ...NODE_FEATURE_DISCOVERY_CHECKS,
  ...NVIDIA_DRA_CHECKS,
  ...ENVOY_GATEWAY_CHECKS,
  ...AI_GATEWAY_CHECKS,
  ...LWS_CHECKS,
  ...GROVE_CHECKS,
  ...KAI_SCHEDULER_CHECKS,
  ...GATEWAY_API_CHECKS,
  ...GATEWAY_PKI_CHECKS,
  ...GATEWAY_CHECKS,
];

const [POOLS] = Object.keys(GAIE_CRDS.requires!.crds!);
/** What explains that a CRD is missing. */
const HINTS = {
  [POOLS]: {
    read: crd('inferencepools.inference.networking.x-k8s.io'),
    says: 'that of the old group inference.networking.x-k8s.io is there, and is another one',
  },
};

/** Every check of any stack, by component. Envoy Gateway requires the CRDs that may be split off it, so those have no checks of their own. */
export const CHECKS: readonly Check[] = CATALOG.filter(data => data !== ENVOY_GATEWAY_CRDS)
  .flatMap(data => [...apiChecks(data, HINTS), ...PROBES.filter(({ component }) => component === data)]);

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
    clientCas: (input.gateway?.clientCas?.length ?? 0) > 0,
  };
}
