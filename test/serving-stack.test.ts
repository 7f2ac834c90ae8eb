import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ComponentMode, GaieCrds, ListenerProtocol, ModelExpress, ServingStack, ServingStackManifestOptions, ServingStackProps, StackKind, VersionSet,
} from '../src';
import { problemsOf } from './support/crd-validation';
import { Output, outsideCharts, refusal, stack, stackOutput } from './support/render';
import { VARIANTS } from './support/variants';

/** What has snapshots of its own. */
const PARTS = outsideCharts(app => [new GaieCrds(app, 'gaie-crds'), new ModelExpress(app, 'model-express')]);

// another process synthesizes all variants
jest.setTimeout(60_000);

describe.each(VARIANTS)('%s', (_, props) => {
  let output: Output;

  beforeAll(() => {
    output = stackOutput(props);
  });

  test('renders as in the snapshot', () => {
    const plain = stackOutput({ stack: props.stack });
    expect(output.text(PARTS, ...Object.keys(props).length > 1 ? [plain] : [])).toMatchSnapshot();
  });

  test('renders what the API server takes', () => {
    expect(output.objects.length).toBeGreaterThan(0);
    expect(output.objects.flatMap(problemsOf)).toEqual([]);
  });

  test('keeps apart what cannot be applied at once: charts, CRDs and what is of their kinds', () => {
    for (const objects of Object.values(output.objectsByFile)) {
      const kinds = new Set(objects.map(({ kind }) => kind));
      expect(kinds.has('HelmChart') ? [...kinds] : []).toEqual(kinds.has('HelmChart') ? ['HelmChart'] : []);
      const defined = objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ spec }) => spec.names.kind);
      expect(defined.filter(kind => kinds.has(kind))).toEqual([]);
    }
  });

  test('never enables a second allocator of GPUs', () => {
    expect(Object.values(output.files).join()).not.toMatch(/device-?plugin/i);
  });
});

