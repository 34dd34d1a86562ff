/**
 * Features that make a value a key, each beside a near neighbor that is an address and is found.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyMaterialAt } from '../../../src/scan/keyMaterial.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { valueIn, type KeyPair } from '../../support/keyPairs.ts';
import { names } from '../../support/keyPairsOfNames.ts';
import { accounts, bytes, halves, pieces } from '../../support/keyPairsOfPieces.ts';
import { labels, surroundings } from '../../support/keyPairsOfTexts.ts';

const source = { path: 'src/solana.ts' };

function assertHeld(template: string): void {
  const { text, value } = valueIn(template);
  const start = text.indexOf(value);
  const end = start + value.length;
  const found = scanText(text, source).filter(
    ({ offset, length }) => offset < end && start < offset + length,
  );
  assert.deepEqual(found, [], text);
  assert.notEqual(keyMaterialAt(text, start + 8, source), undefined, text);
}

function assertFound({ text, value }: ReturnType<typeof valueIn>): void {
  const start = text.indexOf(value);
  const found = scanText(text, source).filter(({ offset }) => offset === start);
  assert.deepEqual(
    found.map((occurrence) => occurrence.text),
    [value],
    text,
  );
}

function assertSent(template: string): void {
  const { text, value } = valueIn(template);
  assertFound({ text, value });
  const start = text.indexOf(value);
  assert.equal(keyMaterialAt(text, start + 8, source), undefined, text);
}

const groups: Readonly<Record<string, readonly KeyPair[]>> = {
  'by its own name': names,
  'by the text around it': [...labels, ...surroundings],
  'by a piece next to it': [...halves, ...pieces, ...bytes],
  'by a list of keys': accounts,
};

for (const [reason, pairs] of Object.entries(groups)) {
  describe(`a key, ${reason}, beside an address`, () => {
    for (const { held, sent } of pairs) {
      it(`${JSON.stringify(held)}, beside ${JSON.stringify(sent)}`, () => {
        assertHeld(held);
        assertSent(sent);
      });
    }
  });
}

it('WIF names a key where it is a variable, and may be the symbol of a token elsewhere', () => {
  for (const text of ['wif: "SOL"', 'WIF = "SOL"', 'wif="SOL"', 'WIF key: SOL']) assertHeld(text);
  for (const text of ['WIF: "SOL"', '{ WIF: "SOL" }', '["SOL", "WIF"]']) assertFound(valueIn(text));
});

it('the keys of a list of accounts are held back to its end, and the addresses are found', () => {
  const digits = (seed: number): string =>
    `0x${Array.from({ length: 8 }, (_, at) => ((seed + 3) * (at + 7_919) * 104_729).toString(16).padStart(8, '7').slice(-8)).join('')}`;
  const pairs = Array.from({ length: 400 }, (_, at) => [digits(2 * at), digits(2 * at + 1)]);
  const listOf = (name: string): string =>
    `// Sui\nconst ${name} = [\n${pairs.map(([one, two]) => `  ["${one}", "${two}"],\n`).join('')}];`;
  const foundIn = (text: string): string[] => scanText(text).map((found) => found.text);
  const owners = foundIn(listOf('SUI_OWNERS'));
  const addresses = new Set(pairs.map(([one]) => one));
  assert.ok(owners.length > 300);
  assert.deepEqual(
    foundIn(listOf('SUI_ACCOUNTS')),
    owners.filter((text) => addresses.has(text)),
  );
});
