import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CATALOG } from '../../src/constructs/catalog';

/** The files of a chart by their path, besides its Chart.yaml. */
export type ChartFiles = Readonly<Record<string, string>>;

/** Writes a chart into its folder, and returns that. */
export function writeChart(folder: string, name: string, version: string, files: ChartFiles = {}): string {
  const chart = join(folder, name);
  const all = { 'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: ${version}\n`, ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(chart, path)), { recursive: true });
    writeFileSync(join(chart, path), text);
  }
  return chart;
}

/**
 * A folder with a chart for every component that has one, under the real name and default version: the CRDs that the component
 * requires, what stands in most charts, and the files that are given for single charts.
 */
export function writeStubCharts(folder: string, files: Readonly<Record<string, ChartFiles>> = {}): string {
  for (const { chart, requires } of CATALOG) {
    if (chart) {
      const crds = Object.entries(requires?.crds ?? {}).map(([name, version]) => crd(name, version)).join('---\n');
      writeChart(folder, chart.name, chart.versions.v1alpha1, { ...crds && { 'crds/crds.yaml': crds }, 'templates/objects.yaml': OBJECTS, ...files[chart.name] });
    }
  }
  return folder;
}

/** A CRD as text. */
export function crd(name: string, version = 'v1', scope: 'Cluster' | 'Namespaced' = 'Namespaced', kind = 'Stub'): string {
  const [plural, ...group] = name.split('.');
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${name}
spec:
  group: ${group.join('.')}
  names:
    kind: ${kind === 'Stub' ? `Stub${plural}` : kind}
    plural: ${plural}
  scope: ${scope}
  versions:
    - name: ${version}
      schema:
        openAPIV3Schema:
          type: object
      served: true
      storage: true
`;
}

const OBJECTS = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .Release.Name }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: {{ .Release.Name }}
  namespace: {{ .Release.Namespace }}
rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
  namespace: {{ .Release.Namespace }}
data:
  values: {{ .Values | toJson | quote }}
`;
