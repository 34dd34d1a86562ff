import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { forgetJob } from '../../src/gateway/commands.ts';
import { openStorage, type GatewayStorage } from '../../src/gateway/storage.ts';
import { repository } from '../harness/extension.ts';
import { eventually } from '../harness/waiting.ts';
import type { RawAnswer } from '../service/support/rawHttp.ts';
import { openCable, type Cable } from './cable.ts';
import { spawnServer } from './cliProcess.ts';
import { CrowdTeam } from './crowdTeam.ts';
import { addressNumber, memberAt, noCache } from './gateways.ts';
import { startLoggedService, type LoggedService } from './loggedService.ts';
import type { TestPostgres } from './postgres.ts';
import { choicesFrom, type Choices } from './random.ts';

export type GatewayCrowdFigures = Readonly<Record<string, number>>;

const processes = 3;
const addresses = 12;
/** Seconds by which the clocks of the processes are wrong: at first, and of those after a kill. */
const skews = [-10, 0, 10];
const laterSkews = [...skews, -420, 540];
/** The parts of the time after which an operator changes keys and limits, and ends the key before. */
const [changesAt, revokesAt] = [0.4, 0.6];
/** A client is answered within this time, or its process has ended. */
const answerMs = 60_000;

interface Place {
  url: string;
  child: ChildProcess;
}

interface CrowdParts {
  readonly postgres: TestPostgres;
  readonly service: LoggedService;
  readonly storage: GatewayStorage;
  /** A folder with the credentials of the license. */
  readonly secrets: string;
  readonly database: Cable;
  readonly way: Cable;
}

type Fault = readonly [name: string, fail: (response: ServerResponse) => unknown];

const status = (code: number, text: string): Fault => [
  String(code),
  (response) => response.writeHead(code).end(text),
];

/** What a poll and a call may get from a service that is not well. */
const pollFaults: readonly Fault[] = [
  ['dropped', (response) => response.destroy()],
  [
    'cut',
    (response) => {
      response.writeHead(200, { 'content-length': '900' }).write('{"risk_score":{');
      setTimeout(() => response.destroy(), 50);
    },
  ],
  status(500, 'broken'),
  status(503, 'busy'),
  status(429, 'slow down'),
  ['not JSON', (response) => response.writeHead(200).end('<html>')],
];

const callFaults: readonly Fault[] = [
  ...pollFaults,
  ['late and dropped', (response) => setTimeout(() => response.destroy(), 5_000)],
];

/** The service says that it has not taken a call. */
const rejections: readonly Fault[] = [status(402, 'quota'), status(401, 'key')];

/**
 * Forty members at three processes of a gateway that share a database, while processes are killed and
 * stopped, the database is restarted, connections to it and to the service are cut, and the service
 * fails in every way. Meanwhile, an operator changes the key of the license, keys of members, and limits.
 */
export class GatewayCrowd {
  readonly #postgres: TestPostgres;
  readonly #choices: Choices;
  readonly #service: LoggedService;
  readonly #storage: GatewayStorage;
  /** The ways of the gateway to its database and to the service. */
  readonly #database: Cable;
  readonly #way: Cable;
  readonly #team: CrowdTeam;
  readonly #secrets: string;
  readonly #restMs: number;
  readonly #places: Place[] = [];
  readonly #counts: Record<string, number> = {};
  /** Requests that ask for a fresh start or summary, and starts that an operator has given up. */
  readonly #repeats = new Map<string, number>();
  readonly #jobs: { readonly at: number; readonly id: string }[] = [];
  /** What the service has received, whatever it did then. */
  readonly #received = new Map<string, number>();
  /** Whether the key of the license has changed since the processes began. */
  #isKeyOld = false;
  #isFaulty = true;
  #isOver = false;

