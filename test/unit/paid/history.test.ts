import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Part, Store } from '../../../src/ledger/store.ts';
import { readHistory, type HistoryEntry } from '../../../src/paid/history.ts';
import { ledgerOver, openSqliteStore } from '../../support/openStore.ts';

const key = { account: 'account', chain: 'ethereum', address: '0xA' } as const;

describe('the stored scores over time', () => {
  let store: Store;
  beforeEach(() => {
    store = openSqliteStore(':memory:');
  });
  const save = (part: Part, receivedAt: number, body: string): void =>
    store.saveResult({ ...key, part, receivedAt, body });
  const read = (): Promise<HistoryEntry[]> => readHistory(ledgerOver(store), key);
  const bodyOf = (score: number, filler = ''): string =>
    `{"risk_score":{"risk_score":${score},"created_at":"2026-11-20T00:00:00Z","raw_risk_score":{"a":${score}},"x":"${filler}"}}`;

  it('are those of both aggregators, newest first, with details', async () => {
    save('summary', 9, '{"balance":1}');
    save('money', 1, bodyOf(10));
    save('money', 3, bodyOf(30));
    save('money_rank_weight', 2, bodyOf(20));
    const entries = await read();
    assert.deepEqual(
      entries.map(({ aggregator, receivedAt, score, details }) => [
        ...[aggregator, receivedAt],
        score.score.state === 'given' ? score.score.value : null,
        details?.state,
      ]),
      [
        ['money', 3, '30', 'given'],
        ['money_rank_weight', 2, '20', 'given'],
        ['money', 1, '10', 'given'],
      ],
    );
    assert.deepEqual(Object.keys(entries[0]?.score ?? {}).sort(), [
      ...['address', 'chain', 'createdAt', 'isTooBig', 'score'],
    ]);
  });

  it('leave out what cannot be read, and nothing else', async () => {
    save('money', 1, bodyOf(1));
    save('money', 2, '<html>');
    save('money', 3, bodyOf(3));
    assert.deepEqual(
      (await read()).map(({ receivedAt }) => receivedAt),
      [3, 1],
    );
  });

  it('have the details of the last two however long they are, and of others up to a limit', async () => {
    const long = 'x'.repeat(2 * 1024 * 1024);
    for (let receivedAt = 1; receivedAt <= 5; receivedAt++) {
      save('money', receivedAt, bodyOf(receivedAt, long));
    }
    save('money_rank_weight', 0, bodyOf(7));
    const entries = await read();
    assert.deepEqual(
      entries.map(({ receivedAt, details }) => [receivedAt, details?.state ?? 'left out']),
      [
        [5, 'given'],
        [4, 'given'],
        [3, 'left out'],
        [2, 'left out'],
        [1, 'left out'],
        [0, 'given'],
      ],
    );
    assert.ok(entries.every(({ score }) => score.score.state === 'given'));
  });

  it('let other work run while they are read', async () => {
    for (let receivedAt = 1; receivedAt <= 10; receivedAt++)
      save('money', receivedAt, bodyOf(receivedAt));
    let turns = 0;
    let isReading = true;
    const count = (): void => {
      turns++;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    await read();
    isReading = false;
    assert.ok(turns >= 9, `${turns} turns`);
  });
});
