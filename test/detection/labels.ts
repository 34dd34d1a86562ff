/**
 * Labels for sources of published packages, by the position of strings in the syntax tree and by
 * `reference.ts`; nothing comes from the scanner. JavaScript, TypeScript, and JSON are read by the
 * TypeScript parser, Solidity by its own rule for address literals.
 */
import ts from 'typescript';
import type { Family } from '../../src/networks/networks.ts';
import type { CorpusFile } from './packages.ts';
import { namedAddressIn } from './namedPlaces.ts';
import { familyOf, isBase58Of32 } from './reference.ts';
import { isSolanaPlace } from './solanaPlaces.ts';

export interface Label {
  readonly offset: number;
  readonly text: string;
  readonly family: Family;
}

export function labelsOf(file: CorpusFile): Label[] {
  const labels = file.path.endsWith('.sol') ? ofSolidity(file.text) : ofScript(file);
  const places = new Map(labels.map((label) => [label.offset, label]));
  return [...places.values()].sort((a, b) => a.offset - b.offset);
}

/** Strings that a syntax tree holds, and comments: the words in each that are addresses whole. */
function ofScript(source: CorpusFile): Label[] {
  const { path, text } = source;
  // By its name it is read as JSON or as script; parents are set for both.
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const labels: Label[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isTemplateHead(node)
    ) {
      const isSolana = ts.isStringLiteralLike(node) && isSolanaPlace(node, source);
      labels.push(...wordsIn(text, node.getStart(file), node.end, isSolana));
      const named = ts.isStringLiteralLike(node) ? namedAddressIn(node) : undefined;
      if (named !== undefined) labels.push({ ...named, offset: node.getStart(file) + 1 });
      else if (source.package === 'near-api-js')
        labels.push(...namesIn(node.text, node.getStart(file) + 1));
    } else if (ts.isNumericLiteral(node) || ts.isIdentifier(node)) {
      labels.push(...wordsIn(text, node.getStart(file), node.end, false));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const { 0: comment, index } of commentsOf(text, file)) {
    labels.push(...wordsIn(text, index, index + comment.length, /sol(?:ana|scan)/i.test(comment)));
    if (source.package === 'near-api-js') labels.push(...namesIn(comment, index));
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
      // Comments before a closing bracket, which isn't a node.
      ...(ts.getLeadingCommentRanges(text, node.end) ?? []),
    ]) {
      places.set(range.pos, text.slice(range.pos, range.end));
    }
    ts.forEachChild(node, scan);
  };
  if (!file.fileName.endsWith('.json')) scan(file);
  return [...places].map(([index, comment]) => ({ 0: comment, index }));
}

/**
 * Words in NEAR's library that end like accounts, in comments and as whole strings: none is a host
 * or a file.
 */
function namesIn(text: string, start: number): Label[] {
  const names = /(?<![\w./@-])(?:[a-z\d_-]+\.)+(?:near|testnet)(?![\w-]|\.\w)/g;
  return [...text.matchAll(names)].map(({ 0: name, index }) => ({
    offset: start + index,
    text: name,
    family: 'near',
  }));
}

/** Words between characters that no address has; TON's and Cardano's own are tried first. */
function wordsIn(text: string, start: number, end: number, isSolana: boolean): Label[] {
  const labels: Label[] = [];
  for (const shape of [/[\w:-]+/g, /[\w-]+/g, /[A-Za-z0-9_]+/g, /[A-Za-z0-9]+/g]) {
    const part = text.slice(start, end).replace(/\\[nrt"']/g, '  ');
    for (const { 0: word, index } of part.matchAll(shape)) {
      const family = familyOf(word) ?? (isSolana && isBase58Of32(word) ? 'solana' : undefined);
      const offset = start + index;
      const isPart = labels.some(
        (one) => one.offset < offset && offset < one.offset + one.text.length,
      );
      if (family !== undefined && !isPart) labels.push({ offset, text: word, family });
      // Bridges write a token of Ethereum behind their name: peggy0x…, gravity0x….
      const [, bridge, token] = /^([a-z]{3,8})(0x[0-9a-fA-F]{40})$/.exec(word) ?? [];
      if (bridge === undefined || token === undefined) continue;
      labels.push({ offset: start + index + bridge.length, text: token, family: 'evm' });
    }
  }
  return labels;
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
