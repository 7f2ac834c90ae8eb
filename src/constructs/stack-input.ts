import { CATALOG, componentOf, STACK_COMPONENTS } from './catalog';
import {
  COMPONENT_FIELDS, ComponentMode, ComponentOptions, DELIVERY_FIELDS, MODE_FIELDS, releaseTooLarge, stackPaths, TIME, toDate, versionField,
} from './component';
import { ENVOY_GATEWAY, ENVOY_GATEWAY_CRDS, envoyGateway } from './envoy-gateway';
import { GATEWAY_FIELDS, gatewayFaults, gatewayWarnings, ListenerProtocol } from './gateway-input';
import { GATEWAY_CA } from './gateway-pki';
import { MODELEXPRESS_VERSION_FIELD } from './model-express';
import { DRIVER_ROOT } from './nvidia-dra';
import { DeliveryStackOptions, GatewayOptions, SecretType, StackKind, StackSecret, StackVersions, VersionSet } from './stack-options';
import { TOLERATIONS } from './toleration';
import { EngineTraits } from '../delivery/engine';
import { chartFaults, ChartSettings } from '../lib/chart-options';
import { ComponentData } from '../lib/component';
import { Fault, formatPath, Path, show } from '../lib/fault';
import { dnsLabel, dnsSubdomain, secretKey } from '../lib/names';
import { check, Field, MapSchema, Spelling } from '../lib/schema';
import { compareVersions, parseVersion, partialVersion } from '../lib/semver';

/** Everything that describes a stack, as its props have it. */
export interface StackInput extends DeliveryStackOptions {
  readonly stack?: StackKind;
  readonly nvidiaDriverRoot?: string;
  readonly versions?: StackVersions;
  readonly gateway?: GatewayOptions;
  readonly secrets?: StackSecret[];
}

const SECRETS: Field = {
  type: 'list',
  minItems: 1,
  maxItems: 8,
  items: {
    type: 'map',
    fields: {
      type: { type: 'string', required: true, values: Object.values(SecretType) },
      name: { type: 'string', required: true, minLength: 1, maxLength: 253, check: name => dnsSubdomain(name) },
      key: { type: 'string', required: true, minLength: 1, maxLength: 253, check: secretKey },
      namespace: { type: 'string', minLength: 1, maxLength: 253, check: dnsLabel },
    },
  },
};

/** The spec of a ServingStack, field by field. */
export const SPEC: MapSchema = {
  type: 'map',
  fields: {
    secrets: SECRETS,
    stack: { type: 'string', values: Object.values(StackKind) },
    nvidiaDriverRoot: DRIVER_ROOT,
    versions: versionFields(),
    gateway: { type: 'map', fields: GATEWAY_FIELDS },
  },
};

/** What a ServingStack has no field for, field by field. */
export const OPTIONS = {
  ...DELIVERY_FIELDS,
  mode: MODE_FIELDS.mode,
  versionSet: { type: 'string', values: Object.values(VersionSet) },
  components: {
    type: 'map',
    fields: Object.fromEntries(CATALOG.filter(data => data.option).map(data =>
      [data.option!, { type: 'map', fields: data.chart ? COMPONENT_FIELDS : MODE_FIELDS }])),
  },
  tolerations: TOLERATIONS,
  gatewayApiCrds: MODE_FIELDS.mode,
  now: TIME,
} satisfies Record<string, Field>;

/** The options of a stack that is read from a ServingStack document. */
export const MANIFEST_OPTIONS: MapSchema = { type: 'map', fields: { ...OPTIONS, gatewayCa: GATEWAY_CA } };

const PROPS: MapSchema = {
  type: 'map',
  fields: { ...SPEC.fields, gateway: { type: 'map', fields: { ...GATEWAY_FIELDS, ca: GATEWAY_CA } }, ...OPTIONS },
};

/** How the parts of a stack's input are spelled, and where its spec stands. */
export interface InputForm {
  readonly spelling: Spelling;
  readonly spec: Path;
}

/** Input from code. */
export const FROM_PROPS: InputForm = { spelling: 'props', spec: [] };

