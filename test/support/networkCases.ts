/** Files as small as they can be, each with an address whose network the rest of the file names, or not. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chainOf, type ChainContext } from '../../src/evidence/chainOf.ts';
import { scanReason } from '../../src/cli/scanRows.ts';
import { scanText } from '../../src/scan/scan.ts';

/** Replaces `@`: the address in question. */
export const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
/** Replaces `%`. */
export const other = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/**
 * `expected`: a network, `ambiguous`, or `unknown`; and with `by`, the kind of its reason. In the code,
 * `@` is the address, `@@` the address and an at sign, and `%` another address.
 */
export type NetworkCase = readonly [
  name: string,
  code: string,
  expected: string,
  context?: string | ChainContext,
];

/** One test per case. @param cases whose context may be just a path */
export function checkNetworks(cases: readonly NetworkCase[]): void {
  for (const [name, code, expected, context = {}] of cases) {
    it(`${name}: ${expected}`, () => {
      const text = code.replaceAll('%', other).replaceAll(/@(@?)/g, `${address}$1`);
      const found = scanText(text).find((one) => one.text === address);
      assert.ok(found);
      const reading = chainOf(
        text,
        found,
        typeof context === 'string' ? { path: context } : context,
      );
      const [what, by = reading.reason] = expected.split(' by ');
      const why = scanReason(reading);
      assert.deepEqual([reading.chain ?? reading.reason, reading.reason], [what, by], why);
      assert.equal(reading.chain === null, reading.strength === 'none');
      if (reading.chain === null) assert.match(why, /^(?:ambiguous|unknown)/);
      assert.notEqual(why, '');
    });
  }
}
