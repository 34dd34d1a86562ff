import type { ArgumentSpec, OptionSpec, Options } from '../options/options.ts';
import type { OperatorCommandSpec } from '../gateway/arguments.ts';
import type { Terminal } from './terminal.ts';

export type Run = (options: Options, terminal: Terminal) => Promise<number>;

/** A command: its help, its options, and its code. */
export interface CommandSpec extends ArgumentSpec {
  readonly name: string;
  readonly operands: string;
  /** Choices for its operand, for shell completion. */
  readonly choices?: readonly string[];
  /** It reads its arguments itself, which are operands here. */
  readonly hasOwnOptions?: boolean;
  /** Commands behind its name, such as `members add`. */
  readonly commands?: readonly OperatorCommandSpec[];
  /** Options of each of these commands in addition to its own. */
  readonly commonOptions?: readonly OptionSpec[];
  readonly summary: string;
  readonly details?: readonly string[];
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** It needs a Node that has `node:sqlite`, which its code loads. */
  readonly needsLedger?: boolean;
  /** Loaded when it runs: `--help` loads no command. */
  readonly load: () => Promise<Run>;
}
