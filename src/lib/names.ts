import { isIP } from 'node:net';
import { posix } from 'node:path';
import { Fault, show } from './fault';

/** What is wrong with a value and how to put it right; the caller knows its path. */
type Finding = Omit<Fault, 'path'>;

const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** Name part of a label's key, and a label's value. */
const QUALIFIED = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const MAX_LABEL = 63;
const MAX_SUBDOMAIN = 253;

/** Conditions and what they say of a value; the first that holds is the one to report. */
type Reasons = ReadonlyArray<readonly [holds: (value: string) => boolean, reason: string]>;

/** Decimal, octal or hexadecimal, as inet_aton and the URL standard read the parts of an IPv4 address. */
const ADDRESS_PART = /^(?:[0-9]+|0x[0-9a-f]*)$/;

const NO_HOSTNAME: Reasons = [
  [value => value === '', 'is empty'],
  [value => isAddress(bareHost(value)), 'is an IP address'],
  [value => value.includes('://'), 'has a scheme'],
  [value => value.includes('*'), 'has a wildcard'],
  [value => /[/?#]/.test(value), 'has a path'],
  [value => /:[0-9]*$/.test(value), 'has a port'],
  [value => /\s/.test(value), 'has white space'],
  [value => value.endsWith('.'), 'ends in a dot'],
  [value => /\P{ASCII}/u.test(value), 'has letters outside ASCII, which callers resolve as xn--'],
  [value => /[A-Z]/.test(value), 'has upper-case letters'],
  [value => value.split('.').includes(''), 'has an empty label'],
  [value => /[^a-z0-9.-]/.test(value), 'has characters other than letters, digits, "-" and "."'],
  [value => !isSubdomain(value), 'has a label that starts or ends with "-"'],
  [value => value.split('.').some(label => label.length > MAX_LABEL), 'has a label of more than 63 bytes'],
  [value => value.length > MAX_SUBDOMAIN, 'has more than 253 bytes'],
  [value => ADDRESS_PART.test(value.slice(value.lastIndexOf('.') + 1)), 'ends in a number, which resolvers take for part of an IP address'],
];

const NO_DRIVER_ROOT: Reasons = [
  [value => value === '', 'is empty'],
  // YAML readers refuse or change these
  [value => /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value), 'has control characters'],
  [value => value.includes(':'), 'has a ":", which separates the parts of a mount'],
  [value => !value.startsWith('/'), 'is not absolute'],
  [value => /\/\.\.?(?:\/|$)/.test(value), 'has "." or ".." in it'],
  [value => value.includes('//'), 'has an empty part'],
  [value => value !== '/' && value.endsWith('/'), 'ends in a slash'],
];

const NO_REPOSITORY_FOLDER: Reasons = [
  [value => value === '', 'is empty'],
  [value => /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value), 'has control characters'],
  [value => value.includes('\\'), 'has a backslash'],
  [value => value.startsWith('/') || /^[A-Za-z]:/.test(value), 'is not relative'],
  [value => value.split('/').includes('..'), 'has ".." in it'],
];

/**
 * Checks an RFC 1123 label: a Namespace, a Service, a listener. At most 63 bytes.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names
 */
export function dnsLabel(value: string): Finding | undefined {
  return tooLong(value, MAX_LABEL) ?? (LABEL.test(value) ? undefined : {
    problem: `${show(value)} is not a DNS label`,
    fix: LABEL.test(value.toLowerCase())
      ? `use ${show(value.toLowerCase())}`
      : 'must be lower-case letters, digits and "-", with a letter or digit at both ends',
  });
}

/**
 * Checks an RFC 1123 subdomain, the name of most objects. Its labels may be longer than 63 bytes, as in Kubernetes.
 *
 * @param max in bytes
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names
 */
export function dnsSubdomain(value: string, max = MAX_SUBDOMAIN): Finding | undefined {
  return tooLong(value, max) ?? (isSubdomain(value) ? undefined : {
    problem: `${show(value)} is not a DNS subdomain`,
    fix: isSubdomain(value.toLowerCase())
      ? `use ${show(value.toLowerCase())}`
      : 'must be labels of lower-case letters, digits and "-", joined by ".", with a letter or digit at both ends of each',
  });
}

/** Checks a DNS name that callers connect to: exact, lower-case, no address in any notation. At most 253 bytes, its labels 63. */
export function gatewayHostname(value: string): Finding | undefined {
  return firstReason(value, NO_HOSTNAME, bareHost(value), 'must be a lower-case DNS name such as "west.clusters.example.com"');
}

/** Checks a key of a Secret or ConfigMap. At most 253 bytes. */
export function secretKey(value: string): Finding | undefined {
  const allowed = /^[-._a-zA-Z0-9]+$/.test(value) && value !== '.' && !value.startsWith('..');
  return tooLong(value, MAX_SUBDOMAIN) ?? (allowed ? undefined : {
    problem: `${show(value)} is not a key of a Secret`,
    fix: 'must be letters, digits, "-", "_" and ".", neither "." nor starting with ".."',
  });
}

/** Checks the tag of a container image. At most 128 bytes. */
export function imageTag(value: string): Finding | undefined {
  return tooLong(value, 128) ?? (/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(value) ? undefined : {
    problem: `${show(value)} is not an image tag`,
    fix: 'must be letters, digits, "_", "." and "-", with a letter, digit or "_" first',
  });
}

