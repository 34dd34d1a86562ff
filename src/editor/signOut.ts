import { l10n } from 'vscode';
import type { CredentialStore } from './credentials.ts';
import { dialogs } from './dialogs.ts';
import type { ModeFile } from './mode.ts';
import type { Notifier } from './notifier.ts';
import type { Session } from './session.ts';

/**
 * Deletes the credentials, or leaves sample mode and keeps them. Always asks first, because any
 * extension can run the command.
 * @returns false if nothing was changed
 */
export async function signOut(parts: {
  readonly session: Session;
  readonly mode: Pick<ModeFile, 'save'>;
  readonly credentials: CredentialStore;
  readonly notifier: Notifier;
}): Promise<boolean> {
  const { session, mode, credentials, notifier } = parts;
  const identity = await session.identity();
  const bound = await credentials.read();
  if (identity.kind === 'sample') {
    const leave = l10n.t('Leave Sample Mode');
    const detail =
      bound === undefined
        ? l10n.t('Sample results are kept.')
        : l10n.t(
            'You will be signed in to {0} again, and hovers may fetch summaries from it. Sample results are kept.',
            bound.origin,
          );
    if ((await dialogs.ask(l10n.t('Leave sample mode?'), detail, leave)) !== leave) return false;
    await mode.save('service');
    notifier.inform(l10n.t('Left sample mode.'));
    return true;
  }
  if (bound === undefined) {
    notifier.signedOut(identity);
    return false;
  }
  const leave = l10n.t('Sign Out');
  const answer = await dialogs.ask(
    l10n.t('Sign out of {0}?', bound.origin),
    l10n.t('Your credentials are deleted from this machine. Results and jobs are kept.'),
    leave,
  );
  if (answer !== leave) return false;
  await credentials.remove();
  await mode.save('service');
  notifier.inform(l10n.t('Signed out. Results and jobs are kept.'));
  return true;
}
