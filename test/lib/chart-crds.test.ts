import { App } from 'cdk8s';
import { ComponentMode, Delivery, ServingStack, ServingStackProps, StackKind, VersionSet } from '../../src';
import { FOLDERS } from '../support/flux';

function upgrade(props: ServingStackProps = {}): string[] {
  const { _upgrade } = new ServingStack(new App(props.delivery && FOLDERS), 'west', props);
  return [..._upgrade.matchAll(/^ {4}(.*)$/gm)].map(([, command]) => command);
}

const APPLY = '| kubectl apply --server-side --force-conflicts -f -';

test('every chart whose CRDs Helm would leave as they are has its line', () => {
  expect(upgrade({ versionSet: VersionSet.MANAGED })).toEqual([
    `helm show crds kube-prometheus-stack --repo https://prometheus-community.github.io/helm-charts --version 84.4.0 ${APPLY}`,
    `helm show crds oci://registry.k8s.io/nfd/charts/node-feature-discovery --version 0.19.0 ${APPLY}`,
    `helm show crds oci://registry.k8s.io/dra-driver-nvidia/charts/dra-driver-nvidia-gpu --version 0.4.1 ${APPLY}`,
    `helm show crds oci://docker.io/envoyproxy/gateway-helm --version v1.8.4 ${APPLY}`,
    `helm show crds oci://registry.k8s.io/lws/charts/lws --version v0.8.0 ${APPLY}`,
  ]);
});

test('Grove and KAI bring theirs up to date by themselves', () => {
  expect(upgrade({ stack: StackKind.DYNAMO }).join()).not.toMatch(/grove|kai/);
});

test('CRDs of a provider, and components of the cluster, are left alone', () => {
  const commands = upgrade({
    gatewayApiCrds: ComponentMode.PROVIDED,
    components: {
      envoyGatewayCrds: { mode: ComponentMode.PROVIDED },
      prometheus: { mode: ComponentMode.PROVIDED },
    },
  });
  expect(commands.join()).not.toMatch(/gateway-helm|prometheus/);
  expect(commands).toHaveLength(3);
});

test('engines that upgrade CRDs have nothing to say', () => {
  expect(upgrade({ delivery: Delivery.flux({ path: 'west' }) })).toEqual([]);
  expect(upgrade({ mode: ComponentMode.PROVIDED })).toEqual([]);
});
