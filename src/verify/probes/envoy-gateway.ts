import { stringify } from 'yaml';
import { ENVOY_GATEWAY } from '../../constructs/envoy-gateway';
import { GAIE_CRDS } from '../../constructs/gaie-crds';
import { GATEWAY, GATEWAY_CONTROLLER } from '../../constructs/inference-gateway';
import { mergeValues } from '../../lib/values';
import { crd } from '../apis';
import { check, Check, Evidence, fail, pass, unknown, warn } from '../check';
import { CONFIG_KEY, ENVOY_GATEWAY_CONFIG, parseConfig, WANTED } from '../envoy-gateway-config';
import { optional } from '../read';
import { CONTROLLER_PODS, Deployment, DEPLOYMENTS, GATEWAY_NAMESPACE, Pod } from '../resources';
import { selects } from '../selectors';
import { nameOf, Program, running, runs } from '../workloads';

const [POOLS] = Object.keys(GAIE_CRDS.requires!.crds!);
const OBJECT = `ConfigMap ${ENVOY_GATEWAY.namespace}/${ENVOY_GATEWAY_CONFIG.name}`;
const CONTROLLER: Program = { image: 'gateway', labels: { 'control-plane': 'envoy-gateway' } };
const CONTAINER = 'envoy-gateway';
const WATCH = ['provider', 'kubernetes', 'watch'];

/** A value that is not as wanted. */
interface Difference {
  readonly path: ReadonlyArray<string | number>;
  readonly found: unknown;
  /** In words, after the path. */
  readonly says: string;
  /** What to set; of a list all of it. */
  readonly wanted: unknown;
}

export const ENVOY_GATEWAY_CHECKS: readonly Check[] = [
  check(ENVOY_GATEWAY, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) => running(controllers(deployments), [CONTROLLER])),
  check(ENVOY_GATEWAY, 'extension-manager', {
    config: ENVOY_GATEWAY_CONFIG, deployments: optional(DEPLOYMENTS), namespaces: optional(GATEWAY_NAMESPACE),
  }, ({ config: [config], deployments = [], namespaces = [] }) => {
    const installs = controllers(deployments);
    const [elsewhere] = installs;
    if (elsewhere && !installs.some(({ metadata: { namespace } }) => namespace === ENVOY_GATEWAY.namespace)) {
      return unknown(
        `${nameOf(elsewhere)} is not in ${ENVOY_GATEWAY.namespace}, where its configuration is read`,
        `compare it with the values of the component envoy-gateway: kubectl -n ${elsewhere.metadata.namespace} get configmap ${ENVOY_GATEWAY_CONFIG.name} -o yaml`,
        { object: nameOf(elsewhere), field: 'metadata.namespace', value: elsewhere.metadata.namespace },
      );
    }
    const text = config?.data?.[CONFIG_KEY];
    if (text === undefined) {
      return fail(`${OBJECT} ${config ? `has no key ${CONFIG_KEY}` : 'is missing'}`, fixOf(WANTED), { object: OBJECT, field: config && `data[${CONFIG_KEY}]`, value: null });
    }
    const found = parseConfig(text);
    if (found === undefined) {
      return fail(`${OBJECT} holds no configuration: its key ${CONFIG_KEY} is not a YAML map`, fixOf(WANTED), { object: OBJECT, field: `data[${CONFIG_KEY}]` });
    }
    if (found.extensionManager && managersOf(found).length > 0) {
      return fail(`${OBJECT} has both extensionManager and extensionManagers, which Envoy Gateway refuses`, 'keep one of the two in the chart\'s config.envoyGateway',
        ...['extensionManager', 'extensionManagers'].map(field => ({ object: OBJECT, field, value: found[field] })));
    }
    const differing = fewest(differences(found, { 'kubernetes.io/metadata.name': GATEWAY.namespace!, ...namespaces[0]?.metadata.labels }));
    if (differing.length > 0) {
      return fail(
        `${OBJECT} is wired otherwise: ${differing.map(({ path, says }) => `${formatPath(path)} ${says}`).join('; ')}`,
        fixOf(valuesOf(differing, found)),
        ...differing.map(({ path, found: value }): Evidence => ({ object: OBJECT, field: formatPath(path), value: value ?? null })),
      );
    }
    const watch = found.provider?.kubernetes?.watch;
    return watch
      ? warn(`${OBJECT} lets the controller watch some namespaces only`, 'see that those of workloads are among them: routes of others are not seen',
        { object: OBJECT, field: formatPath(WATCH), value: watch })
      : pass(`${OBJECT} is wired to the AI Gateway as this library would wire it`, { object: OBJECT, field: `data[${CONFIG_KEY}]` });
  }),
  check(ENVOY_GATEWAY, 'inference-pool-seen', { pods: CONTROLLER_PODS, crds: crd(POOLS) }, ({ pods, crds: [pools] }) => {
    const made = pools?.metadata.creationTimestamp;
    const since = { object: `CustomResourceDefinition ${POOLS}`, field: 'metadata.creationTimestamp', value: made ?? null };
    // those that are over may stay long, as where they were evicted
    const starts = pods.filter(({ status }) => !['Failed', 'Succeeded'].includes(status?.phase ?? '')).map(pod => ({ pod, ...startOf(pod) }));
    const early = starts.filter(({ value }) => made && value && Date.parse(value) < Date.parse(made));
    const evidence = (from: typeof starts) => from.map(({ pod, field, value }) => ({ object: `Pod ${pod.metadata.namespace}/${pod.metadata.name}`, field, value: value ?? null }));
    return early.length === 0
      ? pass(made && starts.length > 0 ? 'the controller started after there were InferencePools' : 'no controller started before there were InferencePools', since, ...evidence(starts))
      : fail(
        `Envoy Gateway looks for InferencePools only when it starts, and ${early.map(({ pod }) => pod.metadata.name).join(', ')} started before their CRD was there`,
        `kubectl -n ${ENVOY_GATEWAY.namespace} rollout restart deployment envoy-gateway`,
        since,
        ...evidence(early),
      );
  }),
];

