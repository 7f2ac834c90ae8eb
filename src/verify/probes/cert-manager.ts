import { CERT_MANAGER } from '../../constructs/cert-manager';
import { admission, check, Check } from '../check';
import { offer } from '../read';
import { DEPLOYMENTS } from '../resources';
import { Program, running } from '../workloads';

const PROGRAMS: readonly Program[] = [['controller', 'cert-manager'], ['webhook', 'webhook'], ['cainjector', 'cainjector']].map(([component, name]) =>
  ({ image: `cert-manager-${component}`, labels: { 'app.kubernetes.io/component': component, 'app.kubernetes.io/name': name } }));

const CERTIFICATE = offer('certificates', {
  apiVersion: 'cert-manager.io/v1',
  kind: 'Certificate',
  metadata: { name: 'serving-stack-verify', namespace: 'default' },
  spec: { secretName: 'serving-stack-verify', dnsNames: ['verify.invalid'], issuerRef: { name: 'serving-stack-verify' } },
});

export const CERT_MANAGER_CHECKS: readonly Check[] = [
  check(CERT_MANAGER, 'running', { deployments: DEPLOYMENTS }, ({ deployments }) =>
    running(deployments, PROGRAMS)),
  check(CERT_MANAGER, 'admits', { certificate: CERTIFICATE }, ({ certificate }) =>
    admission(certificate, 'Certificate', { of: 'cert-manager', name: /^webhook\.cert-manager\.io$/ }, 'look at the logs of cert-manager\'s webhook, and whether the API server reaches it on port 10250')),
];
