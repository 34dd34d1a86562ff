import type { PaidKind } from '../../ledger/store.ts';
import { allowances } from '../../lookups/policy.ts';
import { allowanceQuestion } from '../../words/refusals.ts';
import { dialogs } from '../shell/dialogs.ts';

/** Asks whether commands may make as many paid calls again as they made within the hour. */
export function askToExceed(kind: PaidKind): Promise<boolean> {
  return dialogs.agree(allowanceQuestion(kind, allowances[kind]));
}
