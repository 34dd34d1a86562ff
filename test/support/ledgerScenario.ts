import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { dayOf } from '../../src/paid/clock.ts';
import { ask, baseOf, basic, type RawAnswer } from '../service/support/rawHttp.ts';
import { bundled } from './bundled.ts';
import { openCable, type Cable } from './cable.ts';
import { callsOf, dealtWith, readLedger } from './coreKills.ts';
import { coreAccount, type CoreMessage } from './coreProcess.ts';
import { startCore, withFolder, type Core } from './cores.ts';
import { addressNumber } from './gateways.ts';
import { checkPace, type CallKind } from './invariants.ts';
import { startLoggedService, type LoggedService } from './loggedService.ts';
import { choicesFrom, type Choices } from './random.ts';
import type { ScenarioCounts } from './scenarioRuns.ts';

/** Defects that a scenario has to find, and its message about each. */
export const planted = {
  'a start twice': /was sent 2 times/,
  'a call that is not counted': /seen, \d+ counted/,
  'a result that is lost': /is done without a result/,
  'two polls at once': /I2/,
  'a call after the end': /called again/,
} as const;
export type Planted = keyof typeof planted;

const steps = 6;
/** Addresses that all windows may request; each disturbed call has its own. */
const shared = 3;
const maxCores = 4;
/** The target of a start and of a summary, up to what is in both. */
const posts = ['POST /risk/', 'POST /evm/'] as const;

interface Place {
  readonly core: Core;
  readonly cable: Cable;
}

/**
 * Two to four windows on one folder, in processes of their own, that score the same addresses and
 * fetch their summaries. They are killed, stopped, and signed out, also during a call, and their
 * connections are cut. Then all must be as the service saw it.
 */
export class LedgerScenario {
  readonly #choices: Choices;
  readonly #counts: ScenarioCounts;
  readonly #folder: string;
  readonly #service: LoggedService;
  readonly #all: Place[] = [];
  #addresses = shared;

  static async run(seed: number, counts: ScenarioCounts, defect?: Planted): Promise<void> {
    const service = await startLoggedService({ jobSeconds: 0.2 });
    try {
      await withFolder((folder) =>
        new LedgerScenario(seed, counts, { folder, service }).#run(defect),
      );
    } catch (error) {
      throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
    } finally {
      await service.close();
    }
  }

  private constructor(
    seed: number,
    counts: ScenarioCounts,
    parts: { readonly folder: string; readonly service: LoggedService },
  ) {
    this.#choices = choicesFrom(seed);
    this.#counts = counts;
    this.#folder = parts.folder;
    this.#service = parts.service;
  }

