import type { Aggregator } from '../../api/parameters.ts';
import type { ScoreEnd, SummaryEnd } from '../../engine/engine.ts';
import type { JobRow } from '../../ledger/store.ts';
import type { SummarySource } from '../../lookups/summaries.ts';
import type { Subject } from '../documents/subject.ts';
import { isSignedIn } from '../session/identity.ts';
import { scoreOfBatch, type BatchWish } from './batchScores.ts';
import type { RequestPorts, ScoreRequest } from './requestPorts.ts';
import { ScoreRequests } from './scoreRequests.ts';
import { ScoreWaits } from '../../lookups/scoreWaits.ts';
import { lookUp, usageNotes } from './summaryRequests.ts';

/** Runs requests for commands and surfaces, and keeps all of them up to date. */
export interface Requests {
  /**
   * Undefined if no one is signed in, or another account; then the user has been notified, except
   * for a hover or a batch.
   * @param onlyFor the account that the user chose this for; undefined if no question came before
   */
  lookUp(
    subject: Subject,
    source: SummarySource,
    onlyFor?: string,
  ): Promise<SummaryEnd | undefined>;
  /**
   * Starts, joins, or resumes a score under a progress notification that can be canceled. Undefined
   * if no one is signed in, or another account; then the user has been notified.
   */
  score(wish: ScoreRequest): Promise<ScoreEnd | undefined>;
  /**
   * The same for one address of a batch, without a notification. Undefined if another account is in
   * use, or none: then nothing was sent, and the batch says so.
   */
  scoreOfBatch(wish: BatchWish): Promise<ScoreEnd | undefined>;
  /** Makes the score that was requested while no one was signed in, if sample data is in use now. */
  continueAsSample(): Promise<void>;
  /** Polls an existing job, as `score` does for a new one; starts nothing. */
  resume(job: JobRow): Promise<void>;
  /**
   * Stops waiting for the score shown in the subject's report, as Cancel in the notification does.
   */
  cancelScore(subject: Subject, aggregator: Aggregator): Promise<void>;
}

/** Requests of this window; the engine joins those of others. */
export function createRequests(ports: RequestPorts): Requests {
  const { session, shell } = ports;
  const noteUsage = usageNotes((text) => shell.log.note(text));
  const waits = new ScoreWaits();
  const scores = new ScoreRequests({ ...ports, waits }, noteUsage);
  return {
    lookUp: (subject, source, onlyFor) => lookUp({ subject, source, onlyFor }, ports, noteUsage),
    score: (wish) => scores.score(wish),
    scoreOfBatch: (wish) => scoreOfBatch(wish, { ...ports, waits }, noteUsage),
    continueAsSample: () => scores.continueAsSample(),
    resume: (job) => scores.resume(job),
    async cancelScore(subject, aggregator) {
      const identity = await session.identity();
      if (!isSignedIn(identity)) return;
      waits.cancel({ account: identity.key, ...subject }, aggregator);
    },
  };
}
