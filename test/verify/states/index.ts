import { CERT_MANAGER_STATES } from './cert-manager';
import { CONTROLLER_STATES } from './controllers';
import { AI_GATEWAY_STATES, ENVOY_GATEWAY_STATES, GATEWAY_STATES } from './gateway';
import { GATEWAY_API_STATES } from './gateway-api';
import { GATEWAY_PKI_STATES } from './gateway-pki';
import { NODE_FEATURE_DISCOVERY_STATES } from './node-feature-discovery';
import { NODE_STATES } from './nodes';
import { NVIDIA_DRA_STATES } from './nvidia-dra';
import { PROMETHEUS_STATES } from './prometheus';
import { CheckStates } from './states';

/** States of clusters for the checks beyond presence. */
export const STATES: readonly CheckStates[] = [
  ...CERT_MANAGER_STATES,
  ...PROMETHEUS_STATES,
  ...NODE_STATES,
  ...NODE_FEATURE_DISCOVERY_STATES,
  ...NVIDIA_DRA_STATES,
  ...ENVOY_GATEWAY_STATES,
  ...AI_GATEWAY_STATES,
  ...GATEWAY_API_STATES,
  ...GATEWAY_PKI_STATES,
  ...GATEWAY_STATES,
  ...CONTROLLER_STATES,
];
