import { Disposable } from 'vscode';
import { networkNamed } from '../../addresses/networks.ts';
import type { LookAlikeFeeds } from '../book/lookAlikeFeeds.ts';
import type { Calls } from '../calls/register.ts';
import { isSignedIn } from '../session/identity.ts';
import type { Log } from '../shell/log.ts';

/** The newest: older ones are less likely to be taken for another. */
const mostStored = 2_000;

/** Feeds the addresses of stored results to the search for look-alikes. Costs nothing. */
export function followStoredAddresses(
  lookAlikes: LookAlikeFeeds,
  { session, openEngine, activity }: Pick<Calls, 'session' | 'openEngine' | 'activity'>,
  log: Pick<Log, 'fault'>,
): Disposable {
  let isStale = false;
  let reading: Promise<void> | undefined;

  async function readAll(): Promise<void> {
    while (isStale) {
      isStale = false;
      const identity = await session.identity();
      const stored = isSignedIn(identity)
        ? await (await openEngine()).listResults(identity.key, mostStored)
        : [];
      const known = stored.map(({ address, chain }) => ({
        address,
        family: networkNamed(chain)?.family ?? 'evm',
      }));
      lookAlikes.feed('stored results', () => known, { areAnchors: true });
    }
  }

  function refresh(): void {
    isStale = true;
    reading ??= readAll()
      .catch((error: unknown) => log.fault('stored results', error))
      .finally(() => (reading = undefined));
  }

  // Once there is something to compare with, and then after each result.
  const first = lookAlikes.onDidChange(() => {
    first.dispose();
    refresh();
  });
  return Disposable.from(
    first,
    activity.onDidChange(refresh),
    session.onDidChange(({ isOtherAccount }) => {
      if (isOtherAccount) refresh();
    }),
  );
}
