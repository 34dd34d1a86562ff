import { basename, resolve } from 'node:path';
import { keyMaterialIn } from '../../scan/keyMaterial.ts';
import { factsOf, type AddressQuery, type KnownName } from '../../book/facts.ts';
import type { FolderBook } from '../../book/loadBook.ts';
import type { BookEntry } from '../../book/book.ts';
import { DenySearch } from '../../book/denySearch.ts';
import { deniedTextsIn } from '../../agents/deniedTexts.ts';
import { drain } from '../../book/drain.ts';
import type { KnownAddress } from '../../book/lookAlikeParts.ts';
import { LookAlikes } from '../../book/lookAlikes.ts';
import { looksLike } from '../../book/looksLike.ts';
import { knownEntries } from '../../folder/judge.ts';
import { findingTexts } from '../../messages/findings.ts';
import { entryNetworksOf } from '../../book/entryNetworks.ts';
import { ruledNetworks } from '../../book/rules.ts';
import { withChoice } from '../../evidence/chainOf.ts';
import { TextScanner } from '../../folder/scanText.ts';
import { readRegularFile } from '../../paths/readFile.ts';
import { maxFileSize, textOf } from '../../folder/fileText.ts';
import { checkSummary } from '../checkFormats.ts';
import { checkReport, checkRoots } from '../checkReport.ts';
import { optionsOf, UsageError } from '../../options/options.ts';
import { riskOf } from '../../report/risk.ts';
import { factsJson, riskJson } from '../../agents/toolResult.ts';
import type { Arguments, ToolCall } from './paidTools.ts';
import type { ToolResult } from './toolTable.ts';
import { rootBooks } from '../trustedBooks.ts';
import { isBelow, pathFrom, realPathOf } from '../../paths/inside.ts';

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
  const likenessOf = likenessWith(books.flatMap(({ book }) => book.entries));
  const found = [...new TextScanner().scan(source, file)].filter(({ isHidden }) => !isHidden);
  const addresses = found.map(({ spelling, basis, line, column }) => {
    const { canonical, family, isChecksumWrong, isPlaceholder } = spelling;
    const { chain: network, reason: networkReason } = withChoice(basis, {
      listed: listed.get(canonical) ?? undefined,
    });
    return {
      address: isChecksumWrong ? spelling.text : canonical,
      family,
      network,
      networkReason,
      // From 1.
      line: line + 1,
      column: column + 1,
      isChecksumWrong,
      isPlaceholder,
      ...known(books, { text: canonical, family, network: network ?? undefined }),
      looksLike: isPlaceholder ? null : likenessOf({ address: canonical, family }),
    };
  });
  // Only how many: the text of one must not be sent to anyone.
  const keys = keyMaterialIn(source, file);
  const keyShaped = new Set(keys.map(({ offset }) => offset)).size;
  const { shown, paging } = page(addresses, offset);
  const rows = paid === undefined ? shown : await withScores(shown, paid);
  const searches = books.map(({ lists }) => drain(DenySearch.of(lists)));
  const among = { known: new Set(found.map((each) => each.offset)), path: file.path };
  const denied = drain(deniedTextsIn(source, searches, among));
  return {
    ...{ status: 'ok', addresses: rows, ...paging },
    ...{ deniedTexts: denied.rows, deniedTextCount: denied.count, keyShaped },
  };
}

/** Facts from the books and their lists, with the same members as in the editor's tools. */
function known(books: readonly FolderBook[], asked: AddressQuery): object {
  const all = books.map(({ book, lists }) => factsOf({ entries: book.byAccount, lists }, asked));
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

/** The address that one resembles, among entries and published tokens; null if there is none. */
function likenessWith(entries: readonly BookEntry[]): (known: KnownAddress) => string | null {
  const lookAlikes = new LookAlikes();
  drain(lookAlikes.feed('entries', knownEntries(entries), { areAnchors: true }));
  const names = new Map(entries.map(({ address, name }) => [address, name]));
  // All that it is compared with is reviewed.
  const among = { lookAlikes, isDenied: false, isReviewed: () => true, isNewer: () => false };
  return (known) => {
    const found = names.has(known.address) ? undefined : looksLike(known, among);
    if (found?.kind === 'token') return findingTexts.imitates(found.token);
    if (found?.kind !== 'addresses') return null;
    const [{ how, address }] = found.alike;
    return findingTexts.lookAlike(how, address, names.get(address));
  };
}

/** Each row with its stored score. Costs nothing. */
async function withScores(
  rows: readonly { readonly address: string; readonly network: string | null }[],
  { service, policy }: NonNullable<ToolCall['paid']>,
): Promise<object[]> {
  const { aggregator, scale } = policy;
  const { isSample } = service.account;
  const subjects = rows.map(({ address, network }) => ({ address, chain: network ?? '' }));
  const heads = await service.readStored(subjects);
  return subjects.map((subject, index) => {
    const risk = riskOf(heads[index], subject, aggregator);
    const json = riskJson(risk, { aggregator, scale, isSample });
    return { ...rows[index], storedScore: json };
  });
}

/**
 * A text or a file, with the address books that apply: for a text, those of all roots.
 * @throws UsageError
 */
async function sourceOf(text: unknown, path: unknown, folders: ToolCall['folders']) {
  if (typeof text === 'string') {
    const books = (await rootBooks(folders)).map(({ loaded }) => loaded);
    return { source: text, file: { path: '', networks: [] }, books };
  }
  const full = fileAt(String(path), await folders());
  const source = textAt(full);
  const above = (await rootBooks(folders)).filter(({ folder }) => isBelow(folder, full));
  const [closest] = above.sort((one, other) => other.folder.length - one.folder.length);
  if (closest === undefined) {
    return { source, file: { path: String(path), networks: [] }, books: [] };
  }
  const { loaded, folder } = closest;
  const below = pathFrom(folder, full);
  const file = { path: below, networks: ruledNetworks(loaded.book.rules, below) };
  return { source, file, books: [loaded] };
}

/** The real path of a file below a root. @throws UsageError */
function fileAt(path: string, folders: readonly string[]): string {
  // Of several roots, paths begin with the name of theirs.
  const named = folders.flatMap((folder) => {
    const name = `${basename(folder)}/`;
    return path.startsWith(name) ? [[folder, path.slice(name.length)] as const] : [];
  });
  for (const [folder, below] of [...named, ...folders.map((each) => [each, path] as const)]) {
    const real = realPathOf(resolve(folder, below));
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
  const report = checkReport(
    await checkRoots(options, terminal, undefined, { isConfined: true }),
    values.size > 0,
  );
  const { shown, paging } = page(report.findings, offset);
  const summary = checkSummary(report);
  return {
    status: 'ok',
    summary: {
      ...summary,
      notRead: summary.notRead.slice(0, pageRows),
      notReadCount: summary.notRead.length,
    },
    findings: shown,
    ...paging,
  };
}
