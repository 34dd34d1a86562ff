import { basename } from 'node:path';
import { workspaceReportText } from '../../report/export/workspaceReport.ts';
import {
  changedFirst,
  deniedTextRow,
  rowName,
  type AddressReport,
  type ComparedProject,
  type WorkspaceReport,
} from '../../report/export/addressReport.ts';
import { storedScore, type StoredScore } from '../../report/rowScore.ts';
import type { Subject } from '../../ledger/store.ts';
import type { NoScore } from '../../messages/exports.ts';
import type { Judged } from '../../folder/judge.ts';
import type { FolderCheck } from '../../folder/check.ts';
import { topOf } from '../../folder/roots.ts';
import { commitOf, targetOf } from '../../git/refs.ts';
import type { Policy } from '../../folder/policy.ts';
import { skippedIn, checkRoots, scorePolicy } from '../checkReport.ts';
import { choiceOf, type Options, exitCodes } from '../../options/options.ts';
import { skippedText, writeResult, type Terminal } from '../terminal.ts';
import { accountOf, hasLedger, ledgerFolder, noLedgerText } from './service.ts';
import { withStored } from './storedScores.ts';
import { networksWith } from './targets.ts';

const formats = ['html', 'markdown', 'json', 'csv'] as const;

/** Reports every address of a folder with its stored results. Spends nothing. */
export async function runReport(options: Options, terminal: Terminal): Promise<number> {
  const report = await reportOf(options, terminal);
  for (const each of report.unread) terminal.note(each);
  const format = choiceOf('format', options.text('format') ?? 'html', formats);
  await writeResult(terminal, workspaceReportText(report, format), options.text('output'));
  return exitCodes.ok;
}

async function reportOf(options: Options, terminal: Terminal): Promise<WorkspaceReport> {
  const networkFor = networksWith(options.text('network'));
  const checks = await checkRoots(options, terminal, undefined, { namesCode: true });
  // Include every address that breaks a rule of `check`, so that both commands count the same.
  const judged = checks.flatMap((check) =>
    [...new Set([...check.judged, ...check.broken.keys()])]
      .filter((one) => !one.address.isPlaceholder || check.broken.has(one))
      .map((one) => ({ one, check })),
  );
  const policy = scorePolicy(checks, options);
  const asked = judged.map(({ one: { address }, check }) => ({
    subject: { address: address.canonical, chain: networkFor(address) ?? '' },
    // The scale of its own folder.
    scale: check.policy.scale,
  }));
  const scores = await scoresOf(asked, policy, options, terminal);
  const rows = judged.map(({ one, check: { root, broken, base } }, index): AddressReport => {
    const { address, name } = one;
    const network = networkFor(address);
    // A stored score belongs to the correct spelling, and a wrong checksum leaves unknown which
    // address was meant.
    const score = address.isChecksumWrong ? null : (scores?.[index] ?? null);
    const spelled = address.isChecksumWrong ? address.text : address.canonical;
    const used = address.places.filter(({ isExempt }) => !isExempt);
    const places = used.length === 0 ? address.places : used;
    return {
      address: address.isShown ? spelled : null,
      network,
      isAssumed: network !== address.network,
      name: rowName(name, address.codeName),
      findings: (broken.get(one) ?? []).flatMap(({ rule, message }) =>
        rule === 'level' ? [] : [{ rule, message }],
      ),
      places: changedFirst(
        places.map((place) => ({ ...place, path: root.shownPrefix + place.path })),
      ),
      ...(base === undefined && { isNewKnown: false }),
      score,
      noScore: score === null ? noScoreOf(address, network, scores !== undefined) : null,
    };
  });
  return {
    rows: [
      ...rows,
      ...checks.flatMap(({ deniedTexts }) =>
        deniedTexts.map(({ path, line, messages }) => deniedTextRow(path, line, messages)),
      ),
    ],
    projects: await projectsOf(checks),
    isSample: options.has('sample'),
    aggregator: policy.aggregator,
    unread: [
      ...checks.flatMap(({ bookProblems }) => bookProblems),
      ...skippedIn(checks).map(skippedText),
    ],
    madeAt: terminal.clock.now(),
  };
}

async function projectsOf(checks: readonly FolderCheck[]): Promise<ComparedProject[]> {
  const byTop = new Map(checks.map((check) => [topOf(check.root), check]));
  const projects: ComparedProject[] = [];
  for (const [top, { base = null, root }] of byTop) {
    const { repository } = root;
    const target = repository && (await targetOf(repository, 'HEAD'));
    projects.push({
      name: basename(top),
      branch: target?.replace(/^refs\/heads\//, '') ?? null,
      commit: (repository && (await commitOf(repository, 'HEAD'))) ?? null,
      base,
    });
  }
  return projects;
}

/** Undefined if no account was given. */
async function scoresOf(
  asked: readonly (Pick<Policy, 'scale'> & { readonly subject: Subject })[],
  { aggregator }: Policy,
  options: Options,
  terminal: Terminal,
): Promise<readonly (StoredScore | null)[] | undefined> {
  if (accountOf(options, terminal) === undefined) return undefined;
  const folder = ledgerFolder(options, terminal);
  if (!hasLedger(folder)) {
    if (options.has('ledger')) terminal.note(noLedgerText(folder));
    return asked.map(() => null);
  }
  return withStored(options, terminal, async (service) => {
    const heads = await service.readStored(asked.map(({ subject }) => subject));
    return asked.map(({ subject, scale }, index) =>
      storedScore(heads[index], subject, aggregator, scale),
    );
  });
}

function noScoreOf(
  { isChecksumWrong }: Judged['address'],
  network: string | null,
  hasScores: boolean,
): NoScore {
  if (isChecksumWrong) return 'checksum';
  if (network === null) return 'network';
  return hasScores ? 'none' : 'unread';
}
