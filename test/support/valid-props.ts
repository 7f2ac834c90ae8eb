import * as fc from 'fast-check';
import { makeCa } from './certificates';
import { KUBECONFIG } from './input';
import { ComponentMode, ListenerProtocol, SecretType, StackKind, TaintEffect, VersionSet } from '../../src';

const optional = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] });
const oneOf = (values: object) => fc.constantFrom(...Object.values(values));

/** Props of stacks, every field with every kind of value that it may have. */
export const validProps = (() => {
  const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}[a-z0-9]$/);
  const name = fc.array(label, { minLength: 1, maxLength: 4 }).map(labels => labels.join('.'));
  const semver = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.constantFrom('', '-rc.1', '+build.7'))
    .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest}`);
  const tagged = semver.map(version => `v${version}`);
  const mode = oneOf(ComponentMode);

  const key = fc.oneof(label, fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('on', 'constructor', '0o17', '<<', 'a.b/c', '👻'))
    .map(text => `x${text}`);
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'binary' }), fc.constantFrom('on', '0o17', '1e3', '~', '__proto__'),
      fc.maxSafeInteger(), fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.boolean(), fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    ),
  }));
  const open = optional({
    mode,
    values: fc.dictionary(key, value, { maxKeys: 4 }),
    unsetValues: fc.array(fc.constantFrom('unset', 'unset.a', 'a\\.b', 'unset\\[0\\]')),
  });

  const certificates = ['a', 'b', 'c'].map(ca => makeCa({ name: ca }));
  const clientCa = fc.record({
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    certificate: fc.constantFrom(...certificates, certificates.join('')),
  });
  const listener = fc.record({ name, port: fc.integer({ min: 1, max: 65535 }), protocol: oneOf(ListenerProtocol) });
  const gateway = optional({
    className: label,
    listeners: fc.uniqueArray(listener, { maxLength: 8, comparator: (a, b) => a.name === b.name || a.port === b.port }),
  });
  const tlsGateway = fc.record({
    hostname: name,
    className: label,
    clientCas: fc.array(clientCa, { maxLength: 3 }),
    ca: fc.uniqueArray(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 3 })
      .map(([generation, ...trusted]) => ({ generation, trusted })),
  }, { requiredKeys: ['hostname'] });

  const secret = fc.record({ type: oneOf(SecretType), name, key: fc.stringMatching(/^[A-Za-z_-][A-Za-z0-9._-]{0,9}$/), namespace: label });

  const toleration = fc.oneof(
    optional({ value: label, effect: oneOf(TaintEffect) }),
    fc.record({ operator: fc.constant('Exists'), effect: fc.constant('NoExecute'), tolerationSeconds: fc.nat() }),
  ).chain(rest => fc.tuple(label, name).map(([a, b]) => ({ key: `${b}/${a}`, ...rest })));

  return fc.record({
    stack: oneOf(StackKind),
    nvidiaDriverRoot: fc.array(label, { maxLength: 3 }).map(parts => `/${parts.join('/')}`),
    versions: optional({
      certManager: tagged,
      trustManager: tagged,
      envoyGateway: fc.integer({ min: 1, max: 99 }).map(patch => `v1.8.${patch}`),
      prometheus: semver,
      nodeFeatureDiscovery: semver,
      nvidiaDraDriver: semver,
      standard: optional({ leaderWorkerSet: fc.oneof(semver, tagged) }),
      dynamo: optional({ grove: tagged, kaiScheduler: tagged, modelExpress: label }),
    }),
    gateway: fc.oneof(gateway, tlsGateway),
    secrets: fc.array(secret, { maxLength: 7 }).map(others => [...others, KUBECONFIG]),
    mode,
    versionSet: oneOf(VersionSet),
    gatewayApiCrds: mode,
    tolerations: fc.array(toleration, { maxLength: 3 }),
    components: fc.record({
      certManager: optional({ mode, values: optional({ replicaCount: fc.nat(9), podLabels: fc.dictionary(label, label) }) }),
      prometheus: open,
      nodeFeatureDiscovery: open,
      nvidiaDraDriver: open,
      // large, and the same whatever the input
      gaieCrds: fc.constant({ mode: 'Provided' }),
      criticalPodsQuota: optional({ mode }),
      envoyGateway: open,
      aiGateway: open,
      leaderWorkerSet: open,
      kaiScheduler: open,
      // no engine that leaves charts to Helm can install it
      envoyGatewayCrds: fc.constant({ mode: 'Provided' }),
    }, { requiredKeys: ['envoyGatewayCrds', 'gaieCrds'] }),
  }, { requiredKeys: ['components'] }) as fc.Arbitrary<any>;
})();
