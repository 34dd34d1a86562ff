import { BranchCalls } from './branchCalls.ts';
import { clueIn, clueOfKey } from './clues.ts';
import { membersIn } from './members.ts';
import type { CommentClues } from './commentClues.ts';
import { verdictOfEntries } from './entryVerdicts.ts';
import { isOfOthers } from './conditions.ts';
import { headOf } from '../text/keys.ts';
import type { KeyClues, Scope } from './keyClues.ts';
import { fillers, joinedName, roleWords, testWords } from '../networks/names.ts';
import { blockAt } from '../text/blocks.ts';
import { lineAt, lineEnd, parentOf } from '../text/outline.ts';
import type { Family } from '../networks/networks.ts';
import type { Verdict } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/** Don't read more levels of blocks and lines around an address. */
export const maxLevels = 8;

/** In UTF-16 units: the arguments of a longer call are more than one token. */
const maxOfCall = 400;

/** In UTF-16 units, with its quotes: a shorter literal in the code before a block can be a name. */
const minProseLength = 27;

/** A text without a blank is a key, however long it is: `"ethereum-mainnet-arbitrum-1"`. */
const isKey = /^.[\w.-]{1,48}.$/;

const none: readonly Clue[] = [];

/** Evidence in the blocks and lines around an address. Each is read once. */
export class Surroundings {
  readonly #scope: Scope;
  readonly #keys: KeyClues;
  readonly #comments: CommentClues;
  readonly #branches: BranchCalls;
  readonly #ofBlocks: (readonly Clue[] | undefined)[] = [];
  readonly #ofLines: (readonly Clue[] | undefined)[] = [];
  /** By the line that the section is under, from 1; 0 for the whole text. */
  readonly #ofSections: (readonly Clue[] | undefined)[] = [];

  constructor(scope: Scope, keys: KeyClues, comments: CommentClues) {
    this.#scope = scope;
    this.#keys = keys;
    this.#comments = comments;
    this.#branches = new BranchCalls(scope.outline.text);
  }

  /** Evidence of a block: its entries, its key in the block around it, its name, its comment. */
  ofBlock(block: number): readonly Clue[] {
    return (this.#ofBlocks[block] ??= listed([...this.#cluesOfBlock(block)]));
  }

  *#cluesOfBlock(block: number): Generator<Clue | undefined> {
    const { outline, entries, family } = this.#scope;
    const { blocks, lines } = outline;
    yield clueOfArguments(this.#scope, block);
    yield verdictOfEntries(entries.ofBlock(block), family);
    const offset = blocks.opens[block] ?? 0;
    const line = lineAt(lines, offset);
    const outer = { block: blocks.parents[block] ?? -1, line };
    const head = headOf(outline, block);
    if (!isOfOthers(head)) {
      yield this.#keys.at({ ...outer, offset }, 'section');
      const clue = clueOfHead(head, family);
      const called = family === 'evm' ? this.#branches.of(head) : undefined;
      yield called && ofBranch(called, clue?.verdict);
      // A block that contains tokens is a network: `base: { usdc: "0x…" }`.
      const isAsset =
        clue !== undefined && !entries.ofBlock(block).isOfAssets && this.#keys.isAsset(outer, clue);
      if (!isAsset) yield clue;
    }
    yield this.#comments.rightAbove(line);
  }

  /** Evidence in lines around a line: entries with equal indentation, and the line above them. */
  *ofLinesAround(from: number): Generator<readonly Clue[]> {
    const { outline, entries, family } = this.#scope;
    const { lines, text } = outline;
    const content = lines.contents[from] ?? 0;
    if (/^[-*] /.test(text.slice(content, content + 2))) {
      // Lines under an item's first line are entries of the same item.
      const ofItem = verdictOfEntries(entries.ofLinesUnder(from), family);
      if (ofItem !== undefined) yield [ofItem];
    }
    // `: "0x…"` is the case that the condition doesn't name.
    let line = text.charAt(content) === ':' ? parentOf(lines, from) : from;
    for (let level = 0; level < maxLevels; level++) {
      const parent = parentOf(lines, line);
      const ofSection = (this.#ofSections[parent + 1] ??= listed([
        clueOfSection(this.#scope, parent),
      ]));
      if (ofSection.length > 0) yield ofSection;
      if (parent === -1) return;
      yield (this.#ofLines[parent] ??= listed([...this.#cluesOfLine(parent)]));
      line = parent;
    }
  }

  *#cluesOfLine(line: number): Generator<Clue | undefined> {
    const { outline, family } = this.#scope;
    const { text, lines, blocks } = outline;
    const start = lines.contents[line] ?? 0;
    const end = Math.min(lineEnd(outline, line), start + 200);
    const own = text.slice(start, end);
    if (isOfOthers(own) || isFence(own)) return;
    const separator = own.indexOf(':');
    if (separator !== -1 && blockAt(blocks, start) === -1) {
      yield this.#keys.at({ block: -1, line, offset: start + separator + 1 }, 'section');
    }
    const clue = clueOfKey(own, family, 'section');
    yield clue && own.startsWith('#') ? clueOfHeading(clue, own) : clue;
    yield this.#comments.rightAbove(line);
  }
}

