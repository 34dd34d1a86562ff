import {
  hasLeftSampleText,
  hasSignedOutText,
  leaveSampleQuestion,
  signOutQuestion,
} from '../../words/account.ts';
import type { CredentialStore } from './credentials.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { ModeFile } from './mode.ts';
import type { Notifier } from '../shell/notifier.ts';
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
    if (!(await dialogs.agree(leaveSampleQuestion(bound?.origin)))) return false;
    await mode.save('service');
    notifier.inform(hasLeftSampleText());
    return true;
  }
  if (bound === undefined) {
    notifier.signedOut(identity);
    return false;
  }
  if (!(await dialogs.agree(signOutQuestion(bound.origin)))) return false;
  await credentials.remove();
  await mode.save('service');
  notifier.inform(hasSignedOutText());
  return true;
}
