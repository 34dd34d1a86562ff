/** The check of the hazards goes red for what it is there for. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const program = join(import.meta.dirname, '../harness/hazards.ts');
/** As many as the page of the product has. */
const rows = readFileSync(join(import.meta.dirname, '../../docs/hazards.md'), 'utf8').match(
  /^\| \d+ \|/gm,
)!.length;
const each = Array.from({ length: rows }, (_, index) => index + 1);
const whole = `it('covers everything (hazards ${each.join(', ')})', () => {});\n`;

/** What the program says of a folder with these test files, and the page that it wrote. */
function run(
  files: Readonly<Record<string, string>>,
  work: (act: (...args: readonly string[]) => readonly string[], page: () => string) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'hazards-'));
  mkdirSync(join(folder, 'docs'));
  mkdirSync(join(folder, 'test', 'inner'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const act = (...args: readonly string[]): readonly string[] => {
    const { status, stderr } = spawnSync(process.execPath, [program, ...args, folder], {
      encoding: 'utf8',
    });
    const lines = stderr.split('\n').filter((line) => line !== '');
    assert.equal(status, lines.length === 0 ? 0 : 1, stderr);
    return lines;
  };
  try {
    work(act, () => readFileSync(join(folder, 'docs', 'hazards.md'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the page of hazards', () => {
  it('has a row for each hazard, with the full titles of its tests', () => {
    const inner = [
      "describe('a suite', () => {",
      "  describe('inside', () => {",
      '    it(`a ${name} | of <b> (hazard 5)`, () => {});',
      "    it('no tag', () => {});",
      '  });',
      '});',
      "// it('in a comment (hazard 6)')",
      '',
    ].join('\n');
    run({ 'test/whole.test.ts': whole, 'test/inner/a.test.ts': inner }, (act, page) => {
      assert.deepEqual(act(), []);
      const table = page()
        .split('\n')
        .filter((line) => /^\| \d/.test(line));
      assert.equal(table.length, rows);
      const title = `covers everything (hazards ${each.join(', ')})`;
      assert.ok(
        table[4]?.endsWith(
          `| \`test/inner/a.test.ts\`: a suite › inside › a … \\| of &lt;b> (hazard 5)<br>\`test/whole.test.ts\`: ${title} |`,
        ),
        table[4],
      );
      assert.ok(table[5]?.endsWith(`| \`test/whole.test.ts\`: ${title} |`), table[5]);
      assert.deepEqual(act('--check'), []);
    });
  });

  it('fails if it is missing or out of date', () => {
    run({ 'test/whole.test.ts': whole }, (act, page) => {
      const stale = 'docs/hazards.md does not match the tests: run npm run hazards.';
      assert.deepEqual(act('--check'), [stale]);
      assert.throws(page, { code: 'ENOENT' }, 'a check writes nothing');
      assert.deepEqual(act(), []);
      assert.deepEqual(act('--check'), []);
    });
  });

  it('fails for a hazard without a test, and says what to do', () => {
    run({ 'test/most.test.ts': whole.replace(`, ${rows})`, ')') }, (act) => {
      const [fault = '', ...others] = act();
      assert.ok(fault.startsWith(`Hazard ${rows} has no test: `), fault);
      assert.ok(fault.endsWith(` end its title in "(hazard ${rows})".`), fault);
      assert.deepEqual(others, []);
    });
  });

  it('fails for each tag that it cannot read, and says what it should be', () => {
    const missing = 'there is no hazard';
    const tag = 'end the title in "(hazard 5)" or "(hazards 5, 6)".';
    const faults = [
      [`too high (hazard ${rows + 1})`, `${missing} ${rows + 1}. They are numbered 1 to ${rows}.`],
      ['too low (hazards 1, 0)', `${missing} 0. They are numbered 1 to ${rows}.`],
      ['a range (hazards 3 to 5)', tag],
      ['one of several (hazards 3)', tag],
      ['several of one (hazard 3, 4)', tag],
      ['(hazard 3) in front', tag],
    ] as const;
    const tests = faults.map(([title]) => `it('${title}', () => {});\n`).join('');
    run({ 'test/a.test.ts': `${whole}${tests}` }, (act) => {
      const expected = faults.map(([, fault], index) => `test/a.test.ts:${index + 2}: ${fault}`);
      assert.deepEqual(act(), expected);
    });
  });
});
