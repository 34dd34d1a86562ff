import { l10n } from 'vscode';
import type { KeyShape } from '../addresses/keyMaterial.ts';
import type { AddressProblem } from '../addresses/parse.ts';
import type { CredentialProblem } from '../api/credentials.ts';
import type { Failure, FailureKind } from '../api/failure.ts';
import type { ServiceUrlProblem } from '../api/serviceUrl.ts';
import type { LedgerNotice } from '../ledger/keeper.ts';
import type { CallRow, JobRow } from '../ledger/store.ts';
import type { SummaryRefusal } from '../lookups/summaries.ts';

/** What a message offers to do next; each has one place in `editor/actions.ts`. */
export type NextAction =
  'signIn' | 'useSampleService' | 'retry' | 'showLog' | 'openAccount' | 'openSettings';

/** Something to tell a person, with the one thing to do about it. */
export interface Sentence {
  readonly text: string;
  readonly next: NextAction;
}

export function failureSentence(failure: Pick<Failure, 'kind' | 'status' | 'code'>): Sentence {
  const status = failure.status === undefined ? '' : String(failure.status);
  const code = failure.code === undefined ? '' : ` (${failure.code})`;
  return sentencesOfFailures[failure.kind](status, code);
}

const sentencesOfFailures: Record<FailureKind, (status: string, code: string) => Sentence> = {
  keyInvalid: (status) => ({
    text: l10n.t(
      'The service refused the API key: not found or invalid ({0}). Sign in again.',
      status,
    ),
    next: 'signIn',
  }),
  keyRevoked: (status) => ({
    text: l10n.t(
      'The service refused the API key: it was revoked ({0}). Sign in with another.',
      status,
    ),
    next: 'signIn',
  }),
  licenceNotFound: (status) => ({
    text: l10n.t('The service knows no such licence or tenant ({0}). Check the tenant id.', status),
    next: 'signIn',
  }),
  callsUsedUp: (status) => ({
    text: l10n.t('No API calls are left for this key ({0}). See your licence.', status),
    next: 'openAccount',
  }),
  quotaUsedUp: (status) => ({
    text: l10n.t(
      'The calculation quota of the licence is used up ({0}). See your licence.',
      status,
    ),
    next: 'openAccount',
  }),
  jobNotFound: (status) => ({
    text: l10n.t(
      'The service knows no such risk job ({0}). Its id is kept; try again later.',
      status,
    ),
    next: 'retry',
  }),
  notReady: (status) => ({
    text: l10n.t('The calculation is not ready yet ({0}). Ask again later.', status),
    next: 'retry',
  }),
  parametersRefused: (status) => ({
    text: l10n.t(
      'The service did not accept the address or the network ({0}). If it calls the network by another name, set “Address Risk: Chain Ids”.',
      status,
    ),
    next: 'openSettings',
  }),
  rateLimited: (status) => ({
    text: l10n.t('The service asks for a pause ({0}). Try again in a while.', status),
    next: 'retry',
  }),
  serverFault: (status) => ({
    text: l10n.t('The service has a fault of its own ({0}). Try again later.', status),
    next: 'retry',
  }),
  redirected: (status) => ({
    text: l10n.t(
      'The service sent us elsewhere ({0}); credentials do not follow. Check the service URL.',
      status,
    ),
    next: 'signIn',
  }),
  unexpectedStatus: (status) => ({
    text: l10n.t('The service answered {0}, which it should not. Check the service URL.', status),
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
    text: l10n.t('The proxy refused the connection{0}. Check its settings.', code),
    next: 'openSettings',
  }),
  intermediary: (status) => ({
    text: l10n.t(
      'A web page answered in place of the service ({0}). Check the service URL and any network log-in.',
      status,
    ),
    next: 'signIn',
  }),
  timeout: (_status, code) => ({
    text: l10n.t('The service did not answer in time{0}. Try again later.', code),
    next: 'retry',
  }),
  tooLarge: () => ({
    text: l10n.t('The answer was larger than any answer of the service may be. See the log.'),
    next: 'showLog',
  }),
  badAnswer: () => ({
    text: l10n.t('The answer could not be read. Check that the URL is that of the service.'),
    next: 'signIn',
  }),
  cancelled: () => ({ text: l10n.t('Cancelled. Nothing more is asked for.'), next: 'retry' }),
  refusedHere: () => ({
    text: l10n.t(
      'This address or network cannot be sent as it is. Check “Address Risk: Chain Ids”.',
    ),
    next: 'openSettings',
  }),
  sampleService: () => ({
    text: l10n.t('The sample service on this machine did not start. See the log.'),
    next: 'showLog',
  }),
};

/** Where an answer was lost, what it may have cost. */
export function mayBeChargedSentence(): string {
  return l10n.t('The call may have been charged.');
}

