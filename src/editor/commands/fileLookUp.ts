import type { CancellationToken, TextDocument } from 'vscode';
import { supportsSummaries } from '../../networks/networks.ts';
import type { SummaryEnd } from '../../engine/engine.ts';
import { batchQuestion, batchTexts, nothingToFetchText } from '../../messages/batches.ts';
import type { Sentence } from '../../messages/message.ts';
import { sentences } from '../../messages/text.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Requests } from '../calls/requests.ts';
import type { Calls } from '../calls/calls.ts';
import type { Shell } from '../shell/shell.ts';
import { requireSignedIn } from '../session/session.ts';
import { agreeForMany } from '../documents/assumedNetwork.ts';
import { candidatesIn, type Documents } from '../documents/foundAddresses.ts';
import { runLogged } from '../shell/log.ts';
import type { LocatedSubject } from '../documents/subject.ts';
import { summaryFailureSentence, refusalSentence } from '../../messages/outcomes.ts';

/** How many calls one confirmation allows; more need another one. */
const maxCalls = 25;

/**
 * Fetches the summaries of a file's addresses. Shows first how many calls it needs and how many are
 * stored. Stops when the user cancels, when a call fails, or when the account changes.
 */
export async function lookUpFile(
  document: TextDocument,
  calls: Pick<Calls, 'session' | 'openEngine' | 'requests'>,
  documents: Documents,
  shell: Shell,
): Promise<void> {
  const { session, openEngine, requests } = calls;
  const { notifier, log } = shell;
  const identity = await requireSignedIn(session, notifier);
  if (identity === undefined) return;
  const { located, open, misspelled } = await candidatesIn(document, documents);
  const found = located.filter(({ subject }) => supportsSummaries(subject.chain));
  const undecided = open.filter(({ family }) => family === 'evm').map(({ address }) => address);
  const engine = await openEngine();
  const heads = await engine.readStored(
    found.map(({ subject }) => ({ account: identity.key, ...subject })),
  );
  const missing = found.filter((_, index) => heads[index]?.summary?.isFresh !== true);
  if (missing.length === 0) {
    notifier.inform(nothingToFetchText({ found: found.length, undecided, misspelled }));
    return;
  }
  const batch = missing.slice(0, maxCalls);
  const counts = {
    found: found.length,
    stored: found.length - missing.length,
    fetching: batch.map(({ subject, reading }) => ({ chain: subject.chain, reading })),
    undecided,
    misspelled,
  };
  const isReal = identity.kind === 'service';
  const confirmed = await agreeForMany(batchQuestion(counts), batch, isReal);
  if (confirmed === undefined) return;
  const { end, text } = await fetchAll(confirmed, identity.key, requests);
  if (typeof end === 'object') notifier.warn(whyNot(end));
  if (end !== 'otherAccount') {
    notifier.inform(text);
    return;
  }
  // Shows the cost for the account in use, and asks again.
  notifier.warn({ text, next: 'retry' }, () => {
    runLogged(log, 'lookUpFile', lookUpFile(document, calls, documents, shell));
  });
}

/** How the calls of a batch ended: all made, or why not. */
type BatchEnd =
  'done' | 'canceled' | 'otherAccount' | Exclude<SummaryEnd, { readonly kind: 'value' }>;

/** Makes the confirmed calls, only for the account they were confirmed for. */
async function fetchAll(
  batch: readonly LocatedSubject[],
  account: string,
  requests: Requests,
): Promise<{ readonly end: BatchEnd; readonly text: string }> {
  let stored = 0;

  async function fetchEach(
    report: (message: string, increment: number) => void,
    token: CancellationToken,
  ): Promise<BatchEnd> {
    for (const { subject } of batch) {
      if (token.isCancellationRequested) return 'canceled';
      const outcome = await requests.lookUp(subject, 'batch', account);
      if (outcome === undefined) return 'otherAccount';
      if (outcome.kind !== 'value') return outcome;
      stored++;
      report(batchTexts.progress(stored, batch.length), 100 / batch.length);
    }
    return 'done';
  }

  const end = await dialogs.progress(batchTexts.progressTitle(), fetchEach);
  const count = batchTexts.done(stored, batch.length);
  if (end === 'canceled') return { end, text: sentences([count, batchTexts.stopped()]) };
  return {
    end,
    text: end === 'otherAccount' ? sentences([count, batchTexts.otherAccount()]) : count,
  };
}

function whyNot(outcome: Exclude<SummaryEnd, { readonly kind: 'value' }>): Sentence {
  return outcome.kind === 'failed'
    ? summaryFailureSentence(outcome.failure)
    : refusalSentence(outcome.refusal);
}
