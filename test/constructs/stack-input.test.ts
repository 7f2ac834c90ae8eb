import { App, YamlOutputType } from 'cdk8s';
import {
  ComponentMode, Delivery, GatewayListener, ListenerProtocol, SecretType, ServingStack, ServingStackProps, StackKind, VersionSet,
} from '../../src';
import { nameOf, refusal, stack, stackOutput } from '../support/render';

const { MANAGED, PROVIDED } = ComponentMode;
const { STANDARD, DYNAMO } = StackKind;
const GKE = '/home/kubernetes/bin/nvidia';

/** Chart, version and namespace of each release. */
function releases(props: ServingStackProps): string[][] {
  return stackOutput(props).all('HelmChart').map(({ metadata, spec }) =>
    [metadata.name, [spec.repo, spec.chart].filter(part => part).join(' '), spec.version, spec.targetNamespace]);
}
const versions = (props: ServingStackProps) => Object.fromEntries(releases(props).map(([release, , version]) => [release, version]));

const COMMON = [
  ['mp-cert-manager', 'https://charts.jetstack.io cert-manager', 'v1.21.1', 'cert-manager'],
  ['mp-trust-manager', 'oci://quay.io/jetstack/charts/trust-manager', 'v0.24.0', 'modelplane-system'],
  ['mp-kube-prometheus-stack', 'https://prometheus-community.github.io/helm-charts kube-prometheus-stack', '72.6.2', 'monitoring'],
  ['mp-node-feature-discovery', 'oci://registry.k8s.io/nfd/charts/node-feature-discovery', '0.18.3', 'node-feature-discovery'],
  ['mp-dra-driver-nvidia-gpu', 'oci://registry.k8s.io/dra-driver-nvidia/charts/dra-driver-nvidia-gpu', '0.4.0', 'nvidia-dra-driver'],
  ['mp-gateway-helm', 'oci://docker.io/envoyproxy/gateway-helm', 'v1.8.4', 'envoy-gateway-system'],
  ['mp-ai-gateway-crds-helm', 'oci://docker.io/envoyproxy/ai-gateway-crds-helm', 'v1.1.0', 'envoy-ai-gateway-system'],
  ['mp-ai-gateway-helm', 'oci://docker.io/envoyproxy/ai-gateway-helm', 'v1.1.0', 'envoy-ai-gateway-system'],
];
const OWN = {
  [STANDARD]: [['mp-lws', 'oci://registry.k8s.io/lws/charts/lws', 'v0.8.0', 'lws-system']],
  [DYNAMO]: [
    ['mp-grove-charts', 'oci://ghcr.io/ai-dynamo/grove/grove-charts', 'v0.1.0-alpha.12-rc2', 'grove-system'],
    ['mp-kai-scheduler', 'oci://ghcr.io/kai-scheduler/kai-scheduler/kai-scheduler', 'v0.16.8', 'kai-scheduler'],
  ],
};

