import { BlockList, isIP } from 'node:net';

/**
 * The proxy that HTTPS_PROXY and NO_PROXY have for a server, as kubectl understands them.
 *
 * @see https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config
 */
export function proxyOf(server: URL, env: NodeJS.ProcessEnv): string | undefined {
  const proxy = env.HTTPS_PROXY || env.https_proxy;
  if (!proxy || server.protocol !== 'https:' || excepted(server, env.NO_PROXY || env.no_proxy || '')) {
    return undefined;
  }
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function excepted({ hostname, port }: URL, exceptions: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isOfThisMachine = host === 'localhost' || isWithin(host, '127.0.0.0/8') || host === '::1';
  return isOfThisMachine || exceptions.split(',').map(text => text.trim().toLowerCase()).filter(Boolean).some(exception => {
    if (exception === '*' || isWithin(host, exception)) {
      return true;
    }
    const [, name, onlyPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(isIP(exception) ? `[${exception}]` : exception)!;
    const domain = name.replace(/^\*\./, '.');
    return (onlyPort === undefined || onlyPort === (port || '443')) && (host === domain || host.endsWith(domain.startsWith('.') ? domain : `.${domain}`));
  });
}

function isWithin(host: string, range: string): boolean {
  const [address, bits] = range.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined || !isIP(address) || !isIP(host) || !(Number(bits) <= (family === 'ipv6' ? 128 : 32))) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
