import { App } from 'cdk8s';
import { ComponentMode, Delivery, EnvoyGateway, EnvoyGatewayProps } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { kubectlIsThere, readValuesByGo } from '../support/go-yaml';
import { nameOf, outsideCharts } from '../support/render';

const { MANAGED, PROVIDED } = ComponentMode;

function tooLarge(path: string, version: string): string {
  return 'gatewayApiCrds: Helm cannot store a release of gateway-crds-helm, which is larger than a Secret, '
    + `set ${path} to Provided and install it by: helm template mp-gateway-crds-helm oci://docker.io/envoyproxy/gateway-crds-helm `
    + `--version ${version} --namespace envoy-gateway-system `
    + '--set-json \'crds={"envoyGateway":{"enabled":true}}\' | kubectl apply --server-side -f -';
}

function contradiction(path: string, given: string, ours: string): string {
  return `values.config.envoyGateway.${path}: ${given} contradicts the value that the stack relies on, leave it out, it is ${ours}`;
}

testConstruct<EnvoyGatewayProps>({
  make: (scope, id, props) => new EnvoyGateway(scope, id, props),
  defaults: {},
  everyOption: {
    version: 'v1.8.3',
    mode: MANAGED,
    gatewayApiCrds: PROVIDED,
    envoyGatewayCrds: { mode: PROVIDED },
    values: { deployment: { replicas: 2 } },
    unsetValues: ['deployment.envoyGateway.resources.limits'],
    delivery: Delivery.helmChart(),
  },
  refused: [
    ['a version without its v', { version: '1.8.4' }, 'version: "1.8.4" has no v, gateway-helm\'s tags do: use "v1.8.4"'],
    ['CRDs that Helm cannot store', { gatewayApiCrds: PROVIDED }, tooLarge('envoyGatewayCrds.mode', 'v1.8.4')],
    ['CRDs that Helm cannot store, of another version', { gatewayApiCrds: PROVIDED, version: 'v1.8.3' }, tooLarge('envoyGatewayCrds.mode', 'v1.8.3')],
    ['a second owner of the CRDs of the Gateway API', {
      gatewayApiCrds: PROVIDED, envoyGatewayCrds: { mode: PROVIDED }, values: { crds: { enabled: true } },
    }, 'values.crds.enabled: true contradicts the value that the stack relies on, leave it out, it is false'],
    ['parts of the extension manager that differ', {
      values: {
        config: {
          envoyGateway: {
            extensionApis: { enableBackend: false },
            extensionManager: {
              backendResources: [],
              hooks: { xdsTranslator: { post: ['Route', 'Cluster', 'Translation'], translation: { secret: { includeAll: false } } } },
              service: { fqdn: { hostname: 'localhost', port: 1064 } },
            },
          },
        },
      },
    },
    contradiction('extensionApis.enableBackend', 'false', 'true'),
    contradiction('extensionManager.hooks.xdsTranslator.translation.secret.includeAll', 'false', 'true'),
    contradiction('extensionManager.hooks.xdsTranslator.post', 'a list of 3', '["Translation","Cluster","Route"]'),
    contradiction('extensionManager.service.fqdn.hostname', '"localhost"', '"ai-gateway-controller.envoy-ai-gateway-system.svc.cluster.local"'),
    contradiction('extensionManager.service.fqdn.port', '1064', '1063'),
    contradiction('extensionManager.backendResources', 'a list of 0',
      '[{"group":"inference.networking.k8s.io","kind":"InferencePool","version":"v1"}]')],
    ['an extension manager left out', { unsetValues: ['config.envoyGateway'] },
      'unsetValues[0]: "config.envoyGateway" is a value that the stack relies on, leave it out'],
  ],
});

const render = (props: EnvoyGatewayProps) => outsideCharts(app => new EnvoyGateway(app, 'gateway', props));

test('the extension manager is the one that the requirements ask for, and may be added to', () => {
  const values = { config: { envoyGateway: { extensionApis: { enableEnvoyPatchPolicy: true } } } };
  expect(render({ values }).values('gateway-helm').config.envoyGateway).toEqual({
    extensionApis: { enableBackend: true, enableEnvoyPatchPolicy: true },
    extensionManager: {
      hooks: {
        xdsTranslator: {
          translation: { listener: { includeAll: true }, route: { includeAll: true }, cluster: { includeAll: true }, secret: { includeAll: true } },
          post: ['Translation', 'Cluster', 'Route'],
        },
      },
      service: { fqdn: { hostname: 'ai-gateway-controller.envoy-ai-gateway-system.svc.cluster.local', port: 1063 } },
      backendResources: [{ group: 'inference.networking.k8s.io', kind: 'InferencePool', version: 'v1' }],
    },
  });
});

test('keys with dots, slashes and backslashes stay as they are', () => {
  const annotations = { 'prometheus.io/scrape': 'true', 'a\\b.c': 'x', 'a[0]': '1', 'a=b,c': 'y' };
  const given = { deployment: { pod: { annotations } } };
  const output = render({ values: given });
  expect(output.values('gateway-helm').deployment.pod.annotations).toEqual(annotations);
  expect(output.one('HelmChart').spec).not.toHaveProperty('set');
  if (kubectlIsThere) {
    expect(readValuesByGo(output.one('HelmChart').spec.valuesContent).deployment.pod.annotations).toEqual(annotations);
  }
});

test('a namespace for Gateway API CRDs that are provided is made only where something is in it', () => {
  expect(render({ mode: PROVIDED, gatewayApiCrds: PROVIDED, envoyGatewayCrds: { mode: PROVIDED } }).objects.map(nameOf)).toEqual([]);
});

test('Gateway API CRDs of the provider leave no CRD to Helm', () => {
  const output = render({ gatewayApiCrds: PROVIDED, envoyGatewayCrds: { mode: PROVIDED } });
  expect(output.values('gateway-helm').crds).toEqual({ enabled: false });
  expect(output.all('HelmChart').map(({ metadata }) => metadata.name)).toEqual(['mp-gateway-helm']);
});

test('options of CRDs that are not split off have no effect', () => {
  expect(render({ gatewayApiCrds: MANAGED, envoyGatewayCrds: { values: { a: 1 } } }).files).toEqual(render({}).files);
  expect(new EnvoyGateway(new App(), 'gateway', {}).warnings).toEqual([]);
});
