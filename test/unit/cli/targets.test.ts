/** Which addresses may be scored, and why the others are not. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defaultPolicy } from '../../../src/folder/policy.ts';
import { worstFirst } from '../../../src/cli/paid/scoreCommand.ts';
import { overBudget } from '../../../src/cli/paid/scoreRun.ts';
import { givenSubject, reasons, targetsOf } from '../../../src/cli/paid/targets.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const retired = 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2';

type ScoreRow = Parameters<typeof worstFirst>[0];

it('what is on a network that was shut down is not scored, and says so', () => {
  const address = {
    ...{ text: retired, canonical: retired, network: 'bnb-beacon-chain', places: [] },
    ...{ isPlaceholder: false, isChecksumWrong: false },
  };
  const judged = [{ address, isNew: true, judgments: [] }];
  const check = { judged, keyTexts: [], root: {}, policy: defaultPolicy };
  const { targets, notScored } = targetsOf([check] as never, true);
  assert.deepEqual(targets, []);
  assert.deepEqual(
    notScored.map(({ reason }) => reason),
    [reasons.retired],
  );
});

it('says of an address without a network whether the code names several', () => {
  const reasonOf = (isSilent: boolean): string => {
    const address = { canonical: usdc, network: null, places: [], isSilent };
    const judged = [{ address, isNew: true, judgments: [] }];
    const check = { judged, keyTexts: [], root: {}, policy: defaultPolicy };
    return targetsOf([check] as never, true).notScored[0]?.reason ?? '';
  };
  assert.equal(reasonOf(true), 'No network found. Score it with --network NAME.');
  assert.match(reasonOf(false), /several.* Score it with --network NAME\.$/);
});

it('a network that was shut down is no network of a command', () => {
  const cosmos = 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh';
  for (const text of [retired, cosmos]) {
    assert.throws(() => givenSubject(text, 'bnb-beacon-chain'), /was shut down/);
  }
});

it('says what is wrong with an address in a sentence', () => {
  for (const [text, problem] of [
    ['nonsense', /^This is not an address\.$/],
    ['0x7F367cC41522cE07553e823bf3be79A889DEbe1b', /checksum/],
    [`0x${'b7'.repeat(32)}`, /private key/],
  ] as const) {
    assert.throws(() => givenSubject(text, 'ethereum'), { name: 'UsageError', message: problem });
  }
});

it('shows the worst first, and last what only the budget has left out', () => {
  const row = (address: string, digits: string | null, more: object = {}) =>
    ({
      address,
      isDenied: false,
      rules: [],
      score: { digits },
      reason: null,
      ...more,
    }) as unknown as ScoreRow;
  const rows = [
    row('left out', null, { score: null, reason: overBudget }),
    row('failed', null, { score: null, reason: 'The response has no score that can be read.' }),
    row('nine', '9'),
    row('ten', '10.5'),
    row('look-alike', '0', { rules: ['look-alike'] }),
    row('denied', null, { isDenied: true, score: null, reason: overBudget }),
  ];
  assert.deepEqual(
    rows.sort(worstFirst).map(({ address }) => address),
    ['denied', 'look-alike', 'ten', 'nine', 'failed', 'left out'],
  );
});
