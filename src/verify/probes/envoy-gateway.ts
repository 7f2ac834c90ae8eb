import { parse } from 'yaml';
import { ENVOY_GATEWAY } from '../../constructs/envoy-gateway';
import { GAIE_CRDS } from '../../constructs/gaie-crds';
import { crd } from '../apis';
import { check, Check, Evidence, fail, pass } from '../check';
import { CONTROLLER_PODS, DEPLOYMENTS, ENVOY_GATEWAY_CONFIG } from '../resources';
import { running } from '../workloads';

const [POOLS] = Object.keys(GAIE_CRDS.requires!.crds!);
const OBJECT = `ConfigMap ${ENVOY_GATEWAY.namespace}/${ENVOY_GATEWAY_CONFIG.name}`;
const KEY = 'envoy-gateway.yaml';

/** What this library installs Envoy Gateway with. */
const WANTED = (ENVOY_GATEWAY.chart!.fixed as any).config.envoyGateway;

export const ENVOY_GATEWAY_CHECKS: readonly Check[] = [
  check(ENVOY_GATEWAY, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) =>
    running(deployments.filter(({ metadata: { labels = {} } }) => labels['control-plane'] === 'envoy-gateway'), ['gateway'])),
  check(ENVOY_GATEWAY, 'extension-manager', { config: ENVOY_GATEWAY_CONFIG }, ({ config: [config] }) => {
    const fix = 'give the chart the values of the component envoy-gateway, config.envoyGateway: serving-stack synth --stdout shows them, and restart the controller';
    const text = config?.data?.[KEY];
    if (text === undefined) {
      return fail(`${OBJECT} ${config ? `has no key ${KEY}` : 'is missing'}`, fix, { object: OBJECT, field: config && `data[${KEY}]`, value: null });
    }
    const found = parsed(text);
    if (found === undefined) {
      return fail(`${OBJECT} holds no configuration: its key ${KEY} is not a YAML map`, fix, { object: OBJECT, field: `data[${KEY}]` });
    }
    const all = candidates(found).map(candidate => differences(WANTED, candidate));
    const differing = all.reduce((best, each) => each.length < best.length ? each : best);
    return differing.length === 0
      ? pass(`${OBJECT} is wired to the AI Gateway as this library would wire it`)
      : fail(`${OBJECT} is wired otherwise: ${differing.map(({ field }) => field).join(', ')}`, fix, ...differing);
  }),
  check(ENVOY_GATEWAY, 'inference-pool-seen', { pods: CONTROLLER_PODS, crds: crd(POOLS) }, ({ pods, crds: [pools] }) => {
    const made = pools?.metadata.creationTimestamp;
    const early = pods.filter(({ status: { startTime } = {} }) => made && startTime && Date.parse(startTime) < Date.parse(made));
    return early.length === 0
      ? pass('no controller started before there were InferencePools')
      : fail(
        `Envoy Gateway looks for InferencePools only when it starts, and ${early.map(({ metadata: { name } }) => name).join(', ')} started before their CRD was there`,
        `kubectl -n ${ENVOY_GATEWAY.namespace} rollout restart deployment envoy-gateway`,
        { object: `CustomResourceDefinition ${POOLS}`, field: 'metadata.creationTimestamp', value: made },
        ...early.map(({ metadata: { name }, status }) => ({ object: `Pod ${ENVOY_GATEWAY.namespace}/${name}`, field: 'status.startTime', value: status!.startTime })),
      );
  }),
];

function parsed(text: string): any {
  try {
    const value = parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The configuration as it is, and with each of several extension managers as the only one. */
function candidates({ extensionManagers, ...config }: any): any[] {
  return [config, ...Array.isArray(extensionManagers) ? extensionManagers.map(extensionManager => ({ ...config, extensionManager })) : []];
}

/** Where the wanted values are not what was found; more than what is wanted is no difference, and lists are sets. */
function differences(wanted: any, found: any, path = ''): Array<Evidence & { field: string }> {
  if (Array.isArray(wanted)) {
    const missing = wanted.filter(item => !(Array.isArray(found) && found.some(other => differences(item, other).length === 0)));
    return missing.length > 0 ? [{ object: OBJECT, field: path, value: found ?? null }] : [];
  }
  if (typeof wanted === 'object') {
    return Object.entries(wanted).flatMap(([key, value]) => differences(value, found?.[key], path === '' ? key : `${path}.${key}`));
  }
  return wanted === found ? [] : [{ object: OBJECT, field: path, value: found ?? null }];
}
