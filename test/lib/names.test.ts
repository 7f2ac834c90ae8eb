import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { cutBytes, dnsLabel, dnsSubdomain, driverRoot, gatewayHostname, goYamlNumber, imageTag, loneSurrogate, secretKey } from '../../src/lib/names';

const CHECKS = { dnsLabel, dnsSubdomain: (value: string) => dnsSubdomain(value), gatewayHostname, secretKey, imageTag, driverRoot };

test.each(Object.entries(CHECKS))('%s takes any text, and refuses in one line', (_, check) => {
  const piece = fc.constantFrom('a', 'A', '0', '127', '-', '.', '..', '/', ':', '[', ']', '%', '*', '_', ' ', '\n', '://', 'ü');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 12 }).map(parts => parts.join('')),
    fc.string({ minLength: 1000, maxLength: 20000 }),
  );
  fc.assert(fc.property(text, value => {
    const finding = check(value);
    expect(`${finding?.problem}, ${finding?.fix}`).toMatch(/^[^\r\n]{1,400}$/);
    const instead = /^use (".*")$/.exec(finding?.fix ?? '')?.[1];
    if (instead && !instead.endsWith('..."')) {
      expect(check(JSON.parse(instead))).toBeUndefined();
    }
  }));
});

const repeated = ['-', '/', ':', '.', 'a.', '[', '%', '_', ' ', 'a', '1'];
test.each(Object.entries(CHECKS).flatMap(([name, check]) => repeated.map(piece => [name, piece, check] as const)))(
  '%s of nothing but %j does not hang', (_, piece, check) => {
    for (const end of ['', '!', 'a']) {
      const value = piece.repeat(2 ** 17) + end;
      expect(runInNewContext('check(value)', { check, value }, { timeout: 10_000 })).toBeDefined();
    }
  },
);

describe('a DNS label', () => {
  test.each(['a', '0', 'west', 'a-b', 'a--b', '0-9', 'a'.repeat(63)])('may be %s', value => {
    expect(dnsLabel(value)).toBeUndefined();
  });

  const fix = 'must be lower-case letters, digits and "-", with a letter or digit at both ends';
  test.each([
    ['', '"" is not a DNS label', fix],
    ['-a', '"-a" is not a DNS label', fix],
    ['a-', '"a-" is not a DNS label', fix],
    ['a.b', '"a.b" is not a DNS label', fix],
    ['a_b', '"a_b" is not a DNS label', fix],
    ['a\n', '"a\\n" is not a DNS label', fix],
    ['ü', '"ü" is not a DNS label', fix],
    ['Envoy', '"Envoy" is not a DNS label', 'use "envoy"'],
    ['a'.repeat(64), `"${'a'.repeat(64)}" has 64 bytes`, 'must have at most 63'],
  ])('may not be %j', (value, problem, expected) => {
    expect(dnsLabel(value)).toEqual({ problem, fix: expected });
  });
});

describe('a DNS subdomain', () => {
  test.each(['a', 'west', 'west.example.com', '1.2', `${'a'.repeat(64)}.b`, 'a'.repeat(253)])('may be %s', value => {
    expect(dnsSubdomain(value)).toBeUndefined();
  });

  const fix = 'must be labels of lower-case letters, digits and "-", joined by ".", with a letter or digit at both ends of each';
  test.each([
    ['', '"" is not a DNS subdomain', fix],
    ['a..b', '"a..b" is not a DNS subdomain', fix],
    ['.a', '".a" is not a DNS subdomain', fix],
    ['a.', '"a." is not a DNS subdomain', fix],
    ['a.-b', '"a.-b" is not a DNS subdomain', fix],
    ['West.example', '"West.example" is not a DNS subdomain', 'use "west.example"'],
  ])('may not be %j', (value, problem, expected) => {
    expect(dnsSubdomain(value)).toEqual({ problem, fix: expected });
  });

  test('may be given another limit', () => {
    expect(dnsSubdomain('a'.repeat(254))?.problem).toMatch(/has 254 bytes$/);
    expect(dnsSubdomain('abcd', 4)).toBeUndefined();
    expect(dnsSubdomain('abcde', 4)).toEqual({ problem: '"abcde" has 5 bytes', fix: 'must have at most 4' });
  });
});

