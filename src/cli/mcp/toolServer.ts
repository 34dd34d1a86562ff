import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { LedgerError } from '../../ledger/faults.ts';
import { notStoredText } from '../paid/endTexts.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError, exitCodes, type Options } from '../../options/options.ts';
import { program, version } from '../program.ts';
import { FinishingTransport } from './finishingTransport.ts';
import { checkWorkspace, findAddresses } from './localTools.ts';
import { LifeBudget, lookUp, scoreRisk, type Arguments, type ToolCall } from './paidTools.ts';
import { protocolResult, toolTable, type ToolName, type ToolResult } from './toolTable.ts';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realPathOf } from '../../paths/inside.ts';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { defaultPolicy } from '../../folder/policy.ts';
import { policyOfFolder, errorText, withOptions } from '../checkReport.ts';
import { accountOf, canPay, openService, type PaidService } from '../paid/service.ts';

/** The server with its four tools; it is connected by the caller. */
function createToolServer(
  root: string | undefined,
  parts: Pick<ToolCall, 'paid' | 'noLedger' | 'terminal'>,
): McpServer {
  const toolServer = new McpServer(
    { name: program, version: version() },
    { capabilities: { tools: {} } },
  );
  // Bypass the library's table of tools, which requires its own schemas: ours are JSON Schema.
  const { server } = toolServer;
  const folders = async (): Promise<readonly string[]> => {
    const given = root === undefined ? await rootsOf(server) : [root];
    const found = given.flatMap((path) => realPathOf(path) ?? []);
    if (found.length > 0) return found;
    throw new UsageError('There is no root to read: start the server with --root DIR.');
  };
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...toolTable],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { name, arguments: args = {} } = params;
    try {
      checkArguments(name, args);
      return protocolResult(await tools[name as ToolName](args, { ...parts, folders, signal }));
    } catch (error) {
      return protocolResult({ status: 'error', message: messageOf(error, parts.terminal) });
    }
  });
  return toolServer;
}

const tools: Readonly<Record<ToolName, (args: Arguments, call: ToolCall) => Promise<ToolResult>>> =
  {
    find_addresses: findAddresses,
    check_workspace: checkWorkspace,
    look_up: lookUp,
    score_risk: scoreRisk,
  };

/** The client's roots, as paths. */
async function rootsOf(server: McpServer['server']): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  // A client that has left, or fails, has no roots.
  const listed = await server.listRoots().catch(() => undefined);
  return (listed?.roots ?? []).flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      // Roots of other kinds are not on this disk.
      return [];
    }
  });
}

/** Don't tell the agent about our own faults: they may quote data that was read. */
function messageOf(error: unknown, terminal: Terminal): string {
  if (error instanceof LedgerError) return notStoredText(error.reason);
  const text = errorText(error);
  if (text !== undefined) return text;
  terminal.note(`address-risk: a fault (${error instanceof Error ? error.name : 'unknown'}).`);
  return 'The tool failed.';
}

/** By the input schema: known names, strings with their length, and integers. @throws UsageError */
function checkArguments(name: string, args: Readonly<Record<string, unknown>>): void {
  const schema = toolTable.find((tool) => tool.name === name)?.inputSchema;
  if (schema === undefined) throw new UsageError('There is no such tool.');
  const { properties = {}, required = [] } = schema;
  for (const [member, value] of Object.entries(args)) {
    if (!Object.hasOwn(properties, member)) throw new UsageError('Unknown argument.');
    const wanted = properties[member] as {
      readonly type?: string;
      readonly maxLength?: number;
      readonly enum?: readonly string[];
    };
    const isFine =
      wanted.type === 'integer'
        ? Number.isSafeInteger(value) && (value as number) >= 0
        : typeof value === 'string' &&
          value.length <= (wanted.maxLength ?? Infinity) &&
          wanted.enum?.includes(value) !== false;
    if (!isFine) throw new UsageError(`“${member}” is not as its schema says.`);
  }
  const missing = required.find((member) => !Object.hasOwn(args, member));
  if (missing !== undefined) throw new UsageError(`“${missing}” is missing.`);
}

/**
 * Serves agents, over stdin and stdout unless another way is given, until the client leaves. Requests
 * that are in progress then are finished; a signal ends them.
 */
export async function runMcp(
  options: Options,
  terminal: Terminal,
  { transport, left } = overStdio(),
): Promise<number> {
  const given = options.text('root');
  const root = given === undefined ? undefined : resolve(terminal.folder, given);
  // Without a budget nothing is sent, so the server also runs without a readable policy.
  const reading = policyOfFolder(options, root ?? terminal.folder);
  const policy = options.has('budget')
    ? await reading
    : await reading.catch(() => withOptions(defaultPolicy, options));
  const account = accountOf(options, terminal);
  const max = account && canPay(account) ? options.number('budget') : undefined;
  const { chainIds } = policy;
  // Without an account, paid tools report that; without a ledger, they report why.
  let service: PaidService | undefined;
  let noLedger: string | undefined;
  try {
    service = account && openService({ account, budget: max ?? 0, chainIds }, options, terminal);
  } catch (error) {
    noLedger = errorText(error);
    if (noLedger === undefined) throw error;
  }
  const paid = service && { service, budget: new LifeBudget(max), policy };
  const server = createToolServer(root, { paid, noLedger, terminal });
  try {
    const finishing = new FinishingTransport(transport);
    void left.then(() => finishing.finish());
    const interrupted = once(terminal.interrupted(), 'abort');
    await server.connect(finishing);
    await Promise.race([finishing.ended, interrupted]);
    await server.close();
    return exitCodes.ok;
  } finally {
    await service?.close();
  }
}

/** The way to the client, and when it sends nothing more. */
function overStdio(): { readonly transport: Transport; readonly left: Promise<unknown> } {
  const left = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]);
  const transport = new StdioServerTransport();
  // No response can be sent from now on, so further calls would be paid for in vain.
  process.stdout.once('error', () => void transport.close());
  return { transport, left };
}
