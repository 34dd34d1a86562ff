import type { StoredReport } from '../../lookups/reports.ts';
import { reportModel, type ReportModel } from '../../report/model.ts';
import { idle } from '../calls/activity.ts';
import type { Calls } from '../calls/register.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { isSignedIn } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { settings } from '../shell/settings.ts';

/** A report as it is now, and what is stored for it; null if no account is in use. */
export interface ReadReport {
  readonly model: ReportModel;
  readonly stored: StoredReport | null;
}

/**
 * Reads what is stored for an address. Costs nothing.
 * @param options.known what was read before, if nothing stored has changed since then
 */
export async function readReport(
  { session, openEngine, activity }: Calls,
  { subject, reading }: ReasonedSubject,
  {
    known,
    isPinned = false,
    mayAskForScale = false,
  }: {
    readonly known?: StoredReport | null | undefined;
    readonly isPinned?: boolean;
    readonly mayAskForScale?: boolean;
  } = {},
): Promise<ReadReport> {
  const identity = await session.identity();
  const key = isSignedIn(identity) ? { account: identity.key, ...subject } : null;
  const stored = known ?? (key === null ? null : await (await openEngine()).readReport(key));
  const model = reportModel({
    subject,
    reading,
    account: identity,
    origin: identity.kind === 'service' ? identity.origin : null,
    stored,
    aggregator: settings.aggregator(),
    activity: key === null ? idle : activity.of(key),
    sentChain: identity.kind === 'sample' ? subject.chain : settings.serviceChain(subject.chain),
    scale: scaleOf(identity),
    mayAskForScale: settings.riskScale().kind === 'none' && mayAskForScale,
    isPinned,
  });
  return { model, stored };
}
