import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { modeFile } from '../../../src/editor/mode.ts';

describe('the file that says whether the sample service is in use', () => {
  let base: string;
  let folder: string;
  const ends: (() => void)[] = [];
  /** Watches as another window would; gives how often it was told. */
  const watched = (): (() => number) => {
    let times = 0;
    ends.push(modeFile(folder).watch(() => times++));
    return () => times;
  };
  const told = async (times: () => number, least = 1): Promise<void> => {
    const deadline = performance.now() + 5_000;
    while (times() < least && performance.now() < deadline) await wait(10);
    assert.ok(times() >= least);
  };

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'address-risk-mode-'));
    folder = join(base, 'storage');
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    await rm(base, { recursive: true, force: true });
  });

  it('is heard of by a window that was there before the folder', async () => {
    const times = watched();
    assert.ok(existsSync(folder), 'made, so that the system tells at once');
    const mode = modeFile(folder);
    assert.equal(await mode.isSample(), false);
    await mode.enterSample();
    await told(times);
    assert.equal(await mode.isSample(), true);
    await mode.leaveSample();
    assert.equal(await mode.isSample(), false);
  });

  it('is heard of where the folder cannot be watched', async () => {
    await writeFile(folder, 'a file in its place');
    const times = watched();
    // Node begins by telling that there is no such file.
    await told(times);
    await rm(folder);
    await modeFile(folder).enterSample();
    await told(times, 2);
  });

  it('says no only where it is missing; whatever else cannot be read is no answer', async () => {
    await mkdir(folder);
    const file = join(folder, 'mode.json');
    for (const text of ['', '{"mode":"sam', 'null', '{"mode":"later"}']) {
      await writeFile(file, text);
      await assert.rejects(modeFile(folder).isSample(), text);
    }
    await rm(file);
    await mkdir(file);
    await assert.rejects(modeFile(folder).isSample(), { code: 'EISDIR' });
  });
});