test('the same stack gives the same bytes, in another process, time zone, language and folder too', () => {
  const root = join(__dirname, '..');
  const folder = mkdtempSync(join(tmpdir(), 'serving-stack-'));
  const script = join(folder, 'synth.js');
  const source = `
    import { stackOutput } from './test/support/render';
    import { VARIANTS } from './test/support/variants';
    process.stdout.write(JSON.stringify(VARIANTS.map(([, props]) => stackOutput(props).files)));`;
  try {
    const bundle = ['--bundle', '--platform=node', '--log-level=error', `--outfile=${script}`];
    execFileSync(require.resolve('esbuild/bin/esbuild'), bundle, { cwd: root, input: source });
    const here = JSON.stringify(VARIANTS.map(([, props]) => stackOutput(props).files));
    const env = { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', LANGUAGE: 'tr' };
    expect(execFileSync(process.execPath, [script], { cwd: folder, env, maxBuffer: 2 ** 26 }).toString()).toBe(here);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('what a stack tells', () => {
  const HOSTNAME = 'west.clusters.example.com';

  test.each<[string, ServingStackProps, object]>([
    ['by default', {}, {
      gatewayName: 'inference-gateway',
      gatewayNamespace: 'modelplane-system',
      gatewayClassName: 'envoy',
      caConfigMapName: undefined,
      prometheusUrl: 'http://prometheus-prometheus.monitoring.svc.cluster.local:9090',
    }],
    ['with a hostname and a class', { gateway: { hostname: HOSTNAME, className: 'inference' } }, {
      caConfigMapName: 'modelplane-cluster-ca',
      gatewayClassName: 'inference',
    }],
    ['with another name for Prometheus', { components: { prometheus: { values: { fullnameOverride: 'metrics' } } } }, {
      prometheusUrl: 'http://metrics-prometheus.monitoring.svc.cluster.local:9090',
    }],
    ['with a Prometheus of the cluster, whose address it does not know', { components: { prometheus: { mode: ComponentMode.PROVIDED } } }, {
      prometheusUrl: undefined,
    }],
  ])('%s', (_, props, expected) => {
    expect(stack(props)).toMatchObject(expected);
  });

  test.each(VARIANTS)('is what it renders: %s', (_, props) => {
    const { apiObjects, gatewayClassName, namespaces } = stack(props);
    const output = stackOutput(props);
    expect(apiObjects.map(object => object.toJson())).toEqual(output.objects);
    expect(namespaces).toEqual(output.all('Namespace').map(({ metadata }) => metadata.name));
    expect(gatewayClassName).toBe(output.one('GatewayClass').metadata.name);
  });
});

test('a CA rollover passes through a stack, from code and beside a file', () => {
  const signer = (props: ServingStackProps) => stackOutput(props).one('Certificate', 'cluster-gateway-serving').spec.issuerRef.name;
  expect(signer({ gateway: { hostname: 'west.example.com', ca: { generation: 2, trusted: [1] } } })).toBe('modelplane-cluster-ca-2');
  const { objects } = fromFile('gateway: {hostname: west.example.com}', { gatewayCa: { generation: 3 } });
  expect(objects.find(({ metadata }) => metadata.name === 'cluster-gateway-serving').spec.issuerRef.name).toBe('modelplane-cluster-ca-3');
});

describe('a stack from a file', () => {
  test('is the one that the same props describe', () => {
    const gateway = { listeners: [{ name: 'http', port: 80, protocol: ListenerProtocol.HTTP }] };
    const versions = { certManager: 'v1.20.2', envoyGateway: 'v1.8.3' };
    const output = fromFile(`versions: ${JSON.stringify(versions)}\n  gateway: ${JSON.stringify(gateway)}`);
    expect(output.files).toEqual(stackOutput({ versions, gateway }).files);
  });

  test('takes beside it what a ServingStack has no field for', () => {
    const options = { versionSet: VersionSet.MANAGED, components: { prometheus: { mode: ComponentMode.PROVIDED } }, tolerations: [{ key: 'a' }] };
    expect(fromFile('stack: Dynamo', options).files).toEqual(stackOutput({ stack: StackKind.DYNAMO, ...options }).files);
  });

  test('is refused where the file holds none, or several', () => {
    expect(refusal(() => fromText('kind: Secret\napiVersion: v1\n'))).toMatch(/west\.yaml:1:1: holds 0 ServingStack documents, must hold exactly one/);
    expect(refusal(() => fromText(`${documentOf('')}---\n${documentOf('')}`))).toMatch(/west\.yaml:10:1: holds 2 ServingStack documents/);
  });

  test('is refused with the line and the spelling of the file', () => {
    expect(refusal(() => fromFile('gateway: {clientCAs: [{name: a, certificate: b}]}')).split('\n')).toEqual([
      expect.stringMatching(/west\.yaml:8:\d+: spec\.gateway\.clientCAs: client certificates .*, needs spec\.gateway\.hostname$/),
      expect.stringMatching(/west\.yaml:8:\d+: spec\.gateway\.clientCAs\[0\]\.certificate: holds no PEM block/),
    ]);
  });
});

function documentOf(spec: string): string {
  return `apiVersion: infrastructure.modelplane.ai/v1alpha1
kind: ServingStack
metadata:
  name: west
  namespace: platform
spec:
  secrets: [{type: Kubeconfig, name: west-kubeconfig, key: kubeconfig}]
  ${spec}
`;
}

function fromFile(spec: string, options?: ServingStackManifestOptions): Output {
  return fromText(documentOf(spec), options);
}

function fromText(text: string, options?: ServingStackManifestOptions): Output {
  const folder = mkdtempSync(join(tmpdir(), 'serving-stack-'));
  try {
    writeFileSync(join(folder, 'west.yaml'), text);
    return outsideCharts(app => ServingStack.fromManifest(app, 'west', join(folder, 'west.yaml'), options));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
