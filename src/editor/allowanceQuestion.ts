import { l10n } from 'vscode';
import type { PaidKind } from '../ledger/store.ts';
import { allowances } from '../lookups/policy.ts';
import { dialogs } from './dialogs.ts';

/** Asks whether commands may make as many paid calls again as they made within the hour. */
export async function askToExceed(kind: PaidKind): Promise<boolean> {
  const proceed = l10n.t('Continue');
  const most = allowances[kind];
  const answer = await (kind === 'start'
    ? dialogs.ask(
        l10n.t('{0} calculations were started within an hour. Start more?', most),
        l10n.t(
          'Each one uses your calculation quota. If you did not start them, another extension did; choose Cancel.',
        ),
        proceed,
      )
    : dialogs.ask(
        l10n.t('{0} summaries were fetched within an hour. Fetch more?', most),
        l10n.t(
          'Each one uses an API call of your license. If you did not fetch them, another extension did; choose Cancel.',
        ),
        proceed,
      ));
  return answer === proceed;
}
