import * as vscode from 'vscode';
import { scoresViewId, commandIds, type AddressArgument } from '../../manifest.ts';
import { methodName, labels } from '../../messages/labels.ts';
import type { Calls } from '../calls/calls.ts';
import { scaleOf } from '../session/scale.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import type { Shell } from '../shell/shell.ts';
import type { BatchEntries, ScoredRow } from './batchEntries.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import { scoreTextOf, batchCsv, isMadeUp } from '../../report/batchTable.ts';
import type { RiskScale } from '../../report/scale.ts';
import { usedNetwork } from '../../messages/networks.ts';
import { scoresView } from '../../messages/batches.ts';
import { listed, namedAddress } from '../../messages/text.ts';
import { argumentOf } from '../documents/argument.ts';
import { ownRow } from '../documents/ownArguments.ts';
import { runLogged } from '../shell/log.ts';
import { saveFile } from '../shell/saveFile.ts';

/** Of `when` clauses in package.json. */
const contextKey = 'addressRisk.hasScores';

/** The scores of the last batch as they are stored now, in a view that is there while there are any. */
export class ScoresTable {
  readonly #calls: Calls;
  readonly #shell: Shell;
  readonly #nameOf: WorkspaceKnowledge['nameOf'];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #reading = new Refresh(() => this.#readAll());
  #entries: BatchEntries | undefined;
  #rows: readonly ScoredRow[] = [];
  #view: vscode.TreeView<ScoreNode> | undefined;
  #watches: vscode.Disposable | undefined;

  constructor(calls: Calls, shell: Shell, nameOf: WorkspaceKnowledge['nameOf']) {
    this.#calls = calls;
    this.#nameOf = nameOf;
    this.#shell = shell;
  }

  /** Shows a batch instead of the one before, and leaves the focus where it is. */
  async show(entries: BatchEntries): Promise<void> {
    this.#watches ??= this.#watch();
    this.#view ??= this.#open();
    this.#replace(entries);
    entries.onChange = () => void this.#refresh();
    await this.#refresh();
    await vscode.commands.executeCommand('setContext', contextKey, true);
    await vscode.commands.executeCommand(`${scoresViewId}.focus`, { preserveFocus: true });
  }

  async close(): Promise<void> {
    this.#replace(undefined);
    this.#changed.fire();
    await vscode.commands.executeCommand('setContext', contextKey, false);
  }

  export(): Promise<void> {
    return exportScores(this.#rows, this.#entries, this.#shell);
  }

  dispose(): void {
    this.#watches?.dispose();
    this.#view?.dispose();
    this.#changed.dispose();
  }

  #replace(entries: BatchEntries | undefined): void {
    if (this.#entries !== undefined) this.#entries.onChange = undefined;
    this.#entries = entries;
    this.#rows = [];
  }

  #open(): vscode.TreeView<ScoreNode> {
    return vscode.window.createTreeView(scoresViewId, {
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getChildren: (node?: ScoreNode) => (node === undefined ? this.#rows.map(nodeOf) : []),
        getTreeItem: (node) => {
          const scale = this.#entries ? scaleOf(this.#entries.identity) : null;
          const { address, chain } = node.row;
          return itemOf(node, scale, chain === null ? undefined : this.#nameOf({ address, chain }));
        },
      },
      canSelectMany: true,
    });
  }

  #watch(): vscode.Disposable {
    const { activity, session } = this.#calls;
    return vscode.Disposable.from(
      activity.onDidChange((subject) => {
        const isShown = subject === undefined || this.#entries?.has(subject) === true;
        if (isShown) void this.#refresh();
      }),
      // The scores of one account are not shown while another one is in use.
      session.onDidChange(({ isOtherAccount }) => {
        if (isOtherAccount) runLogged(this.#shell.log, 'scores', this.close());
      }),
    );
  }

  /** Reads what is stored; what changes meanwhile is read in one go afterward. */
  async #refresh(): Promise<void> {
    await this.#reading.run().catch((error: unknown) => this.#shell.log.fault('scores', error));
  }

  async #readAll(): Promise<void> {
    const entries = this.#entries;
    if (entries === undefined) return;
    const rows = await entries.read(await this.#calls.openEngine());
    // Those that replaced them are read next.
    if (entries !== this.#entries) return;
    this.#rows = rows;
    this.#describe(entries);
    this.#changed.fire();
  }

  /** From the rows: behind a gateway, only a score itself shows that it is sample data. */
  #describe({ aggregator, identity }: BatchEntries): void {
    if (this.#view === undefined) return;
    const isSample = identity.kind === 'sample' || this.#rows.some(({ risk }) => isMadeUp(risk));
    this.#view.description = [
      methodName(aggregator),
      ...(isSample ? [labels.sampleData()] : []),
    ].join(' · ');
  }
}

/** A row of the view, as its commands receive it. */
interface ScoreNode extends AddressArgument {
  readonly row: ScoredRow;
}

export function nodeOf(row: ScoredRow): ScoreNode {
  const { found, address } = row;
  return ownRow(
    found === undefined ? { address, candidates: [], row } : { ...argumentOf(found), row },
  );
}

/** A line of the table: score first, then who it is and the network; a click opens the report. */
export function itemOf(
  node: ScoreNode,
  scale: RiskScale | null,
  name: string | undefined,
): vscode.TreeItem {
  const { address, found, reason, chain } = node.row;
  const score = scoreTextOf(node.row, scale);
  const network = usedNetwork(chain, found?.reading);
  const facts = [...namedAddress(address, name), network, ...(reason === null ? [] : [reason])];
  const item = new vscode.TreeItem(score.label);
  item.id = `${chain ?? ''} ${address}`;
  item.description = facts.join(' · ');
  item.tooltip = [address, network, score.label, ...score.more, ...(reason ?? '').split('\n')]
    .filter((line) => line !== '')
    .join('\n');
  item.contextValue = found === undefined ? 'undecided' : 'address';
  item.accessibilityInformation = { label: listed([score.label, ...facts]) };
  item.command = {
    title: scoresView.openReport(),
    command: found === undefined ? commandIds.selectChain : commandIds.openReport,
    arguments: [node],
  };
  return item;
}

/** Asks for a file, and writes the rows that the view shows. Makes no call. */
async function exportScores(
  rows: readonly ScoredRow[],
  entries: BatchEntries | undefined,
  shell: Shell,
): Promise<void> {
  if (entries === undefined || rows.length === 0) {
    shell.notifier.refuse(scoresView.nothing());
    return;
  }
  const { aggregator, identity } = entries;
  const source = identity.kind === 'sample' ? 'Sample data' : identity.origin;
  const scale = scaleOf(identity);
  await saveFile(
    {
      title: scoresView.exportTitle(),
      name: 'scores.csv',
      contents: () => Promise.resolve(batchCsv(rows, { aggregator, scale, source })),
    },
    shell,
  );
}
