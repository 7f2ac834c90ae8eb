import { CheckStates, deployment } from './states';

const controller = deployment('cert-manager', 'cert-manager', 'quay.io/jetstack/cert-manager-controller:v1.20.2');
const webhook = deployment('cert-manager', 'cert-manager-webhook', 'quay.io/jetstack/cert-manager-webhook:v1.20.2');
const cainjector = deployment('cert-manager', 'cert-manager-cainjector', 'quay.io/jetstack/cert-manager-cainjector:v1.20.2');

export const CERT_MANAGER_STATES: readonly CheckStates[] = [
  {
    code: 'cert-manager/running',
    good: [controller, webhook, cainjector],
    bad: [
      {
        what: 'no webhook',
        without: [webhook],
        result: 'fail',
        message: 'no Deployment runs cert-manager-webhook',
      },
      {
        what: 'a controller that is down',
        with: [deployment('cert-manager', 'cert-manager', 'quay.io/jetstack/cert-manager-controller:v1.20.2', { message: 'Deployment does not have minimum availability.' })],
        result: 'fail',
        message: 'Deployment cert-manager/cert-manager is not available',
      },
    ],
  },
];
