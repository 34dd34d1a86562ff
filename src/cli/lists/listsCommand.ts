import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bookFile } from '../../book/book.ts';
import { drain } from '../../book/drain.ts';
import { addParts } from '../../book/editBook.ts';
import { maxListSize, readList, type AddressList } from '../../book/lists.ts';
import { listSources, type ListSource } from '../../book/listSources.ts';
import { trustedBook } from '../../folder/check.ts';
import { textOf } from '../../folder/fileText.ts';
import { requestedRoots } from '../../folder/roots.ts';
import { bookRejectionText, listProblemText } from '../../messages/book.ts';
import { type Options, exitCodes, UsageError, worst } from '../../options/options.ts';
import { lstatOf } from '../../paths/inside.ts';
import { readListedFile } from '../../paths/readFile.ts';
import { replaceFile } from '../../paths/replaceFile.ts';
import { baseRequest } from '../checkReport.ts';
import { LinkError, requireNoLink, safe, writeProblem, type Terminal } from '../terminal.ts';
import { FetchError, fetchList, type FetchOptions } from './fetchList.ts';
import { publicLists } from './publicLists.ts';

/** Options of a fetch besides the list; tests use their own servers. */
export type FetchWays = Pick<FetchOptions, 'mayReach' | 'ca'>;

/** Rows of a change that are shown. */
const maxShown = 10;

/** Fetches the files of lists that have a `url`, by the address book that is trusted. */
export async function runListsUpdate(
  options: Options,
  terminal: Terminal,
  ways: FetchWays = {},
): Promise<number> {
  const signal = terminal.interrupted();
  const codes: number[] = [];
  for (const { folder, text } of await trustedBooks(options, terminal)) {
    const readings = listSources(text);
    if (readings.length === 0) terminal.note(noneText(options));
    for (const reading of readings) {
      if (reading.kind === 'wrong') {
        terminal.note(`address-risk: ${safe(reading.reason)}`);
        codes.push(exitCodes.usage);
        continue;
      }
      const fetching = { ...ways, maxBytes: maxListSize, signal };
      const update = { folder, isAccepted: options.has('accept'), fetching };
      codes.push(await updateList(reading.source, update, terminal));
    }
  }
  return signal.aborted ? exitCodes.interrupted : worst(...codes);
}

const noneText = (options: Options): string =>
  options.text('trust') === 'head'
    ? 'No list of the address book has a “url”.'
    : 'No list of the base revision’s address book has a “url”. --trust head reads the one in the working folder.';

async function trustedBooks(options: Options, terminal: Terminal) {
  const trustsChange = options.text('trust') === 'head';
  // With --trust head the branch doesn’t matter, so the request is for HEAD, which always exists.
  const request = { ...baseRequest(options), isStaged: trustsChange };
  const roots = await requestedRoots(terminal.folder, [], request);
  return Promise.all(
    roots.map(async (each) => {
      const { text } = await trustedBook(each, { trustsChange });
      return { folder: each.root.folder, text };
    }),
  );
}

async function updateList(
  { name, path, url, sha256 }: ListSource,
  {
    folder,
    isAccepted,
    fetching,
  }: {
    readonly folder: string;
    readonly isAccepted: boolean;
    readonly fetching: FetchOptions;
  },
  terminal: Terminal,
): Promise<number> {
  const title = `List “${safe(name)}” (${safe(path)})`;
  try {
    const bytes = await fetchList(url, fetching);
    const change = changeOf(await listAt(folder, path), listIn(bytes, path));
    const hash = createHash('sha256').update(bytes).digest('hex');
    await terminal.write(`${title}: ${changeText(change)}\nsha256 ${hash}\n`);
    if (sha256 !== undefined && sha256 !== hash) {
      terminal.note(`${title}: not written. Its sha256 is not the one of the address book.`);
      return exitCodes.findings;
    }
    if (sha256 === undefined && !isAccepted) {
      terminal.note(`${title}: not written. The address book has no sha256; --accept writes it.`);
      return exitCodes.findings;
    }
    await writeList(folder, path, bytes);
    return exitCodes.ok;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    terminal.note(`${title}: ${error.message}`);
    return exitCodes.service;
  }
}

function changeText({ added, removed }: ReturnType<typeof changeOf>): string {
  if (added.length + removed.length === 0) return 'unchanged.';
  const rows = [...added.map((key) => `+ ${key}`), ...removed.map((key) => `- ${key}`)];
  const hidden = rows.length - maxShown;
  return [
    `${added.length} added, ${removed.length} removed.`,
    ...rows.slice(0, maxShown).map((row) => `  ${safe(row)}`),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ].join('\n');
}

