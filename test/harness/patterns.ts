/**
 * `npm run check:patterns`: fails for every regular expression of the product whose worst case is
 * more than linear in the length of its input, and for every one that is built at run time.
 * The lint rules of ESLint's plugin look at the same patterns; neither of the two sees all that the other does.
 * `-- --all` also checks the patterns of `slowPatterns.txt` again, which takes four minutes.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { join, relative } from 'node:path';
import { checkSync, type Diagnostics } from 'recheck';
import { patternsIn, type Pattern } from '../support/patterns.ts';

// The other backends are binaries for some machines: their verdicts would differ by machine.
process.env['RECHECK_BACKEND'] = 'pure';

/**
 * Exact, where it supports the pattern: no look-around or backreference. Milliseconds, and many: a
 * machine that is busy must not turn an exact verdict into a search.
 */
const exact = { checker: 'automaton', maxNFASize: 1_000_000, timeout: 600_000 } as const;

/** A search for an attack, from a fixed seed: some tenths of a second each. */
const searching = {
  checker: 'fuzz',
  timeout: 60_000,
  maxIteration: 3,
  randomSeed: 20_261_122,
} as const;

const { values: options, positionals } = parseArgs({
  options: { all: { type: 'boolean' } },
  allowPositionals: true,
});
/** Another folder is looked at where one is named: so a test can show what is found. */
const root = positionals[0] ?? join(import.meta.dirname, '../..');
const files = globSync('{src,media}/**/*.ts', { cwd: root }).sort();
const found = files.map((file) => patternsIn(join(root, file)));

/** Patterns that were found safe, and whose check takes more than half a second. */
const slow = new Set(
  readFileSync(join(import.meta.dirname, 'slowPatterns.txt'), 'utf8')
    .trimEnd()
    .split('\n'),
);
const keyOf = ({ source, flags }: Pattern): string => `/${source}/${flags}`;

const verdicts = new Map<string, Diagnostics>();
function verdictOn(pattern: Pattern): Diagnostics {
  const { source, flags } = pattern;
  const key = keyOf(pattern);
  const began = performance.now();
  let verdict = verdicts.get(key) ?? checkSync(source, flags, exact);
  if (verdict.status === 'unknown') verdict = checkSync(source, flags, searching);
  verdicts.set(key, verdict);
  const seconds = (performance.now() - began) / 1_000;
  if (seconds > 1 && !slow.has(key)) console.log(`${seconds.toFixed(0)} s for ${key}`);
  return verdict;
}

let failures = 0;
function fail(place: { readonly path: string; readonly line: number }, what: string): void {
  failures++;
  console.error(`${relative(root, place.path)}:${place.line} ${what}`);
}

const patterns = found.flatMap((each) => each.patterns);
for (const pattern of patterns) {
  if (slow.has(keyOf(pattern)) && options.all !== true) continue;
  const verdict = verdictOn(pattern);
  if (verdict.status === 'safe') continue;
  const why =
    verdict.status === 'vulnerable'
      ? `${verdict.complexity.summary}, for example on ${verdict.attack.pattern}`
      : `could not be checked: ${verdict.error.kind}`;
  fail(pattern, `/${pattern.source}/${pattern.flags} ${why}`);
}
const keys = new Set(patterns.map(keyOf));
for (const key of positionals.length === 0 ? slow : []) {
  if (keys.has(key)) continue;
  failures++;
  console.error(`slowPatterns.txt has ${key}, which no file has`);
}
for (const each of found.flatMap(({ unknown }) => unknown)) {
  fail(each, `${each.text} is built at run time: make it of literals and constants`);
}
console.log(`${patterns.length} patterns in ${files.length} files, ${failures} failures`);
if (failures > 0) process.exitCode = 1;
