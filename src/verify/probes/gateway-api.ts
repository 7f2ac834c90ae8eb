import { ENVOY_GATEWAY } from '../../constructs/envoy-gateway';
import { crd } from '../apis';
import { check, Check, fail, pass } from '../check';

const GATEWAYS = 'gateways.gateway.networking.k8s.io';
const FRONTEND = 'openAPIV3Schema.properties.spec.properties.tls.properties.frontend';
const PRESENCE = crd(GATEWAYS);

/** The CRD of Gateways, with as much of its schema as tells whether they ask for client certificates. */
const SCHEMA = { ...PRESENCE, fields: [...PRESENCE.fields, `spec.versions.schema.${FRONTEND}.type`] };

export const GATEWAY_API_CHECKS: readonly Check[] = [
  check(ENVOY_GATEWAY, 'client-certificates', { crds: SCHEMA }, ({ crds: [found] }, { clientCas }) => {
    if (!clientCas) {
      return pass('the stack asks for no client certificates');
    }
    const object = `CustomResourceDefinition ${GATEWAYS}`;
    const version = found?.spec.versions.find(({ name }) => name === 'v1');
    const frontend = FRONTEND.split('.').reduce<any>((at, field) => at?.[field], version?.schema);
    return frontend !== undefined
      ? pass('Gateways can ask for client certificates', { object, field: `spec.versions[v1].schema.${FRONTEND}` })
      : fail('Gateways cannot ask for client certificates: spec.tls.frontend is not in their CRD', 'bring the CRDs of the Gateway API to v1.5 or newer',
        { object, field: `spec.versions[v1].schema.${FRONTEND}`, value: null });
  }),
];