  async #run(defect: Planted | undefined): Promise<void> {
    const places: Place[] = [];
    try {
      const cores = 2 + this.#choices.below(maxCores - 1);
      for (let index = 0; index < cores; index++) {
        places.push(await this.#openSome(defect === undefined));
      }
      for (let step = 0; step < steps; step++) {
        // Of a planted defect, nothing else may be found.
        if (defect === undefined) await this.#disturb(places);
        await wait(this.#choices.below(700));
      }
      await this.#close(...places);
      await dealtWith(this.#service);
      await this.#finish();
      const before = callsOf(this.#service).length;
      await this.#plant(defect);
      if (defect !== 'a result that is lost') await this.#finish();
      this.#checkCalls(before);
      await this.#checkLedger();
    } finally {
      await this.#close(...this.#all);
    }
  }

  async #open(addresses: readonly string[], summaries = addresses): Promise<Place> {
    const cable = await openCable(this.#service.url);
    const { tenant: tenantId, apiKey } = this.#service;
    const way = { folder: this.#folder, url: cable.url, tenantId, apiKey, stallMs: 0 };
    const program = await bundled('test/support/coreProcess.ts');
    const place = { core: startCore({ ...way, addresses, summaries }, program), cable };
    this.#all.push(place);
    return place;
  }

  /** @param isCut whether the first responses may not arrive */
  async #openSome(isCut = true): Promise<Place> {
    const some = (): string[] => this.#names().filter(() => this.#choices.below(2) === 0);
    const place = await this.#open(some(), some());
    if (isCut) place.cable.cut(this.#choices.below(3));
    return place;
  }

  #names(): string[] {
    return Array.from({ length: this.#addresses }, (_, index) => addressNumber(index));
  }

  async #close(...places: readonly Place[]): Promise<void> {
    for (const { core, cable } of places) {
      await core.kill();
      cable.close();
    }
  }

  /** Another window wants everything, and nothing is in its way. */
  async #finish(): Promise<void> {
    const names = this.#names();
    const { core } = await this.#open(names);
    for (const address of names) {
      for (const kind of ['result', 'summary'] as const) {
        const message = await core.until(
          (each) =>
            each.kind === 'failed' ||
            (each.kind === kind && 'address' in each && each.address === address),
        );
        assert.notEqual(message.kind, 'failed', JSON.stringify(message));
        this.#count(`${kind}: ${'outcome' in message ? message.outcome : message.kind}`);
      }
    }
    await core.kill();
  }

  async #disturb(places: Place[]): Promise<void> {
    const index = this.#choices.below(places.length);
    const place = places[index]!;
    const { core, cable } = place;
    switch (this.#choices.below(6)) {
      case 0:
        this.#count('kills');
        await core.kill();
        break;
      case 1:
        this.#count('stops');
        core.signal('SIGSTOP');
        // Now and then for longer than any lease.
        await wait(this.#choices.below(6) === 0 ? 17_000 : 300);
        core.signal('SIGCONT');
        return;
      case 2:
        cable.cut(1 + this.#choices.below(3));
        return;
      case 3:
        await this.#signOut(place);
        break;
      case 4: {
        this.#count('kills during a call');
        const other = await this.#openInCall();
        await this.#close(other);
        return;
      }
      default: {
        this.#count('sign-outs during a call');
        await this.#signOut(await this.#openInCall());
        return;
      }
    }
    places[index] = await this.#openSome();
  }

  /** A window whose start or summary is at the service, and no response to it arrives. */
  async #openInCall(): Promise<Place> {
    const name = addressNumber(this.#addresses++);
    const post = this.#choices.below(posts.length);
    const place = await this.#open(post === 0 ? [name] : [], post === 1 ? [name] : []);
    const { core, cable } = place;
    // After several calls without a response, a hover makes none.
    const end = core.until(({ kind }) => kind === 'result' || kind === 'summary');
    const isHeld = await Promise.race([cable.hold(posts[post]!).then(() => true), end]);
    this.#count(isHeld === true ? 'calls that were held' : 'calls that were not made');
    return place;
  }

  async #signOut({ core, cable }: Place): Promise<void> {
    this.#count('sign-outs');
    core.signOut();
    await core.until(({ kind }) => kind === 'left');
    const leftAt = performance.now();
    // Waited for as a sign of nothing.
    await wait(300);
    assert.ok(cable.usedAt < leftAt, 'a request after the user had signed out');
    await core.kill();
  }

  /** Simulates a defect, to see that the check finds it. */
  async #plant(defect: Planted | undefined): Promise<void> {
    const { url, tenant, apiKey } = this.#service;
    const [base, headers] = [baseOf(url), basic(tenant, apiKey)];
    const start = (index: number): Promise<RawAnswer> => {
      const path = `/risk/api/${addressNumber(index)}/risk_score/chain=ethereum&aggregator=money`;
      return ask(base, 'POST', path, headers);
    };
    const change = (sql: string): void => {
      const database = new DatabaseSync(join(this.#folder, 'ledger.sqlite'));
      database.exec(sql);
      database.close();
    };
    switch (defect) {
      case 'a start twice':
        await start(this.#addresses);
        await start(this.#addresses);
        return;
      case 'a call that is not counted':
        change('DELETE FROM spending');
        return;
      case 'a result that is lost':
        change('DELETE FROM result');
        return;
      case 'two polls at once': {
        const path = '/risk/api/risk_score?job_id=risk_score_result_connection-check';
        for (let time = 0; time < 2; time++) await ask(base, 'GET', path, headers);
        return;
      }
      case 'a call after the end':
        await start(this.#addresses);
        return;
      case undefined:
    }
  }

  /** @param before how many calls there were when all had ended */
  #checkCalls(before: number): void {
    const calls = callsOf(this.#service);
    const paid = calls.filter(({ kind }) => kind !== 'status');
    for (const [name, { length }] of Map.groupBy(paid, (call) => `${call.kind} ${call.name}`)) {
      assert.equal(length, 1, `${name} was sent ${length} times`);
    }
    checkPace(calls);
    // A hover that was refused after several calls without a response may be allowed by then.
    const again = calls.slice(before).filter(({ kind }) => kind !== 'summary');
    assert.deepEqual(again, [], 'the service was called again');
    const failed = this.#all.flatMap(({ core }) => core.messages.filter(isFailed));
    assert.deepEqual(failed, []);
    const cuts = this.#all.reduce((sum, { cable }) => sum + cable.cuts, 0);
    this.#count('cuts that hit', cuts);
    for (const kind of ['start', 'status', 'summary'] as const) {
      this.#count(`${kind} calls seen`, calls.filter((call) => call.kind === kind).length);
    }
  }

  async #checkLedger(): Promise<void> {
    const calls = callsOf(this.#service);
    const seen = (kind: CallKind): number => calls.filter((call) => call.kind === kind).length;
    await readLedger(this.#folder, (store) => {
      const jobs = store.listJobs(coreAccount);
      const ofAddress = Map.groupBy(jobs, ({ address }) => address);
      assert.equal(ofAddress.size, this.#addresses);
      // A window killed between its intent and its check for a result leaves one of its own.
      for (const [address, own] of ofAddress) {
        const known = own.filter(({ state }) => state !== 'unknown');
        assert.ok(known.length <= 1, `${address} has ${known.length} jobs`);
      }
      for (const job of jobs) {
        assert.ok(job.state === 'done' || job.state === 'unknown', `a job is ${job.state}`);
        this.#count(`jobs ${job.state}`);
        const isStored = store.readResult(job, 'money') !== null;
        assert.ok(isStored || job.state === 'unknown', `${job.id} is done without a result`);
      }
      const spendings = store.listSpendings(coreAccount, 1_000);
      const usage = store.readUsage(coreAccount, dayOf(Date.now()));
      for (const kind of ['start', 'summary'] as const) {
        const rows = usage.filter((row) => row.kind === kind);
        const counted = rows.reduce((sum, { count }) => sum + count, 0);
        const unsure = spendings.filter(
          (call) => call.kind === kind && (call.charge === 'sent' || call.charge === 'maybe'),
        ).length;
        assert.ok(
          seen(kind) <= counted && counted - unsure <= seen(kind),
          `${kind}: ${seen(kind)} seen, ${counted} counted, ${unsure} of them unknown`,
        );
        this.#count(`${kind} calls counted`, counted);
        this.#count(`${kind} calls of unknown outcome`, unsure);
      }
    });
  }

  #count(name: string, times = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + times;
  }
}

function isFailed({ kind }: CoreMessage): boolean {
  return kind === 'failed';
}
