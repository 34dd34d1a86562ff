import { env, type QuickPickItem } from 'vscode';
import type { JobRow } from '../ledger/store.ts';
import type { Desk } from '../lookups/desk.ts';
import { isResumable } from '../risk/jobState.ts';
import { forgetJobQuestion, jobLine, jobList, jobTitle } from '../words/jobList.ts';
import { jobSentence } from '../words/jobs.ts';
import { labels } from '../words/labels.ts';
import type { Activity } from './activity.ts';
import { dialogs } from './dialogs.ts';
import type { Inquiries } from './inquiries.ts';
import type { Notifier } from './notifier.ts';
import type { ReportPanels } from './reportPanels.ts';
import type { Session } from './session.ts';
import type { Subject } from './subject.ts';

interface ShownJob extends JobRow {
  /** The ID as the service gave it; null without one, or where other credentials sealed it. */
  readonly shownId: string | null;
}

type JobAct = 'resume' | 'openReport' | 'copyId' | 'forget';

/** Lists every job with its state, and runs the chosen action on the picked one. */
export async function showJobs(parts: {
  readonly session: Session;
  readonly openDesk: () => Promise<Desk>;
  readonly inquiries: Inquiries;
  readonly activity: Activity;
  readonly panels: ReportPanels;
  readonly notifier: Notifier;
}): Promise<void> {
  const identity = await parts.session.identity();
  if (!('key' in identity)) {
    parts.notifier.signedOut(identity);
    return;
  }
  const desk = await parts.openDesk();
  const { client } = await parts.session.account(identity);
  const jobs = (await desk.ledger.listJobs(identity.key)).map((job) => ({
    ...job,
    // What is shown and copied is the ID as the service gave it.
    shownId: job.jobId === null ? null : (client.reveal(job.jobId) ?? null),
  }));
  const picked = await pickJob(jobs, desk.clock.now());
  if (picked === undefined) return;
  const { job, act } = picked;
  const subject: Subject = { address: job.address, chain: job.chain };
  switch (act) {
    case 'openReport':
      parts.panels.open(subject);
      return;
    case 'copyId':
      if (job.shownId !== null) await env.clipboard.writeText(job.shownId);
      return;
    case 'forget':
      if (await mayForget(job)) await desk.ledger.forgetJob(job.id);
      parts.activity.touch(subject);
      return;
    case 'resume':
      parts.panels.open(subject);
      await parts.inquiries.resume(job);
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
