import { runGit } from './runGit.ts';
import type { Repository } from './repository.ts';

/** A regular file of a commit or of the index. Links and submodules are left out. */
export interface GitFile {
  /** Below the top of the repository, with slashes. Has U+FFFD where the name is not UTF-8. */
  readonly path: string;
  /** The full name of its content. */
  readonly object: string;
}

/** The files of a commit. @param commit its full name */
export async function filesOfCommit(repository: Repository, commit: string): Promise<GitFile[]> {
  const listing = await runGit(repository, [
    ...['ls-tree', '-r', '-z', '--full-tree', '--end-of-options'],
    commit,
  ]);
  // `<mode> blob <object>\t<path>`
  return filesIn(listing, /^100\d{3} blob ([\da-f]{40,64})\t/);
}

/** The files of the index, also those that are not merged. */
export async function filesOfIndex(repository: Repository): Promise<GitFile[]> {
  const listing = await runGit(repository, ['ls-files', '--stage', '-z', '--full-name']);
  // `<mode> <object> <stage>\t<path>`
  return filesIn(listing, /^100\d{3} ([\da-f]{40,64}) \d\t/);
}

function filesIn(listing: Buffer | undefined, head: RegExp): GitFile[] {
  const files: GitFile[] = [];
  const text = listing?.toString('utf8') ?? '';
  let start = 0;
  for (let end = text.indexOf('\0'); end !== -1; end = text.indexOf('\0', start)) {
    const row = text.slice(start, end);
    start = end + 1;
    const [before = '', object] = head.exec(row) ?? [];
    if (object !== undefined) files.push({ path: row.slice(before.length), object });
  }
  return files;
}
