import { repositorySettings, userSettings } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { readingOf, type ReasonKind } from '../../../src/evidence/reasons.ts';
import { subject } from '../messages/support/samples.ts';

const { argumentOf, readArgument } = await import('../../../src/editor/documents/argument.ts');

// On no list, so nothing is known of it.
const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const nothingChosen = {
  of: () => undefined,
  alwaysAssumed: () => undefined,
  entryNetwork: () => undefined,
  elsewhere: () => undefined,
} as unknown as Parameters<typeof readArgument>[1];

/** The network, or how it is left open. */
function networkBy(argument: unknown): readonly [string | null, ReasonKind | undefined] {
  const read = readArgument(argument, nothingChosen);
  if (read.kind === 'subject') return [read.subject.chain, read.reading?.reason];
  assert.equal(read.kind, 'open', read.kind);
  return [null, undefined];
}

beforeEach(() => {
  userSettings.clear();
  repositorySettings.clear();
});

describe('the argument of a command without a network', () => {
  it('takes the default as an assumption, unless it was set', () => {
    assert.deepEqual(networkBy({ address }), ['ethereum', 'assumed']);
    userSettings.set('addressRisk.defaultChain', 'ethereum');
    assert.deepEqual(networkBy({ address }), ['ethereum', 'setting']);
    repositorySettings.set('addressRisk.defaultChain', 'polygon');
    assert.deepEqual(networkBy({ address }), ['polygon', 'setting']);
  });

  it('takes what lists have of an address before the default', () => {
    assert.deepEqual(networkBy({ address: subject.address }), ['ethereum', 'known']);
  });

  it('is asked about if its spelling names a network that is not in the table', () => {
    assert.deepEqual(networkBy({ address: `eip155:137:${address}` }), ['polygon', 'caip10']);
    assert.deepEqual(networkBy({ address: `eip155:987654321:${address}` }), [null, undefined]);
  });

  it('is asked about with any list of candidates, even one that names nothing', () => {
    for (const candidates of [['polygon', 'celo'], ['polygon'], [], ['bitcoin', 7, null]]) {
      assert.deepEqual(networkBy({ address, candidates }), [null, undefined]);
    }
  });
});

it('names no network that was shut down', () => {
  const cosmos = 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh';
  assert.equal(readArgument({ address: cosmos, chain: 'cosmoshub' }).kind, 'subject');
  assert.equal(readArgument({ address: cosmos, chain: 'bnb-beacon-chain' }).kind, 'refused');
});

describe('the reason in the argument of a command', () => {
  for (const reason of ['assumed', 'alwaysAssumed', 'selected', 'explorer'] as const) {
    it(`comes through a link as ${reason}`, () => {
      const reading = readingOf(reason, 'ethereum', 'sepolia.etherscan.io');
      const sent: unknown = JSON.parse(JSON.stringify(argumentOf({ subject, reading })));
      assert.deepEqual(readArgument(sent), { kind: 'subject', subject, reading });
    });
  }

  it('is dropped unless it is one of ours, with a plain name as evidence', () => {
    for (const [reason, evidence] of [
      ['explorer', '[click](command:x)'],
      ['explorer', 'a b'],
      ['explorer', 'x'.repeat(81)],
      ['explorer', ''],
      ['explorer', undefined],
      ['explorer', { toString: () => 'x' }],
      ['ambiguous', 'x'],
      ['unknown', 'x'],
      ['constructor', 'x'],
      [['explorer'], 'x'],
    ]) {
      const argument = { ...subject, reason, evidence };
      assert.deepEqual(readArgument(argument), { kind: 'subject', subject, reading: undefined });
    }
  });
});
