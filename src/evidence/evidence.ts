import type { Family } from '../networks/networks.ts';
import type { Occurrence } from '../addresses/occurrence.ts';
import { CommentClues } from './commentClues.ts';
import { clueOfFileId, hasEntries } from './fileId.ts';
import { EntriesReader } from './entriesReader.ts';
import { forkAt, forksIn } from './forks.ts';
import { IndexClues } from './indexClues.ts';
import { isPlainAt, KeyClues, type Scope } from './keyClues.ts';
import { CaseLabels } from './labels.ts';
import { cluesOfLine } from './line.ts';
import { blockAt } from '../text/blocks.ts';
import { acrossLayers } from './layers.ts';
import { lineAt, lineEnd, outlineOf, type Outline } from '../text/outline.ts';
import type { FileClues } from './path.ts';
import { decisive, withOwn } from './resolve.ts';
import { isPicture } from '../networks/urls.ts';
import { SharedNames } from './sharedNames.ts';
import { TextsInStrings } from './textsInStrings.ts';
import { listed, maxLevels, Surroundings } from './surroundings.ts';
import { TableClues } from './tables.ts';
import { testNetworkOf, TestMarkers } from './testMarkers.ts';
import type { Clue } from './clue.ts';

type Place = Pick<Occurrence, 'offset' | 'length' | 'family'>;

