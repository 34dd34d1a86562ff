import { EventEmitter, type WorkspaceFolder } from 'vscode';
import { matcherOf, type Filter } from '../../report/addresses/filter.ts';
import { groupAddresses, type GroupBy, type Grouping } from '../../report/addresses/groups.ts';
import type { Judgments, Newness } from '../../folder/judgments.ts';
import type { Books } from '../book/books.ts';
import type { Calls } from '../calls/calls.ts';
import { usualProblemLevel } from '../../report/scale.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import { scaleOf, storedKeyOf } from '../session/session.ts';
import type { Revisions } from '../git/revisions.ts';
import type { Log } from '../shell/shell.ts';
import { paced, type Paced } from '../../scheduler/paced.ts';
import {
  askedOf,
  listedTexts,
  misspelledKind,
  noTexts,
  withheldRows,
  type TextKind,
  type TextRows,
} from './addressRows.ts';
import type { JudgedAddresses } from './fileScanner.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import { findNew, type Comparison, type NewnessResult } from '../../folder/compare.ts';
import { listingOf } from '../../book/facts.ts';
import type { KnownAddress } from '../../book/lookAlikeParts.ts';
import { canonicalOf } from '../../addresses/occurrence.ts';
import { storedScore } from '../../report/rowScore.ts';
import { likenessOf } from '../book/likeness.ts';
import { settings } from '../shell/settings.ts';
import { portionsOf } from '../../book/portions.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { SubjectKey } from '../../ledger/store.ts';

/** Rows of one group: more would only be scrolled through. */
const maxRows = 1_000;

interface Stale {
  /** Facts from the books and stored results. */
  facts: boolean;
  scores: boolean;
}

interface Ports {
  readonly books: Books;
  readonly calls: Calls;
  readonly log: Pick<Log, 'fault'>;
  readonly revisions: Revisions;
}

/** The user's view options. */
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
  readonly newOnes = new NewAddressIndex();
  readonly #found: WorkspaceInventory;
  readonly #ports: Ports;
  readonly #changed = new EventEmitter<void>();
  #stale: Stale = { facts: false, scores: false };
  readonly #updating = new Refresh(() =>
    this.#updateAll().catch((error: unknown) => {
      // The pending part is unknown, so refresh everything next time.
      this.#stale = { facts: true, scores: true };
      throw error;
    }),
  );
  readonly #soon: Paced;

  view: ListView = { filter: {}, by: 'status' };
  grouping: Grouping = { groups: [], total: 0, alarming: 0, assumed: 0 };
  /** Texts that are not looked up. A filter hides only those with a wrong checksum. */
  texts: Readonly<Record<TextKind, TextRows>> = {
    listedTexts: noTexts,
    hidden: noTexts,
    checksum: noTexts,
  };

  /** Wrong-checksum texts that are in groups of worse findings; empty for other groups. */
  misspelled: Readonly<Record<'denied' | 'lookAlike', TextRows>> = {
    denied: noTexts,
    lookAlike: noTexts,
  };

  readonly onDidChange = this.#changed.event;

  constructor(found: WorkspaceInventory, ports: Ports) {
    this.#found = found;
    this.#ports = ports;
    const onFault = (error: unknown): void => ports.log.fault('addresses', error);
    this.#soon = paced(() => this.update(), onFault);
  }

  /** Of the addresses that may be looked up. */
  get judgments(): Judgments {
    return this.#found.parts.usual.judgments;
  }

  /** Whether any text is shown that is not looked up. */
  get hasTexts(): boolean {
    const rows = [...Object.values(this.texts), ...Object.values(this.misspelled)];
    return rows.some(({ count }) => count > 0);
  }

  /** Resolves when the list shows it. */
  async setView(view: Partial<ListView>): Promise<void> {
    this.view = { ...this.view, ...view };
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
    const found = this.#found;
    const { view } = this;
    const { books, calls } = this.#ports;
    const { usual, hidden, checksum } = found.parts;
    const { addresses } = usual.inventory;
    // While files are read, what they name together is not known.
    if (!found.search.isRunning) await runInTurns('inventory', usual.inventory.settle());
    const changed = addresses.takeChanged();
    await judgeFacts(facts ? addresses.ids() : changed, usual, found, books);
    for (const part of [hidden, checksum]) {
      const own = part.inventory.addresses.takeChanged();
      await judgeFacts(facts ? part.inventory.addresses.ids() : own, part, found, books);
    }
    await this.newOnes.judge(found, this.#ports);
    await judgeScores(scores ? addresses.ids() : changed, usual, calls);
    this.grouping = await this.#grouped();
    const matches = filterOf(view.filter, checksum);
    const misspelled = (kind: ReturnType<typeof misspelledKind>): Promise<TextRows> =>
      withheldRows('checksum', found, maxRows, (id) => {
        const own = view.by === 'status' ? misspelledKind(id, checksum.judgments) : 'checksum';
        return own === kind && matches(id);
      });
    this.misspelled = {
      denied: await misspelled('denied'),
      lookAlike: await misspelled('lookAlike'),
    };
    this.texts = {
      listedTexts: await listedTexts(found, books, maxRows),
      hidden: await withheldRows('hidden', found, maxRows),
      checksum: await misspelled('checksum'),
    };
    this.#changed.fire();
  }

  async #grouped(): Promise<Grouping> {
    const { usual } = this.#found.parts;
    const { inventory, judgments } = usual;
    const { filter, by } = this.view;
    const options = {
      by,
      matches: filterOf(filter, usual),
      alarmingRank: await alarmingRank(this.#ports.calls),
      maxRows,
    };
    return runInTurns('inventory', groupAddresses(inventory, judgments, options));
  }
}

