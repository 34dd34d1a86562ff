import { l10n, window } from 'vscode';
import type { Ledger } from '../ledger/ledger.ts';
import type { Desk } from '../lookups/desk.ts';

/** Starts asked for by an argument: by a lens, a link, or another extension's code. */
export interface StartLimit {
  /** Resolves true while starts are few, else as a person says. */
  mayStart(): Promise<boolean>;
}

const most = 20;
const hourMs = 3_600_000;

/**
 * Anybody may run a command with an address. The first twenty starts of an hour go through; then
 * one question stands for all that wait, and a no holds for an hour.
 */
export function createStartLimit(
  openDesk: () => Promise<Pick<Desk, 'clock'> & { readonly ledger: Pick<Ledger, 'listJobs'> }>,
  ask: () => Promise<boolean> = askPerson,
): StartLimit {
  /** When the starts of the last hour were made; read once, by whoever asks first. */
  let known: Promise<number[]> | undefined;
  let deniedUntil = 0;
  let asking: Promise<void> | undefined;

  return {
    async mayStart() {
      const { ledger, clock } = await openDesk();
      known ??= ledger.listJobs().then((jobs) => jobs.map(({ createdAt }) => createdAt));
      const starts = await known;
      for (;;) {
        const now = clock.now();
        if (now < deniedUntil) return false;
        const recent = starts.filter((at) => at > now - hourMs);
        if (recent.length < most) {
          starts.push(now);
          return true;
        }
        asking ??= ask().then((isYes) => {
          asking = undefined;
          if (isYes) starts.length = 0;
          else deniedUntil = clock.now() + hourMs;
        });
        await asking;
      }
    },
  };
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
