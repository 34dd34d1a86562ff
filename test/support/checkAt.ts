import { checkFolder, type CheckOptions, type FolderCheck } from '../../src/folder/check.ts';
import { requestedRoots } from '../../src/folder/roots.ts';

/**
 * Checks the repository that a folder is in, or some of its paths; of several address books, by the one at
 * its top.
 */
export async function checkAt(
  folder: string,
  {
    since,
    isStaged = false,
    paths = [],
    ...options
  }: Partial<CheckOptions> & {
    readonly since?: string | undefined;
    readonly paths?: readonly string[];
  } = {},
): Promise<FolderCheck> {
  const [requested] = await requestedRoots(folder, paths, { since, judge: undefined, isStaged });
  if (requested === undefined) throw new Error('There is no folder to check.');
  return checkFolder(requested, {
    ...{ isStaged, isOnlyNew: since !== undefined || isStaged, trustsChange: false },
    ...{ now: Date.now(), keyTextsIn: undefined, namesCode: false },
    ...{ written: [], startThreads: undefined, ...options },
  });
}
