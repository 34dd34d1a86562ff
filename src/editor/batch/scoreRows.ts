import { EventEmitter } from 'vscode';
import type { Calls } from '../calls/register.ts';
import type { BatchEntries, ScoredRow } from './batchEntries.ts';

/** The rows of the last batch, as they are stored now. */
export class ScoreRows {
  readonly #openEngine: Calls['openEngine'];
  readonly #onFault: (error: unknown) => void;
  readonly #changed = new EventEmitter<void>();
  #entries: BatchEntries | undefined;
  #rows: readonly ScoredRow[] = [];
  #reading: Promise<void> | undefined;
  #isStale = false;

  readonly onDidChange = this.#changed.event;

  constructor(openEngine: Calls['openEngine'], onFault: (error: unknown) => void) {
    this.#openEngine = openEngine;
    this.#onFault = onFault;
  }

  get all(): readonly ScoredRow[] {
    return this.#rows;
  }

  get entries(): BatchEntries | undefined {
    return this.#entries;
  }

  /** Replaces the batch. Resolves when its rows have been read. */
  async replace(entries: BatchEntries | undefined): Promise<void> {
    if (this.#entries !== undefined) this.#entries.onChange = undefined;
    this.#entries = entries;
    this.#rows = [];
    if (entries === undefined) {
      this.#changed.fire();
      return;
    }
    entries.onChange = () => this.refresh();
    this.refresh();
    await this.#reading;
  }

  /** Reads what is stored; what changes meanwhile is read in one go afterward. */
  refresh(): void {
    this.#isStale = true;
    this.#reading ??= this.#readAll()
      .catch(this.#onFault)
      .finally(() => (this.#reading = undefined));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #readAll(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const entries = this.#entries;
      if (entries === undefined) return;
      const rows = await entries.read(await this.#openEngine());
      if (entries !== this.#entries) continue;
      this.#rows = rows;
      this.#changed.fire();
    }
  }
}
