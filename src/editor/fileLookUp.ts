import { l10n, ProgressLocation, window, type TextDocument } from 'vscode';
import { hasSummary } from '../addresses/networks.ts';
import type { Desk } from '../lookups/desk.ts';
import type { Inquiries } from './inquiries.ts';
import type { Notifier } from './notifier.ts';
import { failureSentence } from './sentences.ts';
import type { Session } from './session.ts';
import { sightingsIn, type SightingParts } from './sightings.ts';
import type { Subject } from './subject.ts';

/** How many calls one yes may cost; for more a person is asked again. */
const mostCalls = 25;

/**
 * Fetches the summaries of a file's addresses: says first how many calls that takes and how many
 * are stored already, and stops when a person says so or the licence has no more.
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
  const { session, openDesk, inquiries, notifier } = parts;
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
  if (answer === fetch) await fetchAll(batch, inquiries, notifier);
}

async function fetchAll(
  batch: readonly Subject[],
  inquiries: Inquiries,
  notifier: Notifier,
): Promise<void> {
  let done = 0;
  await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Summaries'), cancellable: true },
    async (progress, token) => {
      for (const subject of batch) {
        if (token.isCancellationRequested) break;
        const outcome = await inquiries.lookUp(subject, 'command');
        if (outcome?.kind === 'failed') {
          notifier.warn(failureSentence(outcome.failure), () => undefined);
          break;
        }
        done++;
        const increment = 100 / batch.length;
        progress.report({ increment, message: l10n.t('{0} of {1}', done, batch.length) });
      }
    },
  );
  notifier.inform(l10n.t('{0} of {1} summaries are stored.', done, batch.length));
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
