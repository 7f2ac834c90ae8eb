import { AI_GATEWAY, AI_GATEWAY_CRDS } from './ai-gateway';
import { CERT_MANAGER } from './cert-manager';
import { ENVOY_GATEWAY, ENVOY_GATEWAY_CRDS } from './envoy-gateway';
import { GAIE_CRDS } from './gaie-crds';
import { GATEWAY_PKI } from './gateway-pki';
import { GROVE, KAI_QUEUES, KAI_SCHEDULER } from './grove-kai';
import { GATEWAY, GATEWAY_CLASS, GATEWAY_CLIENT_AUTH, GATEWAY_PROXY } from './inference-gateway';
import { LWS } from './lws';
import { MODELEXPRESS_CRDS, MODELEXPRESS_SERVER } from './model-express';
import { NODE_FEATURE_DISCOVERY } from './node-feature-discovery';
import { CRITICAL_PODS_QUOTA, NVIDIA_DRA } from './nvidia-dra';
import { PROMETHEUS } from './prometheus';
import { SELF_SIGNED_ISSUER } from './self-signed-issuer';
import { TRUST_MANAGER } from './trust-manager';
import { ComponentData } from '../lib/component';

/** Every component of any stack but the namespaces, by file number. */
export const CATALOG: readonly ComponentData[] = [
  CERT_MANAGER,
  SELF_SIGNED_ISSUER,
  TRUST_MANAGER,
  GAIE_CRDS,
  PROMETHEUS,
  NODE_FEATURE_DISCOVERY,
  CRITICAL_PODS_QUOTA,
  NVIDIA_DRA,
  ENVOY_GATEWAY_CRDS,
  ENVOY_GATEWAY,
  AI_GATEWAY_CRDS,
  AI_GATEWAY,
  LWS,
  GROVE,
  KAI_SCHEDULER,
  KAI_QUEUES,
  MODELEXPRESS_CRDS,
  MODELEXPRESS_SERVER,
  GATEWAY_PROXY,
  GATEWAY_CLASS,
  GATEWAY_PKI,
  GATEWAY_CLIENT_AUTH,
  GATEWAY,
];

/** Components of the Standard stack only, and of the Dynamo stack only. */
export const STACK_COMPONENTS: Readonly<Record<'Standard' | 'Dynamo', readonly ComponentData[]>> = {
  Standard: [LWS],
  Dynamo: [GROVE, KAI_SCHEDULER, KAI_QUEUES, MODELEXPRESS_CRDS, MODELEXPRESS_SERVER],
};

/** The component that a key of `components` stands for. */
export function componentOf(option: string): ComponentData {
  return CATALOG.find(data => data.option === option)!;
}
