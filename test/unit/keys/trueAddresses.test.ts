/** The key rules hardly cost addresses: at least 99.5 % of these are found. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddress } from '../../../src/scan/parse.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { trueAddresses } from '../../support/trueAddresses.ts';

describe('an address beside innocent hex and base58', () => {
  it('is found, 995 of 1,000 times and more', (test) => {
    const missed = trueAddresses.filter(
      ({ text, address, offset }) =>
        !scanText(text).some((found) => found.offset === offset && found.text === address),
    );
    const share = 1 - missed.length / trueAddresses.length;
    test.diagnostic(`${trueAddresses.length - missed.length} of ${trueAddresses.length}`);
    assert.ok(trueAddresses.length >= 1_000, `${trueAddresses.length}`);
    assert.ok(share >= 0.995, missed.map(({ text }) => text).join('\n---\n'));
  });

  it('is taken as an argument', () => {
    const refused = trueAddresses.filter(({ address }) => !readAddress(address).ok);
    assert.deepEqual(
      refused.map(({ address }) => address),
      [],
    );
  });
});
