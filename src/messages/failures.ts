import * as l10n from '@vscode/l10n';
import type { Failure, FailureKind, UsedUpLimit } from '../api/failure.ts';
import type { CallRow } from '../ledger/store.ts';
import type { Sentence } from './message.ts';
import { sentences } from './text.ts';
import { utc } from './times.ts';

/** Kinds of a response: their sentences quote its status. */
type StatusKind =
  | 'keyInvalid'
  | 'keyRevoked'
  | 'licenseNotFound'
  | 'callsUsedUp'
  | 'quotaUsedUp'
  | 'jobNotFound'
  | 'notReady'
  | 'parametersRefused'
  | 'rateLimited'
  | 'serverFault'
  | 'redirected'
  | 'unexpectedStatus'
  | 'intermediary';

/** Why a call failed. A status or a code that is not known is not mentioned. */
export function failureSentence(
  failure: Pick<Failure, 'kind' | 'status' | 'code' | 'limit' | 'charged'> & {
    readonly wasSent?: boolean;
  },
): Sentence {
  const { kind, status, code, limit, charged } = failure;
  if (limit !== undefined) return { text: usedUpText(limit), next: 'retry' };
  // Only a gateway states a price, and says with it that the call stopped there.
  if (status === 503 && charged === 0) return { text: stoppedAtGateway(status), next: 'retry' };
  if (isRejectedByGateway(failure)) {
    return { text: rejectedByGateway[failure.kind](status), next: 'signIn' };
  }
  if (isOfStatus(kind)) {
    return status === undefined ? noStatus() : sentencesOfStatus[kind](status);
  }
  if (kind === 'tls' && failure.wasSent !== false) return lateTls(code);
  return sentencesWithoutStatus[kind](kind === 'proxy' ? (code ?? status) : code);
}

const stoppedAtGateway = (status: number): string =>
  l10n.t(
    'The gateway could not make this call ({0}). Nothing was sent or charged. Try again later, or ask whoever runs the gateway.',
    status,
  );

/** Whether the key is one of a gateway, and not of the service. */
export function isRejectedByGateway<Rejected extends Pick<Failure, 'kind' | 'charged'>>(
  failure: Rejected,
): failure is Rejected & { readonly kind: keyof typeof rejectedByGateway } {
  return failure.charged === 0 && Object.hasOwn(rejectedByGateway, failure.kind);
}

const rejectedByGateway = {
  keyInvalid: (status = 401) =>
    l10n.t(
      'The gateway rejected your tenant ID or key: not found or invalid ({0}). Check both, or ask whoever runs the gateway.',
      status,
    ),
  keyRevoked: (status = 403) =>
    l10n.t(
      'The gateway rejected your key: it was revoked or replaced ({0}). Ask whoever runs the gateway.',
      status,
    ),
} as const;

