import type { ArgumentSpec, OptionSpec, Options } from '../options/options.ts';
import type { Terminal } from './terminal.ts';

export type Run = (options: Options, terminal: Terminal) => Promise<number>;

/** A command behind another one, which reads its arguments itself. */
interface SubcommandSpec {
  readonly name: string;
  readonly operands?: string;
  readonly help: string;
  readonly options: readonly OptionSpec[];
}

/** A command: its help, its options, and its code. */
export interface CommandSpec extends ArgumentSpec {
  readonly name: string;
  /** What stands behind its name, such as `[PATH…]`. */
  readonly operands: string;
  /** It reads its arguments itself, which are operands here. */
  readonly hasOwnOptions?: boolean;
  /** Commands behind its name, such as `members add`. */
  readonly commands?: readonly SubcommandSpec[];
  /** What each of these takes besides its own options. */
  readonly commonOptions?: readonly OptionSpec[];
  readonly summary: string;
  readonly details?: readonly string[];
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** It needs a Node that has `node:sqlite`, which its code loads. */
  readonly needsLedger?: boolean;
  /** Loaded when it runs: `--help` loads no command. */
  readonly load: () => Promise<Run>;
}

export const since: OptionSpec = {
  name: 'since',
  value: 'REV',
  help: 'What is new: what is not at this revision; of a branch, where HEAD left it. Findings are then only about what is new, besides deny lists, the address book, and what could not be read. Without it: where HEAD left the default branch of origin.',
};

export const judge: OptionSpec = {
  name: 'judge',
  value: 'BRANCH',
  help: 'The branch whose policy, lists, and entries count, best by its full name, such as refs/remotes/origin/main. Without it: the branch of --since, else the default branch of origin.',
};

export const staged: OptionSpec = {
  name: 'staged',
  help: 'Check the index, compared with HEAD, which also judges. A help for those who commit, and not a gate.',
};

export const all: OptionSpec = { name: 'all', help: 'Report also what is not new.' };

export const output: OptionSpec = {
  name: 'output',
  value: 'FILE',
  help: 'Write the result to this file.',
};

export const trust: OptionSpec = {
  name: 'trust',
  value: 'REVISION',
  choices: ['base', 'head'],
  help: 'Whose address book is trusted. With head, the change may vouch for itself.',
};

export function formatOf(help: string, choices: readonly string[]): OptionSpec {
  return { name: 'format', value: 'FORMAT', choices, help: `The format: ${help}.` };
}

export const sample: OptionSpec = {
  name: 'sample',
  help: 'Use the sample service of this machine: made-up data, at no cost.',
};

export const ledger: OptionSpec = {
  name: 'ledger',
  value: 'DIR',
  help: 'The folder of paid results and open jobs (default: the user’s folder for state). Runs that share it pay once.',
};

export const keyFd: OptionSpec = {
  name: 'key-fd',
  value: 'N',
  range: [0, 1_023],
  help: 'Read the API key from this open file, in place of ADDRESS_RISK_KEY.',
};

export const network: OptionSpec = {
  name: 'network',
  value: 'NAME',
  help: 'The network of the addresses, such as ethereum. In paths: of those for which neither the code nor the address book names one.',
};

export const timeout: OptionSpec = {
  name: 'timeout',
  value: 'MINUTES',
  range: [1, 1_440],
  help: 'How long to wait for a job (default: 15). Then it stays open, and the next run resumes it.',
};

export const chainIds: OptionSpec = {
  name: 'chain-ids',
  value: 'NAME=ID,…',
  help: 'The identifiers that the service expects for networks, where they differ from the names here. They go before those of the policy.',
};

export const scale: OptionSpec = {
  name: 'scale',
  value: 'JSON',
  help: 'The scale of scores, as in the policy, where the policy has none.',
};

export const account: readonly OptionSpec[] = [ledger, keyFd, sample];
