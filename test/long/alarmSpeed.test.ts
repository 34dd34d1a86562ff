import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { drain } from '../../src/book/drain.ts';
import { DenySearch } from '../../src/book/denySearch.ts';
import { readList } from '../../src/book/lists.ts';
import type { KnownAddress } from '../../src/book/lookAlikeParts.ts';
import { LookAlikes } from '../../src/book/lookAlikes.ts';
import { DiskScanner, type ThreadFile } from '../../src/folder/scanDiskFiles.ts';
import { generatedAddresses } from '../support/generatedAddresses.ts';

/** In milliseconds of this thread's processor. */
function cpuOf(work: () => void): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}

/** The least of some runs, one of each in turn: another process may take the processor's caches. */
function leastOf(rounds: number, ...works: readonly (() => void)[]): number[] {
  const least = works.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      least[index] = Math.min(least[index] ?? Infinity, cpuOf(work));
    }
  }
  return least;
}

describe('what alarms cost', () => {
  it('is at most three times as much for look-alikes if half of 200,000 addresses are decoys', (context: TestContext) => {
    const plain = generatedAddresses(1, 200_000);
    const [target = ''] = plain;
    const isLower = (text: string): string => text.toLowerCase();
    // The same first and last digits, and the same third.
    const decoys = generatedAddresses(2, 100_000).map(
      (each) => target.slice(0, 16) + each.slice(16, 38) + target.slice(38),
    );
    const search = (addresses: readonly string[]) => (): void => {
      const known = addresses.map((address): KnownAddress => ({ address, family: 'evm' }));
      const found = new LookAlikes();
      drain(found.feed('all', known));
      for (const each of known) {
        found.of(each);
        found.crowdOf(each);
      }
    };
    const hostile = [...plain.slice(0, 100_000), ...decoys].map(isLower);
    const [without = 0, withDecoys = 0] = leastOf(2, search(plain.map(isLower)), search(hostile));
    const ratio = withDecoys / without;
    context.diagnostic(
      `${without.toFixed()} ms, with decoys ${withDecoys.toFixed()} ms: ${ratio.toFixed(2)}`,
    );
    assert.ok(ratio <= 3, `${ratio}`);
  });

  it('is at most 15 % of a search of 4,000 files for 20,000 rows of deny lists', (context: TestContext) => {
    const root = mkdtempSync(join(tmpdir(), 'alarm-speed-'));
    try {
      const known = generatedAddresses(3, 4_000);
      const files = Array.from({ length: 4_000 }, (_, file): ThreadFile => {
        const folder = join(root, String(file % 50));
        mkdirSync(folder, { recursive: true });
        const lines = Array.from({ length: 100 }, (__, line) =>
          line % 20 === 0
            ? `    address internal constant payee${line} = ${known[(file + line) % 4_000] ?? ''};`
            : `    function transfer${line}(uint256 amount, bytes calldata data) external;`,
        );
        const path = `${file % 50}/${file}.sol`;
        writeFileSync(join(root, path), lines.join('\n'));
        return { root, path, networks: [] };
      });
      const text = [...generatedAddresses(4, 20_000)].join('\n');
      const reference = { line: 0, path: 'deny.txt', name: 'Deny', kind: 'deny' } as const;
      const search = drain(DenySearch.of([{ reference, list: drain(readList(text, 'deny.txt')) }]));
      const [plain, listed] = [new DiskScanner(), new DiskScanner()];
      listed.addRows({ root, isFirst: true, texts: [] });
      for (const texts of search.portions()) listed.addRows({ root, isFirst: false, texts });
      const scan = (scanner: DiskScanner) => (): void => {
        for (let done = 0; done < files.length;) {
          done += scanner.scan(files.slice(done), () => undefined).files.length;
        }
      };
      const [without = 0, withRows = 0] = leastOf(5, scan(plain), scan(listed));
      const more = (100 * withRows) / without - 100;
      context.diagnostic(
        `${without.toFixed()} ms, with rows ${withRows.toFixed()} ms: ${more.toFixed(1)} %`,
      );
      assert.ok(more <= 15, `${more} %`);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
