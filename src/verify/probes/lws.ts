import { LWS } from '../../constructs/lws';
import { check, Check } from '../check';
import { DEPLOYMENTS } from '../resources';
import { hasReleases, running } from '../workloads';

const IMAGE = 'lws';

export const LWS_CHECKS: readonly Check[] = [
  check(LWS, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) => running(deployments, [IMAGE])),
  check(LWS, 'release', { deployments: DEPLOYMENTS }, ({ deployments }, { versionOf }) => hasReleases(deployments, IMAGE, versionOf(LWS), 'minor')),
];
