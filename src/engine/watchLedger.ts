import { watchFolder } from '../paths/watchFolder.ts';

/** Files of the ledger begin with this: its log changes with each commit. */
const ledgerName = 'ledger.sqlite';
/** From a change of a file to the look at it, in milliseconds: most writes come in groups. */
const pauseMs = 250;
/** How often to look if the system cannot watch the folder. */
const lookMs = 1_000;

/**
 * Calls back when a file of the ledger may have changed; without changes, it has no timer.
 * @returns what stops watching
 */
export function watchLedger(folder: string, look: () => void): () => void {
  let waiting: NodeJS.Timeout | undefined;
  const stop = watchFolder(folder, {
    onChange(name) {
      if (name !== null && !name.startsWith(ledgerName)) return;
      waiting ??= setTimeout(() => {
        waiting = undefined;
        look();
      }, pauseMs);
    },
    onLost() {
      clearTimeout(waiting);
      waiting = setInterval(look, lookMs);
    },
  });
  return () => {
    stop();
    clearInterval(waiting);
  };
}
