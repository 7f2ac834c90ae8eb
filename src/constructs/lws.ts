import { Construct } from 'constructs';
import { chartFields, ChartOptions, Component, DeliveryOptions } from './component';
import { ComponentData } from '../lib/component';

export const LWS: ComponentData = {
  key: 'leader-worker-set',
  file: 60,
  role: 'substrate',
  option: 'leaderWorkerSet',
  // the CRD in its chart names this namespace
  namespace: 'lws-system',
  leaves: [{ what: 'the CRD leaderworkersets.leaderworkerset.x-k8s.io' }],
  summary: 'runs engines that span several nodes',
  requires: {
    crds: { 'leaderworkersets.leaderworkerset.x-k8s.io': 'v1' },
    states: {
      running: { says: 'The controller runs.' },
      release: { says: 'It is of the release line that the stack installs.' },
    },
  },
  chart: {
    name: 'lws',
    repository: 'oci://registry.k8s.io/lws/charts',
    release: 'mp-lws',
    tags: 'either',
    versions: { v1alpha1: 'v0.8.0', managed: 'v0.8.0' },
    versionPath: ['standard', 'leaderWorkerSet'],
    staleCrds: true,
    webhooks: { kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'] },
    generatedSecrets: ['lws-webhook-server-cert'],
  },
};

/** Options of Lws. */
export interface LwsProps extends ChartOptions, DeliveryOptions {}

/**
 * LeaderWorkerSet.
 *
 * @see https://lws.sigs.k8s.io/docs/installation/
 */
export class Lws extends Component {
  constructor(scope: Construct, id: string, props: LwsProps = {}) {
    super(scope, id, props.delivery);
    this._check(props, chartFields(LWS.chart!));
    this._install(this._release(LWS, props));
  }
}
