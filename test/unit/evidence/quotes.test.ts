/** A reason repeats names of networks and hosts, and no secret that stands where one could. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createChainReader } from '../../../src/evidence/chainOf.ts';
import { scanReason } from '../../../src/cli/scanRows.ts';
import { hostOf, urlsIn } from '../../../src/networks/urls.ts';
import { quotable } from '../../../src/networks/verdict.ts';
import { scanText } from '../../../src/scan/scan.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

function reasonOf(template: string): string {
  const text = template.replaceAll('A!', address);
  const [found] = scanText(text);
  assert.ok(found !== undefined, text);
  return scanReason(createChainReader(text, 'a.txt', [])(found));
}

describe('the reason of a network', () => {
  for (const [text, expected] of [
    ['1|legal-winner-thank-year-wave-sausage-worth-useful-legal-winner-thank-yellow|A!', ''],
    ['1|sk_live_51H8x9AbCdEfGh|A!', ''],
    ['1|hunter2password|A!', ''],
    ['{ network: "sk_live_51H8x9AbCdEfGhIj", a: "A!" }', ''],
    ['{ network: "astar-rome", a: "A!" }', 'astar-rome'],
    ['{ chainId: 131316155499, a: "A!" }', '131316155499'],
    ['1|astar-rome|A!', 'astar-rome'],
    ['https://admin:S3cretPassw0rd@explorer.acme.io/address/A!', 'explorer.acme.io'],
    ['https://S3cretPassw0rd@goerli.acme.io:8545/address/A!', 'goerli.acme.io'],
  ] as const) {
    it(`repeats ${expected === '' ? 'nothing' : expected} of ${text}`, () =>
      assert.equal(
        reasonOf(text),
        expected === ''
          ? 'unknown: no network named'
          : `unknown: “${expected}” isn’t a network Address Risk knows.`,
      ));
  }

  it('names the host alone of a link that has the address', () =>
    assert.equal(
      reasonOf('[A!](https://admin:S3cretPassw0rd@app.safe.global/home?safe=oeth:A!)'),
      'from the app.safe.global (oeth) link',
    ));
});

describe('a host', () => {
  it('has no name and no password, no port, no parameters', () => {
    for (const authority of [
      'base.acme.io',
      'WWW.base.acme.io:8545',
      'admin:p@ss@base.acme.io:8545',
      'base.acme.io?to=a@b.com',
    ]) {
      assert.equal(hostOf(authority), 'base.acme.io');
      assert.equal(urlsIn(`https://${authority}/x`)[0]?.host, 'base.acme.io');
    }
  });
});

describe('a word that may be a name', () => {
  it('is repeated, and no phrase or mixed run', () => {
    for (const name of ['astar', 'polygon-zkevm-testnet', 'Base Sepolia', 'chain-97', 'chain42'])
      assert.equal(quotable(name), name);
    for (const secret of ['Tr0ub4dor3x', 'a b c d e f', 'a1b2c3', 'AbCdEfGhIjKlMnOpQrStUv'])
      assert.equal(quotable(secret), '');
  });
});
