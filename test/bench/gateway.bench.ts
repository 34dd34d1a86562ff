/**
 * Stored summaries for 1,000 members, beside the sample service alone: with one process and three, and
 * among ROWS stored summaries of 200 bytes (default 1,000,000) beside 10,000. The clients share the
 * processors with everything that is measured.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { openStorage, type GatewayStorage } from '../../src/gateway/storage.ts';
import { Members, type NewKey } from '../../src/gateway/store/members.ts';
import { openPool } from '../../src/ledger/postgres/pool.ts';
import { accountKey } from '../../src/lookups/account.ts';
import { startSampleService, type SampleService } from '../../src/sample/server.ts';
import { repository } from '../harness/extension.ts';
import { basic } from '../service/support/rawHttp.ts';
import { startPostgres } from '../support/postgres.ts';

const rows = Number(process.env['ROWS'] ?? 1_000_000);
const few = 10_000;
const memberCount = 1_000;
const connections = 32;
const runMs = 6_000;
const hex = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

interface Place {
  readonly url: string;
  readonly child: ChildProcess;
}

async function openGateway(sample: SampleService, databaseUrl: string): Promise<Place> {
  const args = [join(repository, 'src/cli/gateway.ts'), '--port', '0'];
  const child = spawn(process.execPath, [...args, '--requests-per-second', '100000'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, ADDRESS_RISK_URL: sample.url },
      ...{ ADDRESS_RISK_TENANT: sample.tenant, ADDRESS_RISK_KEY: sample.apiKey },
    },
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url: line.replace('Gateway: ', ''), child };
}

/** Requests by all connections for a while, each with another member and another address. */
async function measure(
  name: string,
  urls: readonly string[],
  keys: readonly NewKey[],
  addressOf: (at: number) => string,
): Promise<void> {
  const dispatcher = new Agent({ connections });
  const times: number[] = [];
  const end = performance.now() + runMs;
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const at = next++;
        const { tenantId, key } = keys[at % keys.length]!;
        const began = performance.now();
        const path = `/evm/api/${addressOf(at)}/summary/?chain=ethereum`;
        const response = await request(urls[at % urls.length]! + path, {
          ...{ method: 'POST', headers: basic(tenantId, key), dispatcher },
        });
        await response.body.dump();
        if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode}`);
        times.push(performance.now() - began);
      }
    }),
  );
  await dispatcher.close();
  times.sort((one, other) => one - other);
  const part = (share: number): string => times[Math.floor(times.length * share)]!.toFixed(1);
  const perSecond = Math.round((times.length / runMs) * 1_000);
  console.log(`${name}: ${perSecond} requests/s, p50 ${part(0.5)} ms, p99 ${part(0.99)} ms`);
}

/** Summaries of 200 bytes that are stored and fresh. */
async function fill(databaseUrl: string, account: string, from: number, to: number): Promise<void> {
  const pool = openPool(databaseUrl);
  const step = 100_000;
  for (let start = from; start < to; start += step) {
    // Past the limits of a statement's time in one go. EVM addresses of digits have no letters to check.
    await pool.query(
      `INSERT INTO result (account, chain, address, part, body, received_at)
       SELECT $1, 'ethereum', '0x' || lpad(n::text, 40, '1'), 'summary',
         rpad('{"balance":1.5,"note":"', 198, 'x') || '"}',
         (extract(epoch FROM clock_timestamp()) * 1000)::bigint
       FROM generate_series($2::bigint, $3::bigint) AS n ON CONFLICT DO NOTHING`,
      ...[account, start, Math.min(start + step, to) - 1],
    );
  }
  await pool.query('ANALYZE result');
  await pool.close();
}

const digits = (number: number): string => `0x${String(number).padStart(40, '1')}`;

async function memoryOf({ child }: Place): Promise<string> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return `${Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? NaN) / 1_024)} MiB`;
}

async function addMembers({ sql }: GatewayStorage): Promise<NewKey[]> {
  const members = new Members(sql);
  const limits = { calculations: null, apiCalls: null, validUntil: null };
  const keys: NewKey[] = [];
  for (let at = 0; at < memberCount; at++) {
    keys.push((await members.add(`member ${at}`, limits, Date.now()))!);
  }
  return keys;
}

const sample = await startSampleService({ apiCalls: 10_000_000 });
const postgres = await startPostgres();
const places: Place[] = [];
try {
  const databaseUrl = await postgres.createDatabase();
  const storage = await openStorage({ databaseUrl, data: undefined }, () => undefined);
  const keys = await addMembers(storage);
  const account = accountKey(sample.url, sample.tenant);
  await fill(databaseUrl, account, 0, few);
  const own = [{ tenantId: sample.tenant, key: sample.apiKey }];
  await measure('the sample service alone', [sample.url], own, (at) => hex(0xabc000 + at));
  places.push(await openGateway(sample, databaseUrl));
  const urls = (): string[] => places.map(({ url }) => url);
  const random = (count: number) => () => digits(Math.floor(Math.random() * count));
  await measure('1 process, 10,000 stored', urls(), keys, random(few));
  places.push(await openGateway(sample, databaseUrl), await openGateway(sample, databaseUrl));
  await measure('3 processes, 10,000 stored', urls(), keys, random(few));
  await fill(databaseUrl, account, few, rows);
  await measure(`3 processes, ${rows} stored`, urls(), keys, random(rows));
  console.log(`memory of a process: ${(await Promise.all(places.map(memoryOf))).join(', ')}`);
  await storage.close();
} finally {
  for (const { child } of places) child.kill('SIGKILL');
  await postgres.close();
  await sample.close();
}
