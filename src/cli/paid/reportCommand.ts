import type { Judged } from '../../workspace/judge.ts';
import type { Policy } from '../../workspace/policy.ts';
import { checkRoots, scorePolicy } from '../checkRoots.ts';
import type { Options } from '../options.ts';
import { writeResult, type Terminal } from '../terminal.ts';
import { exitCodes } from '../usageError.ts';
import { accountOf } from './account.ts';
import { openStored } from './checkScores.ts';
import { hasLedger, ledgerFolder } from './ledgerFolder.ts';
import { storedScore, type StoredScore } from './levels.ts';
import { folderReportText, type FolderReport, type ReportRow } from './reportFormats.ts';

/** Every address of a folder with what is stored of it. Spends nothing. */
export async function runReport(options: Options, terminal: Terminal): Promise<number> {
  const report = await reportOf(options, terminal);
  const text = folderReportText(report, options.text('format') ?? 'html');
  await writeResult(terminal, text, options.text('output'));
  return exitCodes.ok;
}

async function reportOf(options: Options, terminal: Terminal): Promise<FolderReport> {
  const checks = await checkRoots(options, terminal);
  const judged = checks.flatMap(({ judged: each, root }) =>
    each.filter(({ address }) => !address.isPlaceholder).map((one) => ({ one, root })),
  );
  const policy = scorePolicy(checks, options);
  const addresses = judged.map(({ one }) => one);
  const scores = await scoresOf(addresses, policy, options, terminal);
  const rows = judged.map(({ one, root }, index): ReportRow => ({
    address: one.address.isChecksumWrong ? one.address.text : one.address.canonical,
    network: one.address.network,
    isNew: one.isNew,
    rules: one.judgments.map(({ rule }) => rule),
    places: one.address.places.map(({ path, line }) => ({ path: root.prefix + path, line })),
    score: scores?.[index] ?? null,
    reason: scores?.[index] ? null : reasonOf(one, scores !== undefined),
  }));
  return {
    rows: rows.sort(bySeverity),
    base: checks.find(({ base }) => base !== undefined)?.base,
    isSample: options.has('sample'),
    madeAt: terminal.clock.now(),
  };
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

function reasonOf({ address }: Judged, hasScores: boolean): string {
  if (address.isChecksumWrong) return 'Its checksum is wrong.';
  if (address.network === null) return 'Its network is unknown.';
  return hasScores ? 'No score is stored.' : 'Stored scores were not read.';
}

function bySeverity(one: ReportRow, other: ReportRow): number {
  const denied = Number(other.rules.includes('deny')) - Number(one.rules.includes('deny'));
  const rank = (other.score?.rank ?? -1) - (one.score?.rank ?? -1);
  const isNew = Number(other.isNew) - Number(one.isNew);
  return denied || rank || isNew || (one.address < other.address ? -1 : 1);
}
