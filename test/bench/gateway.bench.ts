/**
 * Stored summaries for 1,000 members, beside the sample service alone: with one process and three, and
 * among ROWS stored summaries of 200 bytes (default 10,000,000) beside 10,000. The processes are those
 * of the package. The clients share the processors with everything that is measured.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { openStorage, type GatewayStorage } from '../../src/gateway/storage.ts';
import { Members, type NewKey } from '../../src/gateway/store/members.ts';
import { openPool } from '../../src/gateway/postgres/pool.ts';
import { accountKey } from '../../src/lookups/account.ts';
import { startSampleService, type SampleService } from '../../src/sample/server.ts';
import { buildCli } from '../harness/buildCli.ts';
import { basic } from '../service/support/rawHttp.ts';
import { startPostgres } from '../support/postgres.ts';

const rows = Number(process.env['ROWS'] ?? 10_000_000);
const few = 10_000;
const memberCount = 1_000;
const manyConnections = 32;
const runMs = 6_000;
const mostMebibytes = 200;
const mostRatio = 2;
const hex = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

interface Place {
  readonly url: string;
  readonly child: ChildProcess;
}

async function openGateway(
  program: string,
  sample: SampleService,
  databaseUrl: string,
): Promise<Place> {
  // As deploy/ and the script of npm start it.
  const args = ['--max-semi-space-size=4', program, 'gateway', '--port', '0'];
  const child = spawn(process.execPath, [...args, '--requests-per-second', '100000'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, ADDRESS_RISK_URL: sample.url },
      ...{ ADDRESS_RISK_TENANT: sample.tenant, ADDRESS_RISK_KEY: sample.apiKey },
    },
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The gateway ended.')));
  const lines = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [line] = await Promise.race([lines, ended]);
  return { url: line.replace('Gateway: ', ''), child };
}

interface Load {
  readonly urls: readonly string[];
  readonly keys: readonly NewKey[];
  readonly addressOf: (at: number) => string;
}

/**
 * Requests by all connections for a while, each with another member and another address.
 * @returns the median, in milliseconds
 */
async function measure(
  name: string,
  { urls, keys, addressOf }: Load,
  connections = manyConnections,
): Promise<number> {
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
  const part = (share: number): number => times[Math.floor(times.length * share)]!;
  const perSecond = Math.round((times.length / runMs) * 1_000);
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${name}: ${perSecond} requests/s, p50 ${part(0.5).toFixed(1)} ms, p99 ${part(0.99).toFixed(1)} ms (load ${load})`,
  );
  return part(0.5);
}

/** Summaries of 200 bytes that are stored and fresh. */
async function fill(databaseUrl: string, account: string, from: number, to: number): Promise<void> {
  const pool = openPool(databaseUrl);
  const step = 100_000;
  for (let start = from; start < to; start += step) {
    // Past the limits of a statement's time in one go. EVM addresses of digits have no letters to check.
    await pool.query(
      `INSERT INTO result (account, chain, address, part, body, received_at)
       SELECT $1, 'ethereum', '0x1' || lpad(n::text, 39, '0'), 'summary',
         rpad('{"balance":1.5,"note":"', 198, 'x') || '"}',
         (extract(epoch FROM clock_timestamp()) * 1000)::bigint
       FROM generate_series($2::bigint, $3::bigint) AS n ON CONFLICT DO NOTHING`,
      ...[account, start, Math.min(start + step, to) - 1],
    );
  }
  await pool.query('ANALYZE result');
  const [stored] = await pool.query('SELECT count(*) AS rows FROM result');
  await pool.close();
  if (stored?.['rows'] !== to) throw new Error(`${String(stored?.['rows'])} rows, not ${to}`);
}

const digits = (number: number): string => `0x1${String(number).padStart(39, '0')}`;

/** The most that a process has had, in MiB. */
async function memoryOf({ child }: Place): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? NaN) / 1_024);
}

async function addMembers({ ledger }: GatewayStorage): Promise<NewKey[]> {
  const members = new Members(ledger);
  const limits = { calculations: null, apiCalls: null, validUntil: null };
  const keys: NewKey[] = [];
  for (let at = 0; at < memberCount; at++) {
    keys.push((await members.add(`member ${at}`, limits, Date.now()))!);
  }
  return keys;
}

const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
await buildCli(folder);
const program = join(folder, 'address-risk.cjs');
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
  await measure('the sample service alone', {
    ...{ urls: [sample.url], keys: own, addressOf: (at) => hex(0xabc000 + at) },
  });
  const among = (count: number): Load => ({
    ...{ urls: places.map(({ url }) => url), keys },
    addressOf: () => digits(Math.floor(Math.random() * count)),
  });
  places.push(await openGateway(program, sample, databaseUrl));
  await measure('1 process, 10,000 stored', among(few));
  await measure('one request at a time, 10,000 stored', among(few), 1);
  const fewMs = await measure('the same again', among(few), 1);
  while (places.length < 3) places.push(await openGateway(program, sample, databaseUrl));
  await measure('3 processes, 10,000 stored', among(few));
  await fill(databaseUrl, account, few, rows);
  await measure(`3 processes, ${rows} stored`, among(rows));
  await measure(`one request at a time, ${rows} stored`, among(rows), 1);
  const manyMs = await measure('the same again', among(rows), 1);
  const ratio = manyMs / fewMs;
  console.log(`a read among ${rows} takes ${ratio.toFixed(2)} times as long as among ${few}`);
  const memory = await Promise.all(places.map(memoryOf));
  console.log(`most memory of a process: ${memory.join(', ')} MiB`);
  if (ratio > mostRatio || memory.some((each) => each >= mostMebibytes)) process.exitCode = 1;
  await storage.close();
} finally {
  for (const { child } of places) child.kill('SIGKILL');
  await postgres.close();
  await sample.close();
  await rm(folder, { recursive: true });
}
