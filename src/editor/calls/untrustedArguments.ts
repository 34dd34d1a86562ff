import { foreignQuestion } from '../../words/refusals.ts';
import { isOwn, type PaidCommand } from '../documents/ownArguments.ts';
import type { Subject } from '../documents/subject.ts';
import { dialogs } from '../shell/dialogs.ts';

/**
 * Asks before a paid call of a command that a task, a key binding, or another extension may have run:
 * once for a command and an argument, whatever the answer. One question is open at a time, and No
 * also declines what came while it was open: no program can bury the user in questions.
 */
export class UntrustedArguments {
  readonly #answers = new Map<string, boolean>();
  #declined = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** Whether the command may go on; false if the user said no, now or before. */
  mayRun(name: PaidCommand, argument: unknown, subject: Subject): Promise<boolean> {
    const isForeign = typeof argument === 'object' && argument !== null && !isOwn(name, argument);
    if (!isForeign) return Promise.resolve(true);
    const declined = this.#declined;
    const answer = this.#turn.then(async () => {
      const key = JSON.stringify([name, subject.address, subject.chain]);
      const known = this.#answers.get(key);
      if (known !== undefined) return known;
      if (this.#declined > declined) return false;
      const isAgreed = await dialogs.agree(foreignQuestion(name, subject));
      this.#answers.set(key, isAgreed);
      if (!isAgreed) this.#declined++;
      return isAgreed;
    });
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}
