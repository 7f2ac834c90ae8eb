import {
  Alias, Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, Node, Pair, ParsedNode, parseAllDocuments, Scalar, ScalarTag, visit,
  YAMLParseError,
} from 'yaml';
import { Fault, Path, show } from './fault';
import { FALSE, goInfinity, goNumber, INFINITE, NAN, NULL, NUMERIC, TRUE } from './go-scalars';

/** A YAML document, with a place for everything in it. */
export interface SourceDocument {
  readonly value: unknown;
  /** `west.yaml:12:9`, line and column from 1, of what is at the path, or of the nearest thing above it; with `key`, of its key. */
  locate(path: Path, key?: boolean): string;
}

/** The documents of a YAML text, and what keeps it from being read. */
export interface Source {
  readonly documents: SourceDocument[];
  readonly faults: Fault[];
}

/**
 * Reads YAML as kubectl and Helm do: `yes` and `0o17` are a boolean and a number there, `22:30` is text. Integers that a double
 * cannot hold come as bigint, and keys as they are written. Empty documents are left out.
 */
export function readYaml(text: string, file: string): Source {
  const content = text.replace(/^\ufeff/, '');
  // not counted by the parser, which may stop before the end
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of content.matchAll(/\n/g)) {
    lines.addNewLine(index + 1);
  }
  const parsed = parseAllDocuments(content, {
    schema: 'failsafe',
    customTags: GO_TAGS,
    resolveKnownTags: false,
    stringKeys: true,
    merge: true,
    prettyErrors: false,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const faults: Fault[] = [];
  const documents: SourceDocument[] = [];
  const report = ({ offset, problem, fix }: Finding) =>
    faults.push({ path: [], location: place(offset), problem: `cannot be read as YAML: ${problem}`, fix });
  const control = CONTROL_CHARACTER.exec(content);
  if (control) {
    report({ offset: control.index, problem: `${show(control[0])} is a control character`, fix: 'save the file as UTF-8 text without it' });
    return { documents, faults };
  }
  for (const document of Array.isArray(parsed) ? parsed : []) {
    const findings = document.errors.length > 0 ? syntaxFindings(document.errors) : aliasFindings(document);
    findings.forEach(report);
    if (findings.length > 0 || document.contents === null) {
      continue;
    }
    try {
      const value = document.toJS({ maxAliasCount: MAX_ALIASES });
      if (value !== null) {
        documents.push({ value, locate: (path, key) => place(offsetOf(document, path, key)) });
      }
    } catch (error) {
      report({
        offset: document.contents.range[0],
        ...error instanceof ReferenceError
          ? { problem: 'its aliases unfold to too much', fix: 'write it without so many aliases' }
          : { problem: lowerCase((error as Error).message), fix: 'give "<<" a map or aliases of maps' },
      });
    }
  }
  return { documents, faults };
}

/** What keeps a text from being read, and where. */
interface Finding {
  readonly offset: number;
  readonly problem: string;
  readonly fix: string;
}

const MAX_ALIASES = 1000;

/** What no YAML reader has to accept, and Go's does not; UTF-16 is full of it. */
const CONTROL_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|\p{Cs}/u;

/** How go-yaml resolves scalars that are not quoted, as kubectl shows them. */
const GO_TAGS: ScalarTag[] = [
  { tag: 'tag:yaml.org,2002:null', default: true, test: NULL, resolve: () => null },
  { tag: 'tag:yaml.org,2002:bool', default: true, test: TRUE, resolve: () => true },
  { tag: 'tag:yaml.org,2002:bool', default: true, test: FALSE, resolve: () => false },
  { tag: 'tag:yaml.org,2002:float', default: true, test: INFINITE, resolve: goInfinity },
  { tag: 'tag:yaml.org,2002:float', default: true, test: NAN, resolve: () => NaN },
  { tag: 'tag:yaml.org,2002:int', default: true, test: NUMERIC, resolve: goNumber },
];

/** Every key that stands twice, and the first of the other errors, of which the rest are mostly consequences. */
function syntaxFindings(errors: readonly YAMLParseError[]): Finding[] {
  const first = errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  return errors.filter(error => error.code === 'DUPLICATE_KEY' || error === first).map(({ code, message, pos: [offset] }) => {
    switch (code) {
      case 'DUPLICATE_KEY': return { offset, problem: 'the key stands in this map already', fix: 'remove one of the two' };
      case 'NON_STRING_KEY': return { offset, problem: 'a key must be a plain word or a string', fix: 'quote it' };
      case 'RESOURCE_EXHAUSTION': return { offset, problem: 'maps and lists are nested too deep', fix: 'write it flatter' };
      case 'TAB_AS_INDENT': return { offset, problem: 'a tab indents the line', fix: 'use spaces' };
      case 'TAG_RESOLVE_FAILED': return { offset, problem: 'the tag is none of YAML', fix: 'remove it' };
      case 'BAD_DIRECTIVE': return { offset, problem: 'the directive is none of YAML', fix: 'remove it' };
      // what may follow a colon is quoted from the text, in which keys may stand
      default: return { offset, problem: lowerCase(message.replace(/(?<=\w):\s.*$/s, '').replace(/\s+/g, ' ')), fix: 'mend the syntax there' };
    }
  });
}

/** Aliases without an anchor, or inside of it. */
function aliasFindings(document: Document): Finding[] {
  const findings: Finding[] = [];
  const anchors = new Map<string, Node>();
  visit(document, {
    Node(_, node, ancestors) {
      if (!isAlias(node)) {
        if (node.anchor) {
          anchors.set(node.anchor, node);
        }
        return;
      }
      const source = anchors.get(node.source);
      if (!source || ancestors.includes(source)) {
        findings.push({
          offset: node.range![0],
          problem: `the alias ${show(`*${node.source}`)} ${source ? 'stands inside of its anchor' : 'has no anchor before it'}`,
          fix: 'write out what it stands for',
        });
      }
    },
  });
  return findings;
}

function lowerCase(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function offsetOf(document: Document.Parsed<ParsedNode>, path: Path, key = false): number {
  let node: unknown = document.contents;
  let offset = document.contents!.range[0];
  for (const [i, segment] of path.entries()) {
    const collection = isAlias(node) ? (node as Alias).resolve(document) : node;
    if (isMap(collection)) {
      const pair: Pair | undefined = collection.items.find(item => isPair(item) && isScalar(item.key) && (item.key as Scalar).value === segment);
      if (!pair) {
        return offset;
      }
      node = pair.value;
      const [start, end] = (isScalar(node) && node.range) || [0, 0];
      const ofKey = key && i === path.length - 1;
      offset = end > start && !ofKey ? start : (pair.key as Node).range?.[0] ?? offset;
    } else if (isSeq(collection) && typeof segment === 'number') {
      node = collection.items[segment];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}
