import { EventEmitter } from 'vscode';
import { matcherOf, type Filter } from '../../report/addresses/filter.ts';
import { groupAddresses, type GroupBy, type Grouping } from '../../report/addresses/groups.ts';
import { Judgments } from '../../folder/judgments.ts';
import type { Books } from '../book/books.ts';
import type { Calls } from '../calls/calls.ts';
import { usualProblemLevel } from '../../report/scale.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import { scaleOf } from '../session/scale.ts';
import type { Revisions } from '../git/revisions.ts';
import type { Log } from '../shell/log.ts';
import { paced, type Paced } from '../../scheduler/paced.ts';
import { judgeFacts, judgeScores } from './judge.ts';
import { listedTexts, withheldRows, type ListedTexts, type WithheldRows } from './withheldRows.ts';
import { kindsOfWithheld, type Withheld } from './fileScanner.ts';
import { NewAddressIndex } from './newAddressIndex.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** Rows of one group: more would only be scrolled through. */
const maxRows = 1_000;

interface Stale {
  /** Everything that the books and the stored results say. */
  facts: boolean;
  scores: boolean;
}

interface Ports {
  readonly books: Books;
  readonly calls: Calls;
  readonly log: Pick<Log, 'fault'>;
  readonly revisions: Revisions;
}

/** What the user chose to see. */
interface ListView {
  readonly filter: Filter;
  readonly by: GroupBy;
}

/** The addresses of the workspace as the view lists them, and what it is compared with. */
export interface ListedInventory {
  readonly found: WorkspaceInventory;
  readonly list: AddressList;
  readonly books: Books;
  readonly revisions: Revisions;
}

/** The addresses of the workspace in groups, with what is known of them. */
export class AddressList {
  readonly judgments = new Judgments();
  readonly withheldJudgments = { hidden: new Judgments(), checksum: new Judgments() };
  readonly newOnes = new NewAddressIndex();
  readonly #found: WorkspaceInventory;
  readonly #ports: Ports;
  readonly #changed = new EventEmitter<void>();
  #view: ListView = { filter: {}, by: 'status' };
  #grouping: Grouping = { groups: [], total: 0, alarming: 0, assumed: 0 };
  #stale: Stale = { facts: false, scores: false };
  /** Texts of deny lists that are no addresses: no filter hides them. */
  listed: ListedTexts = { count: 0, rows: [] };
  /** Addresses that no filter hides either. */
  withheld: Readonly<Record<Withheld, WithheldRows>> = {
    hidden: { count: 0, alarming: 0, rows: [] },
    checksum: { count: 0, alarming: 0, rows: [] },
  };
  readonly #updating = new Refresh(() => this.#updateAll());
  readonly #soon: Paced;

  readonly onDidChange = this.#changed.event;

  constructor(found: WorkspaceInventory, ports: Ports) {
    this.#found = found;
    this.#ports = ports;
    const onFault = (error: unknown): void => ports.log.fault('addresses', error);
    this.#soon = paced(() => this.update(), onFault);
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  get view(): ListView {
    return this.#view;
  }

  /** Resolves when the list shows it. */
  async setView(view: Partial<ListView>): Promise<void> {
    this.#view = { ...this.#view, ...view };
    await this.update();
  }

  /** Asks again for what may have changed, and groups. */
  async update(stale: Partial<Stale> = {}): Promise<void> {
    this.#stale = { ...this.#stale, ...stale };
    await this.#updating.run();
  }

  /** The same, but not at each file of a search. */
  updateSoon = (): void => this.#soon.run();

  dispose(): void {
    this.#soon.dispose();
    this.newOnes.dispose();
    this.#changed.dispose();
  }

  async #updateAll(): Promise<void> {
    const { facts, scores } = this.#stale;
    this.#stale = { facts: false, scores: false };
    const { inventory, search } = this.#found;
    const { addresses } = inventory;
    // While files are read, what they name together is not known.
    if (!search.isRunning) await runInTurns('inventory', inventory.settle());
    const changed = addresses.takeChanged();
    const idsOf = (isAll: boolean): Iterable<number> => (isAll ? addresses.ids() : changed);
    const judged = { found: this.#found, judgments: this.judgments };
    await judgeFacts(idsOf(facts), judged, this.#ports.books);
    for (const kind of kindsOfWithheld) await this.#judgeWithheld(kind, facts);
    const { books } = this.#ports;
    await this.newOnes.judge(this.#found, this.judgments, this.withheldJudgments, this.#ports);
    await judgeScores(idsOf(scores), judged, this.#ports.calls);
    this.#grouping = await grouped(judged, this.#view, this.#ports.calls);
    this.listed = await listedTexts(this.#found, books, maxRows);
    const rowsOf = (kind: Withheld): Promise<WithheldRows> =>
      withheldRows(kind, this.#found, this.withheldJudgments[kind], { books, maxRows });
    this.withheld = { hidden: await rowsOf('hidden'), checksum: await rowsOf('checksum') };
    this.#changed.fire();
  }

  async #judgeWithheld(kind: Withheld, isAll: boolean): Promise<void> {
    const inventory = this.#found.withheld[kind];
    const changed = inventory.addresses.takeChanged();
    await judgeFacts(
      isAll ? inventory.addresses.ids() : changed,
      {
        found: { folders: this.#found.folders, inventory },
        judgments: this.withheldJudgments[kind],
      },
      this.#ports.books,
    );
  }
}

async function grouped(
  { found, judgments }: { readonly found: WorkspaceInventory; readonly judgments: Judgments },
  { filter, by }: ListView,
  calls: Calls,
): Promise<Grouping> {
  const { addresses } = found.inventory;
  const options = {
    by,
    matches: matcherOf(filter, addresses, judgments, (id) => found.inventory.codeNames.all(id)),
    alarmingRank: await alarmingRank(calls),
    maxRows,
  };
  return runInTurns('inventory', groupAddresses(found.inventory, judgments, options));
}

/** Undefined without a scale, or if it has no such level. */
async function alarmingRank({ session }: Calls): Promise<number | undefined> {
  const scale = scaleOf(await session.identity());
  const rank = scale?.levels.findIndex(({ name }) => name === usualProblemLevel) ?? -1;
  return rank === -1 ? undefined : rank;
}
