import { Database, NewerLedgerError } from './database.ts';
import { FileLock } from './fileLock.ts';
import { LedgerFiles } from './ledgerFiles.ts';
import { mergeRows } from './merge.ts';
import { openOverlay, type Overlay } from './overlay.ts';
import { Reserve } from './reserve.ts';
import { reservedStarts } from './reservedStarts.ts';
import { sqliteFaultOf } from './sqliteFaults.ts';
import { storeOver } from './sqliteStore.ts';
import type { Store } from './store.ts';
import { deleteOldRows } from './upkeep.ts';

/** Why nothing that this window does outlives it for now. */
export type NotStoredReason =
  /** The disk is full, read-only, or failing. */
  | 'notWritable'
  /** The file is damaged, and cannot be moved away while other windows have it open. */
  | 'damaged'
  /** The file is from a release with other tables. */
  | 'newer';

/** Notices about the ledger itself, for the user. */
export type LedgerNotice =
  /** The file could not be read; it was renamed and replaced. */
  | { readonly kind: 'moved'; readonly file: string }
  | { readonly kind: 'notStored'; readonly reason: NotStoredReason }
  | { readonly kind: 'storedAgain' };

/** Windows look at the file every second, and merge what they had into one that is new. */
const mergeMs = 2_500;

/** The open file, and what identifies it. */
interface OpenFile {
  readonly database: Database;
  readonly store: Store;
  readonly id: string | undefined;
  readonly logId: string | undefined;
}

/**
 * The store of a folder. It works on the file as long as that can be written, and otherwise in
 * memory over what can be read of it; then it tries the file again every ten seconds and brings
 * there what it has stored meanwhile. Every work looks first whether the file is still the one that
 * is open.
 */
export class Keeper {
  readonly #files: LedgerFiles;
  readonly #reserve: Reserve;
  readonly #pace: FileLock;
  readonly #tell: (notice: LedgerNotice) => void;
  #open: OpenFile | undefined;
  #overlay: (Overlay & { readonly reason: NotStoredReason }) | undefined;
  #retryAt = 0;
  #mergedAt = 0;
  readonly #retryMs: number;
  /** Counts the stores, so that a new one is a new version. */
  #epoch = 0;

  /** @param retryMs how long to work without the file before trying it again */
  constructor(folder: string, tell: (notice: LedgerNotice) => void, retryMs = 10_000) {
    this.#retryMs = retryMs;
    this.#files = new LedgerFiles(folder);
    this.#reserve = new Reserve(folder);
    this.#pace = FileLock.ofWriting(this.#files.file);
    this.#tell = tell;
  }

