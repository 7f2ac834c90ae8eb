import { X509Certificate } from 'node:crypto';
import { App } from 'cdk8s';
import { Delivery, InferenceGateway, InferenceGatewayProps, ListenerProtocol } from '../../src';
import { makeCa, NOW } from '../support/certificates';
import { testConstruct } from '../support/construct-suite';
import { kubectlIsThere, readByGo } from '../support/go-yaml';
import { outsideCharts } from '../support/render';

const { HTTP, TCP } = ListenerProtocol;
const HOSTNAME = 'west.clusters.example.com';
const caA = makeCa({ name: 'fleet-a' });
const caB = makeCa({ name: 'fleet-b' });
const now = NOW.toISOString();

testConstruct<InferenceGatewayProps>({
  make: (scope, id, props) => new InferenceGateway(scope, id, props),
  defaults: {},
  everyOption: {
    className: 'inference',
    hostname: HOSTNAME,
    clientCas: [{ name: 'fleet-b', certificate: caB }, { name: 'fleet-a', certificate: caA }],
    listeners: [{ name: 'http', port: 80, protocol: HTTP }],
    now,
    delivery: Delivery.helmChart(),
  },
  warnings: ['listeners: not used with hostname, since routes attach to every listener and a plain one would serve the engines to anybody'],
  refused: [
    ['client CAs without a hostname', { clientCas: [{ name: 'fleet-a', certificate: caA }], now },
      'clientCas: client certificates cannot be asked for without TLS, needs hostname'],
    ['client CAs with a hostname that turned out to be undefined', { hostname: undefined, clientCas: [{ name: 'fleet-a', certificate: caA }], now },
      'clientCas: client certificates cannot be asked for without TLS, needs hostname'],
    ['a time that is none', { now: '15 Jan 2026' },
      'now: "15 Jan 2026" is not a time, must be ISO 8601 in UTC or with an offset, such as 2026-01-31T00:00:00Z'],
  ],
});

const render = (props: InferenceGatewayProps) => outsideCharts(app => new InferenceGateway(app, 'gateway', { now, ...props }));
const mutual = (...certificates: string[]) =>
  render({ hostname: HOSTNAME, clientCas: certificates.map((certificate, i) => ({ name: `fleet-${i}`, certificate })) });
const bundle = (...certificates: string[]): string => mutual(...certificates).one('ConfigMap').data['ca.crt'];
const warnings = (props: InferenceGatewayProps) => new InferenceGateway(new App(), 'gateway', { now, ...props }).warnings;

describe('without a hostname', () => {
  test('an empty list of listeners is the default one', () => {
    expect(render({ listeners: [] }).files).toEqual(render({}).files);
    expect(render({}).one('Gateway').spec.listeners).toEqual([
      { name: 'http', port: 80, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'All' } } },
    ]);
  });

  test('listeners stand as given, their ports as integers', () => {
    const output = render({ listeners: [{ name: 'web', port: 80.0, protocol: HTTP }, { name: 'on', port: 65535, protocol: TCP }] });
    expect(output.one('Gateway').spec.listeners.map(({ name, port, protocol }: any) => [name, port, protocol])).toEqual([
      ['web', 80, 'HTTP'],
      ['on', 65535, 'TCP'],
    ]);
    expect(output.files['90-gateway.k8s.yaml']).toContain('port: 80\n');
  });

  test('no certificate is asked for, and no TLS is set, which HTTP listeners may not have', () => {
    const output = render({});
    expect(output.all('ClientTrafficPolicy')).toEqual([]);
    expect(output.one('Gateway').spec).not.toHaveProperty('tls');
  });
});

