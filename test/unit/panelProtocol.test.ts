import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { maxPlaces, readPageMessage, type ActionId } from '../../src/panelProtocol.ts';

/** A missing one does not compile. */
const actions: Readonly<Record<ActionId, true>> = {
  copyAddress: true,
  copyMarkdown: true,
  exportReport: true,
  openRaw: true,
  openExplorer: true,
  addToAddressBook: true,
  addToDenyList: true,
  replaceAddress: true,
  showOccurrences: true,
  pin: true,
  openPlace: true,
  findAddresses: true,
  selectChain: true,
  setScale: true,
  keepNoScale: true,
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
    for (const id of Object.keys(actions)) {
      const action = { id, address: '0x', __proto__: { a: 1 } };
      const read = readPageMessage({ type: 'action', action, address: '0x' });
      assert.deepEqual(read, { type: 'action', action: { id } });
    }
    const action = { id: 'setScale', target: 'money', scale: 'upTo10' };
    assert.deepEqual(readPageMessage({ type: 'action', action }), { type: 'action', action });
    const first = { id: 'openPlace', place: 0 };
    assert.deepEqual(readPageMessage({ type: 'action', action: first }), {
      type: 'action',
      action: first,
    });
    const places = [-1, maxPlaces, 0.5, NaN, '0', '__proto__', 'file:///etc/passwd', null];
    for (const place of places) {
      const read = readPageMessage({ type: 'action', action: { id: 'openPlace', place } });
      assert.deepEqual(read, { type: 'action', action: { id: 'openPlace' } }, String(place));
    }
    const forged = { id: 'setScale', target: 'constructor', scale: '0-10', label: 'x' };
    assert.deepEqual(readPageMessage({ type: 'action', action: forged }), {
      type: 'action',
      action: { id: 'setScale' },
    });
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
    { type: 'action', action: { id: 'clearResults' } },
    { type: 'action', action: { id: 'addressRisk.signOut' } },
    { type: 'action', action: { id: 'toString' } },
    { type: 'action', action: { id: '__proto__' } },
    { type: 'action', action: 0 },
    { type: 'action', action: { id: ['scoreRisk'] } },
    { type: 'action', action: { id: { toString: () => 'scoreRisk' } } },
    { type: ['ready'] },
    { action: { id: 'scoreRisk' } },
    { type: 'report', action: { id: 'scoreRisk' } },
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
      fc.record({ type: word, action: fc.record({ id: word, target: word, scale: word }) }),
    );
    fc.assert(
      fc.property(forged, (message) => {
        const read = readPageMessage(message);
        if (read === undefined) return;
        assert.ok(typeof message === 'object' && message !== null);
        if (read.type !== 'action') {
          assert.deepEqual(read, { type: read.type });
          assert.ok(['ready', 'heartbeat'].includes(read.type));
          return;
        }
        const { id, ...rest } = read.action;
        assert.ok(Object.hasOwn(actions, id));
        assert.deepEqual(rest, {});
      }),
      { numRuns: 10_000, seed: 1 },
    );
  });
});
