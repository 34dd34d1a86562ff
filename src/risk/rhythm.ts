/** How often and how long to poll, from the settings; may be any number. */
export interface Rhythm {
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

/** service-spec.md, "Limits", 3: no more often than once per second. */
export const floorMs = 1_000;
const firstMs = 2_000;
const growth = 1.5;
const maxIntervalMs = 5 * 60_000;
const maxTimeoutMs = 24 * 60 * 60_000;

/** NaN and infinities become the default; other values are clamped. */
export function clampRhythm({ intervalMs, timeoutMs }: Rhythm): Rhythm {
  return {
    intervalMs: clamp(intervalMs, floorMs, maxIntervalMs, 3_000),
    timeoutMs: clamp(timeoutMs, firstMs, maxTimeoutMs, 15 * 60_000),
  };
}

/**
 * The wait before poll number `poll` (from 1): 2 s, then half as long again up to the interval.
 * Jitter only adds, by at most a tenth: subtracting would break the floor.
 * @param random in [0, 1)
 */
export function waitBefore(poll: number, { intervalMs }: Rhythm, random: number): number {
  const grown = poll === 1 ? firstMs : Math.min(firstMs * growth ** (poll - 1), intervalMs);
  return Math.ceil(Math.max(floorMs, grown) * (1 + random * 0.1));
}

/** A server's `Retry-After`, never shorter than the floor and never longer than five minutes. */
export function clampRetryAfter(retryAfterMs: number): number {
  return clamp(retryAfterMs, floorMs, maxIntervalMs, floorMs);
}

function clamp(value: number, least: number, most: number, fallback: number): number {
  return Number.isNaN(value) ? fallback : Math.min(most, Math.max(least, value));
}
