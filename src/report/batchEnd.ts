import type { Failure } from '../api/failure.ts';
import type { ScoreOutcome } from '../paid/scoreRun.ts';

/** How the score of one address of a batch ended; the result itself is read from what is stored. */
export type BatchEnd =
  | Exclude<ScoreOutcome, { readonly kind: 'value' }>
  | { readonly kind: 'value' }
  /** A different account is in use, or none. */
  | { readonly kind: 'otherAccount' }
  /** A fault of our own code or of the disk; it is in the log. */
  | { readonly kind: 'fault' };

/** The service rejects every call of these credentials or this license. */
const rejections: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  ...(['keyInvalid', 'keyRevoked', 'licenseNotFound'] as const),
  ...(['callsUsedUp', 'quotaUsedUp'] as const),
]);

/** They are about one address or network and say nothing about the next one. */
const ownFailures: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  ...(['parametersRefused', 'refusedHere'] as const),
]);

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
 * Whether a job was paused without a rejection of its own, because a start of the same batch was
 * rejected. Polling it again costs at most one more rejection.
 * @param last the end after which the batch started no more
 */
export function isPausedByAnother(
  { job }: Extract<BatchEnd, { readonly kind: 'onHold' }>,
  last: BatchEnd | undefined,
): boolean {
  return last?.kind === 'failed' && job.state === 'pausedQuota' && job.status !== 402;
}
