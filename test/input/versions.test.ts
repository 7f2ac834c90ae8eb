import { App, Chart } from 'cdk8s';
import { CertManager, ComponentMode, ServingStack } from '../../src';
import { Refused, testAccepted, testRefused } from '../support/input';

const pin = (name: string, version: string) => ({ versions: { [name]: version } });
const dynamo = (name: string, version: string) => ({ stack: 'Dynamo', versions: { dynamo: { [name]: version } } });
const envoy = (version: string, more: object = {}) => ({ versions: { envoyGateway: version }, ...more });

describe('a chart version', () => {
  testAccepted([
    ...['v1.21.1', 'v1.21', 'v1', 'v0.0.0', 'v1.21.1-rc.1', 'v1.21.1-0.a-b', 'v1.21.1+build.007', 'v1.21.1-rc+1', 'v1.10']
      .map((version): [string, object] => [`cert-manager ${version}`, pin('certManager', version)]),
    ...['72.6.2', '72', '1.10'].map((version): [string, object] => [`kube-prometheus-stack ${version}`, pin('prometheus', version)]),
    ['LeaderWorkerSet with a v', { versions: { standard: { leaderWorkerSet: 'v0.8.0' } } }],
    ['LeaderWorkerSet without', { versions: { standard: { leaderWorkerSet: '0.8.0' } } }],
    ['pins for the other stack', { stack: 'Standard', versions: { dynamo: { grove: 'v0.1.0' } } }],
    ['another set of versions', { versionSet: 'managed' }],
  ]);

  const withV = 'is not a version that Helm reads, must be semver such as "v1.21.1", without ranges, spaces or leading zeros';
  const withoutV = 'is not a version that Helm reads, must be semver such as "1.21.1", without ranges, spaces or leading zeros';
  testRefused([
    ...[
      'latest', 'stable', '*', '^1.2', '~1.2', '>=1.2', '1.x', 'v1.x', 'v1.2.x', '1.2 - 1.4', 'v1.2 || v1.3', '1.2345.0067', 'v01.2.3', 'v1.02.3',
      'v1.2.03', 'v1.2.3-01', 'v1.2.3.4', 'v', 'v.1', 'v1.', 'v1..2', 'v1.2.3-', 'v1.2.3+', 'v1.2.3-a..b', 'v1.2.3-ä', 'V1.2.3', 'vv1.2.3', '-1',
      ' v1.2.3', 'v1.2.3 ', 'v1.2.3\n', 'v1.2.3,', 'v9007199254740992', '１.2.3',
    ].map((version): Refused => [
      JSON.stringify(version), pin('certManager', version), [`versions.certManager: ${JSON.stringify(version)} ${withV}`],
    ]),
    ['a chart without v', pin('prometheus', '72.6.x'), [`versions.prometheus: "72.6.x" ${withoutV}`]],
    ...([
      ['certManager', '1.21.1', 'cert-manager'],
      ['trustManager', '0.24.0', 'trust-manager'],
      ['envoyGateway', '1.8.4', 'gateway-helm'],
    ].map(([name, version, chart]): Refused => [
      `${name} without its v`, pin(name, version), [`versions.${name}: "${version}" has no v, ${chart}'s tags do: use "v${version}"`],
    ])),
    ...([
      ['prometheus', '72.6.2', 'kube-prometheus-stack'],
      ['nodeFeatureDiscovery', '0.18.3', 'node-feature-discovery'],
      ['nvidiaDraDriver', '0.4.0', 'dra-driver-nvidia-gpu'],
    ].map(([name, version, chart]): Refused => [
      `${name} with a v`, pin(name, `v${version}`), [`versions.${name}: "v${version}" has a v, ${chart}'s tags do not: use "${version}"`],
    ])),
    ['Grove without its v', dynamo('grove', '0.1.0'), ['versions.dynamo.grove: "0.1.0" has no v, grove-charts\'s tags do: use "v0.1.0"']],
    ['KAI without its v', dynamo('kaiScheduler', '0.16.8'), [
      'versions.dynamo.kaiScheduler: "0.16.8" has no v, kai-scheduler\'s tags do: use "v0.16.8"',
    ]],
    ['a number', { versions: { prometheus: 1.1 } }, ['versions.prometheus: 1.1 is a number, must be a string, quote it']],
    ['another set of versions', { versionSet: 'latest' }, ['versionSet: "latest" is not one of the choices, must be one of v1alpha1, managed']],
    ['a set of versions in other case', { versionSet: 'Managed' }, [
      'versionSet: "Managed" is not one of the choices, must be one of v1alpha1, managed, did you mean managed?',
    ]],
    ['a wrong pin for the other stack', { versions: { dynamo: { grove: '0.1.0' } } }, [
      'versions.dynamo.grove: "0.1.0" has no v, grove-charts\'s tags do: use "v0.1.0"',
    ]],
  ]);
});

