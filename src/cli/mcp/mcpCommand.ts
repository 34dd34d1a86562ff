import { once } from 'node:events';
import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { defaultPolicy, type Policy } from '../../folder/policy.ts';
import { policyOfFolder } from '../checkRoots.ts';
import type { Options } from '../../options/options.ts';
import { withOptions } from '../policyOptions.ts';
import { accountOf } from '../paid/account.ts';
import { openService, type PaidService } from '../paid/service.ts';
import type { Terminal } from '../terminal.ts';
import { exitCodes } from '../../options/usageError.ts';
import { createToolServer } from './toolServer.ts';
import { LifeBudget } from './lifeBudget.ts';
import type { PaidParts } from './paidTools.ts';

/** The way to the client, and when it has left. */
export interface Connection {
  readonly transport: Transport;
  readonly left: Promise<unknown>;
}

/** Serves agents, over stdin and stdout unless another way is given, until the client leaves. */
export async function runMcp(
  options: Options,
  terminal: Terminal,
  { transport, left } = overStdio(),
): Promise<number> {
  const given = options.text('root');
  const root = given === undefined ? undefined : resolve(terminal.folder, given);
  // Without a budget nothing is sent, so a policy that cannot be known is no reason to end.
  const reading = policyOfFolder(options, root ?? terminal.folder);
  const policy = options.has('budget')
    ? await reading
    : await reading.catch(() => withOptions(defaultPolicy, options));
  const service = serviceOf(options, terminal, policy);
  const paid: PaidParts | undefined = service && {
    service,
    budget: new LifeBudget(options.number('budget')),
    policy,
  };
  const server = createToolServer({
    ...{ root, paid, terminal },
  });
  try {
    const ended = Promise.race([left, once(terminal.interrupted(), 'abort')]);
    await server.connect(transport);
    await ended;
    await server.close();
    return exitCodes.ok;
  } finally {
    await service?.close();
  }
}

function overStdio(): Connection {
  const left = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]);
  return { transport: new StdioServerTransport(), left };
}

/** Undefined without an account: then paid tools say that there is none. */
function serviceOf(
  options: Options,
  terminal: Terminal,
  { chainIds }: Policy,
): PaidService | undefined {
  const account = accountOf(options, terminal);
  if (account === undefined) return undefined;
  const isPaying = account.isSample || account.connection !== undefined;
  const budget = isPaying ? (options.number('budget') ?? 0) : 0;
  return openService({ account, budget, chainIds }, options, terminal);
}
