import { createHash } from 'node:crypto';
import { App } from 'cdk8s';
import { ServingStack } from '../../src';
import { toPem } from '../support/certificates';
import { documentOf, faultsOf, fromProps, fromText, KUBECONFIG, objectsOf } from '../support/input';

const HEAD = 'apiVersion: infrastructure.modelplane.ai/v1alpha1\nkind: ServingStack\nmetadata:\n  name: west\n';
const SECRETS = '  secrets:\n  - type: Kubeconfig\n    name: west-kubeconfig\n    key: kubeconfig\n';
/** A document whose lines from the tenth on are given. */
const stack = (lines = '') => `${HEAD}spec:\n${SECRETS}${lines}`;
const ADDED = `  name: west
  namespace: platform
  uid: a
  resourceVersion: "1"
  generation: 2
  creationTimestamp: 2026-01-15T00:00:00Z
  selfLink: a
  labels: {a: b}
  annotations: {c: d}
  finalizers: [e]
  ownerReferences: []
  managedFields: [{}]
`;
const standard = objectsOf(fromProps({}));
const dynamo = objectsOf(fromProps({ stack: 'Dynamo' }));

describe('a file is taken', () => {
  const item = (text: string) => `- ${text.replace(/\n(?=.)/g, '\n  ')}`;
  test.each([
    ['with a byte-order mark', `\ufeff${stack('  stack: Dynamo\n')}`],
    ['with CR LF', stack('  stack: Dynamo\n').replaceAll('\n', '\r\n')],
    ['without a last line feed', stack('  stack: Dynamo')],
    ['with comments and markers', `# a comment\n---\n${stack('  stack: Dynamo # of two\n')}...\n`],
    ['with empty documents', `---\n# nothing\n---\n${stack('  stack: Dynamo\n')}---\n---\nnull\n`],
    ['with other kinds', `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n---\n${stack('  stack: Dynamo\n')}---\napiVersion: a/v1\nkind: ServingStack2\n`],
    ['with a version of YAML', `%YAML 1.1\n---\n${stack('  stack: Dynamo\n')}`],
    ['as JSON', JSON.stringify({
      apiVersion: 'infrastructure.modelplane.ai/v1alpha1', kind: 'ServingStack', metadata: { name: 'west' }, spec: { secrets: [KUBECONFIG], stack: 'Dynamo' },
    }, null, '\t')],
    ['inside a List', `apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret}\n${item(stack('  stack: Dynamo\n'))}`],
    ['with anchors and aliases', stack('  - &secret {<<: {key: a}, type: Kubeconfig, name: other}\n  - *secret\n  stack: &stack Dynamo\nstatus: *stack\n')],
    ['with merge keys', stack('  <<: [{stack: Dynamo}]\n')],
    ['with tags of YAML', stack('  stack: !!str Dynamo\n  versions: !!map {}\n')],
    ['with what the API server adds', `${stack('  stack: Dynamo\n  crossplane: {compositionRef: {name: a}}\n').replace('  name: west\n', ADDED)}`
      + 'status: {gateway: {address: a}}\n'],
    ['with quotes of all kinds', stack('  "stack": \'Dynamo\'\n  nvidiaDriverRoot: "\\x2f"\n')],
    ['with folded and literal text', stack('  stack: >-\n    Dynamo\n  nvidiaDriverRoot: |-\n    /\n')],
    ['with flow maps over several lines', `${HEAD}spec: {secrets: [{type: Kubeconfig,\n  name: a, key: b}],\n    stack: Dynamo,\n}\n`],
  ])('%s', (_, text) => {
    expect(objectsOf(fromText(text))).toEqual(dynamo);
  });

  test('with empty fields', () => {
    expect(objectsOf(fromText(stack('  stack:\n  nvidiaDriverRoot: ~\n  versions: null\n  gateway: {hostname: , clientCAs: }\n')))).toEqual(standard);
  });
});

