// Generates src/imports, or OUTDIR: node scripts/generate-imports.mjs [OUTDIR]
//
// Works offline, from the CRDs kept beside the project. A whole CRD would bring tens of thousands of lines of which the
// constructs set a few dozen, so each is cut to those before it is imported.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const PROVIDER_CONFIG = [
  ...['credentials', 'identity'].flatMap(access => below(access, ['source', 'secretRef.name', 'secretRef.namespace', 'secretRef.key'])),
  'identity.type',
];

// What to generate: a CRD, its version, and the fields below `spec` that the constructs set. A path ends at a field that is
// kept whole, except that an object whose fields are not listed is kept without any. All kinds of a group have the same prefix.
const KINDS = [
  {
    crd: 'k3s-helm-controller/helmcharts.helm.cattle.io.yaml',
    version: 'v1',
    fields: ['repo', 'chart', 'version', 'targetNamespace', 'valuesContent', 'failurePolicy', 'timeout'],
  },
  {
    crd: 'cert-manager/certificates.cert-manager.io.yaml',
    version: 'v1',
    fields: [
      'secretName', 'isCA', 'commonName', 'dnsNames', 'duration', 'renewBefore',
      ...below('privateKey', ['algorithm', 'size', 'rotationPolicy']),
      ...below('issuerRef', ['name', 'kind', 'group']),
    ],
  },
  {
    crd: 'cert-manager/issuers.cert-manager.io.yaml',
    version: 'v1',
    fields: ['selfSigned', 'ca.secretName'],
  },
  {
    crd: 'trust-manager/bundles.trust.cert-manager.io.yaml',
    version: 'v1alpha1',
    fields: [
      ...below('sources.secret', ['name', 'key']),
      ...below('target', ['configMap.key', 'namespaceSelector.matchLabels']),
    ],
  },
  {
    crd: 'gateway-api/gateways.gateway.networking.k8s.io.yaml',
    version: 'v1',
    fields: [
      'gatewayClassName',
      ...below('listeners', ['name', 'port', 'protocol', 'hostname', 'allowedRoutes.namespaces.from', 'tls.mode']),
      ...below('listeners.tls.certificateRefs', ['group', 'kind', 'name']),
      'tls.frontend.default.validation.mode',
      ...below('tls.frontend.default.validation.caCertificateRefs', ['group', 'kind', 'name']),
    ],
  },
  {
    crd: 'gateway-api/gatewayclasses.gateway.networking.k8s.io.yaml',
    version: 'v1',
    fields: ['controllerName', ...below('parametersRef', ['group', 'kind', 'name', 'namespace'])],
  },
  {
    crd: 'envoy-gateway/envoyproxies.gateway.envoyproxy.io.yaml',
    version: 'v1alpha1',
    fields: below('provider', ['type', 'kubernetes.envoyService.externalTrafficPolicy']),
  },
  {
    crd: 'envoy-gateway/clienttrafficpolicies.gateway.envoyproxy.io.yaml',
    version: 'v1alpha1',
    fields: [
      ...below('targetRefs', ['group', 'kind', 'name', 'sectionName']),
      'tls.clientValidation.mode',
      ...below('tls.clientValidation.caCertificateRefs', ['group', 'kind', 'name']),
    ],
  },
  {
    crd: 'kai-scheduler/queues.scheduling.run.ai.yaml',
    version: 'v2',
    fields: [
      'parentQueue',
      ...['cpu', 'gpu', 'memory'].flatMap(resource => below(`resources.${resource}`, ['quota', 'limit', 'overQuotaWeight'])),
    ],
  },
  {
    crd: 'flux-helm-controller/helmreleases.helm.toolkit.fluxcd.io.yaml',
    version: 'v2',
    fields: [
      'interval', 'timeout', 'releaseName', 'targetNamespace', 'storageNamespace', 'values', 'driftDetection.mode',
      ...below('chartRef', ['kind', 'name']),
      ...below('chart.spec', ['chart', 'version', 'sourceRef.kind', 'sourceRef.name']),
      ...below('install', ['crds', 'disableWait', 'remediation.retries']),
      ...below('upgrade', ['crds', 'disableWait', 'remediation.retries']),
      'rollback.disableWait',
      ...below('kubeConfig.secretRef', ['name', 'key']),
    ],
  },
  {
    crd: 'flux-kustomize-controller/kustomizations.kustomize.toolkit.fluxcd.io.yaml',
    version: 'v1',
    fields: [
      'interval', 'retryInterval', 'timeout', 'path', 'prune', 'deletionPolicy', 'wait', 'dependsOn.name',
      ...below('sourceRef', ['kind', 'name', 'namespace']),
      ...below('healthCheckExprs', ['apiVersion', 'kind', 'current']),
      ...below('kubeConfig.secretRef', ['name', 'key']),
    ],
  },
  {
    crd: 'flux-source-controller/helmrepositories.source.toolkit.fluxcd.io.yaml',
    version: 'v1',
    fields: ['interval', 'url'],
  },
  {
    crd: 'flux-source-controller/ocirepositories.source.toolkit.fluxcd.io.yaml',
    version: 'v1',
    fields: ['interval', 'url', 'ref.tag', ...below('layerSelector', ['mediaType', 'operation'])],
  },
  {
    crd: 'crossplane-provider-helm/releases.helm.m.crossplane.io.yaml',
    version: 'v1beta1',
    fields: [
      'rollbackLimit',
      ...below('providerConfigRef', ['kind', 'name']),
      ...below('forProvider', ['namespace', 'skipCreateNamespace', 'values', 'wait', 'waitTimeout']),
      ...below('forProvider.chart', ['name', 'repository', 'version']),
    ],
  },
  {
    crd: 'crossplane-provider-helm/providerconfigs.helm.m.crossplane.io.yaml',
    version: 'v1beta1',
    fields: PROVIDER_CONFIG,
  },
  {
    crd: 'crossplane-provider-kubernetes/objects.kubernetes.m.crossplane.io.yaml',
    version: 'v1alpha1',
    // a class named Object would hide the one of JavaScript from its own code
    prefix: 'Kubernetes',
    fields: [
      'forProvider.manifest', 'managementPolicies',
      ...below('providerConfigRef', ['kind', 'name']),
      ...below('readiness', ['policy', 'celQuery']),
    ],
  },
  {
    crd: 'crossplane-provider-kubernetes/providerconfigs.kubernetes.m.crossplane.io.yaml',
    version: 'v1alpha1',
    prefix: 'Kubernetes',
    fields: PROVIDER_CONFIG,
  },
  {
    crd: 'crossplane/usages.protection.crossplane.io.yaml',
    version: 'v1beta1',
    fields: ['replayDeletion', ...['of', 'by'].flatMap(side => below(side, ['apiVersion', 'kind', 'resourceRef.name']))],
  },
  {
    crd: 'argo-cd/applications.argoproj.io.yaml',
    version: 'v1alpha1',
    fields: [
      'project',
      ...below('source', ['repoURL', 'path', 'chart', 'targetRevision', 'helm.releaseName', 'helm.values']),
      ...below('destination', ['server', 'name', 'namespace']),
      ...below('ignoreDifferences', ['group', 'kind', 'name', 'namespace', 'jsonPointers', 'jqPathExpressions']),
      ...below('syncPolicy', ['automated.prune', 'automated.selfHeal', 'syncOptions']),
      ...below('syncPolicy.retry', ['limit', 'backoff.duration', 'backoff.factor', 'backoff.maxDuration']),
    ],
  },
  {
    crd: 'argo-cd/appprojects.argoproj.io.yaml',
    version: 'v1alpha1',
    fields: [
      'description', 'sourceRepos',
      ...below('destinations', ['server', 'name', 'namespace']),
      ...below('clusterResourceWhitelist', ['group', 'kind']),
    ],
  },
];

