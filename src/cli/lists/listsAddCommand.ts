import { join } from 'node:path';
import { drain } from '../../book/drain.ts';
import { bookFile } from '../../book/book.ts';
import { addParts } from '../../book/editBook.ts';
import { trustedBook } from '../../folder/check.ts';
import { requestedRoots } from '../../folder/roots.ts';
import { lstatOf } from '../../paths/inside.ts';
import { replaceFile } from '../../paths/replaceFile.ts';
import { bookRejectionText } from '../../messages/book.ts';
import { asUsageError } from '../checkRoots.ts';
import type { Options } from '../../options/options.ts';
import { writeProblem, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../../options/usageError.ts';
import { publicLists } from './publicLists.ts';

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
  try {
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
  } catch (error) {
    throw asUsageError(error);
  }
}
