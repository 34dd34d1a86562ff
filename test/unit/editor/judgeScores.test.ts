import './support/vscode.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Calls } from '../../../src/editor/calls/calls.ts';
import { rowScoreText } from '../../../src/report/rowScore.ts';
import type { StoredState } from '../../../src/paid/reports.ts';

const { judgeScores } = await import('../../../src/editor/inventory/addressList.ts');
const { AddressTable } = await import('../../../src/folder/addressTable.ts');
const { Judgments } = await import('../../../src/folder/judgments.ts');

const madeUp = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const real = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** What a gateway of a team says, which has the sample service behind it or another one. */
function headOf(address: string): StoredState {
  const value = {
    ...{ createdAt: { state: 'absent' }, chain: { state: 'absent' } },
    address: { state: 'given', value: address },
    score: { state: 'given', value: '75.4' },
    isTooBig: false,
  };
  const isSampleData = address === madeUp;
  const money = { value, receivedAt: 0, isFresh: true, isSampleData };
  const none = { money: null, money_rank_weight: null };
  const head = { summary: null, summaryCall: null, scores: { ...none, money }, jobs: none };
  return head as unknown as StoredState;
}

function callsAs(kind: 'sample' | 'service'): Pick<Calls, 'session' | 'openEngine'> {
  const engine = {
    listScored: (account: string, addresses: readonly string[]) =>
      Promise.resolve(
        addresses.map((address) => ({ account, address, chain: 'ethereum', part: 'money' })),
      ),
    readStored: (keys: readonly { readonly address: string }[]) =>
      Promise.resolve(keys.map(({ address }) => headOf(address))),
  };
  return {
    session: { identity: () => Promise.resolve({ kind, key: 'a' }) },
    openEngine: () => Promise.resolve(engine),
  } as unknown as Pick<Calls, 'session' | 'openEngine'>;
}

/** Numbers of the two addresses, and a function that reads the scores of some of them. */
function judged() {
  const addresses = new AddressTable();
  const judgments = new Judgments();
  const [first, second] = [madeUp, real].map((canonical) =>
    addresses.numberOf(0, {
      ...{ canonical, family: 'evm', network: 'ethereum', isAssumed: false },
      ...{ line: 0, column: 0, length: 42 },
    }),
  ) as [number, number];
  for (const id of [first, second]) addresses.use(id, 0);
  const read = (ids: readonly number[], kind: 'sample' | 'service'): Promise<void> =>
    judgeScores(ids, { inventory: { addresses } as never, judgments }, callsAs(kind));
  const textOf = (id: number): string => {
    const score = judgments.scoreOf(id);
    return score === undefined ? '' : rowScoreText(score, Date.now());
  };
  return { first, second, judgments, read, textOf };
}

describe('the stored score of a row', () => {
  it('is sample data where the service says so, whatever is read after it', async () => {
    const { first, second, judgments, read, textOf } = judged();
    await read([first, second], 'service');
    assert.deepEqual([textOf(first), textOf(second)], ['75.4 (sample)', '75.4']);
    await read([second], 'service');
    await read([], 'service');
    assert.deepEqual([textOf(first), textOf(second)], ['75.4 (sample)', '75.4']);
    assert.equal(judgments.hasSampleData(), true);
  });

  it('is sample data of an account for sample data', async () => {
    const { second, judgments, read, textOf } = judged();
    assert.equal(judgments.hasSampleData(), false);
    await read([second], 'sample');
    assert.match(textOf(second), /75\.4 \(sample\)$/);
  });
});
