import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../harness/waiting.ts';
import { startLoggedService } from './loggedService.ts';
import { callsOf, readLedger } from './coreKills.ts';
import { coreAccount, type CoreMessage } from './coreProcess.ts';
import { startCore, withFolder, type Core } from './cores.ts';
import { checkPace, smallestGap } from './invariants.ts';

export interface CrowdFigures {
  readonly polls: number;
  readonly smallestGapMs: number;
  readonly starts: number;
  readonly requests: number;
  readonly results: number;
  readonly unknown: number;
  readonly kills: number;
  readonly stops: number;
  readonly fullDisks: number;
  readonly deletions: number;
}

const size = 8;
/** A turn to poll allows for stalls of this length between the look at the clock and the request. */
const stallMs = 2_000;
/** A poll that is answered at once, and the pause after it. */
const pauseMs = 1_500;
const addressOf = (index: number): string => `0x${(index + 1).toString(16).padStart(40, '0')}`;

/**
 * Eight processes of two releases on one folder score the same addresses and each an own one, round
 * by round, while one half of them is stalled and the other stopped for up to two seconds (both at
 * once would be a longer stall than any pace can survive), and some of all are killed. Now and then
 * the disk is full for all of them, and the file of the ledger is deleted.
 */
export async function runCrowd(durationMs: number): Promise<CrowdFigures> {
  return withFolder(async (folder) => {
    const service = await startLoggedService({ jobSeconds: 3 });
    const cores: Core[] = [];
    const asked = new Set<string>();
    let kills = 0;
    let stops = 0;
    let fullDisks = 0;
    let deletions = 0;
    let last = 0;
    const file = join(folder, 'ledger.sqlite');

    const open = (place: number, addresses: readonly string[]): Core => {
      for (const address of addresses) asked.add(address);
      const stalled = place < size / 2 ? stallMs : 0;
      const { url, tenant: tenantId, apiKey } = service;
      return startCore(
        { folder, url, tenantId, apiKey, addresses, stallMs: stalled },
        place < size && place % 2 === 1 ? 'first' : 'current',
      );
    };
    /** The first release makes a ledger of its own if it is opened while the file is gone or full. */
    const allOpened = async (): Promise<void> => {
      const isOpen = ({ kind }: CoreMessage): boolean => kind === 'ready' || kind === 'failed';
      await Promise.all(cores.map((core) => core.until(isOpen)));
    };
    /** For a moment nothing can be written. */
    const fillDisk = async (): Promise<void> => {
      await allOpened();
      const bytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size;
      for (const core of cores) core.limitFiles(bytes ?? 65_536);
      await wait(randomInt(100, stallMs));
      for (const core of cores) core.limitFiles('unlimited');
      fullDisks++;
      // A window that polled meanwhile holds the others back until its pause is over. If it is killed
      // within that, it cannot: nothing of its turn could be written (docs/decisions.md).
      await wait(stallMs + pauseMs);
    };
    /** Windows of this release notice it, and give the file its name back. */
    const deleteFile = async (): Promise<void> => {
      await allOpened();
      rmSync(file, { force: true });
      deletions++;
      await eventually('the file of the ledger', () => existsSync(file));
    };
    const next = (): readonly string[] => [addressOf(last++)];

    try {
      const shared = [...next(), ...next()];
      for (let place = 0; place < size; place++) cores.push(open(place, [...shared, ...next()]));
      const end = performance.now() + durationMs;
      while (performance.now() < end) {
        // The rhythm of the mishaps; nothing is waited for.
        await wait(randomInt(200, 1_500));
        const place = randomInt(size);
        const core = cores[place];
        assert.ok(core);
        const mishap = randomInt(12);
        if (mishap === 0) await fillDisk();
        else if (mishap === 1) await deleteFile();
        else if (mishap < 6) {
          await core.kill();
          kills++;
          cores[place] = open(place, next());
        } else if (place >= size / 2) {
          core.signal('SIGSTOP');
          await wait(randomInt(100, stallMs));
          core.signal('SIGCONT');
          stops++;
        }
      }
      for (const core of cores) await core.kill();

      // One core asks for all that was ever requested: what was paid for is there, or will be.
      const all = [...asked];
      const finisher = open(size, all);
      cores.push(finisher);
      await Promise.all(
        all.map((address) =>
          finisher.until(
            (message) =>
              message.kind === 'failed' ||
              (message.kind === 'result' && message.address === address),
          ),
        ),
      );

      const calls = callsOf(service);
      checkPace(calls);
      const starts = calls.filter(({ kind }) => kind === 'start').map(({ name }) => name);
      assert.equal(new Set(starts).size, starts.length, 'two starts of one address');
      const outcomes = finisher.messages.flatMap((message) =>
        message.kind === 'result' ? [message.outcome] : [],
      );
      assert.deepEqual(
        finisher.messages.filter(({ kind }) => kind === 'failed'),
        [],
      );
      const count = (kind: string): number => outcomes.filter((outcome) => outcome === kind).length;
      assert.equal(count('value') + count('unknown'), all.length);
      // Unknown is only what was killed while its start was on its way.
      assert.ok(count('unknown') <= kills + size, `${count('unknown')} unknown`);
      const list = await readLedger(folder, (store) => store.listResults(coreAccount, 100_000));
      const stored = list.length;
      assert.equal(stored, count('value'));
      return {
        polls: calls.filter(({ kind }) => kind === 'status').length,
        smallestGapMs: smallestGap(calls),
        starts: starts.length,
        requests: all.length,
        results: stored,
        unknown: count('unknown'),
        kills,
        stops,
        fullDisks,
        deletions,
      };
    } finally {
      for (const core of cores) await core.kill();
      await service.close();
    }
  });
}
