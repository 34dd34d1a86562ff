import type { Labels, Payment } from './ledgers.ts';

/**
 * Calculates the same numbers differently, for small ledgers: full matrices instead of rows,
 * composition from the sources forward instead of weights pushed back, and the rank by solving its
 * linear equations instead of iterating. Uses nothing from `src`.
 */
export function denseScore(
  payments: readonly Payment[],
  labels: Labels,
  address: string,
  aggregator: 'money' | 'money_rank_weight',
  depth: number,
): { readonly score: number; readonly share: ReadonlyMap<string, number> } {
  const names = [...new Set(payments.flatMap(([from, to]) => [from, to]))];
  const rank = ranks(names, payments);
  const paid = (from: string, to: string) =>
    from === to
      ? 0
      : sum(payments.filter(([f, t]) => f === from && t === to).map(([, , usd]) => usd));
  const u = new Map(names.map((to) => [to, new Map(names.map((from) => [from, paid(from, to)]))]));

  let composition = new Map<string, Map<string, number>>();
  for (let h = 0; h < depth; h += 1) {
    composition = new Map(
      names.map((x) => {
        const inflow = u.get(x)!;
        const received = sum([...inflow.values()]);
        if (x in labels) return [x, new Map([[x, 1]])];
        if (h === 0 || received === 0) return [x, new Map([['', 1]])];
        return [x, mixed(inflow, composition, (_, usd) => usd / received)];
      }),
    );
  }
  const inflow = u.get(address) ?? new Map<string, number>();
  const weight = (from: string, usd: number) =>
    aggregator === 'money' ? usd : usd * rank[names.indexOf(from)]!;
  const weights = sum([...inflow].map(([from, usd]) => weight(from, usd)));
  const exposure =
    weights === 0
      ? new Map([['', 1]])
      : mixed(inflow, composition, (from, usd) => weight(from, usd) / weights);

  const share = new Map<string, number>();
  let score = 0;
  for (const [source, part] of exposure) {
    const category = labels[source]?.[0] ?? 'unattributed';
    share.set(category, (share.get(category) ?? 0) + part);
    score += part * (labels[source]?.[1] ?? 0);
  }
  return { score: Math.max(score, labels[address]?.[1] ?? 0), share };
}

function mixed(
  inflow: ReadonlyMap<string, number>,
  composition: ReadonlyMap<string, ReadonlyMap<string, number>>,
  weight: (from: string, usd: number) => number,
): Map<string, number> {
  const result = new Map<string, number>();
  for (const [from, usd] of inflow) {
    if (usd === 0) continue;
    for (const [source, part] of composition.get(from)!) {
      result.set(source, (result.get(source) ?? 0) + weight(from, usd) * part);
    }
  }
  return result;
}

/** Solves R = (1 − d)/n + d · (Wᵀ + dangling/n) R by Gaussian elimination with pivoting. */
function ranks(names: readonly string[], payments: readonly Payment[]): number[] {
  const n = names.length;
  const out = names.map((name) =>
    sum(payments.filter(([from, to]) => from === name && to !== name).map(([, , usd]) => usd)),
  );
  const matrix = names.map((to, row) => [
    ...names.map((from, column) => {
      const edge = sum(
        payments.filter(([f, t]) => f === from && t === to && f !== t).map(([, , usd]) => usd),
      );
      const flow = out[column] === 0 ? 1 / n : edge / out[column]!;
      return (row === column ? 1 : 0) - 0.85 * flow;
    }),
    0.15 / n,
  ]);
  for (let pivot = 0; pivot < n; pivot += 1) {
    const best = matrix
      .slice(pivot)
      .reduce((most, row) => (Math.abs(row[pivot]!) > Math.abs(most[pivot]!) ? row : most));
    const at = matrix.indexOf(best);
    [matrix[pivot], matrix[at]] = [matrix[at]!, matrix[pivot]!];
    for (const [index, row] of matrix.entries()) {
      if (index === pivot) continue;
      const factor = row[pivot]! / best[pivot]!;
      for (let column = pivot; column <= n; column += 1) row[column]! -= factor * best[column]!;
    }
  }
  return matrix.map((row, at) => row[n]! / row[at]!);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
