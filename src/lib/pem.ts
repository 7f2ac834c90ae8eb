import { X509Certificate } from 'node:crypto';
import { Fault, show } from './fault';
import { compare } from './order';

/** A certificate by which the gateway may know its callers. */
export interface CaCertificate {
  /** Encoded anew: 64 columns, line feeds only, one at the end. */
  readonly pem: string;
  /** SHA-256 of the DER, 64 lower-case hexadecimal digits. */
  readonly fingerprint: string;
  readonly notAfter: Date;
  /** On one line, empty where the certificate has none. */
  readonly subject: string;
}

/** What a text of certificates holds. */
export interface CaCertificates {
  /** Those that may be used, in the order of the text. */
  readonly certificates: CaCertificate[];
  /** What is wrong; no part of the text is in it, since the text may hold a key. */
  readonly problems: Finding[];
  readonly warnings: string[];
}

/** What is wrong with a text and how to put it right; the caller knows its path. */
type Finding = Omit<Fault, 'path'>;

/** A block between its BEGIN and END lines. */
interface Block {
  readonly label: string;
  readonly base64: string;
}

/** Certificates nearer than this to their end warn, in milliseconds. */
const EXPIRES_SOON = 30 * 24 * 60 * 60 * 1000;

// The text may be hostile: a pattern that repeats without bound is anchored, and no two in a row match the same characters,
// so that each costs linear time.

/**
 * A header of any kind of private key, be it broken, indented, escaped or in another case. A remark that reads like one
 * (`end of private key`) is refused too: better than to miss a key.
 */
const PRIVATE_KEY = /(?<![A-Za-z])(?:BEGIN|END)(?:[\s\w+%]|-(?!-)){0,40}?PRIVATE(?:%20|[^A-Za-z0-9]){0,4}KEY/i;

/** RFC 7468 section 3: five dashes, a label in which no space or dash follows another, five dashes. */
const MARKER = /^-----(BEGIN|END) ((?:[!-,.-~](?:[ -]?[!-,.-~])*)?)-----$/;

/** A certificate's marker as people and word processors misspell it, with dashes of any kind on one side at least. */
const NEAR_MARKER = /[-\u2010-\u2015]\s{0,4}(?:BEGIN|END)[\s\w.]{0,30}CERTIFICATE|(?:BEGIN|END)[\s\w.]{0,30}CERTIFICATE\s{0,4}[-\u2010-\u2015]/i;

/** Remarks between blocks hold no such lines, apart from fingerprints in hexadecimal. */
const BASE64_LINE = /^[A-Za-z0-9+/]{60,}={0,2}$/;
const HEX_LINE = /^[0-9A-Fa-f]*$/;

const HOLDS_PRIVATE_KEY: Finding = {
  problem: 'contains a private key',
  fix: 'remove it, only CA certificates belong here, and replace the key if others could read it',
};

/**
 * Reads the CA certificates of a text, which may have the line ends, indentation, byte-order marks and remarks that RFC 7468
 * lets a parser skip. Each block must be the certificate of a CA that is valid at `now`; one that ends within 30 days warns.
 * An END and a BEGIN on one line are refused, as OpenSSL and Go do: the file is broken wherever else it is used.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7468
 */
export function parseCaCertificates(text: string, now: Date): CaCertificates {
  const result: CaCertificates = { certificates: [], problems: [], warnings: [] };
  const read = PRIVATE_KEY.test(text) ? HOLDS_PRIVATE_KEY : readBlocks(text);
  if ('problem' in read) {
    result.problems.push(read);
    return result;
  }
  const several = read.filter(block => block.label === 'CERTIFICATE').length > 1;
  let position = 0;
  for (const block of read) {
    if (block.label !== 'CERTIFICATE') {
      result.problems.push({ problem: `holds ${nameBlock(block.label)}`, fix: 'remove it, only CA certificates belong here' });
      continue;
    }
    position++;
    addCertificate(result, block.base64, several ? `certificate ${position} ` : '', now);
  }
  return result;
}

/** Joins certificates to one text, by name and then fingerprint in code unit order, each certificate once. */
export function bundlePem(certificates: ReadonlyArray<{ readonly name: string; readonly certificates: readonly CaCertificate[] }>): string {
  const all = certificates.flatMap(entry => entry.certificates.map(certificate => ({ name: entry.name, ...certificate })));
  all.sort((a, b) => compare(a.name, b.name) || compare(a.fingerprint, b.fingerprint));
  return [...new Map(all.map(({ fingerprint, pem }) => [fingerprint, pem])).values()].join('');
}

function addCertificate(result: CaCertificates, base64: string, which: string, now: Date): void {
  const certificate = decode(base64);
  if (!certificate) {
    result.problems.push({
      problem: `${which}cannot be decoded`,
      fix: 'must be one X.509 certificate in base64 of its DER, complete and with nothing after it',
    });
    return;
  }
  const { ca, notBefore, notAfter, fingerprint, pem, subject } = certificate;
  const problems: Finding[] = [];
  if (!ca) {
    problems.push({
      problem: `${which}is not a CA`,
      fix: "give the CA that signs the callers' certificates: basic constraints CA:TRUE and, where key usage is given, keyCertSign",
    });
  }
  if (now > notAfter) {
    problems.push({ problem: `${which}expired on ${isoTime(notAfter)}`, fix: 'renew or remove it, one expired CA turns all callers away' });
  }
  if (now < notBefore) {
    problems.push({ problem: `${which}is not yet valid, it starts on ${isoTime(notBefore)}`, fix: 'add it from that time on' });
  }
  result.problems.push(...problems);
  if (problems.length === 0) {
    result.certificates.push({ pem, fingerprint, notAfter, subject });
    if (notAfter.getTime() - now.getTime() <= EXPIRES_SOON) {
      result.warnings.push(`${which || 'certificate '}${show(subject)} expires on ${isoTime(notAfter)}, add its successor before then`);
    }
  }
}

