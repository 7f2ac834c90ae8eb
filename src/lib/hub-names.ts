import { createHash } from 'node:crypto';

const MAX_LENGTH = 63;
const HASH_LENGTH = 5;

/**
 * Name of an object that belongs to a component of the stack `name`: `<name>-<key>`, with `-<n>` where there are several. At most 63
 * characters; a longer one is cut, and ends in a hash of all of it.
 */
export function hubName(name: string, key: string, n?: number): string {
  const full = [name, key, ...n === undefined ? [] : [n]].join('-');
  return full.length <= MAX_LENGTH ? full : hashedName(full);
}

/** `<text>-<hash>`, which stays the same for the same text and tells it from all others; of a long text as much as fits 63 characters. */
export function hashedName(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  return `${text.slice(0, MAX_LENGTH - HASH_LENGTH - 1).replace(/[-.]+$/, '')}-${hash}`;
}
