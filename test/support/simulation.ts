import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Scheduler } from 'fast-check';
import { HttpServiceClient } from '../../src/api/client.ts';
import type { Transport, WireOutcome, WireRequest } from '../../src/api/transport.ts';
import { LedgerError } from '../../src/ledger/faults.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { JobRow, Store } from '../../src/ledger/store.ts';
import type { ConnectedAccount } from '../../src/paid/account.ts';
import type { Clock } from '../../src/paid/clock.ts';
import { gestureOf } from '../../src/paid/gesture.ts';
import type { Policy } from '../../src/paid/policy.ts';
import type { ScoreOutcome } from '../../src/paid/scoreRun.ts';
import { createScores, type Scores } from '../../src/paid/scores.ts';
import { WindowSpendingDoor } from '../../src/paid/spending.ts';
import { WindowSummaries } from '../../src/paid/windowSummaries.ts';
import { isResumable } from '../../src/risk/jobState.ts';
import { checkJobs, readCall, startName } from './invariants.ts';
import { Reference } from './reference.ts';
import { ledgerOver, openSqliteStore } from './openStore.ts';

export const addresses = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
] as const;
const chain = 'ethereum';
const accountName = 'account';
const policy: Policy = {
  summaryMs: 10 * 60_000,
  riskMs: 10 * 60_000,
  summaryCallsPerDay: 1_000,
  rhythm: { intervalMs: 3_000, timeoutMs: 60_000 },
};

/** The fate of the next paid call. */
export type Fate =
  /** No connection, so nothing is sent. */
  | 'unsent'
  /** The service takes it, and its answer is lost. */
  | 'reset'
  | 'silent'
  | 'fails'
  /** 200 with a body in which nothing can be read. */
  | 'unreadable';

/** A method of the ledger that may fail. */
export type LedgerMethod = Exclude<keyof Ledger, 'close' | 'isDurable' | 'version'>;

/** Inserted between the client and its ledger or its wire, to simulate a defect of either. */
export interface Defect {
  readonly ledger?: (ledger: Ledger, store: Store) => Ledger;
  readonly transport?: (transport: Pick<Transport, 'send'>) => Pick<Transport, 'send'>;
}

export interface Window {
  readonly owner: string;
  scores: Scores;
  summaries: WindowSummaries;
  /** Killed: none of its work continues. */
  isDead: boolean;
  /** Asked to end: it sends nothing more. */
  hasLeft: boolean;
  cancel: AbortController;
  readonly stay: AbortController;
}

/** The maximum stall of a process between reading the clock and sending. */
const maxStallMs = 2_000;
/** More steps than any run needs: a run that takes them waits for something that never comes. */
const maxSteps = 20_000;
const maxJobMs = 5_000;
const never = new Promise<never>(() => undefined);

/**
 * A service, a ledger, and some windows in one thread, in which every step of each – every
 * transaction, every byte sent or received, every passing of time – is one task of fast-check's
 * scheduler, so that they happen in any order. Time stands still while steps are due, except for
 * the possible stall of a process.
 */
export class Simulation {
  readonly store = openSqliteStore(':memory:');
  readonly reference = new Reference({ score: policy.riskMs, summary: policy.summaryMs });
  readonly windows: Window[] = [];
  readonly #scheduler: Scheduler;
  readonly #defect: Defect;
  readonly #isReadOnce: boolean;
  #now = Date.UTC(2026, 0, 15, 12);
  #tick = 1_000_000;
  #stalledMs = 0;
  #due = 0;
  #connecting = 0;
  #steps = 0;
  #isTimeDue = false;
  #opened = 0;
  #credential = 1;
  readonly #sleepers = new Set<{ due: number; owner: Window; wake: () => void }>();
  readonly #jobs: { id: string; name: string; readyAt: number; isRead: boolean }[] = [];
  readonly #summaryBy = new Map<string, Window>();
  readonly #fates: Fate[] = [];
  readonly #failing = new Map<string, number>();
  /** A poll may be on its way while its job is forgotten. */
  readonly #forgotten: JobRow[] = [];
  readonly #waiting = new Map<Promise<unknown>, Window>();
  /** The service's side. */
  isRevoked = false;
  isQuotaUsedUp = false;
  /** The first thing that was not as it must be. */
  violation: Error | undefined;

