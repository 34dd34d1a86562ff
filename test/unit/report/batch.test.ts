import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Failure, FailureKind } from '../../../src/api/failure.ts';
import type { JobRow } from '../../../src/ledger/store.ts';
import type { StoredState } from '../../../src/paid/reports.ts';
import { BatchStops, maxStarts, planBatch } from '../../../src/report/batch.ts';
import { batchCsv, orderRows, type BatchRow } from '../../../src/report/batchTable.ts';
import type { Risk } from '../../../src/report/risk.ts';
import { sampleScale } from '../../../src/report/scale.ts';
import type { JobState } from '../../../src/risk/jobState.ts';
import type { BatchEnd } from '../../../src/messages/outcomes.ts';

const addressOf = (index: number): string => `0x${'52'.repeat(18)}${1_000 + index}`;
const found = (address: string, chain = 'ethereum') => ({ subject: { address, chain } });

/** Stored data of an address: a score of some age, or a job in some state. */
function heads(stored: { isFresh?: boolean; job?: JobState } = {}): StoredState {
  const { isFresh, job } = stored;
  return {
    summary: null,
    summaryCall: null,
    scores: {
      money: isFresh === undefined ? null : ({ isFresh } as StoredState['scores']['money']),
      money_rank_weight: { isFresh: true } as StoredState['scores']['money'],
    },
    jobs: {
      money: job === undefined ? null : ({ id: job, state: job } as JobRow),
      money_rank_weight: null,
    },
  };
}

describe('the plan of a batch', () => {
  it('pays for what is neither stored nor started before', () => {
    const cases = [
      [found(addressOf(0)), heads()],
      [found(addressOf(1)), heads({ isFresh: true })],
      [found(addressOf(2)), heads({ isFresh: false })],
      [found(addressOf(3)), heads({ job: 'running' })],
      [found(addressOf(4)), heads({ isFresh: false, job: 'detached' })],
      [found(addressOf(5)), heads({ job: 'unknown' })],
      [found(addressOf(6)), heads({ isFresh: true, job: 'running' })],
      [found(`0x${'7b8a1c2d'.repeat(8)}`, 'sui'), heads()],
      [found(`0x${'7b8a1c2e'.repeat(8)}`, 'sui'), heads({ isFresh: true })],
      // Of another window, or of one that was killed: it is joined by starting, and cannot be resumed.
      [found(addressOf(7)), heads({ job: 'intent' })],
    ] as const;
    const all = cases.map(([each]) => each);
    const plan = planBatch(
      all,
      cases.map(([, stored]) => stored),
      'money',
    );
    assert.deepEqual(plan.starting, [all[0], all[2], all[9]]);
    assert.deepEqual(plan.stored, [all[1], all[6], all[8]]);
    assert.deepEqual(
      plan.open.map(({ found: each, job }) => [each, job.state]),
      [
        [all[3], 'running'],
        [all[4], 'detached'],
      ],
    );
    assert.deepEqual(plan.unknown, [all[5]]);
    assert.deepEqual(plan.keySized, [all[7]]);
    assert.deepEqual(plan.later, []);
  });

  it('starts the first 25, and names the others', () => {
    const all = Array.from({ length: 40 }, (_, index) => found(addressOf(index)));
    const plan = planBatch(
      all,
      all.map((_, index) => heads(index === 3 ? { isFresh: true } : {})),
      'money',
    );
    const payable = all.filter((_, index) => index !== 3);
    assert.equal(maxStarts, 25);
    assert.deepEqual(plan.starting, payable.slice(0, 25));
    assert.deepEqual(plan.later, payable.slice(25));
  });
});

