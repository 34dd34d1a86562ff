import { choiceOf, readOptions, type OptionSpec, type Options } from '../options/options.ts';
import { UsageError } from '../options/usageError.ts';
import { startAnswers, type SampleServiceOptions } from './options.ts';

const count = [0, Number.MAX_SAFE_INTEGER] as const;

/** The options of the sample service, in the order of its help. */
export const sampleServiceSpecs: readonly OptionSpec[] = [
  { name: 'port', value: 'PORT', range: [0, 65_535], help: 'A free one by default.' },
  { name: 'tenant', value: 'UUID', help: 'The tenant ID.' },
  { name: 'api-key', value: 'KEY', help: 'The API key (default: sample-key).' },
  { name: 'revoked-key', value: 'KEY', help: 'A key that was revoked.' },
  {
    name: 'job-seconds',
    value: 'S',
    range: [0, 86_400],
    allowsFractions: true,
    help: 'How long a calculation takes (default: 3).',
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
  { name: 'start-answer', value: 'KIND', help: 'text, json-string, or object.' },
  { name: 'read-once', help: 'A result is given once.' },
  {
    name: 'depth',
    value: 'N',
    range: [1, 64],
    help: 'How many transfers back money is followed (default: 6).',
  },
  { name: 'seed', value: 'N', range: [0, 0xffff_ffff], help: 'The seed of the generated ledger.' },
  { name: 'transfers', value: 'FILE', help: 'Transfers as CSV, in place of generated ones.' },
  { name: 'labels', value: 'FILE', help: 'Labels of addresses as CSV.' },
  { name: 'data', value: 'DIR', help: 'A folder that keeps jobs and licenses.' },
];

/** @throws {UsageError} for an unknown option or a value that makes no sense. */
export function readCommandLine(args: readonly string[]): SampleServiceOptions {
  const options = readOptions({ options: sampleServiceSpecs, maxOperands: 0 }, args);
  return {
    port: options.number('port'),
    tenant: credentialIn(options, 'tenant', /^[^:\p{Cc}]+$/u),
    apiKey: credentialIn(options, 'api-key', /^\P{Cc}+$/u),
    revokedKey: credentialIn(options, 'revoked-key', /^\P{Cc}+$/u),
    jobSeconds: options.number('job-seconds'),
    apiCalls: options.number('api-calls'),
    calculations: options.number('calculations'),
    startAnswer: choiceOf('start-answer', options.text('start-answer') ?? 'text', startAnswers),
    readOnce: options.has('read-once'),
    depth: options.number('depth'),
    seed: options.number('seed'),
    transfers: options.text('transfers'),
    labels: options.text('labels'),
    data: options.text('data'),
  };
}

function credentialIn(options: Options, name: string, shape: RegExp): string | undefined {
  const text = options.text(name);
  if (text === undefined || shape.test(text)) return text;
  throw new UsageError(`--${name} is empty or has characters that Basic credentials cannot carry`);
}
