import { networkNamed, type Family } from '../networks.ts';
import type { Occurrence } from '../occurrence.ts';
import { entriesIn, keyBefore, mayBeNetwork, verdictOfEntries, type Entries } from './entries.ts';
import { forkAt, forksIn } from './forks.ts';
import { clueIn, clueOfEntry, clueOfLine, lineOf, type Clue } from './line.ts';
import { calledAs, mentionsIn, networkCalled, networkOfChainId, type Verdict } from './mentions.ts';
import { fillers, isSymbol, roleWords } from './names.ts';
import { blockAt, lineAt, outlineOf, type Comment, type Outline } from '../outline.ts';
import { combine, pathClue } from './path.ts';

/** Finds what names the network of each address of one text. Reads each part of the text once. */
export class EvidenceReader {
  readonly #text: string;
  readonly #path: string;
  readonly #caches = new Map<Family, Cache>();
  #outline: Outline | undefined;
  #forks: ReturnType<typeof forksIn> | undefined;
  #isOfBridge: boolean | undefined;

  constructor(text: string, path: string) {
    this.#text = text;
    this.#path = path;
  }

  /** The nearest clue that decides. `undefined` if nothing names a network. */
  clueFor(occurrence: Pick<Occurrence, 'offset' | 'length' | 'family'>): Clue | undefined {
    const clue = this.#nearestClue(occurrence);
    if (clue?.verdict.kind !== 'named' || !isOfText.has(clue.reason)) return clue;
    const marker = this.#cacheOf(occurrence.family).markerAt(occurrence.offset);
    if (marker === undefined) return clue;
    const verdict = testNetworkOf(clue.verdict, marker, occurrence.family);
    return { verdict, reason: clue.reason };
  }

  #nearestClue(place: Pick<Occurrence, 'offset' | 'length' | 'family'>): Clue | undefined {
    let partly: Clue | undefined;
    let half: Clue | undefined;
    for (const clue of this.#cluesFor(place)) {
      const { verdict } = clue;
      if (partly !== undefined && !isDecisive(partly, clue)) continue;
      if (verdict.kind === 'partly') partly ??= clue;
      else if (half !== undefined) {
        const both = combine(half.verdict, verdict, place.family);
        return both === undefined ? half : { verdict: both, reason: half.reason };
      } else if (partly === undefined && clue.isTouching !== true && isHalf(clue)) half = clue;
      else return partly === undefined ? clue : resolved(partly, clue);
    }
    return half ?? (partly && resolved(partly, undefined));
  }

  /** Nearest first. */
  *#cluesFor(place: Pick<Occurrence, 'offset' | 'length' | 'family'>): Generator<Clue> {
    const outline = this.#outlineOfText();
    const { lines, blocks } = outline;
    const cache = this.#cacheOf(place.family);
    const line = lineAt(lines, place.offset);
    const start = lines.starts[line] ?? 0;
    const end = (lines.starts[line + 1] ?? this.#text.length + 1) - 1;
    const own = lineOf(this.#text, place, { start, end });
    let block = blockAt(blocks, place.offset);
    const ofEntry = clueOfEntry(own);
    const isLone = ofEntry?.reason === 'key' && cache.isLoneWord(block, line, ofEntry.verdict);
    if (ofEntry !== undefined && !isLone) yield ofEntry;
    const ofKey = cache.keyClue(block, line, place.offset);
    if (ofKey !== undefined) yield ofKey;
    const ofLine = isLone ? undefined : clueOfLine(own);
    if (ofLine !== undefined) yield ofLine;
    yield* cache.commentsAt(line, block);
    for (let depth = 0; block !== -1 && depth < mostBlocks; depth++) {
      yield* cache.blockClues(block);
      const banner = cache.bannerIn(line, blocks.parents[block] ?? -1);
      if (banner !== undefined) yield banner;
      block = blocks.parents[block] ?? -1;
    }
    yield* cache.lineClues(cache.outerLine(line, place.offset));
    const fork = this.#forkClue(place.offset);
    if (fork !== undefined && place.family === 'evm') yield fork;
    const ofPath = cache.pathClue();
    if (ofPath !== undefined) yield ofPath;
  }

  #forkClue(offset: number): Clue | undefined {
    this.#forks ??= forksIn(this.#text);
    const verdict = forkAt(this.#forks, offset, 0);
    return verdict === undefined ? undefined : { verdict, reason: 'fork' };
  }

  #outlineOfText(): Outline {
    return (this.#outline ??= outlineOf(this.#text, /\.mdx?$|\.markdown$/i.test(this.#path)));
  }

  #cacheOf(family: Family): Cache {
    const known = this.#caches.get(family);
    if (known !== undefined) return known;
    this.#isOfBridge ??=
      /wormhole|layerzero/i.test(this.#path) ||
      /wormhole|layerzero/i.test(this.#text.slice(0, 1_024));
    const created = new Cache(this.#outlineOfText(), family, {
      path: this.#path,
      isSmallIdForeign: this.#isOfBridge,
    });
    this.#caches.set(family, created);
    return created;
  }
}