  /** @param restMs how long a client rests between two calls, at most, beside 20 ms */
  static async run(
    postgres: TestPostgres,
    durationMs: number,
    restMs = 200,
  ): Promise<GatewayCrowdFigures> {
    const state: { fault?: GatewayCrowd } = {};
    const quota = { apiCalls: 1e6, calculations: 1e6 };
    const service = await startLoggedService({ jobSeconds: 0.3, ...quota }, (request, response) => {
      return state.fault?.isHandled(request, response) ?? false;
    });
    const databaseUrl = await postgres.createDatabase();
    const storage = await openStorage({ databaseUrl, data: undefined }, () => undefined);
    const cables = [await openCable(databaseUrl), await openCable(service.url)] as const;
    const secrets = await mkdtemp(join(tmpdir(), 'address-risk-crowd-'));
    const crowd = new GatewayCrowd(
      { postgres, service, storage, secrets, database: cables[0], way: cables[1] },
      restMs,
    );
    state.fault = crowd;
    try {
      return await crowd.#storm(durationMs);
    } finally {
      for (const { child } of crowd.#places) child.kill('SIGKILL');
      for (const cable of cables) cable.close();
      await storage.close();
      await service.close();
      await rm(secrets, { recursive: true });
    }
  }

  private constructor(
    { postgres, service, storage, secrets, database, way }: CrowdParts,
    restMs: number,
  ) {
    this.#postgres = postgres;
    this.#service = service;
    this.#storage = storage;
    this.#secrets = secrets;
    this.#database = database;
    this.#way = way;
    this.#team = new CrowdTeam(storage, service, secrets);
    this.#restMs = restMs;
    this.#choices = choicesFrom(7);
  }

  /** Lets a call of the service fail now and then. */
  isHandled(
    { method = '', url = '', headers }: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    if (!this.#team.acceptKey(headers)) {
      this.#count('calls with a revoked key');
      return false;
    }
    const isPoll = method !== 'POST';
    const isFault = this.#isFaulty && this.#choices.below(isPoll ? 6 : 12) === 0;
    const [name, fail] = this.#choices.of(isPoll ? pollFaults : [...callFaults, ...rejections]);
    const isRejected = isFault && rejections.some(([each]) => each === name);
    // A rejection costs nothing: the call may be made again.
    if (!isPoll && !isRejected) add(this.#received, subjectOf(url));
    if (!isFault) return false;
    this.#count(`upstream ${isPoll ? 'poll' : 'call'}: ${name}`);
    fail(response);
    return true;
  }

  async #storm(durationMs: number): Promise<GatewayCrowdFigures> {
    await this.#team.begin(this.#way.url);
    for (const skew of skews) this.#places.push(await this.#open(skew));
    const clients = Array.from({ length: this.#team.size }, (_, at) => this.#client(at));
    const began = performance.now();
    const disturbUntil = async (part: number): Promise<void> => {
      while (performance.now() < began + part * durationMs) {
        await wait(400);
        await this.#disturb();
      }
    };
    await disturbUntil(changesAt);
    this.#isKeyOld = true;
    const changed = this.#team.change();
    await disturbUntil(revokesAt);
    await changed;
    this.#team.revokeOldKey();
    await disturbUntil(1);
    this.#isFaulty = false;
    this.#isOver = true;
    await Promise.all(clients);
    await this.#useNewKey();
    await this.#check();
    return this.#counts;
  }

  /** What no one has asked for needs a call by each process, also by the one that had the old key. */
  async #useNewKey(): Promise<void> {
    for (const [at, { url }] of this.#places.entries()) {
      const member = memberAt(url, this.#team.keyOf(1));
      await eventually('a call with the new key', async () => {
        return (await member.summary(addressNumber(addresses + at))).status === 200;
      });
    }
  }

  /** @param skew of its clock, in seconds */
  async #open(skew: number): Promise<Place> {
    const preload = join(repository, 'test/support/skewedClock.js');
    const { child, url } = spawnServer(
      ['gateway', '--port', '0', '--pause-minutes', '0', '--secrets', this.#secrets],
      {
        ...process.env,
        ...{ DATABASE_URL: this.#database.url, CLOCK_SKEW_MS: String(skew * 1_000) },
      },
      ['--import', preload],
    );
    // Only the test ends a process.
    child.once('exit', (_, signal) => {
      if (signal !== 'SIGKILL') this.#count('crashes');
    });
    return { url: await url, child };
  }

  /** One of what may happen to a fleet. */
  async #disturb(): Promise<void> {
    const at = this.#choices.below(processes);
    const place = this.#places[at]!;
    switch (this.#choices.below(10)) {
      case 0:
        // One that was started later would have read the new key at its start.
        if (this.#isKeyOld && at === 0) return;
        this.#count('kills');
        place.child.kill('SIGKILL');
        this.#places[at] = await this.#open(this.#choices.of(laterSkews));
        return;
      case 1:
        this.#count('stops');
        place.child.kill('SIGSTOP');
        await wait(this.#choices.below(1_500));
        place.child.kill('SIGCONT');
        return;
      case 2:
        this.#count('database restarts');
        await this.#postgres.kill();
        await this.#postgres.start();
        return;
      case 3:
        this.#count('cuts of all connections to the database');
        this.#database.cutOpen();
        return;
      case 4:
        // What it has answered is lost: a transaction may have been committed.
        this.#count('cuts before a response of the database');
        this.#database.cut(1 + this.#choices.below(3));
        return;
      case 5:
        this.#count('cuts of all connections to the service');
        this.#way.cutOpen();
        return;
      default:
        await this.#operate().catch(() => undefined);
    }
  }

  /** The operator gives up lost starts, so that they are made again. */
  async #operate(): Promise<void> {
    for (const job of await this.#storage.ledger.listJobs()) {
      if (job.state !== 'unknown') continue;
      add(this.#repeats, `start ${job.address.toLowerCase()}`);
      await forgetJob(job.id, this.#storage);
      this.#count('lost starts given up');
    }
  }

  async #client(at: number): Promise<void> {
    while (!this.#isOver) {
      const address = addressNumber(this.#choices.below(addresses));
      const isRepeat = this.#choices.below(150) === 0;
      const kind = this.#choices.below(3) === 0 ? 'start' : 'summary';
      if (isRepeat) add(this.#repeats, `${kind} ${address}`);
      const { url } = this.#choices.of(this.#places);
      const began = performance.now();
      const call = memberAt(url, this.#team.keyOf(at))[kind](address, isRepeat ? noCache : {});
      const answer = await call.catch(() => undefined);
      const tookMs = performance.now() - began;
      assert.ok(tookMs < answerMs, `a client waited for ${tookMs} ms`);
      this.#note(kind, at, answer);
      await wait(20 + this.#choices.below(this.#restMs));
    }
  }

  #note(kind: 'start' | 'summary', at: number, answer: RawAnswer | undefined): void {
    const status = answer === undefined || Number.isNaN(answer.status) ? 'cut off' : answer.status;
    this.#count(`${kind} ${status}`);
    if (answer?.status === 200 && kind === 'start') this.#jobs.push({ at, id: answer.body });
  }

  async #check(): Promise<void> {
    for (const [key, received] of this.#received) {
      const allowed = 1 + (this.#repeats.get(key) ?? 0);
      assert.ok(received <= allowed, `${key} was sent ${received} times, and ${allowed} wanted`);
    }
    assert.equal(this.#counts['crashes'], undefined);
    assert.equal(this.#counts['calls with a revoked key'], undefined);
    // Every job that a member was told of ends with its result.
    const results: RawAnswer[] = [];
    for (let from = 0; from < this.#jobs.length; from += this.#team.size) {
      const some = this.#jobs.slice(from, from + this.#team.size);
      results.push(...(await Promise.all(some.map((job) => this.#resultOf(job)))));
    }
    const lost = results.filter(({ status }) => status !== 200);
    assert.deepEqual(
      lost.map(({ status, body }) => [status, body]),
      [],
    );
    Object.assign(this.#counts, await this.#team.checkUsage(this.#received));
    this.#counts['jobs with a result'] = results.length;
    this.#counts['starts sent'] = sumOf(this.#received, 'start');
    this.#counts['summaries sent'] = sumOf(this.#received, 'summary');
    this.#counts['smallest gap of polls, ms'] = smallestGapMs(this.#service);
    assert.ok(this.#counts['smallest gap of polls, ms'] >= 1_000, 'the pace was not kept');
  }

  /** Asks again while the member has asked for too much. */
  async #resultOf({ at, id }: { readonly at: number; readonly id: string }) {
    const { url } = this.#places[0]!;
    for (;;) {
      const answer = await memberAt(url, this.#team.keyOf(at)).result(id);
      if (answer.status !== 503) return answer;
      await wait(100);
    }
  }

  #count(name: string): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sumOf(counts: ReadonlyMap<string, number>, kind: string): number {
  const own = [...counts].filter(([key]) => key.startsWith(kind));
  return own.reduce((sum, [, count]) => sum + count, 0);
}

function subjectOf(target: string): string {
  const kind = target.includes('/summary/') ? 'summary' : 'start';
  return `${kind} ${target.split('/')[3]?.toLowerCase() ?? ''}`;
}

function smallestGapMs({ log }: LoggedService): number {
  const times = log.filter(({ method }) => method === 'GET').map(({ timeMs }) => timeMs);
  times.sort((one, other) => one - other);
  return Math.min(...times.slice(1).map((time, at) => Math.floor(time - times[at]!)));
}
