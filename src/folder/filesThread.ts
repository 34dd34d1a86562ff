import { parentPort } from 'node:worker_threads';
import { prepareNames } from '../networks/names.ts';
import { allOf } from '../book/allOf.ts';
import { ListedTexts } from '../book/listedTexts.ts';
import { FileSearch, type Search, type SearchedFile } from './fileSearch.ts';
import { DiskReader } from './diskReader.ts';
import { largestFile } from './readFile.ts';
import { ContentPacker } from './encodeRows.ts';

/** A file on the disk. */
export interface ListedFile extends SearchedFile {
  /** Whether the listing of its folder has it, as a regular file. */
  readonly isListed: boolean;
}

/** What a thread is told before the first files. */
export interface ThreadSearch extends Omit<Search, 'listed'> {
  readonly hasLists: boolean;
}

/** `texts` has no answer. */
export type FilesRequest =
  | { readonly kind: 'search'; readonly search: ThreadSearch }
  /** Those of deny lists. */
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'files'; readonly files: readonly ListedFile[] };

/** Reads and searches files of a folder on the disk, in a thread. */
export function serveFiles(): void {
  const port = parentPort;
  if (port === null) throw new Error('This runs in a thread.');
  const packer = new ContentPacker();
  const listed = new ListedTexts();
  let contentOf: ((file: ListedFile) => ReturnType<FileSearch['contentOf']>) | undefined;
  port.on('message', (request: FilesRequest) => {
    switch (request.kind) {
      case 'search': {
        const { hasLists, ...search } = request.search;
        const reader = new DiskReader(search.folder);
        const files = new FileSearch({ ...search, listed: hasLists ? listed : undefined });
        contentOf = (file) =>
          files.contentOf(
            file,
            reader.read(file.path, largestFile, file.isListed),
            reader.largeFileAt(file.path),
          );
        port.postMessage(null);
        return;
      }
      case 'texts':
        for (const text of request.texts) listed.add(text);
        return;
      case 'files': {
        const read = contentOf;
        if (read === undefined) throw new Error('Nothing is searched for.');
        const packed = packer.pack(request.files.map(read));
        port.postMessage(packed, [packed.places.buffer]);
      }
    }
  });
  // While the book is read, which the first files wait for.
  allOf(prepareNames());
}
