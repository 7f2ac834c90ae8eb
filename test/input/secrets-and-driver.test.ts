import { KUBECONFIG, Refused, testAccepted, testRefused } from '../support/input';

const secret = (field: object) => ({ secrets: [{ ...KUBECONFIG, ...field }] });
const root = (nvidiaDriverRoot: string) => ({ nvidiaDriverRoot });

describe('secrets', () => {
  testAccepted([
    ['several kubeconfigs', { secrets: [KUBECONFIG, { ...KUBECONFIG, name: 'other' }] }],
    ['a cloud identity in another namespace', {
      secrets: [KUBECONFIG, { type: 'GoogleApplicationCredentials', name: 'sa', key: 'private_key', namespace: 'crossplane-system' }],
    }],
    ...['a', 'a.b', '1', 'a-b.c-d', '0o17'].map((name): [string, object] => [`name ${name}`, secret({ name })]),
    ...['a', '.a', '_', 'kube.config', 'A-B_c.9', '-', '.dockerconfigjson', 'a..b'].map((key): [string, object] => [`key ${key}`, secret({ key })]),
  ]);

  const subdomain = 'must be labels of lower-case letters, digits and "-", joined by ".", with a letter or digit at both ends of each';
  const label = 'must be lower-case letters, digits and "-", with a letter or digit at both ends';
  const key = 'must be letters, digits, "-", "_" and ".", neither "." nor starting with ".."';
  testRefused([
    ['no kubeconfig', { secrets: [{ ...KUBECONFIG, type: 'AWSWebIdentityCredentials' }] }, [
      'secrets: has no entry of type Kubeconfig, add one, it says where the cluster is',
    ]],
    ['an unreadable type, which may have been the kubeconfig\'s', secret({ type: 'kubeconfig' }), [
      'secrets[0].type: "kubeconfig" is not one of the choices, must be one of Kubeconfig, GoogleApplicationCredentials, AWSWebIdentityCredentials, '
        + 'NebiusServiceAccountCredentials, did you mean Kubeconfig?',
    ]],
    ['name West', secret({ name: 'West' }), ['secrets[0].name: "West" is not a DNS subdomain, use "west"']],
    ...['a_b', '-a', 'a.', 'a/b', ' a'].map((name): Refused => [`name ${name}`, secret({ name }), [
      `secrets[0].name: "${name}" is not a DNS subdomain, ${subdomain}`,
    ]]),
    ...['.', '..', '..a', 'a/b', 'a b', 'ä', '$'].map((name): Refused => [`key ${name}`, secret({ key: name }), [
      `secrets[0].key: "${name}" is not a key of a Secret, ${key}`,
    ]]),
    ['namespace Default', secret({ namespace: 'Default' }), ['secrets[0].namespace: "Default" is not a DNS label, use "default"']],
    ...['a.b', 'a_b', '-a'].map((namespace): Refused => [`namespace ${namespace}`, secret({ namespace }), [
      `secrets[0].namespace: "${namespace}" is not a DNS label, ${label}`,
    ]]),
    ['everything', { secrets: [{ type: 'a', name: 'B', key: '/', namespace: '', keys: 1 }, 5] }, [
      'secrets[0].keys: unknown field, did you mean key?',
      'secrets[0].type: "a" is not one of the choices, must be one of Kubeconfig, GoogleApplicationCredentials, AWSWebIdentityCredentials, '
        + 'NebiusServiceAccountCredentials',
      'secrets[0].name: "B" is not a DNS subdomain, use "b"',
      `secrets[0].key: "/" is not a key of a Secret, ${key}`,
      'secrets[0].namespace: "" is too short, must have at least 1 character',
      'secrets[1]: 5 is a number, must be a map',
    ]],
  ]);
});

describe('the driver root', () => {
  testAccepted(['/', '/home/kubernetes/bin/nvidia', '/a', '/.hidden', '/..a/b..', '/a b', '/ä/🦙', '/%20', '/a\\b', '/~'].map(path => [path, root(path)]));

  const allowed = 'must be an absolute path such as "/" or "/home/kubernetes/bin/nvidia"';
  testRefused([
    ...([
      ['/opt/x/', 'ends in a slash', '/opt/x'],
      ['/a/../b', 'has "." or ".." in it', '/b'],
      ['/..', 'has "." or ".." in it', '/'],
      ['/a/.', 'has "." or ".." in it', '/a'],
      ['//', 'has an empty part', '/'],
      ['/a//b', 'has an empty part', '/a/b'],
    ].map(([path, problem, instead]): Refused => [path, root(path), [`nvidiaDriverRoot: "${path}" ${problem}, use "${instead}"`]])),
    ...([
      ['relative', 'is not absolute'],
      ['./a', 'is not absolute'],
      ['~/nvidia', 'is not absolute'],
      [' /a', 'is not absolute'],
      ['C:\\nvidia', 'has a ":", which separates the parts of a mount'],
      ['/a:/b', 'has a ":", which separates the parts of a mount'],
      ['/a\n', 'has control characters'],
      ['/a\u2028', 'has control characters'],
      ['/\u007f', 'has control characters'],
    ].map(([path, problem]): Refused => [JSON.stringify(path), root(path), [
      `nvidiaDriverRoot: ${JSON.stringify(path).replace('\u2028', '\\u2028').replace('\u007f', '\\u007f')} ${problem}, ${allowed}`,
    ]])),
    ['half of a surrogate pair', root('/\udc00'), ['nvidiaDriverRoot: "/\\udc00" has half of a surrogate pair, must be valid Unicode']],
  ]);
});
