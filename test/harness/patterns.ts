/**
 * `npm run check:patterns`: fails for every regular expression of the product whose worst case is
 * more than linear in the length of its input, and for every one that is built at run time.
 * ESLint's plugin looks at the same patterns; neither of the two sees all that the other does.
 */
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkSync, type Diagnostics } from 'recheck';
import { patternsIn, type Pattern } from '../support/patterns.ts';

// The other backends are binaries for some machines: their verdicts would differ by machine.
process.env['RECHECK_BACKEND'] = 'pure';

/**
 * Exact, where it supports the pattern: no look-around or backreference. Milliseconds, and many: a
 * machine that is busy must not turn an exact verdict into a search.
 */
const exact = { checker: 'automaton', maxNFASize: 1_000_000, timeout: 60_000 } as const;

/** A search for an attack, from a fixed seed: some tenths of a second each. */
const searching = {
  checker: 'fuzz',
  timeout: 60_000,
  maxIteration: 3,
  randomSeed: 20_261_122,
} as const;

/** Another folder is looked at where one is named: so a test can show what is found. */
const root = process.argv[2] ?? join(import.meta.dirname, '../..');
const files = globSync('{src,media}/**/*.ts', { cwd: root }).sort();
const found = files.map((file) => patternsIn(join(root, file)));

const verdicts = new Map<string, Diagnostics>();
function verdictOn({ source, flags }: Pattern): Diagnostics {
  const key = `/${source}/${flags}`;
  let verdict = verdicts.get(key) ?? checkSync(source, flags, exact);
  if (verdict.status === 'unknown') verdict = checkSync(source, flags, searching);
  verdicts.set(key, verdict);
  return verdict;
}

let failures = 0;
function fail(place: { readonly path: string; readonly line: number }, what: string): void {
  failures++;
  console.error(`${relative(root, place.path)}:${place.line} ${what}`);
}

const patterns = found.flatMap((each) => each.patterns);
for (const pattern of patterns) {
  const verdict = verdictOn(pattern);
  if (verdict.status === 'safe') continue;
  const why =
    verdict.status === 'vulnerable'
      ? `${verdict.complexity.summary}, for example on ${verdict.attack.pattern}`
      : `could not be checked: ${verdict.error.kind}`;
  fail(pattern, `/${pattern.source}/${pattern.flags} ${why}`);
}
for (const each of found.flatMap(({ unknown }) => unknown)) {
  fail(each, `${each.text} is built at run time: make it of literals and constants`);
}
console.log(`${patterns.length} patterns in ${files.length} files, ${failures} failures`);
if (failures > 0) process.exitCode = 1;
