import { showReadOnly, runLogged } from '../shell/shell.ts';
import { env, Uri, type QuickPickItem } from 'vscode';
import type { ShownJob } from '../../engine/engine.ts';
import type { JobRow } from '../../ledger/store.ts';
import { isKeyShaped } from '../../scan/keyMaterial.ts';
import {
  jobActs,
  type JobAct,
  forgetJobQuestion,
  jobLine,
  jobList,
  jobTitle,
  notAdoptedSentence,
  notAJobIdText,
  notForgottenSentence,
  keptResponseTitle,
  jobSentenceAt,
} from '../../messages/jobs.ts';
import type { Sentence } from '../../messages/message.ts';
import type { Calls } from '../calls/calls.ts';
import type { Services } from '../services.ts';
import { dialogs } from '../shell/dialogs.ts';
import { isSignedIn, accountInUse, requireSignedIn } from '../session/session.ts';
import type { Subject } from '../documents/subject.ts';

type Ports = Pick<Services, 'calls' | 'reports' | 'shell' | 'workspace'>;

/** Lists every job with its state, and runs the chosen action on the picked one. */
export async function showJobs(ports: Ports): Promise<void> {
  const { calls, shell, workspace } = ports;
  const { session, openEngine } = calls;
  const { nameOf } = workspace;
  const identity = await requireSignedIn(session, shell.notifier);
  if (identity === undefined) return;
  const engine = await openEngine();
  const jobs = await engine.listJobs(identity);
  const now = Date.now();
  const job = await pick(
    jobs.map((each) => ({ ...jobLine(each, now, nameOf(each)), value: each })),
    jobList.title(),
    jobList.prompt(jobs.length),
  );
  if (job === undefined) return;
  const act = await pick(jobActs(job), jobTitle(job, nameOf(job)), jobSentenceAt(job, now).text);
  if (act === undefined) return;
  // Its button opens the list again.
  const warn = (sentence: Sentence): void =>
    shell.notifier.warn(sentence, () => {
      runLogged(shell.log, 'showJobs', showJobs(ports));
    });
  await runAct(job, act, ports, warn);
}

/** @param warn shows why nothing was done */
async function runAct(
  job: ShownJob,
  act: JobAct,
  { calls, reports }: Ports,
  warn: (sentence: Sentence) => void,
): Promise<void> {
  const { session, openEngine, requests, activity } = calls;
  const subject: Subject = { address: job.address, chain: job.chain };
  switch (act) {
    case 'openReport':
      reports.open(subject);
      return;
    case 'copyId':
      if (job.shownId !== null) await env.clipboard.writeText(job.shownId);
      return;
    case 'showResponse':
      await showKeptResponse(job);
      return;
    case 'forget':
      // It may have been paid for.
      if (job.state !== 'done' && job.state !== 'rejected') {
        if (!(await dialogs.agree(forgetJobQuestion()))) return;
      }
      if ((await accountInUse(session)) !== job.account) warn(notForgottenSentence());
      else await (await openEngine()).forgetJob(job.id);
      activity.touch(subject);
      return;
    case 'enterId': {
      const adopted = await adoptId(calls, job);
      activity.touch(subject);
      if (adopted === 'dismissed') return;
      if (adopted !== 'adopted') {
        warn(notAdoptedSentence(adopted));
        return;
      }
      break;
    }
    case 'resume':
      break;
  }
  reports.open(subject);
  await requests.resume(job);
}

/** Lets the user enter the ID of a job, beside what the service sent instead of a readable one. */
async function adoptId(
  { session, openEngine }: Calls,
  job: ShownJob,
): Promise<'adopted' | 'notAnId' | 'changed' | 'otherAccount' | 'dismissed'> {
  await showKeptResponse(job);
  const text = await dialogs.input({
    title: jobTitle(job),
    prompt: jobList.enterIdPrompt(),
    // The engine reads the rest; a key must not even reach that.
    check: (value) =>
      value.trim() === '' || isKeyShaped(value.trim()) ? notAJobIdText() : undefined,
  });
  if (text === undefined) return 'dismissed';
  const identity = await session.identity();
  if (!isSignedIn(identity) || identity.key !== job.account) return 'otherAccount';
  return (await openEngine()).adoptJobId(identity, job.id, text);
}

async function pick<T>(
  items: readonly (QuickPickItem & { readonly value: T })[],
  title: string,
  placeHolder: string,
): Promise<T | undefined> {
  const picked = await dialogs.pick(items, {
    title,
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.value;
}

/** Shows what the service sent for a job, as text beside the code; it cannot be edited. */
async function showKeptResponse(job: JobRow): Promise<void> {
  const { id, unreadBody } = job;
  if (unreadBody === null) return;
  const uri = Uri.from({ scheme: 'address-risk-response', path: 'response.txt', query: id });
  // The box for the ID covers the first lines.
  await showReadOnly(uri, `${keptResponseTitle(job)}\n\n\n\n\n${unreadBody}\n`, true);
}
