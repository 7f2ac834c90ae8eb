import { Construct } from 'constructs';
import { Component, ComponentMode, DeliveryOptions, MODE_FIELDS } from './component';
import { inferenceExtensionCrds } from './crds/inference-extension';
import { ComponentData } from '../lib/component';

export const GAIE_CRDS: ComponentData = {
  key: 'gaie-crds',
  file: 25,
  role: 'substrate',
  option: 'gaieCrds',
  removes: 'every InferencePool and InferenceObjective in the cluster',
  summary: 'CRDs of the Gateway API Inference Extension v1.0.2: InferencePool and InferenceObjective',
  requires: { crds: { 'inferencepools.inference.networking.k8s.io': 'v1' } },
};

/** Options of GaieCrds. */
export interface GaieCrdsProps extends DeliveryOptions {
  /**
   * Whether the CRDs are installed or provided by the cluster.
   *
   * @default ComponentMode.MANAGED
   */
  readonly mode?: ComponentMode;
}

/**
 * The CRDs of the Gateway API Inference Extension that Envoy Gateway and Envoy AI Gateway look for when they start.
 *
 * @see https://gateway-api-inference-extension.sigs.k8s.io/
 */
export class GaieCrds extends Component {
  constructor(scope: Construct, id: string, props: GaieCrdsProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, MODE_FIELDS);
    this._install(this._manifests(GAIE_CRDS, inferenceExtensionCrds(), props.mode));
  }
}
