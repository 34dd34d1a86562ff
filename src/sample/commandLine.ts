import {
  choiceOf,
  readOptions,
  type OptionSpec,
  type Options,
  UsageError,
} from '../options/options.ts';

const startAnswers = ['text', 'json-string', 'object'] as const;
export type StartAnswer = (typeof startAnswers)[number];

/** Everything the command line can set. */
export type SampleServiceOptions = Partial<ReturnType<typeof readCommandLine>>;

const count = [0, Number.MAX_SAFE_INTEGER] as const;

/** The options of the sample service, in the order of its help. */
export const sampleServiceSpecs: readonly OptionSpec[] = [
  { name: 'port', value: 'PORT', range: [0, 65_535], help: 'A free one of 127.0.0.1 by default.' },
  {
    name: 'tenant',
    value: 'ID',
    help: 'The tenant ID, without “:” (default: 5a3c1e00-0000-4000-8000-000000000001).',
  },
  { name: 'api-key', value: 'KEY', help: 'The API key (default: sample-key).' },
  { name: 'revoked-key', value: 'KEY', help: 'A key that gets 403.' },
  {
    name: 'job-seconds',
    value: 'S',
    range: [0, 86_400],
    allowsFractions: true,
    help: 'How long a calculation takes: from 0, fractions allowed (default: 3).',
  },
  {
    name: 'api-calls',
    value: 'N',
    range: count,
    help: 'API calls of the license (default: 10,000).',
  },
  {
    name: 'calculations',
    value: 'N',
    range: count,
    help: 'Calculations of the license (default: 10,000).',
  },
  {
    name: 'start-answer',
    value: 'KIND',
    help: 'What a start returns: text, json-string, or object, {"job_id": …} (default: text).',
  },
  { name: 'read-once', help: 'A result is returned once, then 409.' },
  {
    name: 'depth',
    value: 'N',
    range: [1, 64],
    help: 'How many transfers back money is followed, 1 to 64 (default: 6).',
  },
  {
    name: 'seed',
    value: 'N',
    range: [0, 0xffff_ffff],
    help: 'The seed of the generated ledger (default: 1). With --transfers, nothing is generated.',
  },
  { name: 'transfers', value: 'FILE', help: 'Transfers as CSV, in place of generated ones.' },
  { name: 'labels', value: 'FILE', help: 'Labels of addresses as CSV; needs --transfers.' },
  {
    name: 'data',
    value: 'DIR',
    help: 'A folder that keeps jobs, counts, and keys. Without it, they are in memory.',
  },
];

/** @throws {UsageError} for an unknown option or a value that makes no sense. */
export function readCommandLine(args: readonly string[]) {
  const options = readOptions({ options: sampleServiceSpecs, help: 'sample-service --help' }, args);
  return {
    /** TCP port on 127.0.0.1; 0 takes a free one. */
    port: options.number('port'),
    /** Without `:`, which Basic credentials cannot carry in a user name (RFC 7617, 2). */
    tenant: credentialIn(options, 'tenant', /^[^:\p{Cc}]+$/u),
    apiKey: credentialIn(options, 'api-key', /^\P{Cc}+$/u),
    /** A key that exists and is answered 403. */
    revokedKey: credentialIn(options, 'revoked-key', /^\P{Cc}+$/u),
    /** How long a calculation takes, in seconds; fractions and 0 allowed. */
    jobSeconds: options.number('job-seconds'),
    /** License resources of kind "API call": one per summary. */
    apiCalls: options.number('api-calls'),
    /** License resources for calculations: one per accepted start. */
    calculations: options.number('calculations'),
    startAnswer: choiceOf('start-answer', options.text('start-answer') ?? 'text', startAnswers),
    /** A result is given once; after that its status call answers 409. */
    readOnce: options.has('read-once'),
    /** H: how many transfers back the engine follows money, from 1 to 64. */
    depth: options.number('depth'),
    /** Seed of the generated ledger; without meaning when `transfers` is given. */
    seed: options.number('seed'),
    /** CSV file of transfers: with it nothing is generated. */
    transfers: options.text('transfers'),
    /** CSV file of labels; needs `transfers`. */
    labels: options.text('labels'),
    /** Folder of the database; without it everything is kept in memory. */
    data: options.text('data'),
  };
}

function credentialIn(options: Options, name: string, shape: RegExp): string | undefined {
  const text = options.text(name);
  if (text === undefined || shape.test(text)) return text;
  throw new UsageError(`--${name} is empty or has characters that Basic credentials cannot carry`);
}
