import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerNotice } from '../ledger/notices.ts';
import { openLedger } from '../ledger/openLedger.ts';
import { watchFolder } from '../paths/watchFolder.ts';

/** Files of the ledger begin with this: its log changes with each commit. */
const ledgerName = 'ledger.sqlite';
/** From a change of a file to the look at it, in milliseconds: most writes come in groups. */
const pauseMs = 250;
/** How often to look if the system cannot watch the folder. */
const lookMs = 1_000;

/** Where an engine keeps what must survive; another store can take the place of the folder's. */
export interface EngineStorage {
  /** Opens nothing before its first call. */
  open(onNotice: (notice: LedgerNotice) => void): Ledger;
  /**
   * Calls back when someone else may have stored something.
   * @returns what stops watching
   */
  watch(look: () => void): () => void;
}

/** The file in a folder that all of the user's windows share. */
export function folderStorage(folder: string): EngineStorage {
  return {
    open: (onNotice) => openLedger(folder, onNotice),
    // Without changes of a file of the ledger, it has no timer.
    watch(look) {
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
    },
  };
}
