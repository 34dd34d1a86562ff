import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import { nothingSearched, type ChainChoices } from '../../src/editor/documents/chainChoice.ts';
import { lookUpFile } from '../../src/editor/commands/scoreCommands.ts';
import { createActivity } from '../../src/editor/calls/activity.ts';
import { Requests } from '../../src/editor/calls/requests.ts';
import type { Log, Notifier } from '../../src/editor/shell/shell.ts';
import type { Calls } from '../../src/editor/calls/calls.ts';
import type { Identity, Session } from '../../src/editor/session/session.ts';
import type { Sentence } from '../../src/messages/message.ts';
import type { AccountRef, Engine, SummaryEnd } from '../../src/engine/engine.ts';
import type { Clock } from '../../src/paid/clock.ts';
import { createReports } from '../../src/paid/reports.ts';
import { openText } from './support/openText.ts';
import { ledgerOver, openSqliteStore } from '../support/openStore.ts';

const sample = { kind: 'sample', key: 'sample', origin: 'sample', credential: 'sample' } as const;
const other = { kind: 'service', key: 'other' } as unknown as Identity;
const addressOf = (index: number): string => `0x${'52'.repeat(18)}${1_000 + index}`;
const five = [0, 1, 2, 3, 4].map(addressOf);

const value: SummaryEnd = { kind: 'value' };

/**
 * Agrees, in sample mode, to fetch the summaries of a file.
 * @param answer what comes of the nth call, and who is signed in after it
 * @param whenAsked who is signed in when the user agrees
 * @param addresses what the file holds
 */
async function fetchFile(
  answer: (call: number) => {
    readonly outcome: SummaryEnd;
    readonly then: Identity;
  },
  { whenAsked = sample, addresses = five }: { whenAsked?: Identity; addresses?: string[] } = {},
): Promise<Record<'asked' | 'said' | 'questions', readonly string[]>> {
  let identity: Identity = sample;
  /** For whom each call was made. */
  const asked: string[] = [];
  const said: string[] = [];
  const questions: string[] = [];
  const clock = { now: () => 0 } as Clock;
  const policy = (): never => ({ summaryMs: 1, riskMs: 1 }) as never;
  const ledger = ledgerOver(openSqliteStore(':memory:'));
  const reports = createReports(ledger, clock, policy);
  const index = createAddressIndex();
  const ask = vscode.window.showWarningMessage;
  const yes = (text: string, options: object, label: string): Promise<string> => {
    questions.push(`${text} ${(options as vscode.MessageOptions).detail ?? ''}`);
    identity = asked.length === 0 ? whenAsked : identity;
    return Promise.resolve(label);
  };
  vscode.window.showWarningMessage = yes;
  const session = {
    identity: () => Promise.resolve(identity),
  } as unknown as Session;
  const engine = {
    readStored: reports.readStored,
    lookUp({ account }: { readonly account: AccountRef }) {
      asked.push(account.key);
      const { outcome, then } = answer(asked.length);
      identity = then;
      return Promise.resolve(outcome);
    },
    readUsage: () => Promise.resolve([]),
  } satisfies Pick<Engine, 'readStored' | 'lookUp' | 'readUsage'> as unknown as Engine;
  const openEngine = (): Promise<Engine> => Promise.resolve(engine);
  const notifier = {
    inform: (text: string) => said.push(text),
    warn: ({ text, next }: Sentence) => said.push(`${text} (${next})`),
    signedOut: () => undefined,
    credentialRefused: () => false,
  } as unknown as Notifier;
  const activity = createActivity();
  const log = { note: () => undefined } as unknown as Log;
  try {
    const document = await openText(addresses.join('\n'));
    const choices = {
      of: () => undefined,
      ofFile: () => [],
      entryNetwork: () => undefined,
      searched: nothingSearched,
      alwaysAssumed: () => undefined,
    } as unknown as ChainChoices;
    const shell = { notifier, log };
    const requests = new Requests({ session, openEngine, activity, shell });
    const calls = { session, openEngine, requests } as unknown as Calls;
    await lookUpFile(document, { calls, documents: { index, choices }, shell });
  } finally {
    vscode.window.showWarningMessage = ask;
    index.dispose();
    activity.dispose();
  }
  return { asked, said, questions };
}

const stopped = 'Stopped: a different account is in use now.';

describe('the summaries of a file, approved for one account', () => {
  it('are all fetched if nothing interrupts', async () => {
    const { asked, said } = await fetchFile(() => ({ outcome: value, then: sample }));
    assert.equal(asked.length, 5);
    assert.deepEqual(said, ['Summaries stored: 5 of 5.']);
  });

  for (const then of [other, { kind: 'signedOut' } as const]) {
    it(`stop if ${then.kind === 'signedOut' ? 'the user signs out' : 'the account changes'} meanwhile`, async () => {
      const { asked, said } = await fetchFile((call) => ({
        outcome: value,
        then: call === 2 ? then : sample,
      }));
      assert.deepEqual(asked, ['sample', 'sample']);
      assert.deepEqual(said, [`Summaries stored: 2 of 5. ${stopped} (retry)`]);
    });
  }

  it('are not fetched for an account that was not in use when the question appeared', async () => {
    const { asked, said } = await fetchFile(() => ({ outcome: value, then: other }), {
      whenAsked: other,
    });
    assert.deepEqual(asked, []);
    assert.deepEqual(said, [`Summaries stored: 0 of 5. ${stopped} (retry)`]);
  });

  it('are at most 25 at a time, each once, with the cost in the question (hazard 14)', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => addressOf(index));
    const { asked, said, questions } = await fetchFile(() => ({ outcome: value, then: sample }), {
      addresses: [...hundred, ...hundred],
    });
    assert.equal(asked.length, 25);
    assert.deepEqual(said, ['Summaries stored: 25 of 25.']);
    assert.deepEqual(questions, [
      'Fetch the summaries of 25 addresses? Addresses found: 100.\nSummaries already stored: 0.\nThis costs at most 25 API calls.\n100 addresses need a call. Only the first 25 are fetched now. Run the command again for more.\nEthereum (assumed): 25 addresses.',
    ]);
  });

  it('leave out addresses whose network is undecided, and name them', async () => {
    const either = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const blank = Array.from({ length: 12 }, () => '');
    const { asked, questions } = await fetchFile(() => ({ outcome: value, then: sample }), {
      addresses: [`{ network: "base", chain: "bsc", token: "${either}" }`, ...blank, ...five],
    });
    assert.equal(asked.length, 5);
    const [, left] = /\n(Skipped.*)$/.exec(questions[0] ?? '') ?? [];
    assert.equal(left, 'Skipped: network unknown (0xA0b8…eB48). Use Select Network… to choose it.');
  });

  it('do not count a rejected call, and stop with its reason', async () => {
    const refused: SummaryEnd = {
      kind: 'refused',
      refusal: { kind: 'stopped', stop: { scope: 'credential', status: 403, at: 0 } },
    };
    const { asked, said } = await fetchFile((call) => ({
      outcome: call === 2 ? refused : value,
      then: sample,
    }));
    assert.equal(asked.length, 2);
    assert.match(said[0] ?? '', /it was revoked \(403\)/);
    assert.equal(said[1], 'Summaries stored: 1 of 5.');
  });
});