describe('a fault is placed', () => {
  test.each([
    ['a scalar, at the value', '  stack: Dynmo\n',
      '10:10: spec.stack: "Dynmo" is not one of the choices, must be one of Standard, Dynamo, did you mean Dynamo?'],
    ['a quoted scalar', '  nvidiaDriverRoot:   "a"\n',
      '10:23: spec.nvidiaDriverRoot: "a" is not absolute, must be an absolute path such as "/" or "/home/kubernetes/bin/nvidia"'],
    ['an empty scalar', '  gateway:\n    hostname: ""\n', '11:15: spec.gateway.hostname: "" is too short, must have at least 1 character'],
    ['a scalar on the next line', '  stack:\n    5\n', '11:5: spec.stack: 5 is a number, must be one of Standard, Dynamo'],
    ['a literal block', '  nvidiaDriverRoot: |\n    /a\n', '10:21: spec.nvidiaDriverRoot: "/a\\n" has control characters, '
      + 'must be an absolute path such as "/" or "/home/kubernetes/bin/nvidia"'],
    ['a map in place of a scalar, at its key', '  stack:\n    a: b\n', '10:3: spec.stack: is a map, must be one of Standard, Dynamo'],
    ['a list, at its key', '  gateway:\n    listeners: {a: b}\n', '11:5: spec.gateway.listeners: is a map, must be a list'],
    ['an entry of a list', '  gateway:\n    listeners:\n    - http\n', '12:7: spec.gateway.listeners[0]: "http" is a string, must be a map'],
    ['an empty entry', '  gateway:\n    listeners:\n      -\n', '12:8: spec.gateway.listeners[0]: the entry is empty, fill it or remove it'],
    ['a field of an entry', '  gateway:\n    listeners:\n    - name: http\n      port: "80"\n      protocol: HTTP\n',
      '13:13: spec.gateway.listeners[0].port: "80" is a string, must be a port, an integer from 1 to 65535, without quotes'],
    ['a missing field, at its map', '  gateway:\n    listeners:\n    - name: http\n      port: 80\n',
      '12:7: spec.gateway.listeners[0].protocol: missing, add one of HTTP, TCP'],
    ['an unknown field', '  gateway:\n    hostnames: []\n', '11:5: spec.gateway.hostnames: unknown field, did you mean hostname?'],
    ['an unknown scalar, at its key', '  gateway:\n    hostnam:   a.example.com\n', '11:5: spec.gateway.hostnam: unknown field, did you mean hostname?'],
    ['in a flow map', '  gateway: {className: A, listeners: [{name: a, port: 1, protocol: TCP}]}\n',
      '10:24: spec.gateway.className: "A" is not a DNS subdomain, use "a"'],
    ['after characters of two and four bytes', '  "gateway": {"listeners": [], "é🦙": 1}\n',
      '10:32: spec.gateway["é🦙"]: unknown field, must be one of className, hostname, clientCAs, listeners'],
    ['behind an alias, at its anchor', '  - &other\n    type: Kubeconfig\n    name: A\n    key: b\n',
      '12:11: spec.secrets[1].name: "A" is not a DNS subdomain, use "a"'],
    ['what is merged, at the map', '  gateway:\n    <<: {className: A}\n', '10:3: spec.gateway.className: "A" is not a DNS subdomain, use "a"'],
    ['what only several fields show', '  gateway:\n    clientCAs: [{name: a, certificate: b}]\n',
      '11:5: spec.gateway.clientCAs: client certificates cannot be asked for without TLS, needs spec.gateway.hostname',
      '11:40: spec.gateway.clientCAs[0].certificate: holds no PEM block, must be the text of a CA certificate, from -----BEGIN CERTIFICATE----- on, not its path'],
    ['an integer that JavaScript cannot hold', '  gateway: {listeners: [{name: a, port: 99999999999999999999, protocol: TCP}]}\n',
      '10:41: spec.gateway.listeners[0].port: 99999999999999999999 is not a port, must be between 1 and 65535'],
    ['a number that was meant as text', '  versions: {prometheus: 1.10}\n', '10:26: spec.versions.prometheus: 1.1 is a number, must be a string, quote it'],
    ['a boolean word', '  stack: yes\n', '10:10: spec.stack: true is a boolean, must be one of Standard, Dynamo'],
  ])('%s', (_, lines, ...expected) => {
    const text = stack(lines);
    const located = expected.map(line => `west.yaml:${line}`);
    expect(faultsOf(() => fromText(text))).toEqual(located);
    expect(faultsOf(() => fromText(text.replaceAll('\n', '\r\n')))).toEqual(located);
    expect(faultsOf(() => fromText(`\ufeff${text}`))).toEqual(located);
    // the same, two lines further down
    const moved = located.map(line => line.replace(/(?<=^west\.yaml:)\d+/, n => `${Number(n) + 2}`));
    expect(faultsOf(() => fromText(`# comment\n---\n${text}`))).toEqual(moved);
  });

  test('in an entry of a List', () => {
    const text = `kind: List\nitems:\n- ${stack('  stak: a\n').replace(/\n(?=.)/g, '\n  ')}`;
    expect(faultsOf(() => fromText(text))).toEqual(['west.yaml:12:5: spec.stak: unknown field, did you mean stack?']);
  });

  test('outside of the spec', () => {
    const text = 'apiVersion: infrastructure.modelplane.ai/v1alpha1\nkind: ServingStack\nmetadata:\n  name: West\n  namespace: a.b\nspec: []\nstatus: 5\n';
    expect(faultsOf(() => fromText(text))).toEqual([
      'west.yaml:4:9: metadata.name: "West" is not a DNS subdomain, use "west"',
      'west.yaml:5:14: metadata.namespace: "a.b" is not a DNS label, must be lower-case letters, digits and "-", with a letter or digit at both ends',
      'west.yaml:6:1: spec: is a list, must be a map',
      'west.yaml:6:1: spec.secrets: missing, add a list with a Kubeconfig entry',
    ]);
  });

  test('where everything is missing', () => {
    expect(faultsOf(() => fromText('kind: ServingStack\napiVersion: infrastructure.modelplane.ai/v1alpha1\n', { mode: 'x' }))).toEqual([
      'west.yaml:1:1: metadata: missing, add a map',
      'west.yaml:1:1: spec: missing, add a map',
      'mode: "x" is not one of the choices, must be one of Managed, Provided',
      'west.yaml:1:1: spec.secrets: missing, add a list with a Kubeconfig entry',
    ]);
    expect(faultsOf(() => fromText(documentOf({}, {})))).toEqual([
      'west.yaml:3:1: metadata.name: missing, add a string',
      'west.yaml:4:1: spec.secrets: missing, add a list with a Kubeconfig entry',
    ]);
  });

  test.each([
    ['', '"" is too short, must have at least 1 character'],
    ['a'.repeat(254), `"${'a'.repeat(79)}..." has 254 characters, must have at most 253`],
    ['a_b', '"a_b" is not a DNS subdomain, must be labels of lower-case letters, digits and "-", joined by ".", with a letter or digit at both ends of each'],
  ])('a stack cannot be called %j', (name, problem) => {
    expect(faultsOf(() => fromText(documentOf({ secrets: [KUBECONFIG] }, { name })))).toEqual([`west.yaml:4:9: metadata.name: ${problem}`]);
  });
});

