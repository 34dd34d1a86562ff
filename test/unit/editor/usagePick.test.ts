import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Spending, UsageRow } from '../../../src/ledger/store.ts';
import './support/vscode.ts';

const { dialogs } = await import('../../../src/editor/shell/dialogs.ts');
const { showUsage } = await import('../../../src/editor/commands/accountCommands.ts');

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const spending = {
  ...{ address, chain: 'ethereum', kind: 'start', aggregator: 'money', source: 'command' },
  ...{ isAutomatic: false, charge: 'made', at: 0 },
} as unknown as Spending;
const opened: unknown[] = [];

interface Shown {
  readonly label: string;
  readonly description?: string;
}

/** What is listed of calls; the last one is picked. */
async function shownBy(list: (most: number) => readonly Spending[]): Promise<readonly Shown[]> {
  const today: UsageRow[] = [
    { kind: 'start', source: 'command', isAutomatic: false, count: 1 },
    { kind: 'summary', source: 'command', isAutomatic: true, count: 2 },
  ];
  const calls = {
    session: { identity: () => Promise.resolve({ kind: 'sample', key: 'sample' }) },
    openEngine: () =>
      Promise.resolve({
        listSpendings: (_account: string, most: number) => Promise.resolve(list(most)),
        readUsage: () => Promise.resolve(today),
      }),
  };
  const original = { ...dialogs };
  let shown: readonly Shown[] = [];
  Object.assign(dialogs, {
    pick(items: readonly Shown[]) {
      shown = items;
      return Promise.resolve(items.at(-1));
    },
  });
  try {
    await showUsage({
      calls,
      reports: { open: (subject: unknown) => opened.push(subject) },
      shell: { notifier: { inform: () => undefined } },
      workspace: { nameOf: () => 'Treasury' },
    } as unknown as Parameters<typeof showUsage>[0]);
  } finally {
    Object.assign(dialogs, original);
  }
  return shown;
}

describe('Show Usage', () => {
  it('says that there are older calls than it lists', async () => {
    const labels = async (count: number): Promise<string[]> => {
      const spendings = Array.from({ length: count }, () => spending);
      const items = await shownBy((most) => spendings.slice(0, most));
      return items.map(({ label }) => label);
    };
    assert.notEqual((await labels(500)).at(-1), 'Older calls are not listed.');
    const many = await labels(501);
    assert.equal(many.at(-1), 'Older calls are not listed.');
    assert.equal(many.length, (await labels(500)).length + 1);
  });

  it('has totals as rows, the method by its name on screen, and who the address is', async () => {
    opened.length = 0;
    const items = await shownBy(() => [spending]);
    const lines = items.map(({ label, description = '' }) => `${label} | ${description}`);
    assert.deepEqual(lines.slice(0, 3), [
      'Summaries today: 2 (Fetched with a score 2) | ',
      'Calculations today: 1 (You 1) | ',
      'Status checks today: 0 | ',
    ]);
    assert.match(lines.at(-1) ?? '', /by funds.* \| Treasury · 0xA0b8…eB48 · Ethereum$/);
    assert.deepEqual(opened, [{ address, chain: 'ethereum' }]);
  });
});
