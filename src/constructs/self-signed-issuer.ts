import { Construct } from 'constructs';
import { CERT_MANAGER } from './cert-manager';
import { Component, DeliveryOptions } from './component';
import { Issuer } from '../imports/cert-manager.io';
import { ComponentData } from '../lib/component';

export const SELF_SIGNED_ISSUER: ComponentData = {
  key: 'gateway-selfsigned-issuer',
  file: 15,
  role: 'config',
  namespace: 'modelplane-system',
  dependsOn: [CERT_MANAGER.key],
  summary: 'self-signed Issuer that the gateway\'s CA begins with; once accepted, cert-manager\'s webhook is known to answer',
};

export const SELF_SIGNED_ISSUER_NAME = 'modelplane-selfsigned';

/** Options of SelfSignedIssuer. */
export interface SelfSignedIssuerProps extends DeliveryOptions {}

/** The Issuer that signs the gateway's cluster CA. */
export class SelfSignedIssuer extends Component {
  /** Name of the Issuer. */
  public readonly issuerName = SELF_SIGNED_ISSUER_NAME;

  constructor(scope: Construct, id: string, props: SelfSignedIssuerProps = {}) {
    super(scope, id, props.delivery);
    this._check(props);
    this._install(this._manifests(SELF_SIGNED_ISSUER, [
      Issuer.manifest({ metadata: { name: this.issuerName, namespace: SELF_SIGNED_ISSUER.namespace }, spec: { selfSigned: {} } }),
    ]));
  }
}
