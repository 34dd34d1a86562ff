import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { modeFile } from '../../../src/paths/modeFile.ts';

describe('the mode file', () => {
  let base: string;
  let folder: string;
  const ends: (() => void)[] = [];
  /** Watches like another window; returns how often it was notified. */
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

  it('is noticed by a window that opened before the folder existed', async () => {
    const times = watched();
    assert.ok(existsSync(folder), 'made, so that the system tells at once');
    const mode = modeFile(folder);
    assert.equal(await mode.read(), 'missing');
    await mode.save('sample');
    await told(times);
    assert.equal(await mode.read(), 'sample');
    await mode.save('service');
    assert.equal(await mode.read(), 'service');
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, 'mode.json')).mode & 0o777, 0o600);
  });

  it('holds the last of several saves that overlap, and leaves no drafts', async () => {
    const mode = modeFile(folder);
    for (let round = 0; round < 50; round++) {
      await Promise.all([mode.save('sample'), mode.save('service'), mode.save('sample')]);
      assert.match(await mode.read(), /^(?:sample|service)$/);
    }
    assert.deepEqual(readdirSync(folder), ['mode.json']);
  });

  it('knows what was signed out of, by several windows at once too', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const mode = modeFile(folder);
    assert.equal(await mode.isEnded(ids[0] ?? ''), false);
    await Promise.all(
      ids.map(async (id) => {
        const ofWindow = modeFile(folder);
        await ofWindow.end(id);
        await ofWindow.save('service');
      }),
    );
    assert.deepEqual(
      new Set(await Promise.all(ids.map((id) => mode.isEnded(id)))),
      new Set([true]),
    );
    assert.equal(await mode.isEnded(randomUUID()), false);
    await mode.end('../a');
    assert.deepEqual(readdirSync(base), ['storage'], 'an ID is no path');
  });

  it('does not take for signed in what it cannot read', async () => {
    await writeFile(folder, 'a file in its place');
    await assert.rejects(modeFile(folder).isEnded('a'), { code: 'ENOTDIR' });
  });

  it('is noticed even if the folder cannot be watched', async () => {
    await writeFile(folder, 'a file in its place');
    const times = watched();
    // Node first reports that the file doesn't exist.
    await told(times);
    await rm(folder);
    await modeFile(folder).save('sample');
    await told(times, 2);
  });

  it('is an error if it cannot be read, unlike a missing file', async () => {
    await mkdir(folder);
    const file = join(folder, 'mode.json');
    for (const text of ['', '{"mode":"sam', 'null', '{"mode":"later"}']) {
      await writeFile(file, text);
      await assert.rejects(modeFile(folder).read(), text);
    }
    await rm(file);
    await mkdir(file);
    await assert.rejects(modeFile(folder).read(), { code: 'EISDIR' });
  });
});
