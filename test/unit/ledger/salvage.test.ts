/** A damaged file: everything readable is carried over before anything is paid for. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { LedgerNotice } from '../../../src/ledger/notices.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import type { Claim, NewJob } from '../../../src/ledger/store.ts';
import { choicesFrom } from '../../support/random.ts';

const pageBytes = 4_096;
const results = 300;
const jobs = 40;
const account = 'a';
const claim = (owner: string): Claim => ({ owner, now: 1_000, tick: 1 });
const addressOf = (index: number): string => `0x${String(index).padStart(40, '0')}`;
const keyOf = (index: number) => ({ account, chain: 'ethereum', address: addressOf(index) });
const jobOf = (index: number): NewJob => ({
  ...{ ...keyOf(index), id: `job-${index}`, aggregator: 'money' },
  ...{ origin: 'o', credential: 'c' },
});
const bodyOf = (index: number): string => JSON.stringify({ index, note: 'x'.repeat(index % 700) });

/** A folder with results, older results, open and finished jobs, and calls, as windows leave it. */
async function fill(folder: string): Promise<void> {
  const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
  for (let index = 0; index < results; index++) {
    const result = { ...keyOf(index), part: 'summary', body: bodyOf(index) } as const;
    if (index % 3 === 0) await ledger.saveResult({ ...result, body: '{}', receivedAt: 1 });
    await ledger.saveResult({ ...result, receivedAt: 2 });
    const spending = { ...keyOf(index), kind: 'summary', aggregator: null } as const;
    const bySource = { source: 'command', isAutomatic: false, at: index, id: `s${index}` } as const;
    await ledger.reserveSpending({ ...spending, ...bySource }, { day: 'd' });
  }
  for (let index = 0; index < jobs; index++) {
    await ledger.beginJob(jobOf(index), claim('w'));
    const change = { state: 'running', jobId: `paid-${index}` } as const;
    await ledger.keepJob(jobOf(index), change, 2);
    if (index % 2 === 0) await ledger.overrideJob(`job-${index}`, { state: 'done' }, 3);
  }
  await ledger.close();
}

