import type { Gesture } from '../../lookups/gesture.ts';
import { scoreBatchTexts } from '../../words/scoreBatch.ts';
import type { Calls } from '../calls/calls.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import type { Room, Shell } from '../shell/shell.ts';
import { scoreMany, type BatchRequest } from './scoreMany.ts';
import { runLogged } from '../shell/log.ts';
import { ScoresTable } from './scoresTable.ts';

/** What commands do with many addresses. */
export interface Batches {
  /** Asks, scores, and shows the results. One batch at a time. */
  score(request: BatchRequest, gesture: Gesture): Promise<void>;
  export(): Promise<void>;
  close(): Promise<void>;
}

/** Does nothing before the first batch. */
export function registerBatches(ports: {
  readonly calls: Calls;
  readonly shell: Shell;
  readonly nameOf: WorkspaceKnowledge['nameOf'];
}): Batches & Room {
  const { calls, shell, nameOf } = ports;
  const table = new ScoresTable(calls, shell, nameOf);
  let isRunning = false;
  const batches: Batches & Room = {
    async score(request, gesture) {
      if (isRunning) {
        shell.notifier.inform(scoreBatchTexts.busy());
        return;
      }
      isRunning = true;
      try {
        await scoreMany(request, gesture, {
          ...{ calls, shell, show: (entries) => table.show(entries) },
          again() {
            runLogged(shell.log, 'scoreMany', batches.score(request, gesture));
          },
        });
      } finally {
        isRunning = false;
      }
    },
    export: () => table.export(),
    close: () => table.close(),
    dispose: () => table.dispose(),
  };
  return batches;
}