/** Everything wrong with a stack's props, and the stack that they describe. */
export function checkProps(props: StackInput, traits: EngineTraits): { faults: Fault[]; input: StackInput } {
  const { faults, value: input = {} } = check(props, PROPS, 'props');
  return { faults: [...faults, ...stackFaults(input, FROM_PROPS, traits)], input };
}

/** What only the parts of a stack together show, of those that are right by themselves. */
export function stackFaults(input: StackInput, form: InputForm, traits: EngineTraits): Fault[] {
  const now = toDate(input.now);
  return [
    ...secretsFaults(input, form, traits),
    ...gatewayFaults(input.gateway ?? {}, now, [...form.spec, 'gateway'], form.spelling),
    ...caFaults(input, form),
    ...chartsOf(input).flatMap(data => chartFaults(data.chart!, settingsOf(data, input), stackPaths(data.option!), traits)),
    ...pairingFaults(input, form),
    ...oversizedFaults(input, traits),
  ];
}

/** What may be a mistake in a stack, or may surprise. */
export function stackWarnings(input: StackInput, form: InputForm, engine: { readonly name: string; readonly traits: EngineTraits }): string[] {
  const { gateway = {}, stack = StackKind.STANDARD } = input;
  const at = (...path: Path) => formatPath([...form.spec, ...path]);
  const warnings = gatewayWarnings(gateway, toDate(input.now), [...form.spec, 'gateway'], form.spelling);
  for (const data of chartsOf(input)) {
    const problem = data === ENVOY_GATEWAY_CRDS ? undefined : partialVersion(versionOf(data, input));
    if (problem) {
      warnings.push(`${at('versions', ...data.chart!.versionPath!)}: ${problem}`);
    }
  }
  const other = stack === StackKind.STANDARD ? 'dynamo' : 'standard';
  if (input.versions?.[other]) {
    warnings.push(`${at('versions', other)}: not used, since stack is ${stack}`);
  }
  for (const { option } of STACK_COMPONENTS[stack === StackKind.STANDARD ? 'Dynamo' : 'Standard']) {
    if (option && input.components?.[option as keyof typeof input.components]) {
      warnings.push(`components.${option}: not used, since stack is ${stack}`);
    }
  }
  for (const [option, { mode, values, unsetValues }] of Object.entries((input.components ?? {}) as Record<string, ComponentOptions>)) {
    if ((values || unsetValues) && (mode ?? input.mode) === ComponentMode.PROVIDED) {
      warnings.push(`components.${option}.${values ? 'values' : 'unsetValues'}: not used, since the cluster provides the component`);
    }
  }
  if (input.components?.envoyGatewayCrds && input.gatewayApiCrds !== ComponentMode.PROVIDED) {
    warnings.push('components.envoyGatewayCrds: not used, since gatewayApiCrds is not Provided');
  }
  if (input.secrets && !engine.traits.usesSecrets) {
    warnings.push(`${at('secrets')}: not used by delivery ${engine.name}`);
  }
  const tcp = gateway.hostname === undefined ? gateway.listeners?.findIndex(({ protocol }) => protocol === ListenerProtocol.TCP) ?? -1 : -1;
  if (tcp >= 0 && modeOf(componentOf('aiGateway'), input) === ComponentMode.MANAGED) {
    warnings.push(`${at('gateway', 'listeners', tcp)}: Envoy AI Gateway's hook fails on TCP listeners while it maps any header `
      + '(envoyproxy/ai-gateway#2600), and then the proxies get no configuration');
  }
  return warnings;
}

/** Whether the stack installs a component of `components`. */
export function modeOf(data: ComponentData, input: StackInput): ComponentMode {
  return optionsOf(data, input).mode ?? input.mode ?? ComponentMode.MANAGED;
}

/** The chart version of a component. */
export function versionOf({ chart }: ComponentData, input: StackInput): string {
  const given = chart!.versionPath?.reduce((versions: any, name) => versions?.[name], input.versions);
  return given ?? chart!.versions[input.versionSet ?? VersionSet.V1ALPHA1];
}

