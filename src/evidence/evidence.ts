import type { Family } from '../networks/networks.ts';
import type { Occurrence } from '../addresses/occurrence.ts';
import { CommentClues } from './commentClues.ts';
import { EntriesReader } from './entriesReader.ts';
import { clueOfFileId, isDataFile } from './fileId.ts';
import { forkAt, forksIn } from './forks.ts';
import { IndexClues } from './indexClues.ts';
import { isPlainAt, KeyClues, type Scope } from './keyClues.ts';
import { CaseLabels } from './labels.ts';
import { cluesOfLine } from './line.ts';
import { NamedTables } from './namedTables.ts';
import { blockAt } from '../text/blocks.ts';
import { lineAt, lineEnd, outlineOf, type Outline, headingAbove } from '../text/outline.ts';
import { type FileClues, isDocument } from './path.ts';
import { heldBy } from './entryVerdicts.ts';
import { decisive, withOwn, isMain, strengthOf } from './resolve.ts';
import { isPicture, networkOfHost, urlsIn } from '../networks/urls.ts';
import { TextsInStrings } from './textsInStrings.ts';
import { listed, maxLevels, Surroundings } from './surroundings.ts';
import { TableClues } from './tables.ts';
import { testNetworkOf, TestMarkers } from './testMarkers.ts';
import type { Clue } from './clue.ts';
import { isTestNetwork } from '../networks/names.ts';

/** Files with one variable on each line. */
const isVariablesFile = /(?:^|[\\/])\.env(?:rc|\.[\w.-]{1,40})?$|\.(?:env|properties|tfvars)$/i;

const isShell = /\.(?:sh|bash|zsh)$/i;

/** How much of a shell script is looked at, in UTF-16 units. */
const maxShellLength = 16_384;

const assignment = /^\s*(?:#.*|(?:export )?\w+=[^(]*)?$/;

/**
 * Whether lines of a file are entries rather than statements. A shell script can set one network and
 * hold addresses of another, so it counts only if it does nothing but set variables.
 */
export function hasEntries(path: string, text: string): boolean {
  if (!isShell.test(path)) return isDataFile.test(path) || isVariablesFile.test(path);
  return (
    text.length <= maxShellLength &&
    text.split('\n').every((line) => assignment.test(line.trimEnd()))
  );
}

/** How much of a document is searched for links, in UTF-16 units. */
const linkReach = 65_536;

/** Reasons for which a name is a word of the text, and no folder. */
const isOfText: ReadonlySet<string> = new Set(['key', 'section', 'name', 'comment']);

/**
 * Handles names that several networks share: each calls its own main network `mainnet`, and
 * Ethereum also stands for all of EVM. As a key or a member of a list, `mainnet` means Ethereum, as
 * in most code, but never strongly enough to pay, and a document whose links all belong to another
 * network asks. Elsewhere in code, such a word alone is no evidence.
 */
export class SharedNames {
  readonly #scope: Scope;
  readonly #isDocument: boolean;
  #ofLinks: string | null | undefined;

  constructor(scope: Scope, path: string) {
    this.#scope = scope;
    this.#isDocument = isDocument.test(path);
  }

  /** The clue with its final strength; undefined if it is no evidence. */
  of(clue: Clue): Clue | undefined {
    const { verdict, reason, isClosed } = clue;
    const { family } = this.#scope;
    if (verdict.kind !== 'named' || isClosed === true) return clue;
    // `starknet/` adds nothing to what the address itself shows.
    if (family !== 'evm')
      return verdict.network === family && strengthOf(clue) === 'words' ? undefined : clue;
    if (!isOfText.has(reason)) return clue;
    // `if (_mainnet) {` asks a parameter.
    const isWord = strengthOf(clue) === 'words' || verdict.evidence.startsWith('_');
    const isAlone = isClosed === undefined && isWord && !this.#isDocument;
    if (!isMain(verdict)) return isAlone && isWordOfFamily(clue) ? undefined : clue;
    if (isAlone) return undefined;
    const own = this.#isDocument ? (this.#ofLinks ??= networkOfLinks(this.#scope)) : null;
    return own === null
      ? { ...clue, strength: 'words' }
      : { ...clue, verdict: { kind: 'several', networks: [verdict.network, own] } };
  }
}

/** `ETHEREUM_ACCOUNT`, `ethereum.CallMsg`. In a comment, the word is about the address. */
const isWordOfFamily = (clue: Clue): boolean =>
  clue.verdict.kind === 'named' &&
  clue.reason !== 'comment' &&
  /^_?eth(?:ereum)?$/i.test(clue.verdict.evidence);

/** The one main network whose sites a text has links to; null if there are several or none. */
function networkOfLinks({ outline }: Scope): string | null {
  const hosts = urlsIn(outline.text.slice(0, linkReach)).map(
    ({ host }) => networkOfHost(host) ?? '',
  );
  const [only, another] = new Set(hosts.filter((name) => name !== '' && !isTestNetwork(name)));
  return only === undefined || another !== undefined || only === 'ethereum' ? null : only;
}

/** `l1Token`, `L2_GATEWAY`, and `mainnetBridge`, which is on the first layer. */
const ofLayer = /^(?:(?:[A-Za-z]{0,12}_)?[lL]([12])(?=[A-Z_])|(mainnet)(?=[A-Z]))/;

const firstLayers = /^(?:ethereum|sepolia|goerli|holesky|hoodi|kovan|rinkeby|ropsten)$/;

/** A line over others, such as `L1 Contracts:`. */
const heading =
  /^\W{0,20}(?:L|Layer )([12])(?: (?:smart )?(?:contracts?|address(?:es)?|deployments?|network|chain)\b|\W{0,20}$)/i;

/** Enclosing lines above an address that may name the layer; don't read more. */
const maxHeadings = 4;

/** How far before an address its key can start, in UTF-16 units. */
const keyReach = 80;

/**
 * `l1Token` under the key of a network other than Ethereum, `L2Gateway` under Ethereum's key, or a
 * list with such a title: a contract on, or for, the other layer. Asks.
 */
export function acrossLayers(clue: Clue, outline: Outline, offset: number): Clue {
  const { verdict } = clue;
  if (verdict.kind !== 'named') return clue;
  const { network } = verdict;
  const isFirst = firstLayers.test(network);
  const layer =
    layerOfKey(outline.text, offset) || headingAbove(outline, offset, heading, maxHeadings);
  if (layer === '1' && !isFirst) {
    const [, first = 'ethereum'] = /-(sepolia|goerli)$/.exec(network) ?? [];
    return { ...clue, verdict: { kind: 'several', networks: [first, network] } };
  }
  return layer === '2' && isFirst
    ? { ...clue, verdict: { kind: 'outside', evidence: 'L2' } }
    : clue;
}

function layerOfKey(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - keyReach), offset);
  if (!/[lL][12]|mainnet/.test(before)) return '';
  const [key = ''] = /[\w$]{0,60}(?=["'`]?\s{0,4}[:=]\s{0,4}["'`]?$)/.exec(before) ?? [];
  const [, layer = '', main] = ofLayer.exec(key) ?? [];
  return main === undefined ? layer : '1';
}

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
  /** Its path and text. */
  #lowerCase: string | undefined;
  /** Clues on the line of the current address. */
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
    const held = found?.reason === 'chainId' ? this.#held(found) : found;
    const clue = held && questioned(held, evidence, this.#text, place);
    return { clue, ofLine: own };
  }

  #held(clue: Clue): Clue {
    const verdict = heldBy(clue.verdict, (network) => {
      this.#lowerCase ??= `${this.#file.path}\n${this.#text}`.toLowerCase();
      return this.#lowerCase.includes(network);
    });
    return verdict === clue.verdict ? clue : { ...clue, verdict };
  }

  /** Nearest first: its line and the comment above, the blocks and lines around, the file. */
  *#levelsFor(place: Place, evidence: Evidence): Generator<readonly Clue[]> {
    const { outline, comments, surroundings } = evidence;
    const { lines, blocks } = outline;
    const { offset, family } = place;
    const line = lineAt(lines, offset);
    const innermost = blockAt(blocks, offset);
    // Don't wrap this in another generator: one per address doubled a scan's memory.
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

