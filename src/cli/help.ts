import type { OptionSpec } from '../options/options.ts';
import type { CommandSpec } from './commandSpec.ts';
import { program } from './program.ts';

/** In characters. */
const width = 96;

/** The help of all commands. */
export function overview(specs: readonly CommandSpec[], version: string): string {
  return [
    `${program} ${version}: blockchain addresses in source files.`,
    '',
    `Usage: ${program} COMMAND [OPTIONS] …`,
    ...listed(
      'Commands:',
      specs.map(({ name, summary }) => [name, summary]),
    ),
    '',
    `${program} COMMAND --help shows the options of a command, with examples.`,
    '',
    'Exit codes: 0 nothing fails; 1 findings that fail; 2 usage, configuration, or an address',
    'book that cannot be read; 3 service, credentials, quota, or nothing scored although',
    'something was to be; 4 interrupted. Of several, 2 goes before 4, 4 before 3, and 3',
    'before 1.',
    '',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(spec: CommandSpec): string {
  const { name, operands, summary, details = [], commands = [], options, examples } = spec;
  const usage = [program, name, operands, options.length > 0 ? '[OPTIONS]' : ''];
  return [
    `Usage: ${usage.filter((part) => part !== '').join(' ')}`,
    '',
    ...wrapped(summary, 0),
    ...details.flatMap((paragraph) => ['', ...wrapped(paragraph, 0)]),
    ...listed(
      'Commands:',
      commands.map((each) => [`${each.name} ${each.operands ?? ''}`.trim(), subcommandHelp(each)]),
    ),
    ...listed(
      'Options:',
      options.map((option) => [titleOf(option), helpOf(option)]),
    ),
    '',
    'Examples:',
    ...examples.flatMap(([command, does]) => [`  # ${does}`, `  ${program} ${command}`]),
    '',
  ].join('\n');
}

function listed(
  heading: string,
  rows: readonly (readonly [title: string, help: string])[],
): string[] {
  if (rows.length === 0) return [];
  const longest = Math.max(...rows.map(([title]) => title.length));
  const lines = rows.flatMap(([title, help]) => {
    const [first = '', ...others] = wrapped(help, longest + 4);
    return [`  ${title.padEnd(longest)}  ${first.trimStart()}`, ...others];
  });
  return ['', heading, ...lines];
}

function subcommandHelp({ help, options }: { help: string; options: readonly OptionSpec[] }) {
  const titles = options.map(({ name, value, choices }) =>
    titleOf({ name, value: choices?.join('|') ?? value }),
  );
  return options.length === 0 ? help : `${help} Takes ${titles.join(', ')}.`;
}

const titleOf = ({ name, value }: { name: string; value?: string | undefined }): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

function helpOf({ help = '', choices }: OptionSpec): string {
  return choices === undefined ? help : `${help} One of: ${choices.join(', ')}.`;
}

function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((each) => ' '.repeat(indent) + each);
}
