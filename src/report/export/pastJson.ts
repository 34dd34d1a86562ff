import type { ExactJson } from '../../api/exactJson.ts';
import type { CategoryChanges, PastScore } from '../history.ts';
import type { CategoryPair } from '../pairs.ts';
import { exportedComparison } from './comparison.ts';
import type { ExportFacts } from './facts.ts';
import { figureJson, time } from './jsonParts.ts';

/** Null if there is nothing to compare. */
export function comparisonJson(facts: ExportFacts): ExactJson {
  const comparison = exportedComparison(facts);
  if (comparison === null) return null;
  return {
    difference: digitsJson(comparison.difference),
    categories: comparison.categories.map((pair) => ({
      names: pair.names,
      in: presences[pair.presence],
      money: valueJson(pair.one),
      moneyRankWeight: valueJson(pair.other),
      difference: digitsJson(pair.difference),
    })),
  };
}

const presences: Readonly<Record<CategoryPair['presence'], string>> = {
  both: 'both',
  one: 'money',
  other: 'money_rank_weight',
};

/** Every stored score, newest first. */
export function historyJson({ history }: ExportFacts): ExactJson {
  return history.map((score: PastScore) => ({
    aggregator: score.aggregator,
    receivedAt: time(score.receivedAt),
    calculatedAt: score.calculatedAt === null ? null : time(score.calculatedAt),
    score: figureJson(score.figure),
    isOfAnotherAddress: score.owner === 'otherAddress',
    difference: digitsJson(score.difference),
    changes: score.changes === null ? null : changesJson(score.changes),
  }));
}

function changesJson({ added, removed, changed }: CategoryChanges): ExactJson {
  return {
    added: added.map(({ names, other }) => ({ names, value: valueJson(other) })),
    removed: removed.map(({ names, one }) => ({ names, value: valueJson(one) })),
    changed: changed.map(({ names, one, other, difference }) => ({
      names,
      from: valueJson(one),
      to: valueJson(other),
      difference: digitsJson(difference),
    })),
  };
}

function valueJson(value: CategoryPair['one']): ExactJson {
  return value === null ? null : { field: value.field, value: new String(value.digits) };
}

function digitsJson(digits: string | null): ExactJson {
  return digits === null ? null : new String(digits);
}
