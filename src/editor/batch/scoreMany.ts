import type { Gesture } from '../../lookups/gesture.ts';
import { planBatch, type BatchPlan } from '../../report/batchPlan.ts';
import { endSentence } from '../../words/batchEnds.ts';
import {
  leftOutLines,
  scoreBatchQuestion,
  scoreBatchTexts,
  type LeftOut,
} from '../../words/scoreBatch.ts';
import { sentences } from '../../words/text.ts';
import type { Calls } from '../calls/register.ts';
import { agreeForMany } from '../documents/assumedNetwork.ts';
import type { Candidates } from '../documents/candidates.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { requireSignedIn } from '../session/requireSignedIn.ts';
import { dialogs } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import { BatchEntries } from './batchEntries.ts';
import { BatchRun } from './batchRun.ts';

/** Addresses to score, and how many more the view did not show. */
export interface BatchRequest extends Candidates {
  readonly notShown?: number;
}

interface Ports {
  readonly calls: Pick<Calls, 'session' | 'openEngine' | 'inquiries'>;
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
  ports: Ports,
): Promise<void> {
  const { calls, shell, show, again } = ports;
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
      ...{ later: plan.later.length, stored: plan.stored.length, open: plan.open.length },
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
