import type { RiskScore } from '../api/decode.ts';
import type { Failure, Outcome } from '../api/failure.ts';
import type { Answer } from '../api/readAnswer.ts';
import type { PollAnswer } from '../risk/poll.ts';

/** What the outcome of a status call means for its job. */
export function pollAnswerOf(outcome: Outcome<Answer<RiskScore>>): PollAnswer<Answer<RiskScore>> {
  if (outcome.ok) return { kind: 'ready', result: outcome.value };
  const { failure } = outcome;
  switch (failure.kind) {
    case 'notReady':
      return { kind: 'notReady' };
    case 'quotaUsedUp':
      return { kind: 'quota' };
    case 'keyInvalid':
    case 'keyRevoked':
      return { kind: 'auth' };
    case 'jobNotFound':
      return { kind: 'notFound' };
    case 'parametersRefused':
    case 'refusedHere':
      return { kind: 'invalidId' };
    case 'cancelled':
      return { kind: 'cancelled' };
    // The result was sent, and was damaged, cut off, too large, or too slow.
    case 'badAnswer':
    case 'tooLarge':
    case 'network':
    case 'tls':
    case 'timeout':
      return failure.status === 200 ? { kind: 'unreadable' } : troubleOf(failure);
    default:
      return troubleOf(failure);
  }
}

function troubleOf({ retryAfterMs }: Failure): PollAnswer<never> {
  return { kind: 'trouble', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
