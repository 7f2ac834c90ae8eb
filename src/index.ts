export { AiGateway, type AiGatewayProps } from './constructs/ai-gateway';
export { CertManager, type CertManagerProps } from './constructs/cert-manager';
export { type ChartOptions, Component, ComponentMode, type ComponentOptions, type DeliveryOptions } from './constructs/component';
export { EnvoyGateway, type EnvoyGatewayProps } from './constructs/envoy-gateway';
export { GaieCrds, type GaieCrdsProps } from './constructs/gaie-crds';
export { type ClientCa, type GatewayListener, type InferenceGatewayOptions, ListenerProtocol } from './constructs/gateway-input';
export { type GatewayCa, GatewayPki, type GatewayPkiProps } from './constructs/gateway-pki';
export { GroveKai, type GroveKaiProps } from './constructs/grove-kai';
export { InferenceGateway, type InferenceGatewayProps } from './constructs/inference-gateway';
export { Lws, type LwsProps } from './constructs/lws';
export { ModelExpress, type ModelExpressProps } from './constructs/model-express';
export { NodeFeatureDiscovery, type NodeFeatureDiscoveryProps } from './constructs/node-feature-discovery';
export { NvidiaDra, type NvidiaDraProps } from './constructs/nvidia-dra';
export { Prometheus, type PrometheusProps } from './constructs/prometheus';
export { SelfSignedIssuer, type SelfSignedIssuerProps } from './constructs/self-signed-issuer';
export {
  type DeliveryStackOptions, type DynamoVersions, type GatewayOptions, SecretType, type StackComponents, StackKind, type StackSecret,
  type StackVersions, type StandardVersions, VersionSet,
} from './constructs/stack-options';
export { TaintEffect, type Toleration, TolerationOperator } from './constructs/toleration';
export { TrustManager, type TrustManagerProps } from './constructs/trust-manager';
export { type ArgoCdDeliveryOptions, type ArgoCdDestination } from './delivery/argo-cd-options';
export { type CrossplaneDeliveryOptions } from './delivery/crossplane-options';
export { Delivery } from './delivery/delivery';
export { type FluxDeliveryOptions, FluxDriftDetection, FluxSourceKind, type FluxSourceRef } from './delivery/flux-options';
export { type HelmChartDeliveryOptions, HelmFailurePolicy } from './delivery/helm-chart';
export { type PlainDeliveryOptions } from './delivery/plain';
export { ServingStack, type ServingStackManifestOptions, type ServingStackProps } from './serving-stack';
