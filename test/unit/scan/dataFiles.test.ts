import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { rowsOf } from '../../../src/cli/scanRows.ts';

const addressOf = (index: number): string =>
  `0x${createHash('sha256').update(String(index)).digest('hex').slice(0, 40)}`;

/** An address book: a file of data without any chain ID. */
function bookOf(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ address: addressOf(index), network: 'ethereum', name: `N${index}` },
  }));
  return `{ "addresses": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n] }`;
}

/** In milliseconds of this thread. */
function timeOf(text: string): number {
  const began = process.threadCpuUsage();
  for (const row of rowsOf('.address-risk.json', text)) assert.equal(row.chain, 'ethereum');
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}

describe('a file of data with many addresses', () => {
  it('is read in time in proportion to them (hazard 71)', () => {
    timeOf(bookOf(500));
    const [few, many] = [timeOf(bookOf(1_000)), timeOf(bookOf(8_000))];
    // Proportional is 8; it was 40.
    assert.ok(many < few * 16 + 100, `${few} ms, then ${many} ms`);
  });
});
