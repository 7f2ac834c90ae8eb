import { Construct } from 'constructs';
import { Component, DeliveryOptions } from './component';
import { GATEWAY_FIELDS } from './gateway-input';
import { SELF_SIGNED_ISSUER, SELF_SIGNED_ISSUER_NAME } from './self-signed-issuer';
import { TRUST_MANAGER } from './trust-manager';
import {
  Certificate, CertificateSpecPrivateKeyAlgorithm, CertificateSpecPrivateKeyRotationPolicy, Issuer,
} from '../imports/cert-manager.io';
import { Bundle } from '../imports/trust.cert-manager.io';
import { ComponentData, Manifest } from '../lib/component';
import { Fault, Path } from '../lib/fault';
import { cutBytes } from '../lib/names';
import { Field } from '../lib/schema';

export const GATEWAY_PKI: ComponentData = {
  key: 'gateway-pki',
  file: 84,
  role: 'config',
  namespace: 'modelplane-system',
  dependsOn: [SELF_SIGNED_ISSUER.key, TRUST_MANAGER.key],
  leaves: [{
    what: 'the Secrets of the certificates in modelplane-system: cluster-gateway-serving, and modelplane-cluster-ca of every generation',
    namespace: 'modelplane-system',
  }],
  summary: 'the cluster CA, the gateway\'s serving certificate, and the Bundle that publishes the CA\'s certificate',
  requires: {
    states: {
      signed: { says: 'Where the certificate that the gateway serves is there already, a CA signed it that ConfigMap `modelplane-cluster-ca` publishes.' },
    },
  },
};

/** Secret of the certificate that the gateway serves. */
export const SERVING_SECRET = 'cluster-gateway-serving';

/** Name of the first cluster CA's Certificate, Secret and Issuer, and of the Bundle and its ConfigMap. */
export const CLUSTER_CA = 'modelplane-cluster-ca';
const COMMON_NAME_BYTES = 64;

/** Which cluster CA signs, and which are trusted besides it while one takes over from another. */
export interface GatewayCa {
  /**
   * Number of the CA that signs the gateway's serving certificate, 1 or more.
   *
   * @default 1
   */
  readonly generation?: number;

  /**
   * Numbers of further CAs that are made and published, without the one that signs.
   *
   * A rollover is three commits, each applied and settled before the next: `{generation: 1, trusted: [2]}`,
   * `{generation: 2, trusted: [1]}`, `{generation: 2}`.
   *
   * @default - none
   */
  readonly trusted?: number[];
}

/** Options of GatewayPki. */
export interface GatewayPkiProps extends DeliveryOptions {
  /**
   * DNS name that callers reach the gateway by, at most 253 characters; no wildcard, no IP address.
   *
   * A changed one comes with a new `ca.generation` in the same commit: the CA carries the name too, and both certificates would be
   * issued at once, the gateway's by the CA before.
   */
  readonly hostname: string;

  /**
   * The cluster CAs.
   *
   * @default - generation 1
   */
  readonly ca?: GatewayCa;
}

/**
 * The certificates that the inference gateway serves and is trusted by. Needs SelfSignedIssuer, CertManager and TrustManager.
 *
 * @example
 * import { GatewayPki } from 'cdk8s-serving-stack';
 *
 * new GatewayPki(chart, 'pki', { hostname: 'west.clusters.example.com' });
 */
export class GatewayPki extends Component {
  /** ConfigMap in the gateway's namespace whose key `ca.crt` has the certificates of the cluster CAs. */
  public readonly caConfigMapName = CLUSTER_CA;

  constructor(scope: Construct, id: string, props: GatewayPkiProps) {
    super(scope, id, props.delivery);
    this._check(props, { hostname: { ...GATEWAY_FIELDS.hostname, required: true }, ca: GATEWAY_CA });
    const { generation = 1, trusted = [] } = props.ca ?? {};
    const generations = [generation, ...trusted].sort((a, b) => a - b);
    this._install({
      ...this._manifests(GATEWAY_PKI, [
        ...generations.flatMap(n => [caCertificate(props.hostname, n), caIssuer(n)]),
        servingCertificate(props.hostname, generation),
        bundle(generations),
      ]),
      numbers: [...generations.flatMap(n => [2 * n + 1, 2 * n + 2]), 1, 2],
    });
  }
}

const GENERATION = { type: 'integer', noun: 'a CA generation', minimum: 1, maximum: 999_999 } as const;

/** The schema of GatewayCa. */
export const GATEWAY_CA: Field = {
  type: 'map',
  fields: { generation: GENERATION, trusted: { type: 'list', items: GENERATION } },
  check: gatewayCaFaults,
};

function gatewayCaFaults(ca: GatewayCa, path: Path): Fault[] {
  const { trusted = [] } = ca;
  // a generation that is wrong by itself is none
  const generation = 'generation' in ca ? ca.generation : 1;
  return trusted.flatMap((n, i) => {
    const problem = n === undefined ? undefined : n === generation ? `${n} is the generation in use` : trusted.indexOf(n) < i ? `${n} is listed twice` : undefined;
    return problem ? [{ path: [...path, 'trusted', i], problem, fix: 'leave it out' }] : [];
  });
}

/** Name of a generation's Certificate, Secret and Issuer. */
function caName(generation: number): string {
  return generation === 1 ? CLUSTER_CA : `${CLUSTER_CA}-${generation}`;
}

function caCertificate(hostname: string, generation: number): Manifest {
  const name = caName(generation);
  return Certificate.manifest({
    metadata: { name, namespace: GATEWAY_PKI.namespace },
    spec: {
      secretName: name,
      isCa: true,
      commonName: cutBytes(`modelplane cluster CA ${hostname}`, COMMON_NAME_BYTES, generation === 1 ? '' : ` g${generation}`),
      // a renewal with a new key would break the chain of every certificate signed before
      privateKey: {
        algorithm: CertificateSpecPrivateKeyAlgorithm.ECDSA,
        size: 256,
        rotationPolicy: CertificateSpecPrivateKeyRotationPolicy.NEVER,
      },
      duration: '87600h',
      renewBefore: '8760h',
      issuerRef: { name: SELF_SIGNED_ISSUER_NAME, kind: 'Issuer', group: 'cert-manager.io' },
    },
  });
}

function caIssuer(generation: number): Manifest {
  const name = caName(generation);
  return Issuer.manifest({ metadata: { name, namespace: GATEWAY_PKI.namespace }, spec: { ca: { secretName: name } } });
}

function servingCertificate(hostname: string, generation: number): Manifest {
  return Certificate.manifest({
    metadata: { name: SERVING_SECRET, namespace: GATEWAY_PKI.namespace },
    spec: {
      secretName: SERVING_SECRET,
      dnsNames: [hostname],
      privateKey: {
        algorithm: CertificateSpecPrivateKeyAlgorithm.ECDSA,
        size: 256,
        rotationPolicy: CertificateSpecPrivateKeyRotationPolicy.ALWAYS,
      },
      duration: '2160h',
      renewBefore: '720h',
      issuerRef: { name: caName(generation), kind: 'Issuer', group: 'cert-manager.io' },
    },
  });
}

function bundle(generations: readonly number[]): Manifest {
  return Bundle.manifest({
    metadata: { name: CLUSTER_CA },
    spec: {
      sources: generations.map(n => ({ secret: { name: caName(n), key: 'ca.crt' } })),
      target: {
        configMap: { key: 'ca.crt' },
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': GATEWAY_PKI.namespace! } },
      },
    },
  });
}
