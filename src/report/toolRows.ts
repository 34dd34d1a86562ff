import type { ExactJson } from '../api/exactJson.ts';
import type { Aggregator } from '../api/parameters.ts';
import { utcDate } from '../book/book.ts';
import { areIgnored, listingOf, type AddressFacts } from '../book/facts.ts';
import { nameTexts } from '../words/book.ts';
import { figureJson, time } from './export/jsonParts.ts';
import { levelOfRisk } from './level.ts';
import type { Risk } from './risk.ts';
import type { RiskScale } from './scale.ts';

/** Of one address. */
const maxHits = 3;

/** How scores are shown. */
interface ShownBy {
  readonly aggregator: Aggregator;
  readonly scale: RiskScale | null;
  readonly isSample: boolean;
}

/** What the files of a folder say. */
export function factsJson(facts: AddressFacts): Readonly<Record<string, ExactJson>> {
  const { denials, names, entries } = facts;
  return {
    denyListHits: denials.slice(0, maxHits).map(({ list, path, name }) => ({
      list,
      path,
      name: name ?? null,
    })),
    names: names.map((known) => ({ ...nameTexts(known) })),
    isInAddressBook: entries.length > 0,
    isAddedInThisChange: listingOf(facts) === 'added',
    isIgnored: areIgnored(facts, utcDate(Date.now())),
  };
}

/** A stored score, or the job that is open. */
export function riskJson(risk: Risk | null, { aggregator, scale, isSample }: ShownBy): ExactJson {
  if (risk === null) return null;
  if (risk.kind === 'job') return { job: risk.state };
  return {
    aggregator,
    source: isSample || risk.isSampleData === true ? 'sample service' : 'service',
    score: figureJson(risk.figure),
    level: levelOfRisk(risk, scale)?.name ?? null,
    isOfAnotherAddress: risk.owner === 'otherAddress',
    isOfAnotherNetwork: risk.owner === 'otherNetwork',
    receivedAt: time(risk.receivedAt),
    isFresh: risk.isFresh,
  };
}
