import assert from 'node:assert/strict';
import { env } from 'node:process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { linesAround, scanLines, type Lines } from '../../../src/scan/lines.ts';
import type { Occurrence } from '../../../src/addresses/occurrence.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { familiesOf } from '../../../src/families/table.ts';
import { vectorLists } from '../../detection/vectors.ts';

const addresses = vectorLists.flatMap(({ vectors }) => vectors.map(({ text }) => text));

const bytes = Array.from({ length: 20 }, (_, at) => `0x${(at * 13 + 16).toString(16)}`).join(', ');

/** Surroundings of addresses, and features that make text without a checksum one. */
const pieces = [
  ...['', ' ', '"', 'const holder = ', 'solana mint', 'pubkey', 'secret: ', '0:', '-1:', '// spl '],
  ...['jetton', 'keys: '],
  ...['bitcoin:', 'https://solscan.io/account/', 'SOL.USDC-', '\\n', '\ud83d\udc4d', 'addr_', '…'],
  `address: [${bytes.slice(0, 60)}⏎  ${bytes.slice(60)}⏎],`,
  ...[`[${bytes}]`, `Address::from([⏎${bytes},⏎])`, 'hex!("', 'address!(⏎"'],
  // Between two of these, no name reaches from one side to the other.
  ...['const privateKey = "', 'secretKeys = [', '],', 'x '.repeat(4_500)],
  ...['f'.repeat(64), 'QUJD+/'.repeat(20), 'a line that says nothing, '.repeat(9), '/'.repeat(300)],
];

const line = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...addresses)), {
    maxLength: 5,
    size: 'max',
  })
  .map((parts) => parts.join(''));
/** Lists of bytes have several lines. */
const text = fc
  .array(line, { minLength: 1, maxLength: 48, size: 'max' })
  .map((lines) => lines.flatMap((each) => each.split('⏎')));
const place = fc.nat(47);

const linesOf = (texts: readonly string[]): Lines => ({
  lineCount: texts.length,
  lineAt: (index) => ({ text: texts[index] ?? '' }),
});

const sourceOf = (texts: readonly string[]) => ({
  head: texts.join('\n').slice(0, 16_384),
  path: 'src/holders.ts',
});

/** The whole text at once, by its lines. */
function wholeByLine(texts: readonly string[]): Occurrence[][] {
  const found = scanText(texts.join('\n'), sourceOf(texts));
  let start = 0;
  return texts.map((each) => {
    const from = start;
    start += each.length + 1;
    return found
      .filter(({ offset }) => offset >= from && offset < start)
      .map((occurrence) => ({ ...occurrence, offset: occurrence.offset - from }));
  });
}

/** `test/long` has more. */
const runs = { seed: 20_261_121, numRuns: Number(env['ADDRESS_RISK_RUNS'] ?? 500) };

describe('addresses by lines', () => {
  it('are those of the whole text, whichever lines are read together', () => {
    let seen = 0;
    fc.assert(
      fc.property(text, place, place, (texts, one, other) => {
        const from = Math.min(one, other, texts.length);
        const to = Math.min(Math.max(one, other), texts.length);
        const found = scanLines(linesOf(texts), from, to, sourceOf(texts));
        assert.deepEqual(found, wholeByLine(texts).slice(from, to));
        seen += found.flat().length;
      }),
      runs,
    );
    assert.ok(seen > runs.numRuns);
  });

  it('stay as they were outside of what an edit can reach', () => {
    let kept = 0;
    fc.assert(
      fc.property(text, place, fc.nat(3), text, (texts, at, removed, added) => {
        const from = Math.min(at, texts.length);
        const edited = texts.toSpliced(from, removed, ...added);
        if (familiesOf(sourceOf(texts)) !== familiesOf(sourceOf(edited))) return;
        const reach = linesAround(linesOf(edited), from, from + added.length);
        const before = wholeByLine(texts);
        const after = wholeByLine(edited);
        assert.deepEqual(after.slice(0, reach.from), before.slice(0, reach.from));
        const behind = edited.length - reach.to;
        assert.deepEqual(after.slice(reach.to), behind === 0 ? [] : before.slice(-behind));
        kept += [...after.slice(0, reach.from), ...after.slice(reach.to)].flat().length;
      }),
      runs,
    );
    assert.ok(kept > runs.numRuns);
  });
});
