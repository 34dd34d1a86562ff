import { env, type QuickPickItem } from 'vscode';
import type { ShownJob } from '../../engine/engine.ts';
import type { JobRow } from '../../ledger/store.ts';
import { isResumable } from '../../risk/jobState.ts';
import {
  forgetJobQuestion,
  jobLine,
  jobList,
  jobTitle,
  notForgottenSentence,
} from '../../words/jobList.ts';
import { jobSentence } from '../../words/jobs.ts';
import { labels } from '../../words/labels.ts';
import type { Calls } from '../calls/register.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Shell } from '../shell/shell.ts';
import type { Reports } from '../report/register.ts';
import { accountInUse, requireSignedIn } from '../session/requireSignedIn.ts';
import type { Subject } from '../documents/subject.ts';

type JobAct = 'resume' | 'openReport' | 'copyId' | 'forget';

/** Lists every job with its state, and runs the chosen action on the picked one. */
export async function showJobs(
  calls: Calls,
  reports: Reports,
  { notifier, log }: Shell,
): Promise<void> {
  const { session, openEngine, inquiries, activity } = calls;
  const identity = await requireSignedIn(session, notifier);
  if (identity === undefined) return;
  const engine = await openEngine();
  const picked = await pickJob(await engine.listJobs(identity), Date.now());
  if (picked === undefined) return;
  const { job, act } = picked;
  const subject: Subject = { address: job.address, chain: job.chain };
  switch (act) {
    case 'openReport':
      reports.open(subject);
      return;
    case 'copyId':
      if (job.shownId !== null) await env.clipboard.writeText(job.shownId);
      return;
    case 'forget':
      if (!(await mayForget(job))) return;
      if ((await accountInUse(session)) === job.account) await engine.forgetJob(job.id);
      else {
        notifier.warn(notForgottenSentence(), () => {
          showJobs(calls, reports, { notifier, log }).catch((error: unknown) =>
            log.fault('showJobs', error),
          );
        });
      }
      activity.touch(subject);
      return;
    case 'resume':
      reports.open(subject);
      await inquiries.resume(job);
  }
}

async function pickJob(
  jobs: readonly ShownJob[],
  now: number,
): Promise<{ readonly job: ShownJob; readonly act: JobAct } | undefined> {
  const job = await pick(
    jobs.map((each) => ({ ...jobLine(each, now), value: each })),
    jobList.title(),
    jobList.prompt(jobs.length),
  );
  if (job === undefined) return undefined;
  const act = await pick(actsOf(job), jobTitle(job), jobSentence(job).text);
  return act === undefined ? undefined : { job, act };
}

function actsOf(job: ShownJob): (QuickPickItem & { readonly value: JobAct })[] {
  return [
    ...(isResumable(job.state) && job.jobId !== null
      ? [
          {
            label: labels.resume(),
            description: jobList.resumeDetail(),
            value: 'resume' as const,
          },
        ]
      : []),
    { label: labels.openReportTitle(), value: 'openReport' },
    ...(job.shownId === null
      ? []
      : [{ label: jobList.copyId(), description: job.shownId, value: 'copyId' as const }]),
    // A start in flight may still return an ID: without its row, the ID would be lost.
    ...(job.state === 'intent' ? [] : [forgetOf(job)]),
  ];
}

function forgetOf(job: JobRow): QuickPickItem & { readonly value: JobAct } {
  return {
    label: jobList.forget(),
    description: jobList.forgetDetail(job.state),
    value: 'forget',
  };
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

/** Asks before dropping an ID that may have been paid for. */
async function mayForget(job: JobRow): Promise<boolean> {
  if (job.state === 'done' || job.state === 'rejected') return true;
  return dialogs.agree(forgetJobQuestion());
}