describe('what is no ServingStack document', () => {
  const version = 'infrastructure.modelplane.ai/v1alpha1';
  test.each([
    ['another version', stack().replace('v1alpha1', 'v1'), `1:13: apiVersion: "infrastructure.modelplane.ai/v1" is not supported, must be ${version}`],
    ['another group', stack().replace(version, 'modelplane.ai/v1alpha1'), `1:13: apiVersion: "modelplane.ai/v1alpha1" is not supported, must be ${version}`],
    ['no version', stack().replace(/apiVersion.*\n/, ''), `1:1: apiVersion: missing, must be ${version}`],
    ['a version that is no text', stack().replace(version, '1'), `1:13: apiVersion: 1 is not supported, must be ${version}`],
    ['no kind', stack().replace(/kind: .*\n/, ''), '1:1: kind: missing, a Kubernetes object has one, such as ServingStack'],
    ['a kind that is no text', stack().replace('kind: ServingStack', 'kind: [ServingStack]'),
      '2:1: kind: a list of 1 is not a kind, a Kubernetes object has one, such as ServingStack'],
    ['a kind in other case', stack().replace('kind: ServingStack', 'kind: servingstack'), '2:7: kind: "servingstack" is not a kind, must be ServingStack'],
    ['a misspelt kind', stack().replace('kind: ServingStack', 'kind: ServingStak'), '2:7: kind: "ServingStak" is not a kind, must be ServingStack'],
    ['text', 'hello\n', '1:1: kind: missing, a Kubernetes object has one, such as ServingStack'],
    ['a list', '- a\n- b\n', '1:1: kind: missing, a Kubernetes object has one, such as ServingStack'],
    ['an empty entry of a List', 'kind: List\nitems:\n- null\n', '3:3: kind: missing, a Kubernetes object has one, such as ServingStack'],
  ])('%s', (_, text, line) => {
    expect(faultsOf(() => fromText(text))).toEqual([`west.yaml:${line}`]);
  });

  test.each([
    ['an empty file', '', 0],
    ['a byte-order mark', '\ufeff', 0],
    ['comments', '# nothing\n---\n# here\n', 0],
    ['other kinds', 'apiVersion: v1\nkind: Secret\n---\napiVersion: infrastructure.modelplane.ai/v1alpha1\nkind: InferenceCluster\n', 0],
    ['an empty List', 'apiVersion: v1\nkind: List\nitems: []\n', 0],
    ['two documents', `${stack()}---\n${stack()}`, 2],
    ['a List of two', `kind: List\nitems: [${[1, 2].map(() => '{apiVersion: infrastructure.modelplane.ai/v1alpha1, kind: ServingStack}').join(', ')}]\n`, 2],
  ])('%s', (_, text, count) => {
    expect(() => fromText(text)).toThrow(new RegExp(`west\\.yaml:\\d+:\\d+: holds ${count} ServingStack documents, must hold exactly one`));
  });

  test('faults of all documents come together', () => {
    const text = `${stack('  stack: a\n  stack: b\n')}---\nkind: 5\n---\na: *b\n`;
    expect(faultsOf(() => fromText(text))).toEqual([
      'west.yaml:11:3: cannot be read as YAML: the key stands in this map already, remove one of the two',
      'west.yaml:15:4: cannot be read as YAML: the alias "*b" has no anchor before it, write out what it stands for',
      'west.yaml:13:7: kind: 5 is not a kind, a Kubernetes object has one, such as ServingStack',
    ]);
  });
});

