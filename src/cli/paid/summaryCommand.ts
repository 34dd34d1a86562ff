import { exactText, sourceName, time } from '../../report/export/exactText.ts';
import { summaryRows } from '../../messages/summary.ts';
import { summaryJson } from '../../report/export/json.ts';
import { supportsSummaries } from '../../networks/networks.ts';
import { policyOfFolder } from '../checkReport.ts';
import { type Options, exitCodes, UsageError } from '../../options/options.ts';
import { safe, writeResult, type Terminal } from '../terminal.ts';
import { payingAccount, withService, noteSharedCalls } from './service.ts';
import { summaryEndText } from './endTexts.ts';
import { denialsJsonOf, noteDenials } from '../trustedBooks.ts';
import { givenSubject } from './targets.ts';

/** The summary of an address: stored, or fetched by one call. */
export async function runSummary(options: Options, terminal: Terminal): Promise<number> {
  const [text] = options.operands;
  if (text === undefined) throw new UsageError('summary needs an ADDRESS.');
  const subject = givenSubject(text, options.text('network'));
  if (!supportsSummaries(subject.chain)) {
    throw new UsageError(summaryEndText({ kind: 'refused', refusal: { kind: 'notEvm' } }));
  }
  const { chainIds } = await policyOfFolder(options, terminal.folder);
  const { books, denials } = await noteDenials([subject], options, terminal);
  const account = payingAccount(options, terminal);
  const since = terminal.clock.now();
  return withService({ account, chainIds }, options, terminal, async (service) => {
    const end = await service.engine.lookUp({ account: account.ref, subject, source: 'command' });
    await noteSharedCalls(service, since);
    if (end.kind !== 'value') {
      terminal.note(`address-risk: ${summaryEndText(end)}`);
      return exitCodes.service;
    }
    const [heads] = await service.readStored([subject]);
    const known = heads?.summary;
    if (known === undefined || known === null) return exitCodes.service;
    const found = {
      source: sourceName(account.isSample || known.isSampleData === true),
      address: subject.address,
      network: subject.chain,
      receivedAt: time(known.receivedAt),
    };
    const printed =
      options.text('format') === 'json'
        ? exactText({
            ...found,
            denyListHits: denialsJsonOf(books, denials.flat()),
            summary: summaryJson(known.value),
          })
        : linesOf([
            ['Source', found.source],
            ['Address', found.address],
            ['Network', found.network],
            ['As of', found.receivedAt],
            ...summaryRows(known.value, subject.chain, known.receivedAt).map(
              ({ label, value }) => [label, value] as const,
            ),
          ]);
    await writeResult(terminal, `${printed}\n`, options.text('output'));
    return exitCodes.ok;
  });
}

const linesOf = (rows: readonly (readonly [name: string, value: string])[]): string =>
  rows.map(([name, value]) => `${name}: ${safe(value)}`).join('\n');
