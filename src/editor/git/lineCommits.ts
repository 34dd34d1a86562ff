import { workspace, type Location, type Uri, type WorkspaceFolder } from 'vscode';
import { isHash } from '../../git/revision.ts';
import type { CommitFacts } from '../../report/workspaceView.ts';
import { withinTime } from '../../scheduler/withinTime.ts';
import { openDocument } from '../documents/surroundings.ts';
import type { GitRepository } from './gitApi.ts';
import type { Revisions } from './revisions.ts';

/** A long history takes Git seconds. */
const limitMs = 5_000;

/** Lines that are remembered. */
const maxKnown = 100;

/** The start of a line of `git blame`: the hash, which has a caret for the first commit. */
const hashAtStart = /^\^?([\da-f]{4,64}) /;

/** The commits that last changed lines. Git is asked once for each. */
export class LineCommits {
  readonly #revisions: Pick<Revisions, 'repositoryOf'>;
  readonly #onFound: () => void;
  /** Null while Git looks for it, and if there is none. */
  readonly #known = new Map<string, CommitFacts | null>();

  /** @param onFound called when Git has found the commit of a line */
  constructor(revisions: Pick<Revisions, 'repositoryOf'>, onFound: () => void) {
    this.#revisions = revisions;
    this.#onFound = onFound;
  }

  /**
   * What is known of a line; asks Git in the background. Null for a line that is not committed or
   * saved, outside of a repository, and until Git has found it.
   */
  of(place: Location | undefined): CommitFacts | null {
    const folder = place && workspace.getWorkspaceFolder(place.uri);
    if (place === undefined || folder === undefined || place.uri.scheme !== 'file') return null;
    const { uri, range } = place;
    const document = openDocument(uri);
    if (document?.isDirty === true) return null;
    // A saved document has other lines than before.
    const key = JSON.stringify([uri.toString(), range.start.line, document?.version]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(key, null);
    void this.#find(key, folder, place);
    return null;
  }

  /** After a commit, lines have others. */
  forget(): void {
    this.#known.clear();
  }

  async #find(key: string, folder: WorkspaceFolder, { uri, range }: Location): Promise<void> {
    const repository = await this.#revisions.repositoryOf(folder);
    const commit = repository && (await readCommit(repository, uri, range.start.line));
    if (!commit) return;
    this.#known.set(key, commit);
    this.#onFound();
  }
}

/** @param line from 0 */
async function readCommit(
  repository: GitRepository,
  uri: Uri,
  line: number,
): Promise<CommitFacts | null> {
  const root = `${repository.rootUri.path}/`;
  // A name that begins with a hyphen would be an option of Git.
  if (!uri.path.startsWith(root) || uri.path[root.length] === '-') return null;
  try {
    const text = await withinTime(repository.blame(uri.fsPath), limitMs);
    const short = hashAtStart.exec(text?.split('\n', line + 1)[line] ?? '')?.[1];
    if (short === undefined || /^0+$/.test(short)) return null;
    const commit = await withinTime(repository.getCommit(short), limitMs);
    if (commit === undefined || !isHash(commit.hash)) return null;
    const subject = commit.message.split('\n', 1)[0] ?? '';
    return { hash: commit.hash, at: commit.commitDate?.getTime() ?? null, subject };
  } catch {
    // The file is not in the repository.
    return null;
  }
}
