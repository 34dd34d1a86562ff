import type { Aggregator } from '../api/parameters.ts';
import type { Instant, Charge, Spending } from '../ledger/store.ts';
import type { HistoryEntry } from '../paid/history.ts';
import { breakdownOf, type Breakdown } from './breakdown.ts';
import { digitsBetween, pairCategories, type CategoryPair } from './comparison.ts';
import {
  figureOf,
  isOther,
  ownerOf,
  type ReportSubject,
  type ScoreFigure,
  type ScoreOwner,
} from './risk.ts';

/** With the identifier of its network that requests had, if that is another. */
interface SentSubject extends ReportSubject {
  readonly sentChain?: string;
}

/** Changes from the previous score of the same aggregator. */
export interface CategoryChanges {
  readonly added: readonly CategoryPair[];
  readonly removed: readonly CategoryPair[];
  /** Their values differ, or are of different fields. */
  readonly changed: readonly CategoryPair[];
}

/** One stored score in the order of time. */
export interface PastScore {
  readonly aggregator: Aggregator;
  readonly receivedAt: Instant;
  /** According to the service; null if it doesn't say. */
  readonly calculatedAt: Instant | null;
  readonly figure: ScoreFigure;
  readonly owner: ScoreOwner;
  /** Exact, from the previous score; null if there is none, or if either isn't a number. */
  readonly difference: string | null;
  /** Null without a previous score, or if either lacks its details. */
  readonly changes: CategoryChanges | null;
}

/** A score with what is compared with it. */
interface Read {
  readonly past: Omit<PastScore, 'difference' | 'changes'>;
  readonly breakdown: Breakdown | null;
}

/** @param entries newest first, as `readHistory` returns them */
export function historyOf(entries: readonly HistoryEntry[], subject: SentSubject): PastScore[] {
  const before = new Map<Aggregator, Read>();
  return entries
    .toReversed()
    .map((entry) => {
      const read = readEntry(entry, subject);
      const previous = before.get(entry.aggregator);
      before.set(entry.aggregator, read);
      return { ...read.past, ...changesSince(previous, read) };
    })
    .reverse();
}

function readEntry(
  { aggregator, receivedAt, score, details }: HistoryEntry,
  subject: SentSubject,
): Read {
  const { createdAt } = score;
  return {
    past: {
      aggregator,
      receivedAt,
      calculatedAt: createdAt.state === 'given' ? Date.parse(createdAt.value) : null,
      figure: figureOf(score),
      owner: ownerOf(score, subject, subject.sentChain),
    },
    breakdown: details?.state === 'given' ? breakdownOf(details.value) : null,
  };
}

/** A different address's categories are not changes of this one. */
function changesSince(
  before: Read | undefined,
  now: Read,
): Pick<PastScore, 'difference' | 'changes'> {
  if (before === undefined) return { difference: null, changes: null };
  if (isOther(before.past.owner) || isOther(now.past.owner)) {
    return { difference: null, changes: null };
  }
  const [from, to] = [before.past.figure, now.past.figure];
  return {
    difference: 'digits' in from && 'digits' in to ? digitsBetween(from.digits, to.digits) : null,
    changes:
      before.breakdown === null || now.breakdown === null
        ? null
        : changesBetween(before.breakdown, now.breakdown),
  };
}

function changesBetween(before: Breakdown, now: Breakdown): CategoryChanges {
  const pairs = pairCategories(before, now);
  return {
    added: pairs.filter(({ presence }) => presence === 'other'),
    removed: pairs.filter(({ presence }) => presence === 'one'),
    changed: pairs.filter((pair) => pair.presence === 'both' && isChanged(pair)),
  };
}

/** `0.1` and `0.10` are one value. */
function isChanged({ one, other, difference }: CategoryPair): boolean {
  if (difference !== null) return difference !== '0';
  return one?.field !== other?.field || one?.digits !== other?.digits;
}

/**
 * The cost of a stored score, as far as the ledger knows it; else null. A start after the score was
 * received belongs to another score.
 * @param spendings newest first
 */
export function chargeOf(
  spendings: readonly Spending[],
  aggregator: Aggregator,
  receivedAt: Instant,
): Charge | null {
  const start = spendings.find(
    (spending) =>
      spending.kind === 'start' &&
      spending.aggregator === aggregator &&
      spending.charge !== 'open' &&
      // A team's shared result is older than the start that fetched it.
      (spending.at <= receivedAt || spending.charge === 'shared'),
  );
  return start?.charge ?? null;
}
