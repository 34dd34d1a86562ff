import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  openSync,
  closeSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openCable, type Cable } from './cable.ts';
import { coreAccount, type CoreMessage } from './coreProcess.ts';
import { callsOf, readLedger } from './coreKills.ts';
import { startCore, type Core } from './cores.ts';
import { checkPace, smallestGap } from './invariants.ts';
import { startLoggedService, type LoggedService } from './loggedService.ts';
import { openSmallDisk, type SmallDisk } from './smallDisk.ts';

export interface CrowdFigures {
  readonly [name: string]: number;
}

const size = 8;
/** A turn to poll allows for stalls of this length between the look at the clock and the request. */
const stallMs = 2_000;
/** Longer than any claim lasts. */
const longStopMs = 11_000;
const addressOf = (index: number): string => `0x${(index + 1).toString(16).padStart(40, '0')}`;

/** A window, and the way to the service that is its own. */
interface Place {
  readonly core: Core;
  readonly cable: Cable;
}

/**
 * Eight processes on one folder score the same addresses and each an own one, and fetch summaries,
 * while half of them are stalled and the others stopped, at times for longer than a claim lasts; some
 * are killed or signed out, connections are cut, the disk is full, and the file of the ledger is
 * deleted, replaced, and damaged.
 */
export class Crowd {
  readonly #service: LoggedService;
  readonly #disk: SmallDisk;
  readonly #places: Place[] = [];
  readonly #all: Place[] = [];
  readonly #asked = new Set<string>();
  readonly #counts: Record<string, number> = {};
  #last = 0;
  /** For an hour after a damage no hover fetches a summary, so only the second half has some. */
  #damagesFrom = 0;

  static async run(durationMs: number): Promise<CrowdFigures> {
    const disk = await openSmallDisk(64 * 1024 * 1024);
    const service = await startLoggedService({ jobSeconds: 3, calculations: 1e6, apiCalls: 1e6 });
    const crowd = new Crowd(service, disk);
    try {
      return await crowd.#run(durationMs);
    } finally {
      for (const { core, cable } of crowd.#all) {
        await core.kill();
        cable.close();
      }
      await service.close();
      await disk.close();
    }
  }

  private constructor(service: LoggedService, disk: SmallDisk) {
    this.#service = service;
    this.#disk = disk;
  }

  get #file(): string {
    return join(this.#disk.folder, 'ledger.sqlite');
  }

