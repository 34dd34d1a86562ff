import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A regular expression of the product as the checker takes it. */
export interface Pattern {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** Code that builds a regular expression from values known only at run time. */
export interface UnknownPattern {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Methods of strings that turn a string argument into a regular expression. */
const compiling = ['match', 'matchAll', 'search'];

/**
 * Every regular expression of a file: literals, and `RegExp(…)` with or without `new`, whose
 * arguments must be made of literals and of constants of this module or of one that it imports.
 */
export function patternsIn(path: string): {
  readonly patterns: readonly Pattern[];
  readonly unknown: readonly UnknownPattern[];
} {
  const file = parsed(path);
  const patterns: Pattern[] = [];
  const unknown: UnknownPattern[] = [];
  const take = (node: ts.Node, source: string | undefined, flags: string | undefined): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (source === undefined || flags === undefined) {
      unknown.push({ path, line, text: node.getText(file) });
    } else patterns.push({ path, line, source, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) take(node, ...partsOf(node.text));
    else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression)) {
      const [source, flags] = node.arguments ?? [];
      take(node, valueOf(source, path), flags === undefined ? '' : valueOf(flags, path));
    } else if (ts.isCallExpression(node) && isCompiling(node)) {
      take(node, valueOf(node.arguments[0], path), '');
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { patterns, unknown };
}

function parsed(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

function partsOf(literal: string): [source: string, flags: string] {
  const end = literal.lastIndexOf('/');
  return [literal.slice(1, end), literal.slice(end + 1)];
}

function isRegExp(callee: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && name.text === 'RegExp';
}

function isCompiling({ expression, arguments: [first] }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    compiling.includes(expression.name.text) &&
    first !== undefined &&
    (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))
  );
}

/** The constant string of an expression; undefined if it is known only at run time. */
function valueOf(node: ts.Expression | undefined, path: string): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) {
    return valueOf(node.expression, path);
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joined([valueOf(node.left, path), valueOf(node.right, path)]);
  }
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.flatMap(({ expression, literal }) => [
      valueOf(expression, path),
      literal.text,
    ]);
    return joined([node.head.text, ...spans]);
  }
  return ts.isIdentifier(node) ? constantNamed(node.text, path) : undefined;
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}

/** A `const` at the top of a module, or of the module that it is imported from. */
function constantNamed(name: string, path: string): string | undefined {
  for (const statement of parsed(path).statements) {
    if (ts.isVariableStatement(statement)) {
      if ((statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
      for (const { name: declared, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(declared) && declared.text === name) return valueOf(initializer, path);
      }
    }
    if (!ts.isImportDeclaration(statement)) continue;
    const from = (statement.moduleSpecifier as ts.StringLiteral).text;
    const named = statement.importClause?.namedBindings;
    if (!from.startsWith('.') || named === undefined || !ts.isNamedImports(named)) continue;
    const found = named.elements.find((element) => element.name.text === name);
    if (found === undefined) continue;
    return constantNamed((found.propertyName ?? found.name).text, join(dirname(path), from));
  }
  return undefined;
}
