import type { NotStoredReason } from '../ledger/faults.ts';
import { notStoredText as editorText } from '../words/storage.ts';

/** Why a paid call was not sent, and what to do on a command line. */
export function notStoredText(reason: NotStoredReason): string {
  return reason === 'busy'
    ? 'Another process is using the folder of --ledger. Nothing was sent or charged. Try again.'
    : editorText(reason);
}
