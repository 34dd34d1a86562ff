import { jsonText } from '../../words/visible.ts';
import { chargeText, usageText } from '../../words/usage.ts';
import type { Spending } from '../../ledger/store.ts';
import type { Options } from '../../options/options.ts';
import { safe, writeResult, type Terminal } from '../terminal.ts';
import { exitCodes } from '../../options/usageError.ts';
import { requireAccount } from './jobsCommand.ts';
import { withService } from './service.ts';

/** The newest calls that are listed. */
const maxCalls = 200;

/** What was spent when, and on which address. */
export async function runUsage(options: Options, terminal: Terminal): Promise<number> {
  const account = requireAccount(options, terminal);
  const { key } = account.ref;
  return withService({ account }, options, terminal, async ({ engine }) => {
    const [today, calls] = await Promise.all([
      engine.readUsage(key),
      engine.listSpendings(key, maxCalls),
    ]);
    const text =
      options.text('format') === 'json'
        ? `${jsonText({ version: 1, today, calls: calls.map(jsonOf) }, 2)}\n`
        : [...calls.map(lineOf), usageText(today), ''].join('\n');
    await writeResult(terminal, text, options.text('output'));
    return exitCodes.ok;
  });
}

const jsonOf = ({ at, kind, address, chain, aggregator, source, charge }: Spending): object => ({
  at: new Date(at).toISOString(),
  ...{ kind, address, network: chain, aggregator, source, charge },
});

const lineOf = ({ charge, ...call }: Spending): string =>
  [whatOf(call), ...chargeText(charge)].join(': ');

const whatOf = ({ at, kind, address, chain, aggregator }: Omit<Spending, 'charge'>): string =>
  [
    ...[new Date(at).toISOString(), kind === 'start' ? 'calculation' : 'summary'],
    ...[safe(address), `(${safe(chain)})`, aggregator ?? ''],
  ]
    .filter((part) => part !== '')
    .join(' ');