describe('with a hostname and client CAs', () => {
  test('one HTTPS listener is all there is, whatever listeners are given', () => {
    const listeners = [{ name: 'tcp', port: 9000, protocol: TCP }];
    const output = render({ hostname: HOSTNAME, clientCas: [{ name: 'a', certificate: caA }], listeners });
    expect(output.one('Gateway').spec.listeners.map(({ name, port, protocol, hostname }: any) => [name, port, protocol, hostname])).toEqual([
      ['https', 443, 'HTTPS', HOSTNAME],
    ]);
  });

  test('the policy requires what the Gateway itself does, of the listener that there is', () => {
    const output = mutual(caA, caB);
    const { targetRefs, tls } = output.one('ClientTrafficPolicy').spec;
    const { name, namespace } = output.one('Gateway').metadata;
    const { frontend } = output.one('Gateway').spec.tls;
    expect(targetRefs).toEqual([{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name, sectionName: 'https' }]);
    expect(output.one('ClientTrafficPolicy').metadata.namespace).toBe(namespace);
    expect(tls.clientValidation.mode).toBe('RequireAndVerify');
    expect(tls.clientValidation).not.toHaveProperty('optional');
    expect(frontend.default.validation).toEqual({ mode: 'AllowValidOnly', caCertificateRefs: tls.clientValidation.caCertificateRefs });
  });

  test('all CAs are in one ConfigMap beside the Gateway, since some versions honour a single reference only', () => {
    const output = mutual(caA, caB);
    const { metadata, data } = output.one('ConfigMap');
    const { caCertificateRefs } = output.one('ClientTrafficPolicy').spec.tls.clientValidation;
    expect(caCertificateRefs).toEqual([{ group: '', kind: 'ConfigMap', name: metadata.name }]);
    expect(metadata.namespace).toBe(output.one('Gateway').metadata.namespace);
    expect(Object.keys(data)).toEqual(['ca.crt']);
    expect(subjects(data['ca.crt'])).toEqual(['CN=fleet-a', 'CN=fleet-b']);
  });

  test('the order of the CAs changes no byte', () => {
    const clientCas = [caA, caB, makeCa({ name: 'fleet-c' })].map((certificate, i) => ({ name: `fleet-${i}`, certificate }));
    const given = { hostname: HOSTNAME, clientCas };
    expect(render({ ...given, clientCas: [...clientCas].reverse() }).files).toEqual(render(given).files);
  });

  test('certificates that come without line breaks at their ends are kept apart', () => {
    expect(bundle(caA.trimEnd(), `${caB}\n\n`)).toBe(caA + caB);
  });

  test.each([
    ['carriage returns', caA.replaceAll('\n', '\r\n')],
    ['trailing spaces', caA.replaceAll('\n', '  \n')],
    ['a byte-order mark', `\ufeff${caA}`],
    ['text above', `Subject: CN=fleet-a\n${caA}`],
  ])('%s leave no trace', (_, certificate) => {
    expect(bundle(certificate)).toBe(caA);
  });

  test('a certificate that two fleets share is listed once', () => {
    expect(bundle(caA, caB, caA, caA + caB)).toBe(caA + caB);
  });

  (kubectlIsThere ? test : test.skip)('kubectl reads the bundle as it is', () => {
    expect(readByGo(mutual(caA, caB).textOf('ConfigMap')).data['ca.crt']).toBe(caA + caB);
  });
});

describe('with a hostname alone', () => {
  test('no Gateway is there to serve anybody, and a warning says so', () => {
    expect(render({ hostname: HOSTNAME }).objects.map(({ kind }) => kind)).toEqual(['Namespace', 'EnvoyProxy', 'GatewayClass']);
    expect(warnings({ hostname: HOSTNAME, clientCas: [] })).toEqual([
      'hostname: no Gateway is installed, since without clientCas it would serve anybody: '
      + 'the certificates are made, the Gateway follows with the first client CA',
    ]);
  });
});

test('a CA that expires within 30 days of `now` is warned of, and of nothing but the time does this depend', () => {
  const soon = makeCa({ name: 'fleet-a', notAfter: new Date(NOW.getTime() + 10 * 24 * 60 * 60 * 1000) });
  const props = { hostname: HOSTNAME, clientCas: [{ name: 'a', certificate: caB }, { name: 'b', certificate: soon }] };
  expect(warnings(props)).toEqual([expect.stringMatching(/^clientCas\[1\]\.certificate: .*"CN=fleet-a" expires on 2026-01-25T00:00:00Z/)]);
  expect(warnings({ ...props, now: '2025-12-26' })).toEqual([expect.stringContaining('2026-01-25')]);
  expect(warnings({ ...props, now: '2025-12-25T23:59:59Z' })).toEqual([]);
});

test('names fit where Envoy Gateway copies them, into labels', () => {
  const output = render({ className: 'a'.repeat(63) });
  expect(output.one('Gateway').metadata.name.length).toBeLessThanOrEqual(63);
  expect(output.one('GatewayClass').metadata.name).toBe('a'.repeat(63));
});

test('the names that it tells are those of its objects', () => {
  const gateway = new InferenceGateway(new App(), 'gateway', { className: 'inference' });
  const output = render({ className: 'inference' });
  expect(output.one('Gateway').metadata).toEqual({ name: gateway.gatewayName, namespace: gateway.gatewayNamespace });
  expect(output.one('GatewayClass').metadata).toEqual({ name: gateway.className });
  expect(output.one('Gateway').spec.gatewayClassName).toBe(gateway.className);
});

function subjects(pem: string): string[] {
  return pem.split(/(?<=-----END CERTIFICATE-----\n)/).map(certificate => new X509Certificate(certificate).subject);
}
