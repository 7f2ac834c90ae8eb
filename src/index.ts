export { AiGateway, AiGatewayProps } from './constructs/ai-gateway';
export { CertManager, CertManagerProps } from './constructs/cert-manager';
export { ChartOptions, Component, ComponentMode, ComponentOptions, DeliveryOptions } from './constructs/component';
export { EnvoyGateway, EnvoyGatewayProps } from './constructs/envoy-gateway';
export { GaieCrds, GaieCrdsProps } from './constructs/gaie-crds';
export { ClientCa, GatewayListener, InferenceGatewayOptions, ListenerProtocol } from './constructs/gateway-input';
export { GatewayCa, GatewayPki, GatewayPkiProps } from './constructs/gateway-pki';
export { GroveKai, GroveKaiProps } from './constructs/grove-kai';
export { InferenceGateway, InferenceGatewayProps } from './constructs/inference-gateway';
export { Lws, LwsProps } from './constructs/lws';
export { ModelExpress, ModelExpressProps } from './constructs/model-express';
export { NodeFeatureDiscovery, NodeFeatureDiscoveryProps } from './constructs/node-feature-discovery';
export { NvidiaDra, NvidiaDraProps } from './constructs/nvidia-dra';
export { Prometheus, PrometheusProps } from './constructs/prometheus';
export { SelfSignedIssuer, SelfSignedIssuerProps } from './constructs/self-signed-issuer';
export {
  DeliveryStackOptions, DynamoVersions, GatewayOptions, SecretType, StackComponents, StackKind, StackSecret, StackVersions, StandardVersions,
  VersionSet,
} from './constructs/stack-options';
export { TaintEffect, Toleration, TolerationOperator } from './constructs/toleration';
export { TrustManager, TrustManagerProps } from './constructs/trust-manager';
export { Delivery } from './delivery/delivery';
export { HelmChartDeliveryOptions, HelmFailurePolicy } from './delivery/helm-chart';
export { ServingStack, ServingStackManifestOptions, ServingStackProps } from './serving-stack';
