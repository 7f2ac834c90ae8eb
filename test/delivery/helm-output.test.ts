import { readHelmOutput, Scopes } from '../../src/delivery/helm-output';
import { refusal } from '../support/render';
import { crd } from '../support/stub-charts';

const names = (text: string) => readHelmOutput(text).map(({ metadata }) => metadata.name);

function configMap(name: string, hook?: string, weight?: string, more = ''): string {
  const annotations = hook === undefined ? '' : `
  annotations:
    helm.sh/hook: ${hook}
    helm.sh/hook-delete-policy: before-hook-creation${weight === undefined ? '' : `\n    helm.sh/hook-weight: "${weight}"`}`;
  return `---
# Source: chart/templates/${name}.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}${annotations}
${more}`;
}

describe('hooks', () => {
  test('of an installation and an upgrade become objects in their place, all others are left out', () => {
    expect(names([
      configMap('object'),
      configMap('post-upgrade', 'post-upgrade'), configMap('post-install', 'post-install'), configMap('post-delete', 'post-delete'),
      configMap('pre-rollback', 'pre-rollback'), configMap('pre-delete', 'pre-delete'), configMap('test', 'test'), configMap('test-success', 'test-success'),
      configMap('pre-upgrade', 'pre-upgrade'), configMap('pre-install', 'pre-install'), configMap('both', '"post-install, Pre-Install"'),
      configMap('also-a-test', '"test,post-install"'), configMap('unknown', 'bogus'), configMap('none', '""'),
    ].join(''))).toEqual(['pre-upgrade', 'pre-install', 'both', 'object', 'post-upgrade', 'post-install', 'also-a-test']);
  });

  test('come by weight, and in the order that helm prints where weights are equal', () => {
    expect(names([
      configMap('c', 'pre-install', '10'), configMap('b', 'pre-install', '-5'), configMap('e', 'pre-install'), configMap('d', 'pre-install', '0'),
      configMap('f', 'pre-install', 'heavy'), configMap('a', 'pre-install', '9'),
    ].join(''))).toEqual(['b', 'e', 'd', 'f', 'a', 'c']);
  });

  test('say nothing of hooks any more, since Argo CD would read it', () => {
    const [object] = readHelmOutput(configMap('a', 'pre-install', '1').replace('annotations:', 'annotations:\n    helm.sh/resource-policy: keep'));
    expect(object.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
    expect(readHelmOutput(configMap('a', 'pre-install'))[0].metadata).toEqual({ name: 'a' });
  });

  test('are found on whole documents, as Helm does: an item of a list is none', () => {
    const item = '    - { apiVersion: v1, kind: ConfigMap, metadata: { name: NAME, annotations: { helm.sh/hook: test } } }\n';
    const list = (annotations: string) => `---\napiVersion: v1\nkind: List\nmetadata: { ${annotations} }\nitems:\n${item}`;
    expect(names(list(''))).toEqual(['NAME']);
    expect(names(list('annotations: { helm.sh/hook: test }'))).toEqual([]);
  });
});

test('lists are their items, with the kind that a list of one kind leaves out', () => {
  const objects = readHelmOutput(`apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: List
    items:
      - { apiVersion: v1, kind: Secret, metadata: { name: a } }
  - apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleList
    items:
      - metadata: { name: b }
---
apiVersion: example.com/v1
kind: AllowList
metadata: { name: c }
`);
  expect(objects).toMatchObject([
    { kind: 'Secret', metadata: { name: 'a' } }, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'b' } }, { kind: 'AllowList' },
  ]);
});

test('YAML is read as Go reads it', () => {
  const [{ data }] = readHelmOutput(configMap('a', undefined, undefined, `data:
  on: yes
  mode: 0775
  octal: 0o17
  time: 22:30
  date: 2001-12-14
  big: 9223372036854775807
  text: |
    ---x
    # Source: no
  none: ~
  list: [a, null]
`));
  expect(data).toEqual({
    on: true, mode: 509, octal: 15, time: '22:30', date: '2001-12-14', big: 9223372036854775807n, text: '---x\n# Source: no\n', none: null, list: ['a', null],
  });
});

