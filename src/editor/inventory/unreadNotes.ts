import { maxFileSize } from '../../folder/fileText.ts';
import { addressSearch } from '../../words/inventory.ts';
import { unreadChanges } from './fileScanner.ts';
import { maxFiles } from './folderFiles.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

const maxMebibytesSize = maxFileSize / 1_048_576;

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
    ...(large > 0 ? [addressSearch.large(large, maxMebibytesSize)] : []),
    ...(isCut ? [addressSearch.cut(maxFiles)] : []),
    ...(uncounted > 0 ? [addressSearch.uncounted(uncounted)] : []),
    ...(unlisted > 0 ? [addressSearch.unlisted(unlisted)] : []),
    ...(failed > 0 ? [addressSearch.failed(failed)] : []),
    ...[...unreadChanges(readings, folders)].map(([reason, count]) =>
      addressSearch.unreadChange(reason, count, maxMebibytesSize),
    ),
  ];
}
