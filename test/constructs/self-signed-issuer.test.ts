import { App } from 'cdk8s';
import { Delivery, SelfSignedIssuer, SelfSignedIssuerProps } from '../../src';
import { testConstruct } from '../support/construct-suite';

testConstruct<SelfSignedIssuerProps>({
  make: (scope, id, props) => new SelfSignedIssuer(scope, id, props),
  defaults: {},
  everyOption: { delivery: Delivery.helmChart() },
  refused: [
    ['a mode, since it is not the cluster\'s to provide', { mode: 'Provided' }, 'mode: unknown field, only delivery is known here'],
  ],
});

test('the issuer that it names is the one that it makes', () => {
  const issuer = new SelfSignedIssuer(new App(), 'issuer');
  expect(issuer.apiObjects.filter(({ kind }) => kind === 'Issuer').map(({ name }) => name)).toEqual([issuer.issuerName]);
});
