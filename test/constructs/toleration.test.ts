import { NodeFeatureDiscovery, NvidiaDra, TaintEffect, Toleration, TolerationOperator } from '../../src';
import { kubectlIsThere, readValuesByGo } from '../support/go-yaml';
import { outsideCharts, refusal, stackOutput } from '../support/render';

const GPU = { key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' };
const { EQUAL, EXISTS } = TolerationOperator;

const workers = (tolerations: Toleration[]) =>
  outsideCharts(app => new NodeFeatureDiscovery(app, 'nfd', { tolerations })).values('node-feature-discovery').worker.tolerations;
const plugins = (tolerations: Toleration[]) =>
  outsideCharts(app => new NvidiaDra(app, 'dra', { tolerations })).values('dra-driver-nvidia-gpu').kubeletPlugin?.tolerations;

test.each<[string, Toleration[], object[]]>([
  ['a value that looks like a boolean', [{ key: 'a/b', operator: EQUAL, value: 'true', effect: TaintEffect.NO_SCHEDULE }],
    [GPU, { key: 'a/b', operator: 'Equal', value: 'true', effect: 'NoSchedule' }]],
  ['a value that looks like a number', [{ key: 'a', value: '1e3' }], [GPU, { key: 'a', value: '1e3' }]],
  ['the empty value', [{ key: 'a', value: '' }], [GPU, { key: 'a', value: '' }]],
  ['every effect', [{ key: 'a', operator: EXISTS }], [GPU, { key: 'a', operator: 'Exists' }]],
  ['a time', [{ key: 'a', operator: EXISTS, effect: TaintEffect.NO_EXECUTE, tolerationSeconds: 0 }],
    [GPU, { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 }]],
  ['repeats', [{ key: 'a' }, { key: 'a' }, GPU as Toleration], [GPU, { key: 'a' }]],
])('are added to those of the GPU taint: %s', (_, given, expected) => {
  expect(workers(given)).toEqual(expected);
  expect(plugins(given)).toEqual(expected);
});

test('without any, the worker tolerates the GPU taint, and the kubelet plugin keeps its chart\'s default, which does too', () => {
  expect(workers([])).toEqual([GPU]);
  expect(plugins([])).toBeUndefined();
});

test('a stack passes them to both, and text stays text to Helm', () => {
  const output = stackOutput({ tolerations: [{ key: 'example.test/gpu', operator: EQUAL, value: 'true', effect: TaintEffect.NO_SCHEDULE }] });
  const expected = [GPU, { key: 'example.test/gpu', operator: 'Equal', value: 'true', effect: 'NoSchedule' }];
  expect(output.values('node-feature-discovery').worker.tolerations).toEqual(expected);
  expect(output.values('dra-driver-nvidia-gpu').kubeletPlugin.tolerations).toEqual(expected);
  if (kubectlIsThere) {
    const { valuesContent } = output.one('HelmChart', 'mp-node-feature-discovery').spec;
    expect(readValuesByGo(valuesContent).worker.tolerations).toEqual(expected);
  }
});

test.each<[string, object, string]>([
  ['an empty key', { key: '', operator: 'Exists' }, 'tolerations[0].key: "" is too short, must have at least 1 character'],
  ['a key that is no qualified name', { key: 'a/b/c' }, 'tolerations[0].key: "a/b/c" is not a qualified name, must be letters, digits, '
    + '".", "_" and "-", at most 63 of them, beginning and ending in a letter or digit, after an optional DNS name and "/"'],
  ['a value with Exists', { key: 'a', operator: 'Exists', value: 'b' },
    'tolerations[0].value: "b" is given with operator Exists, leave it out or use operator Equal'],
  ['a value that no taint can have', { key: 'a', value: 'b c' }, 'tolerations[0].value: "b c" is not a value of a taint, must be letters, '
    + 'digits, ".", "_" and "-", at most 63 of them, beginning and ending in a letter or digit'],
  ['a boolean value', { key: 'a', value: true }, 'tolerations[0].value: true is a boolean, must be a string, quote it'],
  ['an operator in lower case', { key: 'a', operator: 'exists' },
    'tolerations[0].operator: "exists" is not one of the choices, must be one of Equal, Exists, did you mean Exists?'],
  ['seconds without NoExecute', { key: 'a', tolerationSeconds: 5 },
    'tolerations[0].tolerationSeconds: 5 is given with effect unset, leave it out or use effect NoExecute'],
  ['part of a second', { key: 'a', effect: 'NoExecute', tolerationSeconds: 0.5 },
    `tolerations[0].tolerationSeconds: 0.5 is not a number of seconds, must be an integer between 0 and ${Number.MAX_SAFE_INTEGER}`],
])('%s: refused', (_, toleration, message) => {
  expect(refusal(() => stackOutput({ tolerations: [toleration as Toleration] }))).toBe(message);
  expect(refusal(() => workers([toleration as Toleration]))).toBe(message);
  expect(refusal(() => plugins([toleration as Toleration]))).toBe(message);
});
