import type { Gesture } from '../../paid/gesture.ts';
import { scoreBatchTexts } from '../../messages/batches.ts';
import type { Calls } from '../calls/calls.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import type { Shell } from '../shell/shell.ts';
import { scoreMany, type BatchRequest } from './scoreMany.ts';
import { runLogged } from '../shell/log.ts';
import { ScoresTable } from './scoresTable.ts';

/** What commands do with many addresses. */
export type Batches = ReturnType<typeof registerBatches>;

/** Does nothing before the first batch. */
export function registerBatches(calls: Calls, shell: Shell, nameOf: WorkspaceKnowledge['nameOf']) {
  const table = new ScoresTable(calls, shell, nameOf);
  let isRunning = false;

  /** Asks, scores, and shows the results. One batch at a time. */
  async function score(request: BatchRequest, gesture: Gesture): Promise<void> {
    if (isRunning) {
      shell.notifier.inform(scoreBatchTexts.busy());
      return;
    }
    isRunning = true;
    try {
      await scoreMany(request, gesture, {
        calls,
        shell,
        show: (entries) => table.show(entries),
        again: () => runLogged(shell.log, 'scoreMany', score(request, gesture)),
      });
    } finally {
      isRunning = false;
    }
  }
  return {
    score,
    export: (): Promise<void> => table.export(),
    close: (): Promise<void> => table.close(),
    dispose: (): void => table.dispose(),
  };
}