// Linting is off for the whole of a generated file; the generator's own directives would switch some rules on again half-way.
// Its comments that only repeat the name below them would double the size.
const HEADER = '/* eslint-disable -- generated by `npm run imports`, not to be edited */';
const NOISE = [
  /^\/\/ generated by cdk8s\n/gm,
  /^\/\* eslint-(disable|enable) .* \*\/\n/gm,
  /^ *\/\*\*\n( *\*\n)* *\* @schema .*\n *\*\/\n/gm,
];

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const crdRoot = resolve(projectRoot, '../shared/crds');
const outdir = resolve(process.argv[2] ?? join(projectRoot, 'src/imports'));

if (!existsSync(crdRoot)) {
  console.error(`${crdRoot}: no such folder, the bindings are generated from the CRDs in it`);
  process.exit(1);
}

const workdir = mkdtempSync(join(tmpdir(), 'imports-'));
try {
  for (const prefix of new Set(KINDS.map(kind => kind.prefix))) {
    const kinds = KINDS.filter(kind => kind.prefix === prefix);
    writeFileSync(join(workdir, 'crds.yaml'), kinds.map(kind => stringify(cutCrd(kind))).join('---\n'));
    importCrds(workdir, prefix);
  }
  mkdirSync(outdir, { recursive: true });
  for (const file of readdirSync(join(workdir, 'out'))) {
    const code = readFileSync(join(workdir, 'out', file), 'utf8');
    const bare = NOISE.reduce((text, noise) => text.replace(noise, ''), code);
    writeFileSync(join(outdir, file), `${HEADER}\n${bare.trimEnd()}\n`);
  }
} finally {
  rmSync(workdir, { recursive: true });
}

