import { defaultPolicy } from '../../folder/policy.ts';
import { checkRoots, hasBaseline } from '../checkRoots.ts';
import { checkReport, type CheckReport, type NotScored } from '../checkReport.ts';
import type { Options } from '../../options/options.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../../options/usageError.ts';
import { accountOf } from './account.ts';
import { levelJudgments } from './levelJudgments.ts';
import { withService, type PaidService } from './service.ts';
import { targetsOf } from './targets.ts';

/** A check with the stored scores of an account. Costs nothing. @throws UsageError */
export function checkWithScores(options: Options, terminal: Terminal): Promise<CheckReport> {
  return withStored(options, terminal, async (service) => {
    const more = levelJudgments(service);
    const checks = await checkRoots(options, terminal, more, { namesKeyTexts: true });
    const { aggregator = 'money' } = checks[0]?.policy ?? defaultPolicy;
    const { targets, notScored } = targetsOf(checks, options.has('all'));
    const heads = await service.readStored(targets.map(({ subject }) => subject));
    const missing = targets.flatMap(({ subject }, index): NotScored[] => {
      if (heads[index]?.scores[aggregator] !== null) return [];
      const { address, chain } = subject;
      return [{ address, network: chain, reason: 'No score is stored.' }];
    });
    return checkReport(checks, hasBaseline(options), [...missing, ...notScored]);
  });
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
  return withService({ account }, options, terminal, work);
}
