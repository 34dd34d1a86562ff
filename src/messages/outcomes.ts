import * as l10n from '@vscode/l10n';
import type { Failure, FailureKind, UsedUpLimit } from '../api/failure.ts';
import type { CallRow, JobRow, PaidKind } from '../ledger/store.ts';
import type { ScoreOutcome } from '../paid/scoreRun.ts';
import type { SpendingRefusal } from '../paid/spending.ts';
import type { SummaryRefusal } from '../paid/summaries.ts';
import { otherAccountSentence } from './account.ts';
import { faultSentence, type Sentence } from './message.ts';
import { notStoredText } from './storage.ts';
import { sentences } from './text.ts';
import { localTime, utc } from './times.ts';
import { lateTlsText, tlsText, type Cause } from './tlsFailures.ts';

/** Why a call failed. A status or a code that is not known is not mentioned. */
export function failureSentence(
  failure: Pick<Failure, 'kind' | 'status' | 'code' | 'limit' | 'charged'> & {
    readonly wasSent?: boolean;
  },
): Sentence {
  const { kind, status, code, limit, charged } = failure;
  if (limit !== undefined) return { text: usedUpText(limit), next: 'retry' };
  // Only a gateway states a price, which means that the call stopped there.
  if (status === 503 && charged === 0) return { text: stoppedAtGateway(status), next: 'retry' };
  if (isRejectedByGateway(failure)) {
    return { text: rejectedByGateway[failure.kind](status), next: 'signIn' };
  }
  if (isOfResponse(kind)) {
    // No such failure is known; any other sentence would have to quote a status that was not sent.
    if (status === undefined) {
      return { text: l10n.t('The request failed. See the log.'), next: 'showLog' };
    }
    return { text: ofResponse[kind](status), next: remedies[kind] ?? 'retry' };
  }
  const text =
    kind === 'tls' && failure.wasSent !== false
      ? lateTlsText(code)
      : inTransit[kind](kind === 'proxy' ? (code ?? status) : code);
  return { text, next: remedies[kind] ?? 'retry' };
}

/** Actions for a failure other than retrying. */
const remedies: Readonly<Partial<Record<FailureKind, Sentence['next']>>> = {
  keyInvalid: 'signIn',
  keyRevoked: 'signIn',
  licenseNotFound: 'signIn',
  redirected: 'signIn',
  unexpectedStatus: 'signIn',
  intermediary: 'signIn',
  badAnswer: 'signIn',
  callsUsedUp: 'openAccount',
  quotaUsedUp: 'openAccount',
  parametersRefused: 'openSettings',
  proxy: 'openSettings',
  refusedHere: 'openSettings',
  tls: 'showLog',
  tooLarge: 'showLog',
  sampleService: 'showLog',
};

const stoppedAtGateway = (status: number): string =>
  l10n.t(
    'The gateway could not make this call ({0}). Nothing was sent or charged. Try again later, or ask the operator of the gateway.',
    status,
  );

/** Whether the rejected key belongs to a gateway instead of the service. */
export function isRejectedByGateway<Rejected extends Pick<Failure, 'kind' | 'charged'>>(
  failure: Rejected,
): failure is Rejected & { readonly kind: keyof typeof rejectedByGateway } {
  return failure.charged === 0 && Object.hasOwn(rejectedByGateway, failure.kind);
}

const rejectedByGateway = {
  keyInvalid: (status = 401) =>
    l10n.t(
      'The gateway rejected your tenant ID or key: not found or invalid ({0}). Check both, or ask the operator of the gateway.',
      status,
    ),
  keyRevoked: (status = 403) =>
    l10n.t(
      'The gateway rejected your key: it was revoked or replaced, or it has expired ({0}). Ask the operator of the gateway.',
      status,
    ),
} as const;

function usedUpText({ of, until }: UsedUpLimit): string {
  switch (of) {
    case 'member':
      return l10n.t(
        'Your daily limit is used up. It resets at {0}. Ask the operator of the gateway.',
        utc(until),
      );
    case 'team':
      return l10n.t(
        'Your team’s daily limit is used up. It resets at {0}. Ask the operator of the gateway.',
        utc(until),
      );
    case 'service':
      return l10n.t(
        'Your team’s license is used up at the service. The gateway tries again at {0}. Ask the operator of the gateway.',
        utc(until),
      );
  }
}

/** The last summary call of an address, which failed. */
export function callSentence(call: CallRow): Sentence {
  const { text, next } = failureSentence({
    kind: call.kind,
    wasSent: call.mayBeCharged,
    ...(call.status === null ? {} : { status: call.status }),
  });
  return { text: call.mayBeCharged ? withMayBeCharged(text) : text, next };
}

/** Why a summary could not be fetched, and whether that may have cost a call. */
export function summaryFailureSentence(failure: Failure): Sentence {
  const { text, next } = failureSentence(failure);
  return { text: isLost(failure) ? withMayBeCharged(text) : text, next };
}

