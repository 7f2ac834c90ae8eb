import { execFileSync } from 'child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { Chart, Testing } from 'cdk8s';
import * as certManager from '../src/imports/cert-manager.io';
import * as envoyGateway from '../src/imports/gateway.envoyproxy.io';
import * as gatewayApi from '../src/imports/gateway.networking.k8s.io';
import * as k3s from '../src/imports/helm.cattle.io';
import * as providerHelm from '../src/imports/helm.m.crossplane.io';
import * as fluxHelm from '../src/imports/helm.toolkit.fluxcd.io';
import * as providerKubernetes from '../src/imports/kubernetes.m.crossplane.io';
import * as fluxKustomize from '../src/imports/kustomize.toolkit.fluxcd.io';
import * as crossplane from '../src/imports/protection.crossplane.io';
import * as kai from '../src/imports/scheduling.run.ai';
import * as fluxSource from '../src/imports/source.toolkit.fluxcd.io';
import * as trustManager from '../src/imports/trust.cert-manager.io';

const root = join(__dirname, '..');
const crdsAreThere = existsSync(join(root, '../shared/crds'));
const share = { quota: -1, limit: -1, overQuotaWeight: 1 };
const caRef = { group: '', kind: 'ConfigMap', name: 'cas' };
const secretRef = { name: 'a', namespace: 'b', key: 'c' };
const used = { apiVersion: 'a.example.com/v1', kind: 'B', resourceRef: { name: 'c' } };

