import { sampleText } from './lens.ts';
import { shortened } from './text.ts';

/** In UTF-16 units. */
const maxScoreLength = 30;

/** A stored score with its level, on one line. */
export function scoreText(
  { text, level }: { readonly text: string; readonly level: { readonly text: string } | null },
  isSample: boolean,
): string {
  const score = shortened(text, maxScoreLength);
  const withLevel = level === null ? score : `${level.text} ${score}`;
  return isSample ? sampleText(withLevel) : withLevel;
}
