import { LedgerError, type NotStoredReason } from '../ledger/faults.ts';

export const newerStore =
  'The store is from a newer version, which this one cannot share it with: run that version, or restore a backup from before the upgrade.';

/** Why a store cannot be used, in a sentence for its operator: never with a password. */
export class StoreProblem extends LedgerError {
  constructor(reason: NotStoredReason, sentence: string) {
    super(reason);
    this.message = sentence;
  }
}
