import { readOnce } from '../text/once.ts';

/** How far words can be from a value, in UTF-16 units. */
const reach = { before: 400, after: 120 } as const;

/**
 * Words that name Solana, or something that only its programs have. After the group come words that
 * name another system. `near` alone is an English word.
 */
const words =
  /(solana|solscan|solflare|lamport|declare_id|anchor[-_]lang|metaplex|jupiter|raydium|associated_?token|spl[-_]?token|(?<![a-z])spl(?![a-z])|program_?id|tokenMint|mintAddress|(?<![a-z])mint(?![a-z])|(?<![a-z.])sol(?![a-z])|So1{20}|Sysvar)|ed25519|secp256k1|near[-_.](?:protocol|api|org|sdk|account)|\.near(?![a-z])|["']near["']|(?<![a-z])sui(?![a-z])|aptos|ipfs|arweave|ver_?key|did:|libp2p|cosmwasm|factory\/|blockhash|genesis_?hash/gi;

/** In UTF-16 units. Each part of a text is searched once, and only near a value. */
const partLength = 1_024;

/** Longer than any of the words, in UTF-16 units. */
const longestWord = 24;

/** Offsets of words in order: of Solana as they are, of other systems negative, less one. */
type Marks = readonly number[];

/** Whether the nearest word before a value names Solana. If there is none, the first one after it. */
export function createWordIndex(text: string): (start: number, end: number) => boolean {
  const parts = new Map<number, Marks>();
  const marksOf = (part: number): Marks => readOnce(parts, part, () => marksIn(text, part));
  return (start, end) => {
    const last = lastBefore(marksOf, start);
    return (last ?? firstAfter(marksOf, end) ?? -1) >= 0;
  };
}

function marksIn(text: string, part: number): Marks {
  const start = part * partLength;
  // The lookbehinds read one character.
  const from = Math.max(0, start - 1);
  const marks: number[] = [];
  for (const match of text.slice(from, start + partLength + longestWord).matchAll(words)) {
    const at = from + match.index;
    if (at >= start && at < start + partLength) marks.push(match[1] === undefined ? -1 - at : at);
  }
  return marks;
}

const offsetOf = (mark: number): number => (mark < 0 ? -1 - mark : mark);

function lastBefore(marksOf: (part: number) => Marks, start: number): number | undefined {
  const least = start - reach.before;
  for (let part = partOf(start - 1); part >= partOf(least); part--) {
    const mark = marksOf(part).findLast((one) => offsetOf(one) < start);
    if (mark !== undefined) return offsetOf(mark) < least ? undefined : mark;
  }
  return undefined;
}

function firstAfter(marksOf: (part: number) => Marks, end: number): number | undefined {
  const most = end + reach.after;
  for (let part = partOf(end); part <= partOf(most); part++) {
    const mark = marksOf(part).find((one) => offsetOf(one) >= end);
    if (mark !== undefined) return offsetOf(mark) >= most ? undefined : mark;
  }
  return undefined;
}

const partOf = (offset: number): number => Math.floor(Math.max(0, offset) / partLength);
