import { Uri } from 'vscode';
import { textOf } from '../../inventory/fileText.ts';
import type { BookFileReading, BookFiles } from '../../workspace/loadBook.ts';
import { withinTime } from '../../turns/withinTime.ts';
import type { GitRepository } from './gitApi.ts';

/** For one answer of Git, in milliseconds. */
const answerMs = 20_000;

/** A regular file of a commit as text. Never rejects. @param path on the disk */
export async function readAtCommit(
  { repository, hash }: { readonly repository: GitRepository; readonly hash: string },
  path: string,
  largest: number,
): Promise<BookFileReading> {
  try {
    const details = await withinTime(repository.getObjectDetails(hash, path), answerMs);
    if (details === undefined) return { kind: 'unreadable' };
    // A link or a submodule.
    if (!details.mode.startsWith('100')) return { kind: 'notAFile' };
    if (!(details.size <= largest)) return { kind: 'tooLarge' };
    const bytes = await withinTime(repository.buffer(hash, path), answerMs);
    if (bytes === undefined) return { kind: 'unreadable' };
    const text = textOf(bytes);
    return text === undefined ? { kind: 'notAFile' } : { kind: 'text', text };
  } catch (error) {
    return { kind: isUnknownPath(error) ? 'missing' : 'unreadable' };
  }
}

/** The file was not there at that commit. */
function isUnknownPath(error: unknown): boolean {
  // The Git extension of VS Code 1.103 throws what is no `Error`.
  const isOfGit = typeof error === 'object' && error !== null && 'gitErrorCode' in error;
  return isOfGit && error.gitErrorCode === 'UnknownPath';
}

/** The files of a folder at a revision. */
export class RevisionFiles implements BookFiles {
  readonly hash: string;
  readonly #repository: GitRepository;
  readonly #folder: Uri;

  /** @param repository the one that the folder is in */
  constructor(repository: GitRepository, hash: string, folder: Uri) {
    this.#repository = repository;
    this.hash = hash;
    this.#folder = folder;
  }

  readText(path: string, largest: number): Promise<BookFileReading> {
    const { fsPath } = Uri.joinPath(this.#folder, path);
    return readAtCommit({ repository: this.#repository, hash: this.hash }, fsPath, largest);
  }
}