/** Checks the folder of a GPU node under which its NVIDIA driver lies: absolute and in its shortest form. */
export function driverRoot(value: string): Finding | undefined {
  const shortest = posix.normalize(value).replace(/(.)\/$/, '$1');
  return firstReason(value, NO_DRIVER_ROOT, shortest, 'must be an absolute path such as "/" or "/home/kubernetes/bin/nvidia"');
}

/**
 * Whether a Go YAML reader takes the text for a number although cdk8s and the `yaml` library, writing YAML 1.1, leave it
 * without quotes: `0o17`, `0XFF`, `1e1_0`. As a string it would arrive changed, so it needs quotes or another spelling.
 *
 * @see https://github.com/go-yaml/yaml/blob/v3.0.1/resolve.go
 */
export function goYamlNumber(value: string): boolean {
  return /^[-+0-9]/.test(value) && GO_NUMBER.test(value.replaceAll('_', '')) && !QUOTED_NUMBER.test(value);
}

/** What go-yaml v2 or v3 reads as a number once it has dropped all underscores, and a few that are too large for it. */
const GO_NUMBER = new RegExp('^(?:' + [
  '[-+]?0[bB][01]+',
  '[-+]?0[oO][0-7]+',
  '[-+]?0[xX][0-9a-fA-F]+',
  '[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?',
  // the sign may come late, since what follows the prefix is parsed again as a number of its own
  '0b[-+][01]+',
  '0o[-+][0-7]+',
].join('|') + ')$');

/** What the `yaml` library puts in quotes, as the numbers of its YAML 1.1 schema. */
const QUOTED_NUMBER = new RegExp('^[-+]?(?:' + [
  '0b[01_]+',
  '0x[0-9a-fA-F_]+',
  '[0-9][0-9_]*',
  '(?:[0-9][0-9_]*)?\\.[0-9_]*',
  '(?:[0-9][0-9_]*)?(?:\\.[0-9_]*)?[eE][-+]?[0-9]+',
].join('|') + ')$');

/** Whether the text has half of a surrogate pair, which is no Unicode and which no YAML reader accepts. */
export function loneSurrogate(value: string): boolean {
  return /\p{Cs}/u.test(value);
}

/**
 * The text with the suffix, cut before the suffix where both together are too long: between code points, and without a
 * space or dot at the cut. A suffix longer than the limit is kept whole.
 *
 * @param maxBytes of UTF-8
 */
export function cutBytes(text: string, maxBytes: number, suffix = ''): string {
  const room = Math.max(0, maxBytes - Buffer.byteLength(suffix));
  if (Buffer.byteLength(text) <= room) {
    return text + suffix;
  }
  let end = new TextEncoder().encodeInto(text, new Uint8Array(room)).read;
  while (end > 0 && ' .'.includes(text[end - 1])) {
    end--;
  }
  return text.slice(0, end) + suffix;
}

/** Checks a folder of a repository, relative to its root. */
export function repositoryFolder(value: string): Finding | undefined {
  const relative = posix.normalize(value.replaceAll('\\', '/').replace(/^(?:[A-Za-z]:)?\/+/, ''));
  const fix = 'must be a folder from the root of the repository, such as "clusters/west", or "." for the root';
  return firstReason(value, NO_REPOSITORY_FOLDER, relative, fix);
}

/** Reports the first reason that holds; the fix is `candidate` where none holds of that. */
function firstReason(value: string, reasons: Reasons, candidate: string, fix: string): Finding | undefined {
  const found = reasons.find(([holds]) => holds(value));
  return found && {
    problem: `${show(value)} ${found[1]}`,
    fix: reasons.some(([holds]) => holds(candidate)) ? fix : `use ${show(candidate)}`,
  };
}

function tooLong(value: string, max: number): Finding | undefined {
  const bytes = Buffer.byteLength(value);
  return bytes > max ? { problem: `${show(value)} has ${bytes} bytes`, fix: `must have at most ${max}` } : undefined;
}

function isSubdomain(value: string): boolean {
  return value.split('.').every(label => LABEL.test(label));
}

/** The host of a URL, of `host:port` or of a name with a final dot, in lower case. */
function bareHost(value: string): string {
  return value.trim().toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^([^:]*|\[.*):[0-9]*$/s, '$1')
    .replace(/\.$/, '');
}

function isAddress(host: string): boolean {
  const unwrapped = host.replace(/^\[(.*)\]$/s, '$1').replace(/%.*$/s, '');
  const parts = unwrapped.split('.');
  return isIP(unwrapped) !== 0 || (parts.length <= 4 && parts.every(part => ADDRESS_PART.test(part)));
}

/** A key of a label, an annotation or a taint: a name of at most 63 characters, after an optional DNS prefix and a slash. */
export function qualifiedName(value: string): Finding | undefined {
  const parts = value.split('/');
  const name = parts[parts.length - 1];
  const valid = parts.length <= 2 && name.length <= MAX_LABEL && QUALIFIED.test(name)
    && (parts.length === 1 || dnsSubdomain(parts[0]) === undefined);
  return valid ? undefined : {
    problem: `${show(value)} is not a qualified name`,
    fix: 'must be letters, digits, ".", "_" and "-", at most 63 of them, beginning and ending in a letter or digit, after an optional DNS name and "/"',
  };
}

/** The value of a label or a taint, at most 63 characters, or empty. */
export function taintValue(value: string): Finding | undefined {
  return value === '' || value.length <= MAX_LABEL && QUALIFIED.test(value) ? undefined : {
    problem: `${show(value)} is not a value of a taint`,
    fix: 'must be letters, digits, ".", "_" and "-", at most 63 of them, beginning and ending in a letter or digit',
  };
}