describe('a host name', () => {
  const longest = `${`${'a'.repeat(63)}.`.repeat(3)}${'a'.repeat(61)}`;

  test.each([
    'west.clusters.example.com', 'localhost', 'a', '1a.b2', '192.0.2.example', 'xn--bcher-kva.example', '0xg', longest,
  ])('may be %s', value => {
    expect(gatewayHostname(value)).toBeUndefined();
  });

  const fix = 'must be a lower-case DNS name such as "west.clusters.example.com"';
  test.each([
    ['', 'is empty', fix],
    ['192.0.2.10', 'is an IP address', fix],
    ['192.0.2.10.', 'is an IP address', fix],
    ['192.0.2.10:443', 'is an IP address', fix],
    ['https://192.0.2.10/', 'is an IP address', fix],
    ['10.0.0.0/8', 'is an IP address', fix],
    ['2001:db8::1', 'is an IP address', fix],
    ['2001:DB8::1', 'is an IP address', fix],
    ['[2001:db8::1]', 'is an IP address', fix],
    ['[2001:db8::1]:443', 'is an IP address', fix],
    ['https://[2001:db8::1]:443/', 'is an IP address', fix],
    ['::', 'is an IP address', fix],
    ['::ffff:192.0.2.1', 'is an IP address', fix],
    ['fe80::1%eth0', 'is an IP address', fix],
    ['[fe80::1%25eth0]', 'is an IP address', fix],
    ['fe80::1%eth_0', 'is an IP address', fix],
    ['127.1', 'is an IP address', fix],
    ['127.0.1', 'is an IP address', fix],
    ['0x7f.1', 'is an IP address', fix],
    ['0X7F.0.0.1', 'is an IP address', fix],
    ['0x7f000001', 'is an IP address', fix],
    ['0177.0.0.1', 'is an IP address', fix],
    ['2130706433', 'is an IP address', fix],
    ['0', 'is an IP address', fix],
    ['999.0.0.1', 'is an IP address', fix],
    ['1.2.3.4.5', 'ends in a number, which resolvers take for part of an IP address', fix],
    ['node.1', 'ends in a number, which resolvers take for part of an IP address', fix],
    ['node.0x1', 'ends in a number, which resolvers take for part of an IP address', fix],
    ['https://west.example.com/v1', 'has a scheme', 'use "west.example.com"'],
    ['*.example.com', 'has a wildcard', fix],
    ['west.*.com', 'has a wildcard', fix],
    ['west.example.com/v1', 'has a path', 'use "west.example.com"'],
    ['west.example.com:443', 'has a port', 'use "west.example.com"'],
    ['west.example.com:', 'has a port', 'use "west.example.com"'],
    [' west.example.com\n', 'has white space', 'use "west.example.com"'],
    ['west example', 'has white space', fix],
    ['west.example.com.', 'ends in a dot', 'use "west.example.com"'],
    ['.', 'ends in a dot', fix],
    ['b\u00fccher.example', 'has letters outside ASCII, which callers resolve as xn--', fix],
    ['West.Example.com', 'has upper-case letters', 'use "west.example.com"'],
    ['west..example.com', 'has an empty label', fix],
    ['.example.com', 'has an empty label', fix],
    ['west_1.example.com', 'has characters other than letters, digits, "-" and "."', fix],
    ['west@example.com', 'has characters other than letters, digits, "-" and "."', fix],
    ['a:b:c', 'has characters other than letters, digits, "-" and "."', fix],
    ['-west.example.com', 'has a label that starts or ends with "-"', fix],
    ['west-.example.com', 'has a label that starts or ends with "-"', fix],
    [`${'a'.repeat(64)}.com`, 'has a label of more than 63 bytes', fix],
  ])('may not be %j', (value, reason, expected) => {
    expect(gatewayHostname(value)).toEqual({ problem: `${JSON.stringify(value)} ${reason}`, fix: expected });
  });

  test('may not have more than 253 bytes', () => {
    expect(gatewayHostname(`${longest}a`)?.problem).toMatch(/has more than 253 bytes$/);
  });
});

