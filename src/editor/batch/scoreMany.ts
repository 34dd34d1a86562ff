import type { Aggregator } from '../../api/routes.ts';
import type { Gesture } from '../../lookups/gesture.ts';
import { mostUnanswered } from '../../lookups/policy.ts';
import { BatchStops, type BatchEnd } from '../../report/batchEnd.ts';
import { planBatch, type BatchPlan } from '../../report/batchPlan.ts';
import { runBatch } from '../../risk/runBatch.ts';
import { endSentence } from '../../words/batchEnds.ts';
import {
  leftOutLines,
  scoreBatchQuestion,
  scoreBatchTexts,
  scoreReasons,
  type LeftOut,
} from '../../words/scoreBatch.ts';
import type { Calls } from '../calls/register.ts';
import type { Candidates } from '../documents/candidates.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import type { SignedIn } from '../session/identity.ts';
import { requireSignedIn } from '../session/requireSignedIn.ts';
import { dialogs } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import { BatchEntries } from './batchEntries.ts';

/**
 * Jobs polled at a time: all share one poll in 1.25 seconds, so each is polled about every five. A
 * longer queue would only make every score come later.
 */
const mostAtOnce = 4;

/** Addresses to score, and how many more the view did not show. */
export interface BatchRequest extends Candidates {
  readonly notShown?: number;
}

interface Ports {
  readonly calls: Pick<Calls, 'session' | 'openEngine' | 'inquiries'>;
  readonly shell: Shell;
  /** Shows what came of a batch. */
  readonly show: (entries: BatchEntries) => Promise<void>;
}

/** A batch that the user confirmed, and for whom. */
interface Confirmed {
  readonly identity: SignedIn;
  readonly aggregator: Aggregator;
  readonly plan: BatchPlan<ReasonedSubject>;
  readonly gesture: Gesture;
}

/**
 * Scores many addresses after a question that names how many calculations it starts. Stops when the
 * user cancels, when the service rejects what it would reject for all, or when the account changes.
 */
export async function scoreMany(
  request: BatchRequest,
  gesture: Gesture,
  ports: Ports,
): Promise<void> {
  const { calls, shell, show } = ports;
  const { notifier } = shell;
  const { located, open } = request;
  if (located.length + open.length === 0) {
    notifier.inform(scoreBatchTexts.noAddresses());
    return;
  }
  const identity = await requireSignedIn(calls.session, notifier);
  if (identity === undefined) return;
  const aggregator = settings.aggregator();
  const engine = await calls.openEngine();
  const keys = located.map(({ subject }) => ({ account: identity.key, ...subject }));
  const plan = planBatch(located, await engine.readHeads(keys), aggregator);
  const left = leftOutOf(request, plan);
  const entries = new BatchEntries({ identity, aggregator, plan, open });
  if (plan.starting.length === 0 && plan.open.length === 0) {
    notifier.inform([scoreBatchTexts.nothingToStart(), ...leftOutLines(left)].join(' '));
    await show(entries);
    return;
  }
  if (plan.starting.length > 0) {
    const facts = {
      ...left,
      aggregator,
      origin: identity.kind === 'sample' ? null : identity.origin,
      starting: plan.starting.map(({ subject, reading }) => ({ ...subject, reading })),
      ...{ later: plan.later.length, stored: plan.stored.length, open: plan.open.length },
    };
    if (!(await dialogs.agree(scoreBatchQuestion(facts)))) return;
  }
  const again = (): void => {
    scoreMany(request, gesture, ports).catch((error: unknown) =>
      shell.log.fault('scoreMany', error),
    );
  };
  const ended = await runConfirmed({ identity, aggregator, plan, gesture }, entries, ports);
  await show(entries);
  report(ended, plan, { shell, again });
}

function leftOutOf(
  { open, notShown = 0 }: BatchRequest,
  { keySized, unknown }: BatchPlan<ReasonedSubject>,
): LeftOut {
  const addresses = (found: readonly ReasonedSubject[]): string[] =>
    found.map(({ subject }) => subject.address);
  return {
    undecided: open.map(({ address }) => address),
    ...{ keySized: addresses(keySized), unknown: addresses(unknown), notShown },
  };
}

interface Ended {
  readonly scored: number;
  readonly isCanceled: boolean;
  /** After this one, no more were started. */
  readonly last: BatchEnd | undefined;
}

/** Starts and polls what was confirmed, only for the account it was confirmed for. */
async function runConfirmed(
  { identity, aggregator, plan, gesture }: Confirmed,
  entries: BatchEntries,
  { calls, shell }: Ports,
): Promise<Ended> {
  const items = [...plan.starting.map((found) => ({ found, job: undefined })), ...plan.open];
  const stops = new BatchStops(mostUnanswered);
  const cancel = new AbortController();
  let scored = 0;
  let ended = 0;
  let last: BatchEnd | undefined;
  await dialogs.progress(scoreBatchTexts.progressTitle(), async (report, token) => {
    token.onCancellationRequested(() => cancel.abort());
    report(scoreBatchTexts.progress(0, items.length));
    await runBatch({
      ...{ items, mostAtOnce, signal: cancel.signal },
      async run({ found, job }, onStarted): Promise<BatchEnd> {
        const { subject } = found;
        entries.setReason(subject, scoreReasons.inProgress());
        // A job that is there already costs nothing more.
        if (job !== undefined) onStarted();
        try {
          const end = await calls.inquiries.scoreOfBatch({
            ...{ subject, aggregator, gesture, onlyFor: identity.key },
            ...(job === undefined ? { onAccepted: onStarted } : { job }),
          });
          return end ?? { kind: 'otherAccount' };
        } catch (error) {
          shell.log.fault('scoreMany', error);
          return { kind: 'fault' };
        }
      },
      isLast(end) {
        const isLast = stops.isLast(end);
        if (isLast) last ??= end;
        return isLast;
      },
      onEnd({ found }, end) {
        ended++;
        if (end.kind === 'value') scored++;
        entries.setReason(found.subject, endSentence(end)?.text ?? null);
        report(scoreBatchTexts.progress(ended, items.length), 100 / items.length);
      },
    });
  });
  return { scored, isCanceled: cancel.signal.aborted, last };
}

/** Says how many were scored, and why the others were not started. */
function report(
  { scored, isCanceled, last }: Ended,
  { starting, open }: BatchPlan<ReasonedSubject>,
  { shell, again }: { readonly shell: Shell; readonly again: () => void },
): void {
  const { notifier } = shell;
  const count = scoreBatchTexts.done(scored, starting.length + open.length);
  if (last?.kind === 'otherAccount') {
    // Shows the cost for the account in use, and asks again.
    const text = `${count} ${scoreBatchTexts.otherAccount()}`;
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
  notifier.inform([count, ...stop].join(' '));
}
