import { isPayable } from '../../../src/evidence/reasons.ts';
import { verdictOf, type Measured } from './measure.ts';

/** In percent: a reason that is wrong more often must not pay by itself. */
const maxWrong = 0.2;

/** Fewer labels prove nothing about a reason. */
const minLabels = 500;

/** How often each reason is wrong, with its strength, and whether a hover pays for it by itself. */
export function reasonTable(measured: readonly Measured[]): {
  readonly table: string;
  readonly failures: number;
} {
  // A package's text is stronger than facts, so facts are measured without it.
  const byFacts = measured.flatMap((each) =>
    each.facts === undefined
      ? []
      : [{ reading: each.facts, verdict: verdictOf(each.facts, each.truth) }],
  );
  const decided = [...measured.filter(({ reading }) => reading.chain !== null), ...byFacts];
  const groups = Map.groupBy(decided, ({ reading }) => `${reading.reason} (${reading.strength})`);
  let failures = 0;
  const rows = [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, group]) => {
      const wrong = group.filter(({ verdict }) => verdict === 'wrong' || verdict === 'named');
      const share = (100 * wrong.length) / group.length;
      const pays = group.some(({ reading }) => isPayable(reading));
      if (pays && share > maxWrong && group.length >= minLabels) {
        console.log(`${name}: ${share.toFixed(2)} % wrong, and pays automatically`);
        failures += 1;
      }
      const cells = [
        name,
        group.length,
        wrong.length,
        `${share.toFixed(2)} %`,
        pays ? 'yes' : 'no',
      ];
      return `| ${cells.join(' | ')} |`;
    });
  const paid = measured.filter(({ reading }) => isPayable(reading)).length;
  const share = measured.length === 0 ? 0 : (100 * paid) / measured.length;
  const table = [
    '| reason (strength) | labels | wrong | share | pays automatically |',
    '|:--|--:|--:|--:|:--|',
    ...rows,
    `| **all labels** | ${measured.length} | | | ${share.toFixed(1)} % |`,
  ].join('\n');
  return { table, failures };
}
