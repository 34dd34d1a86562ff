import { listingOf } from '../../book/facts.ts';
import type { Judgments } from '../../folder/judgments.ts';
import { riskOf } from '../../report/risk.ts';
import { rowScore } from '../../report/rowScore.ts';
import { likenessOf } from '../book/likeness.ts';
import type { Books } from '../book/books.ts';
import type { Calls } from '../calls/calls.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { storedKeyOf } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { settings } from '../shell/settings.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import type { AddressTable } from '../../folder/addressTable.ts';
import { portionsOf } from '../../book/portionsOf.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import type { StoredState } from '../../paid/reports.ts';

interface Judged {
  readonly found: Pick<WorkspaceInventory, 'folders' | 'inventory'>;
  readonly judgments: Judgments;
}

/** Asks the books about addresses, in turns. */
export async function judgeFacts(
  ids: Iterable<number>,
  { found: { folders, inventory }, judgments }: Judged,
  books: Books,
): Promise<void> {
  const { addresses } = inventory;
  function* steps(): Generator<void, void> {
    const readers = new Map(
      [...folders.open()].map(([number, { folder }]) => [number, books.factsReader(folder.uri)]),
    );
    for (const id of ids) {
      const found = addresses.of(id);
      if (found === undefined) continue;
      const { address: text, family, isAssumed, network, folder } = found;
      const read = readers.get(folder);
      if (read === undefined) continue;
      const asked = { text, family, network: isAssumed ? undefined : (network ?? undefined) };
      const facts = read(asked);
      const uri = folders.at(folder)?.folder.uri;
      judgments.setFacts(id, {
        isDenied: facts.denials.length > 0,
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
  { found, judgments }: Judged,
  calls: Pick<Calls, 'session' | 'openEngine'>,
): Promise<void> {
  const { addresses } = found.inventory;
  const identity = await calls.session.identity();
  const account = storedKeyOf(identity);
  if (account === undefined) {
    judgments.clearScores();
    return;
  }
  const aggregator = settings.aggregator();
  const scale = scaleOf(identity);
  const isSampleAccount = identity.kind === 'sample';
  for await (const { id, stored } of storedHeads(ids, addresses, account, calls)) {
    const risk = stored && riskOf(stored.heads, stored.subject, aggregator);
    const score = risk ? rowScore(risk, scale, Date.now()) : undefined;
    judgments.setScore(id, score && (isSampleAccount ? { ...score, isSampleData: true } : score));
  }
}

/** Addresses in one message to the engine. */
const batch = 2_000;

/** What is stored for an address of the inventory; undefined without a score. */
interface StoredHead {
  readonly id: number;
  readonly stored: { readonly subject: SubjectKey; readonly heads: StoredState } | undefined;
}

/** Reads what is stored for addresses, some at a time. Costs nothing. */
export async function* storedHeads(
  ids: Iterable<number>,
  addresses: AddressTable,
  account: string,
  { openEngine }: Pick<Calls, 'openEngine'>,
): AsyncGenerator<StoredHead, void> {
  const aggregator = settings.aggregator();
  for (const some of portionsOf(ids, batch)) {
    const engine = await openEngine();
    const texts = [...new Set(some.map((id) => addresses.addressOf(id)))];
    const scored = new Set(
      (await engine.listScored(account, texts, aggregator)).map(({ address, chain }) =>
        subjectName({ address, chain }),
      ),
    );
    const subjects = some.map((id) => {
      const [address, chain] = [addresses.addressOf(id), addresses.networkOf(id)];
      const isScored = chain !== null && scored.has(subjectName({ address, chain }));
      return { id, subject: isScored ? { account, address, chain } : undefined };
    });
    const keys = subjects.flatMap(({ subject }) => subject ?? []);
    const heads = (await engine.readStored(keys)).values();
    for (const { id, subject } of subjects) {
      const head = subject && heads.next().value;
      yield { id, stored: subject && head && { subject, heads: head } };
    }
  }
}
