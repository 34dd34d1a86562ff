import { LedgerError } from '../ledger/faults.ts';
import { commandHelp, overview, widthIn } from './help.ts';
import { program, requireLedger, version } from './program.ts';
import { optionsOf, readOptions, exitCodes, UsageError } from '../options/options.ts';
import { didYouMean } from '../options/closest.ts';
import type { CommandSpec } from './commandSpec.ts';
import { specs } from './specs.ts';
import { processTerminal, writeProblem, type Terminal } from './terminal.ts';

/** Runs a command line as this process and sets its exit code. */
export function runProcess(args: readonly string[]): void {
  let isWritten = true;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader such as `head` may close the output early. The findings still decide the exit
      // code.
      if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED' || !isWritten) return;
      isWritten = false;
      process.exitCode = exitCodes.usage;
      process.stderr.write(`address-risk: The output cannot be written: ${writeProblem(error)}.\n`);
    });
  }
  void dispatch(args, processTerminal()).then((code) => {
    // With another one, a result that is not there would pass for what it means.
    if (isWritten) process.exitCode = code;
    // Calls of a gateway may still be in flight, but printed output comes first.
    if (code === exitCodes.interrupted) process.stdout.write('', () => process.exit());
  });
}

/** Runs a command line. Never throws for what the user or a repository did. */
export async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    // Else these would be loaded for each command.
    if (error instanceof LedgerError) {
      const { notStoredText } = await import('./paid/endTexts.ts');
      terminal.note(`address-risk: ${notStoredText(error.reason)}`);
      return exitCodes.service;
    }
    const isUsage = error instanceof UsageError;
    const text = isUsage ? error.message : (await import('./checkReport.ts')).errorText(error);
    if (text === undefined) throw error;
    terminal.note(`address-risk: ${text}`);
    return exitCodes.usage;
  }
}

async function run(
  [first = '--help', ...args]: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const width = widthIn(Number(terminal.env['COLUMNS'] ?? process.stdout.columns));
  if (first === 'help' && args.length > 0) return run([...args, '--help'], terminal);
  if (first === '--help' || first === '-h' || first === 'help') {
    await terminal.write(overview(specs, version(), width));
    return exitCodes.ok;
  }
  if (first === '--version') {
    await terminal.write(`${version()}\n`);
    return exitCodes.ok;
  }
  const { spec, rest } = specOf([first, ...args]);
  const end = rest.indexOf('--');
  const before = end === -1 ? rest : rest.slice(0, end);
  const isHelp = before[0] === 'help' && spec.commands !== undefined;
  if (isHelp || before.includes('--help') || before.includes('-h')) {
    await terminal.write(commandHelp(spec, width));
    return exitCodes.ok;
  }
  if (spec.needsLedger === true) requireLedger();
  if (spec.hasOwnOptions === true) return (await spec.load())(optionsOf(rest), terminal);
  terminal.exitWhenInterrupted();
  const command = await spec.load();
  const help = `${program} ${spec.name} --help`;
  return command(readOptions({ ...spec, help }, rest), terminal);
}

/** A command may be two words. */
function specOf(args: readonly string[]): {
  readonly spec: CommandSpec;
  readonly rest: readonly string[];
} {
  for (const count of [1, 2]) {
    const words = args.slice(0, count).join(' ');
    const spec = specs.find(({ name }) => name === words);
    if (spec !== undefined) return { spec, rest: args.slice(count) };
  }
  const [first = ''] = args;
  const longer = specs.filter(({ name }) => name.startsWith(`${first} `));
  if (longer.length > 0) {
    const names = longer.map(({ name }) => `“address-risk ${name}”`).join(' or ');
    const meant = didYouMean(
      args.slice(0, 2).join(' '),
      longer.map(({ name }) => name),
    );
    throw new UsageError(`${first} is the first word of ${names}.${meant}`);
  }
  const meant = didYouMean(
    first,
    specs.map(({ name }) => name),
  );
  throw new UsageError(
    `Unknown command ${JSON.stringify(first)}.${meant} “address-risk --help” lists all commands.`,
  );
}
