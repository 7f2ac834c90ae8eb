import { X509Certificate } from 'node:crypto';
import { CLUSTER_CA, GATEWAY_PKI, SERVING_SECRET } from '../../constructs/gateway-pki';
import { check, Check, fail, pass, unknown } from '../check';
import { CERTIFICATE_REQUESTS, CertificateRequest, CLUSTER_CA_MAP } from '../resources';

const MAP = `ConfigMap ${GATEWAY_PKI.namespace}/${CLUSTER_CA}`;
const [NAME, REVISION] = ['name', 'revision'].map(key => `cert-manager.io/certificate-${key}`);
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export const GATEWAY_PKI_CHECKS: readonly Check[] = [
  check(GATEWAY_PKI, 'signed', { requests: CERTIFICATE_REQUESTS, maps: CLUSTER_CA_MAP }, ({ requests, maps: [map] }) => {
    const request = latest(requests);
    const published = map?.data?.['ca.crt'];
    if (!request || published === undefined) {
      return pass(`${request ? MAP : `the certificate ${SERVING_SECRET}`} is not there yet: the stack brings it`);
    }
    const [certificate] = certificates(Buffer.from(request.status!.certificate!, 'base64').toString('utf8'));
    const cas = certificates(published);
    const object = `CertificateRequest ${request.metadata.namespace}/${request.metadata.name}`;
    if (!certificate) {
      return unknown(`${object} holds no certificate`, `kubectl -n ${GATEWAY_PKI.namespace} describe certificate ${SERVING_SECRET}`, { object, field: 'status.certificate' });
    }
    const seen = [
      { object, field: 'status.certificate issuer', value: nameOf(certificate.issuer) },
      { object: MAP, field: 'data[ca.crt] subjects', value: cas.map(({ subject }) => nameOf(subject)) },
    ];
    return cas.some(ca => certificate.checkIssued(ca) && certificate.verify(ca.publicKey))
      ? pass(`the certificate that the gateway serves is signed by a CA that ${MAP} publishes`, ...seen)
      : fail(
        `the certificate that the gateway serves is signed by none of the CAs that ${MAP} publishes, as after a change of the hostname alone`,
        `have it issued anew: kubectl -n ${GATEWAY_PKI.namespace} delete secret ${SERVING_SECRET}`,
        ...seen,
      );
  }),
];

/** The request that the certificate in use came from. */
function latest(requests: readonly CertificateRequest[]): CertificateRequest | undefined {
  const revision = ({ metadata }: CertificateRequest) => Number(metadata.annotations?.[REVISION] ?? 0);
  return requests
    .filter(({ metadata, status }) => metadata.annotations?.[NAME] === SERVING_SECRET && status?.certificate)
    .sort((a, b) => revision(b) - revision(a))[0];
}

function certificates(text: string): X509Certificate[] {
  return (text.match(PEM) ?? []).map(pem => new X509Certificate(pem));
}

/** A distinguished name on one line. */
function nameOf(name: string): string {
  return name.trim().split('\n').join(', ');
}
