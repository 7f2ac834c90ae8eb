import { AI_GATEWAY, AI_GATEWAY_CRDS } from '../../constructs/ai-gateway';
import { check, Check, fail, pass } from '../check';
import { DEPLOYMENTS, EXTENSION_ENDPOINTS, EXTENSION_SERVICE } from '../resources';
import { hasReleases, isReady, Program, running } from '../workloads';

const CONTROLLER: Program = { image: 'ai-gateway-controller', labels: { 'app.kubernetes.io/name': 'ai-gateway-helm' } };
const PORT = 1063;
const SERVICE = `Service ${AI_GATEWAY.namespace}/${EXTENSION_SERVICE.name}`;

export const AI_GATEWAY_CHECKS: readonly Check[] = [
  check(AI_GATEWAY_CRDS, 'release', { deployments: DEPLOYMENTS }, ({ deployments }, { versionOf }) => hasReleases(deployments, CONTROLLER, versionOf(AI_GATEWAY))),
  check(AI_GATEWAY, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) => running(deployments, [CONTROLLER])),
  check(AI_GATEWAY, 'reachable', { services: EXTENSION_SERVICE, slices: EXTENSION_ENDPOINTS }, ({ services: [service], slices }) => {
    const fix = `install the controller into ${AI_GATEWAY.namespace} under the name ${EXTENSION_SERVICE.name}: Envoy Gateway looks for it there`;
    if (!service) {
      return fail(`${SERVICE} is missing`, fix, { object: SERVICE, value: null });
    }
    const port = service.spec?.ports?.find(candidate => candidate.port === PORT);
    if (!port) {
      return fail(`${SERVICE} has no port ${PORT}`, fix, { object: SERVICE, field: 'spec.ports', value: service.spec?.ports?.map(candidate => candidate.port) ?? [] });
    }
    // a slice has the endpoints of the Service's ports that it names
    const serving = slices.filter(({ ports = [] }) => ports.some(({ name = '' }) => name === (port.name ?? '')));
    const endpoints = { object: `EndpointSlices of ${SERVICE}`, field: 'endpoints.conditions.ready', value: serving.flatMap(slice => (slice.endpoints ?? []).map(({ conditions }) => conditions?.ready ?? null)) };
    return serving.some(isReady)
      ? pass(`${SERVICE} has ready endpoints for port ${PORT}`, { object: SERVICE, field: 'spec.ports', value: port }, endpoints)
      : fail(`${SERVICE} has no ready endpoint for port ${PORT}`, `see the logs of pods that are not ready:\nkubectl -n ${AI_GATEWAY.namespace} get pods`, endpoints);
  }),
];
