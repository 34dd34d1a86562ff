import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { readingOf } from '../../../src/evidence/reasons.ts';
import { noFacts, noLookAlikes } from '../../support/workspaceStates.ts';
import './support/vscode.ts';

const { dialogs } = await import('../../../src/editor/shell/dialogs.ts');
const { askForAddress, recentAddresses } =
  await import('../../../src/editor/commands/chosenAddress.ts');

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

type Asked = Parameters<typeof askForAddress>;

/** As at a caret beside “ethereum”. */
const atCaret = {
  ...{ canonical: address, problem: undefined, open: undefined },
  occurrence: { text: address, form: 'plain', family: 'evm' },
  subject: { address, chain: 'ethereum' },
  chain: readingOf('comment', 'ethereum', 'ethereum'),
} as unknown as Asked[1];

const choices = {
  of: () => undefined,
  alwaysAssumed: () => undefined,
  entryNetwork: () => undefined,
  searched: { networksInUse: () => [] },
} as unknown as Asked[2];

describe('the box that asks for an address', () => {
  const original = { ...dialogs };
  after(() => Object.assign(dialogs, original));

  /** The network of what is entered over an address of the text, and what names it. */
  async function networkOf(text: string): Promise<string> {
    Object.assign(dialogs, {
      typeOrPick: ({ accept }: { accept: (item: undefined, value: string) => unknown }) =>
        Promise.resolve(accept(undefined, text)),
    });
    const chosen = await askForAddress('Look Up Address', atCaret, choices);
    assert.equal(chosen?.subject.address, address);
    return `${chosen.subject.chain} ${chosen.reading?.reason}`;
  }

  it('takes the network of the text where the address is entered as it is there', async () => {
    const copied = [`"${address}",`, `'${address}'`, `${address};`];
    for (const text of [address, ` ${address} `, address.toLowerCase(), ...copied]) {
      assert.equal(await networkOf(text), 'ethereum comment', text);
    }
  });

  it('asks for the network where one is entered that is unknown', async () => {
    let asked = 0;
    Object.assign(dialogs, {
      typeOrPick: () => Promise.resolve(`eip155:987654321:${address}`),
      pick() {
        asked++;
        return Promise.resolve();
      },
    });
    assert.equal(await askForAddress('Look Up Address', atCaret, choices), undefined);
    assert.equal(asked, 1);
  });

  it('takes the network that is entered with the address, also of one that is in the text', async () => {
    assert.match(await networkOf(`eip155:137:${address}`), /^polygon /);
    assert.match(await networkOf(`base:${address}`), /^base /);
    assert.match(await networkOf(`https://polygonscan.com/address/${address}`), /^polygon /);
  });
});

describe('a recent address', () => {
  it('says first that it is on a deny list', async () => {
    const none = { money: null, money_rank_weight: null };
    const stored = { summary: null, scores: none, jobs: none, summaryCall: null };
    const denial = { list: 'Team', path: 'deny.csv', name: 'Drainer' };
    const ports = (denials: readonly object[]) =>
      ({
        books: { factsOf: () => ({ ...noFacts, denials }), lookAlikes: noLookAlikes },
        calls: {
          session: { identity: () => Promise.resolve({ kind: 'service', key: 'a' }) },
          openEngine: () =>
            Promise.resolve({
              listResults: () => Promise.resolve([{ address, chain: 'ethereum' }]),
              readStored: () => Promise.resolve([stored]),
            }),
        },
        workspace: { nameOf: () => 'Drainer' },
      }) as unknown as Parameters<typeof recentAddresses>[0];
    const textOf = async (denials: readonly object[]): Promise<string> => {
      const [recent] = await recentAddresses(ports(denials), 1);
      return `${recent?.label} | ${recent?.description}`;
    };
    assert.equal(await textOf([]), 'Drainer | 0xA0b8…eB48 · Ethereum');
    assert.equal(
      await textOf([denial]),
      '$(warning) Drainer | On deny list: Drainer · 0xA0b8…eB48 · Ethereum',
    );
  });
});
