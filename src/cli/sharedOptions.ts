import type { OptionSpec } from './options.ts';

export const since: OptionSpec = {
  name: 'since',
  value: 'REV',
  help: 'Compare with this revision. Findings are then about what is new alone, but for deny lists and the address book. Without it: where HEAD and the default branch parted.',
};

export const staged: OptionSpec = {
  name: 'staged',
  help: 'Check the index, compared with HEAD.',
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
