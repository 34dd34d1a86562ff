import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { textOf } from '../inventory/fileText.ts';
import { FolderIds } from '../paths/folderIds.ts';
import { csvLine } from '../words/csvCell.ts';
import { byCodeUnit } from '../workspace/folderFiles.ts';
import { filesBelow, type Skipped } from '../workspace/filesBelow.ts';
import { largestFile } from '../workspace/fileSearch.ts';
import { readRegularFile } from '../workspace/readRegularFile.ts';
import { Turns } from '../workspace/turns.ts';
import type { Options } from './options.ts';
import { rowsOf, type Row } from './rows.ts';
import { safe, type Terminal } from './terminal.ts';
import { exitCodes, UsageError } from './usageError.ts';

/** Detection alone: reads files, prints addresses, sends nothing. */
export async function runScan(options: Options, terminal: Terminal): Promise<number> {
  const { operands } = options;
  if (operands.length === 0) throw new UsageError('scan needs a PATH.');
  const { files, isComplete } = listed(terminal, operands);
  const format = formats[options.text('format') ?? 'json'] ?? jsonRows();
  const isRead = await print(terminal, files, format);
  return isRead && isComplete ? exitCodes.ok : exitCodes.usage;
}

/** The files that the arguments name, each once; what is not there or cannot be read is reported. */
function listed(
  terminal: Terminal,
  paths: readonly string[],
): { readonly files: readonly string[]; readonly isComplete: boolean } {
  const missing = paths.filter((path) => isMissing(resolve(terminal.folder, path)));
  for (const path of missing) terminal.note(`No such file or folder: ${JSON.stringify(path)}`);
  const files = new Set<string>();
  let isComplete = missing.length === 0;
  for (const path of paths) {
    if (missing.includes(path)) continue;
    const listing = filesBelow(terminal.folder, path);
    for (const file of listing.files) files.add(file);
    for (const skipped of listing.skipped) terminal.note(skippedText(skipped));
    if (listing.skipped.length > 0) isComplete = false;
  }
  return { files: [...files].sort(byCodeUnit), isComplete };
}

/** Whether nothing is there; what is there and cannot be looked at is another matter. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Quoted: a name may hold line breaks, and sequences that a terminal obeys. */
export function skippedText({ path, reason }: Skipped): string {
  return `Skipped ${JSON.stringify(path)}: ${reason}`;
}

interface RowFormat {
  readonly head: string;
  readonly row: (row: Row) => string;
  readonly end: string;
}

function jsonRows(): RowFormat {
  let separator = '\n';
  return {
    head: '[',
    row(row) {
      const text = separator + JSON.stringify(row);
      separator = ',\n';
      return text;
    },
    end: '\n]\n',
  };
}

const columns = [
  ...(['path', 'line', 'column', 'offset', 'length', 'text', 'family', 'form'] as const),
  ...(['canonical', 'checksum', 'placeholder', 'chain', 'chainReason'] as const),
];

const csvRows: RowFormat = {
  head: csvLine(columns),
  row: (row) => csvLine(columns.map((column) => String(row[column] ?? ''))),
  end: '',
};

const textRows: RowFormat = {
  head: '',
  row: ({ path, line, column, canonical, chain, family }) =>
    `${safe(path)}:${line}:${column}: ${canonical} ${chain ?? 'network unknown'} (${family})\n`,
  end: '',
};

const formats: Readonly<Record<string, RowFormat>> = { csv: csvRows, text: textRows };

/** In UTF-16 units: a write for each row would cost more than the row. */
const blockLength = 65_536;

/** Prints the rows. False where a file could not be read. */
async function print(
  terminal: Terminal,
  files: readonly string[],
  format: RowFormat,
): Promise<boolean> {
  let isComplete = true;
  let block = format.head;
  const turns = new Turns();
  const folderIds = new FolderIds(terminal.folder);
  for (const path of files) {
    await turns.next();
    const read = readRegularFile(resolve(terminal.folder, path), largestFile);
    if (read.kind !== 'bytes') {
      terminal.note(skippedText({ path, reason: read.reason }));
      isComplete = false;
      continue;
    }
    const text = textOf(read.bytes);
    if (text === undefined) continue;
    for (const row of rowsOf(path, text, folderIds)) {
      block += format.row(row);
      if (block.length < blockLength) continue;
      await terminal.write(block);
      block = '';
    }
  }
  await terminal.write(block + format.end);
  return isComplete;
}
