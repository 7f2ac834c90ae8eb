import { execCredential } from '../../src/verify/exec-plugin';

const NEVER = new AbortController().signal;
const shell = (script: string, more: object = {}) => ({ apiVersion: 'client.authentication.k8s.io/v1', command: 'sh', args: ['-c', script], ...more });
const prints = (status: object) => shell(`echo '${JSON.stringify({ kind: 'ExecCredential', status })}'`);

test.each([
  ['a token', { token: 't' }],
  ['a certificate', { clientCertificateData: 'c', clientKeyData: 'k' }],
  ['both', { token: 't', clientCertificateData: 'c', clientKeyData: 'k' }],
])('a plugin gives %s', async (_, status) => {
  expect(await execCredential(prints(status), {}, NEVER)).toEqual(status);
});

test.each([
  ['is not there', { command: 'no-such-plugin' }, 'no-such-plugin: not found'],
  ['is no program', { command: '/' }, '/: spawn / EACCES'],
  ['fails with words', shell('echo Please log in >&2; exit 3'), 'sh: exit code 3: Please log in'],
  ['fails without words', shell('exit 3'), 'sh: exit code 3'],
  ['is killed', shell('kill -9 $$'), 'sh: ended by SIGKILL'],
  ['prints a bare token', shell('echo hunter2'), 'sh: printed no ExecCredential'],
  ['prints broken JSON', shell('echo \'{"token": "hunter2" x\''), 'sh: printed no ExecCredential'],
  ['prints nothing', shell('true'), 'sh: printed no ExecCredential'],
  ['prints no status', shell('echo {}'), 'sh: printed no ExecCredential'],
  ['prints an empty status', prints({}), 'sh: printed no ExecCredential'],
  ['prints a certificate without its key', prints({ clientCertificateData: 'c' }), 'sh: printed no ExecCredential'],
  ['wants to be told something', shell('read answer; echo "$answer"'), 'sh: printed no ExecCredential'],
])('a plugin that %s', async (_, plugin, message) => {
  await expect(execCredential(plugin, {}, NEVER)).rejects.toThrow(new Error(`exec plugin ${message}`));
});

test.each([
  ['the cluster', true, { interactive: false, cluster: { server: 's' } }],
  ['no cluster, where it does not want to know', undefined, { interactive: false }],
])('a plugin is told of %s', async (_, provideClusterInfo, spec) => {
  const plugin = shell('printf %s "$KUBERNETES_EXEC_INFO" >&2; exit 1', { provideClusterInfo });
  const info = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', spec };
  await expect(execCredential(plugin, { server: 's' }, NEVER)).rejects.toThrow(`exec plugin sh: exit code 1: ${JSON.stringify(info)}`);
});

test('one that hangs is left when the signal comes, with its children', async () => {
  const abort = new AbortController();
  const credential = execCredential(shell('sleep 10 & wait'), {}, abort.signal);
  setTimeout(() => abort.abort(), 20);
  await expect(credential).rejects.toThrow('exec plugin sh: gave no credentials in time');
  await expect(execCredential(prints({ token: 't' }), {}, abort.signal)).rejects.toThrow('exec plugin sh: gave no credentials in time');
});
