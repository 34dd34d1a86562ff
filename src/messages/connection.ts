import * as l10n from '@vscode/l10n';
import type { CheckOutcome } from '../api/client.ts';
import type { Sentence } from './message.ts';
import { failureSentence } from './outcomes.ts';

/** A larger difference makes the times on the screen misleading. */
const tolerableSkewMs = 60_000;

/** Where requests go on their way to the service. */
export type ProxyFacts =
  | { readonly kind: 'thisMachine' | 'byVsCode' | 'off' | 'none' }
  | {
      readonly kind: 'set';
      /** The setting or environment variable that names it. */
      readonly by: string;
      /** Only the host: the URL may contain a password. Undefined if it is not a URL. */
      readonly host: string | undefined;
    };

export const connectionTexts = {
  announcement: () => l10n.t('Check Connection makes one status check, which may be charged.'),
  progressTitle: () => l10n.t('Checking the connection: one status check, which may be charged'),
  sampleAnswers: () =>
    l10n.t('The sample service on this machine responds. It needs no credentials.'),
  sampleService: () => l10n.t('Service: the sample service on this machine. Sample data.'),
  service: (origin: string) => l10n.t('Service: {0}', origin),
  tls: (isSecure: boolean) =>
    isSecure
      ? l10n.t('TLS: required, with a certificate that Node or the system trusts')
      : l10n.t('TLS: none; the service is on this machine'),
  tlsDisabled: () =>
    l10n.t(
      'TLS: NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks. Remove it from the environment.',
    ),
  resolved: (hostname: string, address: string) =>
    l10n.t('DNS: {0} resolves to {1}', hostname, address),
  notResolved: (hostname: string, code: string | undefined) =>
    code === undefined
      ? l10n.t('DNS: {0} was not found from this machine; a proxy may still find it', hostname)
      : l10n.t(
          'DNS: {0} was not found from this machine ({1}); a proxy may still find it',
          hostname,
          code,
        ),
};

export function proxyText(proxy: ProxyFacts): string {
  switch (proxy.kind) {
    case 'thisMachine':
      return l10n.t('Proxy: none; the service is on this machine');
    case 'byVsCode':
      return l10n.t('Proxy: as VS Code finds it (“Address Risk › Network: Transport” is vscode)');
    case 'off':
      return l10n.t('Proxy: none (“Http: Proxy Support” is off)');
    case 'none':
      return l10n.t('Proxy: not set');
    case 'set':
      return proxy.host === undefined
        ? l10n.t('Proxy: {0} is not a URL', proxy.by)
        : l10n.t('Proxy: {0} ({1})', proxy.host, proxy.by);
  }
}

/** The results of the one call: its outcome first, then the clock. */
export function checkOutcomeTexts(
  outcome: CheckOutcome,
  isSample = false,
): readonly [string, ...string[]] {
  if (!outcome.ok) return [failureSentence(outcome.failure).text];
  const { status, clockSkewMs } = outcome.value;
  const isAnswered = answered.includes(status);
  return [
    isSample && isAnswered ? connectionTexts.sampleAnswers() : responseText(status),
    clockText(clockSkewMs),
  ];
}

/** The next action: to sign in again if the credentials or the URL are wrong. */
export function checkNextAction(outcome: CheckOutcome): 'signIn' | 'showLog' {
  const failed = outcome.ok ? rejectionOf(outcome.value.status) : failureSentence(outcome.failure);
  return failed?.next === 'signIn' ? 'signIn' : 'showLog';
}

function clockText(skewMs: number | undefined): string {
  if (skewMs === undefined) return l10n.t('Clock: not checked; the response has no Date header');
  return Math.abs(skewMs) > tolerableSkewMs
    ? l10n.t(
        'Clock: {0} s off from the service. Check the clock of this machine.',
        Math.round(skewMs / 1_000),
      )
    : l10n.t('Clock: in sync with the service');
}

/** The spec doesn't say whether this endpoint checks the key, so a 404 proves nothing about it. */
function responseText(status: number): string {
  if (answered.includes(status)) return l10n.t('Service reachable. Credentials were not rejected.');
  return (
    rejectionOf(status)?.text ??
    l10n.t('Unexpected response {0}; this may not be the service.', status)
  );
}

/** For a job that there never was. */
const answered: readonly number[] = [404, 409, 422];

function rejectionOf(status: number): Sentence | undefined {
  switch (status) {
    case 401:
      return failureSentence({ kind: 'keyInvalid', status });
    case 402:
      return failureSentence({ kind: 'quotaUsedUp', status });
    case 403:
      return failureSentence({ kind: 'keyRevoked', status });
    default:
      return undefined;
  }
}
