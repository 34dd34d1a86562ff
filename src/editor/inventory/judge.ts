import { listingOf } from '../../book/facts.ts';
import type { Judgments } from '../../inventory/judgments.ts';
import { portionsOf } from '../../inventory/portionsOf.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { riskOf } from '../../report/risk.ts';
import { rowScore } from '../../report/rowScore.ts';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import { runInTurns } from '../documents/turns.ts';
import { isSignedIn } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { settings } from '../shell/settings.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** Addresses in one message to the engine. */
const batch = 2_000;

interface Judged {
  readonly found: WorkspaceInventory;
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
      const facts = read({
        ...{ text, family },
        network: isAssumed ? undefined : (network ?? undefined),
      });
      judgments.setFacts(id, {
        isDenied: facts.denials.length > 0,
        isUnlisted: facts.entries.length === 0,
        isAdded: listingOf(facts) === 'added',
        name: facts.names[0]?.name,
      });
      yield;
    }
  }
  await runInTurns('inventory', steps());
}

/** Reads the stored scores of addresses. Costs nothing. @returns whether they are sample data */
export async function judgeScores(
  ids: Iterable<number>,
  { found, judgments }: Judged,
  calls: Pick<Calls, 'session' | 'openEngine'>,
): Promise<boolean> {
  const { addresses } = found.inventory;
  const identity = await calls.session.identity();
  if (!isSignedIn(identity)) {
    judgments.clearScores();
    return false;
  }
  const aggregator = settings.aggregator();
  const scale = scaleOf(identity);
  for (const some of portionsOf(ids, batch)) {
    const engine = await calls.openEngine();
    const texts = [...new Set(some.map((id) => addresses.addressOf(id)))];
    const scored = new Set(
      (await engine.listScored(identity.key, texts, aggregator)).map(({ address, chain }) =>
        subjectName({ address, chain }),
      ),
    );
    const withScore: number[] = [];
    for (const id of some) {
      const [address, chain] = [addresses.addressOf(id), addresses.networkOf(id)];
      if (chain !== null && scored.has(subjectName({ address, chain }))) withScore.push(id);
      else judgments.setScore(id, undefined);
    }
    const keys = withScore.map((id) => ({
      account: identity.key,
      address: addresses.addressOf(id),
      chain: addresses.networkOf(id) ?? '',
    }));
    const heads = await engine.readHeads(keys);
    for (const [index, id] of withScore.entries()) {
      const [key, head] = [keys[index], heads[index]];
      const risk = key && head && riskOf(head, key, aggregator);
      judgments.setScore(id, risk ? rowScore(risk, scale, Date.now()) : undefined);
    }
  }
  return identity.kind === 'sample';
}
