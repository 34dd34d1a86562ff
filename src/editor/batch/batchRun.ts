import type { Aggregator } from '../../api/parameters.ts';
import type { JobRow } from '../../ledger/store.ts';
import type { Gesture } from '../../lookups/gesture.ts';
import { maxUnanswered } from '../../lookups/policy.ts';
import { BatchStops, isPausedByAnother, type BatchEnd } from '../../report/batchEnd.ts';
import type { BatchPlan } from '../../report/batchPlan.ts';
import { runBatch } from '../../risk/runBatch.ts';
import { endSentence } from '../../words/batchEnds.ts';
import { scoreBatchTexts, scoreReasons } from '../../words/scoreBatch.ts';
import type { Calls } from '../calls/register.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import type { SignedIn } from '../session/identity.ts';
import type { Log } from '../shell/log.ts';
import type { BatchEntries } from './batchEntries.ts';

/**
 * Jobs polled at a time: all share one poll in 1.25 seconds, so each is polled about every five
 * seconds. With more, every score would come later.
 */
const maxAtOnce = 4;

/** A batch that the user confirmed, and for whom. */
export interface ConfirmedBatch {
  readonly identity: SignedIn;
  readonly aggregator: Aggregator;
  readonly plan: BatchPlan<ReasonedSubject>;
  readonly gesture: Gesture;
}

interface Ports {
  readonly calls: Pick<Calls, 'inquiries'>;
  readonly log: Pick<Log, 'fault'>;
  readonly entries: BatchEntries;
  /** Shows how many have ended. */
  readonly report: (message: string, increment: number) => void;
}

interface Item {
  readonly found: ReasonedSubject;
  /** It is polled, and nothing is started. */
  readonly job: JobRow | undefined;
}

/** Starts and polls what was confirmed, only for the account it was confirmed for. */
export class BatchRun {
  /** How many have a score. */
  scored = 0;
  /** After this end, no more were started. */
  last: BatchEnd | undefined;
  readonly #batch: ConfirmedBatch;
  readonly #ports: Ports;
  readonly #all: number;
  #ended = 0;
  /** Their polling stopped because another start was rejected. */
  #paused: Item[] = [];

  constructor(batch: ConfirmedBatch, ports: Ports) {
    this.#batch = batch;
    this.#ports = ports;
    this.#all = batch.plan.starting.length + batch.plan.open.length;
  }

  /** @param signal begins no more, and no longer waits; jobs in progress continue */
  async run(signal: AbortSignal): Promise<void> {
    const { starting, open } = this.#batch.plan;
    this.#ports.report(scoreBatchTexts.progress(0, this.#all), 0);
    await this.#work([...starting.map((found) => ({ found, job: undefined })), ...open], signal);
    const paused = this.#paused;
    this.#paused = [];
    // They are paid for, and were paused only because the quota does not allow another start.
    await this.#work(paused, signal);
  }

  #work(items: readonly Item[], signal: AbortSignal): Promise<void> {
    const stops = new BatchStops(maxUnanswered);
    return runBatch({
      ...{ items, maxAtOnce, signal },
      run: (item, onStarted) => this.#score(item, onStarted),
      isLast: (end) => {
        const isLast = stops.isLast(end);
        if (isLast) this.last ??= end;
        return isLast;
      },
      onEnd: (item, end) => this.#note(item, end),
    });
  }

  async #score({ found, job }: Item, onStarted: () => void): Promise<BatchEnd> {
    const { subject } = found;
    const { aggregator, gesture, identity } = this.#batch;
    const { calls, entries, log } = this.#ports;
    entries.setReason(subject, scoreReasons.inProgress());
    // A job that is there already starts nothing.
    if (job !== undefined) onStarted();
    try {
      const end = await calls.inquiries.scoreOfBatch({
        ...{ subject, aggregator, gesture, onlyFor: identity.key },
        ...(job === undefined ? { onAccepted: onStarted } : { job }),
      });
      return end ?? { kind: 'otherAccount' };
    } catch (error) {
      log.fault('scoreBatch', error);
      return { kind: 'fault' };
    }
  }

  #note({ found, job }: Item, end: BatchEnd): void {
    const { entries, report } = this.#ports;
    if (end.kind === 'onHold' && job === undefined && isPausedByAnother(end, this.last)) {
      this.#paused.push({ found, job: end.job });
      return;
    }
    this.#ended++;
    if (end.kind === 'value') this.scored++;
    entries.setReason(found.subject, endSentence(end)?.text ?? null);
    report(scoreBatchTexts.progress(this.#ended, this.#all), 100 / this.#all);
  }
}