let whole: string;
let folder: string;
let notices: LedgerNotice[];
let ledger: Ledger | undefined;
before(async () => {
  whole = mkdtempSync(join(tmpdir(), 'address-risk-whole-'));
  await fill(whole);
});
after(() => rmSync(whole, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'address-risk-damaged-'));
  notices = [];
});
afterEach(async () => {
  await ledger?.close();
  ledger = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const file = (): string => join(folder, 'ledger.sqlite');
const open = (): Ledger => (ledger = openLedger(folder, (notice) => notices.push(notice)));

/** A copy of the filled folder whose file is changed: both of its names. */
function damage(change: (bytes: Buffer) => Buffer): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(whole, folder, { recursive: true });
  const bytes = change(readFileSync(file()));
  rmSync(`${file()}.spare`);
  writeFileSync(file(), bytes);
}

/** The rows for a window about to pay, which checks the whole file first. */
async function survivors(): Promise<{ readonly results: number; readonly open: number }> {
  const opened = open();
  const fresh = { ...jobOf(results + 1), id: 'fresh' };
  assert.equal((await opened.beginJob(fresh, claim('next'))).isNew, true);
  let found = 0;
  for (let index = 0; index < results; index++) {
    const stored = await opened.readResult(keyOf(index), 'summary');
    if (stored === null) continue;
    assert.ok([bodyOf(index), '{}'].includes(stored.body), 'a figure that no one sent');
    if (stored.body === bodyOf(index)) found++;
  }
  let isOpen = 0;
  for (let index = 1; index < jobs; index += 2) {
    const job = await opened.openJobOf(keyOf(index), 'money');
    if (job?.jobId === `paid-${index}`) isOpen++;
  }
  return { results: found, open: isOpen };
}

/** The most rows that one page holds. */
function rowsPerPage(): number {
  const database = new DatabaseSync(join(whole, 'ledger.sqlite'));
  const most = database
    .prepare(`SELECT max(ncell) AS most FROM dbstat WHERE name = 'result' AND pagetype = 'leaf'`)
    .get()?.['most'];
  database.close();
  return Number(most);
}

describe('a ledger with a damaged page (hazard 77)', () => {
  const { below } = choicesFrom(7);
  /** Every page in `test:long`. */
  const step = Number(env['ADDRESS_RISK_PAGE_STEP'] ?? 8);
  const pages = (): number => readFileSync(join(whole, 'ledger.sqlite')).length / pageBytes;

  for (const [what, fillPage] of [
    ['zeros', () => 0],
    ['noise', () => below(256)],
  ] as const) {
    it(`loses at most what is on it, whichever page: ${what}`, { timeout: 120_000 }, async (t) => {
      const most = rowsPerPage();
      let worst = results;
      for (let page = 0; page < pages(); page += step) {
        damage((bytes) => {
          for (let offset = 0; offset < pageBytes; offset++) {
            bytes[page * pageBytes + offset] = fillPage();
          }
          return bytes;
        });
        const left = await survivors();
        worst = Math.min(worst, left.results);
        assert.ok(left.results >= results - most, `page ${page}: ${left.results} results`);
        assert.equal(left.open, jobs / 2, `page ${page}: open jobs are in the reserve, too`);
        await ledger?.close();
      }
      t.diagnostic(
        `every ${step}th of ${pages()} pages, at most ${most} rows a page, least left ${worst}`,
      );
    });
  }

  it('says what was saved, keeps the damaged file, and notes the loss', async () => {
    damage((bytes) => bytes.fill(0, 50 * pageBytes, 51 * pageBytes));
    const left = await survivors();
    const [notice] = notices;
    assert.equal(notice?.kind, 'salvaged');
    assert.ok(notice.rows.results >= left.results && notice.rows.jobs > 0);
    assert.ok(Math.abs(Date.now() - ((await ledger?.readLoss()) ?? 0)) < 60_000);
    assert.ok(readdirSync(folder).some((name) => /^ledger-damaged-.*Z\.sqlite$/.test(name)));
    assert.equal(notices.length, 1);
  });
});

describe('a ledger that is damaged otherwise (hazard 77)', () => {
  for (const share of [0.05, 0.3, 0.6, 0.95]) {
    it(`keeps what is left of it if it is cut off at ${share * 100} %`, async () => {
      damage((bytes) => bytes.subarray(0, Math.floor(bytes.length * share)));
      const left = await survivors();
      assert.equal(left.open, jobs / 2);
      assert.equal(notices[0]?.kind, 'salvaged');
      if (share > 0.9) assert.ok(left.results > results * 0.8, `${left.results} results`);
    });
  }

  it('shows no result of which a byte has changed, and keeps all others', async () => {
    damage((bytes) => {
      // Pages that were split keep what was on them, in places that are free.
      for (let at = -1; (at = bytes.indexOf('{"index":122,', at + 1)) !== -1;) bytes[at + 9] = 57;
      return bytes;
    });
    const opened = open();
    assert.equal(await opened.readResult(keyOf(122), 'summary'), null);
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['salvaged'],
    );
    assert.deepEqual(await survivors(), { results: results - 1, open: jobs / 2 });
  });

  it('is found before the first paid call, although no row of its page was read', async () => {
    damage((bytes) => {
      // Of the table of spendings.
      const page = Math.floor(bytes.lastIndexOf(`s${results - 1}`) / pageBytes);
      return bytes.fill(0, page * pageBytes, (page + 1) * pageBytes);
    });
    const opened = open();
    await opened.listJobs();
    assert.deepEqual(notices, []);
    await opened.claimCall(
      keyOf(results + 5),
      claim('w'),
      { after: 0, before: 1 },
      { failures: 1, retryAt: 1, mayBeCharged: true, kind: 'tls', status: null },
    );
    assert.equal(notices.length, 1);
  });

  it('is replaced once, even if two windows have it open', async () => {
    damage((bytes) => bytes);
    const [one, two] = [open(), openLedger(folder, (notice) => notices.push(notice))];
    await one.listJobs();
    await two.countPoll('a', 'd', 'job');
    // In place, as a failing disk does it.
    const bytes = readFileSync(file()).fill(0, 6 * pageBytes, 9 * pageBytes);
    writeFileSync(file(), bytes, { flag: 'r+' });
    const usable = { after: 0, before: 1 };
    const orphan = { failures: 1, retryAt: 1, mayBeCharged: true, kind: 'tls' } as const;
    for (const each of [one, two]) {
      await each.claimCall(keyOf(400), claim('w'), usable, { ...orphan, status: null });
    }
    await one.saveResult({ ...keyOf(401), part: 'summary', body: '{}', receivedAt: 9 });
    assert.equal((await two.readResult(keyOf(401), 'summary'))?.body, '{}');
    assert.equal((await two.readUsage('a', 'd')).length, 2);
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['salvaged'],
    );
    await two.close();
  });

  it('of which nothing can be read begins anew, with its open jobs', async () => {
    damage((bytes) => bytes.fill('no database '));
    assert.deepEqual(await survivors(), { results: 0, open: jobs / 2 });
    const [notice] = notices;
    assert.deepEqual(notice?.kind === 'salvaged' ? notice.rows : notice, {
      ...{ results: 0, jobs: 0, calls: 0 },
    });
  });

  it('with a page missing at its end only asks SQLite for what is there', async () => {
    damage((bytes) => bytes.subarray(0, bytes.length - pageBytes));
    assert.equal((await survivors()).open, jobs / 2);
  });
});
