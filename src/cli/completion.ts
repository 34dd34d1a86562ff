import type { Options } from '../options/options.ts';
import type { CommandSpec } from './commandSpec.ts';
import type { Terminal } from './terminal.ts';
import { exitCodes, UsageError } from '../options/usageError.ts';

const program = 'address-risk';

type Specs = readonly CommandSpec[];

/** Writes the script that completes commands, options, and their values. @throws UsageError */
export async function runCompletion(
  specs: Specs,
  { operands }: Options,
  terminal: Terminal,
): Promise<number> {
  const [shell = ''] = operands;
  const script = scripts[shell];
  if (script === undefined) {
    throw new UsageError(`Name the shell: ${Object.keys(scripts).join(', ')}.`);
  }
  await terminal.write(script(specs));
  return exitCodes.ok;
}

const scripts: Readonly<Record<string, (specs: Specs) => string>> = {
  bash: bashScript,
  // zsh runs such scripts by a part of its own.
  zsh: (specs) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(specs)}`,
  fish: fishScript,
};

/** What can come first, and behind a first word of two. */
function wordsAfter(specs: Specs, first: string): string[] {
  const names = specs.map(({ name }) => name.split(' '));
  const words = names.flatMap(([one = '', two = '']) =>
    first === '' ? [one] : one === first ? [two] : [],
  );
  return [...new Set(words)];
}

function bashScript(specs: Specs): string {
  const cases = specs.flatMap(({ name, options }) => [
    `    '${name} '*)`,
    '      case $previous in',
    ...options
      .filter(({ value }) => value !== undefined)
      .map(
        ({ name: option, choices = [] }) =>
          `        --${option}) options='${choices.join(' ')}' ;;`,
      ),
    `        *) options='${[...options.map((each) => `--${each.name}`), '--help'].join(' ')}' ;;`,
    '      esac ;;',
  ]);
  const doubles = [...new Set(specs.flatMap(({ name }) => name.split(' ').slice(0, -1)))];
  return `${[
    '_address_risk() {',
    '  local words="${COMP_WORDS[*]:1:COMP_CWORD-1} " options=',
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}',
    '  case $words in',
    `    ' ') options='${[...wordsAfter(specs, ''), '--help', '--version'].join(' ')}' ;;`,
    ...cases,
    ...doubles.map(
      (first) => `    '${first} ') options='${wordsAfter(specs, first).join(' ')}' ;;`,
    ),
    '  esac',
    '  COMPREPLY=($(compgen -W "$options" -- "$current"))',
    '}',
    `complete -o default -F _address_risk ${program}`,
  ].join('\n')}\n`;
}

function fishScript(specs: Specs): string {
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const line = (condition: string, rest: string): string =>
    `complete -c ${program} -n ${quoted(condition)} ${rest}`;
  const seen = (name: string): string =>
    name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
  const ofCommand = ({ name, summary, options }: CommandSpec): string[] => {
    const [first = '', second] = name.split(' ');
    const description = `-f -d ${quoted(summary)}`;
    return [
      second === undefined
        ? line('__fish_use_subcommand', `-a ${first} ${description}`)
        : line(seen(first), `-a ${second} ${description}`),
      ...options.map(({ name: option, value, choices, help = '' }) =>
        line(
          seen(name),
          [
            `-l ${option}`,
            ...(value === undefined ? [] : ['-r']),
            ...(choices === undefined ? [] : [`-f -a ${quoted(choices.join(' '))}`]),
            `-d ${quoted(help)}`,
          ].join(' '),
        ),
      ),
    ];
  };
  const firsts = [...new Set(specs.flatMap(({ name }) => name.split(' ').slice(0, -1)))];
  return `${[
    ...firsts.map((first) => line('__fish_use_subcommand', `-f -a ${first}`)),
    ...specs.flatMap(ofCommand),
  ].join('\n')}\n`;
}
