/**
 * Labels for sources of published packages, by where a string stands in the syntax tree and by
 * `reference.ts`; none of it is the scanner's. JavaScript, TypeScript and JSON are read by the
 * TypeScript parser, Solidity by its own rule for address literals.
 */
import ts from 'typescript';
import type { Family } from '../../src/addresses/networks.ts';
import { familyOf, isBase58Of32 } from './reference.ts';

export interface Label {
  readonly offset: number;
  readonly text: string;
  readonly family: Family;
}

export function labelsOf(path: string, text: string): Label[] {
  const labels = path.endsWith('.sol') ? ofSolidity(text) : ofScript(path, text);
  const places = new Map(labels.map((label) => [label.offset, label]));
  return [...places.values()].sort((a, b) => a.offset - b.offset);
}

/** Strings that a syntax tree holds, and comments: the words in each that are addresses whole. */
function ofScript(path: string, text: string): Label[] {
  // By its name it is read as JSON or as script; parents are set for both.
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const labels: Label[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isTemplateHead(node)
    ) {
      const isSolana = ts.isStringLiteralLike(node) && isSolanaPlace(node, path);
      labels.push(...wordsIn(text, node.getStart(file), node.end, isSolana));
    } else if (ts.isNumericLiteral(node) || ts.isIdentifier(node)) {
      labels.push(...wordsIn(text, node.getStart(file), node.end, false));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const { 0: comment, index } of commentsOf(text, file)) {
    labels.push(...wordsIn(text, index, index + comment.length, /sol(?:ana|scan)/i.test(comment)));
  }
  return labels;
}

function commentsOf(text: string, file: ts.SourceFile): { 0: string; index: number }[] {
  const places = new Map<number, string>();
  const scan = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ]) {
      places.set(range.pos, text.slice(range.pos, range.end));
    }
    ts.forEachChild(node, scan);
  };
  if (!file.fileName.endsWith('.json')) scan(file);
  return [...places].map(([index, comment]) => ({ 0: comment, index }));
}

/** Words between characters that no address has; TON's and Cardano's own are tried first. */
function wordsIn(text: string, start: number, end: number, isSolana: boolean): Label[] {
  const labels: Label[] = [];
  for (const shape of [/[\w-]+/g, /[A-Za-z0-9_]+/g, /[A-Za-z0-9]+/g]) {
    const part = text.slice(start, end).replace(/\\[nrt"']/g, '  ');
    for (const { 0: word, index } of part.matchAll(shape)) {
      const family = familyOf(word) ?? (isSolana && isBase58Of32(word) ? 'solana' : undefined);
      if (family !== undefined) labels.push({ offset: start + index, text: word, family });
    }
  }
  return labels;
}

/** Where the structure of the package says that a string is of Solana. */
function isSolanaPlace(node: ts.StringLiteralLike, path: string): boolean {
  const { parent } = node;
  // @swapkit/tokens: a list by its provider, or an asset that begins with its chain.
  if (ts.isPropertyAssignment(parent) && parent.name.getText() === 'logoURI') return false;
  if (node.text.startsWith('SOL.')) return true;
  if (/jupiter/i.test(path)) {
    return ts.isPropertyAssignment(parent) && parent.name.getText() === 'address';
  }
  // @bitgo/statics: the constructor by its name.
  // multicoin-address-validator: the chain is another argument.
  if (ts.isCallExpression(parent)) {
    const [first, ...others] = parent.arguments.map((argument) => argument.getText());
    const isNamed = /\bt?sol/i.test(parent.expression.getText());
    return isNamed || (first === node.getText() && others.some((text) => /sol|bonk/i.test(text)));
  }
  // @swapkit/tokens elsewhere, @bitgo/statics' programs: a sibling, or the name of the enumeration.
  if (ts.isPropertyAssignment(parent)) {
    const siblings = parent.parent.properties.map((property) => property.getText());
    if (siblings.some((text) => /^chain: "SOL"/.test(text))) return true;
  }
  if (ts.isBinaryExpression(parent) && /^ProgramID\[/.test(parent.left.getText())) return true;
  // @wormhole-foundation/sdk-base: a pair of chain and contract, or a key.
  const row = ts.isArrayLiteralExpression(parent) ? parent.elements[0]?.getText() : undefined;
  if (row !== undefined && /^["'](?:Solana|Pythnet|Fogo)["']$/.test(row)) return true;
  let owner: ts.Node = parent;
  for (let depth = 0; depth < 6; depth++) {
    if (ts.isSourceFile(owner)) return false;
    const name = ts.isPropertyAssignment(owner) ? owner.name.getText() : '';
    if (/^["']?(?:Solana|Pythnet|Fogo)["']?$/i.test(name)) return true;
    const head = ts.isArrayLiteralExpression(owner) ? owner.elements[0]?.getText() : undefined;
    if (head !== undefined && /^["'](?:Solana|Pythnet|Fogo)["']$/.test(head)) return true;
    owner = owner.parent;
  }
  return false;
}

/**
 * Solidity takes a literal of 40 hex digits for an address, and refuses one whose EIP-55 checksum
 * is wrong ("Address Literals" in its documentation), but for assembly, where it is a number.
 */
function ofSolidity(text: string): Label[] {
  return [...text.matchAll(/[A-Za-z0-9_$]+/g)].flatMap(({ 0: word, index }) => {
    const isOnlyMask = /^0x[fF]{40}$/.test(word);
    return familyOf(word) === 'evm' && !isOnlyMask
      ? [{ offset: index, text: word, family: 'evm' as const }]
      : [];
  });
}
