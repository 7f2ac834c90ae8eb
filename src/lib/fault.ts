/** Where in the input a fault lies: property names and list indices from the root. */
export type Path = ReadonlyArray<string | number>;

/** One thing that is wrong with the input. */
export interface Fault {
  /** The property at fault. */
  readonly path: Path;
  /** Where it stands in a file: `west.yaml:12:9`. */
  readonly location?: string;
  /** What is wrong, naming the value unless it is secret: `0 is not a port`. */
  readonly problem: string;
  /** What is allowed, or what to do: `must be between 1 and 65535`. */
  readonly fix: string;
}

/** Input that was refused; the message has one line per fault. */
export class InputError extends Error {
  constructor(public readonly faults: readonly Fault[]) {
    super(faults.map(formatFault).join('\n'));
    this.name = 'InputError';
    // other languages print the stack below the message, which it begins with, and their own below that
    if (/Kernel\.|jsii-kernel/.test(this.stack!)) {
      this.stack = '';
    }
  }

  /** Without the name, which means nothing in other languages. */
  public toString(): string {
    return this.message;
  }
}

/** Throws everything that is wrong at once, or returns where nothing is. */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) {
    throw new InputError(faults);
  }
}

/** `gateway.listeners[1].port: 0 is not a port, must be between 1 and 65535` */
export function formatFault(fault: Fault): string {
  const path = formatPath(fault.path);
  return [fault.location, path, `${fault.problem}, ${fault.fix}`].filter(Boolean).join(': ');
}

/** `components.prometheus.values["prometheus.io/scrape"][0]` */
export function formatPath(path: Path): string {
  return path.map((segment, i) => {
    if (typeof segment === 'number') {
      return `[${segment}]`;
    }
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,79}$/.test(segment) || nameOfSecret(segment)) {
      return `[${show(segment)}]`;
    }
    return i === 0 ? segment : `.${segment}`;
  }).join('');
}

/** A value as an error shows it: quoted, on one line, cut after 80 characters; nothing of a text that may be a key. */
export function show(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' || value == null) {
    return String(value);
  }
  if (typeof value === 'string') {
    const hidden = nameOfSecret(value);
    if (hidden) {
      return hidden;
    }
    const text = JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return text.length > 82 ? `${text.slice(0, 80).replace(/[\ud800-\udbff]$/, '')}..."` : text;
  }
  return Array.isArray(value) ? `a list of ${value.length}` : typeof value === 'object' ? 'a map' : `a ${typeof value}`;
}

/** What to call a text that may be a key, pasted into the wrong place. */
function nameOfSecret(text: string): string | undefined {
  if (/-----(?:BEGIN|END)|PRIVATE[^A-Za-z]{0,4}KEY/i.test(text)) {
    return 'PEM text';
  }
  const runs = text.match(/[A-Za-z0-9+/]{40,}/g) ?? [];
  return runs.some(run => /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9][^0-9]*[0-9][^0-9]*[0-9]/.test(run)) ? 'text like a key' : undefined;
}

/** The candidate nearest to `name`, if one is near enough to be what was meant. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  // of a short name not most of the letters may differ
  let bestDistance = Math.min(Math.max(2, Math.floor(name.length / 3)) + 1, Math.ceil(name.length * 0.6));
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) {
    return limit;
  }
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      current[j] = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    previous = current;
  }
  return previous[b.length];
}
