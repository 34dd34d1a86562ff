import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCli } from '../harness/buildCli.ts';
import { run } from '../harness/processes.ts';

/** The package of the command line, in a folder of its own. */
export async function packCli(): Promise<{ readonly file: string; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'packed-cli-'));
  await buildCli(folder);
  const name = await run('npm', ['pack', '--silent'], { cwd: folder });
  return {
    file: join(folder, name.trim()),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
