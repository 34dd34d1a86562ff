import type { ScoreEnd } from '../../engine/engine.ts';
import type { JobRow } from '../../ledger/store.ts';
import { unknownStartNotice } from '../../words/jobs.ts';
import { isSignedIn } from '../session/identity.ts';
import type { RequestPorts, ScoreRequest } from './requestPorts.ts';
import { trackScore } from './scoreActivity.ts';
import type { ScoreWaits } from '../../lookups/scoreWaits.ts';
import type { NoteUsage } from './summaryRequests.ts';

/** One score of a batch, whose notification and table show what comes of it. */
export interface BatchWish extends Pick<
  ScoreRequest,
  'subject' | 'aggregator' | 'gesture' | 'onAccepted'
> {
  /** The account that the user confirmed the batch for. */
  readonly onlyFor: string;
  /** Polls this job and starts nothing. */
  readonly job?: JobRow;
}

/** Undefined if another account is in use, or none: then nothing was sent. */
export async function scoreOfBatch(
  wish: BatchWish,
  ports: RequestPorts & { readonly waits: ScoreWaits },
  noteUsage: NoteUsage,
): Promise<ScoreEnd | undefined> {
  const { subject, aggregator, gesture, onAccepted, onlyFor, job } = wish;
  const { session, openEngine, activity, shell, waits, nameOf } = ports;
  const identity = await session.identity();
  if (!isSignedIn(identity) || identity.key !== onlyFor) return undefined;
  const engine = await openEngine();
  const key = { account: identity.key, ...subject };
  const end = await waits.during(key, aggregator, ({ signal }) =>
    trackScore({ key, aggregator, onAccepted }, activity, (onEvent) =>
      job === undefined
        ? engine.score(
            { account: identity, subject, aggregator, gesture, isRepeat: false },
            onEvent,
            signal,
          )
        : engine.resume(identity, job.id, onEvent, signal),
    ),
  );
  await noteUsage(engine, identity);
  if (end.kind === 'failed') shell.notifier.credentialRefused(identity, end.failure);
  if (end.kind === 'unknown') {
    shell.notifier.warn(unknownStartNotice(end.job, nameOf?.(subject)));
    await engine.noticeJob(end.job.id);
  }
  return end;
}
