import { addressBooks } from './corpora/addressBooks.ts';
import { deployments } from './corpora/deployments.ts';
import { registries } from './corpora/registries.ts';
import { tokenLists } from './corpora/tokenLists.ts';
import { measureCorpus, type Measured, type Verdict } from './measure.ts';
import { printUnknown, printWrong } from './lists.ts';
import { reasonTable } from './reasons.ts';

/** In percent of the labels in the table of networks, and of those outside it. */
const bounds = { right: 98, wrong: 0.1, named: 0.1 } as const;

const corpora = [...tokenLists, ...deployments, ...addressBooks, ...registries];

export interface NetworkOptions {
  readonly lists?: boolean;
  readonly listsUnknown?: boolean;
  /** Only one corpus. */
  readonly package?: string | undefined;
}

/** Prints the table, and if requested, what is wrong. */
export function measureNetworks(options: NetworkOptions = {}): {
  readonly table: string;
  /** By what named the network. */
  readonly reasons: string;
  readonly failures: number;
} {
  const results = corpora
    .filter(({ package: name }) => options.package === undefined || options.package === name)
    .map(measureCorpus);
  const parts = [false, true].flatMap((isHeldOut) => {
    const part = results.filter(({ corpus }) => (corpus.heldOut === true) === isHeldOut);
    const name = isHeldOut ? '**held out**' : '**all others**';
    return part.length === 0 ? [] : [{ name, part, total: part.flatMap((one) => one.measured) }];
  });
  const table = [
    '| package | labels | right | wrong | ambiguous | unknown | outside | named |',
    '|:--|--:|--:|--:|--:|--:|--:|--:|',
    ...parts.flatMap(({ name, part, total }) => [
      ...part.map(({ corpus, measured }) => rowOf(corpus.package, measured)),
      rowOf(name, total),
    ]),
  ].join('\n');
  console.log(`\n${table}\n`);
  for (const { corpus, missed } of results) {
    if (missed > 0) console.log(`${missed} labels not found by the scanner: ${corpus.package}`);
  }
  const all = results.flatMap(({ measured }) => measured);
  const reasons = reasonTable(all);
  console.log(`\n${reasons.table}\n`);
  if (options.lists === true) printWrong(all);
  if (options.listsUnknown === true) printUnknown(all);
  return {
    table,
    reasons: reasons.table,
    failures:
      parts.filter(({ name, total }) => !isWithinBounds(name, total)).length + reasons.failures,
  };
}

const countOf = (measured: readonly Measured[], ...verdicts: readonly Verdict[]): number =>
  measured.filter(({ verdict }) => verdicts.includes(verdict)).length;

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

function rowOf(name: string, measured: readonly Measured[]): string {
  const inside = countOf(measured, 'right', 'wrong', 'ambiguous', 'unknown');
  const outside = countOf(measured, 'outside', 'named');
  const share = (verdict: Verdict, whole: number): string =>
    whole === 0 ? '' : `${percentOf(countOf(measured, verdict), whole).toFixed(2)} %`;
  const shares = (['right', 'wrong', 'ambiguous', 'unknown'] as const).map((verdict) =>
    share(verdict, inside),
  );
  return `| ${[name, inside, ...shares, outside, share('named', outside)].join(' | ')} |`;
}

function isWithinBounds(name: string, measured: readonly Measured[]): boolean {
  const inside = countOf(measured, 'right', 'wrong', 'ambiguous', 'unknown');
  const outside = countOf(measured, 'outside', 'named');
  const right = percentOf(countOf(measured, 'right'), inside);
  const wrong = percentOf(countOf(measured, 'wrong'), inside);
  const named = percentOf(countOf(measured, 'named'), outside);
  if (right >= bounds.right && wrong <= bounds.wrong && named <= bounds.named) return true;
  console.log(
    `${name}: outside the bounds (right ≥ ${bounds.right} %, wrong ≤ ${bounds.wrong} %, a known name for a network outside the table ≤ ${bounds.named} %)`,
  );
  return false;
}
