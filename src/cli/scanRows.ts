import { jsonText } from '../messages/visible.ts';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { prepareNames } from '../networks/names.ts';
import { drain } from '../book/drain.ts';
import { encodingOf, textOf } from '../folder/fileText.ts';
import { FolderIds } from '../paths/folderIds.ts';
import { mayHaveAddresses, scanText } from '../scan/scan.ts';
import { csvLine } from '../messages/csvCell.ts';
import { chainReasonText } from '../messages/networks.ts';
import type { PortionedWork } from '../folder/threads.ts';
import { maxReadSize, readListedFile, readRegularFile } from '../paths/readFile.ts';
import { safe, skippedText } from './terminal.ts';
import { createChainReader } from '../evidence/chainOf.ts';
import type { ChainReading } from '../evidence/reasons.ts';
import type { Checksum } from '../encodings/evmChecksum.ts';
import type { Family } from '../networks/networks.ts';
import { canonicalOf, checksumOf, type Form } from '../addresses/occurrence.ts';
import { createLineCounter } from '../book/lines.ts';

/** Text before, between, and after the rows. */
interface RowFormat {
  readonly head: string;
  readonly separator: string;
  readonly row: (row: Row) => string;
  readonly end: string;
}

const columns = [
  ...(['path', 'line', 'column', 'offset', 'length', 'text', 'family', 'form'] as const),
  ...(['canonical', 'checksum', 'placeholder', 'chain', 'chainReason'] as const),
];

const formats = {
  json: { head: '[', separator: ',', row: (row) => `\n${jsonText(row)}`, end: '\n]\n' },
  csv: {
    head: csvLine(columns),
    separator: '',
    end: '',
    row: (row) => csvLine(columns.map((column) => String(row[column] ?? ''))),
  },
  text: {
    head: '',
    separator: '',
    end: '',
    row: (row) => {
      const { path, line, column, text, canonical, checksum, placeholder, chain, family } = row;
      // As it is written, so that a search finds it: the canonical spelling hides the mistake.
      const isWrong = checksum === 'invalid';
      const address = `${isWrong ? text : canonical} ${chain ?? 'network unknown'} (${family})`;
      const notes = [
        ...(isWrong ? ['wrong checksum'] : []),
        ...(placeholder === null ? [] : [`placeholder (${placeholder})`]),
      ];
      return `${safe(path)}:${line}:${column}: ${[address, ...notes].join(', ')}${whyUnknown(row)}\n`;
    },
  },
} satisfies Readonly<Record<string, RowFormat>>;

/** For people: the names in the text, if they determine no network. */
function whyUnknown({ chain, chainReason }: Row): string {
  if (chain !== null || chainReason === nothingNamed) return '';
  return `. ${safe(chainReason.slice(chainReason.indexOf(': ') + 2))}`;
}

const nothingNamed = 'unknown: no network named';

/** @param name as the option has it */
export const formatOf = (name: string): RowFormat =>
  name === 'csv' || name === 'text' ? formats[name] : formats.json;

/** Output for a batch of files, and the reasons for unread ones. */
interface PrintedFiles {
  /** With separators only between them. */
  readonly rows: string;
  readonly notes: readonly string[];
}

/** Sent to a thread before the first files. */
interface ScanSettings {
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly format: string;
}

type ScanRequest =
  | { readonly kind: 'settings'; readonly settings: ScanSettings }
  | { readonly kind: 'files'; readonly paths: readonly string[] };

/** Of one portion, which is in memory as a whole. */
const maxPortion = { files: 8, bytes: 1_048_576 };

/**
 * The rows of files, in order, for threads that run `serveRows`.
 * @param onBytes called while the files are measured, so that threads start before all are
 */
export function rowsInThreads(
  settings: ScanSettings,
  files: readonly string[],
  onBytes: (known: number) => void = () => undefined,
): PortionedWork<PrintedFiles> {
  const portions: (readonly string[])[] = [];
  let known = 0;
  for (const { paths, bytes } of portionsOf(settings.folder, files)) {
    portions.push(paths);
    onBytes((known += bytes));
  }
  const print = printer(settings);
  return {
    count: portions.length,
    maxAhead: 64,
    here: (index) => print(portions[index] ?? []),
    begin(post) {
      post({ kind: 'settings', settings } satisfies ScanRequest);
      return {
        requestOf: (index) =>
          ({ kind: 'files', paths: portions[index] ?? [] }) satisfies ScanRequest,
        resultOf: (_, answer) => answer as PrintedFiles,
      };
    },
  };
}