/** The first network of bridges with numbers of their own. The one whose chain ID it was has ended. */
const firstOfBridge = /chain_?id["']?: {0,4}["']?2\b/i;

const isAboutBridge = (path: string, text: string): boolean =>
  /wormhole|layerzero/i.test(path + text.slice(0, 1_024)) || firstOfBridge.test(text);

/** Reasons of clues that name a network by its name. */
const isByName: ReadonlySet<string> = new Set(['key', 'name', 'comment', 'section', 'path']);

/** Finds what names the network of each address of one text. Reads each part of the text once. */
export class EvidenceReader {
  readonly #text: string;
  readonly #file: FileClues;
  readonly #bracketsIn: (() => readonly number[]) | undefined;
  readonly #families = new Map<Family, Evidence>();
  #outline: Outline | undefined;
  #entries: EntriesReader | undefined;
  #forks: ReturnType<typeof forksIn> | undefined;
  #fileId: Clue | null | undefined;
  /** What the line says of the address that is read. */
  #ofLine: readonly Clue[] = [];

  /** @param bracketsIn the offsets of all brackets, if they are known already */
  constructor(text: string, file: FileClues, bracketsIn?: () => readonly number[]) {
    this.#text = text;
    this.#file = file;
    this.#bracketsIn = bracketsIn;
  }

  /**
   * The clue that decides, undefined if nothing names a network, and the clues of the line that the
   * address is on.
   */
  cluesFor(place: Place): { readonly clue: Clue | undefined; readonly ofLine: readonly Clue[] } {
    const { family, offset } = place;
    const evidence = this.#evidenceOf(family);
    const inString = evidence.texts.levelsFor(place);
    const levels = inString ?? this.#levelsFor(place, evidence);
    this.#ofLine = inString?.[0] ?? [];
    const decided = decisive(levels, this.#file.bookClue(family), {
      family,
      isPlain: () => isPlainAt(this.#text, offset),
    });
    const own = this.#ofLine;
    const found = decided && evidence.isDocument ? withOwn(decided, own, family) : decided;
    const clue = found && questioned(found, evidence, this.#text, place);
    return { clue, ofLine: own };
  }

  /** Nearest first: its line and the comment above, the blocks and lines around, the file. */
  *#levelsFor(place: Place, evidence: Evidence): Generator<readonly Clue[]> {
    const { outline, comments, surroundings } = evidence;
    const { lines, blocks } = outline;
    const { offset, family } = place;
    const line = lineAt(lines, offset);
    const innermost = blockAt(blocks, offset);
    // Not by a generator around this one: one for each address doubled the memory of a scan.
    this.#ofLine = cluesAt(place, evidence, { line, innermost });
    yield this.#ofLine;
    let block = innermost;
    for (let level = 0; block !== -1 && level < maxLevels; level++) {
      const ofBlock = surroundings.ofBlock(block);
      const opening = blocks.opens[block] ?? 0;
      block = blocks.parents[block] ?? -1;
      const banner = comments.bannerIn(line, block);
      const label = evidence.labels.at(block, opening);
      yield banner || label ? listed([...ofBlock, label, banner]) : ofBlock;
    }
    const root = blocks.roots[innermost];
    const outer = root === undefined ? line : lineAt(lines, blocks.opens[root] ?? 0);
    yield* surroundings.ofLinesAround(outer);
    if (family === 'evm') {
      // Not with `??=`: it would search a text without an ID again for each address.
      if (this.#fileId === undefined) this.#fileId = clueOfFileId(outline, this.#file.path);
      yield listed([this.#fileId ?? undefined]);
      yield listed([forkAt((this.#forks ??= forksIn(this.#text)), offset)]);
    }
    yield listed([evidence.ofFile]);
  }

  #evidenceOf(family: Family): Evidence {
    const known = this.#families.get(family);
    if (known !== undefined) return known;
    const { path } = this.#file;
    const isMarkdown = /\.mdx?$|\.markdown$/i.test(path);
    this.#outline ??= outlineOf(this.#text, isMarkdown, this.#bracketsIn?.());
    const isSmallIdForeign = isAboutBridge(path, this.#text);
    this.#entries ??= new EntriesReader(this.#outline, isSmallIdForeign);
    const created = evidenceOf(
      {
        outline: this.#outline,
        entries: this.#entries,
        family,
        isSmallIdForeign,
        lineKind: isMarkdown ? 'prose' : hasEntries(path, this.#text) ? 'entries' : 'statements',
      },
      this.#file,
    );
    this.#families.set(family, created);
    return created;
  }
}

/** What is read of a text for the addresses of one family. */
interface Evidence {
  readonly outline: Outline;
  readonly texts: TextsInStrings;
  readonly keys: KeyClues;
  readonly indexes: IndexClues;
  readonly comments: CommentClues;
  readonly labels: CaseLabels;
  readonly tables: TableClues;
  readonly surroundings: Surroundings;
  readonly markers: TestMarkers;
  readonly shared: SharedNames;
  readonly isDocument: boolean;
  readonly ofFile: Clue | undefined;
}

function evidenceOf(scope: Scope, file: FileClues): Evidence {
  const { text } = scope.outline;
  const keys = new KeyClues(scope);
  const comments = new CommentClues(scope);
  return {
    outline: scope.outline,
    texts: new TextsInStrings(text, file.path),
    keys,
    indexes: new IndexClues(scope),
    comments,
    labels: new CaseLabels(scope),
    tables: new TableClues(scope, file.path),
    surroundings: new Surroundings(scope, keys, comments),
    markers: new TestMarkers(scope.outline, file.path),
    shared: new SharedNames(scope, file.path),
    isDocument: scope.lineKind === 'prose',
    ofFile: file.of(scope.family),
  };
}

/** What the line of an address says, and the comment above it. */
function cluesAt(
  place: Place,
  { outline, keys, indexes, comments, labels, tables }: Evidence,
  { line, innermost }: { readonly line: number; readonly innermost: number },
): readonly Clue[] {
  const start = outline.lines.starts[line] ?? 0;
  const end = lineEnd(outline, line);
  const [ofEntry, ofRest] = cluesOfLine(outline.text, place, { start, end });
  const isLone = ofEntry !== undefined && keys.isLoneWord({ block: innermost, line }, ofEntry);
  return listed([
    indexes.at(place.offset),
    isLone ? undefined : ofEntry,
    keys.at({ block: innermost, line, offset: place.offset }),
    tables.at(line, place.offset),
    isLone ? undefined : ofRest,
    labels.at(innermost, place.offset),
    comments.nearest(line, innermost),
    comments.bannerIn(line, innermost),
  ]);
}

/** What decided, unless something else about the place says that it may be another network. */
function questioned(found: Clue, evidence: Evidence, text: string, place: Place): Clue | undefined {
  const clue = evidence.shared.of(isOfPicture(text, place) ? ofPicture(found) : found);
  if (clue === undefined) return undefined;
  const asked = acrossLayers(clue, evidence.outline, place.offset);
  if (asked.verdict !== clue.verdict || !isByName.has(clue.reason)) return asked;
  const marker = evidence.markers.at(place.offset);
  return { ...asked, verdict: testNetworkOf(clue.verdict, marker, place.family) };
}

/** `logoURI: "https://…/0xA0….png"`: the picture of a token, which can be that of another network. */
const isOfPicture = (text: string, { offset, length }: Place): boolean =>
  text.charAt(offset - 1) === '/' && isPicture(text.slice(offset + length, offset + length + 240));

/** What is beside a picture is not about the address in its URL. */
const ofPicture = (clue: Clue): Clue =>
  clue.reason === 'rpcUrl' ? clue : { ...clue, strength: 'words' };