/** @throws FetchError if it is not a list */
function listIn(bytes: Buffer, path: string): AddressList {
  const text = textOf(bytes);
  if (text === undefined) throw new FetchError('The file is not text.');
  const list = drain(readList(text, path));
  const { problem } = list;
  if (problem !== undefined && problem.kind !== 'rows') {
    throw new FetchError(listProblemText(problem));
  }
  if (list.addresses.size === 0) throw new FetchError('The file has no address.');
  return list;
}

/** The effect of an update on a list. */
function changeOf(before: AddressList | undefined, after: AddressList) {
  const known = before?.addresses ?? new Map<string, never>();
  return {
    added: [...after.addresses.keys()].filter((key) => !known.has(key)),
    removed: [...known.keys()].filter((key) => !after.addresses.has(key)),
  };
}

/** Undefined if the file is missing or not a list. Does not follow links. */
export async function listAt(folder: string, path: string): Promise<AddressList | undefined> {
  const file = join(folder, path);
  try {
    await requireNoLink(folder, dirname(file));
    const read = readListedFile(file, maxListSize, (size) => Buffer.allocUnsafe(size));
    return read.kind === 'bytes' ? listIn(read.bytes, path) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Puts a list in its place at once, and never outside of its folder.
 * @param folder absolute, without links
 * @throws FetchError
 */
export async function writeList(folder: string, path: string, bytes: Buffer): Promise<void> {
  const file = join(folder, path);
  try {
    await requireNoLink(folder, dirname(file));
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, bytes);
  } catch (error) {
    if (error instanceof LinkError) throw new FetchError('The path leads through a link.');
    throw new FetchError(`The file cannot be written: ${writeProblem(error)}.`);
  }
}

/** Puts a public list into the address book of the working folder. Its file is fetched by `lists update`. */
export async function runListsAdd(options: Options, terminal: Terminal): Promise<number> {
  const { id, path, name, kind, url, sha256, license, date, upkeep } = listNamed(
    options.operands[0],
  );
  const { folder, book, lists } = await bookHere(terminal);
  if (lists.some((list) => list.path === path)) {
    throw new UsageError(`${bookFile} already has a list at ${path}. Nothing was written.`);
  }
  const part = { path, name, kind, url, sha256 };
  const edit = drain(addParts(book, { member: 'lists', parts: [part] }));
  if (edit === undefined) {
    throw new UsageError(`${bookFile} takes no further list. Nothing was written.`);
  }
  const text = book.slice(0, edit.start) + edit.text + book.slice(edit.end);
  try {
    await replaceFile(join(folder, bookFile), text);
  } catch (error) {
    throw new UsageError(`${bookFile} cannot be written: ${writeProblem(error)}.`);
  }
  await terminal.write(
    [
      `Added ${id} to ${bookFile}: ${name}, of ${date}; ${upkeep}; license ${license}.`,
      `Fetch ${path} with “address-risk lists update --trust head”, and commit both as one change.`,
      '',
    ].join('\n'),
  );
  return exitCodes.ok;
}

/** @throws UsageError */
function listNamed(id: string | undefined) {
  const list = publicLists.find((each) => each.id === id);
  if (list !== undefined) return list;
  const given = id === undefined ? 'needs a NAME' : `has no list ${JSON.stringify(id)}`;
  const ids = publicLists.map((each) => each.id).join(', ');
  throw new UsageError(`lists add ${given}. There are ${ids}.`);
}

/** The book of the working folder, which is the one to edit. @throws UsageError */
async function bookHere(terminal: Terminal) {
  // HEAD, whose branch need not be named: only the working copy is read.
  const request = { since: undefined, judge: undefined, isStaged: true };
  const [requested] = await requestedRoots(terminal.folder, [], request);
  if (requested === undefined) throw new UsageError('There is no folder.');
  const { folder } = requested.root;
  const { rejection, text, book } = await trustedBook(requested, { trustsChange: true });
  if (rejection !== undefined) {
    throw new UsageError(`${bookFile}: ${bookRejectionText(rejection)}`);
  }
  // Replacing a link would leave the book that it leads to as it was.
  if (lstatOf(join(folder, bookFile))?.isSymbolicLink() === true) {
    throw new UsageError(`${bookFile} is a link, which is not written to.`);
  }
  return { folder, book: text, lists: book.lists };
}
