import {
  IntOrString, KubeDeployment, KubeRole, KubeRoleBinding, KubeService, KubeServiceAccount,
} from 'cdk8s-plus-30/lib/imports/k8s';
import { Construct } from 'constructs';
import { Component, DeliveryOptions } from './component';
import { modelExpressCrds } from './crds/model-express';
import { ComponentData, Manifest } from '../lib/component';
import { imageTag } from '../lib/names';
import { Field } from '../lib/schema';

export const MODELEXPRESS_CRDS: ComponentData = {
  key: 'modelexpress-crds',
  file: 68,
  role: 'config',
  removes: 'every ModelMetadata and ModelCacheEntry in the cluster',
  summary: 'CRDs that the ModelExpress server keeps its metadata in',
};

export const MODELEXPRESS_SERVER: ComponentData = {
  key: 'modelexpress-server',
  file: 70,
  role: 'config',
  namespace: 'default',
  dependsOn: [MODELEXPRESS_CRDS.key],
  summary: 'coordinates the transfer of weights between engine pods',
};

/** Image tag that the server has in every version set. */
export const MODELEXPRESS_VERSION = '0.4.1';

/** The schema of the image tag. */
export const MODELEXPRESS_VERSION_FIELD: Field = { type: 'string', minLength: 1, maxLength: 32, check: imageTag };

const NAME = 'modelexpress-server';
const LABELS = { 'modelplane.ai/modelexpress': NAME };
const METADATA = { name: NAME, namespace: MODELEXPRESS_SERVER.namespace };
const PORT = 8001;
const CACHE = '/mnt/models';

/** Options of ModelExpress. */
export interface ModelExpressProps extends DeliveryOptions {
  /**
   * Image tag of the server.
   *
   * @default "0.4.1"
   */
  readonly version?: string;
}

/**
 * The ModelExpress server, which keeps only metadata, and its CRDs.
 *
 * @see https://github.com/ai-dynamo/modelexpress
 */
export class ModelExpress extends Component {
  /** Address of the server inside the cluster, for gRPC. */
  public readonly endpoint = `${NAME}.${MODELEXPRESS_SERVER.namespace}.svc.cluster.local:${PORT}`;

  constructor(scope: Construct, id: string, props: ModelExpressProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, { version: MODELEXPRESS_VERSION_FIELD });
    this._install(
      this._manifests(MODELEXPRESS_CRDS, modelExpressCrds()),
      this._manifests(MODELEXPRESS_SERVER, [serviceAccount(), role(), roleBinding(), service(), deployment(props.version ?? MODELEXPRESS_VERSION)]),
    );
  }
}

function serviceAccount(): Manifest {
  return KubeServiceAccount.manifest({ metadata: METADATA });
}

function role(): Manifest {
  const verbs = ['get', 'list', 'create', 'update', 'patch', 'delete'];
  return KubeRole.manifest({
    metadata: METADATA,
    rules: [
      {
        apiGroups: ['modelexpress.nvidia.com'],
        resources: ['modelmetadatas', 'modelmetadatas/status', 'modelcacheentries', 'modelcacheentries/status'],
        verbs,
      },
      { apiGroups: [''], resources: ['configmaps'], verbs },
    ],
  });
}

function roleBinding(): Manifest {
  return KubeRoleBinding.manifest({
    metadata: METADATA,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: NAME },
    subjects: [{ kind: 'ServiceAccount', name: NAME, namespace: MODELEXPRESS_SERVER.namespace }],
  });
}

function service(): Manifest {
  return KubeService.manifest({
    metadata: METADATA,
    spec: { selector: LABELS, ports: [{ name: 'grpc', port: PORT, targetPort: IntOrString.fromNumber(PORT) }] },
  });
}

function deployment(version: string): Manifest {
  const tcpSocket = { port: IntOrString.fromNumber(PORT) };
  return KubeDeployment.manifest({
    metadata: METADATA,
    spec: {
      replicas: 1,
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: {
          serviceAccountName: NAME,
          containers: [{
            name: NAME,
            image: `nvcr.io/nvidia/ai-dynamo/modelexpress-server:${version}`,
            ports: [{ name: 'grpc', containerPort: PORT }],
            env: [
              { name: 'MODEL_EXPRESS_CACHE_DIRECTORY', value: CACHE },
              { name: 'HF_HUB_CACHE', value: CACHE },
              { name: 'MX_METADATA_BACKEND', value: 'kubernetes' },
              { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
            ],
            readinessProbe: { tcpSocket, periodSeconds: 10 },
            livenessProbe: { tcpSocket, periodSeconds: 20 },
            volumeMounts: [{ name: 'cache', mountPath: CACHE }],
          }],
          volumes: [{ name: 'cache', emptyDir: {} }],
        },
      },
    },
  });
}