describe('a key of a Secret', () => {
  test.each(['kubeconfig', 'ca.crt', '.dockerconfigjson', 'A_b-c.1', '-', '_', '.a.', 'a..b', 'a'.repeat(253)])('may be %s', value => {
    expect(secretKey(value)).toBeUndefined();
  });

  test.each(['', '.', '..', '..a', '...', 'a/b', 'a b', 'a\n', 'ü', 'a:b'])('may not be %j', value => {
    expect(secretKey(value)).toEqual({
      problem: `${JSON.stringify(value)} is not a key of a Secret`,
      fix: 'must be letters, digits, "-", "_" and ".", neither "." nor starting with ".."',
    });
  });

  test('may not have more than 253 bytes', () => {
    expect(secretKey('a'.repeat(254))?.fix).toBe('must have at most 253');
  });
});

describe('an image tag', () => {
  test.each(['0.4.1', 'sha-12ab', 'v1.0', '_', 'A.b-C_d', '4651090', 'a'.repeat(128)])('may be %s', value => {
    expect(imageTag(value)).toBeUndefined();
  });

  test.each(['', '.a', '-a', 'a+b', 'a b', ' a', 'a:b', 'a@b', 'a/b', 'a\n', 'ü'])('may not be %j', value => {
    expect(imageTag(value)).toEqual({
      problem: `${JSON.stringify(value)} is not an image tag`,
      fix: 'must be letters, digits, "_", "." and "-", with a letter, digit or "_" first',
    });
  });

  test('may not have more than 128 bytes', () => {
    expect(imageTag('a'.repeat(129))?.fix).toBe('must have at most 128');
  });
});

describe('a driver root', () => {
  test.each(['/', '/home/kubernetes/bin/nvidia', '/run/nvidia/driver', '/a b', '/...', '/.a', '/a..', '/ü'])('may be %s', value => {
    expect(driverRoot(value)).toBeUndefined();
  });

  const fix = 'must be an absolute path such as "/" or "/home/kubernetes/bin/nvidia"';
  test.each([
    ['', 'is empty', fix],
    ['home/nvidia', 'is not absolute', fix],
    ['./nvidia', 'is not absolute', fix],
    ['~/nvidia', 'is not absolute', fix],
    [' /nvidia', 'is not absolute', fix],
    ['C:\\nvidia', 'has a ":", which separates the parts of a mount', fix],
    ['/a:/b', 'has a ":", which separates the parts of a mount', fix],
    ['/a\u0000', 'has control characters', fix],
    ['/a\n', 'has control characters', fix],
    ['/a\u007f', 'has control characters', fix],
    ['/a\u0085', 'has control characters', fix],
    ['/a\u2028', 'has control characters', fix],
    ['/a\ud800', 'has control characters', fix],
    ['/a/./b', 'has "." or ".." in it', 'use "/a/b"'],
    ['/a/../b', 'has "." or ".." in it', 'use "/b"'],
    ['/a/..', 'has "." or ".." in it', 'use "/"'],
    ['/.', 'has "." or ".." in it', 'use "/"'],
    ['/a//b', 'has an empty part', 'use "/a/b"'],
    ['//', 'has an empty part', 'use "/"'],
    ['/home/nvidia/', 'ends in a slash', 'use "/home/nvidia"'],
  ])('may not be %j', (value, reason, expected) => {
    const finding = driverRoot(value);
    expect(finding?.problem).toMatch(/^"[ -~\u00a0-\u2027]*" /);
    expect(finding).toEqual({ problem: expect.stringMatching(new RegExp(`" ${reason.replaceAll('.', '\\.')}$`)), fix: expected });
  });
});

