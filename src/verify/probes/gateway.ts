import { GATEWAY, GATEWAY_CLASS, GATEWAY_CONTROLLER, GATEWAY_NAME } from '../../constructs/inference-gateway';
import { check, Check, fail, pass } from '../check';
import { GATEWAY_CLASSES, INFERENCE_GATEWAY } from '../resources';

const OBJECT = `Gateway ${GATEWAY.namespace}/${GATEWAY_NAME}`;
/** How long a load balancer may take, in minutes. */
const PATIENCE = 10;

export const GATEWAY_CHECKS: readonly Check[] = [
  check(GATEWAY_CLASS, 'controller', { classes: GATEWAY_CLASSES }, ({ classes }, { className }) => {
    const found = classes.find(({ metadata: { name } }) => name === className);
    const controller = found?.spec.controllerName;
    return !found || controller === GATEWAY_CONTROLLER
      ? pass(found ? `GatewayClass ${className} is Envoy Gateway's` : `GatewayClass ${className} is not there yet: the stack brings it`)
      : fail(`GatewayClass ${className} belongs to ${controller}`, 'give the stack a class of its own: gateway.className', { object: `GatewayClass ${className}`, field: 'spec.controllerName', value: controller });
  }),
  check(GATEWAY, 'address', { gateways: INFERENCE_GATEWAY }, ({ gateways: [gateway] }, { time }) => {
    if (!gateway) {
      return pass(`${OBJECT} is not there yet: the stack brings it`);
    }
    const { addresses = [], conditions = [] } = gateway.status ?? {};
    const accepted = conditions.find(({ type }) => type === 'Accepted');
    const programmed = conditions.find(({ type }) => type === 'Programmed');
    const minutes = Math.floor((time.getTime() - Date.parse(accepted?.lastTransitionTime ?? gateway.metadata.creationTimestamp ?? '')) / 60_000);
    if (programmed?.status === 'True' || minutes < PATIENCE) {
      return pass(programmed?.status === 'True' ? `${OBJECT} is programmed, at ${addresses.map(({ value }) => value).join(', ')}` : `${OBJECT} is ${minutes} minutes old and not programmed yet`);
    }
    const because = [programmed?.reason, programmed?.message].filter(Boolean).join(': ');
    return fail(`${OBJECT} is not programmed after ${minutes} minutes${because ? `: ${because}` : ''}`,
      addresses.length === 0
        ? 'see whether the cluster gives addresses to Services of type LoadBalancer: kubectl -n envoy-gateway-system get services'
        : 'kubectl -n envoy-gateway-system get pods, and the logs of the proxies',
      { object: OBJECT, field: 'status.conditions[Programmed]', value: programmed?.status ?? null });
  }),
];
