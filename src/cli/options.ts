import { parseArgs } from 'node:util';
import { UsageError } from './usageError.ts';

export interface OptionSpec {
  readonly name: string;
  /** What stands for its value; missing for a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Whole numbers alone, and no others. */
  readonly range?: readonly [least: number, most: number];
  readonly help: string;
}

export interface CommandSpec {
  readonly name: string;
  /** What stands behind its name, such as `[PATH…]`. */
  readonly operands: string;
  readonly maxOperands?: number;
  /** It reads its arguments itself. */
  readonly hasOwnOptions?: boolean;
  readonly summary: string;
  readonly details: readonly string[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly (readonly [command: string, does: string])[];
}

/** The options of a command line, which are those of the command. */
export interface Options {
  readonly operands: readonly string[];
  has(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
}

/** @throws UsageError */
export function readOptions(spec: CommandSpec, args: readonly string[]): Options {
  const values = new Map<string, string | true>();
  const { tokens, positionals } = parsed(spec, args);
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = spec.options.find(({ name }) => name === token.name);
    if (option === undefined) throw new UsageError(`Unknown option ${token.rawName}.`);
    if (values.has(token.name)) throw new UsageError(`--${token.name} appears twice.`);
    values.set(token.name, checked(option, token.value));
  }
  const { maxOperands = Infinity } = spec;
  if (positionals.length > maxOperands) {
    throw new UsageError(`Unexpected argument ${JSON.stringify(positionals[maxOperands])}.`);
  }
  const text = (name: string): string | undefined => {
    const value = values.get(name);
    return value === true ? undefined : value;
  };
  return {
    operands: positionals,
    has: (name) => values.has(name),
    text,
    number(name) {
      const value = text(name);
      return value === undefined ? undefined : Number(value);
    },
  };
}

function parsed({ options }: CommandSpec, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(
        options.map(({ name, value }) => [
          name,
          { type: value === undefined ? 'boolean' : 'string' } as const,
        ]),
      ),
      allowPositionals: true,
      tokens: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node explains itself in further sentences, and on further lines.
    const [first = ''] = error.message.split(/\.\s|\n/, 1);
    throw new UsageError(`${first.replace(/\.$/, '')}.`);
  }
}

function checked({ name, value, choices, range }: OptionSpec, given: unknown): string | true {
  if (value === undefined) return true;
  const text = typeof given === 'string' ? given : '';
  if (text === '') throw new UsageError(`--${name} needs a value: ${value}.`);
  if (choices?.includes(text) === false) {
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}.`);
  }
  if (range !== undefined) {
    const [least, most] = range;
    const isWhole = /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
    if (!isWhole)
      throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`);
  }
  return text;
}
