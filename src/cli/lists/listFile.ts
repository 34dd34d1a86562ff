import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drain } from '../../book/drain.ts';
import { maxListSize, readList, type AddressList } from '../../book/lists.ts';
import { listProblemText } from '../../words/book.ts';
import { textOf } from '../../folder/fileText.ts';
import { replaceFile } from '../../paths/replaceFile.ts';
import { readListedFile } from '../../paths/readFile.ts';
import { LinkError, requireNoLink } from '../resultFile.ts';
import { FetchError } from './fetchList.ts';

/** What an update does to a list. */
export interface ListChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** @throws FetchError if it is not a list */
export function listIn(bytes: Buffer, path: string): AddressList {
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

export function changeOf(before: AddressList | undefined, after: AddressList): ListChange {
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
    const { code } = error as NodeJS.ErrnoException;
    throw new FetchError(`The file cannot be written (${code ?? 'unknown error'}).`);
  }
}
