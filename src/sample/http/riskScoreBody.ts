import { createHash } from 'node:crypto';
import type { Score } from '../engine/score.ts';
import type { TransferLedger } from '../ledger/ledger.ts';
import type { Job } from '../jobs.ts';
import { tidy } from '../tidy.ts';

/**
 * The risk score object (service-spec.md, Resources), wrapped as endpoint 2 gives it. Every field
 * has its type of the specification; what the specification leaves open says where the numbers come
 * from, so that no one takes them for an assessment of a real person.
 */
export function riskScoreBody(job: Job, score: Score, ledger: TransferLedger): string {
  const detail = Object.fromEntries(score.byCategory);
  const now = new Date().toISOString();
  const record = {
    id: job.recordId,
    address: job.address,
    hash: digestOf([job.chain, job.address, job.aggregator, score.exact, detail]),
    risk_score: score.rounded,
    raw_risk_score: detail,
    chain: job.chain,
    tenant_id: job.tenant,
    created_by: job.createdBy,
    creator_display_name: `Sample data (${ledger.origin})`,
    created_at: now,
    updated_at: now,
    graph_file_name: `sample-data-${ledger.fileName}`,
  };
  return JSON.stringify({ risk_score: record }, (_, value: unknown) =>
    typeof value === 'number' ? tidy(value) : value,
  );
}

/** SHA-256 of what was scored and what came out: equal answers have equal hashes. */
function digestOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