describe('versions', () => {
  test.each([STANDARD, DYNAMO])('are by default those of the API, with their charts and namespaces: %s', kind => {
    expect(releases({ stack: kind })).toEqual([...COMMON, ...OWN[kind]]);
    expect(releases({ stack: kind, versionSet: VersionSet.V1ALPHA1 })).toEqual([...COMMON, ...OWN[kind]]);
  });

  test('are those of the requirements where that set is chosen', () => {
    expect({ ...versions({ versionSet: VersionSet.MANAGED }), ...versions({ versionSet: VersionSet.MANAGED, stack: DYNAMO }) }).toEqual({
      'mp-cert-manager': 'v1.20.2',
      'mp-trust-manager': 'v0.25.0',
      'mp-kube-prometheus-stack': '84.4.0',
      'mp-node-feature-discovery': '0.19.0',
      'mp-dra-driver-nvidia-gpu': '0.4.1',
      'mp-gateway-helm': 'v1.8.4',
      'mp-ai-gateway-crds-helm': 'v1.1.0',
      'mp-ai-gateway-helm': 'v1.1.0',
      'mp-lws': 'v0.8.0',
      'mp-grove-charts': 'v0.1.0-alpha.12-rc2',
      'mp-kai-scheduler': 'v0.16.8',
    });
  });

  test('can each be chosen, whatever the set', () => {
    const chosen: ServingStackProps['versions'] = {
      certManager: 'v1.1.1',
      trustManager: 'v2.2.2',
      envoyGateway: 'v1.8.2',
      prometheus: '4.4',
      nodeFeatureDiscovery: '5.5.5',
      nvidiaDraDriver: '6.6.6',
      standard: { leaderWorkerSet: 'v7.7.7' },
      dynamo: { grove: 'v8.8.8', kaiScheduler: 'v9.9.9', modelExpress: '10' },
    };
    const common = {
      'mp-cert-manager': 'v1.1.1',
      'mp-trust-manager': 'v2.2.2',
      'mp-gateway-helm': 'v1.8.2',
      'mp-kube-prometheus-stack': '4.4',
      'mp-node-feature-discovery': '5.5.5',
      'mp-dra-driver-nvidia-gpu': '6.6.6',
      'mp-ai-gateway-crds-helm': 'v1.1.0',
      'mp-ai-gateway-helm': 'v1.1.0',
    };
    for (const versionSet of Object.values(VersionSet)) {
      expect(versions({ versionSet, versions: chosen })).toEqual({ ...common, 'mp-lws': 'v7.7.7' });
      expect(versions({ versionSet, versions: chosen, stack: DYNAMO }))
        .toEqual({ ...common, 'mp-grove-charts': 'v8.8.8', 'mp-kai-scheduler': 'v9.9.9' });
    }
    const { containers } = stackOutput({ versions: chosen, stack: DYNAMO }).one('Deployment').spec.template.spec;
    expect(containers[0].image).toMatch(/modelexpress-server:10$/);
  });

  const failing = ['v1.8.0', 'v1.9.0', 'v1.9.0-rc.1', 'v1.10.0', 'v2.0.0', 'v1.8.1-rc.1', 'v1.7.9'];
  test.each(failing)('Envoy Gateway %s does not go with Envoy AI Gateway', envoyGateway => {
    expect(refusal(() => stack({ versions: { envoyGateway } }))).toContain(`versions.envoyGateway: "${envoyGateway}" is known to fail: `
      + 'Envoy AI Gateway v1.1 works with Envoy Gateway v1.8.1 and later v1.8 releases only, must be v1.8.1 or newer and older than v1.9.0');
    expect(() => stack({ versions: { envoyGateway }, components: { aiGateway: { mode: PROVIDED } } })).not.toThrow();
    expect(() => stack({ versions: { envoyGateway }, components: { envoyGateway: { mode: PROVIDED } } })).not.toThrow();
  });

  test.each(['v1.8.1', 'v1.8.4', 'v1.8.99'])('Envoy Gateway %s goes with Envoy AI Gateway', envoyGateway => {
    expect(versions({ versions: { envoyGateway } })['mp-gateway-helm']).toBe(envoyGateway);
  });
});

describe('modes', () => {
  test('of single components go before that of the stack', () => {
    expect(Object.keys(versions({ mode: PROVIDED, components: { prometheus: { mode: MANAGED }, leaderWorkerSet: { mode: MANAGED } } })))
      .toEqual(['mp-kube-prometheus-stack', 'mp-lws']);
    expect(Object.keys(versions({ mode: MANAGED, components: { prometheus: { mode: PROVIDED } } }))).not.toContain('mp-kube-prometheus-stack');
  });

  test('leave the configuration of the stack alone', () => {
    const rendered = stackOutput({ stack: DYNAMO, mode: PROVIDED, gateway: { hostname: 'west.example.com' } }).objects;
    expect(rendered.map(({ kind }) => kind)).toEqual([
      'Namespace', 'Issuer', 'Queue', 'Queue', 'CustomResourceDefinition', 'CustomResourceDefinition',
      'ServiceAccount', 'Role', 'RoleBinding', 'Service', 'Deployment',
      'EnvoyProxy', 'GatewayClass', 'Certificate', 'Issuer', 'Certificate', 'Bundle',
    ]);
  });

  test('values of what is provided are of no use, and no fault', () => {
    const components = { certManager: { mode: PROVIDED, values: { crds: { enabled: false }, unknown: 1 } } };
    expect(stack({ components }).apiObjects.map(({ name }) => name)).not.toContain('mp-cert-manager');
  });

  test.each<[string, ServingStackProps, boolean]>([
    ['the default driver root', {}, false],
    ['another driver root', { nvidiaDriverRoot: GKE }, true],
    ['the default driver root, with the quota asked for', { components: { criticalPodsQuota: { mode: MANAGED } } }, true],
    ['another driver root, with a quota that is there', { nvidiaDriverRoot: GKE, components: { criticalPodsQuota: { mode: PROVIDED } } }, false],
    ['another driver root, with all provided', { nvidiaDriverRoot: GKE, mode: PROVIDED }, false],
    ['another driver root, with all provided but the quota',
      { nvidiaDriverRoot: GKE, mode: PROVIDED, components: { criticalPodsQuota: { mode: MANAGED } } }, true],
  ])('the quota for system-critical pods: %s', (_, props, rendered) => {
    expect(stackOutput(props).all('ResourceQuota').map(nameOf)).toEqual(rendered ? ['v1 ResourceQuota nvidia-dra-driver allow-critical-pods'] : []);
  });
});

