import * as vscode from 'vscode';
import { chainOf, createChainReader, type ChainContext } from '../../evidence/chainOf.ts';
import { readingOf, type ChainReading } from '../../evidence/reasons.ts';
import { canonicalOf, type Occurrence } from '../../addresses/occurrence.ts';
import type { Address, AddressProblem } from '../../scan/parse.ts';
import { problemOf } from '../../addresses/problem.ts';
import { occurrenceAt, scanText } from '../../scan/scan.ts';
import { askForChain, type ChainChoices, type AmbiguousAddress } from './chainChoice.ts';
import {
  networkPathOf,
  detectionReach,
  positionBefore,
  rangeFrom,
  sourceOf,
  surroundingsOf,
} from './surroundings.ts';
import { isOutsideWorkspace } from './isOutsideWorkspace.ts';
import { isDefaultChainInTable } from '../../evidence/defaultChain.ts';
import { networkNamed } from '../../networks/networks.ts';
import { chainIdShape } from '../../api/parameters.ts';
import { settingTable } from '../../manifest.ts';
import { valuesByOrigin } from '../shell/settings.ts';
import type { AddressQuery } from '../../book/facts.ts';

/** An address on a network, as commands and surfaces pass it around. */
export interface Subject {
  /** Canonical spelling. */
  readonly address: string;
  readonly chain: string;
}

/** A subject, and what names its network. */
export interface ReasonedSubject {
  readonly subject: Subject;
  /** Undefined if the caller of a command named the network, or if only its result is stored. */
  readonly reading: ChainReading | undefined;
}

/** The same for an address of a text, which always has a reason. */
export interface LocatedSubject extends ReasonedSubject {
  readonly reading: ChainReading;
}

/** An address with its network, or one whose network only the user can choose. */
type AddressTarget =
  | ({ readonly kind: 'subject' } & LocatedSubject)
  | { readonly kind: 'open'; readonly open: AmbiguousAddress };

/** An address in a text with its network, the evidence, and possible requests. */
export interface DocumentAddress {
  readonly occurrence: Occurrence;
  readonly range: vscode.Range;
  readonly canonical: string;
  /** Why it cannot be looked up. */
  readonly problem: AddressProblem | undefined;
  readonly chain: ChainReading;
  /** Undefined with a problem, or if the network is undecided. */
  readonly subject: Subject | undefined;
  /** Set if the network is undecided and there is no problem. */
  readonly open: AmbiguousAddress | undefined;
}

/** The network of an address without a file: by its spelling, then by choices and settings. */
export function locateAddress(
  input: string,
  { canonical, family, network }: Address,
  choices: ChainChoices | undefined,
): AddressTarget {
  const context = { ...chainContext(canonical, activeUri(), choices), hasFacts: true };
  // Only the whole input shows a network that is not in the table, as in `eip155:99999:0x…`.
  const spelled = scanText(input).find((each) => canonicalOf(each) === canonical);
  const bare = { offset: 0, length: canonical.length, family, network: network ?? null };
  const reading =
    spelled === undefined ? chainOf(canonical, bare, context) : chainOf(input, spelled, context);
  return reading.chain === null
    ? { kind: 'open', open: { address: canonical, family, candidates: reading.candidates } }
    : { kind: 'subject', subject: { address: canonical, chain: reading.chain }, reading };
}

/** Evidence for a network beyond the text around an address: choices and settings. */
export function chainContext(
  canonical: string,
  scope: vscode.Uri | undefined,
  choices: ChainChoices | undefined,
): ChainContext {
  return chainContexts(scope, choices)(canonical);
}

/**
 * The same for many addresses of one file, whose settings are read once; and not at all for a file
 * without any, because VS Code takes a tenth of a millisecond for them.
 */
export function chainContexts(
  scope: vscode.Uri | undefined,
  choices: ChainChoices | undefined,
): (canonical: string) => ChainContext {
  let usual: ChainContext | undefined;
  return (canonical) => {
    if (usual === undefined) {
      const { name, isSet } = defaultChainOf(scope);
      const alwaysAssumed = choices?.alwaysAssumed();
      usual = { alwaysAssumed, ...(isSet ? { defaultChain: name } : { assumed: name }) };
    }
    const listed = choices?.entryNetwork(scope, canonical);
    return { ...usual, listed, selected: choices?.of(canonical) };
  };
}

/** Reads what the addresses of a document are, each by its line; made once for many of them. */
export function addressReader(
  document: vscode.TextDocument,
  choices: ChainChoices,
): (line: number, occurrence: Occurrence) => DocumentAddress {
  const path = networkPathOf(document);
  return (line, occurrence) => {
    const start = new vscode.Position(line, occurrence.offset);
    return describeAddress(document, { start, occurrence, path }, choices);
  };
}

