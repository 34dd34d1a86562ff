import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import { wrongNetworksIn } from '../../../src/folder/wrongNetworks.ts';
import { putFile, scanWith } from '../../support/inventories.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const onPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
/** On several networks, so lists alone don't determine one. */
const weth = '0x4200000000000000000000000000000000000006';
const onEthereum = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';

function wrongIn(files: Readonly<Record<string, string>>): string[] {
  const inventory = new Inventory();
  for (const [path, text] of Object.entries(files)) {
    const { addresses } = scanWith(text, { path, networks: [] }, () => ({ assumed: 'ethereum' }));
    putFile(inventory, 0, path, addresses);
  }
  drain(inventory.settle());
  const found = drain(wrongNetworksIn(inventory));
  return [...found].map(([id, { name }]) => `${name} ${inventory.addresses.networkOf(id)}`);
}

describe('a token of another network in an inventory', () => {
  it('is found where the code names the network', () => {
    assert.deepEqual(wrongIn({ 'a.json': `{ "polygon": { "usdc": "${usdc}" } }` }), [
      'USDC polygon',
    ]);
  });

  it('is none in a file that has the token of that network too, as of a bridge', () => {
    const pair = `{ "polygon": { "from": "${usdc}", "to": "${onPolygon}" } }`;
    assert.deepEqual(wrongIn({ 'a.json': pair }), []);
  });

  it('is found where two networks have the token of each other', () => {
    const swapped = `{ "polygon": { "usdc": "${usdc}" }, "ethereum": { "usdc": "${onPolygon}" } }`;
    assert.deepEqual(wrongIn({ 'a.json': swapped }), ['USDC polygon', 'USDC ethereum']);
  });

  it('is found where the right one is only in a comment or a note', () => {
    const wrong = `export const usdc = { [ChainId.POLYGON]: '${usdc}'`;
    for (const text of [`${wrong} };\n\n// was ${onPolygon}`, `${wrong}, note: '${onPolygon}' };`])
      assert.deepEqual(wrongIn({ 'a.ts': text }), ['USDC polygon'], text);
  });

  it('is none in a file that names no network, where one of a bridge names it', () => {
    const pair = `{ "ethereum": { "from": "${weth}", "to": "${onEthereum}" } }`;
    const silent = { 'b.ts': `pay('${weth}');` };
    assert.deepEqual(wrongIn({ 'a.json': pair, ...silent }), []);
    const firm = { 'a.json': `{ "ethereum": { "from": "${weth}" } }` };
    assert.deepEqual(wrongIn({ ...firm, ...silent }), ['WETH ethereum']);
  });
});