  constructor(scheduler: Scheduler, isReadOnce: boolean, defect: Defect = {}) {
    this.#scheduler = scheduler;
    this.#isReadOnce = isReadOnce;
    this.#defect = defect;
    mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
    this.open();
  }

  close(): void {
    mock.timers.reset();
    this.store.close();
  }

  // Actions of users and machines.

  open(): Window {
    const window: Window = {
      owner: `window-${++this.#opened}`,
      isDead: false,
      hasLeft: false,
      cancel: new AbortController(),
      stay: new AbortController(),
      ...this.#parts(() => window),
    };
    this.windows.push(window);
    this.#followJobs(window);
    return window;
  }

  score(window: Window, address: string, isRepeat: boolean): void {
    const subject = { address, chain };
    this.reference.acts('score', `${address} ${chain} money`, isRepeat);
    const account = this.#account(window);
    const request = {
      account,
      subject,
      aggregator: 'money',
      gesture: gestureOf('command'),
      isRepeat,
    } as const;
    const outcome = window.scores.score(request, () => undefined, window.cancel.signal);
    this.#await(window, outcome, (value) => this.#checkOutcome(value));
  }

  look(window: Window, address: string, source: 'hover' | 'command'): void {
    const name = `${address} ${chain}`;
    if (source === 'command') this.reference.acts('summary', name);
    else this.reference.hovers(name);
    this.#await(
      window,
      window.summaries.look(this.#account(window), { address, chain }, source),
      () => undefined,
    );
  }

  cancel(window: Window): void {
    window.cancel.abort();
    window.cancel = new AbortController();
  }

  /** The window ends in good order, and a new one takes its place. */
  reload(window: Window): void {
    this.#end(window);
    window.hasLeft = true;
    this.#loseSummaries(window);
    window.stay.abort();
    this.#await(window, window.summaries.ended(), () => undefined);
    this.#await(window, window.scores.leave(), () => undefined);
    this.open();
  }

  /** The process is killed: pending results never arrive. */
  crash(window: Window): void {
    this.#end(window);
    window.isDead = true;
    this.#loseSummaries(window);
    for (const sleeper of this.#sleepers) {
      if (sleeper.owner === window) this.#sleepers.delete(sleeper);
    }
    for (const [promise, owner] of this.#waiting) {
      if (owner === window) this.#waiting.delete(promise);
    }
    this.open();
  }

  /** New credentials of the same tenant: all windows let go of the old ones. */
  changeKey(): void {
    this.isRevoked = false;
    this.#credential++;
    for (const window of this.windows) {
      const leaving = window.scores.leave();
      this.#await(window, leaving, () => this.#followJobs(window));
    }
  }

  forget(index: number): void {
    const job = this.#jobAt(index);
    // A start that is on its way is not offered to be forgotten.
    if (job === undefined || job.state === 'intent') return;
    this.reference.forgets(startName(job));
    this.#forgotten.push(job);
    this.store.forgetJob(job.id);
  }

  resume(window: Window, index: number): void {
    const job = this.#jobAt(index);
    if (job === undefined) return;
    this.#await(
      window,
      window.scores.resume(this.#account(window), job.id, () => undefined, window.cancel.signal),
      (value) => this.#checkOutcome(value),
    );
  }

  /** The next calls of a ledger method fail, as on a busy or full file. */
  failLedger(method: LedgerMethod, times: number): void {
    this.#failing.set(method, times);
  }

  meet(fate: Fate): void {
    this.#fates.push(fate);
  }