// Each manifest sets every field that its binding has.
test.each([
  [
    'HelmChart',
    k3s.HelmChart.manifest({
      metadata: { name: 'a', namespace: 'kube-system' },
      spec: {
        repo: 'https://charts.example.com',
        chart: 'a',
        version: '1.0.0',
        targetNamespace: 'b',
        valuesContent: 'c: true\n',
        failurePolicy: k3s.HelmChartSpecFailurePolicy.ABORT,
        timeout: '10m',
      },
    }),
    {
      apiVersion: 'helm.cattle.io/v1',
      kind: 'HelmChart',
      metadata: { name: 'a', namespace: 'kube-system' },
      spec: {
        repo: 'https://charts.example.com',
        chart: 'a',
        version: '1.0.0',
        targetNamespace: 'b',
        valuesContent: 'c: true\n',
        failurePolicy: 'abort',
        timeout: '10m',
      },
    },
  ],
  [
    'Certificate',
    certManager.Certificate.manifest({
      spec: {
        secretName: 'a',
        isCa: true,
        commonName: 'b',
        dnsNames: ['c.example.com'],
        duration: '2160h',
        renewBefore: '720h',
        privateKey: {
          algorithm: certManager.CertificateSpecPrivateKeyAlgorithm.ECDSA,
          size: 256,
          rotationPolicy: certManager.CertificateSpecPrivateKeyRotationPolicy.NEVER,
        },
        issuerRef: { name: 'd', kind: 'Issuer', group: 'cert-manager.io' },
      },
    }),
    {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      spec: {
        secretName: 'a',
        isCA: true,
        commonName: 'b',
        dnsNames: ['c.example.com'],
        duration: '2160h',
        renewBefore: '720h',
        privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Never' },
        issuerRef: { name: 'd', kind: 'Issuer', group: 'cert-manager.io' },
      },
    },
  ],
  [
    'Issuer of a CA',
    certManager.Issuer.manifest({ spec: { ca: { secretName: 'a' } } }),
    { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', spec: { ca: { secretName: 'a' } } },
  ],
  [
    'Issuer that signs itself',
    certManager.Issuer.manifest({ spec: { selfSigned: {} } }),
    { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', spec: { selfSigned: {} } },
  ],
  [
    'Bundle',
    trustManager.Bundle.manifest({
      spec: {
        sources: [{ secret: { name: 'a', key: 'ca.crt' } }],
        target: { configMap: { key: 'ca.crt' }, namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'b' } } },
      },
    }),
    {
      apiVersion: 'trust.cert-manager.io/v1alpha1',
      kind: 'Bundle',
      spec: {
        sources: [{ secret: { name: 'a', key: 'ca.crt' } }],
        target: { configMap: { key: 'ca.crt' }, namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'b' } } },
      },
    },
  ],
  [
    'Gateway',
    gatewayApi.Gateway.manifest({
      spec: {
        gatewayClassName: 'a',
        listeners: [{
          name: 'https',
          port: 443,
          protocol: 'HTTPS',
          hostname: 'b.example.com',
          allowedRoutes: { namespaces: { from: gatewayApi.GatewaySpecListenersAllowedRoutesNamespacesFrom.ALL } },
          tls: {
            mode: gatewayApi.GatewaySpecListenersTlsMode.TERMINATE,
            certificateRefs: [{ group: '', kind: 'Secret', name: 'c' }],
          },
        }],
        tls: {
          frontend: {
            default: {
              validation: {
                caCertificateRefs: [caRef],
                mode: gatewayApi.GatewaySpecTlsFrontendDefaultValidationMode.ALLOW_VALID_ONLY,
              },
            },
          },
        },
      },
    }),
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      spec: {
        gatewayClassName: 'a',
        listeners: [{
          name: 'https',
          port: 443,
          protocol: 'HTTPS',
          hostname: 'b.example.com',
          allowedRoutes: { namespaces: { from: 'All' } },
          tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: 'c' }] },
        }],
        tls: { frontend: { default: { validation: { caCertificateRefs: [caRef], mode: 'AllowValidOnly' } } } },
      },
    },
  ],
  [
    'GatewayClass',
    gatewayApi.GatewayClass.manifest({
      spec: {
        controllerName: 'example.com/controller',
        parametersRef: { group: 'gateway.envoyproxy.io', kind: 'EnvoyProxy', name: 'a', namespace: 'b' },
      },
    }),
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'GatewayClass',
      spec: {
        controllerName: 'example.com/controller',
        parametersRef: { group: 'gateway.envoyproxy.io', kind: 'EnvoyProxy', name: 'a', namespace: 'b' },
      },
    },
  ],
  [
    'EnvoyProxy',
    envoyGateway.EnvoyProxy.manifest({
      spec: {
        provider: {
          type: envoyGateway.EnvoyProxySpecProviderType.KUBERNETES,
          kubernetes: {
            envoyService: {
              externalTrafficPolicy: envoyGateway.EnvoyProxySpecProviderKubernetesEnvoyServiceExternalTrafficPolicy.CLUSTER,
            },
          },
        },
      },
    }),
    {
      apiVersion: 'gateway.envoyproxy.io/v1alpha1',
      kind: 'EnvoyProxy',
      spec: { provider: { type: 'Kubernetes', kubernetes: { envoyService: { externalTrafficPolicy: 'Cluster' } } } },
    },
  ],
  [
    'ClientTrafficPolicy',
    envoyGateway.ClientTrafficPolicy.manifest({
      spec: {
        targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'a', sectionName: 'https' }],
        tls: {
          clientValidation: {
            mode: envoyGateway.ClientTrafficPolicySpecTlsClientValidationMode.REQUIRE_AND_VERIFY,
            caCertificateRefs: [caRef],
          },
        },
      },
    }),
    {
      apiVersion: 'gateway.envoyproxy.io/v1alpha1',
      kind: 'ClientTrafficPolicy',
      spec: {
        targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'a', sectionName: 'https' }],
        tls: { clientValidation: { mode: 'RequireAndVerify', caCertificateRefs: [caRef] } },
      },
    },
  ],
  [
    'HelmRelease',
    fluxHelm.HelmRelease.manifest({
      spec: {
        interval: '1h',
        timeout: '10m',
        releaseName: 'a',
        targetNamespace: 'b',
        storageNamespace: 'c',
        chartRef: { kind: fluxHelm.HelmReleaseSpecChartRefKind.OCI_REPOSITORY, name: 'd' },
        chart: { spec: { chart: 'e', version: '1.0.0', sourceRef: { kind: fluxHelm.HelmReleaseSpecChartSpecSourceRefKind.HELM_REPOSITORY, name: 'f' } } },
        install: { crds: fluxHelm.HelmReleaseSpecInstallCrds.CREATE_REPLACE, disableWait: true, remediation: { retries: -1 } },
        upgrade: { crds: fluxHelm.HelmReleaseSpecUpgradeCrds.CREATE_REPLACE, disableWait: true, remediation: { retries: 3 } },
        rollback: { disableWait: true },
        driftDetection: { mode: fluxHelm.HelmReleaseSpecDriftDetectionMode.ENABLED },
        kubeConfig: { secretRef: { name: 'g', key: 'h' } },
        values: { any: [1, null] },
      },
    }),
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      spec: {
        interval: '1h',
        timeout: '10m',
        releaseName: 'a',
        targetNamespace: 'b',
        storageNamespace: 'c',
        chartRef: { kind: 'OCIRepository', name: 'd' },
        chart: { spec: { chart: 'e', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'f' } } },
        install: { crds: 'CreateReplace', disableWait: true, remediation: { retries: -1 } },
        upgrade: { crds: 'CreateReplace', disableWait: true, remediation: { retries: 3 } },
        rollback: { disableWait: true },
        driftDetection: { mode: 'enabled' },
        kubeConfig: { secretRef: { name: 'g', key: 'h' } },
        values: { any: [1, null] },
      },
    },
  ],
  [
    'Kustomization',
    fluxKustomize.Kustomization.manifest({
      spec: {
        interval: '1h',
        retryInterval: '2m',
        timeout: '10m',
        path: './a',
        prune: true,
        deletionPolicy: fluxKustomize.KustomizationSpecDeletionPolicy.WAIT_FOR_TERMINATION,
        wait: true,
        dependsOn: [{ name: 'b' }],
        sourceRef: { kind: fluxKustomize.KustomizationSpecSourceRefKind.GIT_REPOSITORY, name: 'c', namespace: 'd' },
        healthCheckExprs: [{ apiVersion: 'e/v1', kind: 'F', current: 'true' }],
        kubeConfig: { secretRef: { name: 'g', key: 'h' } },
      },
    }),
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      spec: {
        interval: '1h',
        retryInterval: '2m',
        timeout: '10m',
        path: './a',
        prune: true,
        deletionPolicy: 'WaitForTermination',
        wait: true,
        dependsOn: [{ name: 'b' }],
        sourceRef: { kind: 'GitRepository', name: 'c', namespace: 'd' },
        healthCheckExprs: [{ apiVersion: 'e/v1', kind: 'F', current: 'true' }],
        kubeConfig: { secretRef: { name: 'g', key: 'h' } },
      },
    },
  ],
  [
    'HelmRepository',
    fluxSource.HelmRepository.manifest({ spec: { interval: '1h', url: 'https://charts.example.com' } }),
    { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'HelmRepository', spec: { interval: '1h', url: 'https://charts.example.com' } },
  ],
  [
    'OCIRepository',
    fluxSource.OciRepository.manifest({
      spec: {
        interval: '1h',
        url: 'oci://charts.example.com/a',
        ref: { tag: 'v1.0.0' },
        layerSelector: { mediaType: 'b', operation: fluxSource.OciRepositorySpecLayerSelectorOperation.COPY },
      },
    }),
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'OCIRepository',
      spec: { interval: '1h', url: 'oci://charts.example.com/a', ref: { tag: 'v1.0.0' }, layerSelector: { mediaType: 'b', operation: 'copy' } },
    },
  ],
  [
    'Queue',
    kai.Queue.manifest({ spec: { parentQueue: 'a', resources: { cpu: share, gpu: share, memory: share } } }),
    { apiVersion: 'scheduling.run.ai/v2', kind: 'Queue', spec: { parentQueue: 'a', resources: { cpu: share, gpu: share, memory: share } } },
  ],
  [
    'Release',
    providerHelm.Release.manifest({
      spec: {
        rollbackLimit: 1,
        providerConfigRef: { kind: 'ProviderConfig', name: 'a' },
        forProvider: {
          chart: { name: 'b', repository: 'oci://c.example.com', version: '1.0.0' },
          namespace: 'd',
          skipCreateNamespace: true,
          values: { e: [{}] },
          wait: true,
          waitTimeout: '1m',
        },
      },
    }),
    {
      apiVersion: 'helm.m.crossplane.io/v1beta1',
      kind: 'Release',
      spec: {
        rollbackLimit: 1,
        providerConfigRef: { kind: 'ProviderConfig', name: 'a' },
        forProvider: {
          chart: { name: 'b', repository: 'oci://c.example.com', version: '1.0.0' },
          namespace: 'd',
          skipCreateNamespace: true,
          values: { e: [{}] },
          wait: true,
          waitTimeout: '1m',
        },
      },
    },
  ],
  [
    'ProviderConfig of provider-helm',
    providerHelm.ProviderConfig.manifest({
      spec: {
        credentials: { source: providerHelm.ProviderConfigSpecCredentialsSource.SECRET, secretRef },
        identity: {
          type: providerHelm.ProviderConfigSpecIdentityType.AWS_WEB_IDENTITY_CREDENTIALS,
          source: providerHelm.ProviderConfigSpecIdentitySource.SECRET,
          secretRef,
        },
      },
    }),
    {
      apiVersion: 'helm.m.crossplane.io/v1beta1',
      kind: 'ProviderConfig',
      spec: { credentials: { source: 'Secret', secretRef }, identity: { type: 'AWSWebIdentityCredentials', source: 'Secret', secretRef } },
    },
  ],
  [
    'Object',
    providerKubernetes.KubernetesObject.manifest({
      spec: {
        managementPolicies: [providerKubernetes.ObjectSpecManagementPolicies.OBSERVE],
        readiness: { policy: providerKubernetes.ObjectSpecReadinessPolicy.DERIVE_FROM_CEL_QUERY, celQuery: 'true' },
        providerConfigRef: { kind: 'ProviderConfig', name: 'a' },
        forProvider: { manifest: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'b' } } },
      },
    }),
    {
      apiVersion: 'kubernetes.m.crossplane.io/v1alpha1',
      kind: 'Object',
      spec: {
        managementPolicies: ['Observe'],
        readiness: { policy: 'DeriveFromCelQuery', celQuery: 'true' },
        providerConfigRef: { kind: 'ProviderConfig', name: 'a' },
        forProvider: { manifest: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'b' } } },
      },
    },
  ],
  [
    'ProviderConfig of provider-kubernetes',
    providerKubernetes.KubernetesProviderConfig.manifest({
      spec: {
        credentials: { source: providerKubernetes.ProviderConfigSpecCredentialsSource.SECRET, secretRef },
        identity: {
          type: providerKubernetes.ProviderConfigSpecIdentityType.NEBIUS_SERVICE_ACCOUNT_CREDENTIALS,
          source: providerKubernetes.ProviderConfigSpecIdentitySource.SECRET,
          secretRef,
        },
      },
    }),
    {
      apiVersion: 'kubernetes.m.crossplane.io/v1alpha1',
      kind: 'ProviderConfig',
      spec: { credentials: { source: 'Secret', secretRef }, identity: { type: 'NebiusServiceAccountCredentials', source: 'Secret', secretRef } },
    },
  ],
  [
    'Usage',
    crossplane.Usage.manifest({ spec: { of: used, by: used, replayDeletion: true } }),
    { apiVersion: 'protection.crossplane.io/v1beta1', kind: 'Usage', spec: { of: used, by: used, replayDeletion: true } },
  ],
])('%s renders as its API spells it', (_, manifest, expected) => {
  expect(manifest).toStrictEqual(expected);
});

test('an empty object outlives synthesis', () => {
  const chart = new Chart(Testing.app(), 'chart');
  new certManager.Issuer(chart, 'issuer', { metadata: { name: 'a' }, spec: { selfSigned: {} } });
  expect(Testing.synth(chart)).toStrictEqual([
    { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'a' }, spec: { selfSigned: {} } },
  ]);
});

if (!crdsAreThere) {
  console.warn('src/imports is not compared with what the generator writes: its source, ../shared/crds, is not there');
}

(crdsAreThere ? test : test.skip)('src/imports is what the generator writes', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'imports-test-'));
  try {
    execFileSync(process.execPath, [join(root, 'scripts/generate-imports.mjs'), outdir], { stdio: 'pipe' });
    expect(filesIn(join(root, 'src/imports'))).toStrictEqual(filesIn(outdir));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}, 120_000);

function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isFile()).map(({ name }) => name).sort();
  return Object.fromEntries(files.map(file => [file, readFileSync(join(folder, file), 'utf8')]));
}