function below(path, fields) {
  return fields.map(field => `${path}.${field}`);
}

// The command runs in the work folder so that no cdk8s.yaml has a say, and without the look-up of its latest release.
function importCrds(cwd, prefix) {
  const cdk8s = join(dirname(createRequire(import.meta.url).resolve('cdk8s-cli/package.json')), 'bin/cdk8s');
  const args = ['import', 'crds.yaml', '--language', 'typescript', '--output', 'out', '--no-save', '--no-check-upgrade', ...prefix ? ['--class-prefix', prefix] : []];
  execFileSync(process.execPath, [cdk8s, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

function cutCrd({ crd: file, version: name, fields }) {
  const { apiVersion, kind, metadata, spec } = parse(readFileSync(join(crdRoot, file), 'utf8'));
  const version = spec.versions.find(candidate => candidate.name === name && candidate.served);
  if (!version) {
    throw new Error(`${file}: does not serve version ${name}`);
  }
  // cdk8s gives every kind its metadata, whether the CRD asks for them or not
  const { required, ...root } = version.schema.openAPIV3Schema;
  const whole = { ...root, required: required?.filter(field => field !== 'metadata') };
  const schema = cutSchema(whole, tree(fields.map(field => `spec.${field}`)), file);
  return {
    apiVersion,
    kind,
    metadata: { name: metadata.name },
    spec: {
      group: spec.group,
      names: spec.names,
      scope: spec.scope,
      versions: [{ name, served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

function tree(paths) {
  const root = {};
  for (const path of paths) {
    path.split('.').reduce((node, field) => node[field] ??= {}, root);
  }
  return root;
}

function cutSchema(schema, kept, path) {
  if (schema.type === 'array') {
    return { type: 'array', items: cutSchema(schema.items, kept, path) };
  }
  if (!schema.properties) {
    return schema;
  }
  const fields = Object.keys(kept).sort();
  const unknown = fields.find(field => !schema.properties[field]);
  if (unknown) {
    throw new Error(`${path}.${unknown}: no such field`);
  }
  const missing = schema.required?.find(field => !(field in kept));
  if (missing) {
    throw new Error(`${path}.${missing}: required, so must be kept`);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field, cutSchema(schema.properties[field], kept[field], `${path}.${field}`)])),
    required: schema.required,
  };
}
