import {
  hasLeftSampleText,
  hasSignedOutText,
  leaveSampleQuestion,
  otherCredentialsSentence,
  signOutChoice,
  signOutQuestion,
} from '../../messages/account.ts';
import type { CredentialStore } from './credentials.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { KnownMode } from './identity.ts';
import type { ModeFile } from '../../paths/modeFile.ts';
import type { Notifier } from '../shell/notifier.ts';
import type { Session } from './session.ts';

/** What the user leaves: credentials are deleted only if a question has named them. */
type Leaving = 'service' | 'sample' | undefined;

/**
 * Deletes the credentials, or leaves sample mode and keeps them. Always asks first, because any
 * extension can run the command. If it cannot be read which of the two is in use, asks for that.
 * @returns false if nothing was changed
 */
export async function signOut(parts: {
  readonly session: Pick<Session, 'identity'>;
  readonly mode: Pick<ModeFile, 'read' | 'save'>;
  readonly credentials: CredentialStore;
  readonly notifier: Notifier;
  /** Does the same again, when the user chooses to. */
  readonly retry: () => void;
}): Promise<boolean> {
  const { session, mode, credentials, notifier, retry } = parts;
  const known = await readMode(mode);
  const bound = await credentials.read();
  if (bound === undefined && known !== 'sample') {
    notifier.signedOut(await session.identity());
    return false;
  }
  const leaving = await askToLeave(known, bound?.origin);
  if (leaving === undefined) return false;
  if (leaving === 'service') {
    if ((await credentials.read())?.id !== bound?.id) {
      notifier.warn(otherCredentialsSentence(), retry);
      return false;
    }
    await credentials.remove();
  }
  await mode.save('service');
  notifier.inform(leaving === 'sample' ? hasLeftSampleText() : hasSignedOutText());
  return true;
}

async function readMode(mode: Pick<ModeFile, 'read'>): Promise<KnownMode> {
  try {
    return await mode.read();
  } catch {
    // The session has logged it.
    return 'unreadable';
  }
}

/** @param origin the service whose credentials are stored, if there are any */
async function askToLeave(known: KnownMode, origin: string | undefined): Promise<Leaving> {
  if (known === 'sample' || origin === undefined) {
    return (await dialogs.agree(leaveSampleQuestion(origin))) ? 'sample' : undefined;
  }
  if (known === 'service') {
    return (await dialogs.agree(signOutQuestion(origin))) ? 'service' : undefined;
  }
  const [signOutLabel, sampleLabel] = [signOutChoice.signOut(), signOutChoice.leaveSample()];
  const answer = await dialogs.ask(
    signOutChoice.text(),
    signOutChoice.detail(origin),
    signOutLabel,
    sampleLabel,
  );
  if (answer === sampleLabel) return 'sample';
  return answer === signOutLabel ? 'service' : undefined;
}
