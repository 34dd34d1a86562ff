import { isDeepStrictEqual } from 'node:util';
import { Range, Uri, WorkspaceEdit, workspace, type TextDocument } from 'vscode';
import { bookFile, maxBookSize, type BookRejection } from '../../book/book.ts';
import { addParts, type TextEdit } from '../../book/editBook.ts';
import { newListPath, withRow, type NewRow } from '../../book/editList.ts';
import { maxListSize } from '../../book/lists.ts';
import { readBook } from '../../book/readBook.ts';
import type { BookFileReading } from '../../book/loadBook.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import type { WatchedBook } from './watchedBook.ts';
import { documentOf } from '../documents/surroundings.ts';
import { readInFolder, writeInFolder } from './folderFile.ts';

export type WriteOutcome =
  | { readonly kind: 'written' | 'notWritten' }
  /** The book is invalid; it was not changed. */
  | { readonly kind: 'rejected'; readonly rejection: BookRejection };

/** How often a book is read at most, if it is edited meanwhile. */
const maxTries = 3;

/** In the book, so in no language of an editor. */
const newListName = 'Deny list';

const notWritten: WriteOutcome = { kind: 'notWritten' };

/** Finds the edit of a book; undefined if what is to be added does not fit. */
type Edit = (text: string) => Generator<void, TextEdit | undefined>;

/**
 * Adds a row to the book's first deny list without a URL, creating one if needed. A list with
 * unsaved changes isn't touched.
 * @returns the path of the list with its row, or why there is none
 */
export async function writeDenyRow(
  book: WatchedBook,
  row: NewRow,
): Promise<{ readonly kind: 'listed'; readonly path: string } | WriteOutcome> {
  const { uri } = book.folder;
  const { lists } = book.loaded.change.book;
  const known = lists.find(({ kind, isFetched }) => kind === 'deny' && isFetched !== true);
  const path = known?.path ?? newListPath;
  if (known === undefined && lists.some((list) => list.path === path)) return notWritten;
  if (documentOf(Uri.joinPath(uri, path))?.isDirty === true) return notWritten;
  const file = await readInFolder(uri, path, maxListSize);
  if (file.kind !== 'text' && file.kind !== 'missing') return notWritten;
  const text = withRow(file.kind === 'text' ? file.text : '', path, row);
  if (text === undefined) return notWritten;
  if (known === undefined) {
    // First: a book that cannot be read gets no list, and nothing is written.
    const list = { path, name: newListName, kind: 'deny' } as const;
    const parts = { member: 'lists', parts: [list] } as const;
    const outcome = await writeBook(book, (old) => addParts(old, parts));
    if (outcome.kind !== 'written') return outcome;
  }
  try {
    await writeInFolder(uri, path, text);
  } catch {
    return notWritten;
  }
  await book.readAgain();
  return { kind: 'listed', path };
}

/**
 * Edits the book of a folder. The user's unsaved edits are included and saved with it. Otherwise
 * the file itself is written, because an editor may not have its latest version.
 */
export async function writeBook(book: WatchedBook, edit: Edit): Promise<WriteOutcome> {
  const document = documentOf(book.uri);
  const outcome = await (document?.isDirty === true
    ? writeUnsaved(document, edit)
    : writeFile(book, edit));
  if (outcome.kind !== 'rejected') await book.readAgain();
  return outcome;
}

async function writeFile({ folder: { uri } }: WatchedBook, edit: Edit): Promise<WriteOutcome> {
  const read = (): Promise<BookFileReading> => readInFolder(uri, bookFile, maxBookSize);
  for (let tries = 0; tries < maxTries; tries++) {
    const file = await read();
    if (file.kind === 'notAFile') return { kind: 'rejected', rejection: { kind: 'unreadable' } };
    if (file.kind !== 'text' && file.kind !== 'missing') {
      return { kind: 'rejected', rejection: { kind: file.kind } };
    }
    const text = file.kind === 'text' ? file.text : '';
    const change = await changeIn(text, edit);
    if ('kind' in change) return change;
    if (!isDeepStrictEqual(await read(), file)) continue;
    const edited = text.slice(0, change.start) + change.text + text.slice(change.end);
    try {
      await writeInFolder(uri, bookFile, edited);
      return { kind: 'written' };
    } catch {
      return notWritten;
    }
  }
  return notWritten;
}

async function writeUnsaved(document: TextDocument, edit: Edit): Promise<WriteOutcome> {
  for (let tries = 0; tries < maxTries; tries++) {
    const { version } = document;
    const change = await changeIn(document.getText(), edit);
    if ('kind' in change) return change;
    if (document.version !== version) continue;
    const replacing = new WorkspaceEdit();
    const range = new Range(document.positionAt(change.start), document.positionAt(change.end));
    replacing.replace(document.uri, range, change.text);
    const isDone = (await workspace.applyEdit(replacing)) && (await document.save());
    return { kind: isDone ? 'written' : 'notWritten' };
  }
  return notWritten;
}

/** @returns the outcome instead, if the text isn't a book */
async function changeIn(text: string, edit: Edit): Promise<TextEdit | WriteOutcome> {
  if (text.trim() !== '') {
    const reading = await runInTurns('book', readBook(text));
    if (reading.kind === 'rejected') return reading;
  }
  return (await runInTurns('book', edit(text))) ?? notWritten;
}
