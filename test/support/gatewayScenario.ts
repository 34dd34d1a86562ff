import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { openStorage, type GatewayStorage } from '../../src/gateway/storage.ts';
import { Members, type NewKey } from '../../src/gateway/store/members.ts';
import { readUsage } from '../../src/gateway/store/charges.ts';
import { leaseMs } from '../../src/ledger/store.ts';
import { repository } from '../harness/extension.ts';
import { eventually } from '../harness/waiting.ts';
import { ask, baseOf, basic } from '../service/support/rawHttp.ts';
import { bundled } from './bundled.ts';
import { addressNumber, memberAt, type TestMember } from './gateways.ts';
import { paidStatements } from './paidStatements.ts';
import { choicesFrom, type Choices } from './random.ts';
import { startReadOnceService, type ReadOnceService } from './readOnceService.ts';
import type { ScenarioCounts } from './scenarioRuns.ts';
import { openStatementCable, type StatementCable } from './statementCable.ts';

/** Defects that a scenario has to find, and what it says of each. */
export const planted = {
  'a start twice': /was started 2 times/,
  'a charge that is not counted': /starts, \d+ counted/,
  'a charge of another member': /is charged to/,
  'a poll after the result': /a poll after the result/,
  'a result that is lost': /a job ends with 404/,
} as const;
export type Planted = keyof typeof planted;

interface Place {
  readonly cable: StatementCable | undefined;
  readonly skewMs: number;
  url: string;
  child: ChildProcess;
}

interface Stop {
  readonly from: number;
  readonly to: number;
}

const steps = 8;
/** As long as another process needs to learn that a result is stored. */
const soonMs = 2_000;
const addresses = 2;
const kinds = ['before', 'after', 'before commit', 'after commit'] as const;

/**
 * Two processes of a gateway on PostgreSQL, or one on files, with a service whose results can be read
 * once. Connections are cut at statements, the database is away, and processes are stopped and killed.
 * Then all must be as the service saw it.
 */
export class GatewayScenario {
  readonly #choices: Choices;
  readonly #folder: string;
  readonly #service: ReadOnceService;
  readonly #databaseUrl: string | undefined;
  readonly #places: Place[] = [];
  readonly #counts: ScenarioCounts;
  readonly #issued = new Map<string, NewKey>();
  /** When processes were stopped. */
  readonly #stops: Stop[] = [];
  /** Who has asked for each address. */
  readonly #asked = new Map<string, Set<string>>();

