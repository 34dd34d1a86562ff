import type { Failure } from '../../api/failure.ts';
import type { SummaryEnd } from '../../engine/engine.ts';
import type { JobRow } from '../../ledger/store.ts';
import type { SpendingRefusal } from '../../paid/spending.ts';
import type { SummaryRefusal } from '../../paid/summaries.ts';
import type { NotStoredReason } from '../../ledger/faults.ts';
import { notStoredText as editorText } from '../../messages/storage.ts';
import {
  type BatchEnd,
  endSentence,
  failureSentence,
  isLost,
  isRejectedByGateway,
  jobSentence,
  rejectionOf,
  refusalSentence,
} from '../../messages/outcomes.ts';

/** Where the sentences of the editor name its commands, its settings, or its log. */
const failureTexts: Readonly<Partial<Record<Failure['kind'], (status: string) => string>>> = {
  keyInvalid: (status) =>
    `The service rejected the API key: not found or invalid${status}. Check ADDRESS_RISK_TENANT and ADDRESS_RISK_KEY, or what --key-fd reads.`,
  keyRevoked: (status) =>
    `The service rejected the API key: it was revoked${status}. Set ADDRESS_RISK_KEY to another key.`,
  licenseNotFound: (status) =>
    `License or tenant not found${status}. Check ADDRESS_RISK_TENANT and ADDRESS_RISK_URL.`,
  parametersRefused: (status) =>
    `The service rejected the address or network${status}. If it uses another name for the network, set --chain-ids, or “chainIds” in the policy of the address book.`,
  refusedHere: () =>
    'This address or network cannot be sent in a request. Check --chain-ids, and “chainIds” in the policy of the address book.',
  redirected: (status) =>
    `The service redirected the request${status}, and credentials are not sent to another address. Check ADDRESS_RISK_URL.`,
  unexpectedStatus: (status) => `Unexpected response${status}. Check ADDRESS_RISK_URL.`,
  intermediary: (status) =>
    `Received a web page instead of a response from the service${status}. Check ADDRESS_RISK_URL, and whether the network has a sign-in page.`,
  badAnswer: () => 'The response could not be read. Check ADDRESS_RISK_URL.',
  tooLarge: () => 'The response is too large.',
  proxy: () => 'The proxy refused the connection. Check HTTPS_PROXY and NO_PROXY.',
  late: () =>
    'This process was suspended before the request was sent. Nothing was charged. Try again.',
  cancelled: () => 'Interrupted. No further requests are sent.',
  sampleService: () => 'The sample service on this machine did not start.',
};

/** Why a call failed, and what to do about it on a command line. */
function failureText(failure: Parameters<typeof failureSentence>[0]): string {
  const { kind, status } = failure;
  const text = isRejectedByGateway(failure) ? undefined : failureTexts[kind];
  const own = text?.(status === undefined ? '' : ` (${status})`);
  return own ?? failureSentence(failure).text.replace(' See the log.', '');
}

/** Why a job has no result, and what to do about it on a command line. */
function jobText(job: JobRow): string {
  const { state, unreadBody } = job;
  const rejection = rejectionOf(job);
  const shared = rejection === undefined ? jobSentence(job).text : failureText(rejection);
  switch (state) {
    case 'unknown':
      return unreadBody === null
        ? 'The response to the start was lost. The calculation may have been charged. “jobs --start-again ID” starts it again; nothing else does.'
        : 'No job ID could be read from the response to the start. The calculation may have been charged. “jobs --start-again ID” starts it again; nothing else does.';
    case 'pausedQuota':
    case 'pausedAuth':
      return `${rejection === undefined ? paused[state] : shared} The ID is kept; “jobs --resume” continues.`;
    case 'detached':
      return 'The run stopped waiting. The calculation may still finish, and the next run resumes it.';
    case 'invalidId':
      return `${shared} “jobs --forget ID” removes it.`;
    case 'stale':
    case 'notFound':
      return `${shared} The next run resumes it.`;
    default:
      return shared;
  }
}

/** Jobs that have received no rejection of their own. */
const paused = {
  pausedQuota: 'Paused: another call used up the calculation quota.',
  pausedAuth:
    'Paused: it was started with other credentials, or another call with these was rejected.',
} as const;

/** Why a call was not made, and what to do about it on a command line. */
function refusalText(refusal: SummaryRefusal | SpendingRefusal): string {
  switch (refusal.kind) {
    case 'notEvm':
      return 'Summaries are available for EVM networks only. The risk can still be scored.';
    case 'notStored':
      return notStoredText(refusal.reason);
    case 'mayBeLost':
      return 'A score that was paid for may be missing after damage, or is dated in the future. Nothing was started. --fresh-hours 0 starts it anyway.';
    default:
      return refusalSentence(refusal).text;
  }
}

const isOverBudget = ({ kind }: SpendingRefusal): boolean => kind === 'allowance';

/** Whether an address has no score only because the budget is used up. */
export const endedOverBudget = (end: BatchEnd): boolean =>
  end.kind === 'declined' && isOverBudget(end.refusal);

/** Why an address has no new score; undefined if it has one. */
export function endText(end: BatchEnd): string | undefined {
  switch (end.kind) {
    case 'fault':
      return 'Something went wrong.';
    case 'failed':
      return failureText(end.failure);
    case 'unknown':
    case 'onHold':
      return jobText(end.job);
    case 'declined':
      return isOverBudget(end.refusal)
        ? 'The budget is used up: other runs of the last hour count too. Raise --budget by what they have started, or wait.'
        : refusalText(end.refusal);
    default:
      return endSentence(end)?.text;
  }
}

/** Why there is no summary. */
export function summaryEndText(end: Exclude<SummaryEnd, { readonly kind: 'value' }>): string {
  if (end.kind === 'failed') {
    const text = failureText(end.failure);
    return isLost(end.failure) ? `${text} The call may have been charged.` : text;
  }
  return end.refusal.kind === 'allowance'
    ? 'The summaries of this hour are used up: other runs count too.'
    : refusalText(end.refusal);
}

/** Why a paid call was not sent, and what to do on a command line. */
export function notStoredText(reason: NotStoredReason): string {
  return reason === 'busy'
    ? 'Another process is using the folder of --ledger. Nothing was sent or charged. Try again.'
    : editorText(reason);
}
