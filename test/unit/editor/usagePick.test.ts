import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Spending, UsageRow } from '../../../src/ledger/store.ts';
import './support/vscode.ts';

const { dialogs } = await import('../../../src/editor/shell/dialogs.ts');
const { showUsage } = await import('../../../src/editor/commands/accountCommands.ts');

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

describe('Show Usage', () => {
  it('has totals as rows, the method by its name on screen, and who the address is', async () => {
    const spending = {
      ...{ address, chain: 'ethereum', kind: 'start', aggregator: 'money', source: 'command' },
      ...{ isAutomatic: false, charge: 'made', at: 0 },
    } as unknown as Spending;
    const today: UsageRow[] = [{ kind: 'start', source: 'command', count: 1 }];
    const calls = {
      session: { identity: () => Promise.resolve({ kind: 'sample', key: 'sample' }) },
      openEngine: () =>
        Promise.resolve({
          listSpendings: () => Promise.resolve([spending]),
          readUsage: () => Promise.resolve(today),
        }),
    };
    const original = { ...dialogs };
    const opened: unknown[] = [];
    let lines: string[] = [];
    Object.assign(dialogs, {
      pick(items: readonly { readonly label: string; readonly description?: string }[]) {
        lines = items.map(({ label, description = '' }) => `${label} | ${description}`);
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
    assert.deepEqual(lines.slice(0, 3), [
      'Summaries today: 0 | ',
      'Calculations today: 1 (You 1) | ',
      'Status checks today: 0 | ',
    ]);
    assert.match(lines.at(-1) ?? '', /by funds.* \| Treasury · 0xA0b8…eB48 · Ethereum$/);
    assert.deepEqual(opened, [{ address, chain: 'ethereum' }]);
  });
});
