import type { FolderCheck, MoreJudgments } from '../../folder/check.ts';
import type { Judged, Judgment } from '../../folder/judge.ts';
import type { Policy } from '../../folder/policy.ts';
import { workspaceReport } from '../../messages/exports.ts';
import { findingTexts } from '../../messages/findings.ts';
import { ofOtherText, scoreTexts } from '../../messages/score.ts';
import { type Options, UsageError } from '../../options/options.ts';
import { storedScore, type StoredScore } from '../../report/rowScore.ts';
import {
  checkReport,
  checkRoots,
  hasBaseline,
  notScoredText,
  withOptions,
  type CheckReport,
  type NotScored,
} from '../checkReport.ts';
import type { Terminal } from '../terminal.ts';
import {
  accountOf,
  hasLedger,
  ledgerFolder,
  noLedgerText,
  withService,
  type PaidService,
} from './service.ts';
import { asNotScored, targetsOf } from './targets.ts';

/** A check with the stored scores of an account. Costs nothing. @throws UsageError */
export function checkWithScores(options: Options, terminal: Terminal): Promise<CheckReport> {
  return withStored(options, terminal, async (service) => {
    const more = levelJudgments(service);
    const checks = await checkRoots(options, terminal, more, { namesKeyTexts: true });
    const notScored = new Map<string, NotScored>();
    for (const check of checks) {
      const missing = await notScoredIn(check, options.has('all'), service);
      for (const each of missing) notScored.set(notScoredText(each), each);
    }
    return checkReport(checks, hasBaseline(options), [...notScored.values()]);
  });
}

/** Addresses without a stored score, each by the policy of its own folder. */
async function notScoredIn(
  check: FolderCheck,
  isAll: boolean,
  service: PaidService,
): Promise<NotScored[]> {
  const { aggregator, scale, levels } = check.policy;
  const { targets, notScored } = targetsOf([check], isAll);
  const heads = await service.readStored(targets.map(({ subject }) => subject));
  const missing = targets.flatMap(({ subject }, index): NotScored[] => {
    const score = storedScore(heads[index], subject, aggregator, scale);
    const reason = score
      ? emptyReason(score, levels.length > 0)
      : workspaceReport.why.none(aggregator);
    return reason === null ? [] : [{ address: subject.address, network: subject.chain, reason }];
  });
  return [...missing, ...notScored.map(asNotScored)];
}

/**
 * Why a response that is stored scores nothing; null for one with a score.
 * @param needsLevel whether a policy has levels, which a score that names no address does not reach
 */
export function emptyReason({ owner, digits }: StoredScore, needsLevel: boolean): string | null {
  const other = ofOtherText(owner);
  if (other !== undefined) return `The response is ${other}.`;
  if (digits === null) return 'The response has no score that can be read.';
  return needsLevel && owner === 'unstated' ? scoreTexts.unstated() : null;
}

/** Reads stored results of the account of a command line. @throws UsageError */
export function withStored<Result>(
  options: Options,
  terminal: Terminal,
  work: (service: PaidService) => Promise<Result>,
): Promise<Result> {
  const account = accountOf(options, terminal);
  if (account === undefined) {
    throw new UsageError(
      'Stored scores are those of an account: set ADDRESS_RISK_URL and ADDRESS_RISK_TENANT, or use --sample.',
    );
  }
  const folder = ledgerFolder(options, terminal);
  // A gate over a misspelled folder would be silent about it.
  if (options.has('ledger') && !hasLedger(folder)) terminal.note(noLedgerText(folder));
  return withService({ account }, options, terminal, work);
}

/** The rule `level`: stored scores at a level of the policy or above. Costs nothing. */
export function levelJudgments(service: PaidService): MoreJudgments {
  return async (judged, policy) => {
    const found = new Map<Judged, readonly Judgment[]>();
    if (policy.levels.length === 0) return found;
    const { aggregator } = withOptions(policy, service.options);
    const byAddress = Map.groupBy(
      judged.filter(({ isWanted }) => isWanted),
      ({ address }) => address.canonical,
    );
    // On any network, because only the change's own text names the network.
    const { key } = service.account.ref;
    const subjects = await service.engine.listScored(key, [...byAddress.keys()], aggregator);
    const heads = await service.readStored(subjects);
    for (const [index, subject] of subjects.entries()) {
      const score = storedScore(heads[index], subject, aggregator, policy.scale);
      const judgment = score && judgmentOf(score, subject.chain, policy);
      if (!judgment) continue;
      for (const each of byAddress.get(subject.address) ?? []) {
        if (worse(judgment, found.get(each)?.[0])) found.set(each, [judgment]);
      }
    }
    return found;
  };
}

function judgmentOf(
  { digits, level, receivedAt }: StoredScore,
  network: string,
  { levels, scale }: Policy,
): Judgment | undefined {
  if (level === null || scale === null) return undefined;
  const reached = levels.filter(
    ({ name }) => level.rank >= scale.levels.findIndex((each) => each.name === name),
  );
  if (reached.length === 0) return undefined;
  const severity = reached.some((each) => each.severity === 'error') ? 'error' : 'warning';
  return {
    rule: 'level',
    level: severity,
    countsAt: ({ isExempt }) => !isExempt,
    message: findingTexts.level(digits ?? '', level.name, network, receivedAt),
  };
}

const worse = (one: Judgment, other: Judgment | undefined): boolean =>
  other === undefined || (one.level === 'error' && other.level !== 'error');
