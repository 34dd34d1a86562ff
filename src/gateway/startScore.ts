import { kindOfStatus } from '../api/failure.ts';
import type { JobRow } from '../ledger/store.ts';
import type { ScoreRequest } from '../paid/jobRun.ts';
import type { LookupPorts } from '../paid/ports.ts';
import { freshScore, openScore, type OpenedScore } from '../paid/scoreRun.ts';
import { keyOf } from '../paid/storedKey.ts';
import { lostSince, type JobState } from '../risk/jobState.ts';

/** How often to check whether another process has its response. */
const watchMs = 200;

/**
 * A score that is stored and fresh, or a job that the service has accepted: for callers that fetch the
 * result later. Joins a start in progress and waits for its response, whichever process makes it.
 */
export async function startScore(
  ports: LookupPorts,
  request: ScoreRequest,
  signal: AbortSignal,
): Promise<OpenedScore> {
  if (request.isRepeat === true) await forgetDead(ports, request);
  for (;;) {
    const stored = await freshScore(ports, request, true);
    if (stored !== null) return { kind: 'value', result: stored };
    const opened = await openScore(ports, request, signal);
    if (opened.kind !== 'opened' || opened.job.state !== 'intent') return opened;
    const ended = endOf(await untilAnswered(ports, opened.job.id, signal));
    if (ended !== undefined) return ended;
    // It was not sent after all.
  }
}

/** Nothing more is expected of them. */
const deadStates: readonly JobState[] = ['stale', 'notFound', 'invalidId'];

/** A member who pays again must not get a job that will bring nothing. */
async function forgetDead(
  { ledger, clock }: LookupPorts,
  { account, subject, aggregator }: ScoreRequest,
): Promise<void> {
  const job = await ledger.openJobOf(keyOf(account, subject), aggregator);
  if (job === null) return;
  if (lostSince(job, clock.now()) === null && !deadStates.includes(job.state)) return;
  await ledger.forgetJob(job.id, job.state);
}

/** The job once it is no intent; null if it is gone. */
async function untilAnswered(
  { ledger, clock }: LookupPorts,
  id: string,
  signal: AbortSignal,
): Promise<JobRow | null> {
  for (;;) {
    const job = await ledger.readJob(id);
    if (job?.state !== 'intent' || signal.aborted) return job;
    // Its process may have ended.
    await ledger.settleOrphans(clock.now(), clock.tick());
    await clock.wait(watchMs, signal);
  }
}

function endOf(job: JobRow | null): OpenedScore | undefined {
  if (job === null) return undefined;
  switch (job.state) {
    case 'unknown':
      return { kind: 'unknown', job };
    case 'intent':
      return { kind: 'failed', failure: { kind: 'cancelled', endpoint: 'start', wasSent: false } };
    case 'rejected': {
      const status = job.status ?? 0;
      const kind = kindOfStatus('start', status);
      return { kind: 'failed', failure: { kind, endpoint: 'start', status, wasSent: true } };
    }
    default:
      return { kind: 'opened', job };
  }
}
