import { parse, stringify } from 'yaml';
import { get } from './read';
import { ConfigMap } from './resources';
import { ENVOY_GATEWAY } from '../constructs/envoy-gateway';

/** Where the chart puts the configuration. */
export const CONFIG_KEY = 'envoy-gateway.yaml';

/** What this library installs Envoy Gateway with. */
export const WANTED = (ENVOY_GATEWAY.chart!.fixed as any).config.envoyGateway;

/** What is compared; the rest may be secret, such as the password of a rate limit's Redis. */
const COMPARED = new Set([...Object.keys(WANTED), 'extensionManagers']);

export const ENVOY_GATEWAY_CONFIG = {
  ...get<ConfigMap>('v1', 'configmaps', 'envoy-gateway-config', ['data'], ENVOY_GATEWAY.namespace),
  reduce: ({ data, ...object }: ConfigMap): ConfigMap => {
    const text = data?.[CONFIG_KEY];
    return text === undefined ? object : { ...object, data: { [CONFIG_KEY]: compared(text) } };
  },
};

/** A configuration as Envoy Gateway's own reader takes it, to which yes is true; undefined where it is not a map. */
export function parseConfig(text: string): any {
  try {
    // a warning of the parser would quote what may be secret
    const value = parse(text, { version: '1.1', logLevel: 'error' });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function compared(text: string): string {
  const config = parseConfig(text);
  return config === undefined ? '' : stringify({
    ...Object.fromEntries(Object.entries(config).filter(([name]) => COMPARED.has(name))),
    ...config.gateway?.controllerName && { gateway: { controllerName: config.gateway.controllerName } },
    ...config.provider?.kubernetes?.watch && { provider: { kubernetes: { watch: config.provider.kubernetes.watch } } },
  }, { version: '1.1' });
}