/** Everything read from a text for the addresses of one family. */
interface Evidence {
  readonly outline: Outline;
  readonly texts: TextsInStrings;
  readonly keys: KeyClues;
  readonly indexes: IndexClues;
  readonly tablesByName: NamedTables;
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
  const tablesByName = new NamedTables(scope);
  return {
    outline: scope.outline,
    texts: new TextsInStrings(text, file.path),
    keys,
    indexes: new IndexClues(scope, tablesByName),
    tablesByName,
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

/** Clues on the line of an address, and in the comment above it. */
function cluesAt(
  place: Place,
  { outline, keys, indexes, tablesByName, comments, labels, tables }: Evidence,
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
    tablesByName.ofCall(innermost, place.offset),
    labels.at(innermost, place.offset),
    comments.nearest(line, innermost),
    comments.bannerIn(line, innermost),
  ]);
}

/** The deciding clue, unless other text at the place suggests a different network. */
function questioned(found: Clue, evidence: Evidence, text: string, place: Place): Clue | undefined {
  const clue = evidence.shared.of(isOfPicture(text, place) ? ofPicture(found) : found);
  if (clue === undefined) return undefined;
  const asked = acrossLayers(clue, evidence.outline, place.offset);
  if (asked.verdict !== clue.verdict || !isByName.has(clue.reason)) return asked;
  const marker = evidence.markers.at(place.offset);
  return { ...asked, verdict: testNetworkOf(clue.verdict, marker, place.family) };
}

/**
 * `logoURI: "https://…/0xA0….png"`: the picture of a token, which may belong to another network.
 */
const isOfPicture = (text: string, { offset, length }: Place): boolean =>
  text.charAt(offset - 1) === '/' && isPicture(text.slice(offset + length, offset + length + 240));

/** Text beside a picture isn't about the address in its URL. */
const ofPicture = (clue: Clue): Clue =>
  clue.reason === 'rpcUrl' ? clue : { ...clue, strength: 'words' };
