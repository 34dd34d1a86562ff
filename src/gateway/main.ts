import { faultOf } from '../ledger/faults.ts';
import { exitCodes, UsageError, readOptions, type OptionSpec } from '../options/options.ts';
import { serveSpecs, storeSpecs } from './arguments.ts';
import { commands } from './commands/operator.ts';
import { Log } from './log.ts';
import { serve } from './serve.ts';
import { readServeOptions, storageOptionsOf } from './serveOptions.ts';
import { folderWithoutStore, openStorage } from './storage.ts';
import { newerStore, StoreProblem } from './storeProblem.ts';

const help = `gateway [options]                 serves a team with one license
gateway members add NAME [--calculations N/day] [--api-calls N/day] [--until DATE]   prints a key, once
gateway members set NAME [--calculations N/day|any] [--api-calls N/day|any] [--until DATE|any]
gateway members list | log [--format text|json]   who they are; who has changed what
gateway members revoke NAME | enable NAME | rename NAME NEW
gateway members rotate NAME [--overlap HOURS]   a new key; the one before counts until then
gateway usage [--by member|day|month|address|network, or several: member,month] [--format text|json|csv]
gateway jobs [--start-again ID | --forget ID]
gateway migrate [--restored]      creates the tables that are missing; --restored after a restore

The store is PostgreSQL by DATABASE_URL or DATABASE_URL_FILE, or else --data DIR. The service is
ADDRESS_RISK_URL, ADDRESS_RISK_TENANT, and ADDRESS_RISK_KEY, or --sample. --secrets DIR has files
of the names of these variables.

Options of a gateway that serves:
${serveSpecs.map(optionLine).join('\n')}

docs/gateway.md explains all of it.`;

function optionLine({ name, value, help = '' }: OptionSpec): string {
  return `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(23)}  ${help}`;
}

/** Where lines for people go. */
export type Output = Pick<Console, 'log' | 'error'>;

/** Runs the gateway, or one of its commands; resolves with the exit code when it has ended. */
export async function runGateway(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output = console,
): Promise<number> {
  try {
    return await run(args, env, output);
  } catch (error) {
    if (error instanceof UsageError) {
      output.error(error.message);
      return exitCodes.usage;
    }
    const fault = faultOf(error);
    if (fault === 'other') throw error;
    const isNamed = error instanceof StoreProblem;
    if (isNamed) output.error(error.message);
    else output.error(fault === 'newer' ? newerStore : `The store cannot be used (${fault}).`);
    return exitCodes.service;
  }
}

async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const [name, ...rest] = args;
  if (name === 'help' || args.includes('--help') || args.includes('-h')) {
    output.log(help);
    return exitCodes.ok;
  }
  if (name === undefined || name.startsWith('-')) return runServer(args, env, output);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    throw new UsageError(
      `Unknown command ${JSON.stringify(name)}. “gateway --help” lists all commands.`,
    );
  }
  const options = readOptions({ ...command, options: [...storeSpecs, ...command.options] }, rest);
  const work = command.read(options);
  const storageOptions = storageOptionsOf(options, env);
  const folder = folderWithoutStore(storageOptions);
  // What only reads, or changes what is there, creates no store.
  const mayCreate = name === 'migrate' || (name === 'members' && options.operands[0] === 'add');
  if (folder !== undefined && !mayCreate) {
    throw new UsageError(`There is no gateway’s store in ${folder}.`);
  }
  const storage = await openStorage(storageOptions, () => undefined);
  // A mistyped folder would be the store of no gateway.
  if (folder !== undefined) output.error(`A new store was created in ${folder}.`);
  try {
    for (const line of await work(storage)) output.log(line);
    return exitCodes.ok;
  } finally {
    await storage.close();
  }
}

async function runServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const options = readServeOptions(args, env);
  const log = new Log((line) => void process.stderr.write(line));
  const storage = await openStorage(options.storage, ({ kind }) => log.write('store', { kind }));
  let end: number;
  try {
    const gateway = await serve(options, storage, log);
    log.write('start', { store: storage.name, data: storage.folder });
    output.log(`Gateway: ${gateway.url}`);
    if (gateway.adminUrl !== undefined) output.log(`Admin: ${gateway.adminUrl}`);
    const reload = (): void => gateway.reload();
    process.on('SIGHUP', reload);
    const isForced = await untilStopped(() => gateway.close());
    process.off('SIGHUP', reload);
    end = isForced ? exitCodes.interrupted : exitCodes.ok;
  } finally {
    await storage.close();
  }
  log.write('stopped', { isForced: end === exitCodes.interrupted });
  return end;
}

/**
 * Resolves once the gateway has closed after a signal; at the second signal, at once and with true.
 */
async function untilStopped(close: () => Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let isClosing = false;
  const stop = (): void => {
    if (isClosing) resolve(true);
    else
      close().then(
        () => resolve(false),
        () => resolve(true),
      );
    isClosing = true;
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await promise;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
