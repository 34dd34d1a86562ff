import { subjectName } from '../../ledger/subjectKey.ts';
import { scoringText } from '../../messages/jobs.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { ChainReading } from '../../evidence/reasons.ts';
import type { Subject } from '../documents/subject.ts';

interface Shown {
  readonly subject: Subject;
  readonly reading?: ChainReading | undefined;
  readonly name: string | undefined;
}

/** A notification: the waits that its *Cancel* ends, what closes it, and when it is gone. */
type Notice = readonly [
  cancels: Set<AbortController>,
  close: (value: undefined) => void,
  shown: Thenable<void>,
];

/** Progress notifications that can be canceled: one for an address, however many scores it waits for. */
export class ScoreNotices {
  readonly #open = new Map<string, Notice>();

  /** Does work under the notification of its address. */
  async during<T>(score: Shown, cancel: AbortController, work: () => Promise<T>): Promise<T> {
    const key = subjectName(score.subject);
    // Once canceled, it is gone from the screen: what begins then has one of its own.
    const forget = (): void => void this.#open.delete(key);
    const notice = this.#open.get(key) ?? open(score, forget);
    const [cancels, close, shown] = notice;
    this.#open.set(key, notice);
    cancels.add(cancel);
    try {
      return await work();
    } finally {
      cancels.delete(cancel);
      if (cancels.size === 0) {
        if (this.#open.get(key) === notice) forget();
        close(undefined);
        await shown;
      }
    }
  }
}

function open({ subject, reading, name }: Shown, onCancel: () => void): Notice {
  const cancels = new Set<AbortController>();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // All in its message: VS Code puts a colon behind a title.
  const shown = dialogs.progress('', async (notify, token) => {
    const began = performance.now();
    token.onCancellationRequested(() => {
      onCancel();
      cancels.forEach((cancel) => cancel.abort());
    });
    const show = (): void => notify(scoringText(subject, reading, name, performance.now() - began));
    const ticking = setInterval(show, 1_000);
    show();
    await promise;
    clearInterval(ticking);
  });
  return [cancels, resolve, shown];
}