function usedUpText({ of, until }: UsedUpLimit): string {
  switch (of) {
    case 'member':
      return l10n.t(
        'Your daily limit is used up. It resets at {0}. Ask whoever runs the gateway.',
        utc(until),
      );
    case 'team':
      return l10n.t(
        'Your team’s daily limit is used up. It resets at {0}. Ask whoever runs the gateway.',
        utc(until),
      );
    case 'service':
      return l10n.t(
        'Your team’s license is used up at the service. The gateway tries again at {0}. Ask whoever runs the gateway.',
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
  const { status = 200 } = failure;
  // Not a rejection: no response arrived, or one that could not be read.
  const isLost = failure.wasSent && status >= 200 && status <= 299;
  return { text: isLost ? withMayBeCharged(text) : text, next };
}

/** A sentence, followed by what a call with a lost response may have cost. */
function withMayBeCharged(text: string): string {
  return sentences([text, l10n.t('The call may have been charged.')]);
}

function isOfStatus(kind: FailureKind): kind is StatusKind {
  return Object.hasOwn(sentencesOfStatus, kind);
}

/** No such failure is known; any other sentence would have to quote a status that was not sent. */
function noStatus(): Sentence {
  return { text: l10n.t('The request failed. See the log.'), next: 'showLog' };
}

const sentencesOfStatus: Readonly<Record<StatusKind, (status: number) => Sentence>> = {
  keyInvalid: (status) => ({
    text: l10n.t(
      'The service rejected the API key: not found or invalid ({0}). Sign in again.',
      status,
    ),
    next: 'signIn',
  }),
  keyRevoked: (status) => ({
    text: l10n.t(
      'The service rejected the API key: it was revoked ({0}). Sign in with another key.',
      status,
    ),
    next: 'signIn',
  }),
  licenseNotFound: (status) => ({
    text: l10n.t('License or tenant not found ({0}). Check the tenant ID.', status),
    next: 'signIn',
  }),
  callsUsedUp: (status) => ({
    text: l10n.t('No API calls left for this key ({0}). Check your license.', status),
    next: 'openAccount',
  }),
  quotaUsedUp: (status) => ({
    text: l10n.t('Your calculation quota is used up ({0}). Check your license.', status),
    next: 'openAccount',
  }),
  jobNotFound: (status) => ({
    text: l10n.t(
      'The service cannot find this risk job ({0}). Its ID is kept; try again later.',
      status,
    ),
    next: 'retry',
  }),
  notReady: (status) => ({
    text: l10n.t('The calculation is not ready yet ({0}). Try again later.', status),
    next: 'retry',
  }),
  parametersRefused: (status) => ({
    text: l10n.t(
      'The service rejected the address or network ({0}). If it uses another name for the network, set “Address Risk: Chain Ids”.',
      status,
    ),
    next: 'openSettings',
  }),
  rateLimited: (status) => ({
    text: l10n.t('Too many requests ({0}). Try again shortly.', status),
    next: 'retry',
  }),
  serverFault: (status) => ({
    text: l10n.t('The service reported an internal error ({0}). Try again later.', status),
    next: 'retry',
  }),
  redirected: (status) => ({
    text: l10n.t(
      'The service redirected the request ({0}). Credentials were not sent to the new URL. Check the service URL.',
      status,
    ),
    next: 'signIn',
  }),
  unexpectedStatus: (status) => ({
    text: l10n.t('Unexpected response {0}. Check the service URL.', status),
    next: 'signIn',
  }),
  intermediary: (status) => ({
    text: l10n.t(
      'Received a web page instead of a response from the service ({0}). Check the service URL and any network sign-in page.',
      status,
    ),
    next: 'signIn',
  }),
};

/** A code of the system or the library, such as `ECONNREFUSED`, or the status of a proxy. */
type Cause = string | number | undefined;

const sentencesWithoutStatus: Readonly<
  Record<Exclude<FailureKind, StatusKind>, (cause: Cause) => Sentence>
> = {
  network: (cause) => ({
    text:
      cause === undefined
        ? l10n.t('The service could not be reached. Check the connection.')
        : l10n.t('The service could not be reached ({0}). Check the connection.', cause),
    next: 'retry',
  }),
  tls: (cause) => ({
    text:
      cause === undefined
        ? l10n.t('The certificate of the service could not be trusted. Nothing was sent.')
        : l10n.t(
            'The certificate of the service could not be trusted ({0}). Nothing was sent.',
            cause,
          ),
    next: 'showLog',
  }),
  proxy: (cause) => ({
    text:
      cause === undefined
        ? l10n.t('The proxy refused the connection. Check the proxy settings.')
        : l10n.t('The proxy refused the connection ({0}). Check the proxy settings.', cause),
    next: 'openSettings',
  }),
  timeout: (cause) => ({
    text:
      cause === undefined
        ? l10n.t('The service did not respond in time. Try again later.')
        : l10n.t('The service did not respond in time ({0}). Try again later.', cause),
    next: 'retry',
  }),
  tooLarge: () => ({
    text: l10n.t('The response is too large. See the log.'),
    next: 'showLog',
  }),
  badAnswer: () => ({
    text: l10n.t('The response could not be read. Check the service URL.'),
    next: 'signIn',
  }),
  late: () => ({
    text: l10n.t(
      'This window was suspended before the request was sent. Nothing was charged. Try again.',
    ),
    next: 'retry',
  }),
  cancelled: () => ({ text: l10n.t('Stopped. No further requests are sent.'), next: 'retry' }),
  refusedHere: () => ({
    text: l10n.t(
      'This address or network cannot be sent in a request. Check “Address Risk: Chain Ids”.',
    ),
    next: 'openSettings',
  }),
  sampleService: () => ({
    text: l10n.t('The sample service on this machine did not start. See the log.'),
    next: 'showLog',
  }),
};

/** A server may reject our side of the connection after it has received the request. */
function lateTls(cause: Cause): Sentence {
  return {
    text:
      cause === undefined
        ? l10n.t('The service ended the secure connection. See the log.')
        : l10n.t('The service ended the secure connection ({0}). See the log.', cause),
    next: 'showLog',
  };
}
