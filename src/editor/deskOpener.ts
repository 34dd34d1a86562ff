import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { Desk } from '../lookups/desk.ts';
import { jobSentence, pollingPausedText } from '../words/jobs.ts';
import { ledgerNoticeText } from '../words/storage.ts';
import type { Activity } from './activity.ts';
import { askToExceed } from './allowanceQuestion.ts';
import type { LifeSigns } from './lifeSigns.ts';
import type { Log } from './log.ts';
import { createNetwork } from './network.ts';
import type { Notifier } from './notifier.ts';
import type { Session } from './session.ts';
import { settings } from './settings.ts';

export interface DeskOpener {
  /** The desk with its ledger and decoders, loaded on first use. */
  readonly open: () => Promise<Desk>;
  /**
   * Follows who is signed in: resumes what an earlier window left running, and releases the jobs of
   * the previous account. Opens nothing if there is no ledger.
   */
  follow(session: Session, isOtherAccount: boolean): void;
  /** Call when network settings have changed. */
  resetNetwork(): void;
  readonly close: () => Promise<void>;
}

/**
 * How often a window checks whether another has stored something, and whether the user is active.
 */
const watchMs = 1_000;

export function deskOpener(parts: {
  readonly context: ExtensionContext;
  readonly activity: Activity;
  readonly notifier: Notifier;
  readonly lifeSigns: LifeSigns;
  readonly log: Log;
}): DeskOpener {
  const { context, activity, notifier, lifeSigns, log } = parts;
  const folder = context.globalStorageUri.fsPath;
  const network = createNetwork(context.asAbsolutePath('dist/certificates.cjs'));
  let opened: Promise<Desk> | undefined;
  let watch: NodeJS.Timeout | undefined;
  let followed: Session | undefined;
  let isAsleep = false;

  async function load(): Promise<Desk> {
    const { openDesk } = await import('../lookups/desk.ts');
    const desk = openDesk({
      folder,
      workerFile: context.asAbsolutePath('dist/ledger.cjs'),
      transport: network,
      policy: () => settings.policy(),
      onNotice(notice) {
        const text = ledgerNoticeText(notice);
        log.note(text);
        notifier.warn({ text, next: 'showLog' }, () => undefined);
      },
      onChange: (subject) => activity.touch(subject),
      mayExceed: askToExceed,
    });
    let last: number | undefined;
    watch = setInterval(() => {
      watchOthers(desk, last).then(
        (version) => {
          last = version;
        },
        (error: unknown) => log.fault('ledger', error),
      );
    }, watchMs);
    return desk;
  }

  /** SQLite changes a number when another connection writes; reading it takes microseconds. */
  async function watchOthers(desk: Desk, last: number | undefined): Promise<number> {
    if (lifeSigns.isSilent() !== isAsleep) {
      isAsleep = !isAsleep;
      if (isAsleep) {
        log.note(pollingPausedText());
        await desk.scores.leave();
      } else if (followed !== undefined) await takeUp(followed);
    }
    const version = await desk.ledger.version();
    if (last !== undefined && version !== last) {
      activity.touch(undefined);
      // Another window may have started a job and may close before it ends: watch it here as well.
      if (!isAsleep && followed !== undefined) await takeUp(followed);
    }
    return version;
  }

  /** Checks whether jobs wait, and reads who is signed in only if some do. */
  async function takeUp(session: Session): Promise<void> {
    const desk = await open();
    const jobs = await desk.ledger.listJobs();
    if (!jobs.some(({ state }) => state === 'running' || state === 'intent')) return;
    const identity = await session.identity();
    if (!('key' in identity)) return;
    await desk.scores.takeUp(await session.account(identity), (job) => {
      notifier.warn({ ...jobSentence(job), next: 'showLog' }, () => undefined);
    });
  }

  async function follow(session: Session, isOtherAccount: boolean): Promise<void> {
    followed = session;
    if (opened === undefined && !existsSync(join(folder, 'ledger.sqlite'))) return;
    if (isOtherAccount) await (await open()).scores.leave();
    await takeUp(session);
  }

  const open = (): Promise<Desk> => (opened ??= load());
  return {
    open,
    follow(session, isOtherAccount) {
      follow(session, isOtherAccount).catch((error: unknown) => log.fault('resume', error));
    },
    resetNetwork: () => network.reset(),
    async close() {
      clearInterval(watch);
      await (await opened)?.dispose();
    },
  };
}
