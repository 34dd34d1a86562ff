import { doubtTexts } from '../messages/verdict.ts';
import type { ReportModel, ScoreFacts } from './model.ts';

/** Part of the funds: with less that no category has, the score rests on what is known. */
const leastUnattributed = 0.25;

/**
 * Why a stored score may say less than it seems to, in a sentence; empty if there is no reason.
 * @param of.isStale whether it is older than the user's limit
 */
export function doubtsSentence(
  { reading }: Pick<ReportModel, 'reading'>,
  { points, receivedAt }: Pick<ScoreFacts, 'points' | 'receivedAt'>,
  { isStale, now }: { readonly isStale: boolean; readonly now: number },
): string {
  const unattributed = points?.others.find(({ names }) => names[0] === 'unattributed');
  const share = unattributed?.share ?? 0;
  return doubtTexts.sentence([
    ...(share < leastUnattributed ? [] : [doubtTexts.unattributed(share * 100)]),
    ...(reading?.reason === 'assumed' ? [doubtTexts.assumed()] : []),
    ...(isStale ? [doubtTexts.age(receivedAt, now)] : []),
  ]);
}
