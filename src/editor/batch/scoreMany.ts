import type { Gesture } from '../../paid/gesture.ts';
import { planBatch, type BatchPlan, BatchStops, isPausedByAnother } from '../../report/batch.ts';
import {
  leftOutLines,
  misspelledLines,
  scoreBatchQuestion,
  scoreBatchTexts,
  scoreReasons,
  type LeftOut,
} from '../../messages/batches.ts';
import { sentences } from '../../messages/text.ts';
import type { Calls } from '../calls/calls.ts';
import { agreeForMany } from '../documents/assumedNetwork.ts';
import type { Candidates } from '../documents/foundAddresses.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { requireSignedIn } from '../session/session.ts';
import { dialogs } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import { BatchEntries } from './batchEntries.ts';
import type { Aggregator } from '../../api/parameters.ts';
import type { JobRow } from '../../ledger/store.ts';
import { maxUnanswered } from '../../paid/policy.ts';
import { runBatch } from '../../risk/runBatch.ts';
import type { SignedIn } from '../session/identity.ts';
import type { Log } from '../shell/log.ts';
import { type BatchEnd, endSentence } from '../../messages/outcomes.ts';

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
  ports: BatchPorts,
): Promise<void> {
  const { calls, shell, show, again } = ports;
  const { notifier } = shell;
  const { located, open, misspelled = [] } = request;
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
  const left = leftOutOf(request, plan);
  if (plan.starting.length === 0 && plan.open.length === 0) {
    notifier.inform(sentences([scoreBatchTexts.nothingToStart(), ...leftOutLines(left)]));
    await show(new BatchEntries({ identity, aggregator, plan, open }));
    return;
  }
  if (plan.starting.length > 0) {
    const facts = {
      ...left,
      aggregator,
      origin: identity.kind === 'sample' ? null : identity.origin,
      starting: plan.starting.map(({ subject, reading }) => ({ ...subject, reading })),
      later: plan.later.length,
      stored: plan.stored.length,
      open: plan.open.length,
    };
    const question = scoreBatchQuestion(facts);
    const starting = await agreeForMany(question, plan.starting, identity.kind === 'service');
    if (starting === undefined) return;
    plan = { ...plan, starting };
  }
  const confirmed = plan;
  const entries = new BatchEntries({ identity, aggregator, plan: confirmed, open });
  const cancel = new AbortController();
  const run = await dialogs.progress(scoreBatchTexts.progressTitle(), async (report, token) => {
    token.onCancellationRequested(() => cancel.abort());
    const { log } = shell;
    const batch = new BatchRun(
      { identity, aggregator, plan: confirmed, gesture },
      { calls, log, entries, report },
    );
    await batch.run(cancel.signal);
    return batch;
  });
  await show(entries);
  report(run, confirmed, { shell, again, isCanceled: cancel.signal.aborted });
}

function leftOutOf(
  { open, misspelled = [], notShown = 0 }: BatchRequest,
  { keySized, unknown }: BatchPlan<ReasonedSubject>,
): LeftOut {
  const addresses = (found: readonly ReasonedSubject[]): string[] =>
    found.map(({ subject }) => subject.address);
  return {
    undecided: open.map(({ address }) => address),
    keySized: addresses(keySized),
    unknown: addresses(unknown),
    misspelled,
    notShown,
  };
}

/** Says how many were scored, and why the others were not started. */
function report(
  { scored, last }: Pick<BatchRun, 'scored' | 'last'>,
  { starting, open }: BatchPlan<ReasonedSubject>,
  {
    shell,
    again,
    isCanceled,
  }: { readonly shell: Shell; readonly again: () => void; readonly isCanceled: boolean },
): void {
  const { notifier } = shell;
  const count = scoreBatchTexts.done(scored, starting.length + open.length);
  if (last?.kind === 'otherAccount') {
    const text = sentences([count, scoreBatchTexts.otherAccount()]);
    notifier.warn({ text, next: 'retry' }, again);
    return;
  }
  const why = last && endSentence(last);
  if (why !== undefined) notifier.warn(why, again);
  const stop = isCanceled
    ? [scoreBatchTexts.canceled()]
    : last === undefined
      ? []
      : [scoreBatchTexts.stopped()];
  notifier.inform(sentences([count, ...stop]));
}

