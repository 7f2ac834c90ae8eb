import { App } from 'cdk8s';
import { ComponentMode, ServingStackProps, StackKind } from '../../src';
import { namespaces } from '../../src/constructs/namespace';
import { Installation, PodSecurity } from '../../src/lib/component';
import { stack, stackOutput } from '../support/render';

const { MANAGED, PROVIDED } = ComponentMode;
const DYNAMO: ServingStackProps = { stack: StackKind.DYNAMO };
const COMMON = [
  'cert-manager', 'envoy-ai-gateway-system', 'envoy-gateway-system', 'modelplane-system', 'monitoring', 'node-feature-discovery', 'nvidia-dra-driver',
];

const rendered = (props: ServingStackProps): string[] => stackOutput(props).all('Namespace').map(({ metadata }) => metadata.name);

test.each<[string, ServingStackProps, string[]]>([
  ['of the Standard stack', {}, [...COMMON, 'lws-system']],
  ['of the Dynamo stack', DYNAMO, [...COMMON, 'grove-system', 'kai-scheduler']],
  ['where all substrate is provided', { ...DYNAMO, mode: PROVIDED }, ['modelplane-system']],
  ['where all in one of them is provided', { components: { prometheus: { mode: PROVIDED }, trustManager: { mode: PROVIDED } } },
    [...COMMON.filter(name => name !== 'monitoring'), 'lws-system']],
  ['where only part of what is in one of them is provided', { components: { aiGatewayCrds: { mode: PROVIDED } } }, [...COMMON, 'lws-system']],
  ['where one is needed for the quota alone', { mode: PROVIDED, components: { criticalPodsQuota: { mode: MANAGED } } },
    ['modelplane-system', 'nvidia-dra-driver']],
])('namespaces that are rendered, and told, %s', (_, props, expected) => {
  expect(rendered(props).sort()).toEqual([...expected].sort());
  expect(stack(props).namespaces).toEqual([...expected].sort());
});

test('namespaces that every cluster has, or that a chart makes, are never rendered', () => {
  const all = [{}, DYNAMO, { ...DYNAMO, mode: PROVIDED }].flatMap(rendered);
  expect(all.filter(name => ['default', 'kube-system', 'kai-resource-reservation'].includes(name))).toEqual([]);
});

test('labels let in the pods that are there: node agents need privileged, all else baseline', () => {
  const enforced = Object.fromEntries([...stackOutput().all('Namespace'), ...stackOutput(DYNAMO).all('Namespace')]
    .map(({ metadata }) => [metadata.name, Object.entries(metadata.labels).map(entry => entry.join('='))]));
  const privileged = ['pod-security.kubernetes.io/enforce=privileged'];
  const baseline = ['pod-security.kubernetes.io/enforce=baseline', 'pod-security.kubernetes.io/warn=restricted'];
  expect(enforced).toEqual({
    'cert-manager': baseline,
    'envoy-ai-gateway-system': baseline,
    'envoy-gateway-system': baseline,
    'grove-system': baseline,
    'kai-scheduler': baseline,
    'lws-system': baseline,
    'modelplane-system': baseline,
    'monitoring': privileged,
    'node-feature-discovery': privileged,
    'nvidia-dra-driver': privileged,
  });
});

test('a namespace enforces what the most demanding of its components needs, whatever their order', () => {
  const installation = (key: string, podSecurity?: PodSecurity): Installation =>
    ({ data: { key, file: 50, role: 'config', namespace: 'shared', podSecurity, summary: '' }, owner: new App() });
  const installations = [installation('a'), installation('b', 'privileged'), installation('c', 'baseline')];
  for (const given of [installations, [...installations].reverse()]) {
    const [{ manifests }, ...others] = namespaces(new App(), given);
    expect(manifests!.map(({ metadata }) => metadata.labels)).toEqual([{ 'pod-security.kubernetes.io/enforce': 'privileged' }]);
    expect(others).toEqual([]);
  }
});

test.each([{}, DYNAMO])('each namespace that anything is installed into is there first: %j', props => {
  const { objects } = stackOutput(props);
  const needed = objects.map(({ kind, metadata, spec }) => kind === 'HelmChart' ? spec.targetNamespace : metadata.namespace);
  objects.forEach((_, i) => {
    if (needed[i] !== undefined && needed[i] !== 'default') {
      expect(objects.slice(0, i).filter(({ kind, metadata }) => kind === 'Namespace' && metadata.name === needed[i])).toHaveLength(1);
    }
  });
});
