import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

/** A function, a method, or a class. */
export interface Piece {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly name: string;
  readonly lines: number;
  /** Positional parameters; 0 for a class. */
  readonly parameters: number;
  readonly isClass: boolean;
}

/** Measurements of one file. */
export interface Shape {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly lines: number;
  /** Lines that hold nothing but a comment or a part of one. */
  readonly commentLines: number;
  readonly pieces: readonly Piece[];
  /** The files of the same root that it imports. */
  readonly imports: readonly string[];
}

export function shapeOf(root: string, file: string): Shape {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const pieces: Piece[] = [];
  const imports: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node) || ts.isFunctionLike(node)) {
      const start = lineOf(node.getStart(source));
      const lines = lineOf(node.end) - start + 1;
      const isClass = ts.isClassLike(node);
      const parameters = isClass ? 0 : node.parameters.length;
      const name = nameOf(node, source);
      pieces.push({ file, line: start + 1, name, lines, parameters, isClass });
    }
    const target = importOf(node);
    if (target?.startsWith('.') === true) imports.push(posix.join(dirname(file), target));
    ts.forEachChild(node, visit);
  };
  visit(source);
  const lines = text.split('\n').length - 1;
  return { file, lines, commentLines: countCommentLines(source), pieces, imports };
}

/** Type imports count too: a change to the type changes both folders. */
function importOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const target = node.moduleSpecifier;
    return target !== undefined && ts.isStringLiteral(target) ? target.text : undefined;
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) {
    return undefined;
  }
  const [target] = node.arguments;
  return target !== undefined && ts.isStringLiteral(target) ? target.text : undefined;
}

function nameOf(node: ts.ClassLikeDeclaration | ts.SignatureDeclaration, source: ts.SourceFile) {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const named = node.name ?? ('name' in node.parent ? node.parent.name : undefined);
  return named?.getText(source) ?? '(nameless)';
}

function countCommentLines(source: ts.SourceFile): number {
  const { text } = source;
  const found = new Set<number>();
  const take = (position: number, end: number): void => {
    const first = source.getLineAndCharacterOfPosition(position);
    const last = source.getLineAndCharacterOfPosition(end);
    const isAfterCode = text.slice(position - first.character, position).trim() !== '';
    for (let line = first.line + Number(isAfterCode); line <= last.line; line++) found.add(line);
  };
  // Comments occur between tokens, never in a template or a pattern.
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source);
    if (children.length === 0 && !ts.isJSDoc(node)) {
      for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) {
        take(range.pos, range.end);
      }
    }
    for (const child of children) visit(child);
  };
  visit(source);
  return found.size;
}

/**
 * The folders of each circle of imports. Imports between a folder and one inside it do not count:
 * the files of a room's own folder are both its entry and what its folders share.
 */
export function foldersInCircles(shapes: readonly Shape[]): readonly (readonly string[])[] {
  const targets = new Map<string, Set<string>>();
  for (const { file, imports } of shapes) {
    const from = dirname(file);
    const to = targets.get(from) ?? new Set();
    targets.set(from, to);
    for (const target of imports.map((path) => dirname(path))) {
      if (!isWithin(target, from) && !isWithin(from, target)) to.add(target);
    }
  }
  const reached = new Map(
    [...targets.keys()].map((folder) => [folder, reachable(folder, targets)]),
  );
  const circles = new Map<string, readonly string[]>();
  for (const [folder, others] of reached) {
    if (!others.has(folder)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(folder) === true).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

function isWithin(inner: string, outer: string): boolean {
  return `${inner}/`.startsWith(`${outer}/`);
}

function reachable(
  from: string,
  targets: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(targets.get(from) ?? [])];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    open.push(...(targets.get(folder) ?? []));
  }
  return seen;
}

/** @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
