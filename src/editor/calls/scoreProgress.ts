import { scoringText } from '../../words/jobs.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { ScoreWish } from './requestPorts.ts';

/** Does work under a progress notification that can be canceled. */
export async function withProgress<T>(
  { subject, reading }: Pick<ScoreWish, 'subject' | 'reading'>,
  cancel: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  // All in its message: VS Code puts a colon behind a title.
  return dialogs.progress('', async (notify, token) => {
    const began = performance.now();
    token.onCancellationRequested(() => cancel.abort());
    const show = (): void => notify(scoringText(subject, reading, performance.now() - began));
    const ticking = setInterval(show, 1_000);
    show();
    try {
      return await work();
    } finally {
      clearInterval(ticking);
    }
  });
}
