import * as vscode from 'vscode';
import type { JobRow } from '../ledger/store.ts';
import { gestureOf } from '../lookups/gesture.ts';
import type { ActionId } from '../messages.ts';
import type { CommandParts } from './commands.ts';
import { settings } from './settings.ts';
import type { Subject } from './subject.ts';

/** What the buttons of the report do. */
export function createReportActions(
  parts: Omit<CommandParts, 'panels' | 'startLimit'>,
): (action: ActionId, subject: Subject) => void {
  const { inquiries, notifier, log, openDesk, session, activity } = parts;

  async function score(subject: Subject, isAnew: boolean): Promise<void> {
    const aggregator = settings.aggregator();
    await inquiries.score({ subject, aggregator, gesture: gestureOf('panel'), isAnew });
  }

  /** The job of the report that has brought no result. */
  async function openJob(subject: Subject): Promise<JobRow | null> {
    const identity = await session.identity();
    if (!('key' in identity)) return null;
    const { ledger } = await openDesk();
    return ledger.openJobOf({ account: identity.key, ...subject }, settings.aggregator());
  }

  /** Asks again for what was started, and starts nothing: where there is no such job, nothing. */
  async function resumeJob(subject: Subject): Promise<void> {
    const job = await openJob(subject);
    if (job !== null) await inquiries.resume(job);
    else activity.touch(subject);
  }

  /** A start whose outcome is not known is given up only here, where a person said so. */
  async function scoreAnew(subject: Subject): Promise<void> {
    const job = await openJob(subject);
    if (job?.state !== 'unknown') return score(subject, true);
    const start = vscode.l10n.t('Start Anew');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('The earlier start may have been charged already. Start another?'),
      { modal: true },
      start,
    );
    if (answer !== start) return;
    const { ledger } = await openDesk();
    // Its answer may have come while the question stood there: then that is what was asked for.
    await score(subject, await ledger.forgetJob(job.id, 'unknown'));
  }

  const actions: Record<ActionId, (subject: Subject) => Promise<void> | void> = {
    copyAddress: async ({ address }) => vscode.env.clipboard.writeText(address),
    fetchSummary: async (subject) => {
      await inquiries.lookUp(subject, 'panel');
    },
    scoreRisk: (subject) => score(subject, false),
    resumeJob,
    scoreAnew,
    cancelScore: (subject) => inquiries.cancelScore(subject),
    signIn: () => notifier.run('signIn', () => undefined),
    useSampleService: () => notifier.run('useSampleService', () => undefined),
    openAccount: () => notifier.run('openAccount', () => undefined),
    showLog: () => log.show(),
  };
  return (action, subject) => {
    Promise.resolve(actions[action](subject)).catch((error: unknown) => log.fault(action, error));
  };
}
