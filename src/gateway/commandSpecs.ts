import type { OptionSpec } from '../options/options.ts';
import { limitSpecs } from './arguments.ts';

/** A command of an operator: its arguments, for its parser, the help, and the completion of shells. */
export interface OperatorCommandSpec {
  readonly name: string;
  /** What stands behind its name, such as `NAME`. */
  readonly operands?: string;
  readonly help: string;
  /** Besides those that name the store, which each command takes. */
  readonly options: readonly OptionSpec[];
}

const format = (...choices: readonly string[]): OptionSpec => ({
  ...{ name: 'format', value: 'FORMAT', choices },
  help: 'The format (default: text).',
});

const memberLimits: readonly OptionSpec[] = [
  ...limitSpecs,
  { name: 'until', value: 'DATE', help: 'The last day, in UTC, such as 2027-01-31.' },
];

/** Behind `members`. */
export const memberCommands: readonly OperatorCommandSpec[] = [
  {
    ...{ name: 'add', operands: 'NAME', options: memberLimits },
    help: 'Prints a tenant ID and a key, once.',
  },
  {
    ...{ name: 'set', operands: 'NAME', options: memberLimits },
    help: 'Changes limits; “any” removes one.',
  },
  { name: 'list', help: 'Lists the members.', options: [format('text', 'json')] },
  { name: 'log', help: 'Lists who has changed what.', options: [format('text', 'json')] },
  { name: 'revoke', operands: 'NAME', help: 'Rejects the keys of a member.', options: [] },
  { name: 'enable', operands: 'NAME', help: 'Accepts them again.', options: [] },
  {
    name: 'rename',
    operands: 'NAME NEW',
    help: 'Changes the name. Usage, jobs, and keys stay.',
    options: [],
  },
  {
    ...{ name: 'rotate', operands: 'NAME', help: 'Prints a new key. The old one ends.' },
    options: [
      {
        ...{ name: 'overlap', value: 'HOURS' },
        // At most a year.
        range: [1, 8_760],
        help: 'For how many hours the old key still counts.',
      },
    ],
  },
];

export const usageCommand: OperatorCommandSpec = {
  name: 'usage',
  help: 'Shows what was used.',
  options: [
    {
      ...{ name: 'by', value: 'GROUP,…' },
      help: 'member, day, month, address, network, or several (default: member).',
    },
    format('text', 'json', 'csv'),
  ],
};

export const jobsCommand: OperatorCommandSpec = {
  name: 'jobs',
  help: 'Lists jobs. Decides what happens to a start that was lost.',
  options: [
    { name: 'forget', value: 'ID', help: 'The next request makes the start.' },
    { name: 'start-again', value: 'ID', help: 'A running gateway makes the start.' },
  ],
};

export const migrateCommand: OperatorCommandSpec = {
  name: 'migrate',
  help: 'Creates missing tables.',
  options: [{ name: 'restored', help: 'After a backup was restored.' }],
};

/** All of them, by their full names. */
export const operatorCommands: readonly OperatorCommandSpec[] = [
  ...memberCommands.map((command) => ({ ...command, name: `members ${command.name}` })),
  ...[usageCommand, jobsCommand, migrateCommand],
];
