// Refuses translations that jsii-rosetta makes without complaint and that do not work: node scripts/check-translations.mjs [TABLET]
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const LANGUAGES = ['python', 'java', 'csharp', 'go'];

/** What jsii-rosetta writes where a language has no such thing, and how a snippet avoids it. */
const BROKEN = [
  [/\bnew Struct\b/, 'maps in maps of a map of any type: nest less'],
  [/\bboolean>|\*f64\b/, 'maps and lists of booleans or numbers: show one of strings'],
  [/for \(var \w+ in /, 'loops: leave them out'],
  [/ => /, 'functions: leave them out'],
  [/\.(join|map|filter|forEach|for_each|Join|ForEach)\(/, "JavaScript's own methods: leave them out"],
  [/aws-samples\/dummy|\bnode[.:]/, 'modules of Node.js: have the fixture make what they make'],
];

/** The keys of all object literals that are `values` of a component, which every language must leave as they are. */
function keysOfValues(source) {
  const keys = [];
  const visit = (node, inside) => {
    const name = ts.isPropertyAssignment(node) ? node.name.text : undefined;
    if (inside && name !== undefined) {
      keys.push(name);
    }
    ts.forEachChild(node, child => visit(child, inside || name === 'values'));
  };
  visit(ts.createSourceFile('snippet.ts', source, ts.ScriptTarget.Latest), false);
  return keys;
}

const { snippets } = JSON.parse(readFileSync(process.argv[2] ?? join(root, '.jsii.tabl.json'), 'utf8'));
const problems = [];
for (const { translations, location, didCompile } of Object.values(snippets)) {
  const where = `${location.api.fqn ?? location.api.moduleFqn}${location.api.memberName ? `.${location.api.memberName}` : ''}`
    + (location.field.line ? `, line ${location.field.line}` : '');
  if (!didCompile) {
    problems.push(`${where}: does not compile`);
  }
  const keys = keysOfValues(translations.$.source);
  for (const language of LANGUAGES) {
    const source = translations[language]?.source ?? '';
    const lost = keys.filter(key => !source.includes(`"${key}"`));
    problems.push(
      ...source === '' ? [`${where}: has no ${language}`] : [],
      ...lost.map(key => `${where}: ${language} renames the key ${key}: put it into quotes`),
      ...BROKEN.flatMap(([pattern, advice]) => pattern.test(source) ? [`${where}: ${language} has "${pattern.exec(source)[0].trim()}": no ${advice}`] : []),
    );
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${Object.keys(snippets).length} snippets in ${LANGUAGES.length + 1} languages`);
