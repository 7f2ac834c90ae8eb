import { App } from 'cdk8s';
import { Delivery, ModelExpress, ModelExpressProps } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { kubectlIsThere, readByGo } from '../support/go-yaml';
import { outsideCharts } from '../support/render';

const NO_TAG = 'is not an image tag, must be letters, digits, "_", "." and "-", with a letter, digit or "_" first';

testConstruct<ModelExpressProps>({
  make: (scope, id, props) => new ModelExpress(scope, id, props),
  defaults: {},
  everyOption: { version: 'sha-12ab', delivery: Delivery.helmChart() },
  refused: [
    ['a tag with a space', { version: 'a b' }, `version: "a b" ${NO_TAG}`],
    ['a digest', { version: 'sha256:12ab' }, `version: "sha256:12ab" ${NO_TAG}`],
    ['an empty tag', { version: '' }, 'version: "" is too short, must have at least 1 character'],
    ['a tag longer than the API takes', { version: 'a'.repeat(33) }, `version: "${'a'.repeat(33)}" has 33 characters, must have at most 32`],
    ['a tag that YAML read as a number', { version: 0.4 }, 'version: 0.4 is a number, must be a string, quote it'],
  ],
});

const render = (version?: string) => outsideCharts(app => new ModelExpress(app, 'server', { version }));
const imageOf = ({ spec }: any) => spec.template.spec.containers[0].image;

test.each(['0.4.1', 'sha-12ab', '4651090', '12e45', '0o17', '_'])('%s is an image tag, whatever else it looks like', tag => {
  const output = render(tag);
  const image = `nvcr.io/nvidia/ai-dynamo/modelexpress-server:${tag}`;
  expect(imageOf(output.one('Deployment'))).toBe(image);
  if (kubectlIsThere) {
    expect(imageOf(readByGo(output.textOf('Deployment')))).toBe(image);
  }
});

test('the Deployment, its selector and its Service agree', () => {
  const output = render();
  const { selector, template } = output.one('Deployment').spec;
  const service = output.one('Service').spec;
  expect(selector.matchLabels).toEqual({ 'modelplane.ai/modelexpress': 'modelexpress-server' });
  expect(template.metadata.labels).toEqual(selector.matchLabels);
  expect(service.selector).toEqual(selector.matchLabels);
  expect(service.ports).toEqual([{ name: 'grpc', port: 8001, targetPort: 8001 }]);
  expect(template.spec.containers[0].ports).toEqual([{ name: 'grpc', containerPort: 8001 }]);
  expect(new ModelExpress(new App(), 'server').endpoint).toBe('modelexpress-server.default.svc.cluster.local:8001');
});

test('the server may write what its CRDs hold, and no more', () => {
  const output = render();
  const plurals = output.all('CustomResourceDefinition').map(({ spec }) => spec.names.plural);
  const [own, core] = output.one('Role').rules;
  expect(own.resources).toEqual(plurals.flatMap((plural: string) => [plural, `${plural}/status`]));
  expect(core).toEqual({ apiGroups: [''], resources: ['configmaps'], verbs: own.verbs });
  expect(own.verbs).toEqual(['get', 'list', 'create', 'update', 'patch', 'delete']);
  expect(output.one('RoleBinding').subjects).toEqual([{ kind: 'ServiceAccount', ...output.one('ServiceAccount').metadata }]);
});

test('nothing is in a Namespace of its own: it lives in default, which every cluster has', () => {
  expect(render().all('Namespace')).toEqual([]);
});
