import type { ScoreEnd } from '../engine/engine.ts';
import { failureSentence } from './failures.ts';
import { jobSentence, unknownStartNotice } from './jobs.ts';
import type { Sentence } from './message.ts';
import { refusalSentence } from './refusals.ts';

/** What to say about the end of a score that the report alone would not make noticed. */
/** @param name of its address, if it is known */
export function noticeOf(end: ScoreEnd, name: string | undefined): Sentence | undefined {
  switch (end.kind) {
    case 'value':
    case 'gone':
      return undefined;
    case 'declined':
      // A user who just declined to start again, or to send what may be a key, knows.
      return ['mayBeLost', 'mayBeKey'].includes(end.refusal.kind)
        ? undefined
        : refusalSentence(end.refusal);
    case 'failed':
      return end.failure.kind === 'cancelled' ? undefined : failureSentence(end.failure);
    case 'unknown':
      return unknownStartNotice(end.job, name);
    case 'onHold': {
      // A user who canceled knows, and signing out has its own message.
      const { state } = end.job;
      return state === 'detached' || state === 'running' ? undefined : jobSentence(end.job);
    }
  }
}
