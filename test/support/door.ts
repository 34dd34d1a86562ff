import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { HttpServiceClient } from '../../src/api/client.ts';
import { createUndiciTransport } from '../../src/api/undiciTransport.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { PaidKind, Store, SubjectKey } from '../../src/ledger/store.ts';
import type { ConnectedAccount } from '../../src/paid/account.ts';
import { dayOf } from '../../src/paid/clock.ts';
import { gestureOf } from '../../src/paid/gesture.ts';
import type { Policy } from '../../src/paid/policy.ts';
import { createScores, type Scores } from '../../src/paid/scores.ts';
import { WindowSpendingDoor, type SpendingQuestions } from '../../src/paid/spending.ts';
import { WindowSummaries } from '../../src/paid/windowSummaries.ts';
import {
  checkHead,
  checkJobs,
  checkNoSecret,
  checkPace,
  checkSpending,
  checkStoredFirst,
  readCall,
  type CallKind,
  type SeenCall,
} from './invariants.ts';
import { startRawServer, type RawAnswer, type RawRequest, type RawServer } from './rawServer.ts';
import { virtualClock, type VirtualClock } from './virtualClock.ts';
import { ledgerOver, openSqliteStore } from './openStore.ts';

export const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const subject = { address, chain: 'ethereum' } as const;
export const gesture = gestureOf('command');

const accountName = 'account';
const credentials = { tenantId: 'tenant', apiKey: 'taint-9c2f' };
const secrets = [
  credentials.apiKey,
  Buffer.from(`${credentials.tenantId}:${credentials.apiKey}`).toString('base64'),
];
/** Rounds of the event loop in which anything that has not ended would show it. */
const quietRounds = 20;

interface Window {
  readonly summaries: Pick<WindowSummaries, 'look' | 'ended'>;
  readonly scores: Scores;
}

/** The door of one window over a real server and a real ledger, in virtual time. */
export interface Door extends Window {
  readonly server: RawServer;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly clock: VirtualClock;
  readonly account: ConnectedAccount;
  /** As the user does who signs out. */
  leave(): Promise<void>;
  readonly policy: { -readonly [Key in keyof Policy]: Policy[Key] };
  /** Another window over the same ledger. */
  window(): Window;
  /** How many requests of a method the server has seen. */
  count(method: 'POST' | 'GET'): number;
  /** Ends all windows, and asserts what must be true after whatever happened. */
  checkInvariants(): Promise<void>;
  close(): Promise<void>;
}

interface DoorOptions {
  readonly file?: string;
  /** What the user says when commands have used up their allowance. */
  readonly mayExceed?: (kind: PaidKind) => Promise<boolean>;
  readonly mayStartAgain?: SpendingQuestions['mayStartAgain'];
  readonly maySendKeySized?: () => Promise<boolean>;
  readonly onChange?: (key: SubjectKey) => void;
}

