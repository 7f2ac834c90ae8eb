import { Values } from './values';

/** A key on one line with its value is limited to 1024 characters; longer ones need the explicit form. */
const MAX_SIMPLE_KEY = 1000;

/** Text that needs no quotes, unless it is reserved: no number, time or merge key of any YAML version begins with these. */
const PLAIN = /^[A-Za-z/][\w./-]*$/;

/** What some reader takes for a boolean, null or a number: `yaml` reads e5 as one, with no digits before the exponent. */
const RESERVED = /^(?:y|yes|n|no|on|off|true|false|null|nan|inf|e-?\d+)$/i;

/** Characters that some reader refuses, changes or takes for a line break, or that make text look like other text. */
const HARMFUL = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\p{Noncharacter_Code_Point}\p{Bidi_Control}\u{feff}]/gu;

/**
 * The values as YAML from which every reader, of YAML 1.1 or 1.2, takes the same keys, types and text.
 *
 * Block style, keys sorted, no line folded, no anchors, one newline at the end: the same values give the same bytes. Takes what
 * `checkValueTree` finds nothing wrong with and `mergeValues` has copied.
 */
export function yamlText(values: Values): string {
  const lines: string[] = [];
  if (isCollection(values)) {
    writeCollection(values, '', lines);
  } else {
    lines.push('{}');
  }
  return `${lines.join('\n')}\n`;
}

function isCollection(value: unknown): value is Values | unknown[] {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function writeCollection(value: Values | unknown[], indent: string, lines: string[]): void {
  if (Array.isArray(value)) {
    value.forEach(item => writeItem(item, indent, lines));
  } else {
    Object.keys(value).sort().forEach(key => writeEntry(key, value[key], indent, lines));
  }
}

function writeEntry(key: string, value: unknown, indent: string, lines: string[]): void {
  const text = isPlain(key) ? key : quoted(key);
  if (text.length > MAX_SIMPLE_KEY) {
    lines.push(`${indent}? ${text}`);
    writeValue(`${indent}:`, value, indent, lines);
  } else {
    writeValue(`${indent}${text}:`, value, indent, lines);
  }
}

function writeItem(item: unknown, indent: string, lines: string[]): void {
  if (isCollection(item)) {
    const first = lines.length;
    writeCollection(item, `${indent}  `, lines);
    // the dash stands in the indent of the item's first line
    lines[first] = `${indent}- ${lines[first].slice(indent.length + 2)}`;
  } else {
    writeValue(`${indent}-`, item, indent, lines);
  }
}

function writeValue(before: string, value: unknown, indent: string, lines: string[]): void {
  if (isCollection(value)) {
    lines.push(before);
    writeCollection(value, `${indent}  `, lines);
  } else if (typeof value === 'string' && isBlock(value)) {
    const content = value.endsWith('\n') ? value.slice(0, -1) : value;
    lines.push(`${before} |${value.startsWith(' ') ? '2' : ''}${content === value ? '-' : ''}`);
    content.split('\n').forEach(line => lines.push(line && `${indent}  ${line}`));
  } else {
    lines.push(`${before} ${scalarText(value)}`);
  }
}

/**
 * Whether a text of several lines can stand as a literal block. Tools trim spaces at the end of lines and blank lines at the end of
 * text, and readers differ on tabs in the indent and blank lines before the first: such text is quoted.
 */
function isBlock(text: string): boolean {
  return text.includes('\n') && !text.startsWith('\n') && !text.endsWith('\n\n')
    && !/[ \t](?:\n|$)/.test(text) && !/(?:^|\n) *\t/.test(text) && text.search(HARMFUL) < 0;
}

function scalarText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return isPlain(value) ? value : quoted(value);
    case 'number':
      return numberText(value);
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? '[]' : '{}';
    default:
      return String(value);
  }
}

function isPlain(text: string): boolean {
  return PLAIN.test(text) && !RESERVED.test(text);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(HARMFUL, character => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** An exponent has a sign, and its number a point: YAML 1.1 takes it for text otherwise. */
function numberText(value: number): string {
  const text = String(value);
  if (Number.isSafeInteger(value)) {
    return text;
  }
  const [digits, exponent] = text.split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}${exponent ? `e${exponent}` : ''}`;
}
