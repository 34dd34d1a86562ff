import { Range, WorkspaceEdit, workspace, type TextDocument, type Uri } from 'vscode';
import { bookFile, largestBook, type BookRejection } from '../../book/book.ts';
import { editBook, type NewEntry } from '../../book/editBook.ts';
import { readBook } from '../../book/readBook.ts';
import { runInTurns } from '../documents/turns.ts';
import type { FolderBook } from './folderBook.ts';
import { readInFolder } from './folderFile.ts';

export type WriteOutcome =
  | { readonly kind: 'written' | 'notWritten' }
  /** The book is not valid, and nothing in it was touched. */
  | { readonly kind: 'rejected'; readonly rejection: BookRejection };

/** Edits of the user between reading and writing that are followed. */
const mostTries = 3;

/**
 * Puts an entry into the book of a folder, and saves it. An open document is edited as the user sees
 * it, with what is not saved yet; a missing file is created.
 */
export async function writeEntry(book: FolderBook, entry: NewEntry): Promise<WriteOutcome> {
  const file = await readInFolder(book.folder.uri, bookFile, largestBook);
  let outcome: WriteOutcome;
  switch (file.kind) {
    case 'text':
      outcome = await writeInto(await workspace.openTextDocument(book.uri), entry);
      break;
    case 'missing':
      outcome = await create(book.uri, entry);
      break;
    case 'notAFile':
      return { kind: 'rejected', rejection: { kind: 'unreadable' } };
    case 'outside':
    case 'unreadable':
    case 'tooLarge':
      return { kind: 'rejected', rejection: { kind: file.kind } };
  }
  await book.readAgain();
  return outcome;
}

async function create(uri: Uri, entry: NewEntry): Promise<WriteOutcome> {
  const created = await runInTurns('book', editBook('', entry));
  if (created === undefined) return { kind: 'notWritten' };
  const edit = new WorkspaceEdit();
  // Fails if there is a file by now.
  edit.createFile(uri, { contents: Buffer.from(created.text) });
  return { kind: (await workspace.applyEdit(edit)) ? 'written' : 'notWritten' };
}

async function writeInto(document: TextDocument, entry: NewEntry): Promise<WriteOutcome> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { version } = document;
    const text = document.getText();
    if (text.trim() !== '') {
      const reading = await runInTurns('book', readBook(text));
      if (reading.kind === 'rejected') return reading;
    }
    const change = await runInTurns('book', editBook(text, entry));
    if (change === undefined) return { kind: 'notWritten' };
    if (document.version !== version) continue;
    const edit = new WorkspaceEdit();
    const range = new Range(document.positionAt(change.start), document.positionAt(change.end));
    edit.replace(document.uri, range, change.text);
    const isDone = (await workspace.applyEdit(edit)) && (await document.save());
    return { kind: isDone ? 'written' : 'notWritten' };
  }
  return { kind: 'notWritten' };
}
