import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBelow, realPathOf } from '../../paths/inside.ts';
import { UsageError } from '../../options/usageError.ts';

/** What a client says of its roots. */
export interface ClientRoots {
  /** URIs; undefined if the client has no roots to tell. */
  list(): Promise<readonly string[] | undefined>;
}

/** The folders that tools may read: that of `--root`, or those of the client. */
export class AllowedRoots {
  readonly #fixed: string | undefined;
  readonly #client: ClientRoots;

  /** @param fixed absolute; what the client says does not count then */
  constructor(fixed: string | undefined, client: ClientRoots) {
    this.#fixed = fixed;
    this.#client = client;
  }

  /** Without links. @throws UsageError if there are none */
  async folders(): Promise<readonly string[]> {
    const given =
      this.#fixed === undefined
        ? ((await this.#client.list()) ?? []).flatMap(pathOf)
        : [this.#fixed];
    const folders = given.flatMap((path) => realPathOf(path) ?? []);
    if (folders.length > 0) return folders;
    throw new UsageError('There is no root to read: start the server with --root DIR.');
  }

  /** The real path of a file below a root. @throws UsageError */
  async fileAt(path: string): Promise<string> {
    for (const folder of await this.folders()) {
      const real = realPathOf(resolve(folder, path));
      if (real !== undefined && real !== folder && isBelow(folder, real)) return real;
    }
    throw new UsageError('No file below the roots has this path.');
  }
}

/** Roots of other kinds are not on this disk. */
function pathOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}