/** Which addresses of a part a filter lets through. */
export const filterOf = (
  filter: Filter,
  { inventory: { addresses, codeNames }, judgments }: JudgedAddresses,
): ((id: number) => boolean) => matcherOf(filter, addresses, judgments, (id) => codeNames.all(id));

/** Undefined without a scale, or if it has no such level. */
async function alarmingRank({ session }: Calls): Promise<number | undefined> {
  const scale = scaleOf(await session.identity());
  const rank = scale?.levels.findIndex(({ name }) => name === usualProblemLevel) ?? -1;
  return rank === -1 ? undefined : rank;
}

/** The addresses that are new, or may be, as they were last judged. */
class NewAddressIndex {
  readonly #changed = new EventEmitter<void>();
  #byAddress: ReadonlyMap<string, readonly number[]> = new Map();
  /** Whether it is still to be found out which ones are new. */
  isWaiting = true;

  /** Fires when others are new. */
  readonly onDidChange = this.#changed.event;

  get size(): number {
    return this.#byAddress.size;
  }

  /** Their numbers. @param canonical spelling */
  of(canonical: string): readonly number[] {
    return this.#byAddress.get(canonical) ?? [];
  }

  /** Marks new addresses as far as Git has reported changes; otherwise asks Git. */
  async judge(
    found: WorkspaceInventory,
    { books, revisions }: Pick<Ports, 'books' | 'revisions'>,
  ): Promise<void> {
    const { folders, parts, search } = found;
    /** Whether more will be known once the search or Git has ended. */
    let isWaiting = false;
    for (const [number, { folder }] of folders.open()) {
      revisions.follow(folder);
      const state = revisions.stateOf(folder);
      // They are still to be read.
      if (state.kind === 'on' && found.followChanged(number, state.changed)) isWaiting = true;
    }
    // An address that seems new may be in a file that is still to be read.
    if (search.isRunning) {
      this.isWaiting = true;
      return;
    }
    const comparisons = new Map<number, Comparison>();
    for (const [number, { folder }] of folders.open()) {
      const state = revisions.stateOf(folder);
      if (state.kind === 'waiting') isWaiting = true;
      if (state.kind !== 'on' || search.progress.state !== 'complete') continue;
      comparisons.set(number, withoutBook(state.comparison, books, folder));
    }
    const all = Object.values(parts);
    const result = await runInTurns('inventory', findNew(all, comparisons));
    const { newness, waiting } = result;
    for (const number of waiting) {
      const folder = folders.at(number)?.folder;
      if (folder !== undefined) revisions.readBases(folder);
    }
    const wasWaiting = this.isWaiting;
    this.isWaiting = isWaiting || waiting.size > 0;
    // Each of them, also behind one that has changed.
    const changed = all.filter((each, index) =>
      each.judgments.setNewness(newness[index] ?? new Map()),
    );
    const isMoreKnown = wasWaiting && newness.some(({ size }) => size > 0);
    books.lookAlikes.setNewer(newerIn(all, result), changed.length > 0 || isMoreKnown);
    if (changed.length === 0) return;
    this.#byAddress = await runInTurns('inventory', newByAddress(parts.usual));
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Whether Git reports one address as new and another one as old. */
function newerIn(
  parts: readonly JudgedAddresses[],
  { places, waiting }: NewnessResult,
): Parameters<Books['lookAlikes']['setNewer']>[0] {
  const newnessOf = ({ address, family }: KnownAddress): (Newness | 'earlier' | undefined)[] => {
    const texts = [canonicalOf({ text: address, family }), address];
    return parts.flatMap(({ inventory: { addresses }, judgments }, part) =>
      [...new Set(texts.flatMap((text) => addresses.idsOf(family, text)))].map((id) => {
        const isCompared = (places[part]?.[id] ?? 0) !== 0;
        const isJudged = isCompared && !waiting.has(addresses.of(id)?.folder ?? -1);
        return judgments.newnessOf(id) ?? (isJudged ? 'earlier' : undefined);
      }),
    );
  };
  return (other, one) => {
    const others = newnessOf(other);
    return (
      others.length > 0 &&
      others.every((newness) => newness === 'new') &&
      newnessOf(one).includes('earlier')
    );
  };
}

/** Yields between addresses. */
function* newByAddress({
  inventory: { addresses },
  judgments,
}: JudgedAddresses): Generator<void, ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>();
  for (const id of judgments.newOnes()) {
    const ids = found.get(addresses.addressOf(id)) ?? [];
    found.set(addresses.addressOf(id), ids);
    ids.push(id);
    yield;
  }
  return found;
}

function withoutBook(comparison: Comparison, books: Books, folder: WorkspaceFolder): Comparison {
  const own = books.bookFor(folder.uri)?.loaded.ownFiles();
  const { stateOf } = comparison;
  return { ...comparison, stateOf: (path) => (own?.has(path) ? 'outside' : stateOf(path)) };
}

/** Asks the books about addresses, in turns. */
async function judgeFacts(
  ids: Iterable<number>,
  { inventory: { addresses }, judgments }: JudgedAddresses,
  { folders }: Pick<WorkspaceInventory, 'folders'>,
  books: Books,
): Promise<void> {
  function* steps(): Generator<void, void> {
    const readers = new Map(
      [...folders.open()].map(([number, { folder }]) => [number, books.factsReader(folder.uri)]),
    );
    for (const id of ids) {
      const found = addresses.of(id);
      if (found === undefined) continue;
      const read = readers.get(found.folder);
      if (read === undefined) continue;
      const asked = askedOf(found);
      const facts = read(asked);
      const uri = folders.at(found.folder)?.folder.uri;
      judgments.setFacts(id, {
        denial: facts.denials[0],
        isUnlisted: facts.entries.length === 0,
        isAdded: listingOf(facts) === 'added',
        name: facts.names[0]?.name,
        looksLike: likenessOf(uri, asked, books, facts)?.other,
      });
      yield;
    }
  }
  await runInTurns('inventory', steps());
}

/** Reads the stored scores of addresses. Costs nothing. */
export async function judgeScores(
  ids: Iterable<number>,
  { inventory: { addresses }, judgments }: JudgedAddresses,
  calls: Pick<Calls, 'session' | 'openEngine'>,
): Promise<void> {
  const identity = await calls.session.identity();
  const account = storedKeyOf(identity);
  if (account === undefined) {
    judgments.clearScores();
    return;
  }
  const aggregator = settings.aggregator();
  const scale = scaleOf(identity);
  const isSampleData = identity.kind === 'sample';
  for (const some of portionsOf(ids, batch)) {
    const engine = await calls.openEngine();
    const texts = [...new Set(some.map((id) => addresses.addressOf(id)))];
    const found = await engine.listScored(account, texts, aggregator);
    const scored = new Set(found.map(({ address, chain }) => subjectName({ address, chain })));
    const subjects = new Map<number, SubjectKey>();
    for (const id of some) {
      const [address, chain] = [addresses.addressOf(id), addresses.networkOf(id)];
      const isScored = chain !== null && scored.has(subjectName({ address, chain }));
      if (isScored) subjects.set(id, { account, address, chain });
    }
    const states = (await engine.readStored([...subjects.values()])).values();
    for (const id of some) {
      const subject = subjects.get(id);
      const score = subject ? storedScore(states.next().value, subject, aggregator, scale) : null;
      judgments.setScore(id, score && (isSampleData ? { ...score, isSampleData } : score));
    }
  }
}

/** Addresses in one message to the engine. */
const batch = 2_000;
