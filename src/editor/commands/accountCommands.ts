import { lookup } from 'node:dns/promises';
import { isLoopback, readServiceUrl } from '../../api/serviceUrl.ts';
import { readStatus } from '../calls/calls.ts';
import { signedOutText, signOutChoice } from '../../messages/account.ts';
import {
  checkNextAction,
  checkOutcomeTexts,
  connectionTexts,
  proxyText,
  type ProxyFacts,
} from '../../messages/connection.ts';
import { usageText, spendingLine, usageLines, usageList } from '../../messages/usage.ts';
import { dialogs } from '../shell/dialogs.ts';
import { isSignedIn, requireSignedIn } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import { commands, type QuickPickItem, QuickPickItemKind } from 'vscode';
import { commandIds, type CommandName } from '../../manifest.ts';
import { actionLabel } from '../../messages/message.ts';
import { detailsOf, statusMenu, type Status } from '../../messages/status.ts';
import type { Spending } from '../../ledger/store.ts';
import { dayOf } from '../../paid/clock.ts';
import type { Subject } from '../documents/subject.ts';
import type { Services } from '../services.ts';
import { presetScales, presetsFor, type RiskScale } from '../../report/scale.ts';
import { shownDigits } from '../../report/scoreView.ts';
import { scalePick, scaleTexts } from '../../messages/score.ts';
import { listed, plain, sentences } from '../../messages/text.ts';
import { readReport } from '../report/readReport.ts';

/**
 * Logs each step between this machine and the service. Makes one status call, which may be metered,
 * and concludes no more than the response allows.
 */
export async function checkConnection({
  calls: { session, openEngine },
  shell: { log, notifier },
}: Pick<Services, 'calls' | 'shell'>): Promise<void> {
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
  const lines = checkOutcomeTexts(outcome, identity.kind === 'sample');
  const usage = await engine.readUsage(identity.key);
  for (const line of [...lines, usageText(usage)]) log.note(line);
  const [first] = lines;
  const next = checkNextAction(outcome);
  if (outcome.ok && next === 'showLog') notifier.inform(first, next);
  else notifier.warn({ text: first, next });
}

/** Checks that need no call to the service. */
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

interface MenuItem extends QuickPickItem {
  readonly run: CommandName | 'openAccount';
}

/** Offers what fits the state: the menu of the status bar. */
export async function showStatus({
  calls,
  shell,
}: Pick<Services, 'calls' | 'shell'>): Promise<void> {
  const status = await readStatus(calls);
  const isSample = status.kind === 'signedIn' && status.isSample;
  const picked = await dialogs.pick(itemsOf(status), {
    title: statusMenu.title(isSample),
    placeHolder: detailsOf(status)[0] ?? '',
  });
  if (picked === undefined) return;
  if (picked.run === 'openAccount') shell.notifier.run('openAccount');
  else await commands.executeCommand(commandIds[picked.run]);
}

function itemsOf(status: Status): MenuItem[] {
  const signIn: MenuItem = { label: actionLabel('signIn'), run: 'signIn' };
  const showLog: MenuItem = { label: actionLabel('showLog'), run: 'showLog' };
  if (status.kind === 'signedOut') {
    const sample = { label: actionLabel('useSampleService'), run: 'useSampleService' } as const;
    return [signIn, sample, showLog];
  }
  const { isSample, stops } = status;
  const isRejected = stops.some((stop) => stop.status !== 402);
  const isUsedUp = !isSample && stops.some((stop) => stop.status === 402);
  return [
    ...(isUsedUp
      ? [{ label: actionLabel('openAccount'), run: 'openAccount' } satisfies MenuItem]
      : []),
    ...(isRejected || isSample ? [signIn] : []),
    { label: actionLabel('showUsage'), run: 'showUsage' },
    { label: actionLabel('showJobs'), run: 'showJobs' },
    { label: statusMenu.checkConnection(), run: 'checkConnection' },
    { label: isSample ? signOutChoice.leaveSample() : signOutChoice.signOut(), run: 'signOut' },
    showLog,
  ];
}

