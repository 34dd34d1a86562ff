import { accountOf, canonicalOf, checksumOf, type Occurrence } from '../addresses/occurrence.ts';
import type { EntryIndex } from '../book/book.ts';
import { createLineCounter } from '../book/lines.ts';
import {
  createCodeReader,
  isSilent,
  withChoice,
  type ChainContext,
  type CodeReading,
} from '../evidence/chainOf.ts';
import { FileClues } from '../evidence/path.ts';
import { countsElsewhere, isNamedThere, undecided } from '../evidence/reasons.ts';
import { codeNameAt } from '../evidence/codeName.ts';
import type { Family } from '../networks/networks.ts';
import type { FolderIds } from '../paths/folderIds.ts';
import type { ScannedAddress } from './addressTable.ts';
import { scanSlices } from '../scan/scan.ts';

/** An address as it is written: one object for all places that write it so. */
export interface Spelling {
  readonly text: string;
  readonly canonical: string;
  readonly family: Family;
  /** By `accountOf`. */
  readonly account: string;
  readonly isChecksumWrong: boolean;
  readonly isPlaceholder: boolean;
}

/** The network that a text implies before any choice, without the evidence text. */
export type NetworkBasis = CodeReading;

/** An address of a file: plain data, which a thread can send. */
export interface FoundAddress {
  readonly spelling: Spelling;
  readonly basis: NetworkBasis;
  /** From 0. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units; 0 for one in the name of the file or of a folder. */
  readonly length: number;
  /** Whether it may be a key, or a part of one: it counts, and its text is never shown or sent. */
  readonly isHidden: boolean;
  /** The unverified name in the code. */
  readonly name?: string | undefined;
}

interface TextAddress extends FoundAddress {
  /** In UTF-16 units. */
  readonly offset: number;
}

/** Evidence for the networks of a file's addresses besides its text. */
export interface ScannedFile {
  /** With slashes, relative to its folder. */
  readonly path: string;
  /** The networks that the address book names for the file. */
  readonly networks: readonly string[];
}

/** Reads addresses and their networks from texts. */
export class TextScanner {
  /** Kept by family and text: Keccak is slow, and most addresses occur often. */
  readonly #spellings = new Map<Family, Map<string, Spelling>>();
  /** One shared object for all addresses with equal evidence. */
  readonly #bases = new Map<string, NetworkBasis>();
  readonly #listed: Pick<EntryIndex, 'get'>;
  readonly #folderIds: FolderIds | undefined;

  /** @param listed whose addresses are canonical spellings */
  constructor(folderIds?: FolderIds, listed: Pick<EntryIndex, 'get'> = new Map()) {
    this.#folderIds = folderIds;
    this.#listed = listed;
  }

  /** @param namesCode whether the names that the code gives are read, which takes time */
  *scan(text: string, file: ScannedFile, namesCode = false): Generator<TextAddress> {
    let read: ReturnType<typeof createCodeReader> | undefined;
    const { path, networks } = file;
    const lines = createLineCounter(text);
    const hidden = new Set<Occurrence>();
    for (const slice of scanSlices(text, { path }, hidden)) {
      for (const occurrence of slice) {
        const { offset, length } = occurrence;
        read ??= createCodeReader(
          text,
          new FileClues(this.#folderIds?.byId(path) ?? path, networks, true),
        );
        yield {
          spelling: this.#spellingOf(occurrence),
          basis: this.#basisOf(read(occurrence)),
          ...lines.placeAt(offset),
          offset,
          length,
          isHidden: hidden.has(occurrence),
          name: namesCode ? copyOfName(codeNameAt(text, offset, length)) : undefined,
        };
      }
    }
  }

  /** Returns this scanner's copy of a spelling from another one. */
  adopt(spelling: Spelling): Spelling {
    const ofFamily = this.#ofFamily(spelling.family);
    const kept = ofFamily.get(spelling.text) ?? spelling;
    ofFamily.set(spelling.text, kept);
    return kept;
  }

  /** Without evidence, which quotes the file. */
  #basisOf(read: CodeReading): NetworkBasis {
    const basis: NetworkBasis =
      read.kind === 'named'
        ? { kind: 'named', reading: { ...read.reading, evidence: '' } }
        : { ...read, found: read.found && undecided([]) };
    const name = nameOf(basis);
    const known = this.#bases.get(name);
    if (known === undefined) this.#bases.set(name, basis);
    return known ?? basis;
  }

  #spellingOf(occurrence: Occurrence): Spelling {
    const { family, placeholder } = occurrence;
    const known = this.#ofFamily(family).get(occurrence.text);
    if (known !== undefined) return known;
    const text = copyOf(occurrence.text);
    const account = accountOf({ text, family });
    const isListed = this.#listed.get(account)?.[0]?.address === text;
    const canonical = isListed ? text : copyOf(canonicalOf(occurrence));
    const isChecksumWrong = !isListed && checksumOf(occurrence) === 'invalid';
    const isPlaceholder = placeholder !== null;
    return this.adopt({ text, canonical, family, account, isChecksumWrong, isPlaceholder });
  }

  #ofFamily(family: Family): Map<string, Spelling> {
    const known = this.#spellings.get(family) ?? new Map<string, Spelling>();
    if (known.size === 0) this.#spellings.set(family, known);
    return known;
  }
}

function nameOf(basis: NetworkBasis): string {
  if (basis.kind === 'named') {
    const { chain, reason, strength } = basis.reading;
    return `${reason} ${strength} ${chain ?? ''}`;
  }
  return `${basis.family} ${basis.found === undefined ? '' : 'found'} ${basis.usual ?? ''}`;
}

/**
 * The network of an address unless the user has chosen one; null if unknown.
 * @param listed the network of its address book entry
 */
export const networkOf = (basis: NetworkBasis, listed?: string): string | null =>
  withChoice(basis, { listed }).chain;

/** Whether a choice or a setting can decide the network, so that another one may decide otherwise. */
export const isOpen = (basis: NetworkBasis): boolean =>
  basis.kind === 'open' || basis.reading.reason !== 'address';

/** @param contextOf the choices and settings for an address; not called if its characters name its network */
export function chosenNetwork(
  { spelling: { canonical }, basis }: Pick<FoundAddress, 'spelling' | 'basis'>,
  contextOf: (canonical: string) => ChainContext,
): Pick<ScannedAddress, 'network' | 'isAssumed' | 'isNamedFirmly' | 'isSilent' | 'isNamedThere'> {
  if (!isOpen(basis)) return { network: networkOf(basis), isAssumed: false, isNamedThere: true };
  const reading = withChoice(basis, contextOf(canonical));
  const { chain: network, reason } = reading;
  return {
    network,
    isAssumed: reason === 'assumed',
    isNamedFirmly: countsElsewhere(reading),
    isSilent: isSilent(basis) && reason !== 'selected' && reason !== 'entry',
    isNamedThere: isNamedThere(reading),
  };
}

/** A substring keeps its whole parent string in memory, so copy it. Addresses are ASCII. */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

const copyOfName = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : Buffer.from(name).toString();