test('anchors are unfolded, and empty documents are none', () => {
  const [object] = readHelmOutput('---\n# Source: a\n---\napiVersion: v1\nkind: Secret\nmetadata: { name: a, labels: &l { x: z } }\nspec: *l\n---\n\n');
  expect(object.spec).toEqual({ x: 'z' });
});

describe('what cannot be applied is refused with its template', () => {
  const head = '---\n# Source: chart/templates/x.yaml\n';

  test.each<[string, string, RegExp]>([
    ['broken YAML', `${head}a: [\n`, /^chart\/templates\/x\.yaml:4:1: cannot be read as YAML: /],
    ['a key twice', `${head}kind: Secret\nkind: ConfigMap\n`, /^chart\/templates\/x\.yaml:4:1: .*the key stands in this map already/],
    ['text', `${head}hello\n`, /^chart\/templates\/x\.yaml: "hello" is not a Kubernetes object$/],
    ['a list', `${head}- a\n`, /: a list of 1 is not a Kubernetes object$/],
    ['no kind', `${head}apiVersion: v1\n`, /an object without kind$/],
    ['no apiVersion', `${head}kind: Secret\n`, /an object without apiVersion$/],
    ['no name', `${head}apiVersion: v1\nkind: Job\nmetadata: { generateName: a- }\n`, /Job without metadata.name, which kubectl apply needs$/],
    ['a name that is a number', `${head}apiVersion: v1\nkind: Job\nmetadata: { name: 12 }\n`, /Job: metadata.name 12 is not a name$/],
    ['a namespace that is a number', `${head}apiVersion: v1\nkind: Job\nmetadata: { name: a, namespace: 1 }\n`, /Job a: metadata.namespace 1 is not a name$/],
    ['text that is a number to Go', `${head}apiVersion: v1\nkind: Secret\nmetadata: { name: a }\nstringData: { "a.b": "0o17" }\n`,
      /Secret a: stringData\["a.b"\]: "0o17" reads as a number in YAML, .* cdk8s cannot quote it/],
    ['a control character in quotes', `${head}apiVersion: v1\nkind: Secret\nmetadata: { name: a }\nstringData: { a: "\\x7f" }\n`, /stringData.a: .*control character/],
    ['an object twice', configMap('a') + configMap('a'), /ConfigMap a is in chart\/templates\/a.yaml too$/],
  ])('%s', (_, text, message) => {
    expect(refusal(() => readHelmOutput(text))).toMatch(message);
  });

  test('all at once, a line each', () => {
    expect(refusal(() => readHelmOutput(`${head}a: [\n${head}hello\n`)).split('\n')).toHaveLength(2);
  });
});

describe('namespaces', () => {
  const object = (apiVersion: string, kind: string, namespace?: string) => ({ apiVersion, kind, metadata: { name: 'a', namespace } });
  const crds = readHelmOutput([crd('things.example.com', 'v1', 'Namespaced', 'Thing'), crd('wholes.example.com', 'v1', 'Cluster', 'Whole')].join('---\n'));
  const placed = (apiVersion: string, kind: string, namespace?: string) => new Scopes(crds).place(object(apiVersion, kind, namespace), 'home').metadata.namespace;

  test.each<[string, string, string | undefined, string | undefined]>([
    ['v1', 'ConfigMap', undefined, 'home'],
    ['v1', 'ConfigMap', '', 'home'],
    ['rbac.authorization.k8s.io/v1', 'Role', 'kube-system', 'kube-system'],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole', 'wrong', undefined],
    ['v1', 'Namespace', undefined, undefined],
    ['resource.k8s.io/v1', 'DeviceClass', undefined, undefined],
    ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', undefined, undefined],
    ['example.com/v1', 'Thing', undefined, 'home'],
    ['example.com/v2', 'Whole', 'wrong', undefined],
    ['other.com/v1', 'Whole', undefined, 'home'],
    ['example.com/v1', 'Namespace', undefined, 'home'],
  ])('%s %s in %s is put into %s', (apiVersion, kind, given, namespace) => {
    expect(placed(apiVersion, kind, given)).toBe(namespace);
  });
});
