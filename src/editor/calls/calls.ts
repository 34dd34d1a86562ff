import type { ExtensionContext } from 'vscode';
import { isSignedIn } from '../session/identity.ts';
import type { SessionRoom } from '../session/account.ts';
import type { Shell } from '../shell/shell.ts';
import { createActivity } from './activity.ts';
import { engineOpener, createUserActivity } from './engine.ts';
import { Requests, type RequestPorts } from './requests.ts';
import { runLogged } from '../shell/log.ts';
import type { Status } from '../../messages/status.ts';

/** Everything that is stored or can be fetched, and for whom. */
export type Calls = Pick<CallsRoom, 'session' | 'openEngine' | 'requests' | 'activity'>;

type NameOf = NonNullable<RequestPorts['nameOf']>;

/** All of them; most features need only `Calls`. */
export type CallsRoom = ReturnType<typeof registerCalls>;

/** Opens no ledger and makes no call: the engine loads with the first request. */
export function registerCalls(context: ExtensionContext, session: SessionRoom, shell: Shell) {
  const activity = createActivity();
  const userActivity = createUserActivity();
  let names: NameOf = () => undefined;
  const nameOf: NameOf = (subject) => names(subject);
  const engine = engineOpener({
    context,
    session,
    shell,
    activity,
    userActivity,
    nameOf,
  });
  const requests = new Requests({ session, openEngine: engine.open, activity, shell, nameOf });

  /** 402 lasts until the user retries or opens the account page. */
  async function clearStops(): Promise<void> {
    const identity = await session.identity();
    if (!isSignedIn(identity)) return;
    await (await engine.open()).clearStops(identity.key);
    activity.touch(undefined);
  }
  const watches = [
    shell.notifier.onDidOpenAccount(() => {
      runLogged(shell.log, 'account site', clearStops());
    }),
    session.onDidChange(({ isOtherAccount }) => {
      if (isOtherAccount) activity.forgetFailures();
      runLogged(shell.log, 'sample data', requests.continueAsSample());
    }),
  ];
  return {
    session,
    openEngine: engine.open,
    requests,
    activity,
    /** What names the addresses of notifications, from now on. */
    nameBy(known: NameOf): void {
      names = known;
    },
    /** The user is active: polling need not pause. */
    noteUser: (): void => userActivity.note(),
    /** Resolves when nothing is in flight any more. */
    close: (): Promise<void> => engine.close(),
    dispose(): void {
      for (const each of [...watches, engine, userActivity, activity]) each.dispose();
    },
  };
}

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