  /** Someone sets the clock. */
  jump(ms: number): void {
    this.#now += ms;
    this.reference.isNow(this.#now);
  }

  /** The machine sleeps, unless something is on its way: no pace survives that. */
  sleep(ms: number): void {
    if (this.#due === 0) this.#pass(ms);
  }

  /**
   * The ledger or the machine stalls for longer than a turn, in the middle of any work, but not
   * between the last look at the clock and the request.
   */
  stall(ms: number): void {
    if (this.#connecting === 0) this.#pass(ms);
  }

  /** Lets everybody come to an end. */
  async drain(): Promise<void> {
    do {
      while (this.#scheduler.count() > 0 && this.violation === undefined) {
        await this.#scheduler.waitNext(1);
      }
      await setImmediate();
    } while (this.#scheduler.count() > 0 && this.violation === undefined);
    if (this.violation !== undefined) throw this.violation;
  }

  /** Nothing was lost: after all mishaps, every job ends truthfully. */
  async settle(): Promise<void> {
    await this.drain();
    assert.equal(this.#waiting.size, 0, 'someone waits forever');
    this.#fates.length = 0;
    this.#failing.clear();
    this.isRevoked = false;
    this.isQuotaUsedUp = false;
    const { starts } = this.reference;
    for (const window of [...this.windows]) this.reload(window);
    await this.drain();
    await this.#resumeAll();
    // A job whose time is over is polled once at each resume, and may not have been ready yet.
    this.sleep(maxJobMs);
    await this.#resumeAll();
    assert.equal(this.#waiting.size, 0, 'someone waits forever');
    assert.equal(this.reference.starts, starts, 'a start that no one requested');
    checkJobs(this.store);
    for (const job of this.store.listJobs()) this.#checkEnd(job);
  }

  async #resumeAll(): Promise<void> {
    const [window] = this.windows;
    assert.ok(window);
    for (const [index, { state }] of this.store.listJobs().entries()) {
      if (isResumable(state)) this.resume(window, index);
    }
    await this.drain();
  }

  // Conditions that must hold.

  #checkEnd(job: JobRow): void {
    const { state, jobId } = job;
    if (state === 'done') {
      assert.ok(this.store.readResult(job, 'money'), 'done, and no result is stored');
    } else if (state !== 'unknown' && state !== 'rejected') {
      // A result that is given once was given to a window that was killed, or cancelled.
      const isEaten = this.#isReadOnce && this.#jobs.find(({ id }) => id === jobId)?.isRead;
      assert.ok(isEaten === true, `a job ends as ${state}`);
    }
  }

  #checkOutcome(outcome: ScoreOutcome): void {
    if (outcome.kind !== 'value') return;
    const { body, address } = outcome.result;
    assert.ok(body.includes(address), 'a result of another address');
  }

  #await<T>(window: Window, promise: Promise<T>, then: (value: T) => void): void {
    this.#waiting.set(promise, window);
    promise
      .then(then)
      .catch((error: unknown) => {
        // The user saw that the ledger failed; data that must not be lost is checked at the end.
        if (!(error instanceof LedgerError)) this.#note(error);
      })
      .finally(() => this.#waiting.delete(promise));
  }

  // How it comes about.

  #parts(window: () => Window): Pick<Window, 'scores' | 'summaries'> {
    const clock: Clock = {
      now: () => this.#now,
      tick: () => this.#tick,
      random: () => 0,
      wait: (ms, signal) => this.#wait(window(), ms, signal),
    };
    const basics = { ledger: this.#ledger(window), clock, policy: () => policy };
    const ports = {
      ...basics,
      spending: new WindowSpendingDoor({
        ...basics,
        user: {
          mayExceed: () => Promise.resolve(true),
          mayStartAgain: () => Promise.resolve(true),
          maySendKeySized: () => Promise.resolve(false),
        },
      }),
      owner: `window-${this.#opened}`,
      onChange: () => undefined,
    };
    return {
      scores: createScores(ports),
      summaries: new WindowSummaries(ports),
    };
  }

  #followJobs(window: Window): void {
    if (window.hasLeft || window.isDead) return;
    const tell = ({ id }: JobRow): Promise<void> => {
      this.reference.tells(id);
      return Promise.resolve();
    };
    this.#await(window, window.scores.followJobs(this.#account(window), tell), () => undefined);
  }

  #account(window: Window): ConnectedAccount {
    const transport = {
      send: (...call: Parameters<Transport['send']>) => this.#send(window, ...call),
    };
    return {
      key: accountName,
      origin: 'http://service',
      credential: `credential-${this.#credential}`,
      client: new HttpServiceClient({
        transport: this.#defect.transport?.(transport) ?? transport,
        base: 'http://service',
        credentials: { tenantId: 'tenant', apiKey: 'key' },
      }),
      signal: window.stay.signal,
      serviceChain: (network) => network,
    };
  }

  #ledger(window: () => Window): Ledger {
    const inner = ledgerOver(this.store);
    const stepwise = Object.fromEntries(
      Object.entries(inner).map(([name, method]) => [
        name,
        async (...args: unknown[]) => {
          await this.#step(window(), name);
          const times = this.#failing.get(name) ?? 0;
          if (times > 0) {
            this.#failing.set(name, times - 1);
            throw new LedgerError('full');
          }
          return (method as (...values: unknown[]) => unknown)(...args);
        },
      ]),
    ) as unknown as Ledger;
    return this.#defect.ledger?.(stepwise, this.store) ?? stepwise;
  }

