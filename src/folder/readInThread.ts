import type { PackedContents } from './encodeRows.ts';
import { ScanThreadEndedError, type ScanThread } from './scanThread.ts';
import type { ThreadFile } from './scanDiskFiles.ts';
import type { ScanThreads } from './scanThreads.ts';

/** What a reading of many files needs, and what it reports. */
export interface ThreadReading<File> {
  readonly threads: ScanThreads;
  /** Called before each request, with the thread that gets it. */
  readonly prepare: (thread: ScanThread) => Promise<void>;
  /** False ends it, and what was read meanwhile is dropped. */
  readonly isWanted: () => boolean;
  /** @param sent the files of a response are the first of these */
  readonly onRead: (sent: readonly File[], scans: PackedContents) => Promise<void>;
  /** Files that ended the thread, or that no thread was left for. */
  readonly onLeftOut: (files: readonly File[]) => Promise<void>;
}

/** Reads files in a thread, and in another one if it ends, without the file that it was reading. */
export async function readInThread<File extends { readonly file: ThreadFile }>(
  files: readonly File[],
  { threads, prepare, isWanted, onRead, onLeftOut }: ThreadReading<File>,
): Promise<void> {
  let rest = files;
  while (rest.length > 0 && isWanted()) {
    const thread = threads.open();
    const scan = async (ready: ScanThread): Promise<PackedContents> => {
      await prepare(ready);
      return ready.scan(rest.map(({ file }) => file));
    };
    const read = await (thread && scan(thread).catch(endOf));
    if (!isWanted()) return;
    if (read === undefined) {
      await onLeftOut(rest);
      return;
    }
    if (read instanceof ScanThreadEndedError) {
      // It may be the reason.
      await onLeftOut(rest.filter((_, index) => index === read.current));
      rest = rest.filter((_, index) => index !== read.current);
      continue;
    }
    await onRead(rest, read);
    rest = rest.slice(read.files.length);
  }
}

export function endOf(error: unknown): ScanThreadEndedError {
  if (error instanceof ScanThreadEndedError) return error;
  throw error;
}
