import { Database } from './database.ts';
import { idOf, type FileId } from './createdFile.ts';
import type { LedgerFiles } from './ledgerFiles.ts';
import { mergeRows } from './merge.ts';
import type { Overlay } from './overlay.ts';
import { isOpenElsewhere, moveAway } from './movedFile.ts';
import type { Reserve } from './reserve.ts';
import { reservedStarts } from './reservedStarts.ts';
import { storeOver } from './sqliteStore.ts';
import type { Store } from './store.ts';
import { deleteOldRows } from './upkeep.ts';

/** Windows watch the folder, and merge what they had into a file that is new. */
const mergeMs = 2_500;

/** The open file, and what identifies it. */
interface OpenFile {
  readonly database: Database;
  readonly store: Store;
  readonly id: FileId | undefined;
  readonly logId: FileId | undefined;
}

type LeftFile =
  | { readonly kind: 'moved'; readonly file: string }
  /** Another window has moved it. */
  | { readonly kind: 'replaced' }
  /** Other windows have it open. */
  | { readonly kind: 'inUse' };

/** The file that the ledger of a folder is in now; opened on first use. */
export class CurrentFile {
  readonly #files: LedgerFiles;
  readonly #reserve: Reserve;
  #open: OpenFile | undefined;
  #mergedAt = 0;

  constructor(files: LedgerFiles, reserve: Reserve) {
    this.#files = files;
    this.#reserve = reserve;
  }

  /** Whether windows may still be bringing what they had into a file that is new. */
  get isSettling(): boolean {
    return performance.now() < this.#mergedAt;
  }

  /** @throws as `Database` does, and errors of the file system */
  store(): Store {
    const open = this.#open;
    if (open !== undefined && this.#files.id() !== open.id) this.#follow(open);
    this.#open ??= this.#openFile();
    return this.#open.store;
  }

  /** To read from if the file cannot be written; undefined if it cannot be read either. */
  databaseToRead(): Database | undefined {
    this.#open ??= openToRead(this.#files);
    return this.#open?.database;
  }

  /**
   * Opens the file again after it could not be written, with what was stored in memory meanwhile.
   * @throws if it still cannot
   */
  replace(overlay: Overlay): void {
    const file = this.#openFile();
    takeOver(overlay.memory, file, overlay);
    close(this.#open);
    this.#open = file;
  }

  /** Leaves a damaged file, and moves it away unless another window has replaced it already. */
  leaveDamaged(): LeftFile {
    const id = this.#open?.id ?? this.#files.id();
    this.close();
    if (id !== this.#files.id()) return { kind: 'replaced' };
    const file = moveAway(this.#files, id);
    return file === undefined ? { kind: 'inUse' } : { kind: 'moved', file };
  }

  close(): void {
    close(this.#open);
    this.#open = undefined;
  }

  /** The file was deleted or replaced: other windows use the one that has its name now. */
  #follow(before: OpenFile): void {
    if (this.#files.restore(before.logId)) return;
    const file = this.#openFile();
    takeOver(before.database, file);
    this.#open = file;
    close(before);
  }

  #openFile(): OpenFile {
    const files = this.#files;
    if (
      files.id() === undefined &&
      idOf(files.spare) !== undefined &&
      isOpenElsewhere(files.spare)
    ) {
      // It was deleted while other windows work with it.
      files.restore(files.logId());
      if (files.id() === undefined) this.#mergedAt = performance.now() + mergeMs;
    }
    return openToWrite(files, this.#reserve);
  }
}

function takeOver(from: Database, file: OpenFile, meanwhile?: Overlay): void {
  try {
    mergeRows(from, file.database, meanwhile);
  } catch (error) {
    close(file);
    throw error;
  }
}

function openToWrite(files: LedgerFiles, reserve: Reserve): OpenFile {
  files.create();
  const database = new Database(files.file);
  try {
    deleteOldRows(database, Date.now());
    const own = storeOver(database);
    recoverStarts(own, reserve);
    files.keepSpare();
    const store = reservedStarts(own, reserve, 'durable');
    return { database, store, id: files.id(), logId: files.logId() };
  } catch (error) {
    database.close();
    throw error;
  }
}

function openToRead(files: LedgerFiles): OpenFile | undefined {
  try {
    const database = new Database(files.file, { isReadOnly: true });
    return { database, store: storeOver(database), id: files.id(), logId: files.logId() };
  } catch {
    return undefined;
  }
}

function close(file: OpenFile | undefined): void {
  try {
    file?.database.close();
  } catch {
    // It is damaged, or was closed before.
  }
}

/** Brings into the ledger what windows wrote while it could not be written. */
function recoverStarts(store: Store, reserve: Reserve): void {
  for (const { job, change, at, result } of reserve.list()) {
    const row = store.readJob(job.id);
    const state = change.state === 'unknown' ? 'unknown' : 'running';
    // A row that has its ID has been followed since.
    if (row === null || row.jobId === null) store.keepJob(job, { ...change, state }, at);
    if (result !== undefined) {
      const stored = store.readResult(result, result.part);
      if (stored === null || stored.receivedAt < result.receivedAt) store.saveResult(result);
      store.overrideJob(job.id, { state: 'done' }, at);
      reserve.drop(job.id);
    } else reserve.clear(job.id);
  }
  reserve.dropUnused((id) => store.readJob(id) !== null, Date.now());
}
