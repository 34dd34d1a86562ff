import type { Aggregator } from '../../api/parameters.ts';
import type { ScoreEnd } from '../../engine/engine.ts';
import type { JobRow } from '../../ledger/store.ts';
import type { Gesture } from '../../paid/gesture.ts';
import { maxUnanswered } from '../../paid/policy.ts';
import { BatchStops, isPausedByAnother } from '../../report/batch.ts';
import { runBatch } from '../../risk/runBatch.ts';
import type { NotScored } from '../checkReport.ts';
import type { Terminal } from '../terminal.ts';
import { endedOverBudget, endText } from './endTexts.ts';
import type { PaidService } from './service.ts';
import type { ScoreTarget } from './targets.ts';
import type { BatchEnd } from '../../messages/outcomes.ts';

/** Jobs polled at a time: all share one poll in 1.25 seconds. */
const maxAtOnce = 4;

/** An address to score: a start, or a job that is polled and starts nothing. */
export interface ScoreItem extends Pick<ScoreTarget, 'subject'> {
  readonly job: JobRow | undefined;
}

interface ScoreRunOptions {
  readonly service: PaidService;
  readonly aggregator: Aggregator;
  readonly terminal: Terminal;
  readonly gesture: Gesture;
  /** Whether accepted jobs are left to a later run. */
  readonly isNoWait: boolean;
}

/** Scores addresses, and shows how far that is. */
export class ScoreRun {
  readonly unscored: NotScored[] = [];
  /** Whether any of these is one for another reason than the budget. */
  hasFailed = false;
  /** Accepted jobs that a later run fetches. */
  leftCount = 0;
  readonly #options: ScoreRunOptions;
  readonly #items: readonly ScoreItem[];
  readonly #progress: ScoreProgress;
  readonly #started = new Set<ScoreItem>();
  readonly #ended = new Set<ScoreItem['subject']>();
  #last: BatchEnd | undefined;
  #paused: ScoreItem[] = [];

  constructor(options: ScoreRunOptions, items: readonly ScoreItem[]) {
    this.#options = options;
    this.#items = items;
    this.#progress = new ScoreProgress(options.terminal, items.length);
  }

  /** @param signal starts no more, and no longer waits; jobs keep their IDs */
  async run(signal: AbortSignal): Promise<void> {
    await this.#work(this.#items, signal);
    // Paid for, and paused only because the quota does not allow another start.
    const paused = this.#paused;
    this.#paused = [];
    await this.#work(paused, signal);
    this.#progress.close();
    for (const item of this.#items) {
      if (this.#ended.has(item.subject)) continue;
      this.unscored.push(notScored(item, this.#reasonFor(item, signal.aborted)));
      this.hasFailed ||= !this.#isOverBudget();
    }
  }

  /** Why one has not ended. */
  #reasonFor(item: ScoreItem, isInterrupted: boolean): string {
    if (this.#started.has(item)) return 'The run stopped waiting. The next run resumes it.';
    if (this.#isOverBudget()) return overBudget;
    return `Not started: ${isInterrupted ? 'the run was stopped' : 'an earlier one was rejected'}.`;
  }

  #isOverBudget(): boolean {
    return this.#last !== undefined && endedOverBudget(this.#last);
  }

  async #work(items: readonly ScoreItem[], signal: AbortSignal): Promise<void> {
    const stops = new BatchStops(maxUnanswered);
    await runBatch<ScoreItem, BatchEnd | 'left'>({
      items,
      maxAtOnce,
      signal,
      run: (item, onStarted) => {
        this.#started.add(item);
        this.#progress.start(item.subject);
        return scoreItem(this.#options, item, onStarted, signal);
      },
      isLast: (end) => {
        const isLast = end !== 'left' && stops.isLast(end);
        if (isLast) this.#last ??= end;
        return isLast;
      },
      onEnd: (item, end) => this.#note(item, end),
    });
  }

  #note(item: ScoreItem, end: BatchEnd | 'left'): void {
    const isOnHold = end !== 'left' && end.kind === 'onHold';
    if (isOnHold && item.job === undefined && isPausedByAnother(end, this.#last)) {
      this.#progress.pause(item.subject);
      this.#paused.push({ ...item, job: end.job });
      return;
    }
    if (end === 'left') this.leftCount++;
    const sentence = end === 'left' ? 'Started; a later run fetches the score.' : endText(end);
    this.#ended.add(item.subject);
    this.#progress.end(item.subject, sentence);
    if (sentence === undefined) return;
    this.unscored.push(notScored(item, sentence));
    this.hasFailed ||= end !== 'left' && !endedOverBudget(end);
  }
}

export const notScored = (
  { subject: { address, chain } }: Pick<ScoreTarget, 'subject'>,
  reason: string,
): NotScored => ({ address, network: chain, reason });

/** Why an address was not started. */
export const overBudget = 'Not started: the budget is used up. Raise --budget.';

/** `left`: it was accepted, and a later run fetches the score. */
async function scoreItem(
  { service, aggregator, isNoWait, gesture }: ScoreRunOptions,
  { subject, job }: ScoreItem,
  onStarted: () => void,
  signal: AbortSignal,
): Promise<BatchEnd | 'left'> {
  const { engine, account } = service;
  const { ref } = account;
  if (job !== undefined) onStarted();
  const accepted = Promise.withResolvers<'left'>();
  const onEvent = ({ kind }: { readonly kind: string }): void => {
    if (kind !== 'accepted') return;
    onStarted();
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
class ScoreProgress {
  readonly #terminal: Terminal;
  readonly #all: number;
  /** Since when each is in work, in milliseconds. */
  readonly #working = new Map<Subject, number>();
  readonly #timer: NodeJS.Timeout | undefined;
  #ended = 0;
  #isOver = false;

  constructor(terminal: Terminal, all: number) {
    this.#terminal = terminal;
    this.#all = all;
    if (terminal.isInteractive) this.#timer = setInterval(() => this.#draw(), redrawMs);
  }

  start(subject: Subject): void {
    this.#working.set(subject, this.#terminal.clock.tick());
    this.#draw();
  }

  /** It waits for another one, and is started again later. */
  pause(subject: Subject): void {
    this.#working.delete(subject);
  }

  /** @param text why it has no score */
  end(subject: Subject, text: string | undefined): void {
    this.#working.delete(subject);
    this.#ended++;
    if (this.#terminal.isInteractive) {
      this.#draw();
      return;
    }
    const { address, chain } = subject;
    const count = `[${this.#ended}/${this.#all}]`;
    this.#terminal.note(`${count} ${address} (${chain}) ${text ?? 'Scored.'}`);
  }

  close(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#terminal.progress([]);
  }

  #draw(): void {
    if (this.#isOver) return;
    const now = this.#terminal.clock.tick();
    const jobs = [...this.#working].map(([{ address, chain }, since]) => {
      const seconds = Math.floor((now - since) / 1_000);
      return `${address} (${chain}) ${seconds} s`;
    });
    const filled = Math.floor((barLength * this.#ended) / Math.max(1, this.#all));
    const bar = '#'.repeat(filled).padEnd(barLength, '-');
    this.#terminal.progress([...jobs, `[${bar}] ${this.#ended}/${this.#all}`]);
  }
}
