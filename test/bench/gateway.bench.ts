/**
 * Stored summaries for 1,000 members, compared with the sample service alone: with one process and
 * three, and among ROWS stored summaries of 200 bytes (default 10,000,000) compared with 10,000.
 * Runs the packaged processes. The clients share the processors with everything that is measured.
 * At the end, one process gets 500 requests a second for MINUTES (default 0.5; before a release,
 * 10), compared with nginx serving a file of 200 bytes.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { Agent, request } from 'undici';
import { openStorage, type GatewayStorage } from '../../src/gateway/storage.ts';
import { Members, type NewKey } from '../../src/gateway/store/members.ts';
import { openPool } from '../../src/gateway/postgres/pool.ts';
import { accountKey } from '../../src/paid/account.ts';
import { startSampleService, type SampleService } from '../../src/sample/server.ts';
import { buildCli } from '../harness/buildCli.ts';
import { basic } from '../service/support/rawHttp.ts';
import { openLoop, type Plan } from '../support/openLoop.ts';
import { startPostgres } from '../support/postgres.ts';
import { startNginx } from './nginx.ts';
import { printRatio } from './ratios.ts';
import { spread, type Spread } from './spread.ts';

const rows = Number(process.env['ROWS'] ?? 10_000_000);
const few = 10_000;
const memberCount = 1_000;
const manyConnections = 32;
const runMs = 6_000;
const maxMebibytes = 200;
const maxRatio = 2;
const minutes = Number(process.env['MINUTES'] ?? 0.5);
const pacePerSecond = 500;
const maxP99Ms = 25;
/** Beyond this, nginx has to wait for other work, too. */
const busyP99Ms = 5;
/** Of memory, in MiB a minute. */
const maxGrowth = 0.5;
const hex = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

interface Place {
  readonly url: string;
  readonly child: ChildProcess;
}

async function openGateway(
  program: string,
  sample: SampleService,
  databaseUrl: string,
  keys: readonly NewKey[],
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
  const url = line.replace('Gateway: ', '');
  for (const { tenantId, key } of keys) await introduce(url, basic(tenantId, key));
  return { url, child };
}

/** A process takes a hundred keys a second that it does not know. */
async function introduce(url: string, headers: ReturnType<typeof basic>): Promise<void> {
  for (;;) {
    const path = `/evm/api/${digits(0)}/summary/?chain=ethereum`;
    const { statusCode, body } = await request(url + path, { method: 'POST', headers });
    await body.dump();
    if (statusCode === 200) return;
    if (statusCode !== 503) throw new Error(`A key: ${statusCode}`);
    await wait(100);
  }
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
  const [stored] = await pool.query('SELECT count(*) AS rows FROM result');
  await pool.close();
  await finishWriting(databaseUrl);
  if (stored?.['rows'] !== to) throw new Error(`${String(stored?.['rows'])} rows, not ${to}`);
}

/** Leaves the tables in the state of an older database, with nothing still to be written. */
async function finishWriting(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('VACUUM (ANALYZE) result');
  await client.query('CHECKPOINT');
  await client.end();
}

const digits = (number: number): string => `0x1${String(number).padStart(39, '0')}`;

/** Current or peak memory of a process, in MiB. */
async function memoryOf({ child }: Place, what: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const line = status.split('\n').find((each) => each.startsWith(`${what}:`));
  return Number(/\d+/.exec(line ?? '')?.[0] ?? NaN) / 1_024;
}

