import { Disposable } from 'vscode';
import { networkNamed } from '../../networks/networks.ts';
import { Refresh } from '../../turns/refresh.ts';
import type { LookAlikeFeeds } from '../book/lookAlikeFeeds.ts';
import type { Calls } from '../calls/register.ts';
import { storedKeyOf } from '../session/identity.ts';
import type { Log } from '../shell/log.ts';

/** The newest: older ones are less likely to be taken for another. */
const maxStored = 2_000;

/** Feeds the addresses of stored results to the search for look-alikes. Costs nothing. */
export function followStoredAddresses(
  lookAlikes: LookAlikeFeeds,
  { session, openEngine, activity }: Pick<Calls, 'session' | 'openEngine' | 'activity'>,
  log: Pick<Log, 'fault'>,
): Disposable {
  const reading = new Refresh(async () => {
    const account = storedKeyOf(await session.identity());
    const stored =
      account === undefined ? [] : await (await openEngine()).listResults(account, maxStored);
    const known = stored.map(({ address, chain }) => ({
      address,
      family: networkNamed(chain)?.family ?? 'evm',
    }));
    lookAlikes.feed('stored results', () => known, { areAnchors: true });
  });
  const refresh = (): void => {
    reading.run().catch((error: unknown) => log.fault('stored results', error));
  };

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