/** Not a rejection: no response arrived, or one that could not be read. */
export const isLost = ({ wasSent, status = 200 }: Failure): boolean =>
  wasSent && status >= 200 && status <= 299;

/** A sentence, followed by what a call with a lost response may have cost. */
function withMayBeCharged(text: string): string {
  return sentences([text, l10n.t('The call may have been charged.')]);
}

/** Kinds of a response: their sentences quote its status. */
const ofResponse = {
  keyInvalid: (status) =>
    l10n.t('The service rejected the API key: not found or invalid ({0}). Sign in again.', status),
  keyRevoked: (status) =>
    l10n.t(
      'The service rejected the API key: it was revoked ({0}). Sign in with another key.',
      status,
    ),
  licenseNotFound: (status) =>
    l10n.t('License or tenant not found ({0}). Check the tenant ID.', status),
  callsUsedUp: (status) =>
    l10n.t('No API calls left for this key ({0}). Check your license.', status),
  quotaUsedUp: (status) =>
    l10n.t('Your calculation quota is used up ({0}). Check your license.', status),
  jobNotFound: (status) =>
    l10n.t('The service cannot find this risk job ({0}). Its ID is kept; try again later.', status),
  notReady: (status) => l10n.t('The calculation is not ready yet ({0}). Try again later.', status),
  parametersRefused: (status) =>
    l10n.t(
      'The service rejected the address or network ({0}). If it uses another name for the network, set “Address Risk: Chain Ids”.',
      status,
    ),
  rateLimited: (status) => l10n.t('Too many requests ({0}). Try again shortly.', status),
  serverFault: (status) =>
    l10n.t('The service reported an internal error ({0}). Try again later.', status),
  redirected: (status) =>
    l10n.t(
      'The service redirected the request ({0}). Credentials were not sent to the new URL. Check the service URL.',
      status,
    ),
  unexpectedStatus: (status) => l10n.t('Unexpected response {0}. Check the service URL.', status),
  intermediary: (status) =>
    l10n.t(
      'Received a web page instead of a response from the service ({0}). Check the service URL and any network sign-in page.',
      status,
    ),
} satisfies Readonly<Partial<Record<FailureKind, (status: number) => string>>>;

type ResponseKind = keyof typeof ofResponse;

function isOfResponse(kind: FailureKind): kind is ResponseKind {
  return Object.hasOwn(ofResponse, kind);
}

const inTransit: Readonly<Record<Exclude<FailureKind, ResponseKind>, (cause: Cause) => string>> = {
  network: (cause) =>
    cause === undefined
      ? l10n.t('The service could not be reached. Check the connection.')
      : l10n.t('The service could not be reached ({0}). Check the connection.', cause),
  tls: tlsText,
  proxy: (cause) =>
    cause === undefined
      ? l10n.t('The proxy refused the connection. Check the proxy settings.')
      : l10n.t('The proxy refused the connection ({0}). Check the proxy settings.', cause),
  timeout: (cause) =>
    cause === undefined
      ? l10n.t('The service did not respond in time. Try again later.')
      : l10n.t('The service did not respond in time ({0}). Try again later.', cause),
  tooLarge: () => l10n.t('The response is too large. See the log.'),
  badAnswer: () => l10n.t('The response could not be read. Check the service URL.'),
  late: () =>
    l10n.t(
      'This window was suspended before the request was sent. Nothing was charged. Try again.',
    ),
  cancelled: () => l10n.t('Stopped. No further requests are sent.'),
  refusedHere: () =>
    l10n.t('This address or network cannot be sent in a request. Check “Address Risk: Chain Ids”.'),
  sampleService: () => l10n.t('The sample service on this machine did not start. See the log.'),
};

/** Why a call was not made. */
export function refusalSentence(refusal: SummaryRefusal | SpendingRefusal): Sentence {
  switch (refusal.kind) {
    case 'stopped':
      return failureSentence({ kind: kindOfStop(refusal.stop), status: refusal.stop.status });
    case 'coolingDown':
      return callSentence(refusal.last);
    case 'declined':
    case 'allowance':
      return { text: refusalText(refusal), next: 'showUsage' };
    default:
      return { text: refusalText(refusal), next: 'retry' };
  }
}

type OwnRefusal = Exclude<
  SummaryRefusal | SpendingRefusal,
  { readonly kind: 'stopped' | 'coolingDown' }
>;

function refusalText(refusal: OwnRefusal): string {
  switch (refusal.kind) {
    case 'notEvm':
      return l10n.t('Summaries are available for EVM networks only. You can still score the risk.');
    case 'budget':
      return l10n.t(
        'Today’s limit of {0} automatic summaries is reached. Use Look Up Address to fetch this one anyway.',
        refusal.limit,
      );
    case 'declined':
      return declinedText(refusal.calls, localTime(refusal.until));
    case 'allowance':
      return l10n.t(
        'Paid calls from commands reached the hourly limit. Run Look Up Address to allow more.',
      );
    case 'unreliable':
      return l10n.t(
        'Automatic summaries stopped: three calls in a row had no usable response and may have been charged. Use Look Up Address to try again.',
      );
    case 'mayBeKey':
      return l10n.t('Nothing was sent: 64 hex digits can also be a private key.');
    case 'notStored':
      return notStoredText(refusal.reason);
    case 'mayBeLost':
      return l10n.t(
        'Stored results were damaged, so a result that you paid for may be missing. Nothing is fetched automatically for now. Use Look Up Address to fetch this summary.',
      );
  }
}

