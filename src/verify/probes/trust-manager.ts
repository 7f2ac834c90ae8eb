import { TRUST_MANAGER } from '../../constructs/trust-manager';
import { check, Check, fail, pass } from '../check';
import { DEPLOYMENTS } from '../resources';
import { argument, inUse, nameOf, Program, running, runs } from '../workloads';

const CONTROLLER: Program = { image: 'trust-manager', labels: { 'app.kubernetes.io/name': 'trust-manager' } };
const FLAG = '--trust-namespace';
/** What the flag is where it is not given. */
const DEFAULT = 'cert-manager';

export const TRUST_MANAGER_CHECKS: readonly Check[] = [
  check(TRUST_MANAGER, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) => running(deployments, [CONTROLLER])),
  check(TRUST_MANAGER, 'trust-namespace', { deployments: DEPLOYMENTS }, ({ deployments }) => {
    const found = inUse(deployments.filter(deployment => runs(deployment, CONTROLLER)))
      .map(deployment => ({ deployment, namespace: argument(deployment, FLAG) ?? DEFAULT }));
    const wanted = TRUST_MANAGER.namespace!;
    if (found.length === 0) {
      return fail('no Deployment runs trust-manager', 'install it, or see why its Deployment is gone');
    }
    const evidence = found.map(({ deployment, namespace }) => ({ object: nameOf(deployment), field: FLAG, value: namespace }));
    const right = found.find(({ namespace }) => namespace === wanted);
    return right
      ? pass(`${nameOf(right.deployment)} reads Secrets of ${wanted}`, ...evidence)
      : fail(
        `${found.map(({ deployment, namespace }) => `${nameOf(deployment)} reads Secrets of ${namespace}`).join(' and ')}, not of ${wanted}`,
        `set the chart's app.trust.namespace to ${wanted}`,
        ...evidence,
      );
  }),
];
