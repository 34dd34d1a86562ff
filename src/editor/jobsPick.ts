import { env, l10n, window, type QuickPickItem } from 'vscode';
import type { JobRow } from '../ledger/store.ts';
import type { Desk } from '../lookups/desk.ts';
import { isResumable } from '../risk/jobState.ts';
import type { Activity } from './activity.ts';
import type { Inquiries } from './inquiries.ts';
import type { Notifier } from './notifier.ts';
import type { ReportPanels } from './reportPanels.ts';
import { jobSentence, jobStateName } from './sentences.ts';
import type { Session } from './session.ts';
import type { Subject } from './subject.ts';
import { ago, networkTitle, shortAddress } from './words.ts';

type JobAct = 'resume' | 'openReport' | 'copyId' | 'forget';

/** Lists every job with its state, and does what is asked about the one that is picked. */
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
  const picked = await pickJob(desk, identity.key);
  if (picked === undefined) return;
  const { job, act } = picked;
  const subject: Subject = { address: job.address, chain: job.chain };
  switch (act) {
    case 'openReport':
      parts.panels.open(subject);
      return;
    case 'copyId':
      if (job.jobId !== null) await env.clipboard.writeText(job.jobId);
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
  desk: Desk,
  account: string,
): Promise<{ readonly job: JobRow; readonly act: JobAct } | undefined> {
  const jobs = await desk.ledger.listJobs(account);
  const now = desk.clock.now();
  const job = await pick(
    jobs.map((each) => ({ ...lineOf(each, now), value: each })),
    l10n.t('Risk Jobs'),
    jobs.length === 0 ? l10n.t('No risk job yet') : l10n.t('Which job?'),
  );
  if (job === undefined) return undefined;
  const act = await pick(
    actsOf(job),
    `${shortAddress(job.address)} · ${job.aggregator}`,
    jobSentence(job).text,
  );
  return act === undefined ? undefined : { job, act };
}

function lineOf(job: JobRow, now: number): QuickPickItem {
  const facts = [
    networkTitle(job.chain),
    l10n.t('begun {0}', ago(job.createdAt, now)),
    l10n.t('polls: {0}', job.polls),
    ...(job.status === null ? [] : [l10n.t('last answer: {0}', job.status)]),
  ];
  return {
    label: `${shortAddress(job.address)} · ${job.aggregator}`,
    description: jobStateName(job.state),
    detail: facts.join(' · '),
  };
}

function actsOf(job: JobRow): (QuickPickItem & { readonly value: JobAct })[] {
  return [
    ...(isResumable(job.state) && job.jobId !== null
      ? [
          {
            label: l10n.t('Resume'),
            description: l10n.t('ask for the result again; starts nothing'),
            value: 'resume' as const,
          },
        ]
      : []),
    { label: l10n.t('Open Report'), value: 'openReport' },
    ...(job.jobId === null
      ? []
      : [{ label: l10n.t('Copy Id'), description: job.jobId, value: 'copyId' as const }]),
    // A start that is on its way may yet bring an id: its row is what keeps it from being lost.
    ...(job.state === 'intent' ? [] : [forgetOf(job)]),
  ];
}

function forgetOf(job: JobRow): QuickPickItem & { readonly value: JobAct } {
  return {
    label: l10n.t('Forget'),
    description:
      job.state === 'done'
        ? l10n.t('takes it off this list; the result stays')
        : l10n.t('its id is lost; what it cost stays spent'),
    value: 'forget',
  };
}

async function pick<T>(
  items: readonly (QuickPickItem & { readonly value: T })[],
  title: string,
  placeHolder: string,
): Promise<T | undefined> {
  const picked = await window.showQuickPick([...items], {
    title,
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.value;
}

/** Asks before an id is given up for which something may have been paid. */
async function mayForget(job: JobRow): Promise<boolean> {
  if (job.state === 'done' || job.state === 'rejected') return true;
  const forget = l10n.t('Forget');
  const answer = await window.showWarningMessage(
    l10n.t('Forget this job?'),
    {
      modal: true,
      detail: l10n.t('A calculation that may have been paid for can then no longer be asked for.'),
    },
    forget,
  );
  return answer === forget;
}
