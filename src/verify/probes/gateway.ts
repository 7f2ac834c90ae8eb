import { GATEWAY, GATEWAY_CLASS, GATEWAY_CONTROLLER, GATEWAY_NAME } from '../../constructs/inference-gateway';
import { check, Check, fail, pass } from '../check';
import { Condition, GATEWAY_CLASSES, INFERENCE_GATEWAY } from '../resources';

const OBJECT = `Gateway ${GATEWAY.namespace}/${GATEWAY_NAME}`;
/** How long a load balancer may take, in minutes. */
const PATIENCE = 10;
/** Reasons why a Gateway is not programmed that pass by themselves, as a rule. */
const PASSING = [undefined, 'Pending', 'AddressNotAssigned', 'NoResources'];

export const GATEWAY_CHECKS: readonly Check[] = [
  check(GATEWAY_CLASS, 'controller', { classes: GATEWAY_CLASSES }, ({ classes }, { className }) => {
    const found = classes.find(({ metadata: { name } }) => name === className);
    if (!found) {
      return pass(`GatewayClass ${className} is not there yet: the stack brings it`);
    }
    const { controllerName: controller } = found.spec;
    const seen = { object: `GatewayClass ${className}`, field: 'spec.controllerName', value: controller };
    return controller === GATEWAY_CONTROLLER
      ? pass(`GatewayClass ${className} is Envoy Gateway's`, seen)
      : fail(`GatewayClass ${className} belongs to ${controller}`, 'give the stack a class of its own: gateway.className', seen);
  }),
  check(GATEWAY, 'address', { gateways: INFERENCE_GATEWAY }, ({ gateways: [gateway] }, { time }) => {
    if (!gateway) {
      return pass(`${OBJECT} is not there yet: the stack brings it`);
    }
    const { addresses = [], conditions = [] } = gateway.status ?? {};
    const [accepted, programmed] = ['Accepted', 'Programmed'].map(wanted => conditions.find(({ type }) => type === wanted));
    const describe = `kubectl -n ${GATEWAY.namespace} describe gateway ${GATEWAY_NAME}`;
    if (accepted?.status === 'False') {
      return fail(`${OBJECT} is not accepted${because(accepted)}`, describe, evidence('Accepted', accepted));
    }
    if (programmed?.status === 'True' && addresses.length > 0) {
      const values = addresses.map(({ value }) => value);
      return pass(`${OBJECT} is programmed, at ${values.join(', ')}`, { object: OBJECT, field: 'status.addresses', value: values });
    }
    if (programmed?.status === 'False' && !PASSING.includes(programmed.reason)) {
      return fail(`${OBJECT} is not programmed${because(programmed)}`, describe, evidence('Programmed', programmed));
    }
    // until a controller looks at it, the API server dates its conditions to 1970
    const since = accepted?.status === 'True' ? accepted.lastTransitionTime : gateway.metadata.creationTimestamp;
    const waiting = { object: OBJECT, field: accepted?.status === 'True' ? 'status.conditions[Accepted].lastTransitionTime' : 'metadata.creationTimestamp', value: since ?? null };
    if (time.getTime() - Date.parse(since ?? '') < PATIENCE * 60_000) {
      return pass(`${OBJECT} is not programmed yet, and has waited for less than ${PATIENCE} minutes`, waiting);
    }
    return fail(`${OBJECT} is not programmed after ${PATIENCE} minutes${because(programmed)}`,
      accepted?.status !== 'True'
        ? 'see whether Envoy Gateway runs, and whether it has the GatewayClass: the checks envoy-gateway/running and gateway-class/controller'
        : addresses.length === 0
          ? 'see whether the cluster gives addresses to Services of type LoadBalancer: kubectl -n envoy-gateway-system get services'
          : 'kubectl -n envoy-gateway-system get pods, and the logs of the proxies',
      evidence('Programmed', programmed), { object: OBJECT, field: 'status.addresses', value: addresses.map(({ value }) => value) }, waiting);
  }),
];

function because({ reason, message }: Partial<Condition> = {}): string {
  const words = [reason, message].filter(Boolean).join(': ');
  return words === '' ? '' : `: ${words}`;
}

function evidence(type: string, condition?: Condition) {
  return { object: OBJECT, field: `status.conditions[${type}]`, value: condition?.status ?? null };
}
