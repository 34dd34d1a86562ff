import { randomUUID } from 'node:crypto';
import { l10n, window } from 'vscode';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../lookups/clock.ts';

/** Starts asked for by an argument: by a lens, a link, or another extension's code. */
export interface StartLimit {
  /** Resolves true while starts are few, else as a person says. */
  mayStart(): Promise<boolean>;
}

const most = 20;
const hourMs = 3_600_000;

/** In the ledger these starts are the usage of an account that nobody has: no one can forget it. */
const record = 'startLimit';
const hourOf = (at: number): string => String(Math.floor(at / hourMs));

/**
 * Anybody may run a command with an address. The first twenty starts of an hour go through, those
 * of all windows together; then one question stands for all that wait in this one, and a no holds
 * for an hour.
 */
export function createStartLimit(
  openDesk: () => Promise<{ readonly clock: Pick<Clock, 'now'>; readonly ledger: Usage }>,
  ask: () => Promise<boolean> = askPerson,
): StartLimit {
  /** What was started before a person said yes, and so counts no more. */
  let agreed: ReadonlySet<string> = new Set();
  let deniedUntil = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function decide(): Promise<boolean> {
    const { ledger, clock } = await openDesk();
    for (;;) {
      const now = clock.now();
      if (now < deniedUntil) return false;
      const start = [record, hourOf(now), 'start', `${now} ${randomUUID()}`] as const;
      // Noted before it is counted: two windows that ask at once see each other.
      await ledger.countUsage(...start);
      const recent = await recentStarts(ledger, now);
      if (recent.filter((source) => !agreed.has(source)).length <= most) return true;
      await ledger.uncountUsage(...start);
      if (await ask()) agreed = new Set(recent);
      else deniedUntil = clock.now() + hourMs;
    }
  }

  return {
    mayStart() {
      // One after the other, so that one question stands for all.
      const decision = last.then(decide);
      last = decision.catch(() => undefined);
      return decision;
    },
  };
}

type Usage = Pick<Ledger, 'countUsage' | 'uncountUsage' | 'readUsage'>;

async function recentStarts(ledger: Usage, now: number): Promise<string[]> {
  const hours = [now - hourMs, now].map((at) => ledger.readUsage(record, hourOf(at)));
  return (await Promise.all(hours))
    .flat()
    .filter(({ source, count }) => count > 0 && Number.parseInt(source, 10) > now - hourMs)
    .map(({ source }) => source);
}

async function askPerson(): Promise<boolean> {
  const goOn = l10n.t('Go On');
  const answer = await window.showWarningMessage(
    l10n.t('{0} calculations were started within an hour. Start more?', most),
    {
      modal: true,
      detail: l10n.t(
        'Each counts against your licence. If you did not ask for them, another extension did: leave it at this.',
      ),
    },
    goOn,
  );
  return answer === goOn;
}
