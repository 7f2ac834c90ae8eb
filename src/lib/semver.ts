import { Fault, show } from './fault';

/** A version as Helm reads it; parts that were left out are zero. */
export interface Version {
  /** Whether it was written with a leading `v`. */
  readonly v: boolean;
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** `rc.1` of `1.0.0-rc.1` in its parts, none for a release. */
  readonly prerelease: readonly string[];
  /** `5` of `1.0.0+5`, empty where there is none. */
  readonly build: string;
}

/** Longer text is no version to Helm, in bytes. */
const MAX_LENGTH = 256;

const NUMBER = '(0|[1-9][0-9]*)';
const VERSION = new RegExp(`^(v?)${NUMBER}(?:\\.${NUMBER})?(?:\\.${NUMBER})?(?:-([0-9A-Za-z.-]+))?(?:\\+([0-9A-Za-z.-]+))?$`);
const DIGITS = /^[0-9]+$/;

/**
 * Reads a version of one to three parts, with a pre-release, build metadata and a leading lower-case `v` where given.
 * Undefined where Helm would not read it as semver, or only by dropping leading zeros, and for parts above 2^53 - 1.
 *
 * @see https://github.com/Masterminds/semver/blob/v3.5.0/version.go
 */
export function parseVersion(text: string): Version | undefined {
  const match = text.length > MAX_LENGTH ? null : VERSION.exec(text);
  if (!match) {
    return undefined;
  }
  const [major, minor, patch] = match.slice(2, 5).map(part => Number(part ?? 0));
  const prerelease = match[5]?.split('.') ?? [];
  const build = match[6] ?? '';
  const parts = [...prerelease, ...(build ? build.split('.') : [])];
  const readable = [major, minor, patch].every(Number.isSafeInteger)
    && !parts.includes('')
    && !prerelease.some(part => DIGITS.test(part) && part.length > 1 && part.startsWith('0'));
  return readable ? { v: match[1] === 'v', major, minor, patch, prerelease, build } : undefined;
}

/**
 * Orders versions by semver precedence: negative where `a` comes first, zero where only the build or the `v` differs.
 *
 * @see https://semver.org/#spec-item-11
 */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePrereleases(a.prerelease, b.prerelease);
}

/**
 * Checks that a chart's version is one that Helm finds under the tags that the chart is published with.
 *
 * @param prefix whether those tags begin with a `v`
 * @param chart the chart's name, for the message
 */
export function versionForm(text: string, prefix: 'v' | 'none' | 'either', chart: string): Omit<Fault, 'path'> | undefined {
  const version = parseVersion(text);
  if (!version) {
    const example = prefix === 'v' ? 'v1.21.1' : '1.21.1';
    return {
      problem: `${show(text)} is not a version that Helm reads`,
      fix: `must be semver such as "${example}", without ranges, spaces or leading zeros`,
    };
  }
  if (prefix === 'v' && !version.v) {
    return { problem: `${show(text)} has no v`, fix: `${chart}'s tags do: use ${show(`v${text}`)}` };
  }
  if (prefix === 'none' && version.v) {
    return { problem: `${show(text)} has a v`, fix: `${chart}'s tags do not: use ${show(text.slice(1))}` };
  }
  return undefined;
}

/** What comes of a version without all three parts; nothing where it has them. */
export function partialVersion(text: string): string | undefined {
  return /^v?\d+\.\d+\.\d+/.test(text) ? undefined
    : `${show(text)} has no three parts: Helm takes it for the newest version that begins so, and Flux for a tag; write it in full`;
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) {
    // a release comes after all its pre-releases
    return b.length - a.length;
  }
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = comparePrereleaseParts(a[i], b[i]);
    if (order !== 0) {
      return order;
    }
  }
  return a.length - b.length;
}

function comparePrereleaseParts(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [DIGITS.test(a), DIGITS.test(b)];
  if (aIsNumber !== bIsNumber) {
    return aIsNumber ? -1 : 1;
  }
  if (aIsNumber && a.length !== b.length) {
    // without leading zeros the longer number is the larger, whatever its size
    return a.length - b.length;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
