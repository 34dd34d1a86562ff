import type { Status } from '../../messages/status.ts';
import { isSignedIn } from '../session/identity.ts';
import type { Calls } from './calls.ts';

/** Who is signed in, what was spent today, and what stops calls. Makes no call. */
export async function readStatus({
  session,
  openEngine,
}: Pick<Calls, 'session' | 'openEngine'>): Promise<Status> {
  const identity = await session.identity();
  if (!isSignedIn(identity)) return { kind: 'signedOut', account: identity };
  const engine = await openEngine();
  const [usage, holds] = await Promise.all([
    engine.readUsage(identity.key),
    engine.readHolds(identity),
  ]);
  return { kind: 'signedIn', isSample: identity.kind === 'sample', usage, ...holds };
}
