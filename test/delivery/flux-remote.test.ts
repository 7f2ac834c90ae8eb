import { App } from 'cdk8s';
import { CertManager, Delivery, FluxDeliveryOptions, SecretType, ServingStackProps, StackKind, StackSecret } from '../../src';
import { problemsOf } from '../support/crd-validation';
import { fluxOutput, fluxStack, FOLDERS, kustomizations, objectsOf } from '../support/flux';
import { nameOf, Output, outsideCharts, refusal } from '../support/render';

const KUBECONFIG: StackSecret = { type: SecretType.KUBECONFIG, name: 'west-kubeconfig', key: 'value', namespace: 'clusters' };
const { namespace: _, ...ANYWHERE } = KUBECONFIG;
const MUTUAL: ServingStackProps = { stack: StackKind.DYNAMO, gateway: { hostname: 'west.example.com' } };
const remote = (secret: StackSecret = KUBECONFIG, options: Partial<FluxDeliveryOptions> = {}) =>
  fluxOutput({ ...MUTUAL, secrets: [secret] }, { remote: true, ...options });

/** The objects that stay on the hub. */
function onHub(output: Output): any[] {
  return output.objects.filter(({ apiVersion }) => apiVersion.includes('.toolkit.fluxcd.io/'));
}

describe('a cluster that a hub reaches', () => {
  const output = remote();

  test('renders what the API server takes', () => {
    expect(output.objects.flatMap(problemsOf)).toEqual([]);
  });

  test('gets its charts by HelmReleases and its manifests by Kustomizations that have the kubeconfig', () => {
    const reaches = ({ spec }: any) => JSON.stringify(spec.kubeConfig);
    const secretRef = JSON.stringify({ secretRef: { key: 'value', name: 'west-kubeconfig' } });
    expect(output.all('HelmRelease').map(reaches)).toEqual(output.all('HelmRelease').map(() => secretRef));
    for (const [key, kustomization] of kustomizations(output)) {
      const isChart = objectsOf(output, key).some(({ kind }) => kind === 'HelmRelease');
      expect([key, reaches(kustomization)]).toEqual([key, isChart ? undefined : secretRef]);
    }
  });

  test('keeps the records of its releases itself', () => {
    expect(output.all('HelmRelease').filter(({ spec }) => spec.storageNamespace !== spec.targetNamespace)).toEqual([]);
  });

  test('differs in nothing else from one that Flux runs in', () => {
    const local = fluxOutput(MUTUAL, { namespace: 'clusters' });
    const without = output.objects.map(object => object.spec === undefined ? object : { ...object, spec: { ...object.spec, kubeConfig: undefined } });
    expect(Object.keys(output.files)).toEqual(Object.keys(local.files));
    expect(without).toEqual(local.objects);
  });

  test('makes no use of a kubeconfig without remote', () => {
    expect(JSON.stringify(fluxOutput({ secrets: [KUBECONFIG] }).objects)).not.toContain('kubeConfig');
  });

  test('is removed from the hub, but for what stays, which is the cluster\'s', () => {
    const plan = fluxStack(new App(FOLDERS), { secrets: [KUBECONFIG] }, { remote: true })._teardown;
    expect(plan).toContain('. cert-manager: `kubectl delete kustomization west-cert-manager -n clusters`');
    expect(plan).toContain('`kubectl delete kustomization west-namespace-monitoring -n clusters && KUBECONFIG=CLUSTER kubectl delete namespace/monitoring`');
  });

  test('warns of no Secret that is not used', () => {
    expect(fluxStack(new App(FOLDERS), { secrets: [KUBECONFIG] }, { remote: true }).warnings).toEqual([]);
  });
});

describe('Flux\'s own objects are', () => {
  test.each<[string, string, StackSecret, Partial<FluxDeliveryOptions>]>([
    ['where the Secret is', 'clusters', KUBECONFIG, {}],
    ['where both say', 'clusters', KUBECONFIG, { namespace: 'clusters' }],
    ['where the delivery says, if the Secret does not', 'fleet', ANYWHERE, { namespace: 'fleet' }],
    ['in Flux\'s namespace, if neither does', 'flux-system', ANYWHERE, {}],
  ])('%s', (_name, namespace, secret, options) => {
    const hub = onHub(remote(secret, options));
    expect(hub.length).toBeGreaterThan(20);
    expect(hub.filter(({ metadata }) => metadata.namespace !== namespace).map(nameOf)).toEqual([]);
  });
});

describe('refused is', () => {
  const lines = (props: ServingStackProps, options?: Partial<FluxDeliveryOptions>) =>
    refusal(() => fluxStack(new App(FOLDERS), props, { remote: true, ...options })).split('\n');

  test('a stack without a kubeconfig', () => {
    expect(lines({})).toEqual(['secrets: missing, add a list with a Kubeconfig entry']);
    expect(refusal(() => outsideCharts(app => new CertManager(app, 'part', { delivery: Delivery.flux({ path: 'a', remote: true }) }), FOLDERS)))
      .toBe('part: delivery flux with remote needs a kubeconfig, which only a ServingStack has among its secrets');
  });

  test('a cloud identity, and a second kubeconfig', () => {
    expect(lines({
      secrets: [
        { type: SecretType.AWS_WEB_IDENTITY_CREDENTIALS, name: 'a', key: 'b' }, KUBECONFIG, { ...KUBECONFIG, name: 'other' },
        { type: SecretType.GOOGLE_APPLICATION_CREDENTIALS, name: 'a', key: 'b' },
      ],
    })).toEqual([
      'secrets[0].type: Flux reaches a cluster by a kubeconfig alone, not by AWSWebIdentityCredentials, remove the entry',
      'secrets[2].type: entry 1 is a Kubeconfig already, leave one, a cluster has one kubeconfig',
      'secrets[3].type: Flux reaches a cluster by a kubeconfig alone, not by GoogleApplicationCredentials, remove the entry',
    ]);
  });

  test('a Secret where Flux does not look', () => {
    expect(lines({ secrets: [KUBECONFIG] }, { namespace: 'flux-system' })).toEqual([
      'secrets[0].namespace: "clusters" is not "flux-system", the namespace of the delivery, and Flux looks for the Secret there, leave one of the two out',
    ]);
  });

  test('what is wrong with an entry by itself, once', () => {
    expect(lines({ secrets: [{ ...KUBECONFIG, name: 'A' }, null as any, { name: 'b', key: 'c' } as any] })).toEqual([
      'secrets[0].name: "A" is not a DNS subdomain, use "a"',
      'secrets[1]: the entry is empty, fill it or remove it',
      'secrets[2].type: missing, add one of Kubeconfig, GoogleApplicationCredentials, AWSWebIdentityCredentials, NebiusServiceAccountCredentials',
    ]);
  });
});
