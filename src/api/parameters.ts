/** service-spec.md, the values of `aggregator`. */
export const aggregators = ['money', 'money_rank_weight'] as const;
export type Aggregator = (typeof aggregators)[number];

/** Chain identifiers that may appear in a URL; the contract fixes the pattern. */
export const chainIdShape = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;
