import { join, relative } from 'node:path';
import * as ts from 'typescript';

const SRC = join(__dirname, '..', 'src');
const program = ts.createProgram([join(SRC, 'index.ts')], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
});
const checker = program.getTypeChecker();

const TYPES = [ts.SyntaxKind.ClassDeclaration, ts.SyntaxKind.InterfaceDeclaration, ts.SyntaxKind.EnumDeclaration];
const MEMBERS = [
  ts.SyntaxKind.PropertyDeclaration, ts.SyntaxKind.PropertySignature, ts.SyntaxKind.MethodDeclaration, ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.GetAccessor, ts.SyntaxKind.EnumMember, ts.SyntaxKind.Parameter,
];

/** A type or member that jsii publishes. */
interface Documented {
  readonly name: string;
  readonly symbol: ts.Symbol;
}

const PUBLIC = publicTypes().flatMap(({ name, symbol }) => [{ name, symbol }, ...members(symbol).map(member => ({
  name: `${name}.${member.name}`,
  symbol: member,
}))]);

test('what jsii publishes is found', () => {
  expect(PUBLIC.map(({ name }) => name)).toEqual(expect.arrayContaining([
    'ServingStack', // a class
    'ServingStack.fromManifest', // a static method
    'CertManager.apiObjects', // an inherited getter
    'ServingStackProps.nvidiaDriverRoot', // a field of a struct
    'ServingStackProps.delivery', // an inherited one
    'ComponentMode.PROVIDED', // a member of an enum
  ]));
  expect(PUBLIC.filter(({ name }) => /^_|\._|\.node$/.test(name))).toEqual([]);
});

test('every public type and member says what it is', () => {
  expect(PUBLIC.filter(({ symbol }) => summary(symbol) === '').map(place)).toEqual([]);
});

test('every optional field says its default', () => {
  const optional = PUBLIC.filter(({ symbol }) => declarations(symbol).some(field => ts.isPropertySignature(field) && field.questionToken));
  expect(optional.length).toBeGreaterThan(50);
  expect(optional.filter(({ symbol }) => defaultOf(symbol) === '').map(place)).toEqual([]);
});

function publicTypes(): Documented[] {
  const index = checker.getSymbolAtLocation(program.getSourceFile(join(SRC, 'index.ts'))!)!;
  return checker.getExportsOfModule(index)
    .map(symbol => ({ name: symbol.name, symbol: checker.getAliasedSymbol(symbol) }))
    .filter(({ symbol }) => declarations(symbol).some(({ kind }) => TYPES.includes(kind)));
}

/** Its own members and those of base types of ours, exported or not: jsii lifts the latter. */
function members(type: ts.Symbol): ts.Symbol[] {
  const own = [...type.exports?.values() ?? []];
  const inherited = declarations(type).some(ts.isEnumDeclaration) ? [] : checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(type));
  return [...own, ...inherited].filter(symbol => declarations(symbol).some(isPublished));
}

function isPublished(declaration: ts.Declaration): boolean {
  return !relative(SRC, declaration.getSourceFile().fileName).startsWith('..')
    && MEMBERS.includes(declaration.kind)
    && !(ts.canHaveModifiers(declaration) && ts.getModifiers(declaration)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))
    && !ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'internal');
}

function declarations(symbol: ts.Symbol): readonly ts.Declaration[] {
  return symbol.declarations ?? [];
}

/** Without a checker, nothing is taken from base types, as in jsii. */
function summary(symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(undefined)).trim();
}

function defaultOf(symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getJsDocTags().find(({ name }) => name === 'default')?.text).trim();
}

function place({ name, symbol }: Documented): string {
  const [declaration] = declarations(symbol);
  const file = declaration.getSourceFile();
  return `${name} at src/${relative(SRC, file.fileName)}:${file.getLineAndCharacterOfPosition(declaration.getStart()).line + 1}`;
}
