import type { Failure } from '../api/failure.ts';
import type { JobRow } from '../ledger/store.ts';
import type { SpendingRefusal } from '../paid/spending.ts';
import { otherAccountSentence } from './account.ts';
import { failureSentence } from './failures.ts';
import { jobSentence } from './jobs.ts';
import { faultSentence, type Sentence } from './message.ts';
import { refusalSentence } from './refusals.ts';
import { scoreReasons } from './scoreBatch.ts';

/** How the score of one address of a batch ended. */
type End =
  | { readonly kind: 'value' | 'gone' | 'otherAccount' | 'fault' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'unknown' | 'onHold'; readonly job: JobRow }
  | { readonly kind: 'declined'; readonly refusal: SpendingRefusal };

/** Why an address of a batch has no new score; undefined if it has one. */
export function endSentence(end: End): Sentence | undefined {
  switch (end.kind) {
    case 'value':
      return undefined;
    case 'gone':
      return { text: scoreReasons.gone(), next: 'retry' };
    case 'otherAccount':
      return otherAccountSentence();
    case 'fault':
      return faultSentence();
    case 'failed':
      return failureSentence(end.failure);
    case 'unknown':
    case 'onHold':
      return jobSentence(end.job);
    case 'declined':
      return refusalSentence(end.refusal);
  }
}
