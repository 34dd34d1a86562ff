import type { OptionSpec } from '../options/options.ts';
import type { CommandSpec } from './commandSpec.ts';
import { program } from './program.ts';

/** In characters; narrower terminals get shorter lines. */
const widest = 96;
const narrowest = 40;

/** @param columns of the terminal; NaN if they are not known */
export const widthIn = (columns: number): number =>
  columns > 0 ? Math.max(narrowest, Math.min(widest, columns)) : widest;

/** The help of all commands. */
export function overview(specs: readonly CommandSpec[], version: string, width = widest): string {
  return [
    `${program} ${version}: blockchain addresses in source files.`,
    '',
    `Usage: ${program} COMMAND [OPTIONS] …`,
    ...listed(
      width,
      'Commands:',
      specs.map(({ name, summary }) => [name, summary]),
    ),
    '',
    ...wrapped(`${program} COMMAND --help shows the options of a command, with examples.`, width),
    '',
    ...wrapped(
      'Exit codes: 0 nothing fails; 1 findings that fail; 2 usage, configuration, or an address book that cannot be read; 3 service, credentials, quota, or nothing scored although something was to be; 4 interrupted. Of several, 2 goes before 4, 4 before 3, and 3 before 1.',
      width,
    ),
    '',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(spec: CommandSpec, width = widest): string {
  const { name, operands, summary, details = [], commands = [], options, examples } = spec;
  const usage = [program, name, operands, options.length > 0 ? '[OPTIONS]' : ''];
  return [
    `Usage: ${usage.filter((part) => part !== '').join(' ')}`,
    '',
    ...wrapped(summary, width),
    ...details.flatMap((paragraph) => ['', ...wrapped(paragraph, width)]),
    ...listed(
      width,
      'Commands:',
      commands.map((each) => [`${each.name} ${each.operands ?? ''}`.trim(), subcommandHelp(each)]),
    ),
    ...listed(
      width,
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
  width: number,
  heading: string,
  rows: readonly (readonly [title: string, help: string])[],
): string[] {
  if (rows.length === 0) return [];
  const longest = Math.max(...rows.map(([title]) => title.length));
  const lines = rows.flatMap(([title, help]) => {
    const [first = '', ...others] = wrapped(help, width, longest + 4);
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

function wrapped(text: string, width: number, indent = 0): string[] {
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
