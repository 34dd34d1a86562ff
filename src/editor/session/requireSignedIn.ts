import type { Notifier } from '../shell/notifier.ts';
import { isSignedIn, type SignedIn } from './identity.ts';
import type { Session } from './session.ts';

/** The account in use; undefined if there is none: then the user was told how to get one. */
export async function requireSignedIn(
  session: Pick<Session, 'identity'>,
  notifier: Pick<Notifier, 'signedOut'>,
): Promise<SignedIn | undefined> {
  const identity = await session.identity();
  if (isSignedIn(identity)) return identity;
  notifier.signedOut(identity);
  return undefined;
}

/** The key of the account in use; undefined if there is none. */
export async function accountInUse(
  session: Pick<Session, 'identity'>,
): Promise<string | undefined> {
  const identity = await session.identity();
  return isSignedIn(identity) ? identity.key : undefined;
}
