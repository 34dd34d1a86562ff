import assert from 'node:assert/strict';
import { it } from 'node:test';
import { scanText } from '../../../src/scan/scan.ts';
import { AddressLine } from '../../../src/addresses/addressLine.ts';

const right = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const wrong = '0xdAC17F958D2ee523a2206206994597C13D831eC7';
const zero = `0x${'0'.repeat(40)}`;

it('computes only the checksums a CodeLens needs, on a line of 20,000 addresses', () => {
  const line = new AddressLine(scanText(`${zero} ${wrong} ${right} ${`${wrong} `.repeat(20_000)}`));
  const began = process.cpuUsage();
  assert.equal(line.firstUsable?.text, right);
  assert.equal(line.firstUsable, line.firstUsable);
  const { user, system } = process.cpuUsage(began);
  assert.ok((user + system) / 1_000 < 200, `${(user + system) / 1_000} ms`);
  assert.equal(line.wrong.length, 20_001);
});

it('has no CodeLens if no address can be looked up', () => {
  assert.equal(new AddressLine(scanText(`${zero} ${wrong}`)).firstUsable, undefined);
});