/**
 * Jobs polled at a time: all share one poll in 1.25 seconds, so each is polled about every five
 * seconds. With more, every score would come later.
 */
const maxAtOnce = 4;

/** A batch that the user confirmed, and for whom. */
interface ConfirmedBatch {
  readonly identity: SignedIn;
  readonly aggregator: Aggregator;
  readonly plan: BatchPlan<ReasonedSubject>;
  readonly gesture: Gesture;
}

interface RunPorts {
  readonly calls: Pick<Calls, 'requests'>;
  readonly log: Pick<Log, 'fault'>;
  readonly entries: BatchEntries;
  /** Shows how many have ended. */
  readonly report: (message: string, increment: number) => void;
}

interface Item {
  readonly found: ReasonedSubject;
  /** It is polled, and nothing is started. */
  readonly job: JobRow | undefined;
}

/** Starts and polls what was confirmed, only for the account it was confirmed for. */
class BatchRun {
  /** How many have a score. */
  scored = 0;
  /** After this end, no more were started. */
  last: BatchEnd | undefined;
  readonly #batch: ConfirmedBatch;
  readonly #ports: RunPorts;
  readonly #all: number;
  #ended = 0;
  /** Their polling stopped because another start was rejected. */
  #paused: Item[] = [];

  constructor(batch: ConfirmedBatch, ports: RunPorts) {
    this.#batch = batch;
    this.#ports = ports;
    this.#all = batch.plan.starting.length + batch.plan.open.length;
  }

  /** @param signal begins no more, and no longer waits; jobs in progress continue */
  async run(signal: AbortSignal): Promise<void> {
    const { starting, open } = this.#batch.plan;
    this.#ports.report(scoreBatchTexts.progress(0, this.#all), 0);
    await this.#work([...starting.map((found) => ({ found, job: undefined })), ...open], signal);
    const paused = this.#paused;
    this.#paused = [];
    // They are paid for, and were paused only because the quota does not allow another start.
    await this.#work(paused, signal);
  }

  #work(items: readonly Item[], signal: AbortSignal): Promise<void> {
    const stops = new BatchStops(maxUnanswered);
    return runBatch({
      items,
      maxAtOnce,
      signal,
      run: (item, onStarted) => this.#score(item, onStarted),
      isLast: (end) => {
        const isLast = stops.isLast(end);
        if (isLast) this.last ??= end;
        return isLast;
      },
      onEnd: (item, end) => this.#note(item, end),
    });
  }

  async #score({ found, job }: Item, onStarted: () => void): Promise<BatchEnd> {
    const { subject } = found;
    const { aggregator, gesture, identity } = this.#batch;
    const { calls, entries, log } = this.#ports;
    entries.setReason(subject, scoreReasons.inProgress());
    // A job that is there already starts nothing.
    if (job !== undefined) onStarted();
    try {
      const end = await calls.requests.scoreOfBatch({
        subject,
        aggregator,
        gesture,
        onlyFor: identity.key,
        ...(job === undefined ? { onAccepted: onStarted } : { job }),
      });
      return end ?? { kind: 'otherAccount' };
    } catch (error) {
      log.fault('scoreBatch', error);
      return { kind: 'fault' };
    }
  }

  #note({ found, job }: Item, end: BatchEnd): void {
    const { entries, report } = this.#ports;
    if (end.kind === 'onHold' && job === undefined && isPausedByAnother(end, this.last)) {
      this.#paused.push({ found, job: end.job });
      return;
    }
    this.#ended++;
    if (end.kind === 'value') this.scored++;
    entries.setReason(found.subject, endSentence(end)?.text ?? null);
    report(scoreBatchTexts.progress(this.#ended, this.#all), 100 / this.#all);
  }
}