  /** One step of a window, when the scheduler picks it; a window that was killed takes no more. */
  async #step(window: Window, label: string): Promise<void> {
    this.#due++;
    await this.#scheduler.schedule(Promise.resolve(), `${window.owner}: ${label}`);
    this.#due--;
    this.#count();
    if (window.isDead || this.violation !== undefined) await never;
  }

  #note(error: unknown): void {
    this.violation ??= error instanceof Error ? error : new Error(String(error));
  }

  #count(): void {
    if (++this.#steps === maxSteps) this.violation ??= new Error('I9: it never ends');
  }

  async #send(
    window: Window,
    { method, url, timeLimitMs }: WireRequest,
    signal: AbortSignal,
    onSent: () => void,
  ): Promise<WireOutcome> {
    this.#connecting++;
    await this.#step(window, 'connect').finally(() => this.#connecting--);
    if (signal.aborted) return { ok: false, fault: { kind: 'cancelled' } };
    const fate = method === 'POST' ? this.#fates.shift() : undefined;
    if (fate === 'unsent') return { ok: false, fault: { kind: 'network', code: 'ECONNREFUSED' } };
    onSent();
    let outcome: WireOutcome;
    try {
      assert.ok(!window.hasLeft, `I7: ${url} is sent by a window that has left`);
      outcome = this.#serve(window, method, url, fate);
    } catch (error) {
      this.#note(error);
      return never;
    }
    const gone = new AbortController();
    const aborted = new Promise<WireOutcome>((resolve) => {
      const stop = (): void => resolve({ ok: false, fault: { kind: 'cancelled' } });
      signal.addEventListener('abort', stop, { once: true });
    });
    const answered =
      fate === 'silent'
        ? this.#wait(window, timeLimitMs, gone.signal).then(() => outcome)
        : this.#step(window, 'answer').then(() => outcome);
    const first = await Promise.race([answered, aborted]);
    gone.abort();
    if (window.isDead) return never;
    this.#summarised(window, url, first);
    return first;
  }

  /** The service at work, at the moment at which a request is with it. */
  #serve(window: Window, method: string, url: string, fate: Fate | undefined): WireOutcome {
    const call = readCall(method, url);
    assert.ok(call, url);
    const seen = { ...call, at: this.#tick };
    const status = this.isRevoked ? 403 : this.isQuotaUsedUp ? 402 : 200;
    let body = '';
    let answer: number = status;
    switch (call.kind) {
      case 'start':
        this.reference.start(
          seen,
          this.store.listJobs(),
          status === 200 || fate !== undefined ? 'accepted' : 'refused',
        );
        if (status === 200) {
          body = `job.${this.#jobs.length}`;
          const readyAt = this.#tick + maxJobMs / (1 + (this.#jobs.length % 5));
          this.#jobs.push({ id: body, name: call.name, readyAt, isRead: false });
        }
        break;
      case 'status': {
        this.reference.poll(seen, [...this.store.listJobs(), ...this.#forgotten]);
        if (status !== 200) break;
        const job = this.#jobs.find(({ id }) => id === call.name);
        assert.ok(job);
        if (this.#tick < job.readyAt || (this.#isReadOnce && job.isRead)) answer = 409;
        else {
          job.isRead = true;
          const [address] = job.name.split(' ');
          body = JSON.stringify({ risk_score: { address, chain, risk_score: 1 } });
          this.reference.scored(job.name, this.#now);
        }
        break;
      }
      case 'summary': {
        const [address = ''] = call.name.split(' ');
        const stored = this.store.readResult({ account: accountName, address, chain }, 'summary');
        const isStored = stored !== null && this.#now - stored.receivedAt < policy.summaryMs;
        this.reference.summary(seen, isStored);
        this.#summaryBy.set(call.name, window);
        body = JSON.stringify({ address, balance: 1 });
      }
    }
    switch (fate) {
      case 'reset':
        return { ok: false, fault: { kind: 'network', code: 'ECONNRESET' } };
      case 'silent':
        return { ok: false, fault: { kind: 'timeout' } };
      case 'fails':
        answer = 500;
        break;
      case 'unreadable':
        answer = 200;
        body = '[]';
        break;
      case 'unsent':
      case undefined:
    }
    const headers = { retryAfter: '', date: '' };
    return { ok: true, answer: { status: answer, body, ...headers } };
  }

  #summarised(window: Window, url: string, outcome: WireOutcome): void {
    const call = readCall('POST', url);
    if (call?.kind !== 'summary' || this.#summaryBy.get(call.name) !== window) return;
    const status = outcome.ok ? outcome.answer.status : 0;
    const isRead = outcome.ok && outcome.answer.body !== '[]';
    const end =
      status === 200 && isRead ? 'fresh' : [402, 403].includes(status) ? 'refused' : 'lost';
    this.reference.summarised(call.name, end, this.#now);
  }

  #loseSummaries(window: Window): void {
    for (const [name, owner] of this.#summaryBy) {
      if (owner === window) this.reference.summarised(name, 'lost', this.#now);
    }
  }

  #end(window: Window): void {
    this.windows.splice(this.windows.indexOf(window), 1);
  }

  #jobAt(index: number): JobRow | undefined {
    const jobs = this.store.listJobs();
    return jobs[index % Math.max(1, jobs.length)];
  }

  // Time.

  #wait(owner: Window, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = { due: this.#tick + ms, owner, wake: resolve };
      this.#sleepers.add(sleeper);
      const stop = (): void => {
        this.#sleepers.delete(sleeper);
        resolve();
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#scheduleTime();
    });
  }

  #scheduleTime(): void {
    if (this.#isTimeDue || this.#sleepers.size === 0 || this.violation !== undefined) return;
    this.#isTimeDue = true;
    void this.#scheduler.schedule(Promise.resolve(), 'time').then(() => {
      this.#isTimeDue = false;
      this.#count();
      this.#moveTime();
      this.#scheduleTime();
    });
  }

  #moveTime(): void {
    const next = Math.min(...[...this.#sleepers].map(({ due }) => due));
    if (!Number.isFinite(next)) return;
    // In small steps, so that heartbeats come in between as they do in real time.
    const ms = Math.min(Math.max(0, next - this.#tick), maxStallMs);
    if (this.#due === 0) this.#stalledMs = 0;
    else if ((this.#stalledMs += ms) > maxStallMs) {
      this.#stalledMs -= ms;
      return;
    }
    this.#pass(ms);
  }

  #pass(ms: number): void {
    this.#now += ms;
    this.#tick += ms;
    this.reference.isNow(this.#now);
    mock.timers.tick(ms);
    for (const sleeper of this.#sleepers) {
      if (sleeper.due > this.#tick) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
