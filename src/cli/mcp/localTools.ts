import { resolve } from 'node:path';
import { keyMaterialIn } from '../../scan/keyMaterial.ts';
import { factsOf, type AddressQuery, type KnownName } from '../../book/facts.ts';
import type { FolderBook } from '../../book/loadBook.ts';
import { entryNetworksOf } from '../../book/entryNetworks.ts';
import { ruledNetworks } from '../../book/rules.ts';
import { withChoice } from '../../evidence/chainOf.ts';
import { TextScanner, type ScannedFile, type Spelling } from '../../folder/scanText.ts';
import { readRegularFile } from '../../paths/readFile.ts';
import { textOf } from '../../folder/fileText.ts';
import { checkReport } from '../checkReport.ts';
import { checkRoots } from '../checkRoots.ts';
import { optionsOf } from '../../options/options.ts';
import { UsageError } from '../../options/usageError.ts';
import { exactText } from '../../report/export/exactText.ts';
import { riskOf } from '../../report/risk.ts';
import { factsJson, riskJson } from '../../agents/toolResult.ts';
import type { Arguments, ToolCall } from './paidTools.ts';
import type { ToolResult } from './toolTable.ts';
import { trustedBook } from '../../folder/check.ts';
import { NoBaseError } from '../../folder/base.ts';
import { requestedRoots } from '../../folder/roots.ts';
import { GitError } from '../../git/runGit.ts';
import { isBelow, pathFrom, realPathOf } from '../../paths/inside.ts';

/** In bytes. */
const maxFileSize = 4_194_304;

/** Rows of one response. */
const pageRows = 100;

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
  { text, path, offset }: Arguments,
  { folders, paid }: ToolCall,
): Promise<ToolResult> {
  if ((text === undefined) === (path === undefined)) {
    throw new UsageError('Give either text or path.');
  }
  const { source, file, books } = await sourceOf(text, path, folders);
  const listed = entryNetworksOf(books.flatMap(({ book }) => book.entries));
  const addresses: FoundRow[] = [];
  for (const found of new TextScanner().scan(source, file)) {
    if (found.isHidden) continue;
    const { text, canonical, family, isChecksumWrong, isPlaceholder } = found.spelling;
    const [line, column] = [found.line + 1, found.column + 1];
    const { chain: network, reason } = withChoice(found.basis, {
      listed: listed.get(canonical) ?? undefined,
    });
    addresses.push({
      address: isChecksumWrong ? text : canonical,
      family,
      network,
      networkReason: reason,
      line,
      column,
      isChecksumWrong,
      isPlaceholder,
      ...known(books, { text: canonical, family, network: network ?? undefined }),
    });
  }
  // Only how many: the text of one must not be sent to anyone.
  const keys = keyMaterialIn(source, file);
  const keyShaped = new Set(keys.map(({ offset }) => offset)).size;
  const { shown, paging } = page(addresses, offset);
  const rows = paid === undefined ? shown : await withScores(shown, paid);
  return { status: 'ok', addresses: rows, ...paging, keyShaped };
}

