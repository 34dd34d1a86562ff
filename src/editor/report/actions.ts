import * as vscode from 'vscode';
import { gestureOf } from '../../lookups/gesture.ts';
import type { ActionId } from '../../messages.ts';
import { startAnotherQuestion } from '../../words/jobs.ts';
import type { Calls } from '../calls/register.ts';
import { dialogs } from '../shell/dialogs.ts';
import { accountInUse, requireSignedIn } from '../session/requireSignedIn.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import type { ReasonedSubject } from '../documents/subject.ts';

/** What the buttons of the report do. */
export function createReportActions(
  { session, openEngine, inquiries, activity }: Calls,
  { log, notifier }: Shell,
): (action: ActionId, shown: ReasonedSubject) => void {
  async function score(shown: ReasonedSubject): Promise<void> {
    const aggregator = settings.aggregator();
    await inquiries.score({ ...shown, aggregator, gesture: gestureOf('panel') });
  }

  /** Polls an existing job again. Starts nothing, even if there is no such job. */
  async function resumeJob({ subject }: ReasonedSubject): Promise<void> {
    const account = await accountInUse(session);
    if (account === undefined) {
      activity.touch(subject);
      return;
    }
    const engine = await openEngine();
    const job = await engine.openJobOf({ account, ...subject }, settings.aggregator());
    if (job !== null) await inquiries.resume(job);
    else activity.touch(subject);
  }

  /**
   * Only here is a start with an unknown outcome given up, because the user confirmed it: for one
   * account and one aggregator, whatever is in use when the answer comes.
   */
  async function scoreAgain(shown: ReasonedSubject): Promise<void> {
    const { subject } = shown;
    const aggregator = settings.aggregator();
    const account = await requireSignedIn(session, notifier);
    if (account === undefined) return;
    const engine = await openEngine();
    const wish = { ...shown, aggregator, gesture: gestureOf('panel'), onlyFor: account.key };
    const job = await engine.openJobOf({ account: account.key, ...subject }, aggregator);
    if (job?.state !== 'unknown') return inquiries.score({ ...wish, isRepeat: true });
    if (!(await dialogs.agree(startAnotherQuestion()))) return;
    // If the response arrived while the question was open, use that job.
    const isGivenUp =
      (await accountInUse(session)) === account.key && (await engine.forgetJob(job.id, 'unknown'));
    await inquiries.score({ ...wish, isRepeat: isGivenUp });
  }

  const actions: Record<ActionId, (shown: ReasonedSubject) => Promise<void> | void> = {
    copyAddress: async ({ subject }) => vscode.env.clipboard.writeText(subject.address),
    fetchSummary: async ({ subject }) => {
      await inquiries.lookUp(subject, 'panel');
    },
    scoreRisk: score,
    resumeJob,
    scoreAgain,
    cancelScore: ({ subject }) => inquiries.cancelScore(subject),
    signIn: () => notifier.run('signIn'),
    useSampleService: () => notifier.run('useSampleService'),
    openAccount: () => notifier.run('openAccount'),
    showLog: () => log.show(),
  };
  return (action, shown) => {
    const act = async (): Promise<void> => {
      await session.chooseService();
      await actions[action](shown);
    };
    act().catch((error: unknown) => log.fault(action, error));
  };
}
