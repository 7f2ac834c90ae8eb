import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import { CHART_CRDS, crdsText } from './crds';
import { Delivery, SecretType, ServingStack, ServingStackProps } from '../../../src';
import { CATALOG } from '../../../src/constructs/catalog';
import { Delivered as Components } from '../../../src/delivery/engine';
import { writeStubCharts } from '../../support/stub-charts';

/** Namespaces that the engines' own installation makes. */
export const HUB_NAMESPACES = ['flux-system', 'argocd', 'platform'];

const SECRETS = [
  { type: SecretType.KUBECONFIG, name: 'west', key: 'kubeconfig' },
  { type: SecretType.NEBIUS_SERVICE_ACCOUNT_CREDENTIALS, name: 'west-identity', key: 'credentials' },
];

let charts: string | undefined;

/** A folder of stub charts that bring the CRDs of the real ones. */
function chartFolder(): string {
  if (charts === undefined) {
    charts = mkdtempSync(join(tmpdir(), 'charts-'));
    process.once('exit', () => rmSync(charts!, { recursive: true, force: true }));
    const files = Object.entries(CHART_CRDS).map(([key, folders]) =>
      [CATALOG.find(data => data.key === key)!.chart!.name, { 'crds/crds.yaml': folders.map(crdsText).join('---\n') }] as const);
    writeStubCharts(charts, Object.fromEntries(files));
  }
  return charts;
}

/** Every delivery with what it needs. */
export const DELIVERIES: Readonly<Record<string, () => ServingStackProps>> = {
  'helm-chart': () => ({ delivery: Delivery.helmChart() }),
  'flux': () => ({ delivery: Delivery.flux({ path: 'clusters/west' }) }),
  'argo-cd': () => ({ delivery: Delivery.argoCd({ repoUrl: 'https://git.example.com/fleet.git', path: 'clusters/west' }) }),
  'crossplane': () => ({ delivery: Delivery.crossplane({ name: 'west', namespace: 'platform' }), secrets: SECRETS }),
  'plain': () => ({ delivery: Delivery.plain({ helm: helm(), chartFolder: chartFolder(), cache: false }) }),
};

let found: string | undefined;

function helm(): string {
  found ??= execFileSync('node', [join(__dirname, '../../../scripts/helm.mjs')], { encoding: 'utf8' }).trim();
  return found;
}

/** What is applied, in the order of installation, by the engine and then by what the engine hands on to the cluster. */
export interface Applied {
  readonly object: any;
  /** Component that it belongs to. */
  readonly key: string;
}

interface Delivered {
  readonly key: string;
  readonly object: ApiObject;
}

/** What is delivered, component by component in the order of installation. */
function inOrder(stack: ServingStack): Delivered[] {
  return [...(stack as any).plan.delivered as Components].flatMap(([key, objects]) => objects.map(object => ({ key, object })));
}

/** What is delivered, file by file in the order of their names. */
function inFiles(app: App): Delivered[] {
  const files = app.node.children.filter(Chart.isChart).sort((a, b) => a.node.id < b.node.id ? -1 : 1);
  return files.flatMap(file => file.node.children.flatMap(object =>
    ApiObject.isApiObject(object) ? [{ key: file.node.id.replace(/^\d+-|\.crds$/g, ''), object }] : []));
}

/** What a delivery of a stack applies. */
export function appliedBy(delivery: string, props: ServingStackProps): Applied[] {
  const settings = DELIVERIES[delivery]();
  const folders = settings.delivery!._engine.traits.layout === 'folders';
  const app = new App({ yamlOutputType: folders ? YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE : YamlOutputType.FILE_PER_CHART });
  const stack = new ServingStack(app, 'west', { ...settings, ...props });
  const delivered = folders ? inOrder(stack) : inFiles(app);
  const known = new Set(delivered.map(({ object }) => object));
  // what is applied by hand, such as Argo CD's app of apps
  const others = app.node.findAll().filter(ApiObject.isApiObject).filter(object => !known.has(object)).map(object => ({ key: 'root', object }));
  return [...delivered, ...others].flatMap(({ key, object }) => {
    const applied = object.toJson();
    const handedOn = applied.kind === 'Object' && applied.spec.managementPolicies === undefined ? [applied.spec.forProvider.manifest] : [];
    return [applied, ...handedOn].map(each => ({ key, object: each }));
  });
}
