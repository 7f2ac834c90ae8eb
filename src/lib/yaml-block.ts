import { goScalar } from './go-scalars';

/**
 * Reads a document of YAML's block style, in which CRDs and most templates are written, in a tenth of the time that `readYaml` takes,
 * to the same value.
 *
 * Undefined for whatever else YAML has or may be wrong with: flow collections, anchors, tags, folded blocks, comments behind values,
 * keys in quotes or twice. `readYaml` reads or refuses those.
 */
export function readBlockYaml(text: string): Record<string, unknown> | undefined {
  const body = text.replace(/^---[ ]*\n/, '');
  if (UNUSUAL.test(body) || !body.endsWith('\n')) {
    return undefined;
  }
  try {
    return new BlockReader(body).read();
  } catch (error) {
    if (error instanceof NotBlockStyle) {
      return undefined;
    }
    throw error;
  }
}

/** Thrown at what is left to the other reader. */
class NotBlockStyle extends Error {}

/** Characters that readers refuse or differ on, and halves of surrogate pairs, be they pairs or not. */
const UNUSUAL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/;

/** Lines that are no content. */
const NO_CONTENT = /^(?:---|\.\.\.|%)/;

const MAX_DEPTH = 90;

/** A key without quotes, and its value. */
const ENTRY = /([A-Za-z_/$][\w./$-]*):(?: +(.*))?$/y;

const STRINGS = /^\[(?:"[^"\\]*"(?:, ?"[^"\\]*")*)?\]$/;

