import { answers, resetAnswers, shown, userSettings } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { readingOf } from '../../../src/evidence/reasons.ts';
import { isTestNetwork } from '../../../src/networks/names.ts';
import { networksOf } from '../../../src/networks/networks.ts';
import type { WorkspaceFolder } from 'vscode';
import type { Searched } from '../../../src/editor/documents/chainChoice.ts';
import type { Notifier } from '../../../src/editor/shell/shell.ts';

const { createChainChoices, nothingSearched } =
  await import('../../../src/editor/documents/chainChoice.ts');
const { readArgument } = await import('../../../src/editor/documents/argument.ts');
const { confirmNetwork } = await import('../../../src/editor/documents/assumedNetwork.ts');
const { alwaysAssumeChain, selectChain } =
  await import('../../../src/editor/commands/networkCommand.ts');

/** No list has it. */
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

interface Shown {
  readonly label: string;
  readonly description?: string;
}

/** The choices of a workspace, in its state. */
function workspaceChoices(state = new Map<string, unknown>(), searched: Partial<Searched> = {}) {
  const workspaceState = {
    get: (key: string, fallback?: unknown) => state.get(key) ?? fallback,
    update(key: string, value: unknown) {
      if (value === undefined) state.delete(key);
      else state.set(key, value);
      return Promise.resolve();
    },
  };
  return createChainChoices({ workspaceState } as never, undefined, {
    ...nothingSearched,
    ...searched,
  });
}

type Choices = ReturnType<typeof workspaceChoices>;

function reasonOf(choices: Choices): string | undefined {
  const read = readArgument({ address }, choices);
  return read.kind === 'subject' ? read.reading?.reason : read.kind;
}

/** Runs *Select Network…*, and returns its list; picks an item by its label. */
async function pick(choices: Choices, label: string): Promise<readonly Shown[]> {
  let list: readonly Shown[] = [];
  answers.choose = (items) => {
    list = items as unknown as readonly Shown[];
    return items.find((_, index) => list[index]?.label === label);
  };
  const unexpected = (text: string): never => assert.fail(text);
  const notifier = { refuse: unexpected, inform: unexpected } as unknown as Notifier;
  await selectChain({ address }, choices, notifier);
  return list;
}

const noRules = (): never => assert.fail('no rule is written');

beforeEach(() => {
  resetAnswers();
  userSettings.clear();
  shown.length = 0;
});

describe('Always in This Workspace', () => {
  it('applies only after the user has agreed, no matter what runs it', async () => {
    const choices = workspaceChoices();
    await alwaysAssumeChain(choices, noRules, false);
    assert.match(shown.join(), /Always use Ethereum.*Each summary costs 1 API call/s);
    assert.equal(reasonOf(choices), 'assumed');
    answers.modal = (_, [yes]) => yes;
    await alwaysAssumeChain(choices, noRules, false);
    assert.equal(reasonOf(choices), 'alwaysAssumed');
  });

  it('names no cost where calls are for sample data', async () => {
    await alwaysAssumeChain(workspaceChoices(), noRules, true);
    assert.match(shown.join(), /Sample data costs nothing/);
    assert.doesNotMatch(shown.join(), /API call/);
  });

  it('applies to another network, which is asked about again', async () => {
    const choices = workspaceChoices();
    const asked: string[] = [];
    answers.modal = (text, [yes, other]) => {
      asked.push(text);
      return asked.length === 1 ? other : yes;
    };
    answers.choose = (items) =>
      items.find((item) => (item as unknown as Shown).label === 'Polygon');
    await alwaysAssumeChain(choices, noRules, false);
    assert.deepEqual(asked, [
      'Always use Ethereum in this workspace?',
      'Always use Polygon in this workspace?',
    ]);
    assert.equal(choices.alwaysAssumed(), 'polygon');
  });

  it('can be rules of the address book, if the search found files without a network', async () => {
    const folder = { name: 'one' } as WorkspaceFolder;
    const files = [{ folder, patterns: ['contracts/**', 'a.sol'] }];
    const choices = workspaceChoices(new Map(), { unnamedFiles: () => files });
    answers.modal = (_, buttons) => buttons.find((each) => each === 'Add to Address Book');
    const written: unknown[] = [];
    const write = (to: unknown, rules: unknown): Promise<boolean> => {
      written.push(to, rules);
      return Promise.resolve(true);
    };
    await alwaysAssumeChain(choices, write, false);
    assert.match(shown.join(), /rules for contracts\/\*\*, a\.sol, which also count/);
    assert.deepEqual(written, [
      folder,
      [
        { files: 'contracts/**', network: 'ethereum' },
        { files: 'a.sol', network: 'ethereum' },
      ],
    ]);
    assert.equal(choices.alwaysAssumed(), undefined);
  });

  it('is undone by Select Network…, and is then offered no more', async () => {
    const choices = workspaceChoices();
    await choices.setAlwaysAssumed('ethereum');
    let changes = 0;
    choices.onDidChange(() => changes++);
    const [first] = await pick(choices, 'Stop Using Ethereum in This Workspace');
    assert.equal(first?.label, 'Stop Using Ethereum in This Workspace');
    assert.equal(reasonOf(choices), 'assumed');
    assert.equal(changes, 1);
    const list = await pick(choices, 'Polygon');
    assert.ok(!list.some(({ label }) => label.startsWith('Stop')));
    assert.equal(reasonOf(choices), 'selected');
  });

  it('is not affected by what else is in the state of the workspace', () => {
    for (const value of [7, null, {}, ['ethereum'], 'bitcoin']) {
      const choices = workspaceChoices(new Map([['alwaysAssumedChain', value]]));
      assert.equal(reasonOf(choices), 'assumed', JSON.stringify(value));
    }
  });
});

