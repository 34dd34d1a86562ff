import { l10n } from 'vscode';
import type { KeyShape } from '../addresses/keyMaterial.ts';
import type { AddressProblem } from '../addresses/parse.ts';
import type { CredentialProblem } from '../api/credentials.ts';
import type { Failure, FailureKind } from '../api/failure.ts';
import type { ServiceUrlProblem } from '../api/serviceUrl.ts';
import type { LedgerNotice } from '../ledger/keeper.ts';
import type { CallRow, JobRow } from '../ledger/store.ts';
import type { SpendingRefusal } from '../lookups/spending.ts';
import type { SummaryRefusal } from '../lookups/summaries.ts';
import { localTime } from './words.ts';

/** What a message offers to do next; `Notifier.run` does it. */
export type NextAction =
  | 'signIn'
  | 'useSampleService'
  | 'retry'
  | 'showLog'
  | 'showUsage'
  | 'openAccount'
  | 'openSettings';

/** A message for the user, with the one thing to do about it. */
export interface Sentence {
  readonly text: string;
  readonly next: NextAction;
}

export function failureSentence(
  failure: Pick<Failure, 'kind' | 'status' | 'code'> & { readonly wasSent?: boolean },
): Sentence {
  const status = failure.status === undefined ? '' : String(failure.status);
  const code = failure.code === undefined ? '' : ` (${failure.code})`;
  if (failure.kind === 'tls' && failure.wasSent !== false) return lateTlsSentence(code);
  return sentencesOfFailures[failure.kind](status, code);
}

/** A server may reject our side of the connection after it has received the request. */
function lateTlsSentence(code: string): Sentence {
  return {
    text: l10n.t('The service ended the secure connection{0}. See the log.', code),
    next: 'showLog',
  };
}