  /** Tries a file that could not be written at once, before something that others must know of. */
  tryFile(): void {
    if (this.#overlay !== undefined) this.#leaveMemory(this.#overlay);
  }

  /**
   * Runs the work on the file, or in memory if the file cannot be written.
   * @throws if the file is busy, so that callers can try again, and errors of the work
   */
  run<T>(work: (store: Store) => T): T {
    try {
      return work(this.#store());
    } catch (error) {
      if (this.#overlay !== undefined) throw error;
      const fault = sqliteFaultOf(error);
      if (fault === 'damaged') this.#leaveDamagedFile();
      else if (fault === 'notWritable') this.#workInMemory('notWritable');
      else throw error;
      return work(this.#store());
    }
  }

  /** Whether what is stored now outlives this window. */
  isDurable(): boolean {
    this.#store();
    return this.#overlay === undefined;
  }

  /** Whether windows may still be bringing what they had into a file that is new. */
  isSettling(): boolean {
    return performance.now() < this.#mergedAt;
  }

  /** Changes whenever another window has written, or the file is another one. */
  version(): number {
    return this.#epoch * 2 ** 32 + this.run((store) => store.version());
  }

  close(): void {
    this.#overlay?.store.close();
    this.#overlay = undefined;
    this.#close(this.#open);
    this.#open = undefined;
  }

  #store(): Store {
    const overlay = this.#overlay;
    if (overlay !== undefined && performance.now() >= this.#retryAt) this.#leaveMemory(overlay);
    if (this.#overlay !== undefined) return this.#overlay.store;
    if (this.#open !== undefined && this.#files.id() !== this.#open.id)
      this.#followFile(this.#open);
    if (this.#open !== undefined) return this.#open.store;
    try {
      this.#open = this.#openFile();
      return this.#open.store;
    } catch (error) {
      if (error instanceof NewerLedgerError) return this.#workInMemory('newer');
      switch (sqliteFaultOf(error)) {
        case 'busy':
        case 'other':
          throw error;
        case 'notWritable':
          return this.#workInMemory('notWritable');
        case 'damaged':
          return this.#leaveDamagedFile() ?? this.#store();
      }
    }
  }

  #openFile(): OpenFile {
    const files = this.#files;
    if (files.id() === undefined && files.isOpenElsewhere()) {
      // It was deleted while other windows work with it.
      files.restore(files.logId());
      if (files.id() === undefined) this.#mergedAt = performance.now() + mergeMs;
    }
    files.create();
    const database = new Database(files.file);
    try {
      deleteOldRows(database, Date.now());
      const store = reservedStarts(storeOver(database), this.#reserve, 'durable');
      recoverStarts(store, this.#reserve);
      files.keepSpare();
      this.#epoch++;
      return { database, store, id: files.id(), logId: files.logId() };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** The file was deleted or replaced: other windows use the one that has its name now. */
  #followFile(before: OpenFile): void {
    if (this.#files.restore(before.logId)) return;
    this.#open = this.#openFile();
    mergeRows(before.database, this.#open.database);
    this.#close(before);
  }

  /** Moves a damaged file away, or returns the store in memory if it cannot be moved. */
  #leaveDamagedFile(): Store | undefined {
    const damaged = this.#open;
    const id = damaged?.id ?? this.#files.id();
    this.#open = undefined;
    this.#close(damaged);
    // Another window may have replaced it already.
    if (id !== this.#files.id()) return undefined;
    return this.#moveAway(id) ? undefined : this.#workInMemory('damaged');
  }

  #moveAway(id: string | undefined): boolean {
    const moved = this.#files.moveAway(id);
    if (moved !== undefined) this.#tell({ kind: 'moved', file: moved });
    return moved !== undefined;
  }

  #workInMemory(reason: NotStoredReason): Store {
    const disk = this.#open?.database ?? (reason === 'damaged' ? undefined : this.#openToRead());
    const { store, memory } = openOverlay(disk, this.#pace);
    const reserved = reservedStarts(store, this.#reserve, 'inMemory');
    this.#overlay = { store: reserved, memory, reason };
    this.#retryAt = performance.now() + this.#retryMs;
    this.#epoch++;
    this.#tell({ kind: 'notStored', reason });
    return reserved;
  }

  #openToRead(): Database | undefined {
    try {
      const database = new Database(this.#files.file, { isReadOnly: true });
      const store = storeOver(database);
      this.#open = { database, store, id: this.#files.id(), logId: this.#files.logId() };
      return database;
    } catch {
      return undefined;
    }
  }

  /** Tries the file again, and brings there what was stored in memory. */
  #leaveMemory({ memory, store }: Overlay): void {
    this.#retryAt = performance.now() + this.#retryMs;
    let file: OpenFile;
    try {
      file = this.#openFile();
    } catch (error) {
      if (sqliteFaultOf(error) === 'damaged') this.#moveAway(this.#files.id());
      return;
    }
    try {
      mergeRows(memory, file.database);
    } catch {
      this.#close(file);
      return;
    }
    this.#close(this.#open);
    this.#open = file;
    store.close();
    this.#overlay = undefined;
    this.#tell({ kind: 'storedAgain' });
  }

  #close(file: OpenFile | undefined): void {
    try {
      file?.database.close();
    } catch {
      // It is damaged, or was closed before.
    }
  }
}

/** Brings into the ledger what windows wrote while it could not be written. */
function recoverStarts(store: Store, reserve: Reserve): void {
  for (const { job, change, at, result } of reserve.list()) {
    if (change.state === 'done') {
      if (result !== undefined) store.saveResult(result);
      store.overrideJob(job.id, { state: 'done' }, at);
    } else {
      store.keepJob(
        job,
        { ...change, state: change.state === 'running' ? 'running' : 'unknown' },
        at,
      );
    }
  }
  reserve.dropUnused((id) => store.readJob(id) !== null, Date.now());
}
