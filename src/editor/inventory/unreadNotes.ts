import { largestFile } from '../../folder/fileText.ts';
import { addressSearch } from '../../words/inventory.ts';
import { unreadChanges } from './fileReadings.ts';
import { mostFiles } from './folderFiles.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

const largestMebibytes = largestFile / 1_048_576;

/** What was not looked at, whether anything was found or not. */
export function unreadNotes({
  folders,
  readings,
  search,
}: Pick<WorkspaceInventory, 'folders' | 'readings' | 'search'>): string[] {
  const { isCut, uncounted, unlisted } = search.progress;
  const large = readings.notes.countOf('tooLarge');
  const failed = readings.notes.countOf('failed');
  return [
    ...(large > 0 ? [addressSearch.large(large, largestMebibytes)] : []),
    ...(isCut ? [addressSearch.cut(mostFiles)] : []),
    ...(uncounted > 0 ? [addressSearch.uncounted(uncounted)] : []),
    ...(unlisted > 0 ? [addressSearch.unlisted(unlisted)] : []),
    ...(failed > 0 ? [addressSearch.failed(failed)] : []),
    ...[...unreadChanges(readings, folders)].map(([reason, count]) =>
      addressSearch.unreadChange(reason, count, largestMebibytes),
    ),
  ];
}
