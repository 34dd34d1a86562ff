export type StartAnswer = 'text' | 'json-string' | 'object';

export const startAnswers: readonly StartAnswer[] = ['text', 'json-string', 'object'];

/** Everything the command line can set; what is left out has the default of `defaults`. */
export interface SampleServiceOptions {
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  readonly port?: number | undefined;
  /** Without `:`, which Basic credentials cannot carry in a user name (RFC 7617, 2). */
  readonly tenant?: string | undefined;
  readonly apiKey?: string | undefined;
  /** A key that exists and is answered 403. */
  readonly revokedKey?: string | undefined;
  /** How long a calculation takes, in seconds; fractions and 0 allowed. */
  readonly jobSeconds?: number | undefined;
  /** License resources of kind "API call": one for each summary. */
  readonly apiCalls?: number | undefined;
  /** License resources for calculations: one for each accepted start. */
  readonly calculations?: number | undefined;
  readonly startAnswer?: StartAnswer | undefined;
  /** A result is given once; after that its status call answers 409. */
  readonly readOnce?: boolean | undefined;
  /** H: how many transfers back the engine follows money, from 1 to 64. */
  readonly depth?: number | undefined;
  /** Seed of the generated ledger; without meaning when `transfers` is given. */
  readonly seed?: number | undefined;
  /** CSV file of transfers: with it nothing is generated. */
  readonly transfers?: string | undefined;
  /** CSV file of labels; needs `transfers`. */
  readonly labels?: string | undefined;
  /** Folder of the database; without it everything is kept in memory. */
  readonly data?: string | undefined;
}

export const defaults = {
  tenant: '5a3c1e00-0000-4000-8000-000000000001',
  apiKey: 'sample-key',
  jobSeconds: 3,
  apiCalls: 10_000,
  calculations: 10_000,
  depth: 6,
  seed: 1,
} as const;
