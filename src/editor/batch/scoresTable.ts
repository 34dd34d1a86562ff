import * as vscode from 'vscode';
import { scoresViewId, commandIds, type AddressArgument } from '../../manifest.ts';
import { methodName, labels } from '../../messages/labels.ts';
import type { Calls } from '../calls/calls.ts';
import { scaleOf, type SignedIn } from '../session/session.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { contextKey, type Shell, runLogged } from '../shell/shell.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import {
  scoreTextOf,
  batchCsv,
  isMadeUp,
  orderRows,
  type BatchRow,
} from '../../report/batchTable.ts';
import type { RiskScale } from '../../report/scale.ts';
import { usedNetwork } from '../../messages/networks.ts';
import { scoresView, scoreReasons } from '../../messages/batches.ts';
import { listed, namedAddress } from '../../messages/text.ts';
import { argumentOf, ownRow } from '../documents/argument.ts';
import { saveFile } from '../shell/saveFile.ts';
import type { Aggregator } from '../../api/parameters.ts';
import type { Engine } from '../../engine/engine.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { BatchPlan } from '../../report/batch.ts';
import { riskOf } from '../../report/risk.ts';
import type { AmbiguousAddress } from '../documents/chainChoice.ts';
import type { ReasonedSubject, Subject } from '../documents/subject.ts';

/** The scores of the last batch as they are stored now, in a view that is there while there are any. */
export function createScoresTable(
  { activity, openEngine, session }: Calls,
  shell: Shell,
  nameOf: WorkspaceKnowledge['nameOf'],
) {
  const changed = new vscode.EventEmitter<void>();
  const setHasScores = contextKey('addressRisk.hasScores');
  let entries: BatchEntries | undefined;
  let rows: readonly ScoredRow[] = [];
  let view: vscode.TreeView<ScoreNode> | undefined;
  let opened: vscode.Disposable | undefined;

  /** Reads stored results; changes in the meantime are read together afterward. */
  const reading = new Refresh(async () => {
    const read = entries;
    const found = read && (await read.read(await openEngine()));
    // The replacement entries are read next.
    if (read === undefined || found === undefined || read !== entries) return;
    rows = found;
    if (view !== undefined) view.description = descriptionOf(read, rows);
    changed.fire();
  });
  const refresh = (): Promise<void> =>
    reading.run().catch((error: unknown) => shell.log.fault('scores', error));

  function replace(others: BatchEntries | undefined): void {
    if (entries !== undefined) entries.onChange = undefined;
    entries = others;
    rows = [];
  }

  async function close(): Promise<void> {
    replace(undefined);
    changed.fire();
    await setHasScores(false);
  }

  function open(): vscode.Disposable {
    view = vscode.window.createTreeView<ScoreNode>(scoresViewId, {
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: (node?: ScoreNode) => (node === undefined ? rows.map(nodeOf) : []),
        getTreeItem(node) {
          const { address, chain } = node.row;
          const name = chain === null ? undefined : nameOf({ address, chain });
          return itemOf(node, entries ? scaleOf(entries.identity) : null, name);
        },
      },
      canSelectMany: true,
    });
    return vscode.Disposable.from(
      view,
      activity.onDidChange((subject) => {
        if (subject === undefined || entries?.has(subject) === true) void refresh();
      }),
      // The scores of one account are not shown while another one is in use.
      session.onDidChange(({ isOtherAccount }) => {
        if (isOtherAccount) runLogged(shell.log, 'scores', close());
      }),
    );
  }

  return {
    /** Shows a batch instead of the one before, and leaves the focus where it is. */
    async show(others: BatchEntries): Promise<void> {
      opened ??= open();
      replace(others);
      others.onChange = () => void refresh();
      await refresh();
      await setHasScores(true);
      await vscode.commands.executeCommand(`${scoresViewId}.focus`, { preserveFocus: true });
    },
    close,
    export: (): Promise<void> => exportScores(rows, entries, shell),
    dispose(): void {
      opened?.dispose();
      changed.dispose();
    },
  };
}

/** From the rows: behind a gateway, only a score itself shows that it is sample data. */
function descriptionOf({ aggregator, identity }: BatchEntries, rows: readonly ScoredRow[]): string {
  const isSample = identity.kind === 'sample' || rows.some(({ risk }) => isMadeUp(risk));
  return [methodName(aggregator), ...(isSample ? [labels.sampleData()] : [])].join(' · ');
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
    title: labels.openReport(),
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
  await saveFile(shell, {
    title: scoresView.exportTitle(),
    name: 'scores.csv',
    contents: () => batchCsv(rows, { aggregator, scale, source }),
  });
}

/** A row of the table; `found` is undefined for an address whose network is undecided. */
export interface ScoredRow extends BatchRow {
  readonly found: ReasonedSubject | undefined;
}

/** A batch, and the account that it is for. */
export interface Batch {
  readonly identity: SignedIn;
  readonly aggregator: Aggregator;
  readonly plan: BatchPlan<ReasonedSubject>;
  readonly open: readonly AmbiguousAddress[];
}

/** The addresses of a batch. Their stored results are read each time they are shown. */
export class BatchEntries {
  readonly identity: SignedIn;
  readonly aggregator: Aggregator;
  /** By the names of their subjects; why one has no new score, or null if nothing is wrong. */
  readonly #found = new Map<string, { readonly found: ReasonedSubject; reason: string | null }>();
  readonly #undecided: readonly AmbiguousAddress[];
  /** Called after a reason has changed. */
  onChange: (() => void) | undefined;

  constructor({ identity, aggregator, plan, open }: Batch) {
    this.identity = identity;
    this.aggregator = aggregator;
    this.#undecided = open;
    const { stored, starting, later, keySized, unknown } = plan;
    const polled = plan.open.map(({ found }) => found);
    const groups = [
      [stored, null],
      [[...polled, ...starting], scoreReasons.notStarted()],
      [later, scoreReasons.later()],
      [keySized, scoreReasons.keySized()],
      [unknown, scoreReasons.unknown()],
    ] as const;
    for (const [group, reason] of groups) {
      for (const found of group) this.#found.set(subjectName(found.subject), { found, reason });
    }
  }

  /** @param reason why there is no new score; null if there is one */
  setReason(subject: Subject, reason: string | null): void {
    const known = this.#found.get(subjectName(subject));
    if (known !== undefined) known.reason = reason;
    this.onChange?.();
  }

  has(subject: Subject): boolean {
    return this.#found.has(subjectName(subject));
  }

  /** Reads what is stored; costs nothing. */
  async read(engine: Pick<Engine, 'readStored'>): Promise<ScoredRow[]> {
    const account = this.identity.key;
    const all = [...this.#found.values()];
    const states = await engine.readStored(all.map(({ found }) => ({ account, ...found.subject })));
    const rows = all.map(({ found, reason }, index): ScoredRow => {
      const { subject, reading } = found;
      const risk = riskOf(states[index], subject, this.aggregator);
      const isFresh = risk?.kind === 'score' && risk.isFresh;
      const isAssumed = reading?.reason === 'assumed';
      // A score that came later, in whatever way, is what the user wanted.
      return { ...subject, found, risk, isAssumed, reason: isFresh ? null : reason };
    });
    const reason = scoreReasons.undecided();
    const undecided = this.#undecided.map(({ address }): ScoredRow => {
      return { address, chain: null, isAssumed: false, risk: null, found: undefined, reason };
    });
    return orderRows([...rows, ...undecided]);
  }
}
