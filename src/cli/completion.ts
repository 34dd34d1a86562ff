import { type Options, exitCodes, UsageError } from '../options/options.ts';
import type { CommandSpec } from './commandSpec.ts';
import { program } from './program.ts';
import type { Terminal } from './terminal.ts';

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

/** A completable command, possibly a subcommand. */
type Completed = Pick<CommandSpec, 'name' | 'summary' | 'options' | 'choices'>;

/** Subcommands come before their parents, because the first match in a script wins. */
function completed(specs: Specs): Completed[] {
  return specs.flatMap((spec) => [
    ...(spec.commands ?? []).map(({ name, help, options }) => ({
      ...{ name: `${spec.name} ${name}`, summary: help },
      options: [...options, ...(spec.commonOptions ?? [])],
    })),
    spec,
  ]);
}

/** The words that can come behind some words of names. */
function wordsAfter(all: readonly Completed[], first: string): string[] {
  const start = first === '' ? '' : `${first} `;
  const words = all
    .filter(({ name }) => name.startsWith(start))
    .map(({ name }) => name.slice(start.length).split(' ', 1)[0] ?? '');
  return [...new Set(words)];
}

/** First words of multiword names: `lists`, `gateway`, `gateway members`. */
function firstWords(all: readonly Completed[]): string[] {
  const firsts = all.flatMap(({ name }) => {
    const words = name.split(' ').slice(0, -1);
    return words.map((_, at) => words.slice(0, at + 1).join(' '));
  });
  return [...new Set(firsts)];
}

function bashScript(specs: Specs): string {
  const all = completed(specs);
  const titles = ({ options }: Completed): string[] => [
    ...options.map((each) => `--${each.name}`),
    '--help',
  ];
  const cases = all.flatMap((command) => [
    `    '${command.name} '*)`,
    '      case $previous in',
    ...command.options
      .filter(({ value }) => value !== undefined)
      .map(
        ({ name: option, choices = [] }) =>
          `        --${option}) options='${choices.join(' ')}' ;;`,
      ),
    `        *) options='${[...(command.choices ?? []), ...titles(command)].join(' ')}' ;;`,
    '      esac ;;',
  ]);
  return `${[
    '_address_risk() {',
    '  local words="${COMP_WORDS[*]:1:COMP_CWORD-1} " options=',
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}',
    '  case $words in',
    `    ' ') options='${[...wordsAfter(all, ''), '--help', '--version'].join(' ')}' ;;`,
    `    'help '*) options='${wordsAfter(all, '').join(' ')}' ;;`,
    ...firstWords(all).map((first) => {
      const own = all.filter(({ name }) => name === first).flatMap(titles);
      return `    '${first} ') options='${[...wordsAfter(all, first), ...own].join(' ')}' ;;`;
    }),
    ...cases,
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
  const all = completed(specs);
  const seenWord = (word: string): string => `__fish_seen_subcommand_from ${word}`;
  // `usage` is a command, and also a command of `gateway`.
  const outerOf = (word: string): string[] =>
    firstWords(all).filter(
      (first) => !first.includes(' ') && wordsAfter(all, first).includes(word),
    );
  const seen = (name: string): string => {
    const words = name.split(' ');
    const others = words.length > 1 ? [] : outerOf(name);
    return [...words.map(seenWord), ...others.map((word) => `not ${seenWord(word)}`)].join(
      '; and ',
    );
  };
  const behind = (name: string): readonly [condition: string, word: string] => {
    const words = name.split(' ');
    const before = words.slice(0, -1).join(' ');
    return [before === '' ? '__fish_use_subcommand' : seen(before), words.at(-1) ?? ''];
  };
  const ofCommand = ({ name, summary, options, choices: operands }: Completed): string[] => {
    const [condition, word] = behind(name);
    return [
      line(condition, `-f -a ${word} -d ${quoted(summary)}`),
      ...(operands === undefined ? [] : [line(seen(name), `-f -a ${quoted(operands.join(' '))}`)]),
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
  const names = new Set(all.map(({ name }) => name));
  const firsts = firstWords(all).filter((first) => !names.has(first));
  return `${[
    line(seenWord('help'), `-f -a ${quoted(wordsAfter(all, '').join(' '))}`),
    ...firsts.map((first) => {
      const [condition, word] = behind(first);
      return line(condition, `-f -a ${word}`);
    }),
    ...all.flatMap(ofCommand),
  ].join('\n')}\n`;
}
