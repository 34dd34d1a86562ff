import type { Gesture } from '../../paid/gesture.ts';
import {
  scoreBatchTexts,
  leftOutLines,
  misspelledLines,
  scoreBatchQuestion,
  scoreReasons,
  type LeftOut,
  batchTexts,
} from '../../messages/batches.ts';
import type { Calls } from '../calls/calls.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { runLogged, type Log, type Notifier, type Shell } from '../shell/shell.ts';
import { createScoresTable, BatchEntries, type Batch } from './scoresTable.ts';
import { maxUnanswered } from '../../paid/policy.ts';
import { planBatch, scoreBatch, type BatchItem } from '../../report/batch.ts';
import { sentences } from '../../messages/text.ts';
import { agreeForMany } from '../documents/assumedNetwork.ts';
import type { Candidates } from '../documents/foundAddresses.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { requireSignedIn } from '../session/session.ts';
import { dialogs } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';
import { type BatchEnd, endSentence } from '../../messages/outcomes.ts';

/** The batch API for commands. */
export type Batches = ReturnType<typeof registerBatches>;

/** Does nothing before the first batch. */
export function registerBatches(calls: Calls, shell: Shell, nameOf: WorkspaceKnowledge['nameOf']) {
  const table = createScoresTable(calls, shell, nameOf);
  let isRunning = false;

  /** Asks, scores, and shows the results. One batch at a time. */
  async function score(request: BatchRequest, gesture: Gesture): Promise<void> {
    if (isRunning) {
      shell.notifier.inform(scoreBatchTexts.busy());
      return;
    }
    isRunning = true;
    try {
      await scoreMany(request, gesture, {
        calls,
        shell,
        show: (entries) => table.show(entries),
        again: () => runLogged(shell.log, 'scoreMany', score(request, gesture)),
      });
    } finally {
      isRunning = false;
    }
  }
  return { ...table, score };
}

/** Addresses to score, and how many more the view did not show. */
export interface BatchRequest extends Candidates {
  readonly notShown?: number;
}

interface BatchPorts {
  readonly calls: Pick<Calls, 'session' | 'openEngine' | 'requests'>;
  readonly shell: Shell;
  /** Shows what came of a batch. */
  readonly show: (entries: BatchEntries) => Promise<void>;
  /** Asks again, with the cost for the account that is then in use. */
  readonly again: () => void;
}

/**
 * Scores many addresses after a question that names how many calculations it starts. Stops when the
 * user cancels, when the service rejects what it would reject for all, or when the account changes.
 */
export async function scoreMany(
  request: BatchRequest,
  gesture: Gesture,
  { calls, shell, show, again }: BatchPorts,
): Promise<void> {
  const { log, notifier } = shell;
  const { located, open, misspelled = [], notShown = 0 } = request;
  if (located.length + open.length === 0) {
    notifier.inform(sentences([scoreBatchTexts.noAddresses(), ...misspelledLines(misspelled)]));
    return;
  }
  const identity = await requireSignedIn(calls.session, notifier);
  if (identity === undefined) return;
  const aggregator = settings.aggregator();
  const engine = await calls.openEngine();
  const keys = located.map(({ subject }) => ({ account: identity.key, ...subject }));
  let plan = planBatch(located, await engine.readStored(keys), aggregator);
  const left: LeftOut = {
    undecided: open.map(({ address }) => address),
    keySized: plan.keySized.map(({ subject }) => subject.address),
    unknown: plan.unknown.map(({ subject }) => subject.address),
    misspelled,
    notShown,
  };
  if (plan.starting.length === 0 && plan.open.length === 0) {
    notifier.inform(sentences([scoreBatchTexts.nothingToStart(), ...leftOutLines(left)]));
    await show(new BatchEntries({ identity, aggregator, plan, open }));
    return;
  }
  if (plan.starting.length > 0) {
    const question = scoreBatchQuestion({
      ...left,
      aggregator,
      origin: identity.kind === 'sample' ? null : identity.origin,
      starting: plan.starting.map(({ subject, reading }) => ({ ...subject, reading })),
      later: plan.later.length,
      stored: plan.stored.length,
      open: plan.open.length,
    });
    const starting = await agreeForMany(question, plan.starting, identity.kind === 'service');
    if (starting === undefined) return;
    plan = { ...plan, starting };
  }
  const batch = { identity, aggregator, plan, open };
  const entries = new BatchEntries(batch);
  const cancel = new AbortController();
  const end = await dialogs.progress(scoreBatchTexts.progressTitle(), (report, token) => {
    token.onCancellationRequested(() => cancel.abort());
    const { requests } = calls;
    return runConfirmed(batch, { gesture, requests, log, entries, report, signal: cancel.signal });
  });
  await show(entries);
  tellEnd(end, cancel.signal.aborted, notifier, again);
}

/** How a batch ended. */
interface RunEnd {
  /** How many have a score. */
  readonly scored: number;
  /** How many were to be started or polled. */
  readonly all: number;
  /** After this end, no more were started. */
  readonly last: BatchEnd | undefined;
}

/** Reports how many addresses were scored, and why the others were not started. */
function tellEnd(
  { scored, all, last }: RunEnd,
  isCanceled: boolean,
  notifier: Notifier,
  again: () => void,
): void {
  const count = scoreBatchTexts.done(scored, all);
  if (last?.kind === 'otherAccount') {
    const text = sentences([count, batchTexts.otherAccount()]);
    notifier.warn({ text, next: 'retry' }, again);
    return;
  }
  const why = last && endSentence(last);
  if (why !== undefined) notifier.warn(why, again);
  const stopped = last === undefined ? [] : [scoreBatchTexts.stopped()];
  notifier.inform(sentences([count, ...(isCanceled ? [scoreBatchTexts.canceled()] : stopped)]));
}

interface RunPorts {
  readonly gesture: Gesture;
  readonly requests: Calls['requests'];
  readonly log: Pick<Log, 'fault'>;
  readonly entries: BatchEntries;
  /** Shows how many have ended. */
  readonly report: (message: string, increment: number) => void;
  /** Begins no more, and no longer waits; jobs in progress continue. */
  readonly signal: AbortSignal;
}

type Item = BatchItem<ReasonedSubject>;

/** Starts and polls what was confirmed, only for the account it was confirmed for. */
async function runConfirmed(
  { identity, aggregator, plan }: Batch,
  { gesture, requests, log, entries, report, signal }: RunPorts,
): Promise<RunEnd> {
  const all = plan.starting.length + plan.open.length;
  let scored = 0;
  let ended = 0;

  async function run({ found: { subject }, job }: Item, onAccepted: () => void): Promise<BatchEnd> {
    entries.setReason(subject, scoreReasons.inProgress());
    try {
      const request = { subject, aggregator, gesture, onlyFor: identity.key, onAccepted };
      const end = await (job === undefined
        ? requests.score({ ...request, isOfBatch: true })
        : requests.resume(job, true));
      return end ?? { kind: 'otherAccount' };
    } catch (error) {
      log.fault('scoreBatch', error);
      return { kind: 'fault' };
    }
  }

  function onEnd({ found }: Item, end: BatchEnd): void {
    ended++;
    if (end.kind === 'value') scored++;
    entries.setReason(found.subject, endSentence(end)?.text ?? null);
    report(batchTexts.progress(ended, all), 100 / all);
  }

  report(batchTexts.progress(0, all), 0);
  const items = [...plan.starting.map((found) => ({ found, job: undefined })), ...plan.open];
  const last = await scoreBatch({ items, signal, run, onEnd, maxFailures: maxUnanswered });
  return { scored, all, last };
}
