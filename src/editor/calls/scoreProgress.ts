import { subjectName } from '../../ledger/subjectKey.ts';
import { scoringText } from '../../words/jobs.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { ScoreWish } from './requestPorts.ts';

type Shown = Pick<ScoreWish, 'subject' | 'reading'> & { readonly name: string | undefined };

/** A notification, and the waits that its *Cancel* ends. */
interface Notice {
  readonly cancels: Set<AbortController>;
  /** Resolves when it is gone. */
  readonly shown: Thenable<void>;
  readonly close: () => void;
}

/** Progress notifications that can be canceled: one for an address, however many scores it waits for. */
export class ScoreNotices {
  readonly #open = new Map<string, Notice>();

  /** Does work under the notification of its address. */
  async during<T>(shown: Shown, cancel: AbortController, work: () => Promise<T>): Promise<T> {
    const key = subjectName(shown.subject);
    const notice = this.#open.get(key) ?? open(shown);
    this.#open.set(key, notice);
    notice.cancels.add(cancel);
    try {
      return await work();
    } finally {
      notice.cancels.delete(cancel);
      if (notice.cancels.size === 0) {
        this.#open.delete(key);
        notice.close();
        await notice.shown;
      }
    }
  }
}

function open({ subject, reading, name }: Shown): Notice {
  const cancels = new Set<AbortController>();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // All in its message: VS Code puts a colon behind a title.
  const shown = dialogs.progress('', async (notify, token) => {
    const began = performance.now();
    token.onCancellationRequested(() => {
      for (const cancel of cancels) cancel.abort();
    });
    const show = (): void => notify(scoringText(subject, reading, name, performance.now() - began));
    const ticking = setInterval(show, 1_000);
    show();
    await promise;
    clearInterval(ticking);
  });
  return { cancels, shown, close: () => resolve(undefined) };
}
