import type { ChainReading } from '../../addresses/chain/reasons.ts';
import type { Identity } from '../session/identity.ts';

/**
 * Whether a summary may be fetched that the user did not request. An assumed network is a guess, and
 * a paid answer about the wrong network is worse than none. Sample data costs nothing.
 */
export function mayFetchAutomatically(
  { kind }: Pick<Identity, 'kind'>,
  reading: ChainReading | undefined,
): boolean {
  return kind === 'sample' || reading?.reason !== 'assumed';
}
