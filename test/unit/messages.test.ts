import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readPageMessage, type ActionId } from '../../src/messages.ts';

/** A missing one does not compile. */
const actions: Readonly<Record<ActionId, true>> = {
  copyAddress: true,
  fetchSummary: true,
  scoreRisk: true,
  scoreAgain: true,
  resumeJob: true,
  cancelScore: true,
  signIn: true,
  useSampleService: true,
  openAccount: true,
  showLog: true,
};

describe('a message from the page of a report (hazard 69)', () => {
  it('is read if it is one of ours, without anything else that it brings', () => {
    for (const type of ['ready', 'heartbeat'] as const) {
      assert.deepEqual(readPageMessage({ type, action: 'scoreRisk', url: 'https://evil' }), {
        type,
      });
    }
    for (const action of Object.keys(actions)) {
      const read = readPageMessage({ type: 'action', action, address: '0x', __proto__: { a: 1 } });
      assert.deepEqual(read, { type: 'action', action });
    }
  });

  for (const message of [
    undefined,
    null,
    'ready',
    1,
    [],
    {},
    { type: 'action' },
    { type: 'Ready' },
    { type: 'action', action: undefined },
    { type: 'action', action: 'clearResults' },
    { type: 'action', action: 'addressRisk.signOut' },
    { type: 'action', action: 'toString' },
    { type: 'action', action: '__proto__' },
    { type: 'action', action: 0 },
    { type: 'action', action: ['scoreRisk'] },
    { type: 'action', action: { toString: () => 'scoreRisk' } },
    { type: ['ready'] },
    { action: 'scoreRisk' },
    { type: 'report', action: 'scoreRisk' },
  ]) {
    it(`is ignored if it is ${JSON.stringify(message)}`, () => {
      assert.equal(readPageMessage(message), undefined);
    });
  }

  it('is never anything else, however it was forged', () => {
    const word = fc.oneof(
      fc.constantFrom('ready', 'heartbeat', 'action', ...Object.keys(actions), 'type'),
      fc.anything(),
    );
    const forged = fc.oneof(
      fc.anything(),
      fc.record({ type: word, action: word, more: word }, { requiredKeys: [] }),
    );
    fc.assert(
      fc.property(forged, (message) => {
        const read = readPageMessage(message);
        if (read === undefined) return;
        assert.ok(typeof message === 'object' && message !== null);
        const { type, action } = message as { readonly type?: unknown; readonly action?: unknown };
        const isKnown = type === 'action' && typeof action === 'string' && action in actions;
        assert.deepEqual(read, isKnown ? { type, action } : { type });
        assert.ok(isKnown || type === 'ready' || type === 'heartbeat');
      }),
      { numRuns: 10_000, seed: 1 },
    );
  });
});
