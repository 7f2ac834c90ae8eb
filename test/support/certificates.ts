import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, KeyObject, randomBytes, sign } from 'node:crypto';

/** The time at which certificates are valid unless they say otherwise. */
export const NOW = new Date('2026-01-15T00:00:00Z');

export interface CertificateOptions {
  /** The common name; equal names have equal keys. */
  readonly name: string;
  /** Default: a year before NOW. */
  readonly notBefore?: Date;
  /** Default: ten years after NOW. */
  readonly notAfter?: Date;
}

export interface CaOptions extends CertificateOptions {
  /** Whether key usage has keyCertSign, without which a CA is none. Default: true. */
  readonly signs?: boolean;
}

export interface LeafOptions extends CertificateOptions {
  /** The name of the CA that signs it. Default: `ca`. */
  readonly issuer?: string;
  /** The name whose key signs it. Default: the issuer's. */
  readonly signer?: string;
}

export type KeyType = 'pkcs1' | 'pkcs8' | 'ec' | 'encrypted' | 'openssh' | 'dsa';

/**
 * A self-signed CA in PEM. The same options give the same bytes on every machine: keys are derived from names, and Ed25519
 * signatures hold no randomness, so snapshots may show them.
 */
export function makeCa({ signs = true, ...options }: CaOptions): string {
  return certificate(options, options.name, [
    extension('2.5.29.19', sequence(der(0x01, Buffer.of(0xff)))),
    // bits 5 and 6, keyCertSign and cRLSign, or bit 0, digitalSignature
    extension('2.5.29.15', der(0x03, signs ? Buffer.of(1, 0x06) : Buffer.of(7, 0x80))),
  ]);
}

/** A client's certificate in PEM, signed by a CA of `makeCa`; as reproducible as that. */
export function makeLeaf({ issuer = 'ca', signer = issuer, ...options }: LeafOptions): string {
  return certificate(options, issuer, [
    extension('2.5.29.19', sequence()),
    extension('2.5.29.15', der(0x03, Buffer.of(7, 0x80))),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.2'))),
  ], signer);
}

const keys = new Map<KeyType, string>();

/** A private key in PEM, another one in each process; those of the types openssh and dsa are random bytes behind the right header. */
export function makeKey(type: KeyType): string {
  const pem = keys.get(type) ?? generateKey(type);
  keys.set(type, pem);
  return pem;
}

/** A block of any type. */
export function toPem(label: string, content: Buffer): string {
  return `-----BEGIN ${label}-----\n${content.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`;
}

/** The content of a text with one block. */
export function fromPem(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64');
}

function certificate(options: CertificateOptions, issuer: string, extensions: Buffer[], signer = issuer): string {
  const { name, notBefore = new Date(NOW.getTime() - 365 * DAY), notAfter = new Date(NOW.getTime() + 3650 * DAY) } = options;
  const serial = createHash('sha256').update(JSON.stringify([name, issuer, notBefore, notAfter])).digest().subarray(0, 8);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1), serial),
    sequence(oid(ED25519)),
    distinguishedName(issuer),
    sequence(time(notBefore), time(notAfter)),
    distinguishedName(name),
    createPublicKey(keyOf(name)).export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(...extensions)),
  );
  return toPem('CERTIFICATE', sequence(body, sequence(oid(ED25519)), der(0x03, Buffer.of(0), sign(null, body, keyOf(signer)))));
}

const DAY = 24 * 60 * 60 * 1000;
const ED25519 = '1.3.101.112';

function keyOf(name: string): KeyObject {
  const seed = createHash('sha256').update(name).digest();
  const key = sequence(der(0x02, Buffer.of(0)), sequence(oid(ED25519)), der(0x04, der(0x04, seed)));
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function generateKey(type: KeyType): string {
  switch (type) {
    case 'pkcs1':
      return generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'pem', type: 'pkcs1' }).toString();
    case 'pkcs8':
      return ecKey().export({ format: 'pem', type: 'pkcs8' }).toString();
    case 'ec':
      return ecKey().export({ format: 'pem', type: 'sec1' }).toString();
    case 'encrypted':
      return ecKey().export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'fixture' }).toString();
    case 'openssh':
      return toPem('OPENSSH PRIVATE KEY', Buffer.concat([Buffer.from('openssh-key-v1\0'), randomBytes(200)]));
    case 'dsa':
      return toPem('DSA PRIVATE KEY', randomBytes(200));
  }
}

function ecKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const long = content.length < 128 ? [] : content.length < 256 ? [0x81] : [0x82, Math.floor(content.length / 256)];
  return Buffer.concat([Buffer.of(tag, ...long, content.length % 256), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function oid(text: string): Buffer {
  const [first, second, ...rest] = text.split('.').map(Number);
  const base128 = (n: number): number[] => n < 128 ? [n] : [...base128(Math.floor(n / 128)).map(byte => byte % 128 + 128), n % 128];
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function extension(id: string, content: Buffer): Buffer {
  return sequence(oid(id), der(0x01, Buffer.of(0xff)), der(0x04, content));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(commonName)))));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+|[-:T]/g, '');
  // RFC 5280 section 4.1.2.5: years of two digits mean 1950 to 2049, all others have four
  const short = date.getUTCFullYear() >= 1950 && date.getUTCFullYear() < 2050;
  return short ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}
