import { Fault, formatFault, formatPath, Path, show } from '../lib/fault';
import { dnsSubdomain, gatewayHostname, goYamlNumber } from '../lib/names';
import { parseCaCertificates } from '../lib/pem';
import { Field, fieldName, Problem, Spelling } from '../lib/schema';

/** Protocol of a gateway listener. */
export enum ListenerProtocol {
  /** Plain HTTP. */
  HTTP = 'HTTP',
  /** A TCP stream. */
  TCP = 'TCP',
}

/** A port that the gateway listens on. */
export interface GatewayListener {
  /** Unique name, a DNS name in lower case of at most 63 characters. */
  readonly name: string;
  /** Port, 1 to 65535; one listener per port. */
  readonly port: number;
  /** Protocol. */
  readonly protocol: ListenerProtocol;
}

/** A CA whose client certificates the gateway accepts. */
export interface ClientCa {
  /** Name of the InferenceGateway that the CA belongs to, at most 253 characters. */
  readonly name: string;
  /** The CA's certificate, PEM encoded, at most 16384 characters; several may follow each other. */
  readonly certificate: string;
}

/** What callers see of the inference gateway. */
export interface InferenceGatewayOptions {
  /**
   * Name of the GatewayClass, a DNS name in lower case of at most 63 characters.
   *
   * @default "envoy"
   */
  readonly className?: string;

  /**
   * DNS name that callers reach the gateway by, at most 253 characters; no wildcard, no IP address. With it and at least one
   * client CA the gateway serves HTTPS on port 443 and nothing else; with it alone, no Gateway is installed. A changed one comes
   * with a new `ca.generation` in the same commit: the CA carries the name too, and both certificates would be issued at once.
   *
   * @default - the gateway serves its listeners in plain text
   */
  readonly hostname?: string;

  /**
   * CAs whose client certificates the gateway accepts, at most 32; callers without one are refused. Needs `hostname`.
   *
   * @default - none
   */
  readonly clientCas?: ClientCa[];

  /**
   * Listeners of a gateway without `hostname`, at most 8.
   *
   * @default - one HTTP listener `http` on port 80, as for an empty list
   */
  readonly listeners?: GatewayListener[];
}

/** The fields of InferenceGatewayOptions. */
export const GATEWAY_FIELDS = {
  className: { type: 'string', minLength: 1, maxLength: 63, check: name => dnsSubdomain(name) ?? numberLike(name) },
  hostname: { type: 'string', minLength: 1, maxLength: 253, check: name => gatewayHostname(name) ?? numberLike(name) },
  clientCas: {
    yaml: 'clientCAs',
    type: 'list',
    maxItems: 32,
    items: {
      type: 'map',
      fields: {
        name: { type: 'string', required: true, minLength: 1, maxLength: 253 },
        certificate: { type: 'string', required: true, minLength: 1, maxLength: 16384, secret: true },
      },
    },
  },
  listeners: {
    type: 'list',
    maxItems: 8,
    items: {
      type: 'map',
      fields: {
        name: { type: 'string', required: true, minLength: 1, maxLength: 63, check: name => dnsSubdomain(name) ?? numberLike(name) },
        port: { type: 'integer', required: true, noun: 'a port', minimum: 1, maximum: 65535 },
        protocol: { type: 'string', required: true, values: ['HTTP', 'TCP'] },
      },
    },
    check: listenerFaults,
  },
} satisfies Record<string, Field>;

/** What only the fields together show, of those that are right by themselves. */
export function gatewayFaults(gateway: InferenceGatewayOptions, now: Date, path: Path, spelling: Spelling): Fault[] {
  const { clientCas = [] } = gateway;
  const clientCasPath = [...path, fieldName('clientCas', GATEWAY_FIELDS.clientCas, spelling)];
  return [
    ...clientCas.length > 0 && !('hostname' in gateway) ? [{
      path: clientCasPath,
      problem: 'client certificates cannot be asked for without TLS',
      fix: `needs ${formatPath([...path, 'hostname'])}`,
    }] : [],
    ...clientCaFindings(clientCas, now, clientCasPath).faults,
  ];
}