/** Describes an address in a text and its network. */
function describeAddress(
  document: vscode.TextDocument,
  place: {
    readonly start: vscode.Position;
    readonly occurrence: Occurrence;
    readonly path: string;
  },
  choices: ChainChoices,
): DocumentAddress {
  const { start, occurrence, path } = place;
  const canonical = canonicalOf(occurrence);
  const bookNetworks = choices.ofFile(document.uri);
  const context = {
    ...chainContext(canonical, document.uri, choices),
    path,
    bookNetworks,
    elsewhere: choices.searched.elsewhere(document.uri, canonical),
  };
  const chain = chainInDocument(document, start, occurrence, context);
  const problem = problemOf(occurrence);
  const isUsable = problem === undefined;
  const { family } = occurrence;
  return {
    occurrence,
    range: rangeFrom(start, occurrence),
    canonical,
    problem,
    chain,
    subject:
      isUsable && chain.chain !== null ? { address: canonical, chain: chain.chain } : undefined,
    open:
      isUsable && chain.chain === null
        ? { address: canonical, family, candidates: chain.candidates }
        : undefined,
  };
}

/** The address at a place of a document, found in a window around it. */
export function findAddressAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  choices: ChainChoices,
): DocumentAddress | undefined {
  if (isOutsideWorkspace(document)) return undefined;
  const source = sourceOf(document);
  const around = surroundingsOf(document, position, detectionReach);
  const occurrence = occurrenceAt(around.text, around.offset, source);
  if (occurrence === undefined) return undefined;
  const start =
    occurrence.offset > around.offset
      ? position.translate(0, occurrence.offset - around.offset)
      : positionBefore(position, around, occurrence.offset);
  return describeAddress(document, { start, occurrence, path: networkPathOf(document) }, choices);
}

/** A found address with its network. If that is undecided, asks and remembers. */
export async function chooseNetwork(
  { subject, open, chain }: Pick<DocumentAddress, 'subject' | 'open' | 'chain'>,
  choices: ChainChoices,
): Promise<ReasonedSubject | undefined> {
  if (open !== undefined) return chooseOpen(open, choices);
  return subject && { subject, reading: chain };
}

/** Asks for the network of an address, and remembers it. */
export async function chooseOpen(
  open: AmbiguousAddress,
  choices: ChainChoices,
): Promise<ReasonedSubject | undefined> {
  const chain = (await askForChain(open, choices.searched))?.chain ?? undefined;
  if (chain === undefined) return undefined;
  await choices.remember(open.address, chain);
  return { subject: { address: open.address, chain }, reading: readingOf('selected', chain) };
}

/** The address at the caret of the active editor, if any. */
export function findAddressAtCaret(choices: ChainChoices): DocumentAddress | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && findAddressAt(editor.document, editor.selection.active, choices);
}

export function activeUri(): vscode.Uri | undefined {
  return vscode.window.activeTextEditor?.document.uri;
}

/**
 * In UTF-16 units: reading a document of this length takes some four milliseconds. In longer ones,
 * only what is near an address is evidence.
 */
const maxReadLength = 262_144;

interface Reader {
  readonly version: number;
  /** The path, and the networks that the address book names for it. */
  readonly file: string;
  readonly chainOf: ReturnType<typeof createChainReader>;
}

/** One reader per document, for its latest version. */
const readers = new WeakMap<vscode.TextDocument, Reader>();

/** The network of an address of a document: as the command line reads it from the file. */
function chainInDocument(
  document: vscode.TextDocument,
  start: vscode.Position,
  address: Pick<Occurrence, 'length' | 'family' | 'network'>,
  context: ChainContext,
): ChainReading {
  const length = document.offsetAt(new vscode.Position(document.lineCount, 0));
  if (length > maxReadLength) {
    const { text, offset } = surroundingsOf(document, start);
    return chainOf(text, { ...address, offset }, { ...context, hasFacts: true });
  }
  const reader = readerOf(document, context);
  return reader.chainOf({ ...address, offset: document.offsetAt(start) }, context);
}

function readerOf(
  document: vscode.TextDocument,
  { path = '', bookNetworks = [] }: ChainContext,
): Reader {
  const known = readers.get(document);
  const file = [path, ...bookNetworks].join('\n');
  if (known?.version === document.version && known.file === file) return known;
  const chainOfEach = createChainReader(document.getText(), path, bookNetworks, true);
  const reader = { version: document.version, file, chainOf: chainOfEach };
  readers.set(document, reader);
  return reader;
}

/**
 * The network of an EVM address without nearby evidence. A user may set any identifier; a
 * repository only a network in our table. Anything else is as if it was not set.
 * @returns in `isSet` false for a guess, even if the same name could have been set
 */
export function defaultChainOf(scope: vscode.Uri | undefined) {
  const { own, ofWorkspace } = valuesByOrigin('defaultChain', scope);
  for (const value of ofWorkspace) {
    if (typeof value === 'string' && isDefaultChainInTable(value)) {
      return { name: value, isSet: true };
    }
  }
  if (typeof own === 'string' && chainIdShape.test(own)) {
    // A network in our table, or an identifier that only the service knows.
    const isUsable = networkNamed(own) === undefined || isDefaultChainInTable(own);
    if (isUsable) return { name: own, isSet: true };
  }
  return { name: settingTable.defaultChain.default, isSet: false };
}

/** An assumed network must not hide facts recorded for a different network. */
export function askedFor({
  occurrence,
  chain,
}: Pick<DocumentAddress, 'occurrence' | 'chain'>): AddressQuery {
  const { text, family } = occurrence;
  const network = chain.reason === 'assumed' ? undefined : (chain.chain ?? undefined);
  return { text, family, network };
}
