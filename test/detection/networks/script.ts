import ts from 'typescript';
import { newEntry, type Entry, type Place } from './entries.ts';

/** The entries and strings of JavaScript, TypeScript, or JSON, by the TypeScript parser. */
export function readScript(path: string, text: string): { root: Entry; places: Place[] } {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const root = newEntry('');
  const places: Place[] = [];
  const addPlace = (node: ts.Node, entry: Entry): void => {
    const start = node.getStart(file) + 1;
    places.push({ entry, offset: start, text: text.slice(start, node.end - 1) });
  };
  const addKeyed = (name: ts.Node, value: ts.Node, parent: Entry): void => {
    const entry = newEntry(keyOf(name), parent);
    if (ts.isStringLiteralLike(name)) addPlace(name, entry);
    visit(value, entry);
  };
  const addList = (nodes: readonly ts.Node[], parent: Entry): void => {
    for (const [index, node] of nodes.entries()) visit(node, newEntry(`[${index}]`, parent));
  };
  const visit = (node: ts.Node, parent: Entry): void => {
    if (ts.isPropertyAssignment(node)) addKeyed(node.name, node.initializer, parent);
    else if (ts.isEnumMember(node) && node.initializer !== undefined)
      addKeyed(node.name, node.initializer, parent);
    else if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node)) &&
      node.initializer !== undefined
    )
      addKeyed(node.name, node.initializer, parent);
    else if (isAssignment(node)) addKeyed(node.left, node.right, parent);
    else if (
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node)
    ) {
      const entry = newEntry(node.name?.text ?? '', parent);
      ts.forEachChild(node, (child) => visit(child, entry));
    } else if (ts.isCallExpression(node)) {
      addList(node.arguments, newEntry(node.expression.getText(file), parent));
    } else if (ts.isArrayLiteralExpression(node)) addList(node.elements, parent);
    else {
      if (ts.isStringLiteralLike(node)) addPlace(node, parent);
      if (isValue(node)) parent.value ??= ts.isStringLiteralLike(node) ? node.text : node.getText();
      ts.forEachChild(node, (child) => visit(child, parent));
    }
  };
  visit(file, root);
  return { root, places };
}

function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

function isValue(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    ts.isBigIntLiteral(node) ||
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node)
  );
}

function keyOf(name: ts.Node): string {
  if (ts.isComputedPropertyName(name)) return name.expression.getText();
  return ts.isStringLiteralLike(name) || ts.isIdentifier(name) ? name.text : name.getText();
}