/** The ledger has more, but a longer list would not help. */
const maxShown = 500;

type UsageItem = QuickPickItem & { readonly subject?: Subject };

/**
 * Lists what was spent: when, on which address, and by which source. Picking one opens its report.
 */
export async function showUsage({
  calls: { session, openEngine },
  reports,
  shell: { notifier },
  workspace,
}: Pick<Services, 'calls' | 'reports' | 'shell' | 'workspace'>): Promise<void> {
  const identity = await requireSignedIn(session, notifier);
  if (identity === undefined) return;
  const engine = await openEngine();
  const [spendings, today] = await Promise.all([
    engine.listSpendings(identity.key, maxShown + 1),
    engine.readUsage(identity.key),
  ]);
  if (spendings.length === 0) {
    notifier.inform(usageList.empty());
    return;
  }
  // Rows of their own: a placeholder is cut where the box is narrow.
  const totals = usageLines(today).map((label): UsageItem => ({ label, alwaysShow: true }));
  const calls = usageItems(spendings.slice(0, maxShown), workspace.nameOf);
  const older = spendings.length > maxShown ? [{ label: usageList.older() }] : [];
  const picked = await dialogs.pick<UsageItem>([...totals, ...calls, ...older], {
    title: usageList.title(identity.kind === 'sample'),
    placeHolder: usageList.prompt(),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.subject !== undefined) reports.open(picked.subject);
}

/** One line per call, newest first, grouped by local day. */
const usageItems = (
  spendings: readonly Spending[],
  nameOf: Services['workspace']['nameOf'],
): UsageItem[] =>
  [...Map.groupBy(spendings, ({ at }) => dayOf(at))].flatMap(([day, ofDay]) => [
    { label: day, kind: QuickPickItemKind.Separator },
    ...ofDay.map((spending): UsageItem => {
      const subject = { address: spending.address, chain: spending.chain };
      return { ...spendingLine(spending, nameOf(subject)), subject };
    }),
  ]);

interface ScaleItem {
  readonly label: string;
  readonly description?: string;
  readonly detail: string;
  readonly choose: () => Thenable<unknown>;
}

/** Asks for the range and levels of scores, which the service doesn't specify. */
export async function setRiskScale({
  calls,
  reports,
}: Pick<Services, 'calls' | 'reports'>): Promise<void> {
  // Scales that the score of the report in front is on come first.
  const shown = reports.active();
  const digits = shown === undefined ? null : shownDigits((await readReport(calls, shown)).model);
  const picked = await dialogs.pick(scaleItems(digits), {
    title: scalePick.title(),
    placeHolder: sentences([...remarks(), scalePick.prompt()]),
  });
  await picked?.choose();
}

/** Problems with the current settings. */
function remarks(): string[] {
  const reading = settings.riskScale();
  if (reading.kind === 'bad') return [scalePick.bad()];
  if (reading.kind === 'none') return [];
  const names = reading.scale.levels.map(({ name }) => name);
  const missing = settings.problemsLevels().filter((level) => ![...names, 'off'].includes(level));
  return missing.map((level) => scalePick.noProblemLevel(plain(level)));
}

function scaleItems(digits: string | null): ScaleItem[] {
  const presets = new Set([...presetsFor(digits), ...presetScales]);
  return [
    ...[...presets].map((scale) => ({
      label: scaleTexts.upTo(scale.max),
      detail: levelsOf(scale),
      choose: () => settings.save('riskScale', scale),
    })),
    {
      label: scaleTexts.own(),
      detail: scalePick.ownDetail(),
      choose: () =>
        commands.executeCommand('workbench.action.openSettings', 'addressRisk.riskScale'),
    },
    {
      label: scalePick.none(),
      detail: scalePick.noneDetail(),
      choose: () => settings.save('riskScale', null),
    },
  ];
}

function levelsOf({ levels }: RiskScale): string {
  return scalePick.levels(listed(levels.map(({ name, from }) => scalePick.level(name, from))));
}
