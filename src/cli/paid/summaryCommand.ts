import type { Engine } from '../../engine/engine.ts';
import { exactText } from '../../report/export/exactText.ts';
import { summaryJson } from '../../report/export/json.ts';
import { policyOfFolder } from '../checkRoots.ts';
import type { Options } from '../../options/options.ts';
import { safe, writeResult, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../../options/usageError.ts';
import { payingAccount, type CliAccount } from './account.ts';
import { summaryEndText } from './endTexts.ts';
import { openService } from './service.ts';
import { noteSharedCalls } from './sharedCalls.ts';
import { givenSubject, type ScoreTarget } from './targets.ts';

/** The summary of an address: stored, or fetched by one call. */
export async function runSummary(options: Options, terminal: Terminal): Promise<number> {
  const [text] = options.operands;
  if (text === undefined) throw new UsageError('summary needs an ADDRESS.');
  const subject = givenSubject(text, options.text('network'));
  const account = payingAccount(options, terminal);
  const { chainIds } = await policyOfFolder(options, terminal.folder);
  const service = openService(account, { budget: 0, chainIds }, options, terminal);
  const { engine, close } = service;
  const since = terminal.clock.now();
  try {
    const end = await engine.lookUp({ account: account.ref, subject, source: 'command' });
    await noteSharedCalls(service, since, terminal);
    if (end.kind === 'value') return await print(engine, account, subject, { options, terminal });
    terminal.note(`address-risk: ${summaryEndText(end)}`);
    return exitCodes.service;
  } finally {
    await close();
  }
}

async function print(
  engine: Engine,
  account: CliAccount,
  subject: ScoreTarget['subject'],
  { options, terminal }: { readonly options: Options; readonly terminal: Terminal },
): Promise<number> {
  const [heads] = await engine.readStored([{ account: account.ref.key, ...subject }]);
  const known = heads?.summary;
  if (known === undefined || known === null) return exitCodes.service;
  const result = {
    source: account.isSample || known.isSampleData === true ? 'Sample data' : 'Service',
    ...{ address: subject.address, network: subject.chain },
    receivedAt: new Date(known.receivedAt).toISOString(),
    summary: summaryJson(known.value),
  };
  const json = exactText(result);
  const isJson = options.text('format') === 'json';
  const text = isJson ? `${json}\n` : textOf(JSON.parse(json) as Record<string, unknown>);
  await writeResult(terminal, text, options.text('output'));
  return exitCodes.ok;
}

function textOf({ summary, ...others }: Readonly<Record<string, unknown>>): string {
  const members = { ...others, ...(summary as object) };
  const lines = Object.entries(members).map(
    ([name, value]) =>
      `${name}: ${safe(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return `${lines.join('\n')}\n`;
}
