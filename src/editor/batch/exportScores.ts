import { batchCsv } from '../../report/batchTable.ts';
import { scoresView } from '../../words/scoreBatch.ts';
import { scaleOf } from '../session/scale.ts';
import { saveFile } from '../shell/saveFile.ts';
import type { Shell } from '../shell/shell.ts';
import type { BatchEntries, ScoredRow } from './batchEntries.ts';

/** Asks for a file, and writes the rows that the view shows. Makes no call. */
export async function exportScores(
  rows: readonly ScoredRow[],
  entries: BatchEntries | undefined,
  shell: Shell,
): Promise<void> {
  if (entries === undefined || rows.length === 0) {
    shell.notifier.refuse(scoresView.nothing());
    return;
  }
  const { aggregator, identity } = entries;
  const source = identity.kind === 'sample' ? 'Sample data' : identity.origin;
  const scale = scaleOf(identity);
  await saveFile(
    {
      title: scoresView.exportTitle(),
      name: 'scores.csv',
      contents: () => Promise.resolve(batchCsv(rows, { aggregator, scale, source })),
    },
    shell,
  );
}
