import { EventEmitter } from 'vscode';
import type { Failure } from '../api/failure.ts';
import type { Aggregator } from '../api/routes.ts';
import type { Instant, SubjectKey } from '../ledger/store.ts';
import type { JobProgress } from '../lookups/jobRun.ts';
import type { SummaryRefusal } from '../lookups/summaries.ts';
import type { Subject } from './subject.ts';

export interface SummaryActivity {
  readonly isFetching: boolean;
  readonly problem: Failure | SummaryRefusal | undefined;
}

/** A score that is asked for just now, or that could not be asked for. */
export type ScoreActivity =
  | { readonly kind: 'running'; readonly progress: JobProgress }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly at: Instant };

/** What this window is doing about an address just now, or what came of it a moment ago. */
export interface SubjectActivity {
  readonly summary: SummaryActivity;
  readonly score: ScoreActivity | undefined;
}

export interface Activity {
  /** Of one account and one aggregator: what another met with is not this one's. */
  of(key: SubjectKey, aggregator: Aggregator): SubjectActivity;
  changeSummary(key: SubjectKey, activity: SummaryActivity): void;
  /** Without an activity nothing is being done any more, and nothing went wrong. */
  changeScore(key: SubjectKey, aggregator: Aggregator, activity: ScoreActivity | undefined): void;
  /** Forgets what went wrong, as it does not hold for another account or key; not what is under way. */
  forgetFailures(): void;
  /** Fires for a subject of which something new may be shown; without one for all of them. */
  readonly onDidChange: EventEmitter<Subject | undefined>['event'];
  /** Says that something stored has changed. */
  touch(subject: Subject | undefined): void;
  dispose(): void;
}

export const idle: SubjectActivity = {
  summary: { isFetching: false, problem: undefined },
  score: undefined,
};

export function createActivity(): Activity {
  const emitter = new EventEmitter<Subject | undefined>();
  /** Only what is under way or went wrong: who is idle takes no room. */
  const summaries = new Map<string, SummaryActivity>();
  const scores = new Map<string, ScoreActivity>();
  const nameOf = ({ account, chain, address }: SubjectKey, aggregator = ''): string =>
    JSON.stringify([account, chain, address, aggregator]);
  return {
    of: (key, aggregator) => ({
      summary: summaries.get(nameOf(key)) ?? idle.summary,
      score: scores.get(nameOf(key, aggregator)),
    }),
    changeSummary(key, activity) {
      if (activity.isFetching || activity.problem !== undefined) {
        summaries.set(nameOf(key), activity);
      } else summaries.delete(nameOf(key));
      emitter.fire(key);
    },
    changeScore(key, aggregator, activity) {
      if (activity === undefined) scores.delete(nameOf(key, aggregator));
      else scores.set(nameOf(key, aggregator), activity);
      emitter.fire(key);
    },
    forgetFailures() {
      for (const [name, { isFetching }] of summaries) if (!isFetching) summaries.delete(name);
      for (const [name, { kind }] of scores) if (kind === 'failed') scores.delete(name);
    },
    onDidChange: emitter.event,
    touch: (subject) => emitter.fire(subject),
    dispose: () => emitter.dispose(),
  };
}
