import type { Terminal } from '../terminal.ts';
import type { ScoreTarget } from './targets.ts';

type Subject = ScoreTarget['subject'];

const redrawMs = 1_000;
const barLength = 24;

/**
 * How far a batch is. On a terminal: a line for each job in work, and a bar for the batch, which are
 * drawn again each second. Elsewhere, such as in CI: a line for each address that has ended.
 */
export class ScoreProgress {
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