/** What the user changed of a component. */
export function optionsOf({ option }: ComponentData, input: StackInput): ComponentOptions {
  return input.components?.[option as keyof typeof input.components] ?? {};
}

/** What the user set of a chart. */
function settingsOf(data: ComponentData, input: StackInput): ChartSettings {
  const { values, unsetValues } = optionsOf(data, input);
  return { version: versionOf(data, input), values, unsetValues };
}

/** The charts that the stack installs. */
function chartsOf(input: StackInput): ComponentData[] {
  const others = STACK_COMPONENTS[input.stack === StackKind.DYNAMO ? 'Standard' : 'Dynamo'];
  return CATALOG.filter(data => data.chart && !others.includes(data) && modeOf(data, input) === ComponentMode.MANAGED
    && (data !== ENVOY_GATEWAY_CRDS || input.gatewayApiCrds === ComponentMode.PROVIDED))
    .map(data => data === ENVOY_GATEWAY ? envoyGateway(input.gatewayApiCrds) : data);
}

function secretsFaults(input: StackInput, form: InputForm, traits: EngineTraits): Fault[] {
  const { secrets } = input;
  const path = [...form.spec, 'secrets'];
  const required = !('secrets' in input) && (form.spelling === 'yaml' || traits.usesSecrets);
  if (secrets === undefined) {
    return required ? [{ path, problem: 'missing', fix: 'add a list with a Kubeconfig entry' }] : [];
  }
  const complete = secrets.every(secret => secret?.type !== undefined);
  return [
    ...complete && secrets.length > 0 && !secrets.some(({ type }) => type === SecretType.KUBECONFIG)
      ? [{ path, problem: 'has no entry of type Kubeconfig', fix: 'add one, it says where the cluster is' }]
      : [],
    ...(traits.secretFaults?.(secrets) ?? []).map(fault => ({ ...fault, path: [...path, ...fault.path] })),
  ];
}

function caFaults({ gateway }: StackInput, form: InputForm): Fault[] {
  return gateway?.ca && !('hostname' in gateway) ? [{
    path: form.spelling === 'yaml' ? ['gatewayCa'] : ['gateway', 'ca'],
    problem: 'there is no CA without a hostname',
    fix: `needs ${formatPath([...form.spec, 'gateway', 'hostname'])}`,
  }] : [];
}

function pairingFaults(input: StackInput, form: InputForm): Fault[] {
  const installed = chartsOf(input);
  return installed.flatMap(({ chart }) => (chart!.worksWith ?? []).flatMap(({ key, min, below, reason }) => {
    const other = installed.find(data => data.key === key);
    const version = other && parseVersion(versionOf(other, input));
    // a pre-release of the first version that is too new is too new already
    if (!version || compareVersions(version, parseVersion(min)!) >= 0 && compareVersions(version, parseVersion(`${below}-0`)!) < 0) {
      return [];
    }
    const v = other.chart!.tags === 'v' ? 'v' : '';
    return [{
      path: [...form.spec, 'versions', ...other.chart!.versionPath ?? []],
      problem: `${show(versionOf(other, input))} is known to fail: ${reason}`,
      fix: `must be ${v}${min} or newer and older than ${v}${below} and its pre-releases`,
    }];
  }));
}

function oversizedFaults(input: StackInput, traits: EngineTraits): Fault[] {
  return traits.rendersTemplates ? [] : chartsOf(input).filter(data => data.chart!.exceedsReleaseSecret)
    .map(data => releaseTooLarge(data, versionOf(data, input), ['gatewayApiCrds'], ['components', data.option!, 'mode']));
}

function versionFields(): Field {
  const fields: Record<string, any> = {
    standard: { type: 'map', fields: {} },
    dynamo: { type: 'map', fields: { modelExpress: MODELEXPRESS_VERSION_FIELD } },
  };
  for (const { chart } of CATALOG) {
    const [name, nested] = chart?.versionPath ?? [];
    if (name && nested) {
      fields[name].fields[nested] = versionField(chart!);
    } else if (name) {
      fields[name] = versionField(chart!);
    }
  }
  return { type: 'map', fields };
}
