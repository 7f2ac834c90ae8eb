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
      {
        what: 'a webhook that is scaled to zero',
        with: [deployment('cert-manager', 'cert-manager-webhook', 'quay.io/jetstack/cert-manager-webhook:v1.20.2', { replicas: 0 })],
        result: 'fail',
        message: 'Deployment cert-manager/cert-manager-webhook is not available',
      },
      {
        what: 'two that are down, each in a namespace of its own',
        without: [webhook, cainjector],
        with: [
          deployment('cert-manager', 'cert-manager-webhook', 'quay.io/jetstack/cert-manager-webhook:v1.20.2', { message: 'down' }),
          deployment('injectors', 'cainjector', 'quay.io/jetstack/cert-manager-cainjector:v1.20.2', { message: 'down' }),
        ],
        result: 'fail',
        message: 'Deployment cert-manager/cert-manager-webhook, Deployment injectors/cainjector are not available',
        fix: 'kubectl describe -n cert-manager deployment/cert-manager-webhook\nkubectl describe -n injectors deployment/cainjector',
      },
    ],
  },
  {
    code: 'cert-manager/running',
    // a mirror that puts the registry into the name, and builds of others, by the labels of the chart
    good: [
      deployment('cert-manager', 'cert-manager', 'registry.example.com/mirror/quay.io-jetstack-cert-manager-controller:v1.20.2'),
      build('webhook', 'webhook'),
      build('cainjector', 'cainjector'),
    ],
    bad: [
      { what: 'no webhook', without: [build('webhook', 'webhook')], result: 'fail', message: 'no Deployment runs cert-manager-webhook' },
      { what: 'a webhook of others', with: [build('webhook', 'policy')], result: 'fail', message: 'no Deployment runs cert-manager-webhook' },
      {
        what: 'an image of nearly that name',
        with: [deployment('cert-manager', 'cert-manager', 'quay.io/jetstack/mycert-manager-controller:v1.20.2')],
        result: 'fail',
        message: 'no Deployment runs cert-manager-controller',
      },
    ],
  },
];

function build(component: string, name: string): any {
  return deployment('cert-manager', component, 'registry.redhat.io/cert-manager/jetstack-cert-manager-rhel9:v1.20', {
    labels: { 'app.kubernetes.io/component': component, 'app.kubernetes.io/name': name },
  });
}
