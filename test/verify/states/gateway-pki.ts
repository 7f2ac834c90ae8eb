import { CheckStates } from './states';
import { makeCa, makeLeaf } from '../../support/certificates';

const MAP = 'ConfigMap modelplane-system/modelplane-cluster-ca';

const leafBy = (issuer: string, signer = issuer) => makeLeaf({ name: 'west.example.com', issuer, signer });

function published(...names: string[]): any {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'modelplane-system', name: 'modelplane-cluster-ca' },
    data: { 'ca.crt': names.map(name => makeCa({ name })).join('') },
  };
}

/** What was asked for, and issued by a CA. */
function request(issuer: string, revision: number, certificate = leafBy(issuer), of = 'cluster-gateway-serving'): any {
  return {
    apiVersion: 'cert-manager.io/v1',
    kind: 'CertificateRequest',
    metadata: {
      namespace: 'modelplane-system',
      name: `${of}-${revision}`,
      annotations: { 'cert-manager.io/certificate-name': of, 'cert-manager.io/certificate-revision': `${revision}` },
    },
    spec: { issuerRef: { name: 'modelplane-cluster-ca' }, request: Buffer.from('a request').toString('base64') },
    status: { certificate: Buffer.from(certificate).toString('base64') },
  };
}

const UNSIGNED = `the certificate that the gateway serves is signed by none of the CAs that ${MAP} publishes, as after a change of the hostname alone`;

export const GATEWAY_PKI_STATES: readonly CheckStates[] = [
  {
    code: 'gateway-pki/signed',
    good: [published('cluster CA a', 'cluster CA b'), request('cluster CA b', 10), request('cluster CA c', 9), request('cluster CA c', 11, undefined, 'other')],
    bad: [
      { what: 'a CA of another name', with: [published('cluster CA a')], result: 'fail', message: UNSIGNED },
      { what: 'a later certificate of another CA', with: [request('cluster CA c', 11)], result: 'fail', message: UNSIGNED },
      { what: 'a CA that has its key and not its name', with: [request('', 11, leafBy('cluster CA old', 'cluster CA b'))], result: 'fail', message: UNSIGNED },
      { what: 'a CA that has its name and not its key', with: [request('', 11, leafBy('cluster CA b', 'cluster CA old'))], result: 'fail', message: UNSIGNED },
      {
        what: 'something else',
        with: [request('cluster CA b', 10, 'soon')],
        result: 'unknown',
        message: 'CertificateRequest modelplane-system/cluster-gateway-serving-10 holds no certificate',
      },
    ],
  },
  {
    code: 'gateway-pki/signed',
    // nothing was issued yet
    good: [published('cluster CA a'), request('cluster CA c', 1, undefined, 'other')],
    bad: [{ what: 'a certificate of another CA', with: [request('cluster CA c', 1)], result: 'fail', message: UNSIGNED }],
  },
  {
    code: 'gateway-pki/signed',
    // nothing was published yet
    good: [request('cluster CA a', 1)],
    bad: [{ what: 'another CA that is published', with: [published('cluster CA b')], result: 'fail', message: UNSIGNED }],
  },
];
