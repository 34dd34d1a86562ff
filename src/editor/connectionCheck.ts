import { lookup } from 'node:dns/promises';
import { l10n } from 'vscode';
import type { CheckOutcome } from '../api/client.ts';
import { isLoopback, readServiceUrl } from '../api/serviceUrl.ts';
import type { Engine } from '../engine/engine.ts';
import type { UsageRow } from '../ledger/store.ts';
import { dialogs } from './dialogs.ts';
import type { Log } from './log.ts';
import { signedOutText, type Notifier } from './notifier.ts';
import { failureSentence } from './sentences.ts';
import { isSignedIn, type Session } from './session.ts';
import { settings } from './settings.ts';

/** A larger difference makes the times on the screen misleading. */
const tolerableSkewMs = 60_000;

/**
 * Logs each step between this machine and the service. Makes one status call, which may be metered,
 * and concludes no more than the response allows.
 */
export async function checkConnection(parts: {
  readonly session: Session;
  readonly openEngine: () => Promise<Engine>;
  readonly notifier: Notifier;
  readonly log: Log;
}): Promise<void> {
  const { session, openEngine, notifier, log } = parts;
  const identity = await session.identity();
  log.show();
  log.note(l10n.t('Check Connection: one status call, which may be metered.'));
  if (!isSignedIn(identity)) {
    log.note(signedOutText(identity));
    notifier.signedOut(identity);
    return;
  }
  const url = identity.kind === 'sample' ? undefined : readServiceUrl(settings.serviceUrl());
  if (url?.ok === true) for (const line of await localSteps(new URL(url.base))) log.note(line);
  else log.note(l10n.t('Service: the sample service on this machine. Sample data.'));

  const engine = await openEngine();
  const outcome = await dialogs.progress(
    l10n.t('Checking the connection: one status call, which may be metered'),
    (_report, token) => {
      const cancel = new AbortController();
      token.onCancellationRequested(() => cancel.abort());
      return engine.check(identity, cancel.signal);
    },
  );
  const lines = conclusion(outcome);
  const usage = await engine.readUsage(identity.key);
  for (const line of [...lines, usageText(usage)]) log.note(line);
  const [first = ''] = lines;
  if (outcome.kind === 'answered') notifier.inform(first);
  else notifier.warn({ text: first, next: 'showLog' }, () => undefined);
}

/** What can be checked without a call to the service. */
async function localSteps(base: URL): Promise<string[]> {
  const lines = [l10n.t('Service: {0}', base.origin)];
  const isLocal = isLoopback(base.hostname);
  lines.push(proxyText(isLocal));
  if (!isLocal) lines.push(await dnsText(base.hostname));
  lines.push(
    base.protocol === 'https:'
      ? l10n.t('TLS: required, with a certificate that Node or the system trusts')
      : l10n.t('TLS: none; the service is on this machine'),
  );
  if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    lines.push(
      l10n.t(
        'TLS: NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks. Remove it from the environment.',
      ),
    );
  }
  return lines;
}

function proxyText(isLocal: boolean): string {
  if (isLocal) return l10n.t('Proxy: none; the service is on this machine');
  if (settings.transport() === 'vscode') {
    return l10n.t('Proxy: as VS Code finds it (addressRisk.network.transport is vscode)');
  }
  const { proxy, isDirect } = settings.proxy();
  if (isDirect) return l10n.t('Proxy: none (http.proxySupport is off)');
  if (proxy !== '') return l10n.t('Proxy: {0} (http.proxy)', hostOf(proxy));
  const variable = ['https_proxy', 'HTTPS_PROXY'].find((name) => (process.env[name] ?? '') !== '');
  return variable === undefined
    ? l10n.t('Proxy: not set')
    : l10n.t('Proxy: {0} ({1})', hostOf(process.env[variable] ?? ''), variable);
}

/** Only the host: a proxy's URL may contain a password. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? l10n.t('not a URL');
}

async function dnsText(hostname: string): Promise<string> {
  try {
    const { address } = await lookup(hostname);
    return l10n.t('DNS: {0} is {1}', hostname, address);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return l10n.t(
      'DNS: {0} was not found from this machine ({1}); a proxy may still find it',
      hostname,
      code,
    );
  }
}

function conclusion(outcome: CheckOutcome): string[] {
  if (outcome.kind === 'failed') return [failureSentence(outcome.failure).text];
  const { status, clockSkewMs } = outcome;
  const lines = [answerText(status)];
  if (clockSkewMs === undefined) {
    lines.push(l10n.t('Clock: the service sent no time'));
  } else if (Math.abs(clockSkewMs) > tolerableSkewMs) {
    const seconds = Math.round(clockSkewMs / 1_000);
    lines.push(
      l10n.t('Clock: {0} s off from the service. Check the clock of this machine.', seconds),
    );
  } else lines.push(l10n.t('Clock: agrees with the service'));
  return lines;
}

/** The spec does not say whether this endpoint checks the key, so a 404 is no proof of that. */
function answerText(status: number): string {
  switch (status) {
    case 404:
    case 409:
    case 422:
      return l10n.t(
        'The service responded ({0}) as it does for an unknown job. It did not reject the credentials, but that does not prove that it checked them.',
        status,
      );
    case 401:
    case 403:
      return failureSentence({ kind: status === 401 ? 'keyInvalid' : 'keyRevoked', status }).text;
    case 402:
      return failureSentence({ kind: 'quotaUsedUp', status }).text;
    default:
      return l10n.t('Unexpected response {0}; this may not be the service.', status);
  }
}

/** Today's usage, by source. */
export function usageText(usage: readonly UsageRow[]): string {
  const of = (kind: UsageRow['kind']): string => {
    const rows = usage.filter((row) => row.kind === kind && row.count > 0);
    const sum = rows.reduce((total, row) => total + row.count, 0);
    const sources = rows.map(({ source, count }) => `${source} ${count}`).join(', ');
    return sources === '' ? String(sum) : `${sum} (${sources})`;
  };
  return l10n.t(
    'Today: summary calls {0}; calculations {1}; polls {2}',
    of('summary'),
    of('start'),
    of('poll'),
  );
}
