import { CERT_MANAGER_STATES } from './cert-manager';
import { CheckStates } from './states';

/** States of clusters for the checks beyond presence. */
export const STATES: readonly CheckStates[] = [
  ...CERT_MANAGER_STATES,
];
