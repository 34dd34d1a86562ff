import * as l10n from '@vscode/l10n';
import type { Checksum } from '../encodings/evmChecksum.ts';
import { utc } from './times.ts';

export function checksumText(checksum: Checksum): string {
  switch (checksum) {
    case 'valid':
      return l10n.t('valid checksum');
    case 'invalid':
      return l10n.t('invalid checksum');
    case 'none':
      return l10n.t('no checksum');
  }
}

/** @param age relative, such as *2 days ago* */
export function scoredText(age: string): string {
  return l10n.t('scored {0}', age);
}

/** When a summary was received, for the last line of a hover. */
export function receivedText(receivedAt: number, isFresh: boolean): string {
  return isFresh
    ? l10n.t('as of {0}', utc(receivedAt))
    : l10n.t('stale, as of {0}', utc(receivedAt));
}
