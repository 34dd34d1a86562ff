import type { LedgerNotice } from './keeper.ts';
import type { Store } from './store.ts';

export interface LedgerRequest {
  readonly id: number;
  readonly method: keyof Store;
  readonly args: readonly unknown[];
}

export type LedgerReply =
  | { readonly id: number; readonly value: unknown }
  /** A code, never a message: messages may quote values. */
  | { readonly id: number; readonly error: string }
  | { readonly notice: LedgerNotice };