/** Blocks around an address beyond these say nothing about it. */
const mostBlocks = 8;

/** `mainnet` and the test networks whose names other networks' own ones share. */
function isHalf({ verdict, reason }: Clue): boolean {
  return (
    verdict.kind === 'named' &&
    reason !== 'chainId' &&
    reason !== 'rpcUrl' &&
    (/^main(?:net)?$/i.test(verdict.evidence) ||
      ['sepolia', 'holesky', 'hoodi', 'goerli'].includes(verdict.network))
  );
}

/** Reasons of clues in the text that name a network by its name. */
const isOfText: ReadonlySet<string> = new Set(['key', 'name', 'comment', 'section']);

/** A name with a network in it yields to all other clues if it is a contract's, else to the path. */
function isDecisive({ verdict }: Clue, { reason }: Clue): boolean {
  return (verdict.kind === 'partly' && verdict.part === 'hard') || reason === 'path';
}

function resolved({ verdict, reason }: Clue, other: Clue | undefined): Clue {
  if (verdict.kind !== 'partly') return { verdict, reason };
  const { network, part } = verdict;
  const isSame = other?.verdict.kind === 'named' && other.verdict.network === network;
  if (other !== undefined && (part === 'hard' || part === 'capital') && !isSame) return other;
  if (isSame || (other === undefined && part !== 'hard')) {
    return { verdict: { kind: 'named', network, evidence: network }, reason };
  }
  const second = other?.verdict.kind === 'named' ? other.verdict.network : 'ethereum';
  return network === second
    ? { verdict: { kind: 'outside', evidence: network }, reason }
    : { verdict: { kind: 'several', networks: [network, second] }, reason };
}

/** `testnet: { polygon: "0x…" }`: the test network, which the table may not have. */
function testNetworkOf(verdict: Verdict, marker: string, family: Family): Verdict {
  if (verdict.kind !== 'named' || isTestTitle(verdict.network)) return verdict;
  const network = networkCalled(`${verdict.network} ${marker}`, family);
  return network === undefined
    ? { kind: 'outside', evidence: `${verdict.network} ${marker}` }
    : { kind: 'named', network, evidence: network };
}

const isTestTitle = (network: string): boolean =>
  /test|devnet|sepolia|goerli|holesky|hoodi|amoy|mumbai|fuji|chiado|alfajores|rinkeby|ropsten|kovan|nile|shasta|preprod/i.test(
    networkNamed(network)?.title ?? network,
  );

const testMarker = /^(testnet|devnet)s?$/i;

const none: readonly Clue[] = [];

