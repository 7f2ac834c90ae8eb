import { ComponentMode, ComponentOptions } from './component';
import { InferenceGatewayOptions } from './gateway-input';
import { GatewayCa } from './gateway-pki';
import { Toleration } from './toleration';
import { Delivery } from '../delivery/delivery';

/** Which serving stack is installed. */
export enum StackKind {
  /** LeaderWorkerSet for engines that span several nodes. */
  STANDARD = 'Standard',
  /** Grove with the KAI Scheduler, and ModelExpress. */
  DYNAMO = 'Dynamo',
}

/** A tested set of default versions. */
export enum VersionSet {
  /** The defaults of the ServingStack API v1alpha1. */
  V1ALPHA1 = 'v1alpha1',
  /** The versions of the serving stack requirements document. */
  MANAGED = 'managed',
}

/** What a Secret is for. */
export enum SecretType {
  /** A kubeconfig of the cluster. */
  KUBECONFIG = 'Kubeconfig',
  /** The key of a Google Cloud service account. */
  GOOGLE_APPLICATION_CREDENTIALS = 'GoogleApplicationCredentials',
  /** An AWS role to assume with a web identity token. */
  AWS_WEB_IDENTITY_CREDENTIALS = 'AWSWebIdentityCredentials',
  /** The credentials of a Nebius service account. */
  NEBIUS_SERVICE_ACCOUNT_CREDENTIALS = 'NebiusServiceAccountCredentials',
}

/** A Secret that a delivery reaches another cluster with; its contents are never read here. */
export interface StackSecret {
  /** What the Secret is for. */
  readonly type: SecretType;
  /** Name of the Secret, at most 253 characters. */
  readonly name: string;
  /** Key in the Secret, at most 253 characters. */
  readonly key: string;
  /**
   * Namespace of the Secret.
   *
   * @default - the ServingStack's own
   */
  readonly namespace?: string;
}

/** Versions of the Standard stack's components. */
export interface StandardVersions {
  /**
   * LeaderWorkerSet chart version.
   *
   * @default - the version set's
   */
  readonly leaderWorkerSet?: string;
}

/** Versions of the Dynamo stack's components. */
export interface DynamoVersions {
  /**
   * Grove chart version.
   *
   * @default - the version set's
   */
  readonly grove?: string;
  /**
   * KAI Scheduler chart version.
   *
   * @default - the version set's
   */
  readonly kaiScheduler?: string;
  /**
   * ModelExpress server image tag.
   *
   * @default - the version set's
   */
  readonly modelExpress?: string;
}

/** Versions of components, each at most 32 characters; chart versions in the form of the chart's tags, with or without a v. */
export interface StackVersions {
  /**
   * cert-manager chart version.
   *
   * @default - the version set's
   */
  readonly certManager?: string;
  /**
   * trust-manager chart version.
   *
   * @default - the version set's
   */
  readonly trustManager?: string;
  /**
   * Envoy Gateway chart version, v1.8.1 or a later v1.8 release with Envoy AI Gateway v1.1.
   *
   * @default - the version set's
   */
  readonly envoyGateway?: string;
  /**
   * kube-prometheus-stack chart version.
   *
   * @default - the version set's
   */
  readonly prometheus?: string;
  /**
   * Node Feature Discovery chart version.
   *
   * @default - the version set's
   */
  readonly nodeFeatureDiscovery?: string;
  /**
   * NVIDIA DRA driver chart version.
   *
   * @default - the version set's
   */
  readonly nvidiaDraDriver?: string;
  /**
   * Versions that only the Standard stack uses.
   *
   * @default - the version set's
   */
  readonly standard?: StandardVersions;
  /**
   * Versions that only the Dynamo stack uses.
   *
   * @default - the version set's
   */
  readonly dynamo?: DynamoVersions;
}

/** The gateway of a stack. */
export interface GatewayOptions extends InferenceGatewayOptions {
  /**
   * The cluster CAs that sign and are trusted, for a rollover.
   *
   * @default - generation 1
   */
  readonly ca?: GatewayCa;
}

/** How the substrate components of a stack differ from their defaults. */
export interface StackComponents {
  /** Issues the certificates of the gateway and of the controllers' webhooks. @default - installed with the stack's values */
  readonly certManager?: ComponentOptions;
  /** Copies the cluster CA's certificate to where it can be read. @default - installed with the stack's values */
  readonly trustManager?: ComponentOptions;
  /** Collects metrics of engines, GPUs and the gateway's proxies. @default - installed with the stack's values */
  readonly prometheus?: ComponentOptions;
  /** Labels the nodes that have GPUs. @default - installed with the stack's values */
  readonly nodeFeatureDiscovery?: ComponentOptions;
  /** Publishes GPUs as ResourceSlices and the DeviceClass gpu.nvidia.com. @default - installed with the stack's values */
  readonly nvidiaDraDriver?: ComponentOptions;
  /** Admits the DRA driver's pods on GKE. Has no chart: only the mode can be set. @default - installed when nvidiaDriverRoot is not "/" */
  readonly criticalPodsQuota?: ComponentOptions;
  /** CRDs of the Gateway API Inference Extension. Has no chart: only the mode can be set. @default - installed */
  readonly gaieCrds?: ComponentOptions;
  /** The Gateway API controller that runs the Envoy proxies. @default - installed with the stack's values */
  readonly envoyGateway?: ComponentOptions;
  /** Envoy Gateway's own CRDs, without those of the Gateway API. @default - installed when gatewayApiCrds is PROVIDED */
  readonly envoyGatewayCrds?: ComponentOptions;
  /** CRDs of Envoy AI Gateway. @default - installed with the stack's values */
  readonly aiGatewayCrds?: ComponentOptions;
  /** Routes inference requests to InferencePools. @default - installed with the stack's values */
  readonly aiGateway?: ComponentOptions;
  /** Runs engines that span several nodes. Standard stack only. @default - installed with the stack's values */
  readonly leaderWorkerSet?: ComponentOptions;
  /** Gang-schedules engines that span several nodes. Dynamo stack only. @default - installed with the stack's values */
  readonly grove?: ComponentOptions;
  /** Binds each gang to nodes as a whole. Dynamo stack only. @default - installed with the stack's values */
  readonly kaiScheduler?: ComponentOptions;
}

/** What a ServingStack document has no field for. */
export interface DeliveryStackOptions {
  /**
   * The engine that carries the components to the cluster.
   *
   * @default Delivery.helmChart()
   */
  readonly delivery?: Delivery;

  /**
   * Whether the substrate is installed or provided by the cluster; `components` says otherwise for single ones.
   *
   * @default ComponentMode.MANAGED
   */
  readonly mode?: ComponentMode;

  /**
   * Where versions that are not given come from.
   *
   * @default VersionSet.V1ALPHA1
   */
  readonly versionSet?: VersionSet;

  /**
   * Differences of single substrate components.
   *
   * @default - none
   */
  readonly components?: StackComponents;

  /**
   * Taints of GPU nodes that the Node Feature Discovery worker and the DRA kubelet plugin accept, besides `nvidia.com/gpu`.
   *
   * @default - none
   */
  readonly tolerations?: Toleration[];

  /**
   * Whether Envoy Gateway's chart installs the CRDs of the Gateway API or the cluster's provider owns them.
   *
   * @default ComponentMode.MANAGED
   */
  readonly gatewayApiCrds?: ComponentMode;

  /**
   * Time at which client CAs are checked for expiry, ISO 8601.
   *
   * @default - the clock
   */
  readonly now?: string;
}
