import { isResumable } from '../risk/jobState.ts';
import { mayBeKey } from '../scan/parse.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { JobRow } from '../ledger/store.ts';
import type { StoredState } from '../paid/reports.ts';
import type { ReportSubject } from './risk.ts';
import type { Failure } from '../api/failure.ts';
import type { BatchEnd } from '../messages/outcomes.ts';

/** How many calculations one confirmation allows; more need another one. */
export const maxStarts = 25;

/** The plan for scoring many addresses, in the order in which they were found. */
export interface BatchPlan<Found> {
  /** With a fresh stored score, which costs nothing. */
  readonly stored: readonly Found[];
  /** With a job that runs or can be resumed: it is polled, and never started again. */
  readonly open: readonly { readonly found: Found; readonly job: JobRow }[];
  /** An earlier start may have been charged, and its ID is unknown. Never started by a batch. */
  readonly unknown: readonly Found[];
  /** 64 digits that can also be a private key: each needs a question of its own. */
  readonly keySized: readonly Found[];
  /**
   * Each takes one calculation, including an intent that another run has started or left behind.
   */
  readonly starting: readonly Found[];
  /** These too, but they are beyond what may be started. */
  readonly later: readonly Found[];
}

/**
 * @param heads what is stored of each, in the same order
 * @param most how many may be started
 */
export function planBatch<Found extends { readonly subject: ReportSubject }>(
  all: readonly Found[],
  heads: readonly StoredState[],
  aggregator: Aggregator,
  most = maxStarts,
): BatchPlan<Found> {
  const stored: Found[] = [];
  const open: { found: Found; job: JobRow }[] = [];
  const unknown: Found[] = [];
  const keySized: Found[] = [];
  const payable: Found[] = [];
  for (const [index, found] of all.entries()) {
    const head = heads[index];
    const job = head?.jobs[aggregator] ?? null;
    if (head?.scores[aggregator]?.isFresh === true) stored.push(found);
    else if (job?.state === 'unknown') unknown.push(found);
    else if (job !== null && isResumable(job.state)) open.push({ found, job });
    else if (mayBeKey(found.subject.address, found.subject.chain)) keySized.push(found);
    else payable.push(found);
  }
  return {
    stored,
    open,
    unknown,
    keySized,
    starting: payable.slice(0, most),
    later: payable.slice(most),
  };
}

/** The service rejects every call of these credentials or this license. */
const rejections: ReadonlySet<Failure['kind']> = new Set([
  'keyInvalid',
  'keyRevoked',
  'licenseNotFound',
  'callsUsedUp',
  'quotaUsedUp',
]);

/** Failures about one address or network that don't affect the next one. */
const ownFailures: ReadonlySet<Failure['kind']> = new Set(['parametersRefused', 'refusedHere']);

/** Decides after which end a batch starts no more. */
export class BatchStops {
  readonly #maxFailures: number;
  #failures = 0;

  /** @param maxFailures in a row, whether they may have been charged or not */
  constructor(maxFailures: number) {
    this.#maxFailures = maxFailures;
  }

  /** Call it once for each end, in their order. */
  isLast(end: BatchEnd): boolean {
    switch (end.kind) {
      case 'value':
        this.#failures = 0;
        return false;
      case 'gone':
        return false;
      case 'otherAccount':
      case 'fault':
        return true;
      case 'declined':
        return end.refusal.kind !== 'mayBeKey';
      case 'onHold':
        return end.job.state === 'pausedQuota' || end.job.state === 'pausedAuth';
      case 'failed':
        if (ownFailures.has(end.failure.kind)) return false;
        return rejections.has(end.failure.kind) || this.#fails();
      case 'unknown':
        return this.#fails();
    }
  }

  #fails(): boolean {
    this.#failures++;
    return this.#failures >= this.#maxFailures;
  }
}

/**
 * Jobs polled at a time: all share one poll in 1.25 seconds, so each is polled about every five
 * seconds. With more, every score would come later.
 */
const maxAtOnce = 4;

/** An address to score: a start, or a job that is polled and starts nothing. */
export interface BatchItem<Found = unknown> {
  readonly found: Found;
  readonly job: JobRow | undefined;
}

interface ScoreBatch<Item extends BatchItem, End extends BatchEnd | 'left'> {
  readonly items: readonly Item[];
  /**
   * Does not reject. `left`: it was accepted, and a later run fetches the score.
   * @param onAccepted the next start may begin
   */
  readonly run: (item: Item, onAccepted: () => void) => Promise<End>;
  readonly onEnd: (item: Item, end: End) => void;
  /** It is polled again when the others have ended. */
  readonly onPause?: (item: Item) => void;
  /** In a row, whether they may have been charged or not; no more are started then. */
  readonly maxFailures: number;
  /** Begins no more, and no longer waits; jobs in progress continue. */
  readonly signal: AbortSignal;
}

/**
 * Begins items one after another, each once the one before it is accepted or has ended: a rejection
 * that applies to all is received once. Resolves when all that began have ended.
 * @returns the result that stopped the batch, if one did
 */
export async function scoreBatch<Item extends BatchItem, End extends BatchEnd | 'left' = BatchEnd>({
  items,
  run,
  onEnd,
  onPause,
  maxFailures,
  signal,
}: ScoreBatch<Item, End>): Promise<BatchEnd | undefined> {
  const paused: Item[] = [];
  const canceled = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  let last: BatchEnd | undefined;

  function ended(item: Item, end: End): void {
    const isOnHold = end !== 'left' && end.kind === 'onHold' && item.job === undefined;
    if (!isOnHold || !isPausedByAnother(end, last)) {
      onEnd(item, end);
      return;
    }
    paused.push({ ...item, job: end.job });
    onPause?.(item);
  }

  async function work(batch: readonly Item[]): Promise<void> {
    const stops = new BatchStops(maxFailures);
    const running = new Set<Promise<void>>();
    let isStopped = false;
    const mayBegin = (): boolean => !isStopped && !signal.aborted;
    const begin = (item: Item): Promise<void> =>
      new Promise((resolve) => {
        // A job that is there already starts nothing.
        if (item.job !== undefined) resolve();
        const own = run(item, resolve).then((end) => {
          running.delete(own);
          if (end !== 'left' && stops.isLast(end)) {
            isStopped = true;
            last ??= end;
          }
          ended(item, end);
          resolve();
        });
        running.add(own);
      });
    for (const item of batch) {
      if (running.size >= maxAtOnce) await Promise.race([...running, canceled]);
      if (!mayBegin()) break;
      await Promise.race([begin(item), canceled]);
    }
    await Promise.race([Promise.all(running), canceled]);
  }

  await work(items);
  // Paid for, and paused only because the quota does not allow another start.
  await work(paused.splice(0));
  return last;
}

/**
 * Whether a job was paused without a rejection of its own, because a start of the same batch was
 * rejected. Polling it again costs at most one more rejection.
 * @param last the end after which the batch started no more
 */
function isPausedByAnother(
  { job }: Extract<BatchEnd, { readonly kind: 'onHold' }>,
  last: BatchEnd | undefined,
): boolean {
  return last?.kind === 'failed' && job.state === 'pausedQuota' && job.status !== 402;
}