const sentencesOfFailures: Record<FailureKind, (status: string, code: string) => Sentence> = {
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
  licenceNotFound: (status) => ({
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
      'The service redirected the request ({0}), and credentials are not sent to another address. Check the service URL.',
      status,
    ),
    next: 'signIn',
  }),
  unexpectedStatus: (status) => ({
    text: l10n.t('Unexpected response {0}. Check the service URL.', status),
    next: 'signIn',
  }),
  network: (_status, code) => ({
    text: l10n.t('The service could not be reached{0}. Check the connection.', code),
    next: 'retry',
  }),
  tls: (_status, code) => ({
    text: l10n.t('The certificate of the service could not be trusted{0}. Nothing was sent.', code),
    next: 'showLog',
  }),
  proxy: (_status, code) => ({
    text: l10n.t('The proxy refused the connection{0}. Check the proxy settings.', code),
    next: 'openSettings',
  }),
  intermediary: (status) => ({
    text: l10n.t(
      'Received a web page instead of a response from the service ({0}). Check the service URL and any network sign-in page.',
      status,
    ),
    next: 'signIn',
  }),
  timeout: (_status, code) => ({
    text: l10n.t('The service did not respond in time{0}. Try again later.', code),
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
  cancelled: () => ({ text: l10n.t('Canceled. No further requests are sent.'), next: 'retry' }),
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

/** What a call with a lost response may have cost. */
export function mayBeChargedSentence(): string {
  return l10n.t('The call may have been charged.');
}

export function refusalSentence(refusal: SummaryRefusal | SpendingRefusal): Sentence {
  switch (refusal.kind) {
    case 'notEvm':
      return {
        text: l10n.t(
          'Summaries are available for EVM networks only. You can still score the risk.',
        ),
        next: 'retry',
      };
    case 'budget':
      return {
        text: l10n.t(
          'Today’s limit of {0} automatic summaries is reached. Use Look Up Address to fetch this one anyway.',
          refusal.limit,
        ),
        next: 'retry',
      };
    case 'declined':
      return {
        text:
          refusal.calls === 'start'
            ? l10n.t(
                'You declined more calculations from commands. They are on hold until {0}; the buttons in the report still work.',
                localTime(refusal.until),
              )
            : l10n.t(
                'You declined more summaries from commands. They are on hold until {0}; the buttons in the report still work.',
                localTime(refusal.until),
              ),
        next: 'showUsage',
      };
    case 'allowance':
      return {
        text: l10n.t('Commands have used up their hourly allowance. Use Look Up Address.'),
        next: 'showUsage',
      };
    case 'stopped':
      return failureSentence({ kind: kindOfStop(refusal.stop), status: refusal.stop.status });
    case 'coolingDown':
      return callSentence(refusal.last);
  }
}

export function callSentence(call: CallRow): Sentence {
  const { text, next } = failureSentence({
    kind: call.kind,
    wasSent: call.mayBeCharged,
    ...(call.status === null ? {} : { status: call.status }),
  });
  return { text: call.mayBeCharged ? `${text} ${mayBeChargedSentence()}` : text, next };
}

function kindOfStop(stop: { readonly scope: string; readonly status: number }): FailureKind {
  if (stop.scope === 'summary') return 'callsUsedUp';
  if (stop.scope === 'risk') return 'quotaUsedUp';
  if (stop.status === 403) return 'keyRevoked';
  return stop.status === 404 ? 'licenceNotFound' : 'keyInvalid';
}

/** The state of a job in a word or two, for lists. */
export function jobStateName(state: JobRow['state']): string {
  switch (state) {
    case 'intent':
      return l10n.t('starting');
    case 'running':
      return l10n.t('running');
    case 'done':
      return l10n.t('done');
    case 'rejected':
      return l10n.t('rejected');
    case 'unknown':
      return l10n.t('outcome unknown');
    case 'pausedQuota':
      return l10n.t('paused: quota used up');
    case 'pausedAuth':
      return l10n.t('paused: key rejected or changed');
    case 'notFound':
      return l10n.t('not found');
    case 'invalidId':
      return l10n.t('ID rejected');
    case 'stale':
      return l10n.t('on hold');
    case 'detached':
      return l10n.t('stopped waiting');
  }
}

/**
 * Why a job has no result. A rejection is reported only for the job that received it: the last
 * response of a job paused for another reason is not one.
 */
export function jobSentence(job: Pick<JobRow, 'state' | 'status'>): Sentence {
  switch (job.state) {
    case 'unknown':
      return {
        text: l10n.t(
          'The request was sent but its response was lost. The calculation may have been charged, and its ID is unknown. It is not sent again unless you say so.',
        ),
        next: 'retry',
      };
    case 'stale':
      return { text: staleText(job.status), next: 'retry' };
    case 'detached':
      return {
        text: l10n.t(
          'You stopped waiting, or another job had already started. The service cannot cancel a calculation, so it may still finish; its ID is kept.',
        ),
        next: 'retry',
      };
    case 'pausedQuota':
      return job.status === 402
        ? failureSentence({ kind: 'quotaUsedUp', status: job.status })
        : {
            text: l10n.t(
              'Paused: another call used up the calculation quota. The ID is kept; resume the job to continue.',
            ),
            next: 'retry',
          };
    case 'pausedAuth':
      return pausedAuthSentence(job.status);
    case 'notFound':
      return failureSentence({ kind: 'jobNotFound', status: job.status ?? 404 });
    case 'invalidId':
      return {
        text:
          job.status === null
            ? l10n.t('The ID of this job cannot be used in a request. It is kept.')
            : l10n.t('The service rejected the ID of this job ({0}). The ID is kept.', job.status),
        next: 'showLog',
      };
    case 'rejected':
      return {
        text:
          job.status === null
            ? l10n.t('The calculation was rejected.')
            : l10n.t('The service rejected the calculation ({0}).', job.status),
        next: 'retry',
      };
    case 'intent':
    case 'running':
      return { text: l10n.t('The calculation is in progress.'), next: 'retry' };
    case 'done':
      return { text: l10n.t('The result is stored.'), next: 'retry' };
  }
}

function pausedAuthSentence(status: number | null): Sentence {
  switch (status) {
    case 401:
      return failureSentence({ kind: 'keyInvalid', status });
    case 403:
      return failureSentence({ kind: 'keyRevoked', status });
    default:
      return {
        text: l10n.t(
          'Paused: it was started with other credentials, or another call with these was rejected. The ID is kept; resume the job to continue.',
        ),
        next: 'retry',
      };
  }
}

/** Why polling stopped without a result, by the last response. */
function staleText(status: number | null): string {
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

export function addressProblemText(problem: AddressProblem): string {
  switch (problem.kind) {
    case 'empty':
      return l10n.t('Enter an address.');
    case 'keyShaped':
      return l10n.t('This looks like a private key. It is not sent anywhere. Enter an address.');
    case 'placeholder':
      return l10n.t(
        'This is a placeholder address ({0}) that nobody controls. Enter another one.',
        problem.placeholder,
      );
    case 'checksum':
      return l10n.t('The checksum of this address is wrong (EIP-55). Check for a typo.');
    case 'notAnAddress':
      return l10n.t(
        'This is not an address. An EVM address is 0x and 40 hex digits; addresses of other networks need a valid checksum.',
      );
  }
}

/** Why text that looks like a key gets no actions. */
export function keyShapeText(shape: KeyShape): string {
  const what: Record<KeyShape, () => string> = {
    privateKey: () => l10n.t('a private key'),
    wif: () => l10n.t('a private key (WIF)'),
    extendedKey: () => l10n.t('an extended private key'),
    solanaKey: () => l10n.t('a Solana secret key'),
    seedPhrase: () => l10n.t('a seed phrase'),
    pem: () => l10n.t('a private key (PEM)'),
    keyPiece: () => l10n.t('a part of a private key'),
  };
  return l10n.t(
    'This looks like {0}. It is never looked up, logged, or sent. Should it be in this file?',
    what[shape](),
  );
}

export function serviceUrlProblemText(problem: ServiceUrlProblem): string {
  switch (problem) {
    case 'empty':
      return l10n.t('Enter the URL of the service.');
    case 'notAUrl':
      return l10n.t('Enter a URL that begins with https://.');
    case 'notHttps':
      return l10n.t('Use https. Plain http exposes the key and is allowed for this machine only.');
    case 'userInfo':
      return l10n.t('Remove the user name and password. Tenant ID and key come next.');
    case 'queryOrFragment':
      return l10n.t('Remove everything from ? or # onwards.');
    case 'trailingDot':
      return l10n.t('Remove the dot at the end of the host name.');
  }
}

export function credentialProblemText(
  what: 'tenantId' | 'apiKey',
  problem: CredentialProblem,
): string {
  switch (problem) {
    case 'empty':
      return what === 'tenantId' ? l10n.t('Enter the tenant ID.') : l10n.t('Enter the API key.');
    case 'colon':
      return l10n.t('A tenant ID has no colon. Copy it again, without the key.');
    case 'controlCharacter':
      return what === 'tenantId'
        ? l10n.t('The tenant ID contains a line break. Copy it again.')
        : l10n.t('The key contains a line break. Copy it again.');
  }
}

/** Does not quote the name: any extension may have passed it. */
export function chainProblemText(): string {
  return l10n.t('Address Risk does not know this network. Use a name such as ethereum.');
}

export function ledgerNoticeText(notice: LedgerNotice): string {
  if (notice.kind === 'inMemory') {
    return l10n.t(
      'Results cannot be stored on this machine and last only until this window closes. See the log.',
    );
  }
  return notice.reason === 'newer'
    ? l10n.t('The stored results are from a newer version. They were moved to {0}.', notice.file)
    : l10n.t('The stored results could not be read. They were moved to {0}.', notice.file);
}
