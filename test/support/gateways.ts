import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Log } from '../../src/gateway/log.ts';
import { serve, type RunningGateway } from '../../src/gateway/serve.ts';
import type { ServeOptions } from '../../src/gateway/serveOptions.ts';
import { openStorage, type GatewayStorage } from '../../src/gateway/storage.ts';
import { Charges } from '../../src/gateway/store/charges.ts';
import type { Clock } from '../../src/paid/clock.ts';
import { Members, type MemberLimits, type NewKey } from '../../src/gateway/store/members.ts';
import { ask, baseOf, basic, type RawAnswer } from '../service/support/rawHttp.ts';

/** The upstream of a gateway in a test. */
export interface Behind {
  readonly url: string;
  readonly tenant: string;
  readonly apiKey: string;
}

/** A gateway in this process, with its store and what it has logged. */
export interface TestGateway extends Omit<RunningGateway, 'reload'> {
  readonly storage: GatewayStorage;
  readonly members: Members;
  readonly log: readonly string[];
  readonly addMember: (name: string, limits?: Partial<MemberLimits>) => Promise<TestMember>;
  /** Leaves a charge for a start as a process does that is killed before it sends the start. */
  readonly leaveCharge: (member: string, address: string, agoMs?: number) => Promise<void>;
}

/** A client of a member. */
export interface TestMember extends NewKey {
  readonly summary: (address?: string, more?: Headers) => Promise<RawAnswer>;
  readonly start: (address?: string, more?: Headers, chain?: string) => Promise<RawAnswer>;
  readonly status: (jobId: string) => Promise<RawAnswer>;
  /** The result of a job, polled until it is not 409. */
  readonly result: (jobId: string) => Promise<RawAnswer>;
}

type Headers = Readonly<Record<string, string>>;

export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
/** How often a test asks for a result. */
const pollMs = 200;

export const noCache = { 'Cache-Control': 'no-cache' };

const defaults: Omit<ServeOptions, 'storage' | 'upstream'> = {
  listening: {
    host: '127.0.0.1',
    port: 0,
    maxConnections: 1_000,
    slowestHeadMs: 10_000,
    tls: undefined,
  },
  ...{ isBehindProxy: false, riskHours: 24, summaryMinutes: 60, pauseMinutes: 10 },
  ...{ calculations: null, apiCalls: null, requestsPerSecond: 1_000, requestsInFlight: 500 },
  ...{
    auditDays: 0,
    logsAddresses: false,
    readUpstream: undefined,
    readTls: undefined,
    admin: undefined,
  },
};

/** A port for those who run it. */
export const adminPort = { ...defaults.listening, maxConnections: 100 };

/** The same clock, but for some of what it does. */
export function changedClock(clock: Clock, change: Partial<Clock>): Clock {
  return {
    now: () => clock.now(),
    tick: () => clock.tick(),
    wait: (ms, signal) => clock.wait(ms, signal),
    random: () => clock.random(),
    ...change,
  };
}

/** The same clock with short waits: waiting code checks again until the time has come. */
export function impatient(clock: Clock): Clock {
  return changedClock(clock, {
    wait: (ms, signal) => clock.wait(Math.min(ms, pollMs), signal),
  });
}

/** @param clockOf the clock that it uses, based on that of its store */
export async function startGateway(
  { url, tenant, apiKey }: Behind,
  {
    clockOf = (clock) => clock,
    ...options
  }: Partial<ServeOptions> & { clockOf?: (clock: Clock) => Clock } = {},
): Promise<TestGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-gateway-'));
  const { databaseUrl, data = folder } = options.storage ?? {};
  const storageOptions = { data, databaseUrl };
  const opened = await openStorage(storageOptions, () => undefined);
  const storage = { ...opened, clock: clockOf(opened.clock) };
  const credentials = { tenantId: tenant, apiKey };
  const upstream = { base: url, origin: url, credentials, isSample: false };
  const log: string[] = [];
  const running = await serve(
    { ...defaults, ...options, storage: storageOptions, upstream },
    storage,
    new Log((line) => log.push(line)),
  );
  const members = new Members(storage.ledger);
  return {
    ...{ url: running.url, adminUrl: running.adminUrl, storage, members, log },
    async addMember(name, limits = {}) {
      const all = { calculations: null, apiCalls: null, validUntil: null, ...limits };
      const key = await members.add(name, all, Date.now());
      if (key === undefined) throw new Error(`There is a member ${name}.`);
      return memberAt(running.url, key);
    },
    async leaveCharge(member, address, agoMs = 0) {
      const key = { account: '', chain: 'ethereum', address };
      await new Charges(storage.ledger).reserve(
        {
          id: randomUUID(),
          member,
          kind: 'start',
          key,
          aggregator: 'money',
          at: storage.clock.now() - agoMs,
        },
        { member: null, team: null },
      );
    },
    async close() {
      await running.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param gatewayUrl where any process of the gateway listens */
export function memberAt(gatewayUrl: string, key: NewKey): TestMember {
  const base = baseOf(gatewayUrl);
  const own = basic(key.tenantId, key.key);
  const status = (jobId: string): Promise<RawAnswer> =>
    ask(base, 'GET', `/risk/api/risk_score?job_id=${encodeURIComponent(jobId)}`, own);
  return {
    ...key,
    summary: (address = usdc, more = {}) =>
      ask(base, 'POST', `/evm/api/${address}/summary/?chain=ethereum`, { ...own, ...more }),
    start: (address = usdc, more = {}, chain = 'ethereum') =>
      ask(base, 'POST', `/risk/api/${address}/risk_score/chain=${chain}`, { ...own, ...more }),
    status,
    async result(jobId) {
      for (;;) {
        const answer = await status(jobId);
        if (answer.status !== 409) return answer;
        await setTimeout(pollMs);
      }
    },
  };
}

/** An address that no other call of a test has. */
export function addressNumber(number: number): string {
  return `0x${(0xabc000000000 + number).toString(16).padStart(40, '1')}`;
}
