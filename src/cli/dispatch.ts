import { LedgerError } from '../ledger/faults.ts';
import { withCredentials } from './credentials.ts';
import { commandHelp, overview } from './help.ts';
import { requireLedger } from './nodeVersion.ts';
import { readOptions, type CommandSpec, type Options } from './options.ts';
import { specs } from './specs.ts';
import type { Terminal } from './terminal.ts';
import { exitCodes, UsageError } from './usageError.ts';
import { version } from './version.ts';

type Run = (options: Options, terminal: Terminal) => Promise<number>;

/** The code of each command, loaded when it runs: `--help` loads none. */
const commands: Readonly<Record<string, () => Promise<Run>>> = {
  scan: async () => (await import('./scanCommand.ts')).runScan,
  check: async () => (await import('./checkCommand.ts')).runCheck,
  init: async () => (await import('./initCommand.ts')).runInit,
  'lists add': async () => (await import('./lists/listsAddCommand.ts')).runListsAdd,
  'lists update': async () => (await import('./lists/listsCommand.ts')).runListsUpdate,
  score: async () => (await withLedger(() => import('./paid/scoreCommand.ts'))).runScore,
  summary: async () => (await withLedger(() => import('./paid/summaryCommand.ts'))).runSummary,
  report: async () => (await withLedger(() => import('./paid/reportCommand.ts'))).runReport,
  jobs: async () => (await withLedger(() => import('./paid/jobsCommand.ts'))).runJobs,
  mcp: async () => (await withLedger(() => import('./mcp/mcpCommand.ts'))).runMcp,
  completion: async () => (await import('./completion.ts')).runCompletion,
  usage: async () => (await withLedger(() => import('./paid/usageCommand.ts'))).runUsage,
};

/** An older Node has no `node:sqlite`, which the code of a command loads. @throws UsageError */
function withLedger<Module>(load: () => Promise<Module>): Promise<Module> {
  requireLedger();
  return load();
}

type RunWithArguments = (args: readonly string[], terminal: Terminal) => Promise<number>;

/** Commands that read their arguments themselves. */
const ownCommands: Readonly<Record<string, () => Promise<RunWithArguments>>> = {
  gateway: async () => {
    const { runGateway } = await withLedger(() => import('../gateway/main.ts'));
    return (args, { env, credentials }) => runGateway(args, withCredentials(env, credentials));
  },
  'sample-service': async () =>
    (await withLedger(() => import('./sampleServiceCommand.ts'))).runSampleService,
};

/** Runs a command line. Never throws for what the user or a repository did. */
export async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(`address-risk: ${error.message}`);
      return exitCodes.usage;
    }
    if (!(error instanceof LedgerError)) throw error;
    // Else its words would be loaded for each command.
    const { notStoredText } = await import('./notStored.ts');
    terminal.note(`address-risk: ${notStoredText(error.reason)}`);
    return exitCodes.service;
  }
}

async function run([first = '--help', ...args]: readonly string[], terminal: Terminal) {
  if (first === '--help' || first === '-h' || first === 'help') {
    await terminal.write(overview(specs, version()));
    return exitCodes.ok;
  }
  if (first === '--version') {
    await terminal.write(`${version()}\n`);
    return exitCodes.ok;
  }
  const { spec, rest } = specOf(first, args);
  const end = rest.indexOf('--');
  const before = end === -1 ? rest : rest.slice(0, end);
  if (before.includes('--help') || before.includes('-h')) {
    await terminal.write(commandHelp(spec));
    return exitCodes.ok;
  }
  const loadOwn = ownCommands[spec.name];
  if (loadOwn !== undefined) return (await loadOwn())(rest, terminal);
  const load = commands[spec.name];
  if (load === undefined) throw new UsageError(`Unknown command ${JSON.stringify(first)}.`);
  terminal.exitWhenInterrupted();
  const command = await load();
  return command(readOptions(spec, rest), terminal);
}

/** A command may be two words. */
function specOf(
  first: string,
  rest: readonly string[],
): { readonly spec: CommandSpec; readonly rest: readonly string[] } {
  const one = specs.find(({ name }) => name === first);
  if (one !== undefined) return { spec: one, rest };
  const [second = '', ...others] = rest;
  const two = specs.find(({ name }) => name === `${first} ${second}`);
  if (two !== undefined) return { spec: two, rest: others };
  const longer = specs.filter(({ name }) => name.startsWith(`${first} `));
  if (longer.length > 0) {
    const names = longer.map(({ name }) => `“address-risk ${name}”`).join(' or ');
    throw new UsageError(`${first} is the first word of ${names}.`);
  }
  throw new UsageError(
    `Unknown command ${JSON.stringify(first)}. “address-risk --help” lists all commands.`,
  );
}
