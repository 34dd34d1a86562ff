import { setImmediate } from 'node:timers/promises';
import { decodeRiskScore, type RiskScore } from '../api/decode.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Instant, SubjectKey } from '../ledger/store.ts';

/** A risk score without its details, which may be megabytes long. */
export type ScoreHead = Pick<RiskScore, 'address' | 'chain' | 'score' | 'createdAt' | 'isTooBig'>;

/** One stored score. */
export interface HistoryEntry {
  readonly aggregator: Aggregator;
  readonly receivedAt: Instant;
  readonly score: ScoreHead;
  /** Null if all of them together would be too long to send to the editor. */
  readonly details: RiskScore['rawRiskScore'] | null;
}

/** Of the bodies whose details are returned, in UTF-16 units. */
const maxUnits = 4 * 1024 * 1024;

/** So many of each aggregator have their details however long they are: the last change shows. */
const leastDetailed = 2;

/**
 * Every stored score of a subject, newest first. A body may be megabytes long, so one is decoded at
 * a time, and other work runs in between. Scores that cannot be read are left out.
 */
export async function readHistory(ledger: Ledger, key: SubjectKey): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  let units = 0;
  for (const head of await ledger.listHistory(key)) {
    const { part, receivedAt } = head;
    if (part === 'summary') continue;
    const body = (await ledger.readPastResult(head))?.body;
    const value = body === undefined ? undefined : decodeRiskScore(body);
    if (body === undefined || value === undefined) continue;
    units += body.length;
    const isLast = entries.filter(({ aggregator }) => aggregator === part).length < leastDetailed;
    entries.push({
      aggregator: part,
      receivedAt,
      score: headOf(value),
      details: isLast || units <= maxUnits ? value.rawRiskScore : null,
    });
    await setImmediate();
  }
  return entries;
}

export function headOf({ address, chain, score, createdAt, isTooBig }: RiskScore): ScoreHead {
  return { address, chain, score, createdAt, isTooBig };
}