describe('Gateway API CRDs that the provider owns', () => {
  test('need Envoy Gateway\'s own to be there too, since no release can hold them', () => {
    const [message, ...others] = refusal(() => stack({ gatewayApiCrds: PROVIDED, versions: { envoyGateway: 'v1.8.3' } })).split('\n');
    expect(others).toEqual([]);
    expect(message).toBe('gatewayApiCrds: Helm cannot store a release of gateway-crds-helm, which is larger than a Secret, '
      + 'set components.envoyGatewayCrds.mode to Provided and install it by: '
      + 'helm template mp-gateway-crds-helm oci://docker.io/envoyproxy/gateway-crds-helm --version v1.8.3 --namespace envoy-gateway-system '
      + '--set-json \'crds={"envoyGateway":{"enabled":true}}\' | kubectl apply --server-side -f -');
  });

  test('are then left alone, and so is the policy that would lock them', () => {
    const output = stackOutput({ gatewayApiCrds: PROVIDED, components: { envoyGatewayCrds: { mode: PROVIDED } } });
    expect(output.values('gateway-helm').crds).toEqual({ enabled: false });
    expect(output.all('CustomResourceDefinition').filter(({ spec }) => spec.group === 'gateway.networking.k8s.io')).toEqual([]);
    expect(output.all('HelmChart').map(({ spec }) => spec.chart).filter(chart => chart.includes('/gateway-crds-helm'))).toEqual([]);
  });

  test('are the chart\'s otherwise', () => {
    expect(stackOutput({ gatewayApiCrds: MANAGED }).values('gateway-helm')).not.toHaveProperty('crds');
  });
});

