import { codecOf } from '../families/table.ts';
import type { Family } from '../networks.ts';
import type { Occurrence } from '../occurrence.ts';
import { blocksAround, numericEntry, type Clue } from './blocks.ts';
import { lineEndAfter, lineStartBefore } from './lineBreaks.ts';
import { networkOfChainId, networksIn } from './mentions.ts';
import { readingOf, undecided, type ChainReading } from './reasons.ts';

const anyAddress = /0x[0-9a-fA-F]{40,64}|[1-9A-HJ-NP-Za-km-z]{26,90}/g;
const comment = /(?:\/\/|\/\*|<!--|(?:^|\s)(?:#|--|;)\s)(.*)/;
const chainId = /chain_?id["'`\])]*\s*(?:[:=(,]|is)+\s*["'`]?(0x[0-9a-f]+|\d+)/gi;
const caip2 = /\beip155:(\d+)/g;
const url = /\b(?:https?|wss?):\/\/([^\s"'`<>()/]+)(\/[^\s"'`<>()]*)?/g;

/**
 * The nearest evidence in the code: on the line, in the comment above it, then in the blocks around
 * it, innermost first. The first place that names a network decides. If it names several, none is
 * chosen.
 */
export function evidenceAround(
  text: string,
  { offset, length, family }: Pick<Occurrence, 'offset' | 'length' | 'family'>,
): ChainReading | undefined {
  const lineStart = lineStartBefore(text, offset);
  // A line of a bundle is as long as a file. Text that far away is not evidence.
  const before = text.slice(Math.max(lineStart ?? 0, offset - 400), offset);
  const end = offset + length;
  const after = text.slice(end, lineEndAfter(text, end, 200));
  const places = [
    onLine(before, after),
    [{ reason: 'chainId', text: hasChainIds(family) ? numericEntry(text, offset) : '' }],
    [{ reason: 'comment', text: lineStart === undefined ? '' : commentAbove(text, lineStart) }],
    ...blocksAround(text, offset),
  ] satisfies (readonly Clue[])[];
  for (const place of places) {
    const found = decide(place, family);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Nearest first: its own entry in a list, the comment after it, then the rest of its line. */
function onLine(before: string, after: string): Clue[] {
  const cut = before.replace(anyAddress, '\u0000');
  const entry = cut.slice(lastOf(cut, ['{', '[', ';', '\u0000']) + 1);
  // A comma separates entries with keys. In prose, it separates the items of one list.
  const last = entry.slice(entry.lastIndexOf(',') + 1);
  const own = isKey(last) ? last : entry;
  // The text up to the next address describes this one. After that, it may describe the other.
  const rest = after.replace(anyAddress, '\u0000').split('\u0000')[0] ?? '';
  return [
    { reason: isKey(own) ? 'key' : 'name', text: own },
    { reason: 'comment', text: comment.exec(rest)?.[1] ?? '' },
    { reason: 'name', text: /[,;]\s*\S/.test(rest) && cut.includes('\u0000') ? '' : cut },
    { reason: 'name', text: rest },
  ];
}

function lastOf(text: string, marks: readonly string[]): number {
  return Math.max(...marks.map((mark) => text.lastIndexOf(mark)));
}

function isKey(text: string): boolean {
  return /^\s*["'`[]*[\w.-]+["'`\]]*\s*:/.test(text);
}

/** The comment lines right above a line, joined. */
function commentAbove(text: string, lineStart: number): string {
  const lines: string[] = [];
  let end = lineStart - 1;
  while (end > 0 && lines.length < 6) {
    const start = lineStartBefore(text, end);
    if (start === undefined) break;
    const line = text.slice(Math.max(start, end - 300), end).trim();
    if (!/^(?:\/\/|\/\*|\*|#|--|<!--|;)/.test(line)) break;
    lines.unshift(line);
    end = start - 1;
  }
  return lines.join(' ');
}

/** The first clue that names a network decides. If it names several, the network stays open. */
function decide(clues: readonly Clue[], family: Family): ChainReading | undefined {
  for (const { reason, text } of clues) {
    if (text === '') continue;
    const ids = hasChainIds(family) ? idsIn(text) : [];
    const urls = [...text.matchAll(url)].flatMap(([, host = '']) => networksIn(host, family));
    const words = networksIn(text.replace(url, ' '), family);
    const found = [...new Set([...ids, ...urls, ...words])];
    const [first] = found;
    if (first === undefined) continue;
    if (found.length > 1) return undecided(found);
    if (words.length > 0) return readingOf(reason, first);
    return readingOf(ids.length > 0 ? 'chainId' : 'rpcUrl', first);
  }
  return undefined;
}

const hasChainIds = (family: Family): boolean => codecOf(family)?.hasChainIds === true;

function idsIn(text: string): string[] {
  return [...text.matchAll(chainId), ...text.matchAll(caip2)].flatMap(
    ([, id = '']) => networkOfChainId(id) ?? [],
  );
}
