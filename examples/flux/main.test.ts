import { westCluster } from './main';

test('the example writes this', () => {
  expect(westCluster().synthYaml()).toMatchSnapshot();
});