/** What the parts of a text say about addresses of one family. Each part is read once. */
class Cache {
  readonly #outline: Outline;
  readonly #family: Family;
  readonly #path: string;
  readonly #isSmallIdForeign: boolean;
  readonly #ofBlocks: (readonly Clue[] | undefined)[] = [];
  readonly #ofLines: (readonly Clue[] | undefined)[] = [];
  readonly #entriesOfBlocks: (Entries | undefined)[] = [];
  readonly #entriesOfLines = new Map<number, Entries>();
  readonly #ofComments: (Clue | null | undefined)[] = [];
  #children: { readonly first: readonly number[]; readonly next: readonly number[] } | undefined;
  #ofPath: Clue | null | undefined;
  #constants: ReadonlyMap<string, string> | undefined;
  #pathMarker: string | undefined;
  /** Empty where there is none. */
  readonly #markers: (string | undefined)[] = [];

  constructor(
    outline: Outline,
    family: Family,
    { path, isSmallIdForeign }: { readonly path: string; readonly isSmallIdForeign: boolean },
  ) {
    this.#outline = outline;
    this.#family = family;
    this.#path = path;
    this.#isSmallIdForeign = isSmallIdForeign;
  }

  pathClue(): Clue | undefined {
    if (this.#ofPath === undefined) this.#ofPath = pathClue(this.#path, this.#family) ?? null;
    return this.#ofPath ?? undefined;
  }

  /** Whether a block around an offset, or the path, says that all in it is on test networks. */
  markerAt(offset: number): string | undefined {
    const { blocks } = this.#outline;
    return this.#markerOf(blockAt(blocks, offset));
  }

  #markerOf(block: number): string | undefined {
    if (block === -1) {
      this.#pathMarker ??=
        this.#path
          .split(/[\\/]/)
          .flatMap((part) => testMarker.exec(part.split('.', 1)[0] ?? '')?.[1]?.toLowerCase() ?? [])
          .at(-1) ?? '';
      return this.#pathMarker || undefined;
    }
    const known = this.#markers[block];
    if (known !== undefined) return known || undefined;
    const { text, blocks } = this.#outline;
    const opening = blocks.opens[block] ?? 0;
    const key = firstOf(text, opening) ?? keyAbove(text, opening);
    const own = testMarker.exec(key)?.[1]?.toLowerCase();
    const marker = own ?? this.#markerOf(blocks.parents[block] ?? -1);
    this.#markers[block] = marker ?? '';
    return marker;
  }

  /** The key of an address in a map by networks or by chain IDs. */
  keyClue(
    block: number,
    line: number,
    offset: number,
    reason: 'key' | 'section' = 'key',
  ): Clue | undefined {
    const { text, lines, blocks } = this.#outline;
    const isInBlock = block !== -1 && (blocks.opens[block] ?? 0) >= 0;
    const from = Math.max(isInBlock ? (blocks.opens[block] ?? 0) + 1 : 0, offset - 80);
    const first = isInBlock ? firstOf(text, blocks.opens[block] ?? 0) : undefined;
    const list = blocks.parents[block] ?? -1;
    if (first !== undefined && list !== -1) {
      const ofFirst = this.#clueOfKey(first, this.#entriesOfBlock(list), reason);
      return ofFirst ?? this.#clueOfName(first, reason);
    }
    let at = offset;
    while (at > from && '"\'` \t\n\r['.includes(text.charAt(at - 1))) at--;
    if (text.charAt(at - 1) !== ':' && text.charAt(at - 1) !== '=') return undefined;
    const key = keyBefore(text, at - 1, from);
    if (key === '') return undefined;
    const entries = isInBlock
      ? this.#entriesOfBlock(block)
      : this.#entriesOfLine(lines.parents[line] ?? -1);
    const id = this.#chainIdOf(key);
    return id === undefined
      ? this.#clueOfKey(key, entries, reason)
      : this.#clueOfKey(id, { ...entries, isByChainId: true }, reason);
  }

