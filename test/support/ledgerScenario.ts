import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { dayOf } from '../../src/lookups/clock.ts';
import { ask, baseOf, basic, type RawAnswer } from '../service/support/rawHttp.ts';
import { openCable, type Cable } from './cable.ts';
import { callsOf, dealtWith, readLedger } from './coreKills.ts';
import { coreAccount } from './coreProcess.ts';
import { startCore, withFolder, type Core } from './cores.ts';
import { addressNumber } from './gateways.ts';
import { checkPace, type CallKind } from './invariants.ts';
import { startLoggedService, type LoggedService } from './loggedService.ts';
import { choicesFrom, type Choices } from './random.ts';

/** Defects that a scenario has to find, and what it says of each. */
export const planted = {
  'a start twice': /was started 2 times/,
  'a call that is not counted': /seen, \d+ counted/,
  'a result that is lost': /is done without a result/,
  'two polls at once': /I2/,
  'a call after the end': /called again/,
} as const;
export type Planted = keyof typeof planted;

const steps = 6;
const addresses = 4;
const mostCores = 4;

/**
 * Two to four windows on one folder, in processes of their own, that score the same addresses and
 * fetch their summaries. They are killed and stopped, and their connections are cut. Then all must be as
 * the service saw it.
 */
export class LedgerScenario {
  readonly #choices: Choices;
  readonly #counts: Record<string, number>;
  readonly #folder: string;
  readonly #service: LoggedService;
  readonly #cable: Cable;
  readonly #cores: Core[] = [];

  static async run(seed: number, counts: Record<string, number>, defect?: Planted): Promise<void> {
    const service = await startLoggedService({ jobSeconds: 0.2 });
    const cable = await openCable(service.url);
    try {
      await withFolder((folder) =>
        new LedgerScenario(seed, counts, { folder, service, cable }).#run(defect),
      );
    } catch (error) {
      throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
    } finally {
      cable.close();
      await service.close();
    }
  }

  private constructor(
    seed: number,
    counts: Record<string, number>,
    parts: { readonly folder: string; readonly service: LoggedService; readonly cable: Cable },
  ) {
    this.#choices = choicesFrom(seed);
    this.#counts = counts;
    this.#folder = parts.folder;
    this.#service = parts.service;
    this.#cable = parts.cable;
  }

  async #run(defect: Planted | undefined): Promise<void> {
    const cores = 2 + this.#choices.below(mostCores - 1);
    try {
      for (let index = 0; index < cores; index++) this.#cores.push(this.#start());
      for (let step = 0; step < steps; step++) {
        // Of a planted defect, nothing else may be found.
        if (defect === undefined) await this.#disturb();
        await wait(this.#choices.below(700));
      }
    } finally {
      for (const core of this.#cores) await core.kill();
    }
    await dealtWith(this.#service);
    await this.#finish();
    const before = callsOf(this.#service).length;
    await this.#plant(defect);
    if (defect !== 'a result that is lost') await this.#finish();
    this.#checkCalls(before);
    await this.#checkLedger();
  }

  /** @param all whether it wants everything, or some of it */
  #start(all = false): Core {
    const names = Array.from({ length: addresses }, (_, index) => addressNumber(index));
    const { tenant, apiKey } = this.#service;
    return startCore({
      ...{ folder: this.#folder, url: this.#cable.url, tenantId: tenant, apiKey, stallMs: 0 },
      addresses: all ? names : names.filter(() => this.#choices.below(2) === 0),
      summaries: all ? names : names.filter(() => this.#choices.below(2) === 0),
    });
  }

  /** Another window wants everything, and nothing is in its way. */
  async #finish(): Promise<void> {
    const core = this.#start(true);
    try {
      for (let index = 0; index < addresses; index++) {
        const address = addressNumber(index);
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
    } finally {
      await core.kill();
    }
  }

  async #disturb(): Promise<void> {
    const index = this.#choices.below(this.#cores.length);
    const core = this.#cores[index]!;
    switch (this.#choices.below(4)) {
      case 0:
        this.#count('kills');
        await core.kill();
        this.#cores[index] = this.#start();
        return;
      case 1:
        this.#count('stops');
        core.signal('SIGSTOP');
        // Now and then for longer than any lease.
        await wait(this.#choices.below(6) === 0 ? 17_000 : 300);
        core.signal('SIGCONT');
        return;
      case 2:
        this.#count('cut connections', this.#cable.cutOpen());
        return;
      default:
    }
  }

  /** What a defect would do, so that the check is seen to find it. */
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
        await start(addresses);
        await start(addresses);
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
        await start(addresses);
        return;
      case undefined:
    }
  }

  /** @param before how many calls there were when all had ended */
  #checkCalls(before: number): void {
    const calls = callsOf(this.#service);
    const starts = Map.groupBy(
      calls.filter(({ kind }) => kind === 'start'),
      ({ name }) => name,
    );
    for (const [name, { length }] of starts) {
      assert.equal(length, 1, `${name} was started ${length} times`);
    }
    checkPace(calls);
    assert.equal(calls.length, before, 'the service was called again');
    for (const kind of ['start', 'status', 'summary'] as const) {
      this.#count(`${kind} calls seen`, calls.filter((call) => call.kind === kind).length);
    }
  }

  async #checkLedger(): Promise<void> {
    const calls = callsOf(this.#service);
    const seen = (kind: CallKind): number => calls.filter((call) => call.kind === kind).length;
    await readLedger(this.#folder, (store) => {
      const jobs = store.listJobs(coreAccount);
      assert.equal(jobs.length, addresses);
      for (const job of jobs) {
        assert.ok(job.state === 'done' || job.state === 'unknown', `a job is ${job.state}`);
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