/** What may surprise in a gateway that is otherwise right. */
export function gatewayWarnings(gateway: InferenceGatewayOptions, now: Date, path: Path, spelling: Spelling): string[] {
  const { hostname, clientCas = [], listeners = [] } = gateway;
  const name = (field: keyof typeof GATEWAY_FIELDS) => formatPath([...path, fieldName(field, GATEWAY_FIELDS[field], spelling)]);
  const warnings = clientCaFindings(clientCas, now, [...path, fieldName('clientCas', GATEWAY_FIELDS.clientCas, spelling)]).warnings;
  const result = warnings.map(formatFault);
  if (hostname !== undefined && clientCas.length === 0) {
    result.push(`${name('hostname')}: no Gateway is installed, since without ${name('clientCas')} it would serve anybody: `
      + 'the certificates are made, the Gateway follows with the first client CA');
  }
  if (hostname !== undefined && listeners.length > 0) {
    result.push(`${name('listeners')}: not used with ${name('hostname')}, since routes attach to every listener `
      + 'and a plain one would serve the engines to anybody');
  }
  if (hostname === undefined) {
    result.push(...boundPortWarnings(listeners, [...path, 'listeners']));
  }
  return result;
}

/** Ports of the proxies' pods: Envoy's admin interface, metrics, shutdown manager and readiness probe. */
const PROXY_PORTS = [19000, 19001, 19002, 19003];

/** Listeners that differ in the Gateway and not in the pods: there Envoy Gateway adds 10000 to a port below 1024. */
function boundPortWarnings(listeners: readonly GatewayListener[], path: Path): string[] {
  const bound = (port: number) => port < 1024 ? port + 10000 : port;
  return listeners.flatMap(({ port }, i) => {
    const other = listeners.findIndex(listener => bound(listener.port) === bound(port));
    const clash = PROXY_PORTS.includes(port) ? 'the proxies use themselves'
      : other < i ? `listener ${other} has there, since Envoy Gateway adds 10000 to a port below 1024` : undefined;
    return clash ? [`${formatPath([...path, i, 'port'])}: ${port} is bound in the proxies' pods as ${bound(port)}, which ${clash}: use another port`] : [];
  });
}

function listenerFaults(listeners: ReadonlyArray<GatewayListener | undefined>, path: Path): Fault[] {
  return listeners.flatMap((listener, i) => {
    const { name, port, protocol }: Partial<GatewayListener> = listener ?? {};
    const faults: Fault[] = [];
    const namesake = listeners.findIndex(other => other?.name === name);
    if (name !== undefined && namesake < i) {
      faults.push({ path: [...path, i, 'name'], problem: `${show(name)} is the name of listener ${namesake} too`, fix: 'must be unique' });
    }
    const clash = listeners.findIndex(other => other?.port === port);
    if (port !== undefined && clash < i) {
      faults.push({
        path: [...path, i, 'port'],
        problem: listeners[clash]?.protocol === protocol
          ? `${port} is the port of listener ${clash} too, and without hostnames nothing tells them apart`
          : `${port} carries ${listeners[clash]?.protocol} for listener ${clash} already, and cannot carry ${protocol} too`,
        fix: 'use another port',
      });
    }
    return faults;
  });
}

function clientCaFindings(clientCas: readonly ClientCa[], now: Date, path: Path): { faults: Fault[]; warnings: Fault[] } {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  clientCas.forEach((ca, i) => {
    if (ca?.certificate === undefined) {
      return;
    }
    const where = [...path, i, 'certificate'];
    const parsed = parseCaCertificates(ca.certificate, now);
    faults.push(...parsed.problems.map(problem => ({ path: where, ...problem })));
    warnings.push(...parsed.warnings.map(problem => ({ path: where, problem, fix: 'put its successor beside it in time' })));
  });
  return { faults, warnings };
}

/** A name that cdk8s would write bare though Go reads a number. */
function numberLike(name: string): Problem | undefined {
  return goYamlNumber(name) ? { problem: `${show(name)} reads as a number in YAML`, fix: 'choose another name' } : undefined;
}