  /** `base: "0x…"` among keys that are no networks: a property, not the network. */
  isLoneWord(block: number, line: number, verdict: Verdict): boolean {
    if (verdict.kind !== 'named') return false;
    const word = calledAs(verdict.evidence, this.#family);
    if (word === undefined || /^(?:main|eth)/i.test(verdict.evidence)) return false;
    // `PolygonZkEVM`, as a contract is called.
    const isContract = /^[A-Z][a-z]+[A-Z]/.test(verdict.evidence);
    if (word.weight !== 'everyday' && !isContract) return false;
    const { keys, networks } =
      block === -1
        ? this.#entriesOfLine(this.#outline.lines.parents[line] ?? -1)
        : this.#entriesOfBlock(block);
    return networks < 2 && keys.length > 2;
  }

  #clueOfName(name: string, reason: 'key' | 'section'): Clue | undefined {
    const network = networkCalled(name, this.#family);
    return network === undefined || isSymbol(name)
      ? undefined
      : { verdict: { kind: 'named', network, evidence: name }, reason };
  }

  /** `[sourceId]: { … }` after `const sourceId = 1`: the value of a constant for a chain ID. */
  #chainIdOf(key: string): string | undefined {
    if (!/(?:id|chain|network)$/i.test(key) || this.#family !== 'evm') return undefined;
    this.#constants ??= new Map(
      [
        ...this.#outline.text.matchAll(
          /^[^\S\n]{0,8}(?:export )?const (\w{1,40}) ?= ?(\d[\d_]{0,14})\b/gm,
        ),
      ].map(([, name = '', value = '']) => [name, value.replaceAll('_', '')]),
    );
    return this.#constants.get(key);
  }

  #clueOfKey(key: string, entries: Entries, reason: 'key' | 'section'): Clue | undefined {
    if (/^\d{1,15}$/.test(key)) {
      if (this.#family !== 'evm' || !entries.isByChainId) return undefined;
      const network = networkOfChainId(key);
      if (this.#isSmallIdForeign && Number(key) < 256) return undefined;
      const verdict: Verdict =
        network === undefined
          ? { kind: 'outside', evidence: key }
          : { kind: 'named', network, evidence: network };
      return { verdict, reason: 'chainId' };
    }
    if (!entries.isByNetwork) return undefined;
    const network = networkCalled(key, this.#family);
    if (network !== undefined) {
      return { verdict: { kind: 'named', network, evidence: key }, reason };
    }
    const lower = key.toLowerCase();
    if (
      this.#family !== 'evm' ||
      roleWords.has(lower) ||
      fillers.has(lower) ||
      !mayBeNetwork(key)
    ) {
      return undefined;
    }
    return { verdict: { kind: 'outside', evidence: key }, reason };
  }

  /** The comment right above a line, or above its group of lines if it says nothing else. */
  *commentsAt(line: number, block: number): Generator<Clue> {
    const { lines, text } = this.#outline;
    const group = lines.groups[line] ?? -1;
    const comment = lines.comments[group];
    if (comment !== undefined) {
      if (comment.lastLine === line - 1) {
        const clue = this.#clueOfComment(group);
        if (clue !== undefined) yield clue;
      } else if (comment.lastLine >= line) {
        const clue = this.#aboveInComment(comment, line);
        if (clue !== undefined) yield clue;
      } else if (isOnlyNames(text, comment) || this.#continues(comment, line)) {
        const clue = this.#clueOfComment(group);
        if (clue !== undefined) yield clue;
      }
    }
    const banner = this.bannerIn(line, block);
    if (banner !== undefined) yield banner;
  }

  /** Whether a line continues the statement that a comment is right above. */
  #continues({ lastLine }: Comment, line: number): boolean {
    const { lines, text } = this.#outline;
    if (line - lastLine > 4) return false;
    for (let above = lastLine + 1; above < line; above++) {
      const end = (lines.starts[above + 1] ?? text.length + 1) - 1;
      const last = text
        .slice(Math.max(lines.starts[above] ?? 0, end - 40), end)
        .trimEnd()
        .at(-1);
      if (last === undefined || !'=(,'.includes(last)) return false;
    }
    return true;
  }

  /** The nearest line above in the comment that an address is part of. */
  #aboveInComment({ start }: Comment, line: number): Clue | undefined {
    const { lines, text } = this.#outline;
    for (let above = line - 1; above >= Math.max(0, line - 12); above--) {
      const from = lines.starts[above] ?? 0;
      if ((lines.contents[above] ?? 0) < start) return undefined;
      const to = Math.min((lines.starts[above + 1] ?? text.length) - 1, from + 300);
      if (/[0-9A-Za-z]{26}/.test(text.slice(from, to))) continue;
      const clue = clueIn({ text, family: this.#family }, from, to, 'comment');
      if (clue !== undefined) return clue;
    }
    return undefined;
  }

  /** The last standalone comment above a line in a block. */
  bannerIn(line: number, block: number): Clue | undefined {
    const { lines, blocks } = this.#outline;
    let banner = lines.banners[line] ?? -1;
    for (let step = 0; banner !== -1 && step < 12; step++) {
      const comment = lines.comments[banner];
      if (comment === undefined) return undefined;
      if (blockAt(blocks, comment.start) === block) {
        const clue = this.#clueOfComment(banner);
        if (clue !== undefined) return clue;
      }
      banner = comment.previousBanner;
    }
    return undefined;
  }

  #clueOfComment(index: number): Clue | undefined {
    let known = this.#ofComments[index];
    if (known === undefined) {
      const { text, lines } = this.#outline;
      const { start = 0, end = 0 } = lines.comments[index] ?? {};
      const from = Math.max(start, end - 600);
      known = clueIn({ text, family: this.#family }, from, end, 'comment') ?? null;
      this.#ofComments[index] = known;
    }
    return known ?? undefined;
  }

  /** What a block says: its entries, its key in the block around it, its name, its comment. */
  blockClues(block: number): readonly Clue[] {
    const known = this.#ofBlocks[block];
    if (known !== undefined) return known;
    const clues: Clue[] = [];
    const ofEntries = verdictOfEntries(this.#entriesOfBlock(block), this.#family);
    if (ofEntries !== undefined) clues.push(ofEntries);
    const { blocks, lines } = this.#outline;
    const opening = blocks.opens[block] ?? 0;
    const line = lineAt(lines, opening);
    const ofKey = this.keyClue(blocks.parents[block] ?? -1, line, opening, 'section');
    if (ofKey !== undefined) clues.push(ofKey);
    const head = this.#headOf(block);
    const reason = /=\s*(?:[\w.]+)?$/.test(head.trim()) ? 'name' : 'section';
    const plain = head.replace(/"[^"\n]{25,}"|'[^'\n]{25,}'|`[^`\n]{25,}`/g, ' ');
    const ofHead = clueIn({ text: plain, family: this.#family }, 0, plain.length, reason);
    if (ofHead !== undefined) clues.push(ofHead);
    const group = lines.comments[lines.groups[line] ?? -1];
    if (group?.lastLine === line - 1) {
      const ofComment = this.#clueOfComment(lines.groups[line] ?? -1);
      if (ofComment !== undefined) clues.push(ofComment);
    }
    this.#ofBlocks[block] = clues.length > 0 ? clues : none;
    return this.#ofBlocks[block] ?? none;
  }

  /** The line where the outermost block around an offset opens, or its own. */
  outerLine(line: number, offset: number): number {
    const { blocks, lines } = this.#outline;
    let block = blockAt(blocks, offset);
    let opening: number | undefined;
    while (block !== -1) {
      opening = blocks.opens[block];
      block = blocks.parents[block] ?? -1;
    }
    return opening === undefined ? line : lineAt(lines, opening);
  }

  /** What the lines around a line say: entries with its indentation, the line above them. */
  *lineClues(from: number): Generator<Clue> {
    const { lines } = this.#outline;
    let line = from;
    if (
      /^[-*] /.test(this.#outline.text.slice(lines.contents[line], (lines.contents[line] ?? 0) + 2))
    ) {
      // An item of a list: the lines under its first one are entries of the same item.
      const ofItem = verdictOfEntries(this.#entriesOfLine(line), this.#family);
      if (ofItem !== undefined) yield ofItem;
    }
    for (let depth = 0; depth < mostBlocks; depth++) {
      const parent = lines.parents[line] ?? -1;
      const ofEntries = verdictOfEntries(this.#entriesOfLine(parent), this.#family);
      if (ofEntries !== undefined && (parent !== -1 || ofEntries.reason !== 'name'))
        yield ofEntries;
      if (parent === -1) return;
      yield* this.#cluesOfParent(parent);
      line = parent;
    }
  }

  #cluesOfParent(line: number): readonly Clue[] {
    const known = this.#ofLines[line];
    if (known !== undefined) return known;
    const { text, lines, blocks } = this.#outline;
    const start = lines.contents[line] ?? 0;
    const end = Math.min((lines.starts[line + 1] ?? text.length + 1) - 1, start + 200);
    const clues: Clue[] = [];
    const separator = text.indexOf(':', start);
    if (separator !== -1 && separator < end && blockAt(blocks, start) === -1) {
      const ofKey = this.keyClue(-1, line, separator + 1, 'section');
      if (ofKey !== undefined) clues.push(ofKey);
    }
    const ofLine = clueIn({ text, family: this.#family }, start, end, 'section');
    if (ofLine !== undefined) clues.push(ofLine);
    const group = lines.groups[line] ?? -1;
    if (lines.comments[group]?.lastLine === line - 1) {
      const ofComment = this.#clueOfComment(group);
      if (ofComment !== undefined) clues.push(ofComment);
    }
    this.#ofLines[line] = clues.length > 0 ? clues : none;
    return this.#ofLines[line] ?? none;
  }

  #entriesOfBlock(block: number): Entries {
    const known = this.#entriesOfBlocks[block];
    if (known !== undefined) return known;
    const entries = entriesIn(this.#outline.text, this.#directParts(block), {
      head: this.#headOf(block),
      isSmallIdForeign: this.#isSmallIdForeign,
      firsts: this.#firstsIn(block),
    });
    this.#entriesOfBlocks[block] = entries;
    return entries;
  }

  /** `["Polygon", "0x…"]` in a list of such pairs: their first elements are keys. */
  #firstsIn(block: number): string[] {
    const { text, blocks } = this.#outline;
    if (text.charCodeAt(blocks.opens[block] ?? 0) !== 0x5b) return [];
    const { first, next } = (this.#children ??= childrenOf(blocks.parents));
    const firsts: string[] = [];
    for (let child = first[block] ?? -1; child !== -1; child = next[child] ?? -1) {
      const own = firstOf(text, blocks.opens[child] ?? 0);
      if (own === undefined || firsts.length > 200) break;
      firsts.push(own);
    }
    return firsts;
  }

  /** The text before a bracket that belongs to it: on its line, or in the call that it is part of. */
  #headOf(block: number): string {
    const { text, blocks, lines } = this.#outline;
    const opening = blocks.opens[block] ?? 0;
    const parent = blocks.parents[block] ?? -1;
    const call = blocks.opens[parent] ?? -1;
    if (text.charCodeAt(call) === 0x28 && opening - call < 120) {
      const argumentsBefore = text.slice(call + 1, opening);
      if (!/[{}()[\]]/.test(argumentsBefore)) return argumentsBefore;
    }
    return headOf(text, lines.starts[lineAt(lines, opening)] ?? 0, opening);
  }

  /** The parts of a block that are not in a block inside it. */
  *#directParts(block: number): Generator<readonly [number, number]> {
    const { blocks } = this.#outline;
    const { first, next } = (this.#children ??= childrenOf(blocks.parents));
    let from = (blocks.opens[block] ?? 0) + 1;
    for (let child = first[block] ?? -1; child !== -1; child = next[child] ?? -1) {
      yield [from, (blocks.opens[child] ?? 0) + 1];
      from = blocks.closes[child] ?? 0;
    }
    yield [from, blocks.closes[block] ?? 0];
  }

  /** Entries of the lines under one line, and of that line itself if it is an item of a list. */
  #entriesOfLine(parent: number): Entries {
    const known = this.#entriesOfLines.get(parent);
    if (known !== undefined) return known;
    const { text, lines } = this.#outline;
    const ranges: (readonly [number, number])[] = [];
    const last = parent === -1 ? lines.starts.length : endOfSection(lines, parent);
    for (let at = parent === -1 ? 0 : parent + 1; at < last; at++) {
      if ((lines.parents[at] ?? -1) !== parent) continue;
      const start = lines.contents[at] ?? 0;
      const end = (lines.starts[at + 1] ?? text.length + 1) - 1;
      if (end > start) ranges.push([start, Math.min(end, start + 300)]);
    }
    const start = parent === -1 ? 0 : (lines.contents[parent] ?? 0);
    const head = parent === -1 ? '' : (text.slice(start, start + 100).split('\n', 1)[0] ?? '');
    if (/^[-*] /.test(head)) ranges.push([start + 1, start + head.length]);
    const entries = entriesIn(text, ranges, {
      head,
      isSmallIdForeign: this.#isSmallIdForeign,
      isPlain: true,
    });
    this.#entriesOfLines.set(parent, entries);
    return entries;
  }
}

/** The first line after a parent that is not under it. */
function endOfSection({ parents, starts }: Outline['lines'], parent: number): number {
  let line = parent + 1;
  const outer = parents[parent] ?? -1;
  while (line < starts.length && (parents[line] !== outer || parents[line] === undefined)) line++;
  return line;
}

function childrenOf(parents: readonly number[]): {
  readonly first: readonly number[];
  readonly next: readonly number[];
} {
  const first = new Array<number>(parents.length).fill(-1);
  const next = new Array<number>(parents.length).fill(-1);
  for (let block = parents.length - 1; block >= 0; block--) {
    const parent = parents[block] ?? -1;
    if (parent === -1) continue;
    next[block] = first[parent] ?? -1;
    first[parent] = block;
  }
  return { first, next };
}

/** The text before a bracket on its line that belongs to it. */
function headOf(text: string, lineStart: number, opening: number): string {
  const line = text.slice(Math.max(lineStart, opening - 200), opening);
  const from = Math.max(...['{', ',', ';', '}'].map((mark) => line.lastIndexOf(mark))) + 1;
  return line.slice(from);
}

/** The key or variable that a block is the value of. */
function keyAbove(text: string, opening: number): string {
  let at = opening;
  while (at > 0 && ' \t\n\r'.includes(text.charAt(at - 1)) && opening - at < 80) at--;
  const mark = text.charAt(at - 1);
  return mark === ':' || mark === '=' ? keyBefore(text, at - 1, Math.max(0, at - 80)) : '';
}

/** The first element of a list, if it is a short text and another element follows. */
function firstOf(text: string, opening: number): string | undefined {
  if (text.charCodeAt(opening) !== 0x5b) return undefined;
  return /^\[\s{0,40}["'`]([\w .-]{1,40})["'`]\s{0,4},/.exec(
    text.slice(opening, opening + 90),
  )?.[1];
}

/** Whether a comment says nothing but the name of a network. */
function isOnlyNames(text: string, { start, end }: Comment): boolean {
  if (end - start > 80) return false;
  const words =
    text
      .slice(start, end)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const named = mentionsIn(text, start, end)
    .map((mention) => text.slice(mention.start, mention.end).toLowerCase())
    .join(' ');
  return words.length > 0 && words.every((word) => fillers.has(word) || named.includes(word));
}