describe('warnings', () => {
  const tcp: GatewayListener = { name: 'tcp', port: 9000, protocol: ListenerProtocol.TCP };
  const http: GatewayListener = { name: 'http', port: 80, protocol: ListenerProtocol.HTTP };
  const hook = 'Envoy AI Gateway\'s hook fails on TCP listeners while it maps any header (envoyproxy/ai-gateway#2600), '
    + 'and then the proxies get no configuration';

  test.each<[string, ServingStackProps, string[]]>([
    ['nothing by default', {}, []],
    ['nothing of the Dynamo stack', { stack: DYNAMO }, []],
    ['versions of the other stack', { versions: { dynamo: { grove: 'v0.2.0' } } }, ['versions.dynamo: not used, since stack is Standard']],
    ['versions of the other stack, the other way round', { stack: DYNAMO, versions: { standard: { leaderWorkerSet: 'v0.9.0' } } },
      ['versions.standard: not used, since stack is Dynamo']],
    ['components of the other stack', { components: { grove: {}, kaiScheduler: { mode: PROVIDED } } },
      ['components.grove: not used, since stack is Standard', 'components.kaiScheduler: not used, since stack is Standard']],
    ['CRDs that are not split off', { components: { envoyGatewayCrds: { mode: PROVIDED } } },
      ['components.envoyGatewayCrds: not used, since gatewayApiCrds is not Provided']],
    ['secrets', { secrets: [{ type: SecretType.KUBECONFIG, name: 'west', key: 'kubeconfig' }] },
      ['secrets: not used by delivery helm-chart']],
    ['TCP listeners', { gateway: { listeners: [http, tcp] } }, [`gateway.listeners[1]: ${hook}`]],
    ['TCP listeners no more where Envoy AI Gateway is the cluster\'s',
      { gateway: { listeners: [tcp] }, components: { aiGateway: { mode: PROVIDED } } }, []],
    ['listeners that are not used, and that there is no Gateway', { gateway: { hostname: 'west.example.com', listeners: [tcp] } }, [
      'gateway.hostname: no Gateway is installed, since without gateway.clientCas it would serve anybody: '
      + 'the certificates are made, the Gateway follows with the first client CA',
      'gateway.listeners: not used with gateway.hostname, since routes attach to every listener and a plain one would serve the engines to anybody',
    ]],
    ['misspelt values', { components: { prometheus: { values: { grafanna: {} } } } },
      ['components.prometheus.values.grafanna: the chart has no such value, did you mean "grafana"?']],
    ['lists that are lost', { components: { nodeFeatureDiscovery: { values: { worker: { tolerations: [] } } } } },
      ['components.nodeFeatureDiscovery.values.worker.tolerations: replaces what the stack sets there, repeat it if it is still wanted']],
  ])('tell of %s', (_, props, expected) => {
    expect(stack(props).warnings).toEqual(expected);
  });

  test('about unused parts change nothing of what is rendered', () => {
    const unused: ServingStackProps = { versions: { dynamo: { grove: 'v0.2.0' } }, components: { grove: { values: { a: 1 } } } };
    expect(stackOutput(unused).files).toEqual(stackOutput().files);
  });
});

test.each<[string, object, string[]]>([
  ['a component in another case', { components: { certmanager: { values: { a: 1 } } } },
    ['components.certmanager: unknown field, did you mean certManager?']],
  ['null for a part, as absent', { gateway: null, versions: null, components: null, tolerations: null, nvidiaDriverRoot: null, mode: null }, []],
  ['null for a field, as absent', { gateway: { hostname: null, clientCas: null, listeners: null, className: null, ca: null } }, []],
  ['a CA without a hostname', { gateway: { hostname: null, ca: { generation: 2 } } },
    ['gateway.ca: there is no CA without a hostname, needs gateway.hostname']],
])('untyped callers: %s', (_, props, faults) => {
  if (faults.length > 0) {
    expect(refusal(() => stack(props)).split('\n')).toEqual(faults);
  } else {
    expect(stackOutput(props).files).toEqual(stackOutput().files);
  }
});

test.each([
  ['values of a component that the cluster has', { components: { prometheus: { mode: ComponentMode.PROVIDED, values: { a: 1 } } } },
    'components.prometheus.values: not used, since the cluster provides the component'],
  ['paths to unset where the cluster has the substrate', { mode: ComponentMode.PROVIDED, components: { grove: { unsetValues: ['a'] } }, stack: StackKind.DYNAMO },
    'components.grove.unsetValues: not used, since the cluster provides the component'],
])('%s warn', (_, props, warning) => {
  expect(new ServingStack(new App(), 'west', props).warnings).toEqual([warning]);
});

test('a day that no month has is no time', () => {
  expect(() => new ServingStack(new App(), 'west', { now: '2026-02-30' })).toThrow('now: "2026-02-30" is not a time');
});

test.each([
  ['switched on', { values: { crds: { enabled: true } } }, 'components.envoyGateway.values.crds.enabled: true contradicts'],
  ['without their switch', { values: { crds: null } }, 'components.envoyGateway.values.crds: null contradicts'],
  ['with the switch unset', { unsetValues: ['crds.enabled'] }, 'components.envoyGateway.unsetValues[0]: "crds.enabled" is a value that the stack relies on'],
])('CRDs of the Gateway API that the provider owns, %s, are refused', (_, envoyGateway, message) => {
  expect(() => new ServingStack(new App({ yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE }), 'west', {
    gatewayApiCrds: ComponentMode.PROVIDED,
    components: { envoyGateway: envoyGateway as object },
    delivery: Delivery.argoCd({ repoUrl: 'https://git.example.com/fleet.git', path: 'west' }),
  })).toThrow(message);
});