  async #run(durationMs: number): Promise<CrowdFigures> {
    const shared = [this.#next(), this.#next()];
    for (let index = 0; index < size; index++) {
      this.#places.push(await this.#open(index, [...shared, this.#next()]));
    }
    const end = performance.now() + durationMs;
    this.#damagesFrom = end - durationMs / 2;
    const mishaps = Object.entries(this.#mishaps);
    while (performance.now() < end) {
      // The rhythm of the mishaps; nothing is waited for.
      await wait(randomInt(200, 1_500));
      const [name, mishap] = mishaps[randomInt(mishaps.length)] ?? assert.fail();
      this.#counts[name] = (this.#counts[name] ?? 0) + 1;
      await mishap(randomInt(size));
    }
    for (const { core } of this.#places) await core.kill();
    return this.#finish();
  }

  /** A window that scores what was never requested before, and all that was. */
  async #open(index: number, addresses: readonly string[]): Promise<Place> {
    for (const address of addresses) this.#asked.add(address);
    const cable = await openCable(this.#service.url);
    const { tenant: tenantId, apiKey } = this.#service;
    const options = { folder: this.#disk.folder, url: cable.url, tenantId, apiKey };
    const stalled = index < size / 2 ? stallMs : 0;
    // One account, however each window reaches its service.
    const core = startCore({ ...options, addresses, summaries: addresses, stallMs: stalled });
    const place = { core, cable };
    this.#all.push(place);
    return place;
  }

  #next(): string {
    return addressOf(this.#last++);
  }

  async #replace(index: number): Promise<void> {
    this.#places[index] = await this.#open(index, [this.#next()]);
  }

  /** Other windows may be in the middle of anything. */
  readonly #mishaps: Readonly<Record<string, (index: number) => Promise<void>>> = {
    kills: async (index) => {
      await this.#places[index]?.core.kill();
      await this.#replace(index);
    },
    stops: (index) => this.#stop(index, randomInt(100, stallMs)),
    // Nothing else may stop as long: no pace can survive two stalls at once.
    longStops: async (index) => {
      if (randomInt(4) === 0) await this.#stop(index, longStopMs);
    },
    cuts: (index) => {
      this.#places[index]?.cable.cut(randomInt(1, 4));
      return Promise.resolve();
    },
    signOuts: async (index) => {
      const place = this.#places[index] ?? assert.fail();
      place.core.signOut();
      await place.core.until(({ kind }) => kind === 'left');
      const leftAt = performance.now();
      await wait(500);
      assert.ok(place.cable.usedAt < leftAt, 'a request after the user had signed out');
      await place.core.kill();
      await this.#replace(index);
    },
    fullDisks: async () => {
      this.#disk.fill();
      await wait(randomInt(100, stallMs));
      this.#disk.free();
    },
    deletions: () => {
      rmSync(this.#file, { force: true });
      return Promise.resolve();
    },
    replacements: () => {
      const copy = join(this.#disk.folder, 'copy');
      if (existsSync(this.#file)) copyFileSync(this.#file, copy);
      rmSync(this.#file, { force: true });
      if (randomInt(2) === 0 && existsSync(copy)) copyFileSync(copy, this.#file);
      else writeFileSync(this.#file, '');
      return Promise.resolve();
    },
    damages: () => {
      const isTime = performance.now() > this.#damagesFrom && randomInt(3) === 0;
      if (isTime && existsSync(this.#file)) this.#damagePage();
      return Promise.resolve();
    },
  };

  async #stop(index: number, ms: number): Promise<void> {
    // The first half are stalled already.
    const { core } = this.#places[size / 2 + (index % (size / 2))] ?? assert.fail();
    core.signal('SIGSTOP');
    await wait(ms);
    core.signal('SIGCONT');
  }

  #damagePage(): void {
    const pages = Math.floor(statSync(this.#file).size / 4_096);
    if (pages === 0) return;
    const descriptor = openSync(this.#file, 'r+');
    writeSync(descriptor, Buffer.alloc(4_096, 7), 0, 4_096, randomInt(pages) * 4_096);
    closeSync(descriptor);
  }

  /** One window asks for all that was ever requested: what was paid for is there, or is reported. */
  async #finish(): Promise<CrowdFigures> {
    const all = [...this.#asked];
    const { core } = await this.#open(size, all);
    const isEnd = (message: CoreMessage, kind: 'result' | 'summary', address: string): boolean =>
      message.kind === 'failed' || (message.kind === kind && message.address === address);
    for (const address of all) {
      for (const kind of ['result', 'summary'] as const) {
        await core.until((message) => isEnd(message, kind, address));
      }
    }
    const calls = callsOf(this.#service);
    checkPace(calls);
    const named = (kind: string): string[] =>
      calls.filter((call) => call.kind === kind).map(({ name }) => name);
    const agreed = this.#messages('agreed').map(({ address }) => address);
    for (const [kind, allowed] of [
      ['start', (address: string) => agreed.filter((each) => each === address).length],
      ['summary', () => 0],
    ] as const) {
      const seen = new Map<string, number>();
      for (const name of named(kind)) seen.set(name, (seen.get(name) ?? 0) + 1);
      for (const [name, count] of seen) {
        const [address = ''] = name.split(' ');
        assert.ok(count <= 1 + allowed(address), `${count} of ${kind} ${name}`);
      }
    }
    const failed = new Set(this.#messages('failed').map(({ text }) => text));
    assert.deepEqual([...failed], []);
    const outcomes = core.messages.flatMap((each) => (each.kind === 'result' ? [each] : []));
    assert.ok(outcomes.every(({ outcome }) => ['value', 'unknown'].includes(outcome)));
    const stored = await readLedger(this.#disk.folder, (store) =>
      store.listResults(coreAccount, 100_000),
    );
    await this.#checkSummaries(named('summary'));
    return {
      ...this.#counts,
      requests: all.length,
      starts: named('start').length,
      summaries: named('summary').length,
      polls: named('status').length,
      minGapMsSize: smallestGap(calls),
      unknown: outcomes.filter(({ outcome }) => outcome === 'unknown').length,
      stored: stored.length,
      agreed: agreed.length,
      salvaged: this.#messages('notice').filter(({ text }) => text === 'salvaged').length,
    };
  }

  /** Each that was sent is stored, or is known to have failed, or may be among what was damaged. */
  async #checkSummaries(sent: readonly string[]): Promise<void> {
    const missing = await readLedger(this.#disk.folder, (store) =>
      store.readLoss() !== null
        ? []
        : sent.filter((name) => {
            const [address = '', chain = ''] = name.split(' ');
            const key = { account: coreAccount, address, chain };
            return store.readResult(key, 'summary') === null && store.readCall(key) === null;
          }),
    );
    assert.deepEqual(missing, [], 'summaries that were paid for and are gone');
  }

  #messages<Kind extends CoreMessage['kind']>(
    kind: Kind,
  ): Extract<CoreMessage, { readonly kind: Kind }>[] {
    return this.#all.flatMap(({ core }) =>
      core.messages.filter(
        (message): message is Extract<CoreMessage, { readonly kind: Kind }> =>
          message.kind === kind,
      ),
    );
  }
}
