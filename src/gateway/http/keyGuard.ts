import { keyDigest, Refusal, type Credentials } from '../../sample/http/request.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
  inFlight: number;
}

/** Limits per sender and process; requests beyond them are rejected before any work. */
export interface RequestLimits {
  readonly perSecond: number;
  readonly inFlight: number;
}

/** Seconds of requests that may be made at once. */
const burstSeconds = 2;
/** Senders whose last request is long past are dropped once there are so many. */
const maxBuckets = 20_000;

/** Keeps one sender, such as a member, from taking what all share. */
export class RequestBuckets {
  readonly #limits: RequestLimits;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limits: RequestLimits) {
    this.#limits = limits;
  }

  /** Returns a function that ends the request, or undefined if the sender has exceeded a limit. */
  begin(sender: string, nowMs: number): (() => void) | undefined {
    const { perSecond, inFlight } = this.#limits;
    const most = perSecond * burstSeconds;
    const bucket = this.#buckets.get(sender) ?? { tokens: most, filledAt: nowMs, inFlight: 0 };
    const filled = ((nowMs - bucket.filledAt) / 1000) * perSecond;
    bucket.tokens = Math.min(most, bucket.tokens + filled);
    bucket.filledAt = nowMs;
    this.#buckets.set(sender, bucket);
    if (bucket.tokens < 1 || bucket.inFlight >= inFlight) return undefined;
    bucket.tokens--;
    bucket.inFlight++;
    this.#trim();
    return () => {
      bucket.inFlight--;
    };
  }

  #trim(): void {
    if (this.#buckets.size <= maxBuckets) return;
    for (const [sender, { inFlight }] of this.#buckets) {
      if (inFlight === 0) this.#buckets.delete(sender);
      if (this.#buckets.size <= maxBuckets / 2) return;
    }
  }
}

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
   * @returns a function that ends the look-up; undefined on a store failure, which proves nothing
   * about the key
   * @throws {TooManyKeys}
   */
  begin(credentials: Credentials, address: string, nowMs: number): EndOfLookUp {
    const digest = keyDigest(credentials);
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