interface Portion {
  readonly paths: readonly string[];
  readonly bytes: number;
}

function* portionsOf(folder: string, files: readonly string[]): Generator<Portion> {
  let paths: string[] = [];
  let bytes = 0;
  for (const path of files) {
    const size = sizeOf(resolve(folder, path));
    if (
      paths.length === maxPortion.files ||
      (paths.length > 0 && bytes + size > maxPortion.bytes)
    ) {
      yield { paths, bytes };
      paths = [];
      bytes = 0;
    }
    paths.push(path);
    bytes += size;
  }
  yield { paths, bytes };
}

/** Returns 0 for a missing file; reading it will report that. */
function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

/** Reads files and prints their rows, in a thread. */
export function serveRows(): void {
  const port = parentPort;
  if (port === null) throw new Error('This runs in a thread.');
  let print: ReturnType<typeof printer> | undefined;
  port.on('message', (request: ScanRequest) => {
    if (request.kind === 'settings') print = printer(request.settings);
    port.postMessage(request.kind === 'files' ? print?.(request.paths) : null);
  });
  // While the first files are listed.
  drain(prepareNames());
}

function printer({ folder, format }: ScanSettings): (paths: readonly string[]) => PrintedFiles {
  const folderIds = new FolderIds(folder);
  const { row: printRow, separator } = formatOf(format);
  // For one file after the other: garbage of this kind takes long to be collected.
  let buffer = Buffer.alloc(0);
  const allocate = (size: number): Buffer => {
    if (size > buffer.length) buffer = Buffer.allocUnsafeSlow(Math.max(size, maxPortion.bytes));
    return buffer;
  };
  return (paths) => {
    const notes: string[] = [];
    let rows = '';
    for (const path of paths) {
      const full = resolve(folder, path);
      let read = readListedFile(full, maxReadSize, allocate);
      // A path that was named may be a link.
      if (read.kind === 'unreadable') read = readRegularFile(full, maxReadSize, allocate);
      if (read.kind !== 'bytes') {
        notes.push(skippedText({ path, reason: read.reason }));
        continue;
      }
      const isRead = encodingOf(read.bytes) !== 'utf-8' || mayHaveAddresses(read.bytes);
      const text = isRead ? textOf(read.bytes) : undefined;
      if (text === undefined) continue;
      for (const row of rowsOf(path, text, folderIds)) {
        rows += (rows === '' ? '' : separator) + printRow(row);
      }
    }
    return { rows, notes };
  };
}

/** One address, as `scan` prints it: the contract fixes names and meanings. */
interface Row {
  readonly path: string;
  /** In UTF-16 units; a byte order mark counts. */
  readonly offset: number;
  readonly length: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly family: Family;
  readonly form: Form;
  readonly canonical: string;
  readonly checksum: Checksum;
  readonly placeholder: string | null;
  readonly chain: string | null;
  readonly chainReason: string;
}

/** @param folderIds of the folder that the path is relative to */
export function* rowsOf(path: string, text: string, folderIds?: FolderIds): Generator<Row> {
  let chainOf: ReturnType<typeof createChainReader> | undefined;
  const lines = createLineCounter(text);
  for (const occurrence of scanText(text, { path })) {
    const { offset, length, family, form, placeholder } = occurrence;
    const { line, column } = lines.placeAt(offset);
    chainOf ??= createChainReader(text, folderIds?.byId(path) ?? path, [], true);
    const reading = chainOf(occurrence);
    yield {
      path,
      offset,
      length,
      line: line + 1,
      column: column + 1,
      text: occurrence.text,
      family,
      form,
      canonical: canonicalOf(occurrence),
      checksum: checksumOf(occurrence),
      placeholder,
      chain: reading.chain,
      chainReason: scanReason(reading),
    };
  }
}

/** Programs recognize undecided networks by this prefix. */
export function scanReason(reading: ChainReading): string {
  const { chain, reason, evidence } = reading;
  if (reason === 'unknown' && evidence === '') return nothingNamed;
  return chain === null ? `${reason}: ${chainReasonText(reading)}` : chainReasonText(reading);
}
