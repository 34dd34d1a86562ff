/** Networks that variables, hosts of providers, and arguments in a string name. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf } from '../../../src/evidence/chainOf.ts';
import { networkOfHost } from '../../../src/networks/urls.ts';
import { scanText } from '../../../src/scan/scan.ts';

const address = '0x5b1d7c3e9f204a6688b7c2d1e0f3a4958677c1d2';

/** The network of the first address. */
function networkIn(path: string, text: string): string | null {
  const [found] = scanText(text, { path });
  assert.ok(found);
  return chainOf(text, found, { path }).chain;
}

describe('a file of variables', () => {
  for (const [path, text, network] of [
    ['.env', `NETWORK=polygon\nVAULT=${address}\n`, 'polygon'],
    ['.env.production', `CHAIN=base\nVAULT=${address}\n`, 'base'],
    ['app.properties', `network=polygon\nvault=${address}\n`, 'polygon'],
    ['prod.tfvars', `network = "polygon"\nvault   = "${address}"\n`, 'polygon'],
    ['env.sh', `export CHAIN=arbitrum\nexport VAULT=${address}\n`, 'arbitrum'],
    ['.env', `NETWORK=production\nVAULT=${address}\n`, null],
    ['.env', `NETWORK=polygon\nOTHER_NETWORK=1\nCHAIN=base\nVAULT=${address}\n`, null],
    // A script that does more can be about addresses on other networks too.
    ['run.sh', `MAINNET_TOKENS=(\n  "${address}"\n)\nexport NETWORK="ARBITRUM"\n`, null],
    ['run.sh', `VAULT=${address}\nNETWORK=polygon\nforge test $VAULT\n`, null],
    // In code, such a line is a statement, and need not be about the next one.
    ['a.ts', `network = polygon\nvault = "${address}"\n`, null],
  ] as const) {
    it(`names ${network ?? 'none'}: ${path}, ${text.split('\n')[0] ?? ''}`, () =>
      assert.equal(networkIn(path, text), network));
  }
});

describe('the host of a provider', () => {
  for (const [host, network] of [
    ['mainnet.infura.io', 'ethereum'],
    ['sepolia.infura.io', 'sepolia'],
    ['polygon-mainnet.infura.io', 'polygon'],
    ['arb-mainnet.g.alchemy.com', 'arbitrum'],
    ['opt-sepolia.g.alchemy.com', 'optimism-sepolia'],
    ['ipfs.infura.io', undefined],
    ['mainnet.infura.io.example.org', undefined],
    ['nowhere-mainnet.g.alchemy.com', undefined],
  ] as const) {
    it(`is ${network ?? 'none'} for ${host}`, () => assert.equal(networkOfHost(host), network));
  }

  it('names the network of what is beside it, and none of two', () => {
    const rpc = 'RPC_URL=https://polygon-mainnet.infura.io/v3/x\n';
    assert.equal(networkIn('.env', `${rpc}VAULT=${address}\n`), 'polygon');
    const other = 'ETH_RPC_URL=https://eth-mainnet.g.alchemy.com/v2/x\n';
    assert.equal(networkIn('.env', `${rpc}${other}VAULT=${address}\n`), null);
  });
});

describe('arguments in a string', () => {
  const broadcast = (argument: string): string =>
    JSON.stringify({ transactions: [{ arguments: ['86400', argument] }], chain: 42161 });
  it('are on the network of the file', () =>
    assert.equal(
      networkIn('broadcast/a.s.sol/42161/run-latest.json', broadcast(`[(${address}, false)]`)),
      'arbitrum',
    ));

  it('are a text if there are other words', () =>
    assert.equal(
      networkIn('broadcast/a.s.sol/42161/run-latest.json', broadcast(`pay ${address} if false`)),
      null,
    ));
});
