import type { RiskScore } from '../api/decode.ts';
import type { FailureKind, Outcome } from '../api/failure.ts';
import type { Answer } from '../api/readAnswer.ts';
import type { PollAnswer } from '../risk/poll.ts';

/** What ends or delays the wait for a job; any other failure is worth another try. */
const meanings: Partial<Record<FailureKind, PollAnswer<never>>> = {
  notReady: { kind: 'notReady' },
  quotaUsedUp: { kind: 'quota' },
  keyInvalid: { kind: 'auth' },
  keyRevoked: { kind: 'auth' },
  jobNotFound: { kind: 'notFound' },
  parametersRefused: { kind: 'invalidId' },
  refusedHere: { kind: 'invalidId' },
  cancelled: { kind: 'cancelled' },
};

/** With status 200, the result was sent, and was damaged, cut off, too large, or too slow. */
const resultLosses: readonly FailureKind[] = ['badAnswer', 'tooLarge', 'network', 'tls', 'timeout'];

/** What the outcome of a status call means for its job. */
export function pollAnswerOf(outcome: Outcome<Answer<RiskScore>>): PollAnswer<Answer<RiskScore>> {
  if (outcome.ok) return { kind: 'ready', result: outcome.value };
  const { kind, status, retryAfterMs } = outcome.failure;
  if (status === 200 && resultLosses.includes(kind)) return { kind: 'unreadable' };
  return meanings[kind] ?? { kind: 'trouble', ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
