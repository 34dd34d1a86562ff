import type { JobProgress } from '../../lookups/jobRun.ts';
import { progressText, scoringTitle } from '../../words/jobs.ts';
import { clockTime } from '../../words/times.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { ScoreWish } from './requestPorts.ts';

/** Does work under a progress notification that can be canceled. */
export async function withProgress<T>(
  { subject, reading }: Pick<ScoreWish, 'subject' | 'reading'>,
  cancel: AbortController,
  work: (report: (progress: JobProgress) => void) => Promise<T>,
): Promise<T> {
  const title = scoringTitle(subject, reading);
  return dialogs.progress(title, async (notify, token) => {
    const began = performance.now();
    let latest: JobProgress = { kind: 'starting' };
    token.onCancellationRequested(() => cancel.abort());
    const show = (): void =>
      notify(`${progressText(latest)} · ${clockTime(performance.now() - began)}`);
    const ticking = setInterval(show, 1_000);
    show();
    try {
      return await work((progress) => {
        latest = progress;
        show();
      });
    } finally {
      clearInterval(ticking);
    }
  });
}