/** The blocks of a text, at least one, or why there are none to be relied on. */
function readBlocks(text: string): Block[] | Finding {
  const blocks: Block[] = [];
  const begun = text.split('-----BEGIN ').length - 1;
  const which = () => begun > 1 ? `certificate ${blocks.length + 1} ` : '';
  let open: { label: string; lines: string[] } | undefined;
  let stray = false;
  // also drops byte-order marks, which stand in the middle where files were joined
  for (const line of text.split(/[\r\n]/).map(untrimmed => untrimmed.trim())) {
    const [, edge, label] = MARKER.exec(line) ?? [];
    if (label?.toUpperCase() === 'CERTIFICATE' ? label !== 'CERTIFICATE' : !edge && NEAR_MARKER.test(line)) {
      return misspelt(line, which());
    } else if (edge === 'BEGIN') {
      if (open) {
        return { problem: `${which()}has no END line`, fix: 'paste it anew, it is cut short' };
      }
      open = { label, lines: [] };
    } else if (edge === 'END') {
      if (!open) {
        return { problem: `${which()}has an END line without a BEGIN line`, fix: 'paste it anew, from its BEGIN line on' };
      }
      if (open.label !== label) {
        return { problem: `${which()}begins as ${nameBlock(open.label)} and ends as ${nameBlock(label)}`, fix: 'paste it anew' };
      }
      blocks.push({ label, base64: open.lines.join('').replace(/\s/g, '') });
      open = undefined;
    } else if (open) {
      open.lines.push(line);
    } else {
      stray ||= BASE64_LINE.test(line) && !HEX_LINE.test(line);
    }
  }
  if (open) {
    return { problem: `${which()}has no END line`, fix: 'paste it anew, it is cut short' };
  }
  if (blocks.length === 0) {
    return noBlocks(text);
  }
  return stray ? { problem: 'holds base64 outside of BEGIN and END lines', fix: 'give each certificate both lines, remove what is none' } : blocks;
}

function misspelt(line: string, which: string): Finding {
  if (/\\[nr]/.test(line)) {
    return { problem: `${which}has a backslash and a letter in place of line breaks`, fix: 'use real ones: in YAML a block that starts with "|"' };
  }
  if (/^-----END [^-]*-----\s*-----BEGIN [^-]*-----$/.test(line)) {
    return { problem: `${which}has its END line joined to the next BEGIN line`, fix: 'put a line break between them' };
  }
  if (/BEGIN/i.test(line) && /END/i.test(line)) {
    return { problem: `${which}is PEM on one line`, fix: 'keep its line breaks: in YAML a block that starts with "|"' };
  }
  return {
    problem: `${which}has a BEGIN or END line that is not exact`,
    fix: 'must read -----BEGIN CERTIFICATE----- and -----END CERTIFICATE-----, each alone on its line',
  };
}

function noBlocks(text: string): Finding {
  const compact = text.replace(/\s/g, '');
  if (compact === '') {
    return { problem: 'is empty', fix: 'must be the text of a CA certificate in PEM' };
  }
  const decoded = Buffer.from(compact, 'base64');
  if (decoded.length < 45 || decoded.toString('base64') !== compact) {
    return { problem: 'holds no PEM block', fix: 'must be the text of a CA certificate, from -----BEGIN CERTIFICATE----- on, not its path' };
  }
  const inner = decoded.toString('latin1');
  if (PRIVATE_KEY.test(inner)) {
    return HOLDS_PRIVATE_KEY;
  }
  return inner.includes('-----BEGIN ')
    ? { problem: 'is base64 of PEM, as the data of a Secret', fix: 'decode it once' }
    : { problem: 'is base64 without BEGIN and END lines', fix: 'put it between -----BEGIN CERTIFICATE----- and -----END CERTIFICATE-----' };
}

/** What the DER says, or undefined where it is not one certificate and nothing else. */
function decode(base64: string) {
  const der = Buffer.from(base64, 'base64');
  // Buffer skips whatever is no base64
  if (der.toString('base64') !== base64) {
    return undefined;
  }
  try {
    const x509 = new X509Certificate(der);
    const [notBefore, notAfter] = [readTime(x509.validFrom), readTime(x509.validTo)];
    // X509Certificate ignores what follows the DER, and takes PEM inside of base64 too
    if (!x509.raw.equals(der) || !notBefore || !notAfter) {
      return undefined;
    }
    return {
      ca: x509.ca,
      notBefore,
      notAfter,
      fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
      pem: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
      subject: (x509.subject ?? '').replaceAll('\n', ', ').replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' '),
    };
  } catch {
    return undefined;
  }
}

/** Reads OpenSSL's `Nov 30 00:00:00 2026 GMT`; a year of fewer digits would be taken for one of another century. */
function readTime(text: string): Date | undefined {
  const time = new Date(text);
  return / [0-9]{4} GMT$/.test(text) && !Number.isNaN(time.getTime()) ? time : undefined;
}

function isoTime(time: Date): string {
  return time.toISOString().replace('.000Z', 'Z');
}

/** A block's label, unless what stands in its place could be anything. */
function nameBlock(label: string): string {
  return /^[A-Z][A-Z0-9.]{0,15}(?: [A-Z0-9]{1,15}){0,4}$/.test(label) ? `a block of type "${label}"` : 'a block of unknown type';
}
