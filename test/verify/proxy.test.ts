import { proxyOf } from '../../src/verify/proxy';

const SERVER = 'https://api.example.com:6443';

test.each<[string, string, NodeJS.ProcessEnv, string | undefined]>([
  ['none', SERVER, {}, undefined],
  ['one', SERVER, { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
  ['one in small letters', SERVER, { https_proxy: 'socks5://proxy' }, 'socks5://proxy'],
  ['one without a scheme', SERVER, { HTTPS_PROXY: 'proxy:3128' }, 'http://proxy:3128'],
  ['plain HTTP', 'http://api.example.com', { HTTPS_PROXY: 'proxy' }, undefined],
  ['this machine by name', 'https://localhost:6443', { HTTPS_PROXY: 'proxy' }, undefined],
  ['this machine by address', 'https://127.0.0.1:6443', { HTTPS_PROXY: 'proxy' }, undefined],
  ['this machine by its other address', 'https://[::1]:6443', { HTTPS_PROXY: 'proxy' }, undefined],
])('the proxy for %s', (_, server, env, proxy) => {
  expect(proxyOf(new URL(server), env)).toBe(proxy);
});

test.each<[string, string, boolean]>([
  ['*', SERVER, true],
  ['api.example.com', SERVER, true],
  ['example.com', SERVER, true],
  ['.example.com', SERVER, true],
  ['*.example.com', SERVER, true],
  ['other, EXAMPLE.com ', SERVER, true],
  ['api.example.com:6443', SERVER, true],
  ['api.example.com:443', SERVER, false],
  ['api.example.com:443', 'https://api.example.com', true],
  ['.api.example.com', SERVER, false],
  ['ample.com', SERVER, false],
  ['other.com', SERVER, false],
  [',', SERVER, false],
  ['10.0.0.0/8', 'https://10.1.2.3:6443', true],
  ['10.0.0.0/16', 'https://10.1.2.3:6443', false],
  ['10.1.2.3', 'https://10.1.2.3:6443', true],
  ['10.1.2.3:6443', 'https://10.1.2.3:6443', true],
  ['10.0.0.0/8', SERVER, false],
  ['10.0.0.0/99', 'https://10.1.2.3', false],
  ['fd00::/8', 'https://[fd00::1]:6443', true],
  ['fd00::1', 'https://[fd00::1]:6443', true],
  ['[fd00::1]:6443', 'https://[fd00::1]:6443', true],
  ['fd00::2', 'https://[fd00::1]:6443', false],
])('NO_PROXY=%s and %s: %s', (exceptions, server, excepted) => {
  expect(proxyOf(new URL(server), { HTTPS_PROXY: 'http://proxy', NO_PROXY: exceptions })).toBe(excepted ? undefined : 'http://proxy');
});
