import { blockAt } from '../../text/blocks.ts';
import { lineAt } from '../../text/outline.ts';
import { isComment, lineFrom } from '../../text/lines.ts';
import { headReach } from '../../text/parts.ts';
import type { Scanned } from '../source.ts';
import { isMoveType } from './hexNames.ts';
import { firstIn, lastIn, networkOfFile, type Mention } from './networkWords.ts';

/** How much of a file contains its imports and declarations, in UTF-16 units. */
export const fileHeadLength = 16_384;

/** How far before a value, and after it, its line can name its network, in UTF-16 units. */
const lineReach = { before: 240, after: 120 } as const;

/** How much of a block, and of the line that it opens on, can name its network. */
const blockReach = { head: 120, members: 400 } as const;

/** What a head starts after. */
const edges = ['\n', ';', '{', '}', '[', ']'];

const ofMove: ReadonlySet<Mention> = new Set(['sui', 'aptos']);

/** Beyond these, hostile text could nest without end. */
const mostLevels = 24;

/** `chain: "sui"`, `"network": "starknet"`. */
const member =
  /(?<![A-Za-z])(?:chain(?:_?name)?|network(?:_?name)?|blockchain|platform|protocol|ecosystem)["'`]?\s{0,4}[:=]\s{0,4}["'`]([\w .:-]{2,24}["'`])/i;

/** A piece of each name in `member`: it takes half the time where there is none of them. */
const memberPart = /hain|etwork|latform|rotocol|cosystem/i;

/** One for each text that is scanned, for all families. */
const ofTexts = new WeakMap<Scanned, NamedNetwork>();

export function namedNetworkOf(scanned: Scanned): NamedNetwork {
  const known = ofTexts.get(scanned) ?? new NamedNetwork(scanned);
  ofTexts.set(scanned, known);
  return known;
}

/** Which network the text around a value names. Each part of the text is read once. */
class NamedNetwork {
  readonly #scanned: Scanned;
  readonly #text: string;
  readonly #ofBlocks = new Map<number, Mention>();
  readonly #ofLines = new Map<number, Mention>();
  #ofFile: Mention | null = null;
  /** Several families ask about the same value. */
  #last: { readonly start: number; readonly mention: Mention } = { start: -1, mention: undefined };

  constructor(scanned: Scanned) {
    this.#scanned = scanned;
    this.#text = scanned.text;
  }

  /** What its line, the comment above, and the blocks and lines around it name: the nearest one. */
  near(start: number, end: number): Mention {
    if (this.#last.start !== start) {
      this.#last = { start, mention: this.#nearest(start, end) };
    }
    return this.#last.mention;
  }

  #nearest(start: number, end: number): Mention {
    const isMove = isMoveType(this.#text, end);
    for (const mention of this.#mentions(start, end)) {
      // Only two networks have such types: other names are those of a bridged asset.
      if (mention !== undefined && (!isMove || ofMove.has(mention))) return mention;
    }
    return undefined;
  }

  /** What the path and the first lines name. */
  ofFile(): Mention {
    if (this.#ofFile === null) {
      const { path = '', head = this.#text.slice(0, fileHeadLength) } = this.#scanned.source ?? {};
      this.#ofFile = networkOfFile({ path, head });
    }
    return this.#ofFile;
  }

  /** Nearest first. */
  *#mentions(start: number, end: number): Generator<Mention> {
    const text = this.#text;
    yield mentionOnLine(text, start, end);
    const { from, outline } = this.#scanned.partAt(start);
    const { blocks, lines } = outline();
    const floor = start - headReach;
    const line = lineAt(lines, start - from);
    if (line > 0) yield mentionInComment(text, from + (lines.contents[line - 1] ?? 0));
    let block = blockAt(blocks, start - from);
    for (let depth = 0; block !== -1 && depth < mostLevels; depth++) {
      const open = from + (blocks.opens[block] ?? 0);
      if (open < floor) break;
      if (depth === 0) yield mentionInArguments(text, open, start);
      yield known(this.#ofBlocks, open, () => mentionOfBlock(text, open));
      if (depth === 0)
        yield mentionOfMember(
          text,
          end,
          Math.min(from + (blocks.closes[block] ?? end), end + blockReach.members),
        );
      block = blocks.parents[block] ?? -1;
    }
    let parent = lines.parents[line] ?? -1;
    for (let depth = 0; parent >= 0 && depth < mostLevels; depth++) {
      const content = from + (lines.contents[parent] ?? 0);
      if (content < floor) break;
      yield known(this.#ofLines, content, () => lastIn(lineFrom(text, content, lineReach.before)));
      parent = lines.parents[parent] ?? -1;
    }
  }
}

function mentionOnLine(text: string, start: number, end: number): Mention {
  const before = text.slice(Math.max(0, start - lineReach.before), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = text.slice(end, end + lineReach.after);
  // Another value begins there: what follows may describe that one.
  const stop = rest.search(/\n|[0-9A-Za-z]{26}/);
  return lastIn(line) ?? firstIn(stop === -1 ? rest : rest.slice(0, stop));
}

function mentionInComment(text: string, start: number): Mention {
  const line = lineFrom(text, start, lineReach.before);
  return isComment(line) ? lastIn(line) : undefined;
}

/** `[⏎ "Sui",⏎ "0x…"`: what comes before it in its own list or call. */
function mentionInArguments(text: string, open: number, start: number): Mention {
  if (text.charCodeAt(open) === 0x7b) return undefined;
  return lastIn(text.slice(Math.max(open, start - blockReach.members), start));
}

/** The line of a bracket up to it, and for a brace, the first members. */
function mentionOfBlock(text: string, open: number): Mention {
  const before = text.slice(Math.max(0, open - blockReach.head), open).trimEnd();
  const edge = Math.max(...edges.map((each) => before.lastIndexOf(each)));
  const head = before.slice(edge + 1);
  return lastIn(head) ?? mentionOfMember(text, open, open + blockReach.members);
}

function mentionOfMember(text: string, from: number, to: number): Mention {
  const part = text.slice(from, to);
  if (!memberPart.test(part)) return undefined;
  const [, name] = member.exec(part) ?? [];
  return name === undefined ? undefined : firstIn(`"${name}`);
}

function known(mentions: Map<number, Mention>, offset: number, read: () => Mention): Mention {
  if (!mentions.has(offset)) mentions.set(offset, read());
  return mentions.get(offset);
}
