import { CERT_MANAGER_STATES } from './cert-manager';
import { CONTROLLER_STATES } from './controllers';
import { AI_GATEWAY_STATES, ENVOY_GATEWAY_STATES, GATEWAY_STATES } from './gateway';
import { NODE_STATES } from './nodes';
import { PROMETHEUS_STATES } from './prometheus';
import { CheckStates } from './states';

/** States of clusters for the checks beyond presence. */
export const STATES: readonly CheckStates[] = [
  ...CERT_MANAGER_STATES,
  ...PROMETHEUS_STATES,
  ...NODE_STATES,
  ...ENVOY_GATEWAY_STATES,
  ...AI_GATEWAY_STATES,
  ...GATEWAY_STATES,
  ...CONTROLLER_STATES,
];
