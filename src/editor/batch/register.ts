import { commands, Disposable, EventEmitter, window, type TreeView } from 'vscode';
import type { Gesture } from '../../lookups/gesture.ts';
import { scoresViewId } from '../../manifest.ts';
import { labels } from '../../words/labels.ts';
import { scoreBatchTexts } from '../../words/scoreBatch.ts';
import type { Calls } from '../calls/register.ts';
import { scaleOf } from '../session/scale.ts';
import type { Room, Shell } from '../shell/shell.ts';
import type { BatchEntries, ScoredRow } from './batchEntries.ts';
import { exportScores } from './exportScores.ts';
import { scoreMany, type BatchRequest } from './scoreMany.ts';
import { itemOf, nodeOf, type ScoreNode } from './scoresTree.ts';

/** What commands do with many addresses. */
export interface Batches {
  /** Asks, scores, and shows the results. One batch at a time. */
  score(request: BatchRequest, gesture: Gesture): Promise<void>;
  export(): Promise<void>;
  close(): Promise<void>;
}

/** Does nothing before the first batch. */
export function registerBatches(ports: {
  readonly calls: Calls;
  readonly shell: Shell;
}): Batches & Room {
  const { calls, shell } = ports;
  const table = new ScoresTable(ports);
  let isRunning = false;
  return {
    async score(request, gesture) {
      if (isRunning) {
        shell.notifier.inform(scoreBatchTexts.busy());
        return;
      }
      isRunning = true;
      try {
        await scoreMany(request, gesture, { calls, shell, show: (entries) => table.show(entries) });
      } finally {
        isRunning = false;
      }
    },
    export: () => exportScores(table.rows, table.entries, shell),
    close: () => table.close(),
    dispose: () => table.dispose(),
  };
}

/** The scores of the last batch, in a view that is there while there are any. */
class ScoresTable {
  readonly #calls: Calls;
  readonly #log: Shell['log'];
  readonly #changed = new EventEmitter<void>();
  #entries: BatchEntries | undefined;
  #rows: readonly ScoredRow[] = [];
  #view: TreeView<ScoreNode> | undefined;
  #watches: Disposable | undefined;
  #reading: Promise<void> | undefined;
  #isStale = false;

  constructor({ calls, shell }: { readonly calls: Calls; readonly shell: Pick<Shell, 'log'> }) {
    this.#calls = calls;
    this.#log = shell.log;
  }

  get rows(): readonly ScoredRow[] {
    return this.#rows;
  }

  get entries(): BatchEntries | undefined {
    return this.#entries;
  }

  async show(entries: BatchEntries): Promise<void> {
    if (this.#entries !== undefined) this.#entries.onChange = undefined;
    this.#entries = entries;
    entries.onChange = () => this.#refresh();
    this.#watches ??= this.#watch();
    this.#view ??= this.#open();
    const parts: string[] = [entries.aggregator];
    if (entries.identity.kind === 'sample') parts.push(labels.sampleData());
    this.#view.description = parts.join(' · ');
    this.#refresh();
    await this.#reading;
    await commands.executeCommand('setContext', contextKey, true);
    await commands.executeCommand(`${scoresViewId}.focus`, { preserveFocus: true });
  }

  async close(): Promise<void> {
    this.#entries = undefined;
    this.#rows = [];
    this.#changed.fire();
    await commands.executeCommand('setContext', contextKey, false);
  }

  dispose(): void {
    this.#watches?.dispose();
    this.#view?.dispose();
    this.#changed.dispose();
  }

  #open(): TreeView<ScoreNode> {
    return window.createTreeView(scoresViewId, {
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getChildren: (node?: ScoreNode) => (node === undefined ? this.#rows.map(nodeOf) : []),
        getTreeItem: (node) => itemOf(node, this.#scale()),
      },
      canSelectMany: true,
    });
  }

  #scale(): ReturnType<typeof scaleOf> {
    return this.#entries === undefined ? null : scaleOf(this.#entries.identity);
  }

  #watch(): Disposable {
    return Disposable.from(
      this.#calls.activity.onDidChange((subject) => {
        if (subject === undefined || this.#entries?.has(subject) === true) this.#refresh();
      }),
      // The scores of one account are not shown while another one is in use.
      this.#calls.session.onDidChange(({ isOtherAccount }) => {
        if (isOtherAccount) this.close().catch((error: unknown) => this.#fault(error));
      }),
    );
  }

  #fault(error: unknown): void {
    this.#log.fault('scores', error);
  }

  #refresh(): void {
    this.#isStale = true;
    this.#reading ??= this.#readAll()
      .catch((error: unknown) => this.#fault(error))
      .finally(() => (this.#reading = undefined));
  }

  async #readAll(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const entries = this.#entries;
      if (entries === undefined) return;
      const rows = await entries.read(await this.#calls.openEngine());
      if (entries !== this.#entries) continue;
      this.#rows = rows;
      this.#changed.fire();
    }
  }
}

/** Of `when` clauses in package.json. */
const contextKey = 'addressRisk.hasScores';
