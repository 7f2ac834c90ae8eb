import { formatFault, formatPath, InputError, nearest, refuse, show } from '../../src/lib/fault';

test('a fault reads as path, problem and fix', () => {
  expect(formatFault({ path: ['gateway', 'listeners', 1, 'port'], problem: '0 is not a port', fix: 'must be between 1 and 65535' }))
    .toBe('gateway.listeners[1].port: 0 is not a port, must be between 1 and 65535');
});

test.each([
  [['components', 'prometheus', 'values', 'prometheus.io/scrape'], 'components.prometheus.values["prometheus.io/scrape"]'],
  [['a', 0, 'b'], 'a[0].b'],
  [[], ''],
])('path %j reads %s', (path, text) => {
  expect(formatPath(path)).toBe(text);
});

test('everything wrong is reported at once, a line each', () => {
  const faults = [{ path: ['a'], problem: '1 is odd', fix: 'must be even' }, { path: ['b'], problem: 'missing', fix: 'add it' }];
  expect(() => refuse(faults)).toThrow(new InputError(faults));
  expect(() => refuse(faults)).toThrow('a: 1 is odd, must be even\nb: missing, add it');
  expect(() => refuse([])).not.toThrow();
});

/** Named after what calls the library for other languages. */
class Kernel {
  public create(): InputError {
    return new InputError([{ path: ['a'], problem: 'is wrong', fix: 'mend it' }]);
  }
}

test('an error is its message alone in other languages, and says where it came from in TypeScript', () => {
  expect(new Kernel().create().stack).toBe('');
  const { create } = Kernel.prototype;
  expect(create().stack).toMatch(/a: is wrong, mend it\n +at /);
  expect(String(create())).toBe('a: is wrong, mend it');
});

test('values are shown on one line and cut', () => {
  expect(show('a\nb')).toBe('"a\\nb"');
  expect(show('x'.repeat(200)).length).toBeLessThan(90);
  expect(show('a\u0085b')).toBe('"a\\u0085b"');
  expect(show({ a: 1 })).toBe('a map');
  expect(show([1, 2])).toBe('a list of 2');
});

test('the nearest name is one that could have been meant', () => {
  expect(nearest('certmanager', ['certManager', 'trustManager'])).toBe('certManager');
  expect(nearest('nothing', ['certManager'])).toBeUndefined();
});
