import * as vscode from 'vscode';
import type { JobRow } from '../../ledger/store.ts';
import { gestureOf } from '../../lookups/gesture.ts';
import type { ActionId } from '../../messages.ts';
import { startAnotherQuestion } from '../../words/jobs.ts';
import type { Calls } from '../calls/register.ts';
import { dialogs } from '../shell/dialogs.ts';
import { isSignedIn } from '../session/identity.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import type { Subject } from '../documents/subject.ts';

/** What the buttons of the report do. */
export function createReportActions(
  { session, openEngine, inquiries, activity }: Calls,
  { log, notifier }: Shell,
): (action: ActionId, subject: Subject) => void {
  async function score(subject: Subject, isRepeat: boolean): Promise<void> {
    const aggregator = settings.aggregator();
    await inquiries.score({ subject, aggregator, gesture: gestureOf('panel'), isRepeat });
  }

  /** The job of the report that has no result yet. */
  async function openJob(subject: Subject): Promise<JobRow | null> {
    const identity = await session.identity();
    if (!isSignedIn(identity)) return null;
    const engine = await openEngine();
    return engine.openJobOf({ account: identity.key, ...subject }, settings.aggregator());
  }

  /** Polls an existing job again. Starts nothing, even if there is no such job. */
  async function resumeJob(subject: Subject): Promise<void> {
    const job = await openJob(subject);
    if (job !== null) await inquiries.resume(job);
    else activity.touch(subject);
  }

  /** Only here is a start with an unknown outcome given up, because the user confirmed it. */
  async function scoreAgain(subject: Subject): Promise<void> {
    const job = await openJob(subject);
    if (job?.state !== 'unknown') return score(subject, true);
    if (!(await dialogs.agree(startAnotherQuestion()))) return;
    const engine = await openEngine();
    // If the response arrived while the question was open, use that job.
    await score(subject, await engine.forgetJob(job.id, 'unknown'));
  }

  const actions: Record<ActionId, (subject: Subject) => Promise<void> | void> = {
    copyAddress: async ({ address }) => vscode.env.clipboard.writeText(address),
    fetchSummary: async (subject) => {
      await inquiries.lookUp(subject, 'panel');
    },
    scoreRisk: (subject) => score(subject, false),
    resumeJob,
    scoreAgain,
    cancelScore: (subject) => inquiries.cancelScore(subject),
    signIn: () => notifier.run('signIn'),
    useSampleService: () => notifier.run('useSampleService'),
    openAccount: () => notifier.run('openAccount'),
    showLog: () => log.show(),
  };
  return (action, subject) => {
    const act = async (): Promise<void> => {
      await session.chooseService();
      await actions[action](subject);
    };
    act().catch((error: unknown) => log.fault(action, error));
  };
}
