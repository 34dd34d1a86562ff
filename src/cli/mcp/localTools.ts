import { keyMaterialIn } from '../../scan/keyMaterial.ts';
import type { BookEntry } from '../../book/book.ts';
import { entryNetworksOf } from '../../book/entryNetworks.ts';
import { ruledNetworks } from '../../book/rules.ts';
import { withChoice } from '../../evidence/chainOf.ts';
import { TextScanner, type ScannedFile } from '../../folder/scanText.ts';
import { readRegularFile } from '../../paths/readFile.ts';
import { textOf } from '../../folder/fileText.ts';
import { checkReport } from '../checkReport.ts';
import { checkRoots } from '../checkRoots.ts';
import type { Options } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usageError.ts';
import type { AllowedRoots } from './allowedRoots.ts';
import { closestBook, rootBooks } from './rootBooks.ts';
import type { ToolResult } from './toolResult.ts';

/** In bytes. */
const largestFile = 4_194_304;

/** Rows of one response. */
const pageRows = 200;

/** A part of many rows, and how to get the next one. */
function page<Row>(rows: readonly Row[], offset: unknown) {
  const start = Number(offset ?? 0);
  const shown = rows.slice(start, start + pageRows);
  const next = start + shown.length;
  return {
    shown,
    paging: { offset: start, total: rows.length, nextOffset: next < rows.length ? next : null },
  };
}

/** @throws UsageError */
export async function findAddresses(
  args: Readonly<Record<string, unknown>>,
  roots: AllowedRoots,
): Promise<ToolResult> {
  const { text, path } = args;
  if ((text === undefined) === (path === undefined)) {
    throw new UsageError('Give either text or path.');
  }
  const { source, file, entries } = await sourceOf(text, path, roots);
  const listed = entryNetworksOf(entries);
  const addresses: object[] = [];
  for (const found of new TextScanner().scan(source, file)) {
    if (found.isHidden) continue;
    const { text, canonical, family, isChecksumWrong, isPlaceholder } = found.spelling;
    const [line, column] = [found.line + 1, found.column + 1];
    const { chain: network, reason } = withChoice(found.basis, {
      listed: listed.get(canonical) ?? undefined,
    });
    addresses.push({
      ...{ address: isChecksumWrong ? text : canonical, family },
      ...{ network, networkReason: reason, line, column, isChecksumWrong, isPlaceholder },
    });
  }
  // Only how many: the text of one must not be sent to anyone.
  const keys = keyMaterialIn(source, file);
  const keyShaped = new Set(keys.map(({ offset }) => offset)).size;
  const { shown, paging } = page(addresses, args['offset']);
  return { status: 'ok', addresses: shown, ...paging, keyShaped };
}

interface Source {
  readonly source: string;
  readonly file: ScannedFile;
  /** Of the address book that counts for it: for a text, of those of all roots. */
  readonly entries: readonly BookEntry[];
}

/** @throws UsageError */
async function sourceOf(text: unknown, path: unknown, roots: AllowedRoots): Promise<Source> {
  if (typeof text === 'string') {
    const entries = (await rootBooks(roots)).flatMap(({ book }) => book.entries);
    return { source: text, file: { path: '', networks: [] }, entries };
  }
  const full = await roots.fileAt(String(path));
  const source = textAt(full);
  const closest = closestBook(await rootBooks(roots), full);
  if (closest === undefined) {
    return { source, file: { path: String(path), networks: [] }, entries: [] };
  }
  const { book, path: below } = closest;
  const file = { path: below, networks: ruledNetworks(book.rules, below) };
  return { source, file, entries: book.entries };
}

function textAt(file: string): string {
  const read = readRegularFile(file, largestFile);
  const text = read.kind === 'bytes' ? textOf(read.bytes) : undefined;
  if (text !== undefined) return text;
  throw new UsageError(
    read.kind === 'bytes' ? 'The file is not text.' : `The file was not read: ${read.reason}.`,
  );
}

/** @throws UsageError */
export async function checkWorkspace(
  { since, offset }: Readonly<Record<string, unknown>>,
  roots: AllowedRoots,
  terminal: Terminal,
): Promise<ToolResult> {
  const values = new Map(typeof since === 'string' ? [['since', since]] : []);
  const options: Options = {
    operands: await roots.folders(),
    has: (name) => values.has(name),
    text: (name) => values.get(name),
    number: () => undefined,
  };
  const { findings, failed, warned, counts, newCount, base, faults, fileCount } = checkReport(
    await checkRoots(options, terminal, undefined, { isConfined: true }),
    values.size > 0,
  );
  const { shown, paging } = page(findings, offset);
  return {
    status: 'ok',
    summary: {
      ...{ failed, warned, counts, new: newCount, files: fileCount },
      ...{ base: base ?? null, errors: faults },
    },
    ...{ findings: shown, ...paging },
  };
}
