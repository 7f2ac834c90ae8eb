import * as fc from 'fast-check';
import {
  Delivery, FluxDriftDetection, FluxSourceKind, HelmFailurePolicy, ListenerProtocol, SecretType, ServingStackProps, StackSecret,
} from '../../../src';
import { NOW } from '../../support/certificates';
import { validProps } from '../../support/valid-props';

/** A stack that an engine carries. */
export interface ValidStack {
  readonly engine: string;
  readonly props: ServingStackProps;
}

const optional = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] });

const label = fc.oneof(fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/), fc.constantFrom('0', 'a'.repeat(63), `a${'-'.repeat(61)}0`));
const name = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 3 }).map(labels => labels.join('.')),
  fc.constantFrom('a'.repeat(253), 'a.'.repeat(126) + '0', '0.'.repeat(31) + 'a'),
);
const duration = fc.constantFrom('1ms', '90s', '1h30m', '0.5h', '1000h');
const path = fc.constantFrom('.', 'clusters/west', 'ä/ö ü', 'a/./b/', '{{x}}/${y}');

const kubeconfig: fc.Arbitrary<StackSecret> = fc.record({ type: fc.constant(SecretType.KUBECONFIG), name, key: fc.stringMatching(/^[A-Za-z_-][A-Za-z0-9._-]{0,9}$/) });
const identity: fc.Arbitrary<StackSecret> = fc.record({
  type: fc.constantFrom(...Object.values(SecretType).filter(type => type !== SecretType.KUBECONFIG)),
  name,
  key: fc.constantFrom('a', '-', '_.'),
  namespace: label,
});

/** Each engine with every option it has, and the Secrets that it takes. */
const deliveries = fc.oneof(
  optional({ failurePolicy: fc.constantFrom(...Object.values(HelmFailurePolicy)) }).map(options =>
    ({ engine: 'helm-chart', props: () => ({ delivery: Delivery.helmChart(options) }) })),
  fc.record({
    path,
    sourceRef: optional({ kind: fc.constantFrom(...Object.values(FluxSourceKind)), name, namespace: label }),
    namespace: label,
    name,
    interval: duration,
    retryInterval: duration,
    timeout: duration,
    prune: fc.boolean(),
    driftDetection: fc.constantFrom(...Object.values(FluxDriftDetection)),
    remote: fc.boolean(),
    kubeconfig,
  }, { requiredKeys: ['path', 'kubeconfig'] }).map(({ kubeconfig: secret, ...options }) =>
    ({ engine: 'flux', props: () => ({ delivery: Delivery.flux(options), secrets: [secret] }) })),
  fc.record({
    repoUrl: fc.constantFrom('https://git.example.com/team/clusters.git', 'git@git.example.com:team/clusters.git', 'ssh://git@git.example.com/a'),
    path,
    targetRevision: fc.constantFrom('HEAD', 'v1.2.3', 'refs/heads/a', '!'),
    name,
    namespace: label,
    project: name,
    appProject: fc.boolean(),
    destination: fc.oneof(fc.record({ server: fc.constant('https://10.0.0.1:6443') }), fc.record({ name: fc.constantFrom('west', 'a/b:c') })),
    prune: fc.boolean(),
    selfHeal: fc.boolean(),
  }, { requiredKeys: ['repoUrl', 'path'] }).map(options => ({ engine: 'argo-cd', props: () => ({ delivery: Delivery.argoCd(options) }) })),
  fc.record({
    name,
    namespace: label,
    waitTimeout: duration,
    rollbackLimit: fc.constantFrom(1, 2 ** 31 - 1),
    secrets: fc.tuple(kubeconfig, fc.array(identity, { maxLength: 1 })).map(([first, others]) => [first, ...others]),
  }, { requiredKeys: ['name', 'namespace', 'secrets'] }).map(({ secrets, ...options }) =>
    ({ engine: 'crossplane', props: () => ({ delivery: Delivery.crossplane(options), secrets }) })),
);

/** Names as long and as odd as they may be. */
const gateways = fc.oneof(
  fc.record({
    className: fc.constantFrom('a'.repeat(63), '0.a', 'a.0'),
    listeners: fc.uniqueArray(fc.record({
      name: fc.oneof(label, fc.constantFrom('a.'.repeat(31) + '0')),
      port: fc.constantFrom(1, 79, 80, 443, 65535),
      protocol: fc.constantFrom(...Object.values(ListenerProtocol)),
    }), { maxLength: 5, comparator: (a, b) => a.name === b.name || a.port === b.port }),
  }),
  fc.record({ listeners: fc.constant([]), hostname: fc.constantFrom('a', '0.a', `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`) }),
);

/** Stacks that we take, for every engine that needs no program. What the engines add to the checks may still refuse one. */
export const validStacks: fc.Arbitrary<() => ValidStack> = fc.tuple(deliveries, validProps, fc.option(gateways)).map(
  ([{ engine, props: settings }, props, gateway]) => () => ({
    engine,
    props: { now: NOW.toISOString(), ...props, ...gateway && { gateway: { ...'hostname' in gateway ? props.gateway : {}, ...gateway } }, ...settings() },
  }));