describe('a batch stops', () => {
  const failed = (kind: FailureKind, status?: number): BatchEnd => ({
    kind: 'failed',
    failure: { kind, status, endpoint: 'start', wasSent: true } as unknown as Failure,
  });
  const unknown: BatchEnd = { kind: 'unknown', job: {} as JobRow };
  const onHold = (state: JobState): BatchEnd => ({ kind: 'onHold', job: { state } as JobRow });

  it('at once where the service would reject all, or no more may be spent', () => {
    const atOnce: readonly BatchEnd[] = [
      failed('quotaUsedUp', 402),
      failed('callsUsedUp', 402),
      failed('keyInvalid', 401),
      failed('keyRevoked', 403),
      failed('licenseNotFound', 404),
      onHold('pausedQuota'),
      onHold('pausedAuth'),
      { kind: 'declined', refusal: { kind: 'notStored', reason: 'full' } },
      { kind: 'otherAccount' },
      { kind: 'fault' },
    ];
    for (const end of atOnce) assert.ok(new BatchStops(3).isLast(end), JSON.stringify(end));
  });

  it('after three failures in a row, charged or not', () => {
    const stops = new BatchStops(3);
    const ends = [
      ...[unknown, failed('serverFault', 500), { kind: 'value' }],
      ...[failed('network'), onHold('stale'), failed('timeout'), unknown],
    ] as const satisfies readonly BatchEnd[];
    assert.deepEqual(
      ends.map((end) => stops.isLast(end)),
      [false, false, false, false, false, false, true],
    );
  });

  it('not for what is wrong with one address or network', () => {
    const stops = new BatchStops(3);
    for (let count = 0; count < 10; count++) {
      assert.ok(!stops.isLast(failed('parametersRefused', 422)));
      assert.ok(!stops.isLast(failed('refusedHere')));
      assert.ok(!stops.isLast({ kind: 'gone' }));
    }
  });
});

describe('the table of a batch', () => {
  const score = (digits: string, changes: Partial<Risk & { kind: 'score' }> = {}): Risk => ({
    kind: 'score',
    figure: { kind: digits === '0' ? 'zero' : 'value', digits },
    owner: 'subject',
    receivedAt: Date.UTC(2026, 10, 23),
    isFresh: true,
    ...changes,
  });
  const row = (address: string, risk: Risk | null, reason: string | null = null): BatchRow => ({
    ...{ address, chain: 'ethereum', isAssumed: false, risk, reason },
  });

  it('has the highest score first, zero as a score, and then those without one', () => {
    const rows = [
      row('none', null, 'Not started.'),
      row('small', score('9.5')),
      row('job', { kind: 'job', state: 'running' }),
      row('zero', score('0')),
      row('large', score('10')),
      row('other', score('99', { owner: 'otherAddress' })),
      row('unreadable', score('', { figure: { kind: 'unreadable', text: 'x' } })),
      row('negative', score('-1')),
      row('exact', score('10.000000000000000000001')),
      row('same', score('1e1')),
    ];
    assert.deepEqual(
      orderRows(rows).map(({ address }) => address),
      [
        ...['exact', 'large', 'same', 'small', 'zero', 'negative'],
        ...['none', 'job', 'other', 'unreadable'],
      ],
    );
  });

  it('is CSV in which no cell is a formula', () => {
    const rows = [
      row('0xa', score('62.5')),
      { ...row('=cmd()', score('-1', { isFresh: false })), isAssumed: true },
      { ...row('0xb', null, 'The network is "undecided".'), chain: null },
      row('0xc', { kind: 'job', state: 'detached' }),
      row('0xd', score('7', { owner: 'otherAddress' })),
      row('0xe', score('188')),
    ];
    const text = batchCsv(rows, { aggregator: 'money', scale: sampleScale, source: 'Sample data' });
    assert.deepEqual(text.split('\r\n'), [
      'address,network,network_is_assumed,aggregator,score,level,received_at,is_fresh,job,reason,source',
      '0xa,ethereum,false,money,62.5,High,2026-11-23T00:00:00.000Z,true,,,Sample data',
      `"'=cmd()",ethereum,true,money,-1,,2026-11-23T00:00:00.000Z,false,,,Sample data`,
      '0xb,,false,money,,,,,,"The network is ""undecided"".",Sample data',
      '0xc,ethereum,false,money,,,,,detached,,Sample data',
      '0xd,ethereum,false,money,,,2026-11-23T00:00:00.000Z,true,,,Sample data',
      // As in every other table: above the scale, the highest level.
      '0xe,ethereum,false,money,188,Severe,2026-11-23T00:00:00.000Z,true,,,Sample data',
      '',
    ]);
  });

  it('names sample data as its source where the service says so', () => {
    const rows = [row('0xa', score('75.4', { isSampleData: true })), row('0xb', score('9'))];
    const source = 'https://gateway.test';
    const lines = batchCsv(rows, { aggregator: 'money', scale: null, source }).split('\r\n');
    assert.deepEqual(
      lines.slice(1, 3).map((line) => line.slice(line.lastIndexOf(',') + 1)),
      ['Sample data', source],
    );
  });
});
