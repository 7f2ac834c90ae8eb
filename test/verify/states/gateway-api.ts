import { CheckStates } from './states';

function gateways(tls?: object): any {
  const spec = { type: 'object', properties: { gatewayClassName: { type: 'string' }, ...tls && { tls } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gateways.gateway.networking.k8s.io' },
    spec: { versions: [{ name: 'v1', served: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }, { name: 'v1beta1', served: true }] },
  };
}

const NEW = gateways({ type: 'object', properties: { frontend: { type: 'object' } } });
const message = 'Gateways cannot ask for client certificates: spec.tls.frontend is not in their CRD';

export const GATEWAY_API_STATES: readonly CheckStates[] = [
  {
    code: 'envoy-gateway/client-certificates',
    about: { clientCas: true },
    // the tests against an API server have the whole CRD
    laidDown: false,
    good: [NEW],
    bad: [
      { what: 'a CRD from before v1.5', with: [gateways()], result: 'fail', message },
      { what: 'one with another tls', with: [gateways({ type: 'object', properties: { backend: { type: 'object' } } })], result: 'fail', message },
      { what: 'no CRD', without: [NEW], result: 'fail', message },
    ],
  },
];
