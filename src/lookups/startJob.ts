import type { Failure } from '../api/failure.ts';
import type { Aggregator } from '../api/routes.ts';
import type { JobRow, NewJob, SubjectKey } from '../ledger/store.ts';
import type { Account } from './account.ts';
import { dayOf } from './clock.ts';
import type { Gesture } from './gesture.ts';
import { holdJob, type JobPorts } from './jobRun.ts';
import { untilKept } from './untilKept.ts';
import { chargeOf, stopAfter } from './verdict.ts';

/** How a start ends that leaves nothing to wait for. */
export type StartEnd =
  /** It was not made, or was refused; nothing was charged as far as the spec says. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** It may have been charged, and nobody knows its id. */
  | { readonly kind: 'unknown'; readonly job: JobRow };

/**
 * Makes the one start call of a job whose intent is stored, and stores what came of it. Undefined
 * where the job is running now. There is no loop here and must be none: a start is sent once.
 */
export async function startJob(
  ports: JobPorts,
  job: {
    readonly id: string;
    readonly account: Account;
    readonly subject: Pick<SubjectKey, 'address' | 'chain'>;
    readonly aggregator: Aggregator;
    readonly gesture: Gesture;
  },
  signal: AbortSignal,
): Promise<StartEnd | undefined> {
  const { ledger, clock } = ports;
  const { id, account, subject, aggregator, gesture } = job;
  const { origin, credential } = account;
  const row: NewJob = { ...subject, id, account: account.key, aggregator, origin, credential };
  const day = dayOf(clock.now());
  const release = holdJob(ports, id, () => undefined);
  try {
    await ledger.countUsage(account.key, day, 'start', gesture.source);
    const outcome = await account.client.start(
      { address: subject.address, chain: account.serviceChain(subject.chain), aggregator },
      signal,
    );
    if (outcome.ok) {
      const change = { state: 'running', jobId: outcome.value.value } as const;
      await untilKept(clock, () => ledger.keepJob(row, change, clock.now()));
      await ledger.clearStops(account.key, 'risk');
      await ledger.clearStops(account.key, 'credential');
      return undefined;
    }
    const { failure } = outcome;
    if (chargeOf(failure) === 'none') {
      await ledger.uncountUsage(account.key, day, 'start', gesture.source);
    }
    const stop = stopAfter(failure, clock.now());
    if (stop !== undefined) await ledger.setStop(account.key, account.credential, stop);
    return await settle(ports, row, failure);
  } finally {
    release();
  }
}

async function settle(
  { ledger, clock }: JobPorts,
  row: NewJob,
  failure: Failure,
): Promise<StartEnd> {
  const status = failure.status ?? null;
  if (!failure.wasSent) {
    await ledger.forgetJob(row.id);
    return { kind: 'failed', failure };
  }
  if (chargeOf(failure) === 'none') {
    await ledger.overrideJob(row.id, { state: 'rejected', status }, clock.now());
    return { kind: 'failed', failure };
  }
  const unread = failure.unread === undefined ? {} : { unreadBody: failure.unread };
  const change = { state: 'unknown', status, isNoticed: true, ...unread } as const;
  const job = await untilKept(clock, () => ledger.keepJob(row, change, clock.now()));
  return { kind: 'unknown', job };
}
