import * as vscode from 'vscode';
import { gestureOf } from '../lookups/gesture.ts';
import type { ActionId } from '../messages.ts';
import type { CommandParts } from './commands.ts';
import { settings } from './settings.ts';
import type { Subject } from './subject.ts';

/** What the buttons of the report do. */
export function createReportActions(
  parts: Omit<CommandParts, 'panels' | 'startLimit'>,
): (action: ActionId, subject: Subject) => void {
  const { inquiries, notifier, log, openDesk, session } = parts;

  async function score(subject: Subject, isAnew: boolean): Promise<void> {
    const aggregator = settings.aggregator();
    await inquiries.score({ subject, aggregator, gesture: gestureOf('panel'), isAnew });
  }

  /** A start whose outcome is not known is given up only here, where a person said so. */
  async function scoreAnew(subject: Subject): Promise<void> {
    const identity = await session.identity();
    if (!('key' in identity)) return;
    const { ledger } = await openDesk();
    const job = await ledger.openJobOf(
      { account: identity.key, ...subject },
      settings.aggregator(),
    );
    if (job?.state === 'unknown') {
      const start = vscode.l10n.t('Start Anew');
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t('The earlier start may have been charged already. Start another?'),
        { modal: true },
        start,
      );
      if (answer !== start) return;
      await ledger.forgetJob(job.id);
    }
    await score(subject, true);
  }

  const actions: Record<ActionId, (subject: Subject) => Promise<void> | void> = {
    copyAddress: async ({ address }) => vscode.env.clipboard.writeText(address),
    fetchSummary: async (subject) => {
      await inquiries.lookUp(subject, 'panel');
    },
    scoreRisk: (subject) => score(subject, false),
    resumeJob: (subject) => score(subject, true),
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