describe('a version of fewer than three parts', () => {
  const warnings = (versions: object) => new ServingStack(new App(), 'west', { versions }).warnings;

  test('is taken, with a warning', () => {
    expect(warnings({ certManager: 'v1.21', standard: { leaderWorkerSet: '0' }, trustManager: 'v0.24.0' })).toEqual([
      'versions.certManager: "v1.21" has no three parts: Helm takes it for the newest version that begins so, and Flux for a tag; write it in full',
      'versions.standard.leaderWorkerSet: "0" has no three parts: Helm takes it for the newest version that begins so, and Flux for a tag; write it in full',
    ]);
  });

  test('of a part that is alone, too', () => {
    const { warnings: [warning] } = new CertManager(new Chart(new App(), 'c'), 'cert-manager', { version: 'v1' });
    expect(warning).toMatch(/^version: "v1" has no three parts/);
  });

  test('that is not installed means nothing', () => {
    const { warnings: none } = new ServingStack(new App(), 'west', { versions: { certManager: 'v1.21' }, components: { certManager: { mode: ComponentMode.PROVIDED } } });
    expect(none).toEqual([]);
  });
});

describe('the image tag of ModelExpress', () => {
  testAccepted(['0.4.1', 'v0.4.1', 'latest', 'sha-12ab', '_', 'A.b-C', '1.2345.0067', '1', '4651090', '12e45', '1_000']
    .map(tag => [tag, dynamo('modelExpress', tag)]));

  const allowed = 'must be letters, digits, "_", "." and "-", with a letter, digit or "_" first';
  testRefused(['-a', '.a', 'a:b', 'a b', ' a', 'a@sha256', 'a+b', 'ä'].map(tag => [
    tag, dynamo('modelExpress', tag), [`versions.dynamo.modelExpress: "${tag}" is not an image tag, ${allowed}`],
  ]));
});

describe('Envoy Gateway beside Envoy AI Gateway', () => {
  const fails = 'is known to fail: Envoy AI Gateway v1.1 works with Envoy Gateway v1.8.1 and later v1.8 releases only, '
    + 'must be v1.8.1 or newer and older than v1.9.0 and its pre-releases';

  testAccepted([
    ...['v1.8.1', 'v1.8.2-rc.1', 'v1.8.99', 'v1.8.4+x'].map((version): [string, object] => [version, envoy(version)]),
    ['v1.9.0 where the AI Gateway is provided', envoy('v1.9.0', { components: { aiGateway: { mode: 'Provided' } } })],
    ['v1.9.0 where Envoy Gateway is', envoy('v1.9.0', { components: { envoyGateway: { mode: 'Provided' } } })],
    ['v1.7.0 where all is', envoy('v1.7.0', { mode: 'Provided' })],
  ]);

  testRefused([
    ...['v1.8.0', 'v1.8', 'v1.8.1-rc.1', 'v1.7.9', 'v0.1.0', 'v1.9.0', 'v1.9.0-rc.1', 'v1.9.0-0', 'v1.9', 'v1.10.0', 'v2.0.0', 'v1'].map((version): Refused =>
      [version, envoy(version), [`versions.envoyGateway: "${version}" ${fails}`]]),
    ['v1.9.0 where only the CRDs are provided', envoy('v1.9.0', { components: { aiGatewayCrds: { mode: 'Provided' } } }), [
      `versions.envoyGateway: "v1.9.0" ${fails}`,
    ]],
    ['v1.9.0 where both are managed again', envoy('v1.9.0', { mode: 'Provided', components: { aiGateway: { mode: 'Managed' }, envoyGateway: { mode: 'Managed' } } }), [
      `versions.envoyGateway: "v1.9.0" ${fails}`,
    ]],
  ]);
});
