import { prepareNames } from '../networks/names.ts';
import { FolderIds } from '../paths/folderIds.ts';
import { DiskReader } from './diskReader.ts';
import { largestFile, searchableText } from './fileText.ts';
import { FolderListedTexts, type RowsPortion } from './listedTexts.ts';
import { ScanPacker, type PackedScans } from './packedScans.ts';
import { scanFile, withLineFeeds, type ScannedFile } from './scanFile.ts';

/** A file on the disk, as a thread gets it. */
export interface DiskFile extends ScannedFile {
  /** The folder that it has to be in; absolute, as is `file`. */
  readonly root: string;
  readonly file: string;
}

/** In milliseconds, for one response: progress is shown, and a search can be stopped. */
const responseMs = 25;

/** Of a file, in bytes. Most are smaller. */
const usualSize = 65_536;

/** Reads files and their addresses, and blocks its thread meanwhile. Never throws. */
export class DiskScanner {
  /** For one file after the other: buffers are garbage that takes long to be collected. */
  #buffer = Buffer.allocUnsafeSlow(usualSize);
  /** What deny lists have, by the folder. */
  readonly #listed = new Map<string, FolderListedTexts>();
  readonly #folderIds = new Map<string, FolderIds>();

  /** Reads the names of networks, which the first file would wait for. */
  prepare(): void {
    finish(prepareNames());
  }

  /** Searches the files of a folder for rows of deny lists. */
  addRows({ root, ownPaths, texts }: RowsPortion): void {
    if (ownPaths !== undefined) this.#listed.set(root, new FolderListedTexts(ownPaths));
    this.#listed.get(root)?.add(texts);
  }

  /**
   * Reads files until time is up, at least one.
   * @param onFile called before each, with its index
   */
  scan(files: readonly DiskFile[], onFile: (index: number) => void): PackedScans {
    const packer = new ScanPacker();
    // For one response: a folder may become a link.
    const readers = new Map<string, DiskReader>();
    const end = performance.now() + responseMs;
    for (const [index, file] of files.entries()) {
      onFile(index);
      this.#scanOne(file, this.#readerOf(file.root, readers), packer);
      if (performance.now() > end) break;
    }
    return packer.packed();
  }

  #scanOne(file: DiskFile, reader: DiskReader, packer: ScanPacker): void {
    const read = reader.readNow(file.file);
    const listed = this.#listed.get(file.root);
    try {
      switch (read.kind) {
        case 'text': {
          const addresses = finish(
            scanFile(read.text, file, folderIdsOf(this.#folderIds, file.root)),
          );
          const texts = listed?.find(file.path, withLineFeeds(read.text), addresses);
          packer.add('text', addresses, texts && finish(texts));
          return;
        }
        case 'binary': {
          const texts = listed?.find(file.path, searchableText(read.bytes), []);
          packer.add('binary', [], texts && finish(texts));
          return;
        }
        default:
          packer.add(read.kind);
      }
    } catch {
      // A fault of our own code, whose message may have text of the file.
      packer.add('failed');
    }
  }

  #readerOf(root: string, readers: Map<string, DiskReader>): DiskReader {
    let reader = readers.get(root);
    if (reader === undefined) {
      reader = new DiskReader(root, (size) => this.#bufferOf(size));
      readers.set(root, reader);
    }
    return reader;
  }

  #bufferOf(size: number): Buffer {
    if (size > this.#buffer.length) {
      this.#buffer = Buffer.allocUnsafeSlow(Math.min(2 * size, largestFile));
    }
    return this.#buffer;
  }
}

function folderIdsOf(known: Map<string, FolderIds>, root: string): FolderIds {
  const ids = known.get(root) ?? new FolderIds(root);
  known.set(root, ids);
  return ids;
}

function finish<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