/** Evidence in the entries below a line, or in the whole text for -1. */
function clueOfSection(scope: Scope, parent: number): Clue | undefined {
  const clue = verdictOfEntries(scope.entries.ofLinesUnder(parent), scope.family);
  return clue && inSection(clue, parent, scope);
}

/**
 * Lines of a whole file, or under a heading, are not one entry: an ID there yields to what holds an
 * address by its name, and a URL to any name that is nearer.
 */
function inSection(clue: Clue, parent: number, { outline, lineKind }: Scope): Clue | undefined {
  const { text, lines } = outline;
  const above = text.slice(lines.contents[parent] ?? 0).slice(0, 3);
  const isOfFile = parent === -1 || (isFence(above) && parentOf(lines, parent) === -1);
  // A title at the top of a file describes the file, and `const blockchain = …` an example.
  if (isOfFile && (clue.reason === 'name' || (clue.reason === 'key' && lineKind !== 'entries')))
    return undefined;
  const isWide = isOfFile || above.startsWith('#') || isFence(above);
  // In code and documents, lines are statements, possibly of several examples.
  const isUrl = isWide && clue.reason === 'rpcUrl';
  // The node URL of one example doesn't apply to the next one.
  if (isUrl && lineKind === 'prose') return undefined;
  if (isUrl || (clue.reason === 'key' && lineKind !== 'entries'))
    return { ...clue, strength: 'words' };
  return isWide && clue.reason === 'chainId' ? { ...clue, strength: 'structural' } : clue;
}

/** Whether a line opens a code block in Markdown, where a language name is no evidence. */
const isFence = (line: string): boolean => line.startsWith('```') || line.startsWith('~~~');

/**
 * A branch's evidence about the function that it calls, unless the function is named after another
 * network.
 */
function ofBranch(called: Verdict, ofName: Verdict | undefined): Clue {
  const [own, other] = [called, ofName].map((each) =>
    each !== undefined && 'network' in each ? each.network : undefined,
  );
  const verdict: Verdict =
    own === undefined || other === undefined || own === other
      ? called
      : { kind: 'several', networks: [own, other] };
  return { verdict, reason: 'chainId', strength: 'structural' };
}

function clueOfHead(head: string, family: Family): Clue | undefined {
  const text = withoutProse(head);
  return /=\s*(?:[\w.]+)?$/.test(head.trim())
    ? clueIn(text, family, 'name')
    : clueOfKey(text, family, 'section');
}

/** Titles of tests and messages are prose. Only the code before a block and its keys count. */
const withoutProse = (head: string): string =>
  head.replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g, (literal) =>
    literal.length < minProseLength || isKey.test(literal) ? literal : ' ',
  );

/** `# Foo on Base` is a sentence, and `## Contracts on Base` the name of a network. */
function clueOfHeading(clue: Clue, heading: string): Clue {
  if (clue.verdict.kind !== 'named') return clue;
  const name = joinedName(clue.verdict.evidence);
  const isSentence = (heading.match(/[A-Za-z]\w*/g) ?? [])
    .map((word) => joinedName(word))
    .some((word) => !name.includes(word) && !isNeutral(word));
  return isSentence ? { ...clue, strength: 'words' } : clue;
}

const isNeutral = (word: string): boolean =>
  roleWords.has(word) || fillers.has(word) || testWords.has(word) || neutral.has(word);

/** Words of headings about a network and nothing else. */
const neutral = new Set('smart contract chainid id pos one core periphery v1 v2 v3 v4'.split(' '));

export function listed(clues: readonly (Clue | undefined)[]): readonly Clue[] {
  const found = clues.filter((clue) => clue !== undefined);
  return found.length > 0 ? found : none;
}

/** `token(⏎ ChainId.BASE,⏎ "0x…")`: evidence in other arguments of a call. */
function clueOfArguments({ outline, family }: Scope, block: number): Clue | undefined {
  const { text, blocks } = outline;
  const opening = blocks.opens[block] ?? 0;
  if (text.charCodeAt(opening) !== 0x28) return undefined;
  const end = blocks.closes[block] ?? 0;
  if (end - opening > maxOfCall) return undefined;
  const verdict = membersIn(text.slice(opening, end), family);
  return verdict === undefined ? undefined : { verdict, reason: 'key', strength: 'structural' };
}
