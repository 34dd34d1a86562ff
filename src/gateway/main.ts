import { faultOf } from '../ledger/faults.ts';
import { didYouMean } from '../options/closest.ts';
import { exitCodes, UsageError, readOptions } from '../options/options.ts';
import { gatewayHelp, operatorCommands, storeSpecs, type OperatorCommand } from './arguments.ts';
import { commands } from './commands.ts';
import { Log } from './log.ts';
import { serve } from './serve.ts';
import { readServeOptions, storageOptionsOf } from './serveOptions.ts';
import { folderWithoutStore, openStorage } from './storage.ts';
import { newerStore, StoreProblem } from './storeProblem.ts';

/** Where lines for people go. */
export type Output = Pick<Console, 'log' | 'error'>;

/** Runs the gateway or one of its commands; resolves with the exit code at its end. */
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
  const [first = '-', second = ''] = args;
  if (first.startsWith('-')) return runServer(args, env, output);
  const [command = unknownCommand(first, second)] = [`${first} ${second}`, first].flatMap(
    (words) => operatorCommands.find(({ name }) => name === words) ?? [],
  );
  const { name, ...spec } = command;
  const options = readOptions(
    { ...spec, help: gatewayHelp, options: [...storeSpecs, ...spec.options] },
    args.slice(name.split(' ').length),
  );
  const work = commands[name as OperatorCommand](options);
  const storageOptions = storageOptionsOf(options, env);
  const folder = folderWithoutStore(storageOptions);
  // Commands that only read or change existing data don't create a store.
  if (folder !== undefined && name !== 'migrate' && name !== 'members add') {
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

function unknownCommand(first: string, second: string): never {
  const names = operatorCommands.map(({ name }) => name);
  const longer = names.filter((name) => name.startsWith(`${first} `));
  if (longer.length > 0) {
    const meant = didYouMean(`${first} ${second}`, longer);
    throw new UsageError(`Name a command: ${longer.join(', ')}.${meant}`);
  }
  throw new UsageError(
    `Unknown command ${JSON.stringify(first)}.${didYouMean(first, names)} “gateway --help” lists all commands.`,
  );
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
