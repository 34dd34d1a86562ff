import type { FileState } from './newness.ts';

/**
 * Tells the state of files by their paths below a folder, with slashes. A file belongs to the
 * innermost of the places around it.
 * @param places repositories and submodules in the folder, or around it (an empty path), and
 *   whether each is compared with a revision
 */
export function fileStates(
  places: ReadonlyMap<string, boolean>,
  changed: ReadonlySet<string>,
): (path: string) => FileState {
  const innermostFirst = [...places].sort(([one], [other]) => other.length - one.length);
  return (path) => {
    const owner = innermostFirst.find(([place]) => place === '' || path.startsWith(`${place}/`));
    if (owner?.[1] !== true) return 'outside';
    return changed.has(path) ? 'changed' : 'unchanged';
  };
}
