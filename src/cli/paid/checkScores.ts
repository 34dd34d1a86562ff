import type { Aggregator } from '../../api/parameters.ts';
import type { Policy } from '../../workspace/policy.ts';
import { checkRoots, hasBaseline, policyOfFolder } from '../checkRoots.ts';
import { checkReport, type CheckReport, type NotScored } from '../checkReport.ts';
import type { Options } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usageError.ts';
import { accountOf, type CliAccount } from './account.ts';
import { levelJudgments } from './levelJudgments.ts';
import { openService, type PaidService } from './service.ts';
import { targetsOf } from './targets.ts';

/** A check with the stored scores of an account. Costs nothing. @throws UsageError */
export async function checkWithScores(options: Options, terminal: Terminal): Promise<CheckReport> {
  const { policy, account, service } = await openStored(options, terminal);
  try {
    const aggregator = policy.aggregator ?? 'money';
    const more = levelJudgments(service.engine, account.ref.key, aggregator);
    const checks = await checkRoots(options, terminal, more);
    const { targets, notScored } = targetsOf(checks, options.has('all'));
    const heads = await service.engine.readHeads(
      targets.map(({ subject }) => ({ account: account.ref.key, ...subject })),
    );
    const missing = targets.flatMap(({ subject }, index): NotScored[] => {
      if (heads[index]?.scores[aggregator] !== null) return [];
      const { address, chain } = subject;
      return [{ address, network: chain, reason: 'No score is stored.' }];
    });
    return checkReport(checks, hasBaseline(options), [...missing, ...notScored]);
  } finally {
    await service.close();
  }
}

/** What reads stored results of the account of a command line. @throws UsageError */
export async function openStored(
  options: Options,
  terminal: Terminal,
): Promise<{
  readonly policy: Policy;
  readonly account: CliAccount;
  readonly service: PaidService;
  readonly aggregator: Aggregator;
}> {
  const account = accountOf(options, terminal);
  if (account === undefined) {
    throw new UsageError(
      'Stored scores are those of an account: set ADDRESS_RISK_URL and ADDRESS_RISK_TENANT, or use --sample.',
    );
  }
  const policy = await policyOfFolder(terminal);
  const { chainIds, aggregator = 'money' } = policy;
  const service = openService(account, { budget: 0, chainIds }, options, terminal);
  return { policy, account, service, aggregator };
}