  /** @param createDatabase undefined for files */
  static async run(
    seed: number,
    counts: ScenarioCounts,
    createDatabase?: () => Promise<string>,
    planted?: Planted,
  ): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'address-risk-scenario-'));
    const service = await startReadOnceService();
    const scenario = new GatewayScenario(seed, counts, folder, service, await createDatabase?.());
    try {
      await scenario.#run(planted);
    } catch (error) {
      throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
    } finally {
      for (const { child, cable } of scenario.#places) {
        child.kill('SIGKILL');
        cable?.close();
      }
      await service.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  private constructor(
    seed: number,
    counts: ScenarioCounts,
    folder: string,
    ...[service, databaseUrl]: [ReadOnceService, string | undefined]
  ) {
    this.#choices = choicesFrom(seed);
    this.#counts = counts;
    this.#folder = folder;
    this.#service = service;
    this.#databaseUrl = databaseUrl;
  }

  async #run(planted: Planted | undefined): Promise<void> {
    const data = join(this.#folder, '0');
    const storage = await openStorage({ databaseUrl: this.#databaseUrl, data }, () => undefined);
    const members = new Members(storage.ledger);
    const limits = { calculations: 2, apiCalls: null, validUntil: null };
    const team = [(await members.add('one', limits, 1))!, (await members.add('two', limits, 1))!];
    try {
      const skews = this.#databaseUrl === undefined ? [0] : [-10_000, 10_000];
      for (const skewMs of skews) this.#places.push(await this.#place(skewMs));
      const clients: Promise<void>[] = [];
      for (let step = 0; step < steps; step++) {
        // Of a planted defect, nothing else may be found.
        const disturbing = planted === undefined ? this.#disturb() : undefined;
        clients.push(this.#start(this.#choices.of(team)));
        await Promise.all([disturbing, wait(this.#choices.below(600))]);
      }
      for (const { cable } of this.#places) cable?.back();
      await Promise.all(clients);
      await this.#plant(planted, storage);
      await this.#check(storage);
    } finally {
      await storage.close();
    }
  }

  async #place(skewMs: number): Promise<Place> {
    const url = this.#databaseUrl;
    const cable = url === undefined ? undefined : await openStatementCable(url);
    const place = { cable, skewMs, url: '', child: undefined as unknown as ChildProcess };
    await this.#open(place);
    return place;
  }

  async #open(place: Place): Promise<void> {
    const preload = join(repository, 'test/support/skewedClock.js');
    const data = join(this.#folder, String(Math.max(0, this.#places.indexOf(place))));
    const args = ['--import', preload, await bundled('src/cli/gateway.ts'), '--data', data];
    place.child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        DATABASE_URL: place.cable?.url,
        ...{ CLOCK_SKEW_MS: String(place.skewMs), ADDRESS_RISK_URL: this.#service.url },
        ...{ ADDRESS_RISK_TENANT: 'team', ADDRESS_RISK_KEY: 'key' },
      },
    });
    const [line] = (await once(createInterface(place.child.stdout!), 'line')) as [string];
    place.url = line.replace('Gateway: ', '');
  }

  async #start(key: NewKey): Promise<void> {
    const address = addressNumber(this.#choices.below(addresses));
    const askers = this.#asked.get(address) ?? new Set();
    this.#asked.set(address, askers.add(key.tenantId));
    const answer = await memberAt(this.#choices.of(this.#places).url, key)
      .start(address)
      .catch(() => undefined);
    const status = answer === undefined || Number.isNaN(answer.status) ? 'cut off' : answer.status;
    this.#count(`start ${status}`);
    if (answer?.status === 200) this.#issued.set(answer.body, key);
  }

  async #disturb(): Promise<void> {
    const place = this.#choices.of(this.#places);
    const act = this.#choices.below(place.cable === undefined ? 3 : 6);
    switch (act) {
      case 0: {
        this.#count('kills');
        place.child.kill('SIGKILL');
        place.cable?.back();
        await this.#open(place);
        return;
      }
      case 1: {
        this.#count('stops');
        const from = performance.now();
        place.child.kill('SIGSTOP');
        await wait(this.#choices.below(4) === 0 ? 11_000 : 300);
        place.child.kill('SIGCONT');
        this.#stops.push({ from, to: performance.now() });
        return;
      }
      case 3:
      case 4: {
        this.#count('cuts at a statement');
        const pattern = this.#choices.of(Object.values(paidStatements));
        const hit = place.cable?.cutAt(pattern, this.#choices.of(kinds));
        void hit?.then(() => this.#count('cuts that hit'));
        return;
      }
      case 5: {
        this.#count('times that the database was away');
        place.cable?.away();
        await wait(this.#choices.below(3_000));
        place.cable?.back();
        return;
      }
      default:
    }
  }

  /** What a defect would do, so that the check is seen to find it. */
  async #plant(planted: Planted | undefined, storage: GatewayStorage): Promise<void> {
    if (planted === undefined) return;
    const { ledger } = storage;
    const base = baseOf(this.#service.url);
    const own = basic('team', 'key');
    // Results are read once: what comes too early would be found as something else.
    for (const [id, { status }] of this.#clients()) {
      await eventually('a result', async () => (await status(id)).status === 200);
    }
    switch (planted) {
      case 'a poll after the result':
        await ask(base, 'GET', '/risk/api/risk_score?job_id=upstream.1', own);
        return;
      case 'a charge of another member':
        await ledger.change(`UPDATE charge SET member = 'someone'`);
        return;
      case 'a result that is lost':
        await ledger.change('DELETE FROM result');
        return;
      case 'a start twice':
      case 'a charge that is not counted': {
        const path = `/risk/api/${addressNumber(addresses)}/risk_score/chain=ethereum`;
        const times = planted === 'a start twice' ? 2 : 1;
        for (let time = 0; time < times; time++) await ask(base, 'POST', path, own);
      }
    }
  }

  /** The IDs that members have, and how they ask for their jobs. */
  #clients(): [string, TestMember][] {
    const { url } = this.#places[0]!;
    return [...this.#issued].map(([id, key]) => [id, memberAt(url, key)]);
  }

  async #check(storage: GatewayStorage): Promise<void> {
    const { ledger, clock } = storage;
    // The leases of what was killed are over, and another process has looked.
    await eventually('no open charge', async () => {
      const sql = `SELECT id FROM charge WHERE state IN ('open', 'sent')`;
      return (await ledger.query(sql)).length === 0;
    });
    const unknown = (await ledger.listJobs()).filter(({ state }) => state === 'unknown');
    this.#count('lost starts', unknown.length);
    for (const { id } of unknown) {
      const [charge] = await ledger.query('SELECT state FROM charge WHERE id = ?', id);
      assert.equal(charge?.['state'], 'maybe', `a lost start that was never sent: ${id}`);
    }
    for (const [address, starts] of this.#service.startsOf) {
      assert.equal(starts, 1, `${address} was started ${starts} times`);
    }
    const kills = this.#counts['kills'] ?? 0;
    for (const [id, member] of this.#clients()) {
      const { status } = await eventually('the end of a job', async () => {
        const answer = await member.status(id);
        // Read by a process that was killed: the job says since when a response is missing.
        const isSaid = kills > 0 && /lost with a response at \d{4}-/.test(answer.body);
        const isRead = isSaid && this.#service.pollsAfterResult > 0;
        return (answer.status !== 409 || isRead) && answer.status !== 503 && answer;
      });
      this.#count(`result ${status}`);
      assert.ok(status === 200 || kills > 0, `a job ends with ${status}`);
    }
    // One that is stopped for longer than a lease, with a result in its hands, is taken for dead.
    const late = this.#service.lateAt.filter(
      (at) => !this.#stops.some((stop) => isDuring(at, stop)),
    );
    if (kills === 0) assert.equal(late.length, 0, 'a poll after the result');
    this.#count('polls after a result', this.#service.pollsAfterResult);
    const charges = await ledger.query(`SELECT account, member FROM charge WHERE state <> 'none'`);
    for (const { account, member } of charges) {
      const isOwn = [...this.#asked].some(
        ([address, askers]) =>
          address.toLowerCase() === String(account).toLowerCase() && askers.has(String(member)),
      );
      assert.ok(isOwn, `${String(account)} is charged to ${String(member)}`);
    }
    const lines = await readUsage(ledger, ['member']);
    const used = lines.reduce((sum, { calculations }) => sum + calculations, 0);
    const unsure = lines.reduce((sum, line) => sum + line.unknown, 0);
    const { starts } = this.#service;
    assert.ok(
      used >= starts && used - unsure <= starts,
      `${starts} starts, ${used} counted, ${unsure} of them unknown`,
    );
    for (const { calculations } of lines) assert.ok(calculations <= 2, 'more than the allowance');
    assert.ok(Math.abs(clock.now() - Date.now()) < 60_000);
    this.#count('starts seen', starts);
    this.#count('units counted', used);
  }

  #count(name: string, times = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + times;
  }
}

function isDuring(at: number, { from, to }: Stop): boolean {
  return to - from > leaseMs && at > from && at < to + soonMs;
}
