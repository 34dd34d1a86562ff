import type { Finding } from '../../folder/findings.ts';

/** Everything that is said of an address at a place, as people read it. */
export interface Entry extends Finding {
  /** Each once; the most severe first. */
  readonly rules: readonly string[];
  readonly messages: readonly string[];
}

/**
 * One entry for each address and place, which is its most severe finding.
 * @param findings the most severe first
 */
export function entriesOf(findings: readonly Finding[]): Entry[] {
  const byPlace = Map.groupBy(findings, ({ path, line, column, address }) =>
    JSON.stringify([path, line, column, address]),
  );
  return [...byPlace.values()].flatMap((same) => {
    const [first] = same;
    const rules = [...new Set(same.map(({ rule }) => rule))];
    const messages = [...new Set(same.map(({ message }) => message))];
    return first === undefined ? [] : [{ ...first, rules, messages }];
  });
}
