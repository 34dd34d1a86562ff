import type { Aggregator } from '../../api/parameters.ts';
import type { StoredReport } from '../../paid/reports.ts';
import { chargeOf } from '../cost.ts';
import type { ReportModel } from '../model.ts';
import type { ExportedScore, ExportFacts } from './facts.ts';

/** What an export of a report contains: what is stored, and nothing of what is in progress. */
export function exportFactsOf(
  model: ReportModel,
  stored: StoredReport,
  known: ExportFacts['known'],
): ExportFacts {
  const { subject, reading, isSampleData, aggregator, origin, scale } = model;
  return {
    subject,
    known,
    reading,
    aggregator,
    isSample: isSampleData,
    origin,
    scale,
    summary: stored.summary,
    scores: {
      money: exportedScore(model, stored, 'money'),
      money_rank_weight: exportedScore(model, stored, 'money_rank_weight'),
    },
    jobs: {
      money: stored.jobs.money?.state ?? null,
      money_rank_weight: stored.jobs.money_rank_weight?.state ?? null,
    },
    history: model.past?.scores ?? [],
  };
}

function exportedScore(
  { scores, past }: ReportModel,
  stored: StoredReport,
  aggregator: Aggregator,
): ExportedScore | null {
  const facts = scores?.[aggregator].stored ?? null;
  const known = stored.scores[aggregator];
  if (facts === null || known === null) return null;
  const { receivedAt, figure, owner, otherAddress, otherNetwork, record, raw } = facts;
  return {
    receivedAt,
    isFresh: known.isFresh,
    figure,
    owner,
    otherAddress,
    otherNetwork,
    record,
    raw,
    charge: past === null ? null : chargeOf(past.spendings, aggregator, receivedAt),
  };
}