describe('the list of Select Network…', () => {
  it('begins with the networks that the workspace names', async () => {
    const networksInUse = (): string[] => ['sepolia', 'celo'];
    const list = await pick(workspaceChoices(new Map(), { networksInUse }), 'none');
    const titles = list.slice(0, 3).map(({ label }) => label);
    assert.deepEqual(titles, ['Sepolia', 'Celo', 'Ethereum']);
    assert.equal(list.length, networksOf('evm').length);
  });

  it('has a row for each EVM network in the order of the table, test networks last, found by name and by ID', async () => {
    const list = await pick(workspaceChoices(), 'none');
    const all = networksOf('evm');
    assert.ok(all.length > 2_000);
    const isTest = ({ name }: { readonly name: string }): boolean => isTestNetwork(name);
    const evm = [...all.filter((each) => !isTest(each)), ...all.filter(isTest)];
    assert.deepEqual(
      list,
      evm.map(({ title, name, caip2 }) => ({
        label: title,
        // Kovan ended, and its chain ID is another network’s now.
        description: caip2 === undefined ? name : `${name} · ${caip2}`,
        chain: name,
      })),
    );
    assert.deepEqual(
      list.slice(0, 2).map(({ label }) => label),
      ['Ethereum', 'BNB Smart Chain'],
    );
  });
});

describe('the pick before a paid call on an assumed network', () => {
  const assumed = {
    subject: { address, chain: 'ethereum' },
    reading: readingOf('assumed', 'ethereum'),
  };

  it('has the assumed network first, then Always in This Workspace, and remembers the answer', async () => {
    const choices = workspaceChoices();
    let labels: readonly string[] = [];
    for (const [index, reason, remembered] of [
      [0, 'selected', 'ethereum'],
      [3, 'selected', 'bsc'],
      [1, 'alwaysAssumed', 'bsc'],
    ] as const) {
      answers.choose = (items) => {
        labels = (items as unknown as readonly Shown[]).map(({ label }) => label);
        return items[index];
      };
      const fresh = reason === 'selected' ? workspaceChoices() : choices;
      const confirmed = await confirmNetwork(assumed, fresh);
      assert.equal(confirmed?.reading?.reason, reason);
      if (reason === 'selected') assert.equal(fresh.of(address), remembered);
    }
    assert.deepEqual(labels.slice(0, 2), ['Ethereum', 'Always in This Workspace']);
    const isTest = labels.map((label) => / Sepolia$/.test(label));
    assert.ok(isTest.indexOf(true) > labels.indexOf('Celo'), 'test networks come last');
    assert.equal(choices.alwaysAssumed(), 'ethereum');
  });

  it('pays for nothing after Esc', async () => {
    answers.choose = () => undefined;
    assert.equal(await confirmNetwork(assumed, workspaceChoices()), undefined);
  });

  it('is not shown if the user has chosen since the argument was made', async () => {
    answers.choose = () => assert.fail('a pick');
    const choices = workspaceChoices();
    await choices.setAlwaysAssumed('ethereum');
    assert.equal((await confirmNetwork(assumed, choices))?.reading?.reason, 'alwaysAssumed');
    await choices.remember(address, 'polygon');
    assert.deepEqual((await confirmNetwork(assumed, choices))?.subject, {
      address,
      chain: 'polygon',
    });
  });
});
