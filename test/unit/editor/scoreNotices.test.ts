import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CancellationToken } from 'vscode';
import './support/vscode.ts';

const { dialogs } = await import('../../../src/editor/shell/dialogs.ts');
const { ScoreNotices } = await import('../../../src/editor/calls/requests.ts');

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** Runs with notifications that can be canceled here. */
async function watched(
  run: (notices: InstanceType<typeof ScoreNotices>, seen: Seen[]) => Promise<void>,
): Promise<void> {
  const original = { ...dialogs };
  const seen: Seen[] = [];
  Object.assign(dialogs, {
    async progress(
      _title: string,
      work: (notify: (text: string) => void, token: CancellationToken) => Promise<void>,
    ) {
      const notice: Seen = { texts: [], isOpen: true, cancel: () => undefined };
      seen.push(notice);
      const token = {
        onCancellationRequested: (listener: () => void) => (notice.cancel = listener),
      };
      await work((text) => notice.texts.push(text), token as unknown as CancellationToken);
      notice.isOpen = false;
    },
  });
  try {
    await run(new ScoreNotices(), seen);
  } finally {
    Object.assign(dialogs, original);
  }
}

interface Seen {
  readonly texts: string[];
  isOpen: boolean;
  cancel: () => void;
}

const wish = (chain: string, name?: string) => ({
  ...{ subject: { address, chain }, reading: undefined, name },
});

describe('the notification of a score', () => {
  it('counts from when a job was started that is resumed', () =>
    watched(async (notices, seen) => {
      const startedAt = Date.now() - 83_000;
      const cancel = new AbortController();
      await notices.during({ ...wish('ethereum'), startedAt }, cancel, () => Promise.resolve());
      assert.match(seen[0]?.texts[0] ?? '', /… 01:2[34]$/);
    }));

  it('is one for an address, is open as long as any score, and its Cancel ends all', () =>
    watched(async (notices, seen) => {
      const [first, second] = [new AbortController(), new AbortController()];
      const [one, other] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
      const both = [
        notices.during(wish('ethereum', 'Treasury'), first, () => one.promise),
        notices.during(wish('ethereum', 'Treasury'), second, () => other.promise),
      ];
      assert.equal(seen.length, 1);
      assert.match(seen[0]?.texts[0] ?? '', /^Scoring Treasury on Ethereum…/);
      one.resolve(1);
      assert.equal(await both[0], 1);
      assert.equal(seen[0]?.isOpen, true);
      seen[0].cancel();
      assert.deepEqual([first.signal.aborted, second.signal.aborted], [false, true]);
      other.reject(new Error('canceled'));
      await assert.rejects(both[1] ?? Promise.resolve(), /canceled/);
      assert.equal(seen[0].isOpen, false);
    }));

  it('is another one after Cancel, while what was canceled still ends', (test) =>
    watched(async (notices, seen) => {
      const [first, second] = [new AbortController(), new AbortController()];
      const [one, other] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
      // A notification that is never closed would keep this process.
      test.after(() => [one, other].forEach(({ resolve }) => resolve(0)));
      const canceled = notices.during(wish('ethereum'), first, () => one.promise);
      seen[0]?.cancel();
      const next = notices.during(wish('ethereum'), second, () => other.promise);
      assert.equal(seen.length, 2);
      one.resolve(1);
      await canceled;
      // The end of the first one does not make room for a third beside the second.
      const third = notices.during(wish('ethereum'), new AbortController(), () => other.promise);
      assert.equal(seen.length, 2);
      seen[1]?.cancel();
      assert.equal(second.signal.aborted, true);
      other.resolve(2);
      assert.deepEqual(await Promise.all([next, third]), [2, 2]);
    }));

  it('is another one for another network, and for a later score', () =>
    watched(async (notices, seen) => {
      const work = () => Promise.resolve();
      await Promise.all(
        ['ethereum', 'polygon'].map((chain) =>
          notices.during(wish(chain), new AbortController(), work),
        ),
      );
      await notices.during(wish('ethereum'), new AbortController(), work);
      assert.equal(seen.length, 3);
      assert.match(seen[0]?.texts[0] ?? '', /^Scoring 0xA0b8…eB48 on/);
    }));
});
