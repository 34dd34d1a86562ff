import type { Aggregator } from '../../api/parameters.ts';
import type { ScoreEnd } from '../../engine/engine.ts';
import type { Gesture } from '../../paid/gesture.ts';
import { maxUnanswered } from '../../paid/policy.ts';
import { scoreBatch, type BatchItem } from '../../report/batch.ts';
import type { Terminal } from '../terminal.ts';
import { endedOverBudget, endText } from './endTexts.ts';
import type { PaidService } from './service.ts';
import type { ScoreTarget } from './targets.ts';
import type { BatchEnd } from '../../messages/outcomes.ts';

export type ScoreItem = BatchItem<Pick<ScoreTarget, 'subject'>>;

interface ScoreRunOptions {
  readonly service: PaidService;
  readonly aggregator: Aggregator;
  readonly gesture: Gesture;
  /** Whether accepted jobs are left to a later run. */
  readonly isNoWait: boolean;
}

/**
 * Scores addresses, and shows how far that is.
 * @param signal starts no more, and no longer waits; jobs keep their IDs
 */
export async function runScores(
  options: ScoreRunOptions,
  items: readonly ScoreItem[],
  signal: AbortSignal,
) {
  const progress = showProgress(options.service.terminal, items.length);
  const result = {
    /** Why each has no score. */
    reasons: new Map<Subject, string>(),
    /** Whether any of these is one for another reason than the budget. */
    hasFailed: false,
    /** Accepted jobs that a later run fetches. */
    leftCount: 0,
  };
  const started = new Set<Subject>();
  const ended = new Set<Subject>();

  const last = await scoreBatch<ScoreItem, BatchEnd | 'left'>({
    ...{ items, signal, maxFailures: maxUnanswered },
    run(item, onAccepted) {
      started.add(item.found.subject);
      progress.start(item.found.subject);
      return scoreItem(options, item, onAccepted, signal);
    },
    onPause: ({ found: { subject } }) => progress.pause(subject),
    onEnd({ found: { subject } }, end) {
      if (end === 'left') result.leftCount++;
      const sentence = end === 'left' ? 'Started; a later run fetches the score.' : endText(end);
      ended.add(subject);
      progress.end(subject, sentence);
      if (sentence === undefined) return;
      result.reasons.set(subject, sentence);
      result.hasFailed ||= end !== 'left' && !endedOverBudget(end);
    },
  });
  progress.close();
  const isOverBudget = last !== undefined && endedOverBudget(last);
  const rest = signal.aborted ? 'the run was stopped' : 'an earlier one was rejected';
  const notStarted = isOverBudget ? overBudget : `Not started: ${rest}.`;
  for (const { found } of items) {
    const { subject } = found;
    if (ended.has(subject)) continue;
    const isWaiting = started.has(subject);
    const reason = isWaiting ? 'The run stopped waiting. The next run resumes it.' : notStarted;
    result.reasons.set(subject, reason);
    result.hasFailed ||= !isOverBudget;
  }
  return result;
}

/** Why an address was not started. */
export const overBudget = 'Not started: the budget is used up. Raise --budget.';

/** `left`: it was accepted, and a later run fetches the score. */
async function scoreItem(
  { service, aggregator, isNoWait, gesture }: ScoreRunOptions,
  { found: { subject }, job }: ScoreItem,
  onAccepted: () => void,
  signal: AbortSignal,
): Promise<BatchEnd | 'left'> {
  // A later run fetches the score of an open job, too.
  if (isNoWait && job !== undefined) return 'left';
  const { engine, account } = service;
  const { ref } = account;
  const accepted = Promise.withResolvers<'left'>();
  const onEvent = ({ kind }: { readonly kind: string }): void => {
    if (kind !== 'accepted') return;
    onAccepted();
    if (isNoWait) accepted.resolve('left');
  };
  const scoring: Promise<ScoreEnd> =
    job === undefined
      ? engine.score(
          { account: ref, subject, aggregator, gesture, isRepeat: false },
          onEvent,
          signal,
        )
      : engine.resume(ref, job.id, onEvent, signal);
  const ending = scoring.catch((): BatchEnd => ({ kind: 'fault' }));
  return Promise.race([ending, accepted.promise]);
}

type Subject = ScoreTarget['subject'];

const redrawMs = 1_000;
const barLength = 24;

/**
 * How far a batch is. On a terminal: a line for each job in work, and a bar for the batch, which are
 * drawn again each second. Elsewhere, such as in CI: a line for each address that has ended.
 */
function showProgress(terminal: Terminal, all: number) {
  /** Since when each is in work, in milliseconds. */
  const working = new Map<Subject, number>();
  let endedCount = 0;
  let isOver = false;
  const draw = (): void => {
    if (isOver) return;
    const now = terminal.clock.tick();
    const jobs = [...working].map(([{ address, chain }, since]) => {
      const seconds = Math.floor((now - since) / 1_000);
      return `${address} (${chain}) ${seconds} s`;
    });
    const filled = Math.floor((barLength * endedCount) / Math.max(1, all));
    const bar = '#'.repeat(filled).padEnd(barLength, '-');
    terminal.progress([...jobs, `[${bar}] ${endedCount}/${all}`]);
  };
  const timer = terminal.isInteractive ? setInterval(draw, redrawMs) : undefined;
  return {
    start(subject: Subject): void {
      working.set(subject, terminal.clock.tick());
      draw();
    },

    /** It waits for another one, and is started again later. */
    pause: (subject: Subject): unknown => working.delete(subject),

    /** @param text why it has no score */
    end(subject: Subject, text: string | undefined): void {
      working.delete(subject);
      endedCount++;
      if (terminal.isInteractive) {
        draw();
        return;
      }
      const { address, chain } = subject;
      terminal.note(`[${endedCount}/${all}] ${address} (${chain}) ${text ?? 'Scored.'}`);
    },

    close(): void {
      isOver = true;
      clearInterval(timer);
      terminal.progress([]);
    },
  };
}
