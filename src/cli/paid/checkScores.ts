import { defaultPolicy } from '../../folder/policy.ts';
import { checkRoots, hasBaseline } from '../checkRoots.ts';
import { checkReport, type CheckReport, type NotScored } from '../checkReport.ts';
import type { Options } from '../../options/options.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../../options/usageError.ts';
import { accountOf, type CliAccount } from './account.ts';
import { levelJudgments } from './levelJudgments.ts';
import { openService, type PaidService } from './service.ts';
import { targetsOf } from './targets.ts';

/** A check with the stored scores of an account. Costs nothing. @throws UsageError */
export async function checkWithScores(options: Options, terminal: Terminal): Promise<CheckReport> {
  const { account, service } = openStored(options, terminal);
  try {
    const more = levelJudgments(service.engine, account.ref.key);
    const checks = await checkRoots(options, terminal, more, { namesKeyTexts: true });
    const { aggregator = 'money' } = checks[0]?.policy ?? defaultPolicy;
    const { targets, notScored } = targetsOf(checks, options.has('all'));
    const heads = await service.engine.readStored(
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
export function openStored(
  options: Options,
  terminal: Terminal,
): { readonly account: CliAccount; readonly service: PaidService } {
  const account = accountOf(options, terminal);
  if (account === undefined) {
    throw new UsageError(
      'Stored scores are those of an account: set ADDRESS_RISK_URL and ADDRESS_RISK_TENANT, or use --sample.',
    );
  }
  const service = openService(account, { budget: 0, chainIds: {} }, options, terminal);
  return { account, service };
}
