import { lookup } from 'node:dns/promises';
import { isLoopback, readServiceUrl } from '../../api/serviceUrl.ts';
import type { Calls } from '../calls/calls.ts';
import { signedOutText } from '../../messages/account.ts';
import {
  checkNextAction,
  checkOutcomeTexts,
  connectionTexts,
  proxyText,
  type ProxyFacts,
} from '../../messages/connection.ts';
import { usageText } from '../../messages/usage.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Shell } from '../shell/shell.ts';
import { isSignedIn } from '../session/identity.ts';
import { settings } from '../shell/settings.ts';

/**
 * Logs each step between this machine and the service. Makes one status call, which may be metered,
 * and concludes no more than the response allows.
 */
export async function checkConnection(
  { session, openEngine }: Calls,
  { log, notifier }: Shell,
): Promise<void> {
  const identity = await session.identity();
  log.note(connectionTexts.announcement());
  if (!isSignedIn(identity)) {
    log.note(signedOutText(identity));
    notifier.signedOut(identity);
    return;
  }
  const url = identity.kind === 'sample' ? undefined : readServiceUrl(settings.serviceUrl());
  if (url?.ok === true) for (const line of await localSteps(new URL(url.base))) log.note(line);
  else log.note(connectionTexts.sampleService());

  const engine = await openEngine();
  const outcome = await dialogs.progress(connectionTexts.progressTitle(), (_report, token) => {
    const cancel = new AbortController();
    token.onCancellationRequested(() => cancel.abort());
    return engine.check(identity, cancel.signal);
  });
  const lines = checkOutcomeTexts(outcome);
  const usage = await engine.readUsage(identity.key);
  for (const line of [...lines, usageText(usage)]) log.note(line);
  const [first] = lines;
  const next = checkNextAction(outcome);
  if (outcome.ok && next === 'showLog') notifier.inform(first, next);
  else notifier.warn({ text: first, next });
}

/** What can be checked without a call to the service. */
async function localSteps(base: URL): Promise<string[]> {
  const isLocal = isLoopback(base.hostname);
  const isUnchecked = process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
  return [
    connectionTexts.service(base.origin),
    proxyText(proxyFacts(isLocal)),
    ...(isLocal ? [] : [await dnsText(base.hostname)]),
    connectionTexts.tls(base.protocol === 'https:'),
    ...(isUnchecked ? [connectionTexts.tlsDisabled()] : []),
  ];
}

function proxyFacts(isLocal: boolean): ProxyFacts {
  if (isLocal) return { kind: 'thisMachine' };
  if (settings.transport() === 'vscode') return { kind: 'byVsCode' };
  const { proxy, isDirect } = settings.proxy();
  if (isDirect) return { kind: 'off' };
  if (proxy !== '') return { kind: 'set', by: 'http.proxy', host: hostOf(proxy) };
  for (const by of ['https_proxy', 'HTTPS_PROXY']) {
    const value = process.env[by] ?? '';
    if (value !== '') return { kind: 'set', by, host: hostOf(value) };
  }
  return { kind: 'none' };
}

/** Only the host: a proxy's URL may contain a password. */
function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host;
}

async function dnsText(hostname: string): Promise<string> {
  try {
    const { address } = await lookup(hostname);
    return connectionTexts.resolved(hostname, address);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return connectionTexts.notResolved(hostname, code);
  }
}