/** Requests at a pace, whether or not those before were answered. @returns in milliseconds */
async function pace(
  name: string,
  seconds: number,
  plan: Pick<Plan, 'port' | 'requests'>,
): Promise<Spread> {
  const sent = await openLoop({
    ...{ ...plan, perSecond: pacePerSecond, seconds, connections: manyConnections },
  });
  const { perSecond, statuses, took } = sent;
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${name}: ${perSecond.toFixed(0)} requests/s, p50 ${took.p50.toFixed(1)} ms, p99 ${took.p99.toFixed(1)} ms, most ${took.most.toFixed(0)} ms (load ${load})`,
  );
  if (Object.keys(statuses).join() !== '200') throw new Error(JSON.stringify(statuses));
  return took;
}

/**
 * Requests stored summaries at a constant rate, a minute at a time next to nginx. @returns whether
 * all bounds hold
 */
async function holdPace(place: Place, load: Load): Promise<boolean> {
  const { host, port } = new URL(place.url);
  const requests = Array.from({ length: 50_000 }, (_, at) => {
    const { tenantId, key } = load.keys[at % load.keys.length]!;
    const { Authorization } = basic(tenantId, key);
    return `POST /evm/api/${load.addressOf(at)}/summary/?chain=ethereum HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${Authorization}\r\nContent-Length: 0\r\n\r\n`;
  });
  const nginx = await startNginx(200);
  const file = {
    port: nginx.port,
    requests: [`GET /file HTTP/1.1\r\nHost: 127.0.0.1:${nginx.port}\r\n\r\n`],
  };
  const [ours, theirs, memory]: [Spread[], Spread[], number[]] = [[], [], []];
  const seconds = Math.min(60, minutes * 60);
  try {
    for (let round = 0; round < Math.ceil(minutes); round++) {
      theirs.push(await pace('nginx, a file of 200 bytes', seconds / 6, file));
      const own = { port: Number(port), requests };
      ours.push(await pace('1 process, stored summaries', seconds, own));
      memory.push(await memoryOf(place, 'VmRSS'));
    }
  } finally {
    await nginx.close();
  }
  const [p50, nginxP50] = [ours, theirs].map((all) => median(all.map((each) => each.p50)));
  const [p99 = NaN, nginxP99 = NaN] = [ours, theirs].map((all) =>
    median(all.map((each) => each.p99)),
  );
  // The first minutes fill caches.
  const growth = slopeOf(memory.slice(Math.floor(memory.length / 4)));
  console.log(
    `p99 of ${ours.length} runs of ${seconds} s at ${pacePerSecond} requests/s: ${p99.toFixed(1)} ms, nginx ${nginxP99.toFixed(1)} ms; ` +
      `memory ${memory.map((each) => each.toFixed(0)).join(', ')} MiB, ${growth.toFixed(2)} MiB more in each run`,
  );
  // The p99 depends on the machine, whose processors the database and the clients share.
  printRatio('the median of stored summaries to that of nginx', p50! / nginxP50!);
  const isBusy = nginxP99 > busyP99Ms;
  if (isBusy) console.log(`The machine is busy: ${maxP99Ms} ms are not asked for.`);
  return (isBusy || p99 <= maxP99Ms) && (memory.length < 4 || growth < maxGrowth);
}

const median = (values: readonly number[]): number => spread(values).p50;

/** Of the line through the values that is nearest to them; 0 for one value. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const spreadOf = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const sum = values.reduce((total, value, at) => total + (at - middle) * value, 0);
  return spreadOf === 0 ? 0 : sum / spreadOf;
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
  places.push(await openGateway(program, sample, databaseUrl, keys));
  await measure('1 process, 10,000 stored', among(few));
  while (places.length < 3) places.push(await openGateway(program, sample, databaseUrl, keys));
  await measure('3 processes, 10,000 stored', among(few));
  await measure('one request at a time, 10,000 stored', among(few), 1);
  const fewMs = await measure('the same again', among(few), 1);
  await fill(databaseUrl, account, few, rows);
  await measure(`3 processes, ${rows} stored`, among(rows));
  await measure(`one request at a time, ${rows} stored`, among(rows), 1);
  const manyMs = await measure('the same again', among(rows), 1);
  const ratio = manyMs / fewMs;
  console.log(`a read among ${rows} takes ${ratio.toFixed(2)} times as long as among ${few}`);
  printRatio('a read among many stored summaries to one among 10,000', ratio);
  const isHeld = await holdPace(places[0]!, among(rows));
  const memory = await Promise.all(places.map((each) => memoryOf(each, 'VmHWM')));
  console.log(`most memory of a process: ${memory.map(Math.round).join(', ')} MiB`);
  if (ratio > maxRatio || !isHeld || memory.some((each) => each >= maxMebibytes)) {
    process.exitCode = 1;
  }
  await storage.close();
} finally {
  for (const { child } of places) child.kill('SIGKILL');
  await postgres.close();
  await sample.close();
  await rm(folder, { recursive: true });
}
