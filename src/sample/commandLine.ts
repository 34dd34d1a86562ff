import { parseArgs } from 'node:util';
import { startAnswers, type SampleServiceOptions } from './options.ts';
import { UsageError } from './usageError.ts';

/** @throws {UsageError} for an unknown option or a value that makes no sense. */
export function readCommandLine(args: readonly string[]): SampleServiceOptions {
  const { values } = parse(args);
  const startAnswer = startAnswers.find((name) => name === (values['start-answer'] ?? 'text'));
  if (startAnswer === undefined) {
    throw new UsageError(`--start-answer is one of: ${startAnswers.join(', ')}`);
  }
  return {
    port: integer('port', values.port, 0, 65_535),
    tenant: credential('tenant', values.tenant, /^[^:\p{Cc}]+$/u),
    apiKey: credential('api-key', values['api-key'], /^\P{Cc}+$/u),
    revokedKey: credential('revoked-key', values['revoked-key'], /^\P{Cc}+$/u),
    jobSeconds: number('job-seconds', values['job-seconds'], 0, 86_400),
    apiCalls: integer('api-calls', values['api-calls'], 0, Number.MAX_SAFE_INTEGER),
    calculations: integer('calculations', values.calculations, 0, Number.MAX_SAFE_INTEGER),
    startAnswer,
    readOnce: values['read-once'],
    depth: integer('depth', values.depth, 1, 64),
    seed: integer('seed', values.seed, 0, 0xffff_ffff),
    transfers: values.transfers,
    labels: values.labels,
    data: values.data,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        tenant: text,
        'api-key': text,
        'revoked-key': text,
        'job-seconds': text,
        'api-calls': text,
        calculations: text,
        'start-answer': text,
        'read-once': { type: 'boolean' },
        depth: text,
        seed: text,
        transfers: text,
        labels: text,
        data: text,
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'unreadable options');
  }
}

function number(name: string, text: string | undefined, min: number, max: number) {
  if (text === undefined) return undefined;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(value >= min && value <= max)) {
    throw new UsageError(`--${name} takes a number from ${min} to ${max}`);
  }
  return value;
}

function integer(name: string, text: string | undefined, min: number, max: number) {
  const value = number(name, text, min, max);
  if (value !== undefined && !Number.isSafeInteger(value)) {
    throw new UsageError(`--${name} takes a whole number`);
  }
  return value;
}

function credential(name: string, text: string | undefined, shape: RegExp) {
  if (text !== undefined && !shape.test(text)) {
    throw new UsageError(
      `--${name} is empty or has characters that Basic credentials cannot carry`,
    );
  }
  return text;
}
