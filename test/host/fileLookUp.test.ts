import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createAddressIndex } from '../../src/editor/addressIndex.ts';
import type { ChainChoices } from '../../src/editor/chainChoice.ts';
import { lookUpFile } from '../../src/editor/fileLookUp.ts';
import type { Inquiries } from '../../src/editor/inquiries.ts';
import type { Notifier } from '../../src/editor/notifier.ts';
import type { Identity, Session } from '../../src/editor/session.ts';
import { ledgerOver } from '../../src/ledger/ledger.ts';
import { createMemoryStore } from '../../src/ledger/memoryStore.ts';
import type { Desk } from '../../src/lookups/desk.ts';
import { createReports } from '../../src/lookups/reports.ts';
import type { SummaryOutcome } from '../../src/lookups/summaries.ts';

const sample = { kind: 'sample', key: 'sample' } as const;
const other = { kind: 'service', key: 'other' } as unknown as Identity;
const addresses = [1, 2, 3, 4, 5].map((digit) => `0x${String(digit).repeat(40)}`);

const value = (account: string): SummaryOutcome =>
  ({ kind: 'value', result: { account } }) as unknown as SummaryOutcome;

/**
 * Agrees, in sample mode, to fetch five summaries.
 * @param answer what comes of the nth call, and who is signed in after it
 */
async function fetchFive(
  answer: (call: number) => {
    readonly outcome: SummaryOutcome | undefined;
    readonly then: Identity;
  },
): Promise<{ readonly calls: number; readonly said: string[] }> {
  let identity: Identity = sample;
  let calls = 0;
  const said: string[] = [];
  const clock = { now: () => 0 } as Desk['clock'];
  const policy = (): never => ({ summaryMs: 1, riskMs: 1 }) as never;
  const reports = createReports(ledgerOver(createMemoryStore()), clock, policy);
  const index = createAddressIndex();
  const ask = vscode.window.showWarningMessage;
  const yes = (_text: string, _options: object, label: string): Promise<string> =>
    Promise.resolve(label);
  vscode.window.showWarningMessage = yes;
  try {
    await lookUpFile(await vscode.workspace.openTextDocument({ content: addresses.join('\n') }), {
      index,
      choices: { of: () => undefined } as unknown as ChainChoices,
      session: { identity: () => Promise.resolve(identity) } as unknown as Session,
      openDesk: () => Promise.resolve({ reports, clock } as unknown as Desk),
      inquiries: {
        lookUp() {
          const { outcome, then } = answer(++calls);
          identity = then;
          return Promise.resolve(outcome);
        },
      } as unknown as Inquiries,
      notifier: {
        inform: (text: string) => said.push(text),
        warn: ({ text }: { text: string }) => said.push(text),
      } as unknown as Notifier,
    });
  } finally {
    vscode.window.showWarningMessage = ask;
    index.dispose();
  }
  return { calls, said };
}

const stopped = 'Stopped: the account that you agreed for is no longer in use.';

describe('the summaries of a file, agreed to for one account', () => {
  it('are all fetched where nothing comes between', async () => {
    const { calls, said } = await fetchFive(() => ({ outcome: value('sample'), then: sample }));
    assert.equal(calls, 5);
    assert.deepEqual(said, ['5 of 5 summaries are stored.']);
  });

  for (const then of [other, { kind: 'signedOut' } as const]) {
    it(`end where it is ${then.kind === 'signedOut' ? 'signed out' : 'another'} meanwhile`, async () => {
      const { calls, said } = await fetchFive((call) => ({
        outcome: value('sample'),
        then: call === 2 ? then : sample,
      }));
      assert.equal(calls, 2);
      assert.deepEqual(said, [`2 of 5 summaries are stored. ${stopped}`]);
    });
  }

  it('do not count what was stored for another', async () => {
    const { calls, said } = await fetchFive((call) => ({
      outcome: value(call === 3 ? 'other' : 'sample'),
      then: sample,
    }));
    assert.equal(calls, 3);
    assert.deepEqual(said, [`2 of 5 summaries are stored. ${stopped}`]);
  });

  it('do not count a refusal, and end with its reason', async () => {
    const refused: SummaryOutcome = {
      kind: 'refused',
      refusal: { kind: 'stopped', stop: { scope: 'credential', status: 403, at: 0 } },
      stale: null,
    };
    const { calls, said } = await fetchFive((call) => ({
      outcome: call === 2 ? refused : value('sample'),
      then: sample,
    }));
    assert.equal(calls, 2);
    assert.match(said[0] ?? '', /it was revoked \(403\)/);
    assert.equal(said[1], '1 of 5 summaries are stored.');
  });
});
