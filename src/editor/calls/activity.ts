import { EventEmitter, type Event } from 'vscode';
import type { Aggregator } from '../../api/parameters.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import type { ScoreActivity, SubjectActivity, SummaryActivity } from '../../report/activity.ts';
import type { Subject } from '../documents/subject.ts';

/** What is in progress in this window. Nothing here is stored, and nothing survives a reload. */
export interface Activity {
  /** For one account: the outcome of another does not apply. */
  of(key: SubjectKey): SubjectActivity;
  changeSummary(key: SubjectKey, activity: SummaryActivity): void;
  /** Without an activity, nothing is in progress and nothing failed. */
  changeScore(key: SubjectKey, aggregator: Aggregator, activity: ScoreActivity | undefined): void;
  /** Forgets failures, which do not apply to another account or key. Keeps what is in progress. */
  forgetFailures(): void;
  /**
   * Fires for a subject of which something was stored, or whose request began or ended; without one
   * for all subjects.
   */
  readonly onDidChange: Event<Subject | undefined>;
  /** Fires when a request in progress has come further; nothing stored has changed. */
  readonly onDidProgress: Event<Subject>;
  /** Reports that something stored has changed. */
  touch(subject: Subject | undefined): void;
  dispose(): void;
}

/** Nothing in progress, and nothing failed. */
export const idle: SubjectActivity = {
  summary: { isFetching: false, problem: undefined },
  scores: { money: undefined, money_rank_weight: undefined },
};

export function createActivity(): Activity {
  const changed = new EventEmitter<Subject | undefined>();
  const progressed = new EventEmitter<Subject>();
  /** Only subjects in progress or failed: idle ones take no memory. */
  const summaries = new Map<string, SummaryActivity>();
  const scores = new Map<string, ScoreActivity>();
  return {
    of: (key) => ({
      summary: summaries.get(subjectName(key)) ?? idle.summary,
      scores: {
        money: scores.get(subjectName(key, 'money')),
        money_rank_weight: scores.get(subjectName(key, 'money_rank_weight')),
      },
    }),
    changeSummary(key, activity) {
      if (activity.isFetching || activity.problem !== undefined) {
        summaries.set(subjectName(key), activity);
      } else summaries.delete(subjectName(key));
      changed.fire(key);
    },
    changeScore(key, aggregator, activity) {
      const name = subjectName(key, aggregator);
      const isProgress = scores.get(name)?.kind === 'running' && activity?.kind === 'running';
      if (activity === undefined) scores.delete(name);
      else scores.set(name, activity);
      (isProgress ? progressed : changed).fire(key);
    },
    forgetFailures() {
      for (const [name, { isFetching }] of summaries) if (!isFetching) summaries.delete(name);
      for (const [name, { kind }] of scores) if (kind === 'failed') scores.delete(name);
    },
    onDidChange: changed.event,
    onDidProgress: progressed.event,
    touch: (subject) => changed.fire(subject),
    dispose() {
      changed.dispose();
      progressed.dispose();
    },
  };
}