export function refusalSentence(refusal: SummaryRefusal): Sentence {
  switch (refusal.kind) {
    case 'notEvm':
      return {
        text: l10n.t(
          'The service has summaries for EVM networks only; a risk score can be asked for.',
        ),
        next: 'retry',
      };
    case 'budget':
      return {
        text: l10n.t(
          'The daily budget of {0} automatic summaries is spent. Look the address up to ask all the same.',
          refusal.limit,
        ),
        next: 'retry',
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
      return l10n.t('refused');
    case 'unknown':
      return l10n.t('outcome unknown');
    case 'pausedQuota':
      return l10n.t('paused: quota used up');
    case 'pausedAuth':
      return l10n.t('paused: key refused or changed');
    case 'notFound':
      return l10n.t('not found');
    case 'invalidId':
      return l10n.t('id not accepted');
    case 'stale':
      return l10n.t('set aside');
    case 'detached':
      return l10n.t('no longer waited for');
  }
}

/**
 * What has become of a job that brought no result. A refusal is told of only where this very job
 * met with it: the last answer of a job that was paused for another reason is not one.
 */
export function jobSentence(job: Pick<JobRow, 'state' | 'status'>): Sentence {
  switch (job.state) {
    case 'unknown':
      return {
        text: l10n.t(
          'The start was sent and its answer was lost: the calculation may have been charged, and its id is not known. It is not sent again unless you say so.',
        ),
        next: 'retry',
      };
    case 'stale':
      return { text: staleText(job.status), next: 'retry' };
    case 'detached':
      return {
        text: l10n.t(
          'You stopped waiting, or its id came when another job had been begun. The service has no cancel and may go on by itself; the id is kept.',
        ),
        next: 'retry',
      };
    case 'pausedQuota':
      return job.status === 402
        ? failureSentence({ kind: 'quotaUsedUp', status: job.status })
        : {
            text: l10n.t(
              'Paused: the calculation quota was used up for another call. The id is kept; asking again goes on.',
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
            ? l10n.t('The id of this job cannot be asked for as it is. The id is kept.')
            : l10n.t(
                'The service does not accept the id of this job ({0}). The id is kept.',
                job.status,
              ),
        next: 'showLog',
      };
    case 'rejected':
      return {
        text:
          job.status === null
            ? l10n.t('The start was refused.')
            : l10n.t('The service refused the start ({0}).', job.status),
        next: 'retry',
      };
    case 'intent':
    case 'running':
      return { text: l10n.t('The calculation is under way.'), next: 'retry' };
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
          'Paused: it was started with other credentials, or another call was refused with these. The id is kept; asking again goes on.',
        ),
        next: 'retry',
      };
  }
}

/** Why there is no result and no more asking, by the last answer. */
function staleText(status: number | null): string {
  switch (status) {
    case null:
      return l10n.t(
        'No result in time: the service could not be reached, or did not answer. The id is kept.',
      );
    case 200:
      return l10n.t(
        'The service answered with something that could not be read ({0}). The id is kept.',
        status,
      );
    case 409:
      return l10n.t(
        'Still not ready ({0}). The id may be wrong, or the result was read already. The id is kept.',
        status,
      );
    default:
      return l10n.t('No result in time: the service last answered {0}. The id is kept.', status);
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
        'This is a placeholder ({0}), held by nobody. Enter another address.',
        problem.placeholder,
      );
    case 'checksum':
      return l10n.t(
        'The letters of this address fail its checksum (EIP-55). Check it for a typing error.',
      );
    case 'notAnAddress':
      return l10n.t(
        'This is not an address. An EVM address is 0x and 40 hex digits; for other networks its checksum must be right.',
      );
  }
}

/** Why nothing is offered for what looks like a key. */
export function keyShapeText(shape: KeyShape): string {
  const what: Record<KeyShape, () => string> = {
    privateKey: () => l10n.t('a private key'),
    wif: () => l10n.t('a private key (WIF)'),
    extendedKey: () => l10n.t('an extended private key'),
    solanaKey: () => l10n.t('a Solana secret key'),
    seedPhrase: () => l10n.t('a seed phrase'),
    pem: () => l10n.t('a private key (PEM)'),
  };
  return l10n.t(
    'This looks like {0}: it is not looked up, not logged and not sent. Does it belong in this file?',
    what[shape](),
  );
}

export function serviceUrlProblemText(problem: ServiceUrlProblem): string {
  switch (problem) {
    case 'empty':
      return l10n.t('Enter the URL of the service.');
    case 'notAUrl':
      return l10n.t('This is not a URL. It begins with https://.');
    case 'notHttps':
      return l10n.t(
        'Use https. Plain http would show the key to the network; it is for this machine alone.',
      );
    case 'userInfo':
      return l10n.t('Leave out the user name and password. Tenant id and key are asked for next.');
    case 'queryOrFragment':
      return l10n.t('Leave out everything from ? or # on.');
    case 'trailingDot':
      return l10n.t('Leave out the dot at the end of the host.');
  }
}

export function credentialProblemText(
  what: 'tenantId' | 'apiKey',
  problem: CredentialProblem,
): string {
  switch (problem) {
    case 'empty':
      return what === 'tenantId' ? l10n.t('Enter the tenant id.') : l10n.t('Enter the API key.');
    case 'colon':
      return l10n.t('A tenant id has no colon. Copy it again, without the key.');
    case 'controlCharacter':
      return what === 'tenantId'
        ? l10n.t('The tenant id has a line break in it. Copy it again.')
        : l10n.t('The key has a line break in it. Copy it again.');
  }
}

export function chainProblemText(chain: string): string {
  return l10n.t(
    '“{0}” is not a network that Address Risk knows. Use a name such as ethereum.',
    chain,
  );
}

export function ledgerNoticeText(notice: LedgerNotice): string {
  if (notice.kind === 'inMemory') {
    return l10n.t(
      'What you look up cannot be stored on this machine; it is kept in this window alone. See the log.',
    );
  }
  return notice.reason === 'newer'
    ? l10n.t(
        'The stored results are from a newer version. They were set aside as {0}.',
        notice.file,
      )
    : l10n.t('The stored results could not be read. They were set aside as {0}.', notice.file);
}
