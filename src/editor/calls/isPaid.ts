import { supportsSummaries } from '../../networks/networks.ts';
import type { PaidCommand } from '../documents/ownArguments.ts';
import type { Subject } from '../documents/subject.ts';
import { settings } from '../shell/settings.ts';
import type { Calls } from './register.ts';

/**
 * Whether a command would make a call that a license pays for. Sample data costs nothing, and neither
 * does what is stored or in progress.
 */
export async function isPaid(
  name: PaidCommand,
  subject: Subject,
  { session, openEngine }: Pick<Calls, 'session' | 'openEngine'>,
): Promise<boolean> {
  const identity = await session.identity();
  if (identity.kind !== 'service') return false;
  if (name === 'lookUpAddress' && !supportsSummaries(subject.chain)) return false;
  const engine = await openEngine();
  const [stored] = await engine.readStored([{ account: identity.key, ...subject }]);
  if (name === 'lookUpAddress') return stored?.summary?.isFresh !== true;
  const aggregator = settings.aggregator();
  return (
    stored?.scores[aggregator]?.isFresh !== true && (stored?.jobs[aggregator] ?? null) === null
  );
}
