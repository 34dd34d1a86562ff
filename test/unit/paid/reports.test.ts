import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markSample } from '../../../src/api/sampleData.ts';
import type { ResultHead } from '../../../src/ledger/store.ts';
import { systemClock } from '../../../src/paid/clock.ts';
import { DecodedResults, createReports } from '../../../src/paid/reports.ts';
import { ledgerOver, openSqliteStore } from '../../support/openStore.ts';

const hourMs = 3_600_000;
const key = { account: 'account', chain: 'ethereum', address: '0xA' } as const;

function open(body: string) {
  const store = openSqliteStore(':memory:');
  let reads = 0;
  const readResult = store.readResult.bind(store);
  Object.assign(store, {
    readResult(...args: Parameters<typeof readResult>) {
      reads++;
      return readResult(...args);
    },
  });
  const policy = { summaryMs: 1e9, riskMs: 1e9, summaryCallsPerDay: 1, rhythm: {} as never };
  const reports = createReports(ledgerOver(store), systemClock, () => policy);
  const save = (score: string, receivedAt = Date.now()): void =>
    store.saveResult({ ...key, part: 'money', body: score, receivedAt });
  save(body);
  return { store, reports, save, policy, reads: () => reads };
}

describe('a stored result', () => {
  it('is read and parsed once, however many lenses ask for it', async () => {
    const { reports, reads } = open(`{"risk_score":{"risk_score":1,"x":"${'1'.repeat(4e6)}"}}`);
    for (let round = 0; round < 3; round++) {
      const read = await Promise.all(Array.from({ length: 50 }, () => reports.readReport(key)));
      assert.ok(read.every(({ scores }) => scores.money?.value.score.state === 'given'));
    }
    assert.equal(reads(), 1);
  });

  it('is read again once a newer one exists', async () => {
    const { reports, save, reads } = open('{"risk_score":{"risk_score":1}}');
    await reports.readReport(key);
    save('{"risk_score":{"risk_score":2}}', Date.now() + 1);
    const { scores } = await reports.readReport(key);
    assert.deepEqual(scores.money?.value.score, { state: 'given', value: '2' });
    assert.equal(reads(), 2);
  });

  it('is gone with the ledger that was cleared', async () => {
    const { store, reports } = open('{"risk_score":{"risk_score":1}}');
    await reports.readReport(key);
    store.clearResults();
    assert.equal((await reports.readReport(key)).scores.money, null);
  });

  it('is kept even if it has too many values to parse, and uses no memory', async () => {
    const { reports } = open(`{"risk_score":{"raw_risk_score":[${'1,'.repeat(2_000_000)}1]}}`);
    const heapBefore = process.memoryUsage().heapUsed;
    const read = await Promise.all(Array.from({ length: 10 }, () => reports.readReport(key)));
    assert.ok(read.every(({ scores }) => scores.money?.value.isTooBig === true));
    assert.ok(process.memoryUsage().heapUsed - heapBefore < 100 * 1024 * 1024);
  });

  it('is made up if its service says so, and only then', async () => {
    const { reports, save } = open('{"risk_score":{"risk_score":1}}');
    assert.equal('isSampleData' in ((await reports.readReport(key)).scores.money ?? {}), false);
    save(markSample('{"risk_score":{"risk_score":2}}'), Date.now() + 1);
    const { scores } = await reports.readReport(key);
    assert.deepEqual(
      [scores.money?.value.score, scores.money?.isSampleData],
      [{ state: 'given', value: '2' }, true],
    );
    assert.equal((await reports.readHistory(key)).length, 2);
  });

  it('is read again after the ledger failed once', async () => {
    const { store, reports } = open('{"risk_score":{"risk_score":1}}');
    const readResult = store.readResult.bind(store);
    Object.assign(store, {
      readResult() {
        throw new Error('busy');
      },
    });
    await assert.rejects(reports.readReport(key));
    Object.assign(store, { readResult });
    assert.notEqual((await reports.readReport(key)).scores.money, null);
  });
});

