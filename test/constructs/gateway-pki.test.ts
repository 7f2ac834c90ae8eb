import { App } from 'cdk8s';
import { Delivery, GatewayCa, GatewayPki, GatewayPkiProps, TrustManager } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { outsideCharts } from '../support/render';

const HOSTNAME = 'west.clusters.example.com';

testConstruct<GatewayPkiProps>({
  make: (scope, id, props) => new GatewayPki(scope, id, props),
  defaults: { hostname: HOSTNAME },
  everyOption: { hostname: HOSTNAME, ca: { generation: 2, trusted: [3, 1] }, delivery: Delivery.helmChart() },
  refused: [
    ['no hostname', {}, 'hostname: missing, add a string'],
    ['a wildcard', { hostname: '*.example.com' },
      'hostname: "*.example.com" has a wildcard, must be a lower-case DNS name such as "west.clusters.example.com"'],
    ['a generation below the first', { hostname: HOSTNAME, ca: { generation: 0 } },
      'ca.generation: 0 is not a CA generation, must be between 1 and 999999'],
    ['a generation that is text', { hostname: HOSTNAME, ca: { generation: '2' } },
      'ca.generation: "2" is a string, must be a CA generation, an integer from 1 to 999999, without quotes'],
    ['trust in the generation in use, twice in another, and in half a one', { hostname: HOSTNAME, ca: { generation: 2, trusted: [2, 1, 1, 1.5] } },
      'ca.trusted[3]: 1.5 is not a CA generation, must be an integer between 1 and 999999',
      'ca.trusted[0]: 2 is the generation in use, leave it out',
      'ca.trusted[2]: 1 is listed twice, leave it out'],
    ['trust in the generation that is used by default', { hostname: HOSTNAME, ca: { trusted: [1] } },
      'ca.trusted[0]: 1 is the generation in use, leave it out'],
  ],
});

const render = (ca?: GatewayCa, hostname = HOSTNAME) => outsideCharts(app => new GatewayPki(app, 'pki', { hostname, ca }));
const certificates = (ca?: GatewayCa, hostname?: string) => render(ca, hostname).all('Certificate').filter(({ spec }) => spec.isCA);
const names = (objects: any[]) => objects.map(({ metadata }) => metadata.name);

describe('a rollover of the CA', () => {
  const commits: GatewayCa[] = [{ generation: 1 }, { generation: 1, trusted: [2] }, { generation: 2, trusted: [1] }, { generation: 2 }];
  const [before, trusted, switched, after] = commits.map(ca => {
    const output = render(ca);
    return {
      output,
      made: names(output.all('Certificate')).filter(name => name !== 'cluster-gateway-serving'),
      issuers: names(output.all('Issuer')),
      published: output.one('Bundle').spec.sources.map(({ secret }: any) => secret.name),
      signer: output.one('Certificate', 'cluster-gateway-serving').spec.issuerRef.name,
    };
  });

  test('begins and ends with one CA', () => {
    expect([before, after].map(({ made, published, signer }) => ({ made, published, signer }))).toEqual([
      { made: ['modelplane-cluster-ca'], published: ['modelplane-cluster-ca'], signer: 'modelplane-cluster-ca' },
      { made: ['modelplane-cluster-ca-2'], published: ['modelplane-cluster-ca-2'], signer: 'modelplane-cluster-ca-2' },
    ]);
  });

  test('publishes what is made and nothing else, since one missing Secret fails the whole Bundle', () => {
    for (const step of [before, trusted, switched, after]) {
      expect(step.published).toEqual(step.made);
      expect(step.issuers).toEqual(step.made);
    }
  });

  test.each([['first', before, trusted], ['second', trusted, switched], ['third', switched, after]])(
    'loses no caller at the %s commit', (_, from, to) => {
      // callers know what was published before, the gateway may already have its certificate by the new signer
      expect(from.published).toContain(to.signer);
      expect(to.published).toContain(from.signer);
    });

  test('leaves the CAs alone that stay: a changed Certificate would be issued anew', () => {
    for (const [from, to] of [[before, trusted], [trusted, switched], [switched, after]]) {
      for (const name of from.made.filter(made => to.made.includes(made))) {
        expect(to.output.one('Certificate', name)).toEqual(from.output.one('Certificate', name));
        expect(to.output.one('Issuer', name)).toEqual(from.output.one('Issuer', name));
      }
    }
  });

  test('does not depend on the order of the trusted', () => {
    expect(render({ generation: 2, trusted: [10, 9, 1] }).files).toEqual(render({ generation: 2, trusted: [1, 9, 10] }).files);
    expect(render({ generation: 2, trusted: [10, 9, 1] }).one('Bundle').spec.sources.map(({ secret }: any) => secret.name)).toEqual([
      'modelplane-cluster-ca', 'modelplane-cluster-ca-2', 'modelplane-cluster-ca-9', 'modelplane-cluster-ca-10',
    ]);
  });
});

describe('the common name of a CA', () => {
  const long = `${'a'.repeat(40)}.${'b'.repeat(40)}.example.com`;
  const commonName = (hostname: string, generation?: number) => certificates({ generation }, hostname)[0].spec.commonName;

  test.each<[string, string, number | undefined, string]>([
    ['is cut to what X.509 takes', long, undefined, `modelplane cluster CA ${'a'.repeat(40)}.b`],
    ['keeps its generation', long, 999_999, `modelplane cluster CA ${'a'.repeat(34)} g999999`],
    ['has no generation at first', HOSTNAME, 1, `modelplane cluster CA ${HOSTNAME}`],
    ['does not end in a dot', `${'a'.repeat(41)}.example.com`, undefined, `modelplane cluster CA ${'a'.repeat(41)}`],
  ])('%s', (_, hostname, generation, expected) => {
    expect(commonName(hostname, generation)).toBe(expected);
    expect(Buffer.byteLength(commonName(hostname, generation))).toBeLessThanOrEqual(64);
  });

  test('differs by generation, so that no chain is built to the wrong CA', () => {
    expect(new Set(certificates({ generation: 1, trusted: [2, 3] }, long).map(({ spec }) => spec.commonName)).size).toBe(3);
  });
});

test('a renewal keeps the CA\'s key, so that certificates that it signed before stay valid', () => {
  expect(certificates({ trusted: [2] }).map(({ spec }) => spec.privateKey.rotationPolicy)).toEqual(['Never', 'Never']);
  expect(render().one('Certificate', 'cluster-gateway-serving').spec.privateKey.rotationPolicy).toBe('Always');
});

test('trust-manager reads the CA where cert-manager writes it', () => {
  const [certificate] = certificates();
  const { trust } = outsideCharts(app => new TrustManager(app, 'trust')).values('trust-manager').app;
  const { sources, target } = render().one('Bundle').spec;
  expect(trust.namespace).toBe(certificate.metadata.namespace);
  expect(sources).toEqual([{ secret: { name: certificate.spec.secretName, key: 'ca.crt' } }]);
  expect(target.namespaceSelector.matchLabels).toEqual({ 'kubernetes.io/metadata.name': trust.namespace });
});

test('the ConfigMap that it names is the one that the Bundle writes', () => {
  expect(new GatewayPki(new App(), 'pki', { hostname: HOSTNAME }).caConfigMapName).toBe(render().one('Bundle').metadata.name);
});
