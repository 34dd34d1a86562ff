/** The mutation run sees what tests notice and what they do not. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { EquivalentMutant } from '../support/equivalentMutants.ts';
import { sample } from '../support/mutants.ts';
import { countsOf, describeVerdict, MutationRun, scoreOf } from '../support/mutationRun.ts';

const test = (body: string): string => `
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isAdult, count } from '../src/code.ts';
it('works', () => {
${body}
});
`;

const files: Readonly<Record<string, string>> = {
  'src/code.ts': `export function isAdult(age: number): boolean {
  return age >= 18;
}
export function count(to: number): number {
  let at = 0;
  while (at < to) at++;
  return at;
}
`,
  'test/age.test.ts': test('assert.equal(isAdult(30), true); assert.equal(isAdult(3), false);'),
  'test/count.test.ts': test('assert.equal(count(2), 2);'),
};

describe('the mutation run', () => {
  let root: string;
  const runAll = async (
    equivalents: readonly EquivalentMutant[] = [],
  ): Promise<Map<string, string>> => {
    const room = { root, sources: ['src/*.ts'], tests: ['test/*.test.ts'], equivalents };
    const run = new MutationRun({ ...room, patienceMs: 1_000 });
    try {
      const verdicts = await run.run({ count: 100, seed: 1 });
      const lines = verdicts.map((verdict) => describeVerdict(verdict).split(' · '));
      const ends = lines.map(([, end = '']) => end.split(' ')[0]);
      const noticeable = ends.filter((end) => end !== 'equivalent');
      const noticed = noticeable.filter((end) => end !== 'survived');
      assert.equal(scoreOf(verdicts), (100 * noticed.length) / noticeable.length);
      assert.ok(countsOf(verdicts).startsWith(`${lines.length} mutants, `));
      return new Map(lines.map(([mutant = '', end = '']) => [mutant, end]));
    } finally {
      run.close();
    }
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'mutated-'));
    mkdirSync(join(root, 'node_modules'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('names the test that notices a change, and the changes that none notices', async () => {
    const ends = await runAll();
    assert.match(
      ends.get('src/code.ts:2:10 EqualityOperator: age >= 18 → age < 18') ?? '',
      /^killed test\/age\.test\.ts /,
    );
    assert.match(
      ends.get('src/code.ts:2:10 EqualityOperator: age >= 18 → age > 18') ?? '',
      /^survived {2}/,
    );
    assert.match(
      ends.get('src/code.ts:6:19 UpdateOperator: at++ → at--') ?? '',
      /^timeout test\/count\.test\.ts /,
    );
  });

  it('leaves out a survivor with a reason, and rejects a reason without its mutant', async () => {
    const atEighteen = {
      file: 'src/code.ts',
      code: 'return age >= 18;',
      change: 'age >= 18 → age > 18',
      reason: 'no one is exactly 18',
    };
    const ends = await runAll([atEighteen]);
    assert.match(
      ends.get('src/code.ts:2:10 EqualityOperator: age >= 18 → age > 18') ?? '',
      /^equivalent no one is exactly 18 /,
    );
    const outdated = { ...atEighteen, code: 'return age >= 21;' };
    await assert.rejects(runAll([outdated]), /No mutant: age >= 18 → age > 18/);
  });

  it('fails if a test fails without any change', async () => {
    writeFileSync(join(root, 'test/red.test.ts'), test('assert.equal(isAdult(18), false);'));
    await assert.rejects(runAll(), /red\.test\.ts failed without a mutant/);
  });

  it('takes the same mutants in each run, and more of the same order', () => {
    const all = Array.from({ length: 50 }, (_, index) => index);
    assert.deepEqual(sample(all, 10, 3), sample(all, 20, 3).slice(0, 10));
    assert.notDeepEqual(sample(all, 10, 3), sample(all, 10, 4));
    assert.deepEqual(
      sample(all, 99, 3).sort((a, b) => a - b),
      all,
    );
  });
});
