import { userSettings, workspace } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ToolWork } from '../../../src/agents/toolResult.ts';
import { subject } from '../../support/door.ts';
import { account } from '../../support/testEngine.ts';
import { withOffice } from './support/office.ts';

const { Quotes } = await import('../../../src/paid/quotes.ts');
const { untilAborted, stopped } = await import('../../../src/scheduler/untilAborted.ts');
const { inert } = await import('../../../src/agents/toolResult.ts');

const { address } = subject;
const asked = { address, network: 'ethereum' };
const never = new AbortController().signal;

interface Result {
  readonly status: string;
  readonly notice: string;
  readonly isSampleData: boolean;
  readonly source?: string;
  readonly receivedAt?: string;
  readonly networkReason?: string;
  readonly isNetworkAssumed?: boolean;
  readonly error?: {
    readonly kind: string;
    readonly message: string;
    readonly networks?: readonly string[];
  };
}

async function run(tool: ToolWork, input: unknown, signal = never): Promise<Result> {
  return JSON.parse(await tool.run(input, signal)) as Result;
}

/** As VS Code does it when the user confirms. */
async function confirm(tool: ToolWork, input: unknown): Promise<Result> {
  assert.ok((await tool.prepare(input)).question, 'no confirmation');
  return run(tool, input);
}

beforeEach(() => userSettings.clear());
afterEach(() => {
  workspace.isTrusted = true;
});

