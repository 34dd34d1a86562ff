import type { ScoreEnd, SummaryEnd } from '../engine/engine.ts';
import type { ToolError } from './toolResult.ts';
import { otherAccountSentence } from '../words/account.ts';
import { failureSentence, summaryFailureSentence } from '../words/failures.ts';
import { jobSentence } from '../words/jobs.ts';
import { refusalSentence } from '../words/refusals.ts';
import { toolTexts } from '../words/tools.ts';

/** Nothing was sent: another account is in use than when the user confirmed the call. */
export function otherAccountError(): ToolError {
  return { kind: 'otherAccount', message: otherAccountSentence().text };
}

/** Why a look-up has no result; undefined if it has one. */
export function summaryError(end: SummaryEnd): ToolError | undefined {
  switch (end.kind) {
    case 'value':
      return undefined;
    case 'refused':
      return { kind: end.refusal.kind, message: refusalSentence(end.refusal).text };
    case 'failed':
      return { kind: end.failure.kind, message: summaryFailureSentence(end.failure).text };
  }
}

/** The same for a score. The kind of one that is not ready is the state of its job. */
export function scoreError(end: ScoreEnd): ToolError | undefined {
  switch (end.kind) {
    case 'value':
      return undefined;
    case 'declined':
      return { kind: end.refusal.kind, message: refusalSentence(end.refusal).text };
    case 'failed':
      return { kind: end.failure.kind, message: failureSentence(end.failure).text };
    case 'unknown':
    case 'onHold':
      return { kind: end.job.state, message: jobSentence(end.job).text };
    case 'gone':
      return { kind: 'noResult', message: toolTexts.noResult() };
  }
}
