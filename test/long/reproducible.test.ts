import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { constants, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';

/** The digests of the packages that a checkout of HEAD in a folder of its own makes. */
async function packagesOfHead(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-reproducible-'));
  try {
    await run('git', ['clone', '--quiet', repository, folder]);
    // A link to the folder would be followed, and its path be part of the build.
    await cp(join(repository, 'node_modules'), join(folder, 'node_modules'), {
      ...{ recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE },
    });
    for (const script of ['package', 'package:cli']) {
      await run('npm', ['run', '-s', script], { cwd: folder });
    }
    const digests: Record<string, string> = {};
    for (const name of globSync('address-risk*.{vsix,tgz,cdx.json}', {
      cwd: join(folder, 'dist'),
    })) {
      const bytes = await readFile(join(folder, 'dist', name));
      digests[name] = createHash('sha256').update(bytes).digest('hex');
    }
    return digests;
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('builds the same packages in two folders', async (t) => {
  const first = await packagesOfHead();
  assert.equal(Object.keys(first).length, 4);
  assert.deepEqual(await packagesOfHead(), first);
  t.diagnostic(JSON.stringify(first));
});
