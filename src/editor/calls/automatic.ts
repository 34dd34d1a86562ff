import { isPayable, type ChainReading } from '../../evidence/reasons.ts';
import type { Identity } from '../session/identity.ts';

/**
 * Whether a summary may be fetched that the user did not request: only on a network that the user
 * chose, or whose evidence is measured to be right. Sample data costs nothing.
 */
export function mayFetchAutomatically(
  { kind }: Pick<Identity, 'kind'>,
  reading: ChainReading | undefined,
): boolean {
  return kind === 'sample' || reading === undefined || isPayable(reading);
}
