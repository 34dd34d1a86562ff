import { faultOf } from './faults.ts';
import type { WireFault } from './transport.ts';

/**
 * Ends a call early: on the caller's signal, or after a time limit that starts with the
 * construction.
 */
export class CallEnd {
  /** Aborted when the call is to end, for either reason. */
  readonly signal: AbortSignal;
  readonly #canceled: AbortSignal;
  readonly #limit: AbortSignal;

  constructor(canceled: AbortSignal, timeLimitMs: number) {
    this.#canceled = canceled;
    this.#limit = AbortSignal.timeout(timeLimitMs);
    this.signal = AbortSignal.any([canceled, this.#limit]);
  }

  /**
   * The result of the work, or a rejection as soon as the call is to end: a library that is still
   * connecting or looking for a proxy notices an abort only afterward.
   */
  async race<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const end = (): void => reject(new Error('The call ended.'));
    this.signal.addEventListener('abort', end);
    if (this.signal.aborted) end();
    try {
      return await Promise.race([work, promise]);
    } finally {
      this.signal.removeEventListener('abort', end);
    }
  }

  /** The fault behind an error of the call. */
  faultOf(error: unknown): WireFault {
    if (this.#canceled.aborted) return { kind: 'cancelled' };
    return this.#limit.aborted ? { kind: 'timeout' } : faultOf(error);
  }
}
