import type { FileContent } from './fileSearch.ts';
import type { ListedFile, ThreadSearch } from './filesThread.ts';
import { ContentUnpacker, type PackedContents } from './encodeRows.ts';
import type { PortionedWork } from './portions.ts';
import type { Spelling } from './scanText.ts';

/** Files of one request. */
const portion = 32;

/** What is read, and how. */
export interface ThreadReading {
  readonly files: readonly ListedFile[];
  readonly search: ThreadSearch;
  /** Of deny lists, in portions. */
  readonly texts: () => Iterable<readonly string[]>;
  /** Reads a file in this thread. */
  readonly readHere: (file: ListedFile) => FileContent;
  /** What this thread has for a spelling of another one. */
  readonly adopt: (spelling: Spelling) => Spelling;
}

type Contents = Iterable<readonly [file: ListedFile, content: FileContent]>;

/** The files and what is in them, for threads that run `serveFiles`. */
export function readingInThreads(reading: ThreadReading): PortionedWork<Contents> {
  const filesOf = (index: number): readonly ListedFile[] =>
    reading.files.slice(index * portion, (index + 1) * portion);
  return {
    count: Math.ceil(reading.files.length / portion),
    mostAhead: 128,
    here: (index) => filesOf(index).map((file) => [file, reading.readHere(file)] as const),
    begin(post) {
      post({ kind: 'search', search: reading.search });
      for (const texts of reading.texts()) post({ kind: 'texts', texts });
      const unpacker = new ContentUnpacker(reading.adopt);
      return {
        requestOf: (index) => ({ kind: 'files', files: filesOf(index) }),
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
