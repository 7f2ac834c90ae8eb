import { CERT_MANAGER } from '../../constructs/cert-manager';
import { admission, check, Check } from '../check';
import { offer } from '../read';
import { DEPLOYMENTS } from '../resources';
import { running } from '../workloads';

const CERTIFICATE = offer('certificates', {
  apiVersion: 'cert-manager.io/v1',
  kind: 'Certificate',
  metadata: { name: 'serving-stack-verify', namespace: 'default' },
  spec: { secretName: 'serving-stack-verify', dnsNames: ['verify.invalid'], issuerRef: { name: 'serving-stack-verify' } },
});

export const CERT_MANAGER_CHECKS: readonly Check[] = [
  check(CERT_MANAGER, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) =>
    running(deployments, ['cert-manager-controller', 'cert-manager-webhook', 'cert-manager-cainjector'])),
  check(CERT_MANAGER, 'admits', { certificate: CERTIFICATE }, ({ certificate }) =>
    admission(certificate, 'Certificate', 'look at the logs of cert-manager\'s webhook, and whether the API server reaches it on port 10250')),
];
