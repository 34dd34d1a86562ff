import { createHash } from 'node:crypto';
import { Refusal, type Credentials } from '../../sample/http/request.ts';
import { RequestBuckets } from './requestBuckets.ts';

/** Rejected before anything was looked up. It is counted and not logged: there may be thousands a second. */
export class TooManyKeys extends Refusal {
  constructor() {
    super(503, 'Too many requests with wrong keys. Nothing was sent.', { 'Retry-After': '1' });
  }
}

type EndOfLookUp = (isGood: boolean | undefined) => void;

/** Of keys that were not found good before, at one process. */
const ofAddress = { perSecond: 100, inFlight: 50 } as const;
const ofAll = { perSecond: 400, inFlight: 50 } as const;
const maxKnown = 20_000;

/**
 * Keeps requests with wrong keys from the database, which members need. A key that was good goes past
 * it, and is still looked up each time: it may have been revoked.
 */
export class KeyGuard {
  /** Digests of keys that were good, the oldest first. */
  readonly #known = new Set<string>();
  readonly #ofAddress = new RequestBuckets(ofAddress);
  readonly #ofAll = new RequestBuckets(ofAll);

  /**
   * @returns what ends the look-up; undefined if the store has failed, which says nothing of the key
   * @throws {TooManyKeys}
   */
  begin({ tenant, key }: Credentials, address: string, nowMs: number): EndOfLookUp {
    const digest = createHash('sha256').update(`${tenant}:${key}`).digest('base64');
    const note: EndOfLookUp = (isGood) => {
      if (isGood === true) this.#known.add(digest);
      else if (isGood === false) this.#known.delete(digest);
      const [oldest = ''] = this.#known.size > maxKnown ? this.#known : [];
      this.#known.delete(oldest);
    };
    if (this.#known.has(digest)) return note;
    const endOfAddress = this.#ofAddress.begin(address, nowMs);
    const endOfAll = endOfAddress && this.#ofAll.begin('', nowMs);
    if (endOfAll === undefined) {
      endOfAddress?.();
      throw new TooManyKeys();
    }
    return (isGood) => {
      endOfAddress?.();
      endOfAll();
      note(isGood);
    };
  }
}