test.each([
  ['there is none', 'none/west.yaml', 'there is no such file, check the path'],
  ['it is a folder', __dirname, 'it is a folder, name a file in it'],
  ['it has no end', '/dev/zero', 'it is a device, must be a file or a pipe'],
])('a file is refused as any input where %s', (_, file, problem) => {
  expect(faultsOf(() => ServingStack.fromManifest(new App(), 'west', file))).toEqual([`${file}: cannot be read: ${problem}`]);
});

test('a key in broken YAML is not shown', () => {
  const key = toPem('PRIVATE KEY', Buffer.concat(['a', 'b', 'c', 'd'].map(text => createHash('sha512').update(text).digest())));
  const header = '  gateway:\n    hostname: west.example.com\n    clientCAs:\n    - name: a\n      certificate:';
  const broken = [
    `${header}\n${key}`, `${header} |\n${key}`, `${header} |${key}`, `${header} "${key}`, `${header} [${key}`, `${header} {${key}`, `${header} !${key}`,
    `${header} &${key}`, `${header} *${key}`, `${header} 'a'${key}`, `${header} >-${key.replaceAll('\n', '')}`, `${header} "\\${key}"`, `%${key}`, `...\n${key}`,
    `${header} a\n    ${key.replaceAll('\n', ':\n    ')}`, `${header} ? ${key}`, `${header} a: ${key}`, `---\n${key}`, `@${key}`, `\t${key}`, key,
  ];
  const body = key.split('\n').filter(line => line.length === 64);
  for (const lines of broken) {
    const message = faultsOf(() => fromText(stack(lines))).join('\n');
    body.forEach(line => expect(message).not.toContain(line.slice(0, 8)));
  }
});

test('options of no kind are refused, not dereferenced', () => {
  expect(faultsOf(() => new ServingStack(new App(), 'west', null as any))).toEqual(['is null, must be a map']);
});
