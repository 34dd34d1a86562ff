import type { OptionSpec } from './options.ts';

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
