import {
  workspaceReportText,
  type WorkspaceReportFormat,
} from '../../report/export/workspaceReport.ts';
import type { AddressReport, WorkspaceReport } from '../../report/export/addressReport.ts';
import { storedScore, type StoredScore } from '../../report/storedScore.ts';
import type { NoScore } from '../../words/workspaceReport.ts';
import type { Judged } from '../../folder/judge.ts';
import type { Policy } from '../../folder/policy.ts';
import { checkRoots, scorePolicy } from '../checkRoots.ts';
import { skippedText } from '../scanRows.ts';
import type { Options } from '../options.ts';
import { writeResult, type Terminal } from '../terminal.ts';
import { exitCodes } from '../usageError.ts';
import { accountOf } from './account.ts';
import { openStored } from './checkScores.ts';
import { hasLedger, ledgerFolder } from './ledgerFolder.ts';

/** Every address of a folder with what is stored of it. Spends nothing. */
export async function runReport(options: Options, terminal: Terminal): Promise<number> {
  const report = await reportOf(options, terminal);
  for (const each of report.unread) terminal.note(each);
  const format = formatOf(options.text('format'));
  await writeResult(terminal, workspaceReportText(report, format), options.text('output'));
  return exitCodes.ok;
}

/** The options of the command allow no other. */
function formatOf(text: string | undefined): WorkspaceReportFormat {
  return text === 'markdown' || text === 'json' || text === 'csv' ? text : 'html';
}

async function reportOf(options: Options, terminal: Terminal): Promise<WorkspaceReport> {
  const checks = await checkRoots(options, terminal, undefined, { namesCode: true });
  const judged = checks.flatMap(({ judged: each, root }) =>
    each.filter(({ address }) => !address.isPlaceholder).map((one) => ({ one, root })),
  );
  const policy = scorePolicy(checks, options);
  const addresses = judged.map(({ one }) => one);
  const scores = await scoresOf(addresses, policy, options, terminal);
  const rows = judged.map(({ one, root }, index): AddressReport => {
    const { address, isNew, judgments, name } = one;
    const score = scores?.[index] ?? null;
    return {
      address: address.isChecksumWrong ? address.text : address.canonical,
      network: address.network,
      isAssumed: false,
      name: nameOf(name, address.codeName),
      isDenied: judgments.some(({ rule }) => rule === 'deny'),
      isNew,
      rules: judgments.map(({ rule }) => rule),
      places: address.places.map(({ path, line }) => ({ path: root.prefix + path, line })),
      score,
      noScore: score === null ? noScoreOf(one, scores !== undefined) : null,
    };
  });
  return {
    rows,
    base: checks.find(({ base }) => base !== undefined)?.base ?? null,
    isSample: options.has('sample'),
    unread: checks.flatMap(({ skipped, root }) =>
      skipped.map(({ path, reason }) => skippedText({ path: root.prefix + path, reason })),
    ),
    madeAt: terminal.clock.now(),
  };
}

function nameOf(known: string | undefined, inCode: string | undefined): AddressReport['name'] {
  if (known !== undefined) return { text: known, isVerified: true };
  return inCode === undefined ? null : { text: inCode, isVerified: false };
}

/** Undefined if no account was given, or nothing is stored. */
async function scoresOf(
  judged: readonly Judged[],
  { aggregator = 'money', scale }: Policy,
  options: Options,
  terminal: Terminal,
): Promise<readonly (StoredScore | null)[] | undefined> {
  if (accountOf(options, terminal) === undefined) return undefined;
  if (!hasLedger(ledgerFolder(options, terminal))) return undefined;
  const { service, account } = openStored(options, terminal);
  try {
    const subjects = judged.map(({ address: { canonical, network } }) => ({
      account: account.ref.key,
      ...{ address: canonical, chain: network ?? '' },
    }));
    const heads = await service.engine.readHeads(subjects);
    return subjects.map((subject, index) => {
      const head = heads[index];
      return head === undefined ? null : storedScore(head, subject, aggregator, scale);
    });
  } finally {
    await service.close();
  }
}

function noScoreOf({ address }: Judged, hasScores: boolean): NoScore {
  if (address.isChecksumWrong) return 'checksum';
  if (address.network === null) return 'network';
  return hasScores ? 'none' : 'unread';
}