class BlockReader {
  private readonly lines: string[];
  /** How far each line is indented; blank lines as far as they are long. */
  private readonly indents: number[];
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.lines = text.split('\n');
    this.indents = this.lines.map(indentOf);
  }

  public read(): Record<string, unknown> {
    this.skip();
    if (this.at === this.lines.length || this.indent() !== 0 || this.isItem()) {
      fail();
    }
    const value = this.readMap(0);
    if (this.at < this.lines.length) {
      fail();
    }
    return value;
  }

  private readMap(indent: number): Record<string, unknown> {
    if (++this.depth > MAX_DEPTH) {
      fail();
    }
    const map: Record<string, unknown> = {};
    do {
      ENTRY.lastIndex = indent;
      const [, key, value] = ENTRY.exec(this.lines[this.at]) ?? [];
      if (key === undefined || key === '__proto__' || typeof goScalar(key) !== 'string' || Object.hasOwn(map, key)) {
        fail();
      }
      map[key] = this.readValue(value ?? '', indent, true);
    } while (this.next(indent) && !this.isItem());
    this.depth--;
    return map;
  }

  private readList(indent: number): unknown[] {
    if (++this.depth > MAX_DEPTH) {
      fail();
    }
    const list: unknown[] = [];
    do {
      if (!this.isItem()) {
        break;
      }
      const line = this.lines[this.at];
      let inner = indent + 1;
      while (line[inner] === ' ') {
        inner++;
      }
      ENTRY.lastIndex = inner;
      // the dash stands in the indent of the first entry
      list.push(ENTRY.test(line) ? this.readMap(inner) : this.readValue(line.slice(inner), indent, false));
    } while (this.next(indent));
    this.depth--;
    return list;
  }

  /** What follows a key or a dash; the reader then stands behind it. */
  private readValue(text: string, indent: number, ofKey: boolean): unknown {
    this.at++;
    const value = text.trimEnd();
    switch (value[0]) {
      case undefined: return this.readChild(indent, ofKey);
      case '|': return this.readLiteral(value, indent);
      case '"': return this.readDoubleQuoted(value);
      case '\'': return this.readSingleQuoted(value, indent);
      case '[': return value === '[]' || STRINGS.test(value) ? JSON.parse(value) : fail();
      case '{': return value === '{}' ? {} : fail();
      default: return this.readPlain(value, indent);
    }
  }

  private readChild(indent: number, ofKey: boolean): unknown {
    this.skip();
    const inner = this.at < this.lines.length ? this.indent() : -1;
    // a list may stand as far left as its key
    if (inner > indent || ofKey && inner === indent && this.isItem()) {
      return this.isItem() ? this.readList(inner) : this.readMap(inner);
    }
    return null;
  }

  private readLiteral(header: string, indent: number): string {
    if (header !== '|' && header !== '|-') {
      fail();
    }
    if (this.at === this.lines.length || this.isBlank() || this.indent() <= indent) {
      fail();
    }
    const inner = this.indent();
    const content: string[] = [];
    for (; this.at < this.lines.length; this.at++) {
      if (this.isBlank()) {
        content.push(this.indent() > inner ? fail() : '');
      } else if (this.indent() >= inner) {
        content.push(this.lines[this.at].slice(inner));
      } else {
        break;
      }
    }
    const kept = content.join('\n').replace(/\n+$/, '');
    // further left than the block and yet not outside of it
    if (this.at < this.lines.length && this.indent() > indent) {
      fail();
    }
    return header === '|' ? `${kept}\n` : kept;
  }

  private readDoubleQuoted(text: string): string {
    return /^"(?:[^"\\\t]|\\["\\/bfnrt])*"$/.test(text) ? JSON.parse(text) : fail();
  }

  private readSingleQuoted(text: string, indent: number): string {
    let all = text;
    while (!/^'(?:[^']|'')*'$/.test(all)) {
      all = this.fold(all, indent);
    }
    return all.slice(1, -1).replaceAll('\'\'', '\'');
  }

  private readPlain(text: string, indent: number): unknown {
    if (!/^[A-Za-z0-9/$_(^\\.+~<=-]/.test(text) || text.startsWith('- ') || text === '-' || text === '---') {
      fail();
    }
    let all = text;
    while (this.continues(indent)) {
      all = this.fold(all, indent);
    }
    if (/: |:$| #|\t/m.test(all)) {
      fail();
    }
    return goScalar(all);
  }

  /** The text and its next line, as they are one: with a space for a line break, or the breaks of blank lines between. */
  private fold(text: string, indent: number): string {
    let breaks = 0;
    for (; this.at < this.lines.length && this.isBlank(); this.at++) {
      breaks++;
    }
    if (this.at === this.lines.length || this.indent() <= indent || this.isComment() || this.lines[this.at].includes('\t')) {
      fail();
    }
    return `${text}${'\n'.repeat(breaks) || ' '}${this.lines[this.at++].trim()}`;
  }

  /** Whether text goes on, be it after blank lines: a comment ends it. */
  private continues(indent: number): boolean {
    let next = this.at;
    while (next < this.lines.length && this.isBlank(next)) {
      next++;
    }
    return next < this.lines.length && this.indents[next] > indent && !this.isComment(next);
  }

  /** Whether the collection goes on at its indent. */
  private next(indent: number): boolean {
    this.skip();
    if (this.at === this.lines.length || this.indent() < indent) {
      return false;
    }
    return this.indent() === indent || fail();
  }

  /** Past blank lines and comments. */
  private skip(): void {
    while (this.at < this.lines.length && (this.isBlank() || this.isComment())) {
      this.at++;
    }
  }

  private indent(): number {
    return this.indents[this.at];
  }

  private isBlank(at = this.at): boolean {
    return this.indents[at] === this.lines[at].length;
  }

  private isComment(at = this.at): boolean {
    return this.lines[at][this.indents[at]] === '#';
  }

  private isItem(): boolean {
    const [line, indent] = [this.lines[this.at], this.indent()];
    return line[indent] === '-' && (line.length === indent + 1 || line[indent + 1] === ' ');
  }
}

function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ') {
    indent++;
  }
  if (line[indent] === '\t' || indent === 0 && NO_CONTENT.test(line)) {
    fail();
  }
  return indent;
}

function fail(): never {
  throw new NotBlockStyle();
}
