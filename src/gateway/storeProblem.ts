import { LedgerError, type NotStoredReason } from '../ledger/faults.ts';

/** Why a store cannot be used, in a sentence for its operator: never with a password. */
export class StoreProblem extends LedgerError {
  constructor(reason: NotStoredReason, sentence: string) {
    super(reason);
    this.message = sentence;
  }
}
