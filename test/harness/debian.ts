import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './processes.ts';
import { cacheFolder } from './provision.ts';

export interface DebianProgram {
  readonly path: string;
  /** The folders of the libraries that came with it. */
  readonly libraries: readonly string[];
}

/**
 * A Debian program: the installed one, or one from its packages, unpacked in the tests’ cache.
 * Nothing is installed, so none of its services starts.
 * @param packages the program’s own, and those of libraries that a bare machine lacks
 * @throws with the package to install if it is missing and cannot be downloaded
 */
export async function provideProgram(
  name: string,
  packages: readonly string[],
): Promise<DebianProgram> {
  const installed = ['/usr/bin', '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync);
  if (installed !== undefined) return { path: installed, libraries: [] };
  const home = join(cacheFolder(), `debian-${packages.join('-')}`);
  if (!existsSync(home)) {
    await unpack(packages, home).catch((cause: unknown) => {
      throw new Error(`Install ${packages[0]} (Debian: apt-get install ${packages[0]}).`, {
        cause,
      });
    });
  }
  const path = ['usr/bin', 'usr/sbin', 'usr/lib/postgresql/15/bin']
    .map((folder) => join(home, folder, name))
    .find(existsSync);
  if (path === undefined) throw new Error(`${packages[0]} has no ${name}.`);
  const libraries = (await readdir(home, { recursive: true, withFileTypes: true }))
    .filter((each) => /\.so(?:\.|$)/.test(each.name))
    .map(({ parentPath }) => parentPath);
  return { path, libraries: [...new Set(libraries)] };
}

/** Unpacked in a temporary folder and renamed, so that the cache is always complete. */
async function unpack(packages: readonly string[], home: string): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true });
  const workshop = await mkdtemp(`${home}.`);
  try {
    await run('apt-get', ['download', '-q', ...packages], { cwd: workshop });
    for (const file of await readdir(workshop)) {
      await run('dpkg', ['-x', file, 'tree'], { cwd: workshop });
    }
    await rename(join(workshop, 'tree'), home).catch((error: unknown) => {
      // Another process was faster.
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}
