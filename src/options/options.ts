import { parseArgs } from 'node:util';
import { didYouMean } from './closest.ts';

/** A command line, a configuration, or a folder that cannot be used: one line, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Exit codes of commands; `worst` picks one of several. */
export const exitCodes = { ok: 0, findings: 1, usage: 2, service: 3, interrupted: 4 } as const;

/** 2 goes before 4, 4 before 3, and 3 before 1. */
export function worst(...codes: readonly number[]): number {
  const order = [exitCodes.usage, exitCodes.interrupted, exitCodes.service, exitCodes.findings];
  return order.find((code) => codes.includes(code)) ?? exitCodes.ok;
}

export interface OptionSpec {
  readonly name: string;
  /** Placeholder shown in the help; omitted for flags. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Only numbers in this range: integers, unless fractions are allowed. */
  readonly range?: readonly [least: number, most: number];
  readonly allowsFractions?: boolean;
  /** Omitted for what the help leaves to a page. */
  readonly help?: string;
}

/** Shared by the command line, the gateway, and the sample service. */
export interface ArgumentSpec {
  readonly options: readonly OptionSpec[];
  /** The command that shows their help, such as `address-risk check --help`. */
  readonly help?: string;
  /**
   * Placeholders of the operands, such as `PATH…` for any number; without it, operands are
   * rejected.
   */
  readonly operands?: string;
}

/** The arguments that were given. */
export interface Options {
  readonly operands: readonly string[];
  has(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
}

/** @throws UsageError for an option that is unknown, given twice, or has a value that makes no sense */
export function readOptions(spec: ArgumentSpec, args: readonly string[]): Options {
  const values = new Map<string, string | true>();
  const { tokens, positionals } = parsed(spec, args);
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = spec.options.find(({ name }) => name === token.name);
    if (option === undefined) throw unknownOption(token.rawName, spec);
    if (values.has(token.name)) throw new UsageError(`--${token.name} appears twice.`);
    values.set(token.name, checked(option, token.value));
  }
  const maxOperands = maxOperandsOf(spec);
  if (positionals.length > maxOperands) {
    throw new UsageError(`Unexpected argument ${JSON.stringify(positionals[maxOperands])}.`);
  }
  return optionsOf(positionals, values);
}

/** Wraps existing option values, for callers without a command line. */
export function optionsOf(
  operands: readonly string[],
  values: ReadonlyMap<string, string | true> = new Map(),
): Options {
  const text = (name: string): string | undefined => {
    const value = values.get(name);
    return value === true ? undefined : value;
  };
  return {
    operands,
    has: (name) => values.has(name),
    text,
    number(name) {
      const value = text(name);
      return value === undefined ? undefined : Number(value);
    },
  };
}

function maxOperandsOf({ operands = '' }: ArgumentSpec): number {
  if (operands === '') return 0;
  return operands.includes('…') ? Infinity : operands.split(' ').length;
}

function parsed(spec: ArgumentSpec, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(
        spec.options.map(({ name, value }) => [
          name,
          { type: value === undefined ? 'boolean' : 'string' } as const,
        ]),
      ),
      allowPositionals: maxOperandsOf(spec) > 0,
      tokens: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [, unvalued] =
      /^Option '--([\w-]+)(?: <value>)?' argument (?:is ambiguous|missing)/.exec(error.message) ??
      [];
    const option = spec.options.find(({ name }) => name === unvalued);
    if (option !== undefined) {
      throw new UsageError(`--${option.name} needs a value: --${option.name} ${option.value}.`);
    }
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(error.message) ?? [];
    if (unknown !== undefined) throw unknownOption(unknown, spec);
    // Node explains itself in further sentences, and on further lines.
    const [first = ''] = error.message.split(/\.\s|\n/, 1);
    throw new UsageError(`${first.replace(/\.$/, '').replaceAll("'", '"')}.`);
  }
}

function unknownOption(option: string, { options, help }: ArgumentSpec): UsageError {
  const meant = didYouMean(
    option,
    options.map(({ name }) => `--${name}`),
  );
  const where = help === undefined ? '' : ` “${help}” lists all options.`;
  return new UsageError(`Unknown option ${JSON.stringify(option)}.${meant}${where}`);
}

function checked(option: OptionSpec, given: string | undefined): string | true {
  const { name, value, choices, range } = option;
  if (value === undefined) return true;
  const text = given ?? '';
  if (text === '') throw new UsageError(`--${name} is empty: it needs a value, ${value}.`);
  if (choices !== undefined) choiceOf(name, text, choices);
  if (range !== undefined) checkNumber(text, range, option);
  return text;
}

/** @throws UsageError if the text isn't one of an option's choices */
export function choiceOf<Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === text);
  if (choice === undefined) throw new UsageError(`--${name} is one of: ${choices.join(', ')}.`);
  return choice;
}

function checkNumber(
  text: string,
  [least, most]: readonly [number, number],
  { name, allowsFractions = false }: OptionSpec,
): void {
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(number >= least && number <= most)) {
    throw new UsageError(`--${name} takes a number from ${least} to ${most}.`);
  }
  if (!allowsFractions && !/^\d+$/.test(text)) {
    throw new UsageError(`--${name} takes a whole number.`);
  }
}
