import type { DenySearch } from '../book/denySearch.ts';
import { ContentUnpacker, type PackedContents } from './encodeRows.ts';
import type { FileContent, SearchedFile } from './fileSearch.ts';
import type { PortionedWork } from './portions.ts';
import type { DiskFile, DiskSearch, ThreadSearch } from './scanDiskFiles.ts';
import type { ThreadRequest } from './scanThread.ts';
import { rowPortions } from './denyListSync.ts';

/** Files of one request. */
const portion = 32;

/** A file that the listing of a folder has, or Git. */
export type ListedFile = SearchedFile & DiskFile;

/** What is read, and how. */
export interface ThreadReading {
  readonly files: readonly ListedFile[];
  readonly search: ThreadSearch;
  readonly denySearch: DenySearch;
  /** Reads files in this thread. */
  readonly here: DiskSearch;
}

type Contents = Iterable<readonly [file: ListedFile, content: FileContent]>;

/** The files and what is in them, for threads that run `serveFiles`. */
export function readingInThreads(reading: ThreadReading): PortionedWork<Contents> {
  const { denySearch, here, search } = reading;
  const root = search.folder;
  const filesOf = (index: number): readonly ListedFile[] =>
    reading.files.slice(index * portion, (index + 1) * portion);
  return {
    count: Math.ceil(reading.files.length / portion),
    maxAhead: 128,
    here: (index) => filesOf(index).map((file) => [file, here.contentOf(file)] as const),
    begin(post: (request: ThreadRequest) => void) {
      post({ kind: 'search', search });
      for (const rows of denySearch.isEmpty ? [] : rowPortions(root, denySearch)) {
        post({ kind: 'rows', portion: rows });
      }
      const unpacker = new ContentUnpacker((spelling) => here.files.adopt(spelling));
      return {
        requestOf: (index) =>
          ({
            kind: 'scan',
            files: filesOf(index).map((file) => ({ ...file, root })),
          }) satisfies ThreadRequest,
        resultOf: (index, answer) =>
          zipped(filesOf(index), unpacker.unpack(answer as PackedContents)),
      };
    },
  };
}

function* zipped(
  files: readonly ListedFile[],
  contents: Iterator<FileContent, undefined>,
): Generator<readonly [ListedFile, FileContent]> {
  for (const file of files) {
    const content = contents.next();
    if (content.done !== true) yield [file, content.value];
  }
}
