import { EventEmitter } from 'vscode';
import type { Calls } from '../calls/register.ts';
import { Refresh } from '../../turns/refresh.ts';
import type { BatchEntries, ScoredRow } from './batchEntries.ts';

/** The rows of the last batch, as they are stored now. */
export class ScoreRows {
  readonly #openEngine: Calls['openEngine'];
  readonly #onFault: (error: unknown) => void;
  readonly #changed = new EventEmitter<void>();
  #entries: BatchEntries | undefined;
  #rows: readonly ScoredRow[] = [];
  readonly #reading = new Refresh(() => this.#readAll());

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
    entries.onChange = () => void this.refresh();
    await this.refresh();
  }

  /** Reads what is stored; what changes meanwhile is read in one go afterward. */
  async refresh(): Promise<void> {
    await this.#reading.run().catch(this.#onFault);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #readAll(): Promise<void> {
    const entries = this.#entries;
    if (entries === undefined) return;
    const rows = await entries.read(await this.#openEngine());
    // Those that replaced them are read next.
    if (entries !== this.#entries) return;
    this.#rows = rows;
    this.#changed.fire();
  }
}