describe('a number to Go YAML readers only', () => {
  const numbers = [
    '0o17', '0O17', '-0o17', '+0o17', '0o1_7', '0_o17', '0o-17', '0o+17', '0o0_', '0XFF', '-0XFF', '0X_F', '0_xF', '0B11', '+0B11', '0b-11',
    '-_0b11', '0_b11', '-_1', '+_1', '-_1.5', '-_.5', '1e1_0', '1_e_1', '1.5e+_1', '1_.5e-1_', '0e_1', '9__e_0',
  ];
  const strings = [
    '', '0o', '0O', '0X', '0B', '0o8', '0b2', '0B2', '0xG', '_', '_1', '._5', '.5e_3', '-', '+', '-_', 'o17', '--1', '0o-', '+0o-17', '-0b+1',
    '0O-17', '0X-1', '0B-1', '1.2.3', '1.2_3.4', 'v1', '1a', '1e', '1_e', '0x1p-2', 'Infinity', 'NaN', '-inf', '12ab', '1 2', '1,000', '1-2',
    '0o17 ', ' 0o17', '0o17\n', '\uff11',
  ];
  // the yaml library itself puts these in quotes
  const quoted = [
    '0', '17', '-17', '+17', '017', '089', '1_000', '0b11', '0xFF', '0x_', '1.5', '.5', '1.', '1e3', '12e45', '-1.5E-3', '.inf', '-.INF', '.nan',
    '1_0.5_0', '1:30', '1_e1',
  ];

  test.each(numbers)('is %s', value => {
    expect(goYamlNumber(value)).toBe(true);
  });

  test.each([...strings, ...quoted])('is not %j', value => {
    expect(goYamlNumber(value)).toBe(false);
  });

  const missing = spawnSync('kubectl', ['version', '--client']).status !== 0;
  const digits = ['', '0', '1', '7', '_', '1_', '_7', '9', 'F', '-1', '+7', '1e1', '1e_1', '.1', '._1', '1.'];
  const generated = ['', '-', '+', '-_', '_', '.'].flatMap(sign => ['', '0', '0_', '0o', '0O', '0x', '0X', '0b', '0B', '0_x', '1', '1_e', '1E']
    .flatMap(start => digits.map(end => sign + start + end)));
  const list = [...new Set([...numbers, ...strings, ...quoted, ...generated])];

  (missing ? test.skip : test).each([
    ['cdk8s', (document: object) => Yaml.stringify(document)],
    ['yaml', (document: object) => stringify(document, { version: '1.1', lineWidth: 0 })],
  ])('is whatever %s writes and kubectl reads as one', (_, write) => {
    const folder = mkdtempSync(join(tmpdir(), 'yaml-'));
    const file = join(folder, 'list.yaml');
    writeFileSync(file, write({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'list' }, list }));
    const read = JSON.parse(execFileSync('kubectl', ['annotate', '--local', '-f', file, 'a=b', '-o', 'json']).toString());
    rmSync(folder, { recursive: true });
    // kubectl reads with go-yaml v2; only v3 takes a sign after 0o
    expect(list.filter((value, i) => read.list[i] !== value))
      .toEqual(list.filter(value => goYamlNumber(value) && !/^0o[-+]/.test(value)));
  });
});

test.each([
  ['', false], ['a', false], ['\ufffd', false], ['\ud83d\ude00', false],
  ['\ud83d', true], ['\ude00', true], ['\ude00\ud83d', true], ['a\ud83d\ud83d\ude00', true],
])('%j has half of a surrogate pair: %s', (value, expected) => {
  expect(loneSurrogate(value)).toBe(expected);
});

describe('text is cut', () => {
  test.each([
    ['modelplane cluster CA west', 64, '', 'modelplane cluster CA west'],
    ['abc', 3, '', 'abc'],
    ['abcd', 3, '', 'abc'],
    ['abcd', 4, ' g2', 'a g2'],
    ['a cd', 5, ' g2', 'a g2'],
    ['ab.. cd', 5, '', 'ab'],
    ['a.', 2, '', 'a.'],
    ['...', 2, '', ''],
    ['äöü', 5, '', 'äö'],
    ['a\ud83d\ude00b', 4, '', 'a'],
    ['a\ud83d\ude00b', 5, '', 'a\ud83d\ude00'],
    ['a', 1, 'ü', 'ü'],
    ['', 0, '', ''],
  ])('%j to %i bytes with %j', (text, maxBytes, suffix, expected) => {
    expect(cutBytes(text, maxBytes, suffix)).toBe(expected);
  });

  test('between code points, to what fits', () => {
    const unit = fc.constantFrom('a', ' ', '.', 'ü', '\ud83d\ude00');
    fc.assert(fc.property(fc.string({ unit, maxLength: 30 }), fc.nat(40), fc.string({ maxLength: 10 }), (text, room, suffix) => {
      let kept = '';
      for (const point of text) {
        if (Buffer.byteLength(kept + point) > room) {
          kept = kept.replace(/[ .]+$/, '');
          break;
        }
        kept += point;
      }
      expect(cutBytes(text, room + Buffer.byteLength(suffix), suffix)).toBe(kept + suffix);
    }));
  });
});
