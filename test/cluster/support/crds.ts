import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

const FOLDER = join(__dirname, '../../../../shared/crds');

/** Whether the CRDs that engines and charts bring are there; without them nothing can be applied. */
export const crdsAreThere = existsSync(FOLDER);

/** Folders of CRDs that delivery engines bring. */
export const ENGINE_CRDS: Readonly<Record<string, readonly string[]>> = {
  'helm-chart': ['k3s-helm-controller'],
  'flux': ['flux-helm-controller', 'flux-kustomize-controller', 'flux-source-controller'],
  'argo-cd': ['argo-cd'],
  'crossplane': ['crossplane', 'crossplane-provider-helm', 'crossplane-provider-kubernetes'],
  'plain': [],
};

/** Folders of CRDs that charts bring, by component. */
export const CHART_CRDS: Readonly<Record<string, readonly string[]>> = {
  'cert-manager': ['cert-manager'],
  'trust-manager': ['trust-manager'],
  'kube-prometheus-stack': ['kube-prometheus-stack'],
  'node-feature-discovery': ['node-feature-discovery'],
  'nvidia-dra-driver-gpu': ['dra-driver-nvidia-gpu'],
  'envoy-gateway': ['gateway-api', 'envoy-gateway'],
  'ai-gateway-crds': ['envoy-ai-gateway'],
  'leader-worker-set': ['lws'],
  'grove': ['grove'],
  'kai-scheduler': ['kai-scheduler'],
};

/** By far the largest, which takes an API server long, and no object of its kind is ours. */
const UNUSED = ['applicationsets.argoproj.io.yaml'];

const read = new Map<string, any[]>();

/** The CRDs of a folder, as their project ships them but for descriptions, and for conversion webhooks, which nobody runs here. */
export function crdsOf(folder: string): any[] {
  const files = () => readdirSync(join(FOLDER, folder)).filter(file => file.endsWith('.yaml') && !UNUSED.includes(file));
  const crds = read.get(folder) ?? files().map(file => {
    const { spec: { conversion, ...spec }, ...crd } = parse(readFileSync(join(FOLDER, folder, file), 'utf8'));
    return { ...crd, spec };
  });
  read.set(folder, crds);
  return crds;
}

/** The same as one text. */
export function crdsText(folder: string): string {
  return crdsOf(folder).map(crd => stringify(crd, { aliasDuplicateObjects: false })).join('---\n');
}
