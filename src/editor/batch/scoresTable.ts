import { commands, Disposable, window, type TreeView } from 'vscode';
import { scoresViewId } from '../../manifest.ts';
import { methodName } from '../../words/methods.ts';
import { labels } from '../../words/labels.ts';
import type { Calls } from '../calls/register.ts';
import { scaleOf } from '../session/scale.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import type { Shell } from '../shell/shell.ts';
import type { BatchEntries } from './batchEntries.ts';
import { exportScores } from './exportScores.ts';
import { ScoreRows } from './scoreRows.ts';
import { itemOf, nodeOf, type ScoreNode } from './scoresTree.ts';

/** Of `when` clauses in package.json. */
const contextKey = 'addressRisk.hasScores';

/** The scores of the last batch, in a view that is there while there are any. */
export class ScoresTable {
  readonly #calls: Calls;
  readonly #shell: Shell;
  readonly #nameOf: WorkspaceKnowledge['nameOf'];
  readonly #rows: ScoreRows;
  #view: TreeView<ScoreNode> | undefined;
  #watches: Disposable | undefined;

  constructor(calls: Calls, shell: Shell, nameOf: WorkspaceKnowledge['nameOf']) {
    this.#calls = calls;
    this.#nameOf = nameOf;
    this.#shell = shell;
    this.#rows = new ScoreRows(calls.openEngine, (error) => shell.log.fault('scores', error));
  }

  /** Shows a batch instead of the one before, and leaves the focus where it is. */
  async show(entries: BatchEntries): Promise<void> {
    this.#watches ??= this.#watch();
    this.#view ??= this.#open();
    await this.#rows.replace(entries);
    const { aggregator, identity } = entries;
    this.#view.description = [
      methodName(aggregator),
      ...(identity.kind === 'sample' ? [labels.sampleData()] : []),
    ].join(' · ');
    await commands.executeCommand('setContext', contextKey, true);
    await commands.executeCommand(`${scoresViewId}.focus`, { preserveFocus: true });
  }

  async close(): Promise<void> {
    await this.#rows.replace(undefined);
    await commands.executeCommand('setContext', contextKey, false);
  }

  export(): Promise<void> {
    return exportScores(this.#rows.all, this.#rows.entries, this.#shell);
  }

  dispose(): void {
    this.#watches?.dispose();
    this.#view?.dispose();
    this.#rows.dispose();
  }

  #open(): TreeView<ScoreNode> {
    const rows = this.#rows;
    return window.createTreeView(scoresViewId, {
      treeDataProvider: {
        onDidChangeTreeData: rows.onDidChange,
        getChildren: (node?: ScoreNode) => (node === undefined ? rows.all.map(nodeOf) : []),
        getTreeItem: (node) => {
          const scale = rows.entries ? scaleOf(rows.entries.identity) : null;
          const { address, chain } = node.row;
          return itemOf(node, scale, chain === null ? undefined : this.#nameOf({ address, chain }));
        },
      },
      canSelectMany: true,
    });
  }

  #watch(): Disposable {
    const { activity, session } = this.#calls;
    return Disposable.from(
      activity.onDidChange((subject) => {
        const isShown = subject === undefined || this.#rows.entries?.has(subject) === true;
        if (isShown) void this.#rows.refresh();
      }),
      // The scores of one account are not shown while another one is in use.
      session.onDidChange(({ isOtherAccount }) => {
        if (!isOtherAccount) return;
        this.close().catch((error: unknown) => this.#shell.log.fault('scores', error));
      }),
    );
  }
}