describe('a paid tool', () => {
  it('names address, network, and cost before a call, and makes one', () =>
    withOffice(async ({ tools, made, store }) => {
      const { question } = await tools.lookUp.prepare(asked);
      assert.deepEqual(question, {
        title: 'Use your license to fetch a summary?',
        text: `Address: ${address}\nNetwork: Ethereum (named by the agent)\nThis uses 1 API call.`,
      });
      const result = await run(tools.lookUp, asked);
      assert.equal(result.status, 'ok');
      assert.equal(result.source, 'Sample data');
      assert.equal(result.isSampleData, true);
      assert.match(result.notice, /never as instructions/);
      assert.ok(Date.parse(result.receivedAt ?? '') > 0);
      assert.deepEqual(made(), ['POST summary']);
      assert.deepEqual(
        store.listSpendings('one', 9).map(({ source }) => source),
        ['tool'],
      );
    }));

  it('asks nothing and pays nothing for what is stored', () =>
    withOffice(async ({ tools, made }) => {
      await confirm(tools.scoreRisk, asked);
      assert.equal((await tools.scoreRisk.prepare(asked)).question, undefined);
      const again = await run(tools.scoreRisk, asked);
      assert.equal(again.status, 'ok');
      assert.deepEqual(made(), ['POST start money', 'GET status']);
    }));

  it('pays nothing that was not confirmed, and once for each confirmation', () =>
    withOffice(async ({ tools, made, use }) => {
      assert.equal((await run(tools.lookUp, asked)).error?.kind, 'notConfirmed');
      await tools.lookUp.prepare(asked);
      use('two');
      assert.equal((await run(tools.lookUp, asked)).error?.kind, 'notConfirmed');
      // A confirmed summary is no confirmed score.
      assert.equal((await run(tools.scoreRisk, asked)).error?.kind, 'notConfirmed');
      assert.deepEqual(made(), []);
    }));

  it('pays nothing on a network that is only assumed, and says what to pass', () =>
    withOffice(async ({ tools, made }) => {
      const { question } = await tools.scoreRisk.prepare({ address });
      assert.equal(question, undefined);
      for (const tool of [tools.scoreRisk, tools.lookUp]) {
        const { error } = await run(tool, { address });
        assert.equal(error?.kind, 'assumedNetwork');
        assert.match(error.message, /network/);
      }
      assert.deepEqual(made(), []);
    }));

  it('refuses what may be a key, before anything, and does not quote it', () =>
    withOffice(async ({ tools, made }) => {
      const digits = '7b8a1c2d'.repeat(8);
      for (const key of [digits, `0x${digits}`, `sui:0x${digits}`, `0x${digits.slice(0, 62)}`]) {
        for (const network of [undefined, 'sui', 'starknet']) {
          const input = { address: key, ...(network !== undefined && { network }) };
          const prepared = JSON.stringify(await tools.scoreRisk.prepare(input));
          const result = JSON.stringify(await run(tools.scoreRisk, input));
          assert.match(result, /"status":"error"/);
          for (const text of [prepared, result]) assert.ok(!text.includes('7b8a'), text);
          assert.ok(!prepared.includes('question'), prepared);
        }
      }
      const result = await run(tools.scoreRisk, { address: `0x${digits}`, network: 'sui' });
      assert.equal(result.error?.kind, 'keyShaped');
      // With its leading zeros, it has the size of a key.
      const short = await run(tools.scoreRisk, { address: '0x7b8a1c2d', network: 'sui' });
      assert.equal(short.status, 'error');
      assert.deepEqual(made(), []);
    }));

  it('refuses an unknown network and equal evidence, and says what to pass', () =>
    withOffice(async ({ tools, made }) => {
      const unknown = await run(tools.scoreRisk, { address, network: 'nowhere' });
      assert.equal(unknown.error?.kind, 'networkNotKnown');
      const outside = await run(tools.scoreRisk, { address: `eip155:987654321:${address}` });
      assert.equal(outside.error?.kind, 'unknownNetwork');
      assert.match(outside.error.message, /pass its name as “network”/);
      assert.ok(outside.error.networks?.includes('ethereum'));
      const other = await run(tools.scoreRisk, { address, network: 'bitcoin' });
      assert.equal(other.error?.kind, 'networkNotKnown');
      assert.deepEqual(made(), []);
    }));

  it('refuses placeholders, wrong checksums, and what its schema does not allow', () =>
    withOffice(async ({ tools, made }) => {
      for (const [input, kind] of [
        [{ address: `0x${'0'.repeat(40)}` }, 'placeholder'],
        [{ address: address.replace('0x5aA', '0x5aa') }, 'checksum'],
        [{ address: 'hello' }, 'notAnAddress'],
        [{ address: 1 }, 'badInput'],
        [{ address, network: {} }, 'badInput'],
        [{ address: 'a'.repeat(513) }, 'badInput'],
        [null, 'badInput'],
      ] as const) {
        assert.equal((await run(tools.lookUp, input)).error?.kind, kind);
        assert.equal((await tools.lookUp.prepare(input)).question, undefined);
      }
      assert.deepEqual(made(), []);
    }));

  it('has no summaries of networks that are not EVM', () =>
    withOffice(async ({ tools, made }) => {
      const input = { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', network: 'bitcoin' };
      assert.equal((await tools.lookUp.prepare(input)).question, undefined);
      assert.equal((await run(tools.lookUp, input)).error?.kind, 'notEvm');
      assert.deepEqual(made(), []);
    }));

  it('says that no one is signed in', () =>
    withOffice(async ({ tools, become }) => {
      become({ kind: 'signedOut' });
      assert.equal((await tools.lookUp.prepare(asked)).question, undefined);
      const { error } = await run(tools.lookUp, asked);
      assert.deepEqual(error, {
        kind: 'signedOut',
        message: 'You are not signed in to a service.',
      });
    }));

  it('gives what is stored of the account that was signed out of, and calls nothing', () =>
    withOffice(async ({ tools, made, become }) => {
      const isKnown = ({ status, receivedAt }: Result) => [status, receivedAt !== undefined];
      await confirm(tools.lookUp, asked);
      const before = made();
      become({ kind: 'signedOut', last: 'one' });
      assert.deepEqual(isKnown(await run(tools.lookUp, asked)), ['ok', true]);
      assert.equal((await run(tools.scoreRisk, asked)).error?.kind, 'signedOut');
      assert.deepEqual(made(), before);
    }));

  it('names quota and status of a 402', () =>
    withOffice(
      async ({ tools }) => {
        const score = await confirm(tools.scoreRisk, asked);
        assert.equal(score.error?.kind, 'quotaUsedUp');
        assert.match(score.error.message, /402/);
        const summary = await confirm(tools.lookUp, asked);
        assert.equal(summary.error?.kind, 'callsUsedUp');
      },
      {},
      { calculations: 0, apiCalls: 0 },
    ));

  it('says Sample data in the question and in the result', () =>
    withOffice(async ({ tools, become }) => {
      become({ ...account, kind: 'sample', key: 'sample' });
      const { question } = await tools.scoreRisk.prepare(asked);
      assert.match(question?.title ?? '', /sample data/);
      assert.match(question?.text ?? '', /^Sample data\n[^]*Sample data costs nothing\.$/);
      const text = await tools.scoreRisk.run(asked, never);
      assert.match(text, /"isSampleData": true,\n {2}"label": "Sample data"/);
      assert.match(text, /"source": "Sample data"/);
    }));

  it('makes no call in Restricted Mode, and returns what is stored', () =>
    withOffice(async ({ tools, made }) => {
      await confirm(tools.lookUp, asked);
      workspace.isTrusted = false;
      assert.equal((await run(tools.lookUp, asked)).status, 'ok');
      assert.equal((await tools.scoreRisk.prepare(asked)).question, undefined);
      assert.equal((await run(tools.scoreRisk, asked)).error?.kind, 'restrictedMode');
      assert.deepEqual(made(), ['POST summary']);
    }));

  it('shares the allowance of commands', () => {
    const questions: string[] = [];
    const mayExceed = (kind: string): Promise<boolean> => {
      questions.push(kind);
      return Promise.resolve(false);
    };
    return withOffice(
      async ({ tools, store, made }) => {
        for (let index = 0; index < 20; index++) {
          const spending = {
            account: 'one',
            ...subject,
            id: String(index),
            kind: 'start',
          } as const;
          store.reserveSpending(
            {
              ...spending,
              aggregator: 'money',
              source: 'command',
              isAutomatic: false,
              at: Date.now(),
            },
            { day: '2026-11-22' },
          );
        }
        const { error } = await confirm(tools.scoreRisk, asked);
        assert.equal(error?.kind, 'declined');
        assert.match(error.message, /You declined more calculations/);
        assert.deepEqual(questions, ['start']);
        assert.deepEqual(made(), []);
      },
      { mayExceed },
    );
  });

  it('stops waiting when it is canceled, and keeps the job', () =>
    withOffice(
      async ({ tools, store, made }) => {
        await tools.scoreRisk.prepare(asked);
        const abort = new AbortController();
        const began = performance.now();
        const running = run(tools.scoreRisk, asked, abort.signal);
        while (store.listJobs()[0]?.state !== 'running') {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        abort.abort();
        assert.equal((await running).error?.kind, 'stopped');
        assert.ok(performance.now() - began < 5_000);
        while (store.listJobs()[0]?.state !== 'detached') {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        assert.equal(made().filter((call) => call.startsWith('POST')).length, 1);
        assert.notEqual(store.listJobs()[0]?.jobId, null);
      },
      {},
      { jobSeconds: 60 },
    ));
});

describe('a result', () => {
  it('has no invisible character and no long string, whatever was received', () => {
    const text = JSON.stringify(
      inert({
        names: ['a\u202eb\u0000\u200b', 'x'.repeat(5_000)],
        digits: new String('9'.repeat(5_000)),
        exact: new String('0.10'),
      }),
    );
    assert.match(text, /a⟨U\+202E⟩b⟨U\+0000⟩⟨U\+200B⟩/);
    assert.ok(text.length < 500);
    assert.match(text, /"exact":"0\.10"/);
  });
});

describe('a confirmation', () => {
  const quote = { account: 'one', ...subject, aggregator: undefined };

  it('is for one call of one account', () => {
    const quotes = new Quotes();
    quotes.add(quote);
    quotes.add(quote);
    assert.equal(quotes.take({ ...quote, account: 'two' }), false);
    assert.equal(quotes.take({ ...quote, chain: 'bsc' }), false);
    assert.equal(quotes.take({ ...quote, aggregator: 'money' }), false);
    assert.deepEqual(
      [1, 2, 3].map(() => quotes.take(quote)),
      [true, true, false],
    );
  });

  it('takes no memory without end', () => {
    const quotes = new Quotes();
    for (let index = 0; index < 1_000; index++) quotes.add({ ...quote, address: String(index) });
    assert.equal(quotes.take({ ...quote, address: '899' }), false);
    assert.equal(quotes.take({ ...quote, address: '900' }), true);
  });
});

describe('a wait', () => {
  it('ends with its signal, also if that was aborted before', async () => {
    const forever = new Promise<number>(() => undefined);
    assert.equal(await untilAborted(forever, AbortSignal.abort()), stopped);
    assert.equal(await untilAborted(Promise.resolve(1), never), 1);
  });
});
