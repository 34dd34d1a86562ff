import { listingOf } from '../../book/facts.ts';
import type { Judgments } from '../../folder/judgments.ts';
import { riskOf } from '../../report/risk.ts';
import { rowScore } from '../../report/rowScore.ts';
import { likenessOf } from '../book/likeness.ts';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import { runInTurns } from '../../turns/turns.ts';
import { storedKeyOf } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { settings } from '../shell/settings.ts';
import { storedHeads } from './storedHeads.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

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

/** Reads the stored scores of addresses. Costs nothing. @returns whether they are sample data */
export async function judgeScores(
  ids: Iterable<number>,
  { found, judgments }: Judged,
  calls: Pick<Calls, 'session' | 'openEngine'>,
): Promise<boolean> {
  const { addresses } = found.inventory;
  const identity = await calls.session.identity();
  const account = storedKeyOf(identity);
  if (account === undefined) {
    judgments.clearScores();
    return false;
  }
  const aggregator = settings.aggregator();
  const scale = scaleOf(identity);
  const { openEngine } = calls;
  let isSample = identity.kind === 'sample';
  for await (const { id, stored } of storedHeads(ids, addresses, {
    ...{ account, aggregator, openEngine },
  })) {
    const risk = stored && riskOf(stored.heads, stored.subject, aggregator);
    if (risk?.kind === 'score' && risk.isSampleData === true) isSample = true;
    judgments.setScore(id, risk ? rowScore(risk, scale, Date.now()) : undefined);
  }
  return isSample;
}
