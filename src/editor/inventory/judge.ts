import { listingOf } from '../../book/facts.ts';
import type { Judgments, RowScore } from '../../inventory/judgments.ts';
import { alarmRank, gradeOf, placeOfRisk } from '../../report/level.ts';
import { riskLine } from '../../report/riskLine.ts';
import { riskOf, type Risk } from '../../report/risk.ts';
import type { RiskScale } from '../../report/scale.ts';
import { aboveScaleText } from '../../words/scoreProblem.ts';
import { plain } from '../../words/text.ts';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import { runInTurns } from '../documents/turns.ts';
import { isSignedIn } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { settings } from '../shell/settings.ts';
import { storedHeads } from './storedHeads.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

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
  const { openEngine } = calls;
  for await (const { id, stored } of storedHeads(ids, addresses, {
    ...{ identity, aggregator, openEngine },
  })) {
    const risk = stored && riskOf(stored.heads, stored.subject, aggregator);
    judgments.setScore(id, risk ? rowScore(risk, scale) : undefined);
  }
  return identity.kind === 'sample';
}

function digitsOf(risk: Risk): string | null {
  if (risk.kind !== 'score' || risk.owner !== 'subject') return null;
  return 'digits' in risk.figure ? risk.figure.digits : null;
}

/** Undefined for a job without a score. */
function rowScore(risk: Risk, scale: RiskScale | null): RowScore | undefined {
  const line = riskLine(risk, Date.now(), scale);
  if (line.kind === 'job') return undefined;
  const place = placeOfRisk(risk, scale);
  const rank = place === null || scale === null ? null : alarmRank(place, scale);
  const levels = scale?.levels ?? [];
  const name = levels[rank ?? -1]?.name;
  const score = { text: line.text, digits: digitsOf(risk) };
  if (rank === null || name === undefined) return { ...score, level: null };
  const text = line.level ?? aboveScaleText(plain(name));
  return { ...score, level: { name, text, rank, grade: gradeOf(rank, levels.length) } };
}
