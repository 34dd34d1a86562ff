import type { ShownJob } from '../engine/engine.ts';
import { isResumable, mayAdoptId } from '../risk/jobState.ts';
import { jobList } from './jobList.ts';
import { labels } from './labels.ts';

export type JobAct = 'resume' | 'openReport' | 'copyId' | 'enterId' | 'showResponse' | 'forget';

interface JobActLine {
  readonly label: string;
  readonly description?: string;
  readonly value: JobAct;
}

/** What can be done with a job, in the order of a list. */
export function jobActs({ state, jobId, shownId, unreadBody }: ShownJob): readonly JobActLine[] {
  const resume = { label: labels.resume(), description: jobList.resumeDetail() };
  const enterId = { label: jobList.enterId(), description: jobList.enterIdDetail() };
  const response = { label: jobList.showResponse(), description: jobList.showResponseDetail() };
  const forget = { label: jobList.forget(), description: jobList.forgetDetail(state) };
  const acts: readonly (JobActLine | false)[] = [
    isResumable(state) && jobId !== null && { ...resume, value: 'resume' },
    { label: labels.openReport(), value: 'openReport' },
    mayAdoptId(state) && { ...enterId, value: 'enterId' },
    unreadBody !== null && { ...response, value: 'showResponse' },
    shownId !== null && { label: jobList.copyId(), description: shownId, value: 'copyId' },
    // A start in flight may still return an ID: without its row, the ID would be lost.
    state !== 'intent' && { ...forget, value: 'forget' },
  ];
  return acts.filter((act) => act !== false);
}
