import type { StoredReport } from '../../paid/reports.ts';
import { historyOf } from '../../report/history.ts';
import { reportModel, type PastFacts } from '../../report/model.ts';
import { idle } from '../calls/activity.ts';
import type { Calls } from '../calls/calls.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { isSignedIn, storedKeyOf, type Identity, scaleOf } from '../session/session.ts';
import { settings } from '../shell/settings.ts';

/**
 * Reads a report as it is now, and what is stored for it; null if no account is in use. Costs nothing.
 * @param options.known what was read before, if nothing stored has changed since then
 */
export async function readReport(
  { session, openEngine, activity }: Calls,
  { subject, reading }: ReasonedSubject,
  {
    known,
    past = null,
    isPinned = false,
    mayAskForScale = false,
  }: {
    readonly known?: StoredReport | null | undefined;
    readonly past?: PastFacts | null;
    readonly isPinned?: boolean;
    readonly mayAskForScale?: boolean;
  } = {},
) {
  const identity = await session.identity();
  const account = storedKeyOf(identity);
  const key = account === undefined ? null : { account, ...subject };
  const read = known ?? (key && (await (await openEngine()).readReport(key)));
  const stored = isSignedIn(identity) || hasResults(read) ? read : null;
  const model = reportModel({
    subject,
    reading,
    account: identity,
    origin: identity.kind === 'service' ? identity.origin : null,
    stored,
    aggregator: settings.aggregator(),
    activity: key === null ? idle : activity.of(key),
    scale: scaleOf(identity),
    past,
    mayAskForScale: settings.riskScale().kind === 'none' && mayAskForScale,
    isPinned,
  });
  return { model, stored };
}

function hasResults(read: StoredReport | null): boolean {
  if (read === null) return false;
  return read.summary !== null || Object.values(read.scores).some((score) => score !== null);
}

/** More paid calls for one address are not looked at. */
const maxSpendings = 100;

/**
 * Reads what is stored besides the newest results, which may take longer. Costs nothing.
 * @returns null if no account is in use
 */
export async function readPast(
  { session, openEngine }: Calls,
  { subject }: ReasonedSubject,
): Promise<PastFacts | null> {
  const identity = await session.identity();
  const account = storedKeyOf(identity);
  if (account === undefined) return null;
  const key = { account, ...subject };
  const engine = await openEngine();
  const [entries, spendings] = await Promise.all([
    engine.readHistory(key),
    engine.listSpendings(key.account, maxSpendings, key),
  ]);
  const sent = { ...subject, sentChain: sentChainOf(identity, subject.chain) };
  return { scores: historyOf(entries, sent), spendings };
}

/** The identifier of a network that requests have. */
function sentChainOf({ kind }: Identity, chain: string): string {
  return kind === 'sample' ? chain : settings.serviceChain(chain);
}
