import {
  l10n,
  ProgressLocation,
  window,
  type CancellationToken,
  type Progress,
  type TextDocument,
} from 'vscode';
import { hasSummary } from '../addresses/networks.ts';
import type { Desk } from '../lookups/desk.ts';
import type { SummaryOutcome } from '../lookups/summaries.ts';
import type { Inquiries } from './inquiries.ts';
import type { Notifier } from './notifier.ts';
import { failureSentence, refusalSentence, type Sentence } from './sentences.ts';
import type { Session } from './session.ts';
import { sightingsIn, type SightingParts } from './sightings.ts';
import type { Subject } from './subject.ts';

/** How many calls one yes may cost; for more a person is asked again. */
const mostCalls = 25;

/**
 * Fetches the summaries of a file's addresses: says first how many calls that takes and how many
 * are stored already, and stops when a person says so, when a call brings nothing, or when another
 * account has come in the place of the one that was agreed for.
 */
export async function lookUpFile(
  document: TextDocument,
  parts: SightingParts & {
    readonly session: Session;
    readonly openDesk: () => Promise<Desk>;
    readonly inquiries: Inquiries;
    readonly notifier: Notifier;
  },
): Promise<void> {
  const { session, openDesk, notifier } = parts;
  const identity = await session.identity();
  if (!('key' in identity)) {
    notifier.signedOut(identity);
    return;
  }
  const subjects = await subjectsOf(document, parts);
  const { reports } = await openDesk();
  const missing: Subject[] = [];
  for (const subject of subjects) {
    const { summary } = await reports.read({ account: identity.key, ...subject });
    if (summary?.isFresh !== true) missing.push(subject);
  }
  const stored = subjects.length - missing.length;
  if (missing.length === 0) {
    notifier.inform(l10n.t('{0} addresses with a summary, all stored. No call is needed.', stored));
    return;
  }
  const batch = missing.slice(0, mostCalls);
  const fetch = l10n.t('Fetch {0}', batch.length);
  const answer = await window.showWarningMessage(
    l10n.t('Fetch the summaries of {0} addresses?', batch.length),
    {
      modal: true,
      detail: l10n.t(
        'Addresses found: {0}. Stored already: {1}. Calls needed: {2}; this fetches at most {3} of them.',
        subjects.length,
        stored,
        missing.length,
        batch.length,
      ),
    },
    fetch,
  );
  if (answer === fetch) await fetchAll(batch, identity.key, parts);
}

/** Spends what was agreed to, for the account that it was agreed for. */
async function fetchAll(
  batch: readonly Subject[],
  account: string,
  { inquiries, notifier }: { readonly inquiries: Inquiries; readonly notifier: Notifier },
): Promise<void> {
  let stored = 0;

  /** Gives why it ended before the last one, where that is not told elsewhere. */
  async function fetchEach(
    progress: Progress<{ increment: number; message: string }>,
    token: CancellationToken,
  ): Promise<string | undefined> {
    for (const subject of batch) {
      if (token.isCancellationRequested) return l10n.t('You stopped it.');
      const outcome = await inquiries.lookUp(subject, 'command', account);
      if (outcome === undefined) {
        return l10n.t('Stopped: the account that you agreed for is no longer in use.');
      }
      if (outcome.kind !== 'value') {
        notifier.warn(whyNot(outcome), () => undefined);
        return undefined;
      }
      stored++;
      const increment = 100 / batch.length;
      progress.report({ increment, message: l10n.t('{0} of {1}', stored, batch.length) });
    }
    return undefined;
  }

  const reason = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Summaries'), cancellable: true },
    fetchEach,
  );
  const count = l10n.t('{0} of {1} summaries are stored.', stored, batch.length);
  notifier.inform(reason === undefined ? count : `${count} ${reason}`);
}

function whyNot(outcome: Exclude<SummaryOutcome, { kind: 'value' }>): Sentence {
  return outcome.kind === 'failed'
    ? failureSentence(outcome.failure)
    : refusalSentence(outcome.refusal);
}

/** Each address once, of the networks that the service has summaries for. */
async function subjectsOf(document: TextDocument, parts: SightingParts): Promise<Subject[]> {
  const { version } = document;
  const subjects = new Map<string, Subject>();
  for await (const portion of sightingsIn(document, parts)) {
    for (const { subject } of portion.map(({ sighting }) => sighting)) {
      if (subject === undefined || !hasSummary(subject.chain)) continue;
      subjects.set(`${subject.chain} ${subject.address}`, subject);
    }
  }
  const isWhole = document.version === version || document.isClosed;
  return isWhole ? [...subjects.values()] : subjectsOf(document, parts);
}
