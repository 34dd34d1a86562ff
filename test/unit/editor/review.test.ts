import { Position, Range, Uri } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { noFacts, noLookAlikes } from '../../support/workspaceStates.ts';

const { reviewNewAddresses } = await import('../../../src/editor/commands/reviewCommand.ts');
const { dialogs } = await import('../../../src/editor/shell/dialogs.ts');

const original = { ...dialogs };
const place = { uri: Uri.file('/a.ts'), range: new Range(new Position(0, 0), new Position(0, 42)) };
const row = { address: `0x${'5f'.repeat(20)}`, chain: 'ethereum', folder: 'file:///' };
const denial = { list: 'Team list', path: 'deny.csv', name: undefined, network: undefined };

/** What is offered for an address that is new, the first one selected. */
async function offered(facts: object): Promise<string[]> {
  const choices: string[] = [];
  Object.assign(dialogs, {
    activePick: (items: readonly { readonly run: string }[], { active }: { active: unknown }) => {
      choices.push(...items.map(({ run }) => run).filter((run) => run !== 'facts'));
      assert.equal(
        items.find(({ run }) => run !== 'facts'),
        active,
      );
      return Promise.resolve(undefined);
    },
  });
  const newRow = { row, place, family: 'evm', name: undefined, score: undefined };
  await reviewNewAddresses(
    {
      addresses: { show: () => Promise.resolve() },
      books: {
        factsOf: () => ({ ...noFacts, ...facts }),
        lookAlikes: noLookAlikes,
      },
      newAddresses: {
        compare: () => Promise.resolve(true),
        rows: () => Promise.resolve([{ ...newRow, isChecksumWrong: false }]),
      },
      shell: { notifier: { inform: () => undefined } },
    } as never,
    new Set(),
  );
  return choices;
}

describe('the review of new addresses', () => {
  afterEach(() => Object.assign(dialogs, original));

  it('offers the address book for what nothing speaks against', async () => {
    const all = ['addToAddressBook', 'ignoreAddress', 'openReport', 'scoreRisk', 'next', 'stop'];
    assert.deepEqual(await offered({}), all);
  });

  it('offers it for nothing on a deny list', async () => {
    const choices = await offered({ denials: [denial] });
    assert.deepEqual(choices, ['next', 'openReport', 'scoreRisk', 'stop']);
  });
});
