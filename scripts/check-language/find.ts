import { basename } from 'node:path';
import ts from 'typescript';
import { docCommentRules, exemptNames, nameRules, type Rule, textRules } from './glossary.js';

/** A term found in a file. */
export interface Finding {
  /** First line is 1. */
  line: number;
  kind: 'name' | 'comment' | 'test name' | 'text';
  found: string;
  instead: string;
}

/** Words that end in the source text at their own offsets; everything else is blank. */
interface Passage {
  text: string;
  start: number;
  kind: Finding['kind'];
  isDoc?: boolean;
}

/** Replaces a match with spaces, so that offsets stay valid. */
const blank = (match: string) => match.replace(/[^\n]/g, ' ');

/** Removes quoted text and code, which can repeat names and responses that the glossary does not cover. */
const withoutQuotes = (text: string) =>
  text
    .replace(/`[^`]*`/g, blank)
    .replace(/"[^"\n]*(?:\n[^"\n]+)?"/g, blank)
    .replace(/“[^”]*”/g, blank)
    .replace(/\bhttps?:\/\/\S+/g, blank);

/** Returns the words of an identifier or a file name in lower case: `jobBody` is "job body". */
export const wordsIn = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase();

const matches = (text: string, rules: readonly Rule[]) =>
  rules.flatMap(({ pattern, instead }) =>
    [...text.matchAll(new RegExp(pattern, pattern.flags.replace('g', '').concat('g')))].map(
      (match) => ({ found: match[0].replace(/\s+/g, ' '), index: match.index, instead }),
    ),
  );

/** Returns the findings in one passage; the first rule that matches a position reports it. */
function findInPassage({ text, kind, isDoc = false }: Passage) {
  const plain = withoutQuotes(text);
  const begin = plain.search(/\S/);
  const first = isDoc && begin >= 0 ? matches(plain.slice(begin), docCommentRules) : [];
  const all = [
    ...first.map((match) => ({ ...match, index: match.index + begin })),
    ...matches(plain, textRules),
  ];
  const isTaken = (index: number, before: number) =>
    all
      .slice(0, before)
      .some((other) => index >= other.index && index < other.index + other.found.length);
  return all.filter(({ index }, at) => !isTaken(index, at)).map((match) => ({ ...match, kind }));
}

/** Returns the comments of a file; consecutive line comments are one passage. */
function commentsOf(file: ts.SourceFile): Passage[] {
  const ranges = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    if (ts.isToken(node)) {
      if (node.kind === ts.SyntaxKind.JsxText) return;
      const begin = node.pos === 0 ? (ts.getShebang(file.text) ?? '').length : node.pos;
      const found = [
        ...(ts.getLeadingCommentRanges(file.text, begin) ?? []),
        ...(ts.getTrailingCommentRanges(file.text, begin) ?? []),
        ...(isBeforeJsxText(node) ? [] : (ts.getTrailingCommentRanges(file.text, node.end) ?? [])),
      ];
      for (const range of found) ranges.set(range.pos, range);
      return;
    }
    for (const child of node.getChildren(file)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(file);
  const passages: Passage[] = [];
  for (const { pos, end } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const source = file.text.slice(pos, end);
    const isDoc = source.startsWith('/**');
    const text = source.replace(/^\/\*+|\*\/$|^\/\/+/g, blank).replace(/^[ \t]*\*/gm, blank);
    const last = passages.at(-1);
    const between = last && file.text.slice(last.start + last.text.length, pos);
    if (
      last &&
      source.startsWith('//') &&
      !last.isDoc &&
      between?.trim() === '' &&
      between.split('\n').length <= 2
    ) {
      last.text += between + text;
    } else passages.push({ text, start: pos, kind: 'comment', isDoc });
  }
  return passages;
}

/** True if the text after the token is JSX text, where two slashes begin no comment. */
const isBeforeJsxText = (node: ts.Node) =>
  node.kind === ts.SyntaxKind.GreaterThanToken ||
  (node.kind === ts.SyntaxKind.CloseBraceToken && ts.isJsxExpression(node.parent));

const testFunctions = new Set(['describe', 'it', 'test']);

/** Returns the name a call begins with: `it` of `it.skipIf(x)(…)`. */
function firstName(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node))
    return firstName(node.expression);
  return ts.isTaggedTemplateExpression(node) ? firstName(node.tag) : '';
}

/** Returns the literal parts of a test's name. */
function testNameOf(node: ts.CallExpression, file: ts.SourceFile): Passage[] {
  const [name] = node.arguments;
  if (!name || !testFunctions.has(firstName(node.expression))) return [];
  const passage = (part: ts.Node): Passage => ({
    text: part
      .getText(file)
      .slice(1, -1)
      .padStart(part.getWidth(file) - 1),
    start: part.getStart(file),
    kind: 'test name',
  });
  if (ts.isStringLiteralLike(name)) return [passage(name)];
  if (!ts.isTemplateExpression(name)) return [];
  return [name.head, ...name.templateSpans.map(({ literal }) => literal)].map(passage);
}

/** Returns the declared name of a node. A name that is only used, such as a library's, is not reported. */
function declaredName(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | null {
  if (!ts.isIdentifier(node) && !ts.isPrivateIdentifier(node)) return null;
  const { parent } = node;
  if (!('name' in parent) || parent.name !== node) return null;
  if (ts.isPropertyAccessExpression(parent) || ts.isJsxAttribute(parent) || ts.isJSDoc(parent))
    return null;
  if (ts.isImportSpecifier(parent) && !parent.propertyName) return null;
  return ts.isMetaProperty(parent) || ts.isExportSpecifier(parent) ? null : node;
}

function nameFindings(name: string, line: number): Finding[] {
  if (Object.hasOwn(exemptNames, name)) return [];
  return matches(wordsIn(name), nameRules).map(({ found, instead }) => ({
    line,
    kind: 'name',
    found: `${found} (${name})`,
    instead,
  }));
}

/** Returns the findings in a TypeScript or JavaScript file, the file's name included. */
export function findInCode(path: string, source: string): Finding[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const lineOf = (offset: number) => file.getLineAndCharacterOfPosition(offset).line + 1;
  const findings = nameFindings(basename(path).replace(/\.[a-z]+$/, ''), 1);
  const passages = commentsOf(file);
  const visit = (node: ts.Node): void => {
    const name = declaredName(node);
    if (name) findings.push(...nameFindings(name.text, lineOf(name.getStart(file))));
    if (ts.isCallExpression(node)) passages.push(...testNameOf(node, file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...findings, ...findInPassages(passages, lineOf)].sort((a, b) => a.line - b.line);
}

const findInPassages = (passages: Passage[], lineOf: (offset: number) => number): Finding[] =>
  passages.flatMap((passage) =>
    findInPassage(passage).map(({ found, index, instead, kind }) => ({
      line: lineOf(passage.start + index),
      kind,
      found,
      instead,
    })),
  );

/** Returns the findings in a Markdown file; code, quotations and addresses of links are exempt. */
export function findInMarkdown(source: string): Finding[] {
  const text = source
    .replace(/^( *)(```|~~~)[\s\S]*?^ *\2/gm, blank)
    .replace(/\]\([^)\s]*\)/g, blank)
    .replace(/<!--[\s\S]*?-->/g, blank);
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  return findInPassages([{ text, start: 0, kind: 'text' }], lineOf);
}
