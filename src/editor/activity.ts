import { EventEmitter } from 'vscode';
import type { Failure } from '../api/failure.ts';
import type { JobProgress } from '../lookups/jobRun.ts';
import type { SummaryRefusal } from '../lookups/summaries.ts';
import type { Subject } from './subject.ts';

/** What this window is doing about an address just now, or what came of it a moment ago. */
export interface SubjectActivity {
  readonly isFetchingSummary: boolean;
  readonly summaryProblem: Failure | SummaryRefusal | undefined;
  readonly score:
    | { readonly kind: 'running'; readonly progress: JobProgress; readonly since: number }
    | { readonly kind: 'failed'; readonly failure: Failure }
    | undefined;
}

const idle: SubjectActivity = {
  isFetchingSummary: false,
  summaryProblem: undefined,
  score: undefined,
};

export interface Activity {
  of(subject: Subject): SubjectActivity;
  change(subject: Subject, change: Partial<SubjectActivity>): void;
  /** Fires for a subject of which something new may be shown; without one for all of them. */
  readonly onDidChange: EventEmitter<Subject | undefined>['event'];
  /** Says that something stored has changed. */
  touch(subject: Subject | undefined): void;
  dispose(): void;
}

export function createActivity(): Activity {
  const emitter = new EventEmitter<Subject | undefined>();
  const known = new Map<string, SubjectActivity>();
  const keyOf = ({ address, chain }: Subject): string => `${chain} ${address}`;
  return {
    of: (subject) => known.get(keyOf(subject)) ?? idle,
    change(subject, change) {
      known.set(keyOf(subject), { ...(known.get(keyOf(subject)) ?? idle), ...change });
      emitter.fire(subject);
    },
    onDidChange: emitter.event,
    touch: (subject) => emitter.fire(subject),
    dispose: () => emitter.dispose(),
  };
}
