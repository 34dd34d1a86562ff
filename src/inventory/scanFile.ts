import { BracketFinder } from '../text/blocks.ts';
import {
  createCodeReader,
  withChoice,
  type ChainContext,
  type OpenNetwork,
  type CodeReading,
} from '../evidence/chainOf.ts';
import { prepareNames } from '../networks/names.ts';
import { FileClues } from '../evidence/path.ts';
import { undecided } from '../evidence/reasons.ts';
import { networkNamed, type Family } from '../networks/networks.ts';
import { canonicalOf, type Occurrence } from '../addresses/occurrence.ts';
import { problemOf } from '../addresses/problem.ts';
import { scanSlices } from '../scan/scan.ts';
import { createLineCounter } from '../book/lines.ts';
import type { FolderIds } from '../paths/folderIds.ts';
import { codeNameAt } from './codeName.ts';

/** Where an address of a file is. */
interface Spot {
  readonly canonical: string;
  readonly family: Family;
  /** From 0, as in an editor. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units. */
  readonly length: number;
  /** What the code calls it there; no one has verified it. */
  readonly name?: string;
}

/** An address of a file that can be looked up. */
export interface ScannedAddress extends Spot {
  /** Null if neither the text nor a choice decides it. */
  readonly network: string | null;
  /** Whether nothing nearby names the network. */
  readonly isAssumed: boolean;
}

/** The same before any choice: plain data, which a thread can send. */
export interface ReadAddress extends Spot {
  readonly basis: NetworkBasis;
}

/** What the text says of a network, without the words that say it. */
export type NetworkBasis =
  | {
      readonly kind: 'named';
      readonly network: string | null;
      /** Whether the characters of the address name it, so that no choice counts. */
      readonly isFixed: boolean;
    }
  | ({ readonly kind: 'open' } & OpenNetwork);

/** What besides its text names the networks of a file's addresses. */
export interface ScannedFile {
  /** With slashes, relative to its folder. */
  readonly path: string;
  /** The networks that the address book names for the file. */
  readonly bookNetworks: readonly string[];
}

/**
 * In UTF-16 units. In longer texts only what is near an address names its network, as in open
 * documents: reading all of one at once would block the editor.
 */
const longestRead = 262_144;
const reach = { before: 8_448, after: 1_024 } as const;

/**
 * The addresses of a text with what it says of their networks. Placeholders and addresses with a
 * wrong checksum are left out: no one can look them up. Yields between slices of work.
 *
 * @param folderIds those of the folder that its path is relative to
 */
export function* scanFile(
  text: string,
  file: ScannedFile,
  folderIds?: FolderIds,
): Generator<void, readonly ReadAddress[]> {
  const clean = withLineFeeds(text);
  const addresses: ReadAddress[] = [];
  const spellings = new Map<string, string | undefined>();
  const lines = createLineCounter(clean);
  let basisOf: ReturnType<typeof basisReader> | undefined;
  yield* prepareNames();
  for (const slice of scanSlices(clean, { path: file.path })) {
    yield;
    for (const occurrence of slice) {
      const canonical = spellingOf(occurrence, spellings);
      if (canonical === undefined) continue;
      basisOf ??= basisReader(clean, {
        path: folderIds?.byId(file.path) ?? file.path,
        bookNetworks: file.bookNetworks,
      });
      const { family, offset, length } = occurrence;
      const name = copyOfName(codeNameAt(clean, offset, length));
      const basis = basisOf(occurrence);
      addresses.push({ canonical, family, basis, ...lines.placeAt(offset), length, ...name });
      // Each may take a tenth of a millisecond, and the first ones of a text several.
      yield;
    }
  }
  return addresses;
}

/** Whether a choice or a setting can decide the network, so that another one may decide otherwise. */
export const isOpen = ({ basis }: ReadAddress): boolean => basis.kind === 'open' || !basis.isFixed;

/** @param contextOf the choices and settings for an address; not called if its characters name its network */
export function withNetwork(
  { basis, ...spot }: ReadAddress,
  contextOf: (canonical: string) => ChainContext,
): ScannedAddress {
  if (basis.kind === 'named') {
    const selected = basis.isFixed ? undefined : contextOf(spot.canonical).selected;
    const isChosen = selected !== undefined && networkNamed(selected)?.family === spot.family;
    return { ...spot, network: isChosen ? selected : basis.network, isAssumed: false };
  }
  const { chain, reason } = withChoice(basis, contextOf(spot.canonical));
  return { ...spot, network: chain, isAssumed: reason === 'assumed' };
}

/** Lines as an editor has them; it shows no byte order mark. */
export function withLineFeeds(text: string): string {
  const shown = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // Most files have none at all, and a search for one character is a tenth of the expression's time.
  return shown.includes('\r') && /\r(?!\n)/.test(shown) ? shown.replace(/\r\n?/g, '\n') : shown;
}

/** Undefined for what cannot be looked up. Keccak is slow, so a spelling is read once in a file. */
function spellingOf(
  occurrence: Occurrence,
  known: Map<string, string | undefined>,
): string | undefined {
  const { text } = occurrence;
  const name = `${occurrence.family} ${text}`;
  if (known.has(name)) return known.get(name);
  const canonical =
    problemOf(occurrence) === undefined ? copyOf(canonicalOf(occurrence)) : undefined;
  known.set(name, canonical);
  return canonical;
}

/** A part of a string keeps all of it in memory. Addresses are ASCII. */
function copyOf(address: string): string {
  return Buffer.from(address, 'latin1').toString('latin1');
}

/** The same for a name, which need not be ASCII. */
function copyOfName(name: string | undefined): { readonly name?: string } {
  return name === undefined ? {} : { name: Buffer.from(name).toString() };
}

function basisReader(
  text: string,
  { path, bookNetworks }: ScannedFile,
): (occurrence: Occurrence) => NetworkBasis {
  const ofFile = new FileClues(path, bookNetworks);
  if (text.length <= longestRead) {
    const read = createCodeReader(text, ofFile);
    return (occurrence) => basisOf(read(occurrence));
  }
  // Most of such a part is in the one before: what is near an address is near the next ones too.
  const brackets = new BracketFinder(text);
  return (occurrence) => {
    const start = Math.max(0, occurrence.offset - reach.before);
    const end = Math.min(text.length, occurrence.offset + occurrence.length + reach.after);
    const place = { ...occurrence, offset: occurrence.offset - start };
    const bracketsIn = (): readonly number[] => brackets.between(start, end);
    return basisOf(createCodeReader(text.slice(start, end), ofFile, bracketsIn)(place));
  };
}

/** Without evidence, which quotes the file. */
function basisOf(read: CodeReading): NetworkBasis {
  if (read.kind === 'named') {
    const { chain, reason } = read.reading;
    return { kind: 'named', network: chain, isFixed: reason === 'address' };
  }
  return { ...read, found: read.found && undecided([]) };
}
