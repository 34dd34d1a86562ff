import { cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The root of this repository. */
export const repository = join(import.meta.dirname, '..', '..');

export const extensionId = 'address-risk.address-risk';

/**
 * Unpacks what the package would hold into a folder of extensions: a snapshot, so that a build
 * running beside the tests does not pull the files away, and a file that the package lacks is
 * missed by the tests too.
 */
export async function unpackExtension(
  extensionsFolder: string,
  added: Readonly<Record<string, string>> = {},
): Promise<void> {
  const ignore = await readFile(join(repository, '.vscodeignore'), 'utf8');
  const manifest = await readFile(join(repository, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const target = join(extensionsFolder, `${extensionId}-${version}`);
  // The file names what is packed. `vsce` also reads whatever else is in the folder, for seconds.
  const packed = ignore.split('\n').flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
  for await (const file of glob(packed, { cwd: repository })) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(repository, file), join(target, file));
  }
  for (const [name, text] of Object.entries(added)) await writeFile(join(target, name), text);
}
