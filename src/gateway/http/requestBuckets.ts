interface Bucket {
  tokens: number;
  filledAt: number;
  inFlight: number;
}

/** What one sender may ask of one process; more is rejected before anything is done for it. */
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

  /** What ends the request, or undefined if the sender has sent too many. */
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