describe('a report', () => {
  const now = Date.now();
  const claim = { owner: 'w', now, tick: 1 };
  const fill = ({ store }: ReturnType<typeof open>): void => {
    const score = (value: number): string =>
      `{"risk_score":{"address":"0xA","chain":"ethereum","risk_score":${value},"raw_risk_score":{"a":1}}}`;
    const others = [
      { ...key, chain: 'base' },
      { ...key, address: '0xB' },
      { ...key, account: 'other' },
    ];
    for (const at of others) {
      store.saveResult({ ...at, part: 'money_rank_weight', body: score(9), receivedAt: now + 9 });
      store.saveResult({ ...at, part: 'summary', body: '{"balance":9}', receivedAt: now + 9 });
    }
    store.saveResult({ ...key, part: 'money', body: score(1), receivedAt: now - 2 * hourMs });
    store.saveResult({ ...key, part: 'money_rank_weight', body: score(2), receivedAt: now });
    store.saveResult({ ...key, part: 'summary', body: '{"balance":3}', receivedAt: now - 5 });
    for (const aggregator of ['money', 'money_rank_weight'] as const) {
      store.beginJob({ ...key, id: aggregator, aggregator, origin: 'o', credential: 'c' }, claim);
    }
  };

  it('has the parts of its subject alone, each with its age', async () => {
    const opened = open('{}');
    Object.assign(opened.policy, { summaryMs: hourMs, riskMs: hourMs });
    fill(opened);
    const { summary, scores, jobs } = await opened.reports.readReport(key);
    assert.deepEqual(summary?.value.balance, { state: 'given', value: '3' });
    assert.deepEqual([summary.isFresh, summary.receivedAt], [true, now - 5]);
    const { money, money_rank_weight: ranked } = scores;
    assert.deepEqual(money?.value.score, { state: 'given', value: '1' });
    assert.deepEqual([money.isFresh, ranked?.isFresh], [false, true]);
    assert.deepEqual(ranked?.value.score, { state: 'given', value: '2' });
    assert.deepEqual([jobs.money?.id, jobs.money_rank_weight?.id], ['money', 'money_rank_weight']);
  });

  it('says why the last summary call failed', async () => {
    const opened = open('{}');
    const orphan = { failures: 1, retryAt: 5, mayBeCharged: true, status: null } as const;
    const fresh = { after: 0, before: Infinity };
    opened.store.claimCall(key, claim, fresh, { ...orphan, kind: 'network' });
    assert.equal((await opened.reports.readReport(key)).summaryCall, null);
    opened.store.releaseCall(key, 'w', { ...orphan, kind: 'timeout' });
    assert.equal((await opened.reports.readReport(key)).summaryCall?.kind, 'timeout');
  });

  it('has heads, which are the same without the details of the scores', async () => {
    const opened = open('{}');
    fill(opened);
    const [whole, [heads]] = await Promise.all([
      opened.reports.readReport(key),
      opened.reports.readStored([key]),
    ]);
    const { scores, ...rest } = whole;
    const { scores: headScores, ...headRest } = heads!;
    assert.deepEqual(headRest, rest);
    for (const aggregator of ['money', 'money_rank_weight'] as const) {
      const { address, chain, score, createdAt, isTooBig } = scores[aggregator]!.value;
      const value = { address, chain, score, createdAt, isTooBig };
      assert.deepEqual(headScores[aggregator], { ...scores[aggregator], value });
    }
    const [nothing] = await opened.reports.readStored([{ ...key, chain: 'polygon' }]);
    assert.deepEqual(nothing?.scores, { money: null, money_rank_weight: null });
  });

  it('finds which of many addresses have a score of an aggregator', async () => {
    const opened = open('{}');
    fill(opened);
    const heads = await opened.reports.listScored('account', ['0xA', '0xB'], 'money_rank_weight');
    assert.deepEqual(heads.map(({ address, chain }) => `${address} ${chain}`).sort(), [
      '0xA base',
      '0xA ethereum',
      '0xB ethereum',
    ]);
    assert.equal((await opened.reports.listScored('account', ['0xA'], 'money')).length, 1);
  });

  it('lists the subjects with an open job of an aggregator, without its ID', async () => {
    const opened = open('{}');
    fill(opened);
    opened.store.overrideJob('money', { state: 'rejected' }, now);
    assert.deepEqual(await opened.reports.listOpenJobs('account', 'money'), []);
    const { address, chain } = key;
    assert.deepEqual(await opened.reports.listOpenJobs('account', 'money_rank_weight'), [
      { address, chain },
    ]);
    assert.deepEqual(await opened.reports.listOpenJobs('other', 'money_rank_weight'), []);
  });
});

describe('the memory of decoded results', () => {
  const { part, ...subject } = { ...key, part: 'money' } as const;
  const headOf = (address: string, receivedAt = 1): ResultHead => {
    return { ...subject, part, address, receivedAt };
  };
  const bodies = (units: number) => {
    const reads: string[] = [];
    const decoded = new DecodedResults((head) => {
      reads.push(head.address);
      return Promise.resolve({ ...head, body: 'x'.repeat(units) });
    });
    const look = (address: string, receivedAt = 1): Promise<number | undefined> =>
      decoded.of(headOf(address, receivedAt), (body) => body.length);
    return { reads, look };
  };

  it('has room for a thousand, and drops the one that was not used for longest', async () => {
    const { reads, look } = bodies(1);
    for (let n = 0; n < 1_000; n++) await look(`0x${n}`);
    await look('0x0');
    assert.equal(reads.length, 1_000);
    await look('0xnew');
    await look('0x0');
    assert.equal(reads.length, 1_001);
    await look('0x1');
    assert.equal(reads.length, 1_002);
  });

  it('holds no more than eight million units of bodies', async () => {
    const { reads, look } = bodies(2 * 1024 * 1024);
    for (const address of ['0x0', '0x1', '0x2', '0x3', '0x0']) await look(address);
    assert.equal(reads.length, 4, 'these fit exactly');
    await look('0x4');
    assert.deepEqual(await look('0x0'), 2 * 1024 * 1024);
    assert.equal(reads.length, 5);
    await look('0x1');
    assert.equal(reads.length, 6);
  });

  it('counts a result that a newer one replaced no more', async () => {
    const { reads, look } = bodies(2 * 1024 * 1024);
    for (let receivedAt = 1; receivedAt <= 9; receivedAt++) await look('0x0', receivedAt);
    for (const address of ['0x1', '0x2', '0x3']) await look(address);
    assert.equal(reads.length, 12);
    await look('0x0', 9);
    assert.equal(reads.length, 12);
  });
});