/** Others have images called gateway too. */
function controllers(deployments: readonly Deployment[]): Deployment[] {
  return deployments.filter(deployment => runs(deployment, { ...CONTROLLER, image: 'envoyproxy-gateway' })
    || deployment.spec.template.spec.containers.some(({ image }) => /(^|\/)envoyproxy\/gateway(:|@|$)/.test(image)));
}

/** When the controller started: a container that crashed is younger than its pod. */
function startOf({ status }: Pod): { field: string; value?: string } {
  const startedAt = status?.containerStatuses?.find(({ name }) => name === CONTAINER)?.state?.running?.startedAt;
  return startedAt
    ? { field: `status.containerStatuses[${CONTAINER}].state.running.startedAt`, value: startedAt }
    : { field: 'status.startTime', value: status?.startTime };
}

function managersOf({ extensionManagers }: any): any[] {
  return Array.isArray(extensionManagers) ? extensionManagers : [];
}

/** Where a configuration is not as wanted, for each extension manager of it that may be the one. */
function differences(found: any, labels: Readonly<Record<string, string>>): Difference[][] {
  const { extensionManager, ...others } = WANTED;
  const around = [...compare(others, found, []), ...overlooks(found, labels)];
  const managers = managersOf(found).map((manager, i) => [manager, ['extensionManagers', i]] as const);
  return (managers.length > 0 ? managers : [[found.extensionManager, ['extensionManager']] as const])
    .map(([manager, path]) => [...around, ...compare(extensionManager, manager, path)]);
}

/** By what the controller leaves the stack's class or Gateway alone; unset, it does not. */
function overlooks({ gateway, provider }: any, labels: Readonly<Record<string, string>>): Difference[] {
  const watch = provider?.kubernetes?.watch;
  return [
    ...gateway?.controllerName ? compare(GATEWAY_CONTROLLER, gateway.controllerName, ['gateway', 'controllerName']) : [],
    ...watch?.type === 'Namespaces' ? compare([GATEWAY.namespace], watch.namespaces, [...WATCH, 'namespaces']) : [],
    ...watch?.type === 'NamespaceSelector' && !selects(watch.namespaceSelector, labels)
      ? [{ path: WATCH, found: watch, says: `selects by labels that ${GATEWAY.namespace} does not have`, wanted: null }] : [],
  ];
}

function fewest<T>(lists: readonly T[][]): T[] {
  return lists.reduce((best, each) => each.length < best.length ? each : best);
}

/** Where the wanted values are not what was found; more than what is wanted is no difference, and lists are sets. */
function compare(wanted: any, found: any, path: ReadonlyArray<string | number>): Difference[] {
  if (Array.isArray(wanted)) {
    const all: any[] = Array.isArray(found) ? found : [];
    const missing = wanted.filter(item => !all.some(other => compare(item, other, []).length === 0));
    return missing.length === 0 ? [] : [{ path, found, says: `lacks ${missing.map(item => typeof item === 'string' ? item : JSON.stringify(item)).join(', ')}`, wanted: [...all, ...missing] }];
  }
  if (typeof wanted === 'object') {
    return Object.entries(wanted).flatMap(([key, value]) => compare(value, found?.[key], [...path, key]));
  }
  const is = found === undefined || found === null ? 'unset' : JSON.stringify(found);
  return wanted === found ? [] : [{ path, found, says: `is ${is} instead of ${JSON.stringify(wanted)}`, wanted }];
}

function formatPath(path: ReadonlyArray<string | number>): string {
  return path.map((segment, i) => typeof segment === 'number' ? `[${segment}]` : i === 0 ? segment : `.${segment}`).join('');
}

/** The values that undo differences. Helm replaces lists, so one of extension managers is given in full. */
function valuesOf(differing: readonly Difference[], found: any): any {
  const values: any = {};
  for (const { path, wanted } of differing) {
    path.slice(0, -1).reduce((at, segment) => at[segment] ??= {}, values)[path[path.length - 1]] = wanted;
  }
  const { extensionManagers: changed, ...others } = values;
  return changed === undefined ? values : {
    ...others,
    extensionManagers: managersOf(found).map((manager, i) => changed[i] ? mergeValues(manager ?? {}, changed[i]).values : manager),
  };
}

function fixOf(envoyGateway: any): string {
  return `set these values of the chart, and restart the controller:\n${stringify({ config: { envoyGateway } }).trimEnd()}`;
}
