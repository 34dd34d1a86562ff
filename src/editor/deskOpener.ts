import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { l10n, type ExtensionContext } from 'vscode';
import type { Desk } from '../lookups/desk.ts';
import type { Activity } from './activity.ts';
import type { LifeSigns } from './lifeSigns.ts';
import type { Log } from './log.ts';
import { createNetwork } from './network.ts';
import type { Notifier } from './notifier.ts';
import { jobSentence, ledgerNoticeText } from './sentences.ts';
import type { Session } from './session.ts';
import { settings } from './settings.ts';

export interface DeskOpener {
  /** The desk, with ledger and decoders, loaded by whoever asks first. */
  readonly open: () => Promise<Desk>;
  /**
   * Follows who is signed in: takes up what an earlier window left running, and lets go of the
   * jobs of an account that was left. Opens nothing where no ledger is there.
   */
  follow(session: Session, isOtherAccount: boolean): void;
  /** Network settings have changed. */
  resetNetwork(): void;
  readonly close: () => Promise<void>;
}

/** How often windows look whether another one has stored something, and whether anybody looks. */
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

  /** SQLite tells by a number that another connection wrote; reading it costs microseconds. */
  async function watchOthers(desk: Desk, last: number | undefined): Promise<number> {
    if (lifeSigns.isSilent() !== isAsleep) {
      isAsleep = !isAsleep;
      if (isAsleep) {
        log.note(l10n.t('Nobody has been here for ten minutes: polling pauses.'));
        await desk.scores.leave();
      } else if (followed !== undefined) await takeUp(followed);
    }
    const version = await desk.ledger.version();
    if (last !== undefined && version !== last) {
      activity.touch(undefined);
      // Another window may have begun a job, and may end before it: this one is there then.
      if (!isAsleep && followed !== undefined) await takeUp(followed);
    }
    return version;
  }

  /** One look whether jobs wait; who is signed in is asked only if some do. */
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
