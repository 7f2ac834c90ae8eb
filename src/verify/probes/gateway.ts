import { GATEWAY, GATEWAY_CLASS, GATEWAY_CONTROLLER, GATEWAY_NAME } from '../../constructs/inference-gateway';
import { check, Check, fail, pass } from '../check';
import { because, conditionOf, isRefused, isStale, refusedListener } from '../gateway-state';
import { Condition, GATEWAY_CLASSES, INFERENCE_GATEWAY } from '../resources';

const OBJECT = `Gateway ${GATEWAY.namespace}/${GATEWAY_NAME}`;
/** How long a load balancer may take, in minutes. */
const PATIENCE = 10;

export const GATEWAY_CHECKS: readonly Check[] = [
  check(GATEWAY_CLASS, 'controller', { classes: GATEWAY_CLASSES }, ({ classes }, { className }) => {
    const found = classes.find(({ metadata: { name } }) => name === className);
    if (!found) {
      return pass(`GatewayClass ${className} is not there yet: the stack brings it`);
    }
    const { controllerName: controller } = found.spec;
    const seen = { object: `GatewayClass ${className}`, field: 'spec.controllerName', value: controller };
    if (controller !== GATEWAY_CONTROLLER) {
      return fail(`GatewayClass ${className} belongs to ${controller}`, 'give the stack a class of its own: gateway.className', seen);
    }
    const accepted = found.status?.conditions?.find(({ type }) => type === 'Accepted');
    return accepted?.status === 'False'
      ? fail(`GatewayClass ${className} is not accepted${because(accepted)}`, `kubectl describe gatewayclass ${className}`,
        { object: seen.object, field: 'status.conditions[Accepted]', value: 'False' })
      : pass(`GatewayClass ${className} is Envoy Gateway's`, seen);
  }),
  check(GATEWAY, 'address', { gateways: INFERENCE_GATEWAY }, ({ gateways: [gateway] }, { time, className }) => {
    if (!gateway) {
      return pass(`${OBJECT} is not there yet: the stack brings it`);
    }
    const is = gateway.spec?.gatewayClassName ?? className;
    if (is !== className) {
      return fail(`${OBJECT} is of GatewayClass ${is}, and the stack's is ${className}`, 'verify it with the file of its stack, whose gateway.className tells; or remove it, and let the stack bring its own',
        { object: OBJECT, field: 'spec.gatewayClassName', value: is });
    }
    const { addresses = [] } = gateway.status ?? {};
    const [accepted, programmed] = ['Accepted', 'Programmed'].map(type => conditionOf(gateway.status, type));
    const describe = `kubectl -n ${GATEWAY.namespace} describe gateway ${GATEWAY_NAME}`;
    if (accepted?.status === 'False') {
      return fail(`${OBJECT} is not accepted${because(accepted)}`, describe, evidence('Accepted', accepted));
    }
    const refused = refusedListener(gateway);
    if (refused) {
      const { listener, condition } = refused;
      return fail(`listener ${listener} of ${OBJECT} takes no requests${because(condition)}`, describe,
        { object: OBJECT, field: `status.listeners[${listener}].conditions[${condition.type}]`, value: condition.status });
    }
    if (isStale(gateway)) {
      return fail(`${OBJECT} was changed, and its controller has not seen that yet`, 'see whether Envoy Gateway runs: the check envoy-gateway/running',
        { object: OBJECT, field: 'metadata.generation', value: gateway.metadata.generation },
        { object: OBJECT, field: 'status.conditions[Programmed].observedGeneration', value: programmed!.observedGeneration });
    }
    if (programmed?.status === 'True' && addresses.length > 0) {
      const values = addresses.map(({ value }) => value);
      return pass(`${OBJECT} is programmed, at ${values.join(', ')}`, { object: OBJECT, field: 'status.addresses', value: values });
    }
    if (isRefused(programmed)) {
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
          : 'see the logs of the proxies:\nkubectl -n envoy-gateway-system get pods',
      evidence('Programmed', programmed), { object: OBJECT, field: 'status.addresses', value: addresses.map(({ value }) => value) }, waiting);
  }),
];

function evidence(type: string, condition?: Condition) {
  return { object: OBJECT, field: `status.conditions[${type}]`, value: condition?.status ?? null };
}
