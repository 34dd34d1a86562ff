import type { Aggregator } from '../../api/parameters.ts';
import type { OnScoreEvent, ScoreEnd } from '../../engine/engine.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import type { Activity } from './activity.ts';

/** A score that is worked on, and who wants to know how far it is. */
interface TrackedScore {
  readonly key: SubjectKey;
  readonly aggregator: Aggregator;
  readonly onAccepted: (() => void) | undefined;
}

/** Does work for a score, and shows its progress and its failure on the surfaces. */
export async function trackScore(
  { key, aggregator, onAccepted }: TrackedScore,
  activity: Activity,
  work: (onEvent: OnScoreEvent) => Promise<ScoreEnd>,
): Promise<ScoreEnd> {
  try {
    const end = await work((event) => {
      if (event.kind === 'accepted') {
        onAccepted?.();
        return;
      }
      activity.changeScore(key, aggregator, { kind: 'running', progress: event });
    });
    const isFailed = end.kind === 'failed' && end.failure.kind !== 'cancelled';
    activity.changeScore(
      key,
      aggregator,
      isFailed ? { kind: 'failed', failure: end.failure, at: Date.now() } : undefined,
    );
    return end;
  } catch (error) {
    activity.changeScore(key, aggregator, undefined);
    throw error;
  }
}