function declinedText(calls: PaidKind, until: string): string {
  return calls === 'start'
    ? l10n.t(
        'You declined more calculations from commands. They are on hold until {0}; the buttons in the report still work.',
        until,
      )
    : l10n.t(
        'You declined more summaries from commands. They are on hold until {0}; the buttons in the report still work.',
        until,
      );
}

function kindOfStop(stop: { readonly scope: string; readonly status: number }): FailureKind {
  if (stop.status === 404) return 'licenseNotFound';
  if (stop.scope === 'summary') return 'callsUsedUp';
  if (stop.scope === 'risk') return 'quotaUsedUp';
  return stop.status === 403 ? 'keyRevoked' : 'keyInvalid';
}

type EndedJob = Pick<JobRow, 'state' | 'status'> & Partial<Pick<JobRow, 'unreadBody'>>;

/** Why a job has no result. */
export function jobSentence(job: EndedJob): Sentence {
  const rejection = rejectionOf(job);
  if (rejection !== undefined) return failureSentence(rejection);
  return { text: jobText(job), next: job.state === 'invalidId' ? 'showLog' : 'retry' };
}

/**
 * The rejection that paused a job, only for the job that received it: another job's last response
 * isn't one.
 */
export function rejectionOf({
  state,
  status,
}: EndedJob): Pick<Failure, 'kind' | 'status'> | undefined {
  if (status === null) return undefined;
  if (state === 'notFound') return { kind: 'jobNotFound', status };
  if (state === 'pausedQuota' && status === 402) return { kind: 'quotaUsedUp', status };
  if (state !== 'pausedAuth') return undefined;
  if (status === 401) return { kind: 'keyInvalid', status };
  return status === 403 ? { kind: 'keyRevoked', status } : undefined;
}

function jobText({ state, status, unreadBody = null }: EndedJob): string {
  switch (state) {
    case 'unknown':
      return unreadBody === null
        ? l10n.t(
            'The request was sent but its response was lost. The calculation may have been charged, and its ID is unknown. It is not sent again unless you say so.',
          )
        : l10n.t(
            'The service responded, but no job ID could be read from its response. The calculation may have been charged. If you find the ID in the response, enter it in Show Risk Jobs. The request is not sent again unless you say so.',
          );
    case 'stale':
      return timedOutText(status);
    case 'detached':
      return l10n.t('You stopped waiting. The calculation may still finish.');
    case 'pausedQuota':
      return l10n.t(
        'Paused: another call used up the calculation quota. The ID is kept; resume the job to continue.',
      );
    case 'pausedAuth':
      return l10n.t(
        'Paused: the credentials have changed, or the service rejected them. The ID is kept. Resume the job to continue.',
      );
    case 'notFound':
      return l10n.t('The service cannot find this risk job. Its ID is kept; try again later.');
    case 'invalidId':
      return status === null
        ? l10n.t('The ID of this job cannot be used in a request. It is kept.')
        : l10n.t('The service rejected the ID of this job ({0}). The ID is kept.', status);
    case 'rejected':
      return status === null
        ? l10n.t('The calculation was rejected.')
        : l10n.t('The service rejected the calculation ({0}).', status);
    case 'intent':
    case 'running':
      return l10n.t('The calculation is in progress.');
    case 'done':
      return l10n.t('The result is stored.');
  }
}

/** Why polling stopped without a result, by the last response. */
function timedOutText(status: number | null): string {
  switch (status) {
    case null:
      return l10n.t(
        'Timed out: the service could not be reached or did not respond. The ID is kept.',
      );
    case 200:
      return l10n.t('The response could not be read ({0}). The ID is kept.', status);
    case 409:
      return l10n.t(
        'Still not ready ({0}). The ID may be wrong, or the result has already been read. The ID is kept.',
        status,
      );
    default:
      return l10n.t('Timed out: the last response was {0}. The ID is kept.', status);
  }
}

/** How the score of one address of a batch ended; the result itself is read from what is stored. */
export type BatchEnd =
  | Exclude<ScoreOutcome, { readonly kind: 'value' }>
  | { readonly kind: 'value' }
  /** A different account is in use, or none. */
  | { readonly kind: 'otherAccount' }
  /** A fault of our own code or of the disk; it is in the log. */
  | { readonly kind: 'fault' };

/** Why an address has no new score; undefined if it has one. */
export function endSentence(end: BatchEnd): Sentence | undefined {
  switch (end.kind) {
    case 'value':
      return undefined;
    case 'gone':
      return { text: l10n.t('The job was forgotten.'), next: 'retry' };
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
