import { lineAt } from '../text/outline.ts';
import { isComment, lineFrom } from '../text/lines.ts';
import { readOnce } from '../text/once.ts';
import { blocksAround, linesAround } from '../text/parts.ts';
import { headBefore } from '../text/keys.ts';
import { fileOf, type Scanned } from './source.ts';
import { isMoveType } from './hexNames.ts';
import {
  firstIn,
  isNamedIn,
  lastIn,
  networkMemberIn,
  networkOfFile,
  type Mention,
} from './networkWords.ts';

/** How far before a value, and after it, its line can name its network, in UTF-16 units. */
const lineReach = { before: 240, after: 120 } as const;

/** How much of a block can name its network, in UTF-16 units. */
const membersReach = 400;

const ofMove: ReadonlySet<Mention> = new Set(['sui', 'aptos']);

/** One per scanned text, shared by all families. */
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
  #ofMoveTypes: Mention | null = null;
  /** Several families ask about the same value. */
  #last: { readonly start: number; readonly mention: Mention } = { start: -1, mention: undefined };

  constructor(scanned: Scanned) {
    this.#scanned = scanned;
    this.#text = scanned.text;
  }

  /** The nearest network named by the line, the comment above, or the blocks and lines around. */
  near(start: number, end: number): Mention {
    if (this.#last.start !== start) {
      this.#last = { start, mention: this.#nearest(start, end) };
    }
    return this.#last.mention;
  }

  #nearest(start: number, end: number): Mention {
    const isMove = isMoveType(this.#text, end);
    for (const mention of this.#mentions(start, end)) {
      // Only two networks have such types: another name belongs to a bridged asset.
      if (mention !== undefined && (!isMove || ofMove.has(mention))) return mention;
    }
    return isMove ? this.#ofMove() : undefined;
  }

  /** Sui or Aptos, if the path and the first lines name only one of them. */
  #ofMove(): Mention {
    if (this.#ofMoveTypes === null) {
      const { path, head } = fileOf(this.#text, this.#scanned.source);
      const text = `${path}\n${head}`;
      const named = (['sui', 'aptos'] as const).filter((network) => isNamedIn(network, text));
      this.#ofMoveTypes = named.length === 1 ? named[0] : undefined;
    }
    return this.#ofMoveTypes;
  }

  /** The network that the path and the first lines name. */
  ofFile(): Mention {
    if (this.#ofFile === null)
      this.#ofFile = networkOfFile(fileOf(this.#text, this.#scanned.source));
    return this.#ofFile;
  }

  /** Nearest first. */
  *#mentions(start: number, end: number): Generator<Mention> {
    const text = this.#text;
    yield mentionOnLine(text, start, end);
    const part = this.#scanned.partAt(start);
    const { lines } = part.outline();
    const line = lineAt(lines, start - part.from);
    if (line > 0) yield mentionInComment(text, part.from + (lines.contents[line - 1] ?? 0));
    let isInnermost = true;
    for (const { start: open, end: close } of blocksAround(part, start)) {
      if (isInnermost) yield mentionInArguments(text, open, start);
      yield readOnce(this.#ofBlocks, open, () => mentionOfBlock(text, open));
      if (isInnermost) yield mentionOfMember(text, end, Math.min(close, end + membersReach));
      isInnermost = false;
    }
    for (const content of linesAround(part, start)) {
      yield readOnce(this.#ofLines, content, () =>
        lastIn(lineFrom(text, content, lineReach.before)),
      );
    }
  }
}

function mentionOnLine(text: string, start: number, end: number): Mention {
  const before = text.slice(Math.max(0, start - lineReach.before), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = text.slice(end, end + lineReach.after);
  // Another value starts there, and later text may describe that one.
  const stop = rest.search(/\n|[0-9A-Za-z]{26}/);
  return lastIn(line) ?? firstIn(stop === -1 ? rest : rest.slice(0, stop));
}

function mentionInComment(text: string, start: number): Mention {
  const line = lineFrom(text, start, lineReach.before);
  return isComment(line) ? lastIn(line) : undefined;
}

/** `[⏎ "Sui",⏎ "0x…"`: the text before it in the same list or call. */
function mentionInArguments(text: string, open: number, start: number): Mention {
  if (text.charCodeAt(open) === 0x7b) return undefined;
  return lastIn(text.slice(Math.max(open, start - membersReach), start));
}

/** The line of a bracket up to it, and for a brace, the first members. */
const mentionOfBlock = (text: string, open: number): Mention =>
  lastIn(headBefore(text, open)) ?? mentionOfMember(text, open, open + membersReach);

function mentionOfMember(text: string, from: number, to: number): Mention {
  const name = networkMemberIn(text.slice(from, to));
  return name === undefined ? undefined : firstIn(`"${name}"`);
}
