import type { Disposable, Event } from 'vscode';
import { sampleScale, type RiskScale } from '../../report/scale.ts';
import { settings } from '../shell/settings.ts';
import type { Identity } from './identity.ts';
import type { Session } from './session.ts';

/** That of the policy of an address book. */
let scaleOfBooks = (): RiskScale | null => null;

/**
 * The scale of the scores of an account: the sample service has its own, and the policy of a folder's
 * address book counts where the user has set none. Null if there is none.
 */
export function scaleOf({ kind }: Pick<Identity, 'kind'>): RiskScale | null {
  if (kind === 'sample') return sampleScale;
  const reading = settings.riskScale();
  if (reading.kind === 'none') return scaleOfBooks();
  return reading.kind === 'scale' ? reading.scale : null;
}

/** Lets the address books say a scale. All surfaces read again what is stored when it changes. */
export function followScaleOfBooks(
  books: { readonly scale: RiskScale | null; readonly onDidChange: Event<void> },
  session: Pick<Session, 'refresh'>,
): Disposable {
  let known = '';
  scaleOfBooks = () => books.scale;
  return books.onDidChange(() => {
    const now = JSON.stringify(books.scale);
    if (now !== known) session.refresh();
    known = now;
  });
}
