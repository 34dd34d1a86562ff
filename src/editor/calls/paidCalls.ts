import { isPayable, type ChainReading } from '../../evidence/reasons.ts';
import type { Identity } from '../session/identity.ts';
import { supportsSummaries } from '../../networks/networks.ts';
import { isOwn, type PaidCommand } from '../documents/ownArguments.ts';
import type { Subject } from '../documents/subject.ts';
import { settings } from '../shell/settings.ts';
import type { Calls } from './calls.ts';
import { foreignQuestion } from '../../messages/questions.ts';
import { dialogs } from '../shell/dialogs.ts';

/**
 * Whether a summary may be fetched that the user did not request: only on a network that the user
 * chose, or whose evidence is measured to be right. Sample data costs nothing.
 */
export function mayFetchAutomatically(
  { kind }: Pick<Identity, 'kind'>,
  reading: ChainReading | undefined,
): boolean {
  return kind === 'sample' || reading === undefined || isPayable(reading);
}

/**
 * Whether a command would make a call that a license pays for. Sample data costs nothing, and neither
 * does what is stored or in progress.
 */
export async function isPaid(
  name: PaidCommand,
  subject: Subject,
  { session, openEngine }: Pick<Calls, 'session' | 'openEngine'>,
): Promise<boolean> {
  const identity = await session.identity();
  if (identity.kind !== 'service') return false;
  if (name === 'lookUpAddress' && !supportsSummaries(subject.chain)) return false;
  const engine = await openEngine();
  const [stored] = await engine.readStored([{ account: identity.key, ...subject }]);
  if (name === 'lookUpAddress') return stored?.summary?.isFresh !== true;
  const aggregator = settings.aggregator();
  return (
    stored?.scores[aggregator]?.isFresh !== true && (stored?.jobs[aggregator] ?? null) === null
  );
}

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
