import { EventEmitter } from 'vscode';
import type { Aggregator } from '../../api/parameters.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import type { StoredPart } from '../../paid/ports.ts';
import type { ScoreActivity, SubjectActivity, SummaryActivity } from '../../report/model.ts';
import type { Subject } from '../documents/subject.ts';

/** Nothing in progress and nothing failed. */
export const idle: SubjectActivity = {
  summary: { isFetching: false, problem: undefined },
  scores: { money: undefined, money_rank_weight: undefined },
};

/** Activity of this window. Nothing here is stored, and nothing survives a reload. */
export type Activity = ReturnType<typeof createActivity>;

export function createActivity() {
  const changed = new EventEmitter<Subject | undefined>();
  const scoresChanged = new EventEmitter<void>();
  const progressed = new EventEmitter<Subject>();
  /** Only subjects in progress or failed: idle ones take no memory. */
  const summaries = new Map<string, SummaryActivity>();
  const scores = new Map<string, ScoreActivity>();
  function report(subject: Subject | undefined, part: StoredPart): void {
    changed.fire(subject);
    if (part === 'scores') scoresChanged.fire();
  }
  return {
    /** For one account: the outcome of another does not apply. */
    of: (key: SubjectKey): SubjectActivity => ({
      summary: summaries.get(subjectName(key)) ?? idle.summary,
      scores: {
        money: scores.get(subjectName(key, 'money')),
        money_rank_weight: scores.get(subjectName(key, 'money_rank_weight')),
      },
    }),
    changeSummary(key: SubjectKey, activity: SummaryActivity): void {
      if (activity.isFetching || activity.problem !== undefined) {
        summaries.set(subjectName(key), activity);
      } else summaries.delete(subjectName(key));
      report(key, 'summary');
    },
    /** Without an activity, nothing is in progress and nothing failed. */
    changeScore(
      key: SubjectKey,
      aggregator: Aggregator,
      activity: ScoreActivity | undefined,
    ): void {
      const name = subjectName(key, aggregator);
      const isProgress = scores.get(name)?.kind === 'running' && activity?.kind === 'running';
      if (activity === undefined) scores.delete(name);
      else scores.set(name, activity);
      if (isProgress) progressed.fire(key);
      else report(key, 'scores');
    },
    /** Forgets failures, which do not apply to another account or key. Keeps what is in progress. */
    forgetFailures(): void {
      for (const [name, { isFetching }] of summaries) if (!isFetching) summaries.delete(name);
      for (const [name, { kind }] of scores) if (kind === 'failed') scores.delete(name);
    },
    /**
     * Fires for a subject of which something was stored, or whose request began or ended; without one
     * for all subjects.
     */
    onDidChange: changed.event,
    /**
     * The same without changes of summaries. A CodeLens shows none, and a click does nothing while
     * VS Code replaces it.
     */
    onDidChangeScores: scoresChanged.event,
    /** Fires when a request makes progress without changing stored data. */
    onDidProgress: progressed.event,
    /** Reports that something stored has changed. */
    touch: (subject: Subject | undefined, part: StoredPart = 'scores'): void =>
      report(subject, part),
    dispose(): void {
      changed.dispose();
      scoresChanged.dispose();
      progressed.dispose();
    },
  };
}
