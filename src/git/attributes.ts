import { diskPathOf, fileNameOf } from '../paths/fileName.ts';
import { runGit } from './runGit.ts';
import type { Repository } from './repository.ts';

/** With these, the bytes that Git puts on the disk say something else than those that it has. */
const converting = ['working-tree-encoding', 'ident'];

const areOff = new Set(['unspecified', 'unset']);

/**
 * The files that a checkout writes in another encoding, or with another ID, by the attributes of the
 * index and of the work tree. Filters are programs that only the user's configuration names, so they
 * are none of these.
 *
 * @param paths below the top of the repository, by `fileNameOf`
 * @throws GitError
 */
export async function convertedFiles(
  repository: Repository,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (paths.length === 0) return found;
  const stdin = Buffer.concat(
    paths.flatMap((path) => [Buffer.from(diskPathOf(path)), Buffer.of(0)]),
  );
  const ask = (...options: readonly string[]): Promise<Buffer> =>
    runGit(repository, ['check-attr', ...options, '-z', '--stdin', ...converting], { stdin });
  for (const rows of await Promise.all([ask(), ask('--cached')])) {
    // `<path>\0<attribute>\0<value>\0`
    for (let start = 0, end; (end = rows.indexOf(0, start)) !== -1;) {
      const valueStart = rows.indexOf(0, end + 1) + 1;
      const valueEnd = rows.indexOf(0, valueStart);
      const isOn = !areOff.has(rows.toString('latin1', valueStart, valueEnd));
      if (isOn) found.add(fileNameOf(rows.subarray(start, end)));
      start = valueEnd + 1;
    }
  }
  return found;
}
