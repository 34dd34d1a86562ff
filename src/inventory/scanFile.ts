import {
  createChainReader,
  createReaderOfPart,
  type ChainContext,
} from '../addresses/chain/chainOf.ts';
import { prepareNames } from '../addresses/chain/names.ts';
import { FileClues } from '../addresses/chain/path.ts';
import { isNamedByCode, type ChainReading } from '../addresses/chain/reasons.ts';
import type { Family } from '../addresses/networks.ts';
import { canonicalOf, type Occurrence } from '../addresses/occurrence.ts';
import { problemOf } from '../addresses/problem.ts';
import { scanSlices } from '../addresses/scan.ts';

/** An address of a file that can be looked up. */
export interface ScannedAddress {
  readonly canonical: string;
  readonly family: Family;
  /** Null if the text does not decide it. */
  readonly network: string | null;
  /** Whether nothing nearby names the network. */
  readonly isAssumed: boolean;
  /** From 0, as in an editor. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units. */
  readonly length: number;
}

/** What besides its text decides the network of an address. */
export interface ScannedFile {
  readonly path: string;
  /** The networks that the address book names for the file. */
  readonly bookNetworks: readonly string[];
  readonly contextOf: (canonical: string) => ChainContext;
}

export interface FileScan {
  readonly addresses: readonly ScannedAddress[];
  /** Whether a choice or a setting decided a network, so that another one may decide otherwise. */
  readonly dependsOnChoices: boolean;
}

/**
 * In UTF-16 units. In longer texts only what is near an address names its network, as in open
 * documents: reading all of one at once would block the editor.
 */
const longestRead = 262_144;
const reach = { before: 8_448, after: 1_024 } as const;

/**
 * The addresses of a text with their networks. Placeholders and addresses with a wrong checksum are
 * left out: no one can look them up. Yields between slices of work.
 */
export function* scanFile(text: string, file: ScannedFile): Generator<void, FileScan> {
  const clean = withLineFeeds(text);
  const addresses: ScannedAddress[] = [];
  const spellings = new Map<string, string | undefined>();
  const lines = createLineReader(clean);
  let networkOf: ReturnType<typeof networkReader> | undefined;
  let dependsOnChoices = false;
  yield* prepareNames();
  for (const slice of scanSlices(clean, { path: file.path })) {
    yield;
    for (const occurrence of slice) {
      const canonical = spellingOf(occurrence, spellings);
      if (canonical === undefined) continue;
      networkOf ??= networkReader(clean, file);
      const reading = networkOf(occurrence, canonical);
      if (!isNamedByCode(reading)) dependsOnChoices = true;
      const { family, offset, length } = occurrence;
      const isAssumed = reading.reason === 'assumed';
      addresses.push({
        canonical,
        family,
        network: reading.chain,
        isAssumed,
        ...lines(offset),
        length,
      });
      // Each may take a tenth of a millisecond, and the first ones of a text several.
      yield;
    }
  }
  return { addresses, dependsOnChoices };
}

/** Lines as an editor has them; it shows no byte order mark. */
function withLineFeeds(text: string): string {
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

function networkReader(
  text: string,
  { path, bookNetworks, contextOf }: ScannedFile,
): (occurrence: Occurrence, canonical: string) => ChainReading {
  if (text.length <= longestRead) {
    const read = createChainReader(text, path, bookNetworks);
    return (occurrence, canonical) => read(occurrence, contextOf(canonical));
  }
  const ofFile = new FileClues(path, bookNetworks);
  return (occurrence, canonical) => {
    const start = Math.max(0, occurrence.offset - reach.before);
    const around = text.slice(start, occurrence.offset + occurrence.length + reach.after);
    const place = { ...occurrence, offset: occurrence.offset - start };
    return createReaderOfPart(around, ofFile)(place, contextOf(canonical));
  };
}

/** Tells line and column of offsets that only grow. */
function createLineReader(text: string): (offset: number) => { line: number; column: number } {
  let line = 0;
  let start = 0;
  // Kept between addresses: looked for again for each, it would cost the rest of a long line.
  let lineBreak = text.indexOf('\n');
  return (offset) => {
    while (lineBreak !== -1 && lineBreak < offset) {
      line++;
      start = lineBreak + 1;
      lineBreak = text.indexOf('\n', start);
    }
    return { line, column: offset - start };
  };
}
