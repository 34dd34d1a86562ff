import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';

/** The root of this repository. */
export const repository = join(import.meta.dirname, '..', '..');

export const extensionId = 'address-risk.address-risk';

/**
 * Unpacks what the package would hold into a folder of extensions: a snapshot, so that a build
 * running beside the tests does not pull the files away, and a file that the package lacks is
 * missed by the tests too.
 */
export async function unpackExtension(extensionsFolder: string): Promise<void> {
  const manifest = await readFile(join(repository, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const target = join(extensionsFolder, `${extensionId}-${version}`);
  for (const file of await listFiles({
    cwd: repository,
    packageManager: PackageManager.None,
  })) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(repository, file), join(target, file));
  }
}
