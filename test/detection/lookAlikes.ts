/**
 * Look-alikes among the addresses of whole repositories: contracts and tokens that someone published,
 * so almost none should be one. The pairs of @bitgo/statics are: made by hand for test networks.
 */
import { canonicalOf } from '../../src/addresses/occurrence.ts';
import { scanText } from '../../src/scan/scan.ts';
import { drain } from '../../src/book/drain.ts';
import type { KnownAddress } from '../../src/book/lookAlikeParts.ts';
import { LookAlikes } from '../../src/book/lookAlikes.ts';
import { filesOf } from './packages.ts';

const packages: Readonly<Record<string, readonly string[]>> = {
  '@aave-dao/aave-address-book': ['src/**/*.{sol,ts}'],
  '@sushiswap/default-token-list': ['**/*.json'],
  '@uniswap/default-token-list': ['**/*.json'],
  '@hyperlane-xyz/registry': ['dist/**/*.{js,json,yaml}'],
  '@beefyfinance/blockchain-addressbook': ['{build,dist,src}/**/*.{js,ts}'],
  '@bitgo/statics': ['dist/src/**/*.js'],
  '@gmx-io/sdk': ['**/*.{js,ts,json}'],
  '@openzeppelin/contracts': ['**/*.sol', 'build/contracts/*.json'],
  synthetix: ['publish/**/*.json', 'index.js'],
  viem: ['chains/**/*.ts', 'constants/**/*.ts'],
};

const tooMany = 10;

/** @returns how many packages have ten pairs or more */
export function checkLookAlikes(): number {
  let failures = 0;
  for (const [name, globs] of Object.entries(packages)) {
    const known = new Map<string, KnownAddress>();
    for (const { path, text } of filesOf(name, globs)) {
      for (const found of scanText(text, { path })) {
        if (found.placeholder !== null) continue;
        known.set(canonicalOf(found), { address: found.text, family: found.family });
      }
    }
    const lookAlikes = new LookAlikes();
    drain(lookAlikes.feed(name, known.values()));
    const pairs = new Set(
      [...known].flatMap(([address, each]) =>
        lookAlikes.of(each).map((other) => [address, canonicalOf(spelled(other))].sort().join(' ')),
      ),
    );
    console.log(`Look-alikes: ${pairs.size} pairs among ${known.size} addresses of ${name}`);
    for (const pair of [...pairs].slice(0, tooMany)) console.log(`  ${pair}`);
    if (pairs.size >= tooMany || known.size === 0) failures++;
  }
  return failures;
}

const spelled = ({ address: text, family }: KnownAddress) => ({ text, family });
