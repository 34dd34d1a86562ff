import type { Failure } from '../api/failure.ts';
import type { JobRow, NewJob } from '../ledger/store.ts';
import { holdJob, type ScoreRequest } from './jobRun.ts';
import { claimOf } from './lease.ts';
import type { Permit } from './permit.ts';
import type { JobPorts } from './ports.ts';
import type { SpendingRefusal } from './spending.ts';
import { writeSoon, writeUntilStored } from './writeUntilStored.ts';
import { chargeOf } from '../api/chargeOf.ts';
import { endStops, stopCalls } from './stopAfter.ts';

const notSent: Failure = { kind: 'late', endpoint: 'start', wasSent: false };

/** Its job was started, now or before. */
export interface OpenedJob {
  readonly kind: 'opened';
  readonly job: JobRow;
}

/** The outcome of a start that leaves nothing to wait for. */
export type StartEnd =
  /** It was not made, or was rejected; according to the spec, nothing was charged. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** It may have been charged, and its ID is unknown. */
  | { readonly kind: 'unknown'; readonly job: JobRow }
  /** A start was needed but not allowed; nothing was sent. */
  | { readonly kind: 'declined'; readonly refusal: SpendingRefusal };

/**
 * Makes the one start call of a job whose intent is stored, and stores the outcome. Never add a loop
 * here: a start is sent once.
 */
export async function startJob(
  ports: JobPorts,
  job: ScoreRequest & { readonly row: NewJob; readonly permit: Permit },
  signal: AbortSignal,
): Promise<StartEnd | OpenedJob> {
  const { ledger, clock } = ports;
  const { row, account, subject, aggregator, permit, isRepeat = false } = job;
  const lease = holdJob(ports, row.id);
  try {
    const claim = await lease.check();
    // Stopped for so long that another window has taken the intent for lost.
    if (claim === 'lost') return await settle(ports, row, notSent);
    if (claim !== 'held') {
      await unsent(ports, row);
      return { kind: 'declined', refusal: claim };
    }
    const target = { address: subject.address, chain: account.serviceChain(subject.chain) };
    const { isAgreed } = permit;
    const outcome = await permit.spend(() =>
      account.client.start({ ...target, aggregator, isAgreed, isRepeat }, signal, lease),
    );
    if (outcome.ok) {
      const change = { state: 'running', jobId: outcome.value.value } as const;
      const kept = await writeUntilStored(clock, () => ledger.keepJob(row, change, clock.now()));
      await endStops(ports, account, 'risk');
      return { kind: 'opened', job: { ...kept, state: 'running' } };
    }
    const { failure } = outcome;
    await stopCalls(ports, account, failure);
    return await settle(ports, row, failure);
  } finally {
    lease.end();
  }
}

/** An intent that stays would later count as a start that may have been charged. */
export async function unsent({ ledger, clock }: JobPorts, { id }: NewJob): Promise<void> {
  await writeSoon(clock, async () => {
    await ledger.forgetJob(id);
  });
}

async function settle(ports: JobPorts, row: NewJob, failure: Failure): Promise<StartEnd> {
  const { ledger, clock } = ports;
  if (!failure.wasSent) {
    await writeUntilStored(clock, () => ledger.forgetJob(row.id));
    return { kind: 'failed', failure };
  }
  // Keep the service's response with the job, whatever it means.
  const answer = { status: failure.status ?? null, unreadBody: failure.unread ?? null };
  if (chargeOf(failure) === 'none') {
    const change = { state: 'rejected', ...answer } as const;
    await writeUntilStored(clock, () => ledger.keepJob(row, change, clock.now()));
    return { kind: 'failed', failure };
  }
  const change = { state: 'unknown', ...answer } as const;
  // Held, so that no other window reports it while the caller does.
  const job = await writeUntilStored(clock, () =>
    ledger.keepJob(row, change, clock.now(), claimOf(ports)),
  );
  return { kind: 'unknown', job };
}
