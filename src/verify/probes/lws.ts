import { LWS } from '../../constructs/lws';
import { check, Check } from '../check';
import { DEPLOYMENTS } from '../resources';
import { hasReleases, Program, running } from '../workloads';

const CONTROLLER: Program = { image: 'lws', labels: { 'app.kubernetes.io/name': 'lws' } };

export const LWS_CHECKS: readonly Check[] = [
  check(LWS, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) => running(deployments, [CONTROLLER])),
  check(LWS, 'release', { deployments: DEPLOYMENTS }, ({ deployments }, { versionOf }) => hasReleases(deployments, CONTROLLER, versionOf(LWS), 'minor')),
];