interface FoundRow extends Pick<Spelling, 'family' | 'isChecksumWrong' | 'isPlaceholder'> {
  readonly address: string;
  readonly network: string | null;
  readonly networkReason: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** What the books and their lists say, with the members that the tools of the editor have. */
function known(books: readonly FolderBook[], asked: AddressQuery): object {
  const names = { of: () => [] };
  const all = books.map(({ book, lists }) =>
    factsOf({ entries: book.byAccount, lists, names }, asked),
  );
  const isRepeated = (one: KnownName, index: number, every: readonly KnownName[]): boolean =>
    every.findIndex(({ name }) => name === one.name) < index;
  const entries = all.flatMap((each) => each.entries);
  return factsJson({
    denials: all.flatMap(({ denials }) => denials),
    entries,
    baseEntries: entries,
    names: all.flatMap((each) => each.names).filter((...each) => !isRepeated(...each)),
  });
}

/** Each row with its stored score. Costs nothing. */
async function withScores(
  rows: readonly FoundRow[],
  { service, policy }: NonNullable<ToolCall['paid']>,
): Promise<object[]> {
  const { aggregator = 'money', scale } = policy;
  const { isSample } = service.account;
  const subjects = rows.map(({ address, network }) => ({ address, chain: network ?? '' }));
  const heads = await service.readStored(subjects);
  return subjects.map((subject, index) => {
    const risk = riskOf(heads[index], subject, aggregator);
    const json = riskJson(risk, { aggregator, scale, isSample });
    return { ...rows[index], storedScore: JSON.parse(exactText(json)) as unknown };
  });
}

interface Source {
  readonly source: string;
  readonly file: ScannedFile;
  /** The address book that counts for it: for a text, those of all roots, or none. */
  readonly books: readonly FolderBook[];
}

/** @throws UsageError */
async function sourceOf(
  text: unknown,
  path: unknown,
  folders: ToolCall['folders'],
): Promise<Source> {
  if (typeof text === 'string') {
    const books = (await rootBooks(folders)).map(({ loaded }) => loaded);
    return { source: text, file: { path: '', networks: [] }, books };
  }
  const full = fileAt(String(path), await folders());
  const source = textAt(full);
  const closest = closestBook(await rootBooks(folders), full);
  if (closest === undefined) {
    return { source, file: { path: String(path), networks: [] }, books: [] };
  }
  const { loaded, path: below } = closest;
  const file = { path: below, networks: ruledNetworks(loaded.book.rules, below) };
  return { source, file, books: [loaded] };
}

/** The real path of a file below a root. @throws UsageError */
function fileAt(path: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const real = realPathOf(resolve(folder, path));
    if (real !== undefined && real !== folder && isBelow(folder, real)) return real;
  }
  throw new UsageError('No file below the roots has this path.');
}

function textAt(file: string): string {
  const read = readRegularFile(file, maxFileSize);
  const text = read.kind === 'bytes' ? textOf(read.bytes) : undefined;
  if (text !== undefined) return text;
  throw new UsageError(
    read.kind === 'bytes' ? 'The file is not text.' : `The file was not read: ${read.reason}.`,
  );
}

/** @throws UsageError */
export async function checkWorkspace(
  { since, offset }: Arguments,
  { folders, terminal }: ToolCall,
): Promise<ToolResult> {
  const values = new Map(typeof since === 'string' ? [['since', since]] : []);
  const options = optionsOf(await folders(), values);
  const { findings, failed, warned, counts, newCount, base, faults, fileCount } = checkReport(
    await checkRoots(options, terminal, undefined, { isConfined: true }),
    values.size > 0,
  );
  const { shown, paging } = page(findings, offset);
  return {
    status: 'ok',
    summary: {
      failed,
      warned,
      counts,
      new: newCount,
      files: fileCount,
      base: base ?? null,
      errors: faults,
    },
    findings: shown,
    ...paging,
  };
}

/** The address book that a check trusts in a folder. */
interface RootBook {
  /** Absolute, without links. */
  readonly folder: string;
  readonly loaded: FolderBook;
}

/**
 * The books of the roots and of the folders below them, each read again, since it may have changed. Empty if
 * it is unclear which book to trust: addresses are still found, with fewer networks.
 */
async function rootBooks(folders: ToolCall['folders']): Promise<readonly RootBook[]> {
  const request = { since: undefined, judge: undefined, isStaged: false };
  try {
    const found: RootBook[] = [];
    for (const requested of await requestedRoots('', await folders(), request, true)) {
      const loaded = await trustedBook(requested, { trustsChange: false });
      found.push({ folder: requested.root.folder, loaded });
    }
    return found;
  } catch (error) {
    const isExpected = [NoBaseError, GitError, UsageError].some((each) => error instanceof each);
    if (isExpected) return [];
    throw error;
  }
}

/** The book of the closest folder, and the path of a file below it. @param file its real path */
function closestBook(
  books: readonly RootBook[],
  file: string,
): { readonly loaded: FolderBook; readonly path: string } | undefined {
  const above = books.filter(({ folder }) => isBelow(folder, file));
  const [closest] = above.sort((one, other) => other.folder.length - one.folder.length);
  return closest && { loaded: closest.loaded, path: pathFrom(closest.folder, file) };
}