export async function openDoor(
  answer: RawAnswer,
  {
    file = ':memory:',
    mayExceed = () => Promise.resolve(true),
    mayStartAgain = () => Promise.resolve(true),
    maySendKeySized = () => Promise.resolve(false),
    onChange = () => undefined,
  }: DoorOptions = {},
): Promise<Door> {
  const calls: SeenCall[] = [];
  const asked = { start: 0, summary: 0 };
  const broken: unknown[] = [];
  const windows: Window[] = [];
  const days = new Set<string>();
  let sleeping = 0;

  const server = await startRawServer((socket, request, index) => {
    try {
      watch(request);
    } catch (error) {
      broken.push(error);
    }
    answer(socket, request, index);
  });
  const time = virtualClock();
  const clock: VirtualClock = {
    ...time,
    async wait(ms, signal) {
      sleeping++;
      await time.wait(ms, signal);
      sleeping--;
    },
  };
  const undici = createUndiciTransport();
  /** POSTs that the service refused: not charged as far as the spec says, and so not counted. */
  let refusals = 0;
  const transport = clock.watch({
    ...undici,
    async send(...args) {
      const outcome = await undici.send(...args);
      const status = outcome.ok ? outcome.answer.status : 0;
      if (args[0].method === 'POST' && [401, 402, 403, 404, 422].includes(status)) refusals++;
      return outcome;
    },
  });
  const stay = new AbortController();
  const store = openSqliteStore(file);
  const ledger = ledgerOver(store);
  const policy = {
    summaryMs: 60 * 60_000,
    riskMs: 24 * 3_600_000,
    summaryCallsPerDay: 200,
    rhythm: { intervalMs: 3_000, timeoutMs: 15 * 60_000 },
  };
  const account: ConnectedAccount = {
    key: accountName,
    origin: server.url,
    credential: 'credential-1',
    client: new HttpServiceClient({ transport, base: server.url, credentials }),
    signal: stay.signal,
    serviceChain: (network) => network,
  };

  /** Time stands still under a request, so this is when it was sent, too. */
  function watch(request: RawRequest): void {
    const [method = '', target = ''] = request.line.split(' ');
    const call = readCall(method, target);
    assert.ok(call, `no call of the service: ${request.line}`);
    const seen = { ...call, at: clock.tick() };
    calls.push(seen);
    days.add(dayOf(clock.now()));
    checkStoredFirst(seen, store.listJobs());
    checkHead(request, new URL(server.url).host, secrets);
  }

  const window = (): Window => {
    const basics = { ledger, clock, policy: () => policy };
    const user = { mayExceed, mayStartAgain, maySendKeySized };
    const ports = {
      ...basics,
      spending: new WindowSpendingDoor({ ...basics, user }),
      owner: randomUUID(),
      onChange,
    };
    const summaries = new WindowSummaries(ports);
    const scores = createScores(ports);
    const opened: Window = {
      summaries: {
        ended: () => summaries.ended(),
        look(...args) {
          asked.summary++;
          return summaries.look(...args);
        },
      },
      scores: {
        ...scores,
        score(...args) {
          asked.start++;
          return scores.score(...args);
        },
      },
    };
    windows.push(opened);
    return opened;
  };

  function countUsage(): Record<CallKind, number> {
    const counted = { start: 0, status: 0, summary: 0 };
    for (const { kind, count } of [...days].flatMap((day) => store.readUsage(accountName, day))) {
      counted[kind === 'poll' ? 'status' : kind] += count;
    }
    return counted;
  }

  return {
    server,
    store,
    ledger,
    clock,
    account,
    policy,
    ...window(),
    window,
    async leave() {
      stay.abort();
      await Promise.all(windows.map(({ summaries }) => summaries.ended()));
      await Promise.all(windows.map(({ scores }) => scores.leave()));
    },
    count: (method) => server.requests.filter(({ line }) => line.startsWith(method)).length,
    async checkInvariants() {
      stay.abort();
      await Promise.all(windows.map(({ summaries }) => summaries.ended()));
      await Promise.all(windows.map(({ scores }) => scores.leave()));
      const sent = calls.length;
      for (let round = 0; round < quietRounds; round++) await setImmediate();
      assert.equal(calls.length, sent, 'I7: a request after the end');
      assert.equal(sleeping, 0, 'I7: someone waits after the end');
      assert.deepEqual(broken, []);
      checkPace(calls);
      checkSpending(calls, asked, countUsage(), refusals);
      checkJobs(store);
      checkNoSecret(store, accountName, secrets);
    },
    async close() {
      await transport.close();
      await server.close();
      store.close();
    },
  };
}

/** Opens a door for one test, asserts the invariants at its end, and closes it. */
export async function withDoor(
  answer: RawAnswer,
  work: (door: Door) => Promise<void>,
  options: DoorOptions = {},
): Promise<void> {
  const door = await openDoor(answer, options);
  try {
    await work(door);
    await door.checkInvariants();
  } finally {
    await door.close();
  }
}

/** As SQLite reports it (SQLITE_FULL). */
export function diskFull(): Error {
  return Object.assign(new Error('database or disk is full'), { errcode: 13 });
}

/** Puts something before a method of the ledger's store, such as a failure or a pause. */
export function before<Method extends Exclude<keyof Store, 'close'>>(
  store: Store,
  method: Method,
  first: (...args: Parameters<Store[Method]>) => void,
): void {
  const own = store[method].bind(store) as (...args: Parameters<Store[Method]>) => unknown;
  Object.assign(store, {
    [method](...args: Parameters<Store[Method]>) {
      first(...args);
      return own(...args);
    },
  });
}
