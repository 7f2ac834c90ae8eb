import {
  Alias, Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, Node, Pair, ParsedNode, parseAllDocuments, Scalar, ScalarTag, visit,
} from 'yaml';
import { Fault, Path } from './fault';

/** A YAML document, with a place for everything in it. */
export interface SourceDocument {
  readonly value: unknown;
  /** `west.yaml:12:9`, line and column from 1, of what is at the path, or of the nearest thing above it. */
  locate(path: Path): string;
}

/** The documents of a YAML text, and what keeps it from being read. */
export interface Source {
  readonly documents: SourceDocument[];
  readonly faults: Fault[];
}

/**
 * Reads YAML as kubectl and Helm do: `yes` and `0o17` are a boolean and a number there, `22:30` is text. Integers that a double
 * cannot hold come as bigint. Empty documents are left out.
 */
export function readYaml(text: string, file: string): Source {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text.replace(/^\ufeff/, ''), {
    lineCounter: lines,
    schema: 'failsafe',
    customTags: GO_TAGS,
    merge: true,
    prettyErrors: false,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const faults: Fault[] = [];
  const documents: SourceDocument[] = [];
  for (const document of Array.isArray(parsed) ? parsed : []) {
    faults.push(...document.errors.map(error => ({
      path: [],
      location: place(error.pos[0]),
      problem: `cannot be read as YAML: ${error.message.replace(/\s*\n\s*/g, ' ').trim()}`,
      fix: 'mend the syntax there',
    })));
    if (document.errors.length > 0 || document.contents === null) {
      continue;
    }
    keepKeys(document);
    try {
      const value = document.toJS({ maxAliasCount: MAX_ALIASES });
      if (value !== null) {
        documents.push({ value, locate: path => place(offsetOf(document, path)) });
      }
    } catch (error) {
      const problem = `cannot be read as YAML: ${(error as Error).message}`;
      faults.push({ path: [], location: place(document.range[0]), problem, fix: 'write it without so many aliases' });
    }
  }
  return { documents, faults };
}

const MAX_ALIASES = 1000;

/** How go-yaml resolves scalars that are not quoted, as kubectl shows them. */
const GO_TAGS: ScalarTag[] = [
  { tag: 'tag:yaml.org,2002:null', default: true, test: /^(~|null|Null|NULL)?$/, resolve: () => null },
  { tag: 'tag:yaml.org,2002:bool', default: true, test: /^(y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/, resolve: () => true },
  { tag: 'tag:yaml.org,2002:bool', default: true, test: /^(n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/, resolve: () => false },
  {
    tag: 'tag:yaml.org,2002:int',
    default: true,
    test: /^[-+]?(0[xX][0-9a-fA-F_]*[0-9a-fA-F]_*|0[bB][01_]*[01]_*|0[oO]?[0-7_]*|[1-9][0-9_]*)$/,
    resolve: text => integer(text.replace(/_/g, '')),
  },
  {
    tag: 'tag:yaml.org,2002:float',
    default: true,
    test: /^[-+]?(\.[0-9][0-9_]*|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9_]+)?$/,
    resolve: text => Number(text.replace(/_/g, '')),
  },
  { tag: 'tag:yaml.org,2002:float', default: true, test: /^[-+]?\.(inf|Inf|INF)$/, resolve: text => text.startsWith('-') ? -Infinity : Infinity },
  { tag: 'tag:yaml.org,2002:float', default: true, test: /^\.(nan|NaN|NAN)$/, resolve: () => NaN },
];

function integer(text: string): number | bigint | string {
  const [, sign, digits] = /^([-+]?)(.*)$/.exec(text)!;
  if (/^0[oO]$/.test(digits)) {
    return text;
  }
  const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits.toLowerCase());
  const value = sign === '-' ? -magnitude : magnitude;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Keeps keys as they are written: a key such as `on` or `0o17` is a name, whatever its value would be. */
function keepKeys(document: Document): void {
  visit(document, {
    Pair(_, pair) {
      if (isScalar(pair.key) && typeof pair.key.value !== 'string' && typeof pair.key.value !== 'symbol') {
        pair.key.value = pair.key.source ?? String(pair.key.value);
      }
    },
  });
}

function offsetOf(document: Document.Parsed<ParsedNode>, path: Path): number {
  let node: unknown = document.contents;
  let offset = document.contents!.range[0];
  for (const segment of path) {
    const collection = isAlias(node) ? (node as Alias).resolve(document) : node;
    if (isMap(collection)) {
      const pair: Pair | undefined = collection.items.find(item => isPair(item) && isScalar(item.key) && (item.key as Scalar).value === segment);
      if (!pair) {
        return offset;
      }
      node = pair.value;
      const value = isScalar(node) && node.source !== '' ? node as Node : pair.key as Node;
      offset = value.range?.[0] ?? offset;
    } else if (isSeq(collection) && typeof segment === 'number') {
      node = collection.items[segment];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}
