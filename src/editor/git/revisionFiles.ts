import { Uri } from 'vscode';
import { textOf } from '../../folder/fileText.ts';
import type { BookFileReading, BookFiles } from '../../book/loadBook.ts';
import { withinTime } from '../../scheduler/withinTime.ts';
import type { GitRepository } from './gitApi.ts';

/** For one answer of Git, in milliseconds. */
const answerMs = 20_000;

interface Commit {
  readonly repository: GitRepository;
  readonly hash: string;
}

type BytesReading =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | Exclude<BookFileReading, { kind: 'text' }>;

/** A regular file of a commit, or a link, whose text is its target. Never rejects. @param path on the disk */
export async function bytesAtCommit(
  { repository, hash }: Commit,
  path: string,
  largest: number,
): Promise<BytesReading & { readonly isLink?: boolean }> {
  try {
    const details = await withinTime(repository.getObjectDetails(hash, path), answerMs);
    if (details === undefined) return { kind: 'unreadable' };
    // A submodule.
    if (!/^1[02]0/.test(details.mode)) return { kind: 'notAFile' };
    if (!(details.size <= largest)) return { kind: 'tooLarge' };
    const bytes = await withinTime(repository.buffer(hash, path), answerMs);
    if (bytes === undefined) return { kind: 'unreadable' };
    return { kind: 'bytes', bytes, isLink: details.mode.startsWith('12') };
  } catch (error) {
    return { kind: isUnknownPath(error) ? 'missing' : 'unreadable' };
  }
}

/** A regular file of a commit as text. Never rejects. @param path on the disk */
async function readAtCommit(
  commit: Commit,
  path: string,
  largest: number,
): Promise<BookFileReading> {
  const read = await bytesAtCommit(commit, path, largest);
  if (read.kind !== 'bytes') return read;
  const text = read.isLink === true ? undefined : textOf(read.bytes);
  return text === undefined ? { kind: 'notAFile' } : { kind: 'text', text };
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
