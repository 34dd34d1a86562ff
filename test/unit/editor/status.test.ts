import './support/vscode.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { subject } from '../../support/door.ts';
import { withOffice } from './support/office.ts';

const { withToken } = await import('../../../src/editor/documents/argument.ts');
const { readStatus } = await import('../../../src/editor/calls/calls.ts');

describe('the status of an account', () => {
  it('has what was spent today, and a rejection until the user acts', () =>
    withOffice(
      async ({ calls, commands }) => {
        const before = await readStatus(calls);
        assert.ok(before.kind === 'signedIn');
        assert.deepEqual([before.usage, before.stops, before.isUnreliable], [[], [], false]);
        await commands.lookUpAddress(withToken('lookUpAddress', subject));
        await commands.scoreRisk(withToken('scoreRisk', subject));
        const after = await readStatus(calls);
        assert.ok(after.kind === 'signedIn');
        assert.deepEqual(
          after.stops.map(({ scope, status }) => `${scope} ${status}`),
          ['risk 402'],
        );
        assert.deepEqual(
          after.usage.map(({ kind, source, count }) => `${kind} ${source} ${count}`),
          ['summary command 1'],
        );
      },
      {},
      { calculations: 0 },
    ));

  it('shows three automatic calls that brought nothing, and no fewer', () =>
    withOffice(async ({ calls, store }) => {
      for (const isUnreliable of [false, false, true]) {
        const id = String(Math.random());
        store.reserveSpending(
          {
            ...{ ...subject, account: 'one', id, kind: 'summary', aggregator: null },
            ...{ source: 'hover', isAutomatic: true, at: Date.now() },
          },
          { day: '2026-11-22' },
        );
        store.settleSpending(id, 'maybe');
        const status = await readStatus(calls);
        assert.equal(status.kind === 'signedIn' && status.isUnreliable, isUnreliable);
      }
    }));
});
